"""Looking ahead over any evaluator: all rolls of the opponent, each answered by its best play.

Nets have a faster way in the kernel (`search`); this one serves evaluators written in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fullprime.dice import ROLLS
from fullprime.engine.evaluator import Choice, Evaluator, RankedPlay, with_errors
from fullprime.engine.outcome import Outcome
from fullprime.play import every_play
from fullprime.position import Position

THROWS: Final = 36
MOST: Final = 8
WINDOW: Final = 0.12
"""Candidates evaluated one ply further: so many at most, and none that is worth less than the best
by more than this."""


class LookAhead(Evaluator):
    """Sees one ply further than `inner`, and so on for more `plies`."""

    def __init__(self, inner: Evaluator, plies: int = 1) -> None:
        super().__init__(inner.variant)
        self.inner = inner if plies == 1 else LookAhead(inner, plies - 1)
        self.plies = plies

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling: the mean over all 36 throws."""
        return [self._mean(position) for position in positions]

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """The best by the inner evaluator, evaluated further; then the others."""
        shallow = self.inner.ranked(choice)
        least = shallow[0].equity - WINDOW
        promising = [each for each in shallow[:MOST] if each.equity >= least]
        deep = super().ranked(choice._replace(plays=[each.play for each in promising]))
        deepened = [each._replace(plies=self.plies) for each in deep]
        return with_errors(deepened + shallow[len(promising) :])

    def cancel(self) -> None:
        """Stops what other threads compute with it now."""
        self.inner.cancel()

    def _mean(self, position: Position) -> Outcome:
        end = self.variant.end(position)
        if end is not None:
            return Outcome.finished(end)
        chances = [0.0] * 6
        for roll in ROLLS:
            plays = [play for _, play in every_play(self.variant, position, roll)]
            best = self.inner.rank(position, roll, plays)[0].outcome
            chances = [
                sum_so_far + roll.weight * chance / THROWS
                for sum_so_far, chance in zip(chances, best, strict=True)
            ]
        return Outcome(*chances)
