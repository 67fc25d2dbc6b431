"""Games that count less than the one that a net was trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.outcome import Outcome
from fullprime.engine.search import MONEY, Cube, Life, Ranker, Ranking, Six, Worths
from fullprime.position import Position


class _Judge(Ranker, Protocol):
    """Judges plays, and positions by the same worths."""

    def evaluate(self, positions: Sequence[Position], worths: Worths = MONEY) -> list[Outcome]:
        """The chances of the side to move, before rolling."""

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The same, with the cube."""

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the cube is there."""


class CountedRanker:
    """Asks `inner`, and puts together the chances of what counts the same.

    Where a game counts `score` times the stake at most, winning more is worth no more.
    """

    def __init__(self, inner: _Judge, score: int) -> None:
        self.inner = inner
        self.score = score

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        found = self.inner.evaluate(positions, counted_worths(MONEY, self.score))
        return [outcome.counted(self.score) for outcome in found]

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The same, and what the side has if it does not double now."""
        outcome, kept = self.inner.outlook(position, cube, counted_worths(worths, self.score))
        return outcome.counted(self.score), kept

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the cube is where the side to move has these chances."""
        return self.inner.life(position, outcome)

    def plays(
        self, position: Position, roll: Roll, worths: Worths = MONEY, cube: Cube | None = None
    ) -> Ranking:
        """The plays of a roll, the best first."""
        ranking = self.inner.plays(position, roll, counted_worths(worths, self.score), cube)
        candidates = [c._replace(outcome=c.outcome.counted(self.score)) for c in ranking.candidates]
        return ranking._replace(candidates=candidates)


def counted_worths(worths: Worths, score: int) -> Six:
    """What the results are worth where none counts more than `score` times the stake."""
    won, gammon, backgammon, *lost = (
        worths[min(kind, score - 1) + lost] for lost in (0, 3) for kind in range(3)
    )
    return won, gammon, backgammon, lost[0], lost[1], lost[2]
