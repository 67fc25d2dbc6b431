"""Doubling: what a game with the cube is worth, and what to do with the cube.

Equities are in the unit in which players compare: a single game won at the present value of the
cube counts 1 and one lost -1, for money and at every score. What the numbers mean: docs/cube.md.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.wager import Cube, Wager, value_at
from fullprime.position import Position

CASH: Final = 1.0
"""What a passed double brings."""
NEAR: Final = 1e-9
"""Differences as small as this come from rounding."""


# The decision -----------------------------------------------------------------------------------


class CubeAction(StrEnum):
    """What both sides should do, in the words of players."""

    NO_DOUBLE = "no double"
    NO_DOUBLE_BEAVER = "no double, beaver"
    DOUBLE_TAKE = "double, take"
    DOUBLE_BEAVER = "double, beaver"
    DOUBLE_PASS = "double, pass"  # noqa: S105  # a pass, no password
    TOO_GOOD_TAKE = "too good, take"
    TOO_GOOD_PASS = "too good, pass"  # noqa: S105

    @property
    def doubles(self) -> bool:
        """Should the side to roll double?"""
        return self.startswith("double")

    @property
    def takes(self) -> bool:
        """Should the other side take, if it is doubled?"""
        return not self.endswith("pass")


class CubeVerdict(NamedTuple):
    """A decision about the cube, seen by the side to roll."""

    outcome: Outcome
    no_double: float
    double_take: float
    """With the beaver, where that is the other side's best answer."""
    double_pass: float
    action: CubeAction
    forbidden: str | None
    """The rule that forbids doubling now; the action is then not to double."""

    @property
    def equity(self) -> float:
        """When both do what is best."""
        if not self.action.doubles:
            return self.no_double
        return min(self.double_take, self.double_pass)

    @property
    def doubling(self) -> dict[str, float]:
        """What the side to roll has, by what it does."""
        return {"no double": self.no_double, "double": min(self.double_take, self.double_pass)}

    @property
    def answers(self) -> dict[str, float]:
        """What the side that is doubled has, by what it does."""
        beaver = self.action.endswith("beaver")
        # A beaver is at twice the cube, so half of it is a take.
        taken = self.double_take / 2 if beaver else self.double_take
        found = {"take": -taken, "pass": -self.double_pass}
        return found | {"beaver": -self.double_take} if beaver else found


def cube_verdict(
    evaluator: Evaluator, position: Position, wager: Wager, rolls: tuple[int, int] = (2, 2)
) -> CubeVerdict:
    """What the side to roll should do with the cube, and how to answer it.

    rolls: made so far by either seat; only the Holland rule needs them.

    >>> from fullprime.engine import evaluator_for
    >>> from fullprime.stakes import Stakes
    >>> from fullprime.variant import Variant
    >>> variant = Variant.load()
    >>> last_roll = variant.position("6:1 / 1:1")
    >>> verdict = cube_verdict(evaluator_for(variant), last_roll, Wager(Stakes()))
    >>> print(verdict.action, verdict.no_double, verdict.double_take)
    double, take 0.5 1.0
    """
    outcome, kept = outlook(evaluator, position, wager)
    stakes, cube = wager.stakes, wager.cube
    no_double = value_at(kept, cube.holder)
    forbidden = stakes.against_doubling(wager.seat, rolls)
    if forbidden or stakes.is_dead(wager.seat):
        return CubeVerdict(outcome, no_double, no_double, CASH, CubeAction.NO_DOUBLE, forbidden)
    taken = double_taken(evaluator, position, wager)
    beavers = stakes.beavers and taken < 0
    if beavers:
        taken *= 2
    action = action_for(no_double, taken, beavers)
    return CubeVerdict(outcome, no_double, taken, CASH, action, None)


def double_taken(evaluator: Evaluator, position: Position, wager: Wager) -> float:
    """What the side to roll has then; both sides play otherwise with the cube turned."""
    cube = wager.cube
    return cube.stakes.taken(outlook(evaluator, position, wager, cube.taken)[1], cube.level)


def outlook(
    evaluator: Evaluator, position: Position, wager: Wager, cube: Cube | None = None
) -> tuple[Outcome, _kernel.CubeValues]:
    """The chances of the side to roll, and what it has if it does not double now.

    cube: that of the wager unless another is given, by which both sides choose their plays.
    """
    return evaluator.outlook(position, cube or wager.cube, wager.worths)


def action_for(no_double: float, double_take: float, beavers: bool = False) -> CubeAction:
    """From the equities alone; of equals, the cube stays where it is, unless it ends the game.

    >>> print(action_for(0.9, 1.1), "/", action_for(1.2, 1.4), "/", action_for(0.4, 0.5))
    double, pass / too good, pass / double, take
    """
    doubles = min(double_take, CASH) > no_double
    if beavers:
        return CubeAction.DOUBLE_BEAVER if doubles else CubeAction.NO_DOUBLE_BEAVER
    if double_take > CASH:
        return CubeAction.TOO_GOOD_PASS if no_double > CASH + NEAR else CubeAction.DOUBLE_PASS
    if doubles:
        return CubeAction.DOUBLE_TAKE
    return CubeAction.TOO_GOOD_TAKE if no_double > CASH else CubeAction.NO_DOUBLE
