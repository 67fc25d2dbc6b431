"""What someone who trains in the terminal has answered: schedules and the errors of their matches,
in one file of the user's data folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from fullprime.errors import BadFile, field_fault, plain
from fullprime.files import write_atomically
from fullprime.formats import saved
from fullprime.practice.cards import ERRORS, Card, Was, find_card, made_cards
from fullprime.practice.grading import Kind
from fullprime.practice.picking import Deck
from fullprime.practice.schedule import Schedule
from fullprime.shapes import decoded

NAME: Final = "training.json"
FORMAT: Final = 1


class _Error(msgspec.Struct):
    """A card of an own error, which no rule makes again."""

    kind: Kind
    theme: str
    was: Was
    place: str
    match: msgspec.Raw


class _File(msgspec.Struct, kw_only=True):
    format: int = FORMAT
    schedules: dict[str, Schedule] = {}
    times: dict[str, int] = {}
    """How often each card was answered."""
    errors: dict[str, _Error] = {}


class Notebook:
    """Cards and when they come again; `save` after every answer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = _File()

    @staticmethod
    def open(path: Path) -> Notebook:
        """As it was left; empty where there is none yet."""
        found = Notebook(path)
        if not path.exists():
            return found
        try:
            found._kept = decoded(path.read_bytes(), _File)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadFile(f"{plain(str(path))}: no training file: {field_fault(error)}") from error
        if found._kept.format != FORMAT:
            raise BadFile(f"{plain(str(path))} has format {found._kept.format}, expected {FORMAT}")
        return found

    def save(self) -> None:
        """As a whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, msgspec.json.encode(self._kept))

    def add(self, cards: Iterable[Card]) -> int:
        """Errors of a match; how many of them are new."""
        before = len(self._kept.errors)
        for card in cards:
            assert card.was is not None  # noqa: S101 - it is an error
            match = msgspec.Raw(saved.dump(card.match))
            self._kept.errors[card.id] = _Error(card.kind, card.theme, card.was, card.place, match)
        return len(self._kept.errors) - before

    def deck(self, name: str) -> Deck:
        """The cards of a deck, the most expensive errors first."""
        errors = self._kept.errors
        by_cost = sorted(errors, key=lambda each: -errors[each].was.error)
        names = by_cost if name == ERRORS else made_cards(name)
        schedules = self._kept.schedules
        seen = {each: schedules[each] for each in names if each in schedules}
        return Deck(seen, [each for each in names if each not in seen])

    def card(self, card_id: str) -> Card:
        """The card of an id."""
        kept = self._kept.errors.get(card_id)
        if kept is None:
            return find_card(card_id, self._kept.times.get(card_id, 0))
        match, _ = saved.load(bytes(kept.match))
        return Card(card_id, ERRORS, kept.kind, match, kept.theme, was=kept.was, place=kept.place)

    def schedule(self, card_id: str) -> Schedule | None:
        """When it comes again; None: it was not answered yet."""
        return self._kept.schedules.get(card_id)

    def answered(self, card_id: str, schedule: Schedule, *, again: bool = False) -> None:
        """`again`: only the grade of the last answer has changed."""
        self._kept.schedules[card_id] = schedule
        if not again:
            self._kept.times[card_id] = self._kept.times.get(card_id, 0) + 1
        self.save()
