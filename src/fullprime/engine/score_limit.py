"""Games that count less than the one that a net was trained on."""

from __future__ import annotations

from collections.abc import Sequence

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.evaluator import Choice, Evaluator, RankedPlay
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import MONEY, Six, Worths
from fullprime.engine.wager import Cube, Life
from fullprime.position import Position


class ScoreLimit(Evaluator):
    """Adds up the chances of results that count the same.

    Where a game counts `score` times the stake at most, winning more is worth no more.
    """

    def __init__(self, inner: Evaluator, score: int) -> None:
        super().__init__(inner.variant)
        self.inner = inner
        self.score = score

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        found = self.inner.evaluate_for(positions, counted_worths(MONEY, self.score))
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

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """These plays, the best first."""
        counted = choice._replace(worths=counted_worths(choice.worths, self.score))
        ranked = self.inner.ranked(counted)
        return [each._replace(outcome=each.outcome.counted(self.score)) for each in ranked]

    def roll_equities(
        self, position: Position, worths: Worths = MONEY, cube: Cube | None = None
    ) -> list[float]:
        """What the best play of each roll is worth, in the order of `ROLLS`."""
        return self.inner.roll_equities(position, counted_worths(worths, self.score), cube)

    def turns(
        self,
        position: Position,
        roll: Roll,
        worths: Worths = MONEY,
        cube: Cube | None = None,
        named: int | None = None,
    ) -> list[RankedPlay]:
        """The whole turns of a roll, the best first."""
        counted = counted_worths(worths, self.score)
        ranked = self.inner.turns(position, roll, counted, cube, named)
        return [each._replace(outcome=each.outcome.counted(self.score)) for each in ranked]

    def cancel(self) -> None:
        """Stops what other threads compute with it now."""
        self.inner.cancel()


def counted_worths(worths: Worths, score: int) -> Six:
    """What the results are worth where none counts more than `score` times the stake."""
    won, gammon, backgammon, *lost = (
        worths[min(kind, score - 1) + lost] for lost in (0, 3) for kind in range(3)
    )
    return won, gammon, backgammon, lost[0], lost[1], lost[2]
