"""What the tables of a solved game say, as an evaluator, and where that is exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.solved import solve
from fullprime.engine.solved_match import SolvedScores, exact_scores
from fullprime.engine.wager import Cube
from fullprime.position import Position
from fullprime.stakes import Stakes
from fullprime.variant import Variant


def is_exact(variant: Variant, stakes: Stakes, cubeful: bool, turns: tuple[int, int]) -> bool:
    """Do the tables have the value of this solved game for these stakes, and not only a good
    estimate?

    For money they have, with and without the Jacoby rule. What doubling early (Holland) and beavers
    under the Jacoby rule change is not in them. In a match they have where its score is solved.
    """
    if stakes.away is not None:
        return cubeful and exact_scores(variant, stakes) is not None
    if stakes.flat:
        return False
    gammons_wait = stakes.jacoby and not stakes.turned
    if not cubeful:
        return not gammons_wait
    too_early = stakes.holland and min(turns) < 2
    return not too_early and not (gammons_wait and stakes.animals)


class SolvedEvaluator(Evaluator):
    """Answers from the table of a solved game: for money its plays and cube actions are the best,
    and so they are at match scores that are solved.

    At other scores the chances are those of the best play for money, and what the cube is worth is
    an estimate.
    """

    def __init__(self, variant: Variant, table: _kernel.Solved) -> None:
        super().__init__(variant)
        self.table = table

    def __reduce__(self) -> tuple[Any, ...]:
        return _evaluator_of, (self.variant,)

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        return [Outcome(*self.table.chances(position.raw)) for position in positions]

    def kept(self, position: Position, outcome: Outcome, cube: Cube) -> _kernel.CubeValues:
        """What the side to move has if it does not double now: from a table, where there is one."""
        if cube.stakes.money:
            jacoby = cube.stakes.centred != cube.stakes.owned[0]
            return self.table.kept(position.raw, jacoby)
        if cube.wager and isinstance(cube.wager.table, SolvedScores):
            return cube.wager.table.kept(position, cube.wager)
        return super().kept(position, outcome, cube)


def _evaluator_of(variant: Variant) -> SolvedEvaluator:
    """Another process opens the table again."""
    return SolvedEvaluator(variant, solve(variant).table)
