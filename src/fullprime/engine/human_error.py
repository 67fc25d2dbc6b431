"""A judge that errs as people do, around one that does not.

Whatever is chosen by it, plays or the cube, is chosen as a person would who sees things so.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt, tanh
from typing import Final, Protocol, runtime_checkable

import msgspec

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.cube import CubeJudge
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.human_bias import Person
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average
from fullprime.engine.search import MONEY, Cube, Life, Ranker, Ranking, Worths
from fullprime.position import Position

LONG_RACE: Final = 100
"""In pips; shorter ones are easier."""
NERVES: Final = 4.0
"""How much the life of the cube is misjudged, beside the chances."""
MOST_SHIFT: Final = 1.2
"""Of the odds to win, as a logarithm: nobody takes a hopeless game for a good one."""
KNOWN: Final = 0.4
STRANGE: Final = 12
"""How hard the start of the game is, which everybody has seen before, beside positions in which so
many checkers of both sides stand elsewhere."""


@runtime_checkable
class Judge(Ranker, CubeJudge, Evaluator, Protocol):
    """Judges positions, plays and the cube."""


class Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard positions are for people, by kind; and the cube, beside a play there."""

    race: float
    containment: float
    back: float
    contact: float
    cube: float

    def hardness(self, position: Position) -> float:
        """Of a play there; the shorter a race, the easier it is."""
        kind = _kernel.kind_of(position.raw)
        if kind == _kernel.Kind.race:
            return self.race * min(1.0, position.pips[0] / LONG_RACE)
        hard: float = getattr(self, kind.name)
        return hard


class Misjudging:
    """Asks `inner`, and sees what it says with the eyes of a person.

    slip: how wrong this person sees, as equity.
    """

    def __init__(
        self, inner: Judge, start: Position, person: Person, slip: float, kinds: Kinds
    ) -> None:
        self.inner = inner
        self.start = start
        self.person = person
        self.slip = slip
        self.kinds = kinds

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, as the person sees them."""
        found = self.inner.evaluate(positions)
        return [self._seen(*pair) for pair in zip(positions, found, strict=True)]

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The same, and what that is worth if nobody doubles now."""
        outcome, kept = self.inner.outlook(position, cube, worths)
        if not self.slip:
            return outcome, kept
        seen = self._seen(position, outcome)
        return seen, cube.stakes.kept(seen, *self.life(position, outcome))

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the person thinks the cube is."""
        nerve = NERVES * self._hardness(position) * self.person.nerve if self.slip else 0.0
        mine, theirs = self.inner.life(position, outcome)
        return min(1.0, max(0.0, mine + nerve)), min(1.0, max(0.0, theirs + nerve))

    def plays(
        self, position: Position, roll: Roll, worths: Worths = MONEY, cube: Cube | None = None
    ) -> Ranking:
        """The plays of a roll, the one that the person likes most first."""
        ranking = self.inner.plays(position, roll, worths, cube)
        if not self.slip:
            return ranking
        doubt = _doubt(ranking.candidates[0].outcome, worths)
        scale = doubt * self._hardness(position)
        question = position.raw + bytes(sorted(roll))
        errors = self.person.errors(question, [c.position for c in ranking.candidates])
        liked = [
            c._replace(worth=c.worth + scale * error)
            for c, error in zip(ranking.candidates, errors, strict=True)
        ]
        return ranking._replace(candidates=sorted(liked, key=lambda c: (-c.plies, -c.worth)))

    def _seen(self, position: Position, outcome: Outcome) -> Outcome:
        """Chances that are no chances any more stay what they are."""
        if not self.slip or not 0.0 < outcome.win < 1.0:
            return outcome
        scale = self.kinds.cube * self._hardness(position)
        shift = MOST_SHIFT * tanh(scale * self.person.optimism(position) / MOST_SHIFT)
        odds = log(outcome.win / (1.0 - outcome.win)) + shift
        return _with_win(outcome, 1.0 / (1.0 + exp(-odds)))

    def _hardness(self, position: Position) -> float:
        strange = min(1.0, _moved(self.start, position) / STRANGE)
        return self.slip * self.kinds.hardness(position) * (KNOWN + (1.0 - KNOWN) * strange)


def _doubt(outcome: Outcome, worths: Worths) -> float:
    """How far the result may still lie from what is expected: nothing is hard about a game that is
    decided."""
    mean = average(outcome, worths)
    square = average(outcome, [worth * worth for worth in worths])
    return sqrt(max(0.0, square - mean * mean))


def _moved(start: Position, position: Position) -> int:
    """Checkers of both sides that have left their places."""
    pairs = zip(start.mover + start.other, position.mover + position.other, strict=True)
    return sum(max(0, before - now) for before, now in pairs)


def _with_win(outcome: Outcome, win: float) -> Outcome:
    """Another chance to win; the shares of gammons among wins and losses stay."""
    won, lost = win / outcome.win, (1.0 - win) / (1.0 - outcome.win)
    return Outcome(*(c * won for c in outcome[:3]), *(c * lost for c in outcome[3:]))
