"""A game of a match, action by action, as a page shows it."""

from __future__ import annotations

from typing import Any

from fullprime.fair_dice.actions import OfDice
from fullprime.server.board import board_json
from fullprime.server.noted import Noted, note_json
from fullprime.server.record import NextGame, OfTutor, Record, decode, event_json
from fullprime.server.state import game_json, variant_json
from fullprime.store import Kept

Json = dict[str, Any]


def replay_json(kept: Kept, number: int, noted: Noted) -> Json | None:
    """The game of that number, counted from 1, with a person's notes; None if it has not begun."""
    start = Record.start(kept)
    found = start if number == 1 else None
    record, steps = start, _Steps(number - 1, noted)
    for event, before, record in start.follow(kept.events):
        if len(record.match.games) != number:
            continue
        action = decode(event.action)
        if isinstance(action, NextGame):
            found = record
        elif not isinstance(action, OfTutor | OfDice):  # those are no part of the game
            steps.add(event_json(event, before), before, record)
    if found is None:
        return None
    variant = found.match.variant
    return {
        "games": len(record.match.games),
        "players": list(record.match.players),
        "variant": variant_json(variant),
        "board": board_json(variant),
        "match_note": note_json(noted.get((None, None))),
        "note": note_json(noted.get((number - 1, None))),
        "start": _state(found),
        "steps": steps.steps,
    }


class _Steps:
    """The rows of one game; `index` is the place of a row's action among the actions of the game.

    Rows of the server alone have none, nor have dice that were taken back.
    """

    def __init__(self, game: int, noted: Noted) -> None:
        self._game = game
        self._noted = noted
        self.steps: list[Json] = []

    def add(self, event: Json, before: Record, after: Record) -> None:
        """One more row."""
        index = len(before.match.game.log)
        if len(after.match.game.log) < index:
            self._take_back(index - 1)
        acted = len(after.match.game.log) > index
        note = note_json(self._noted.get((self._game, index))) if acted else None
        shown = {"index": index if acted else None, "note": note, "state": _state(after)}
        self.steps.append({**event, **shown})

    def _take_back(self, index: int) -> None:
        for step in self.steps:
            if step["index"] == index:
                step["index"] = step["note"] = None


def _state(record: Record) -> Json:
    game = record.match.game
    result = game.result._asdict() if game.result else None
    return {
        **game_json(game, record.last),
        "score": list(record.match.shown_score),
        "crawford": game.stakes.crawford,
        "result": result,
    }
