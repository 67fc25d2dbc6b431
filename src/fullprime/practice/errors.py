"""A reviewed match as cards: what one player got wrong in it, and what each theme has cost them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from fullprime.action import Action
from fullprime.analysis.question import Question
from fullprime.analysis.review.decisions import Decision, Kind, decisions
from fullprime.analysis.review.quiz import ASKED
from fullprime.analysis.review.verdict import Size
from fullprime.errors import FullprimeError
from fullprime.formats.stakes_fields import StakesFields
from fullprime.match import Match, SetUp
from fullprime.notes import Notes
from fullprime.practice.cards import ERRORS, Card, Was
from fullprime.practice.themes import theme_of
from fullprime.shapes import decoded


class ReviewedDecision(msgspec.Struct):
    """What a report says of a decision, of which this reads a part."""

    turn: int
    player: int
    kind: Kind
    played: str
    best: str
    error: float
    action: int
    counts: bool
    size: Size | None
    plans: tuple[str | None, str | None]

    @property
    def theme(self) -> str:
        """What it was about."""
        return theme_of(self.kind, self.turn, self.plans[0])


class ReviewedGame(msgspec.Struct):
    """A game of a report."""

    decisions: list[ReviewedDecision]


class Reviewed(msgspec.Struct):
    """A report, as `report_json` writes it."""

    games: list[ReviewedGame]


class Sums(msgspec.Struct, frozen=True):
    """By which the PR of a theme and its interval are computed, over many matches."""

    count: int = 0
    error: float = 0.0
    squares: float = 0.0

    def plus(self, error: float) -> Sums:
        """One decision more."""
        return Sums(self.count + 1, self.error + error, self.squares + error * error)


class Gathered(NamedTuple):
    """What a match gives to train with."""

    cards: list[Card]
    themes: dict[str, Sums]
    """Of all decisions that count for the PR."""


def gather(match: Match, report: bytes, seat: int) -> Gathered:
    """The errors of a seat as cards, the most expensive first, and what its themes have cost.

    report: JSON, as `report_json` writes it.
    """
    reviewed = decoded(report, Reviewed)
    made = {each.key: each for each in decisions(match) if each.player == seat}
    told = [
        (made[n, each.action, each.kind], each)
        for n, game in enumerate(reviewed.games)
        for each in game.decisions
        if (n, each.action, each.kind) in made
    ]
    asked = sorted(
        ((decision, each) for decision, each in told if each.size in ASKED),
        key=lambda pair: -pair[1].error,
    )
    return Gathered(list(_cards(match, asked)), _themes([each for _, each in told]))


def _themes(told: Sequence[ReviewedDecision]) -> dict[str, Sums]:
    found: dict[str, Sums] = {}
    for each in told:
        if each.counts:
            found[each.theme] = found.get(each.theme, Sums()).plus(each.error)
    return found


def _cards(match: Match, asked: Sequence[tuple[Decision, ReviewedDecision]]) -> Iterator[Card]:
    seen = set()
    for decision, told in asked:
        where = _waiting(match, decision)
        card_id = f"{ERRORS}-{_hash(decision)}"
        if where is not None and card_id not in seen:
            seen.add(card_id)
            was = Was(told.played, told.best, told.error)
            place = _place(decision)
            yield Card(card_id, ERRORS, told.kind, where, told.theme, was=was, place=place)


def _place(decision: Decision) -> str:
    """`3.8`: turn 8 of game 3; `3.8-take`: the answer to a double in it."""
    part = "" if decision.kind == "checker" else f"-{decision.kind}"
    return f"{decision.game + 1}.{decision.turn}{part}"


def _hash(decision: Decision) -> str:
    """From what is asked alone, not from what was played: the same error made again is the same
    card."""
    question = decision.question
    parts = [
        decision.kind,
        question.variant.id,
        question.variant.chosen,
        question.position.raw.hex(),
        list(question.roll or ()),
        list(question.numbers.left) if question.numbers else [],
        msgspec.to_builtins(StakesFields.of(question.stakes, seat=0)),
    ]
    return sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def _waiting(match: Match, decision: Decision) -> Match | None:
    """The match when it waited for this decision; None: it did not wait for one.

    The game alone is enough, unless its rules look at the games before it.
    """
    log = match.games[decision.game].log[: decision.action]
    whole = _cut(match, decision.game, log)
    for found in (_alone(match, decision.game, log), whole):
        if found and _same(Question.in_game(found.game), decision.question):
            return found
    return None


def _cut(match: Match, number: int, log: Sequence[Action]) -> Match:
    game = match.games[number]
    games = (*match.games[:number], game.undo(len(game.log) - len(log)))
    set_ups = match.set_ups[: number + 1]
    return msgspec.structs.replace(match, games=games, set_ups=set_ups, notes=Notes())


def _alone(match: Match, number: int, log: Sequence[Action]) -> Match | None:
    """That game as the first of a match, at the same score."""
    set_up = match.set_ups[number] if number < len(match.set_ups) else None
    turn = number % len(match.rotation)
    begins = msgspec.structs.replace(
        set_up or SetUp(crawford=match.games[number].stakes.crawford),
        score=match.scores_before[number],
    )
    try:
        found = Match.start(
            players=match.players,
            target=match.target,
            settings=match.settings,
            rotation=(*match.rotation[turn:], *match.rotation[:turn]),
            begins=begins,
        )
        for action in log:
            found = found.apply(action)
    except FullprimeError:
        return None
    return found


def _same(one: Question, other: Question) -> bool:
    """Do they ask the same?"""
    return one._replace(at_hand=None) == other._replace(at_hand=None)
