"""Games that count less than the one that a net was trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fullprime.dice import Roll
from fullprime.engine.outcome import Outcome
from fullprime.engine.search import MONEY, Ranker, Ranking, Worths
from fullprime.position import Position


class _Judge(Ranker, Protocol):
    """Judges plays, and positions by the same worths."""

    def evaluate(self, positions: Sequence[Position], worths: Worths = MONEY) -> list[Outcome]:
        """The chances of the side to move, before rolling."""


class CountedRanker:
    """Asks `inner`, and puts together the chances of what counts the same.

    Where a game counts `score` times the stake at most, winning more is worth no more.
    """

    def __init__(self, inner: _Judge, score: int) -> None:
        self.inner = inner
        self.score = score

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        found = self.inner.evaluate(positions, self._counted(MONEY))
        return [outcome.counted(self.score) for outcome in found]

    def plays(self, position: Position, roll: Roll, worths: Worths = MONEY) -> Ranking:
        """The plays of a roll, the best first."""
        ranking = self.inner.plays(position, roll, self._counted(worths))
        candidates = [c._replace(outcome=c.outcome.counted(self.score)) for c in ranking.candidates]
        return ranking._replace(candidates=candidates)

    def _counted(self, worths: Worths) -> Worths:
        return [worths[min(kind, self.score - 1) + lost] for lost in (0, 3) for kind in range(3)]
