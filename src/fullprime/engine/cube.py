"""Doubling: what a game with the cube is worth, and what to do with the cube.

Equities are in the unit in which players compare: a single game won at the present value of the
cube counts 1 and one lost -1, for money and at every score. What the numbers mean: docs/cube.md.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, Protocol, runtime_checkable

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import equity_worths
from fullprime.engine.search import MONEY, Cube, Life, Worths
from fullprime.match_equity import Scores
from fullprime.position import Position
from fullprime.stakes import Stakes

CASH: Final = 1.0
"""What a dropped double brings."""
NEAR: Final = 1e-9
"""Nobody plays on for so little: it comes from rounding."""


@runtime_checkable
class CubeJudge(Protocol):
    """Looks ahead with the cube."""

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The chances of the side to move, before rolling, and what it has if it does not double
        now."""

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the cube is where the side to move has these chances."""


# What the cube is about -------------------------------------------------------------------------


class Wager(NamedTuple):
    """What a game is played for, as one seat sees it: the results and the cube."""

    stakes: Stakes
    seat: int = 0
    table: Scores | None = None
    """None: the usual one."""
    most: int = 3
    """What a game can count at most: games without backgammons, or gammons, have less."""

    @property
    def cube(self) -> Cube:
        """For the kernel."""
        return Cube(self._kernel_stakes(), self._holder())

    @property
    def worths(self) -> Worths:
        """By which plays are chosen where the cube is not asked.

        Gammons that do not count before the first double count half: it may come.
        """
        now, then = self._worths(self.stakes), self._worths(self._owned())
        return [(a + b) / 2 for a, b in zip(now, then, strict=True)]

    def _worths(self, stakes: Stakes, unit: Stakes | None = None) -> list[float]:
        worths = equity_worths(stakes, self.seat, self.table, unit)
        return [worths[min(kind, self.most - 1) + lost] for lost in (0, 3) for kind in range(3)]

    def _owned(self) -> Stakes:
        """The same value, after a double has been taken."""
        return self.stakes.doubled(owner=self.seat, value=self.stakes.value)

    def _holder(self) -> _kernel.Holder:
        if self.stakes.owner is None:
            return _kernel.Holder.nobody
        mine = self.stakes.owner == self.seat
        return _kernel.Holder.mine if mine else _kernel.Holder.theirs

    def _kernel_stakes(self) -> _kernel.CubeStakes:
        centred, stakes = self._worths(self.stakes), self.stakes
        if not stakes.cube or stakes.crawford or stakes.flat:
            return _kernel.CubeStakes(centred, [centred], False, [False], [False])
        if stakes.away is None:
            owned = self._worths(self._owned())
            return _kernel.CubeStakes(centred, [owned], True, [True], [True])
        values = [self._owned()]
        while not all(values[-1].is_dead(seat) for seat in (0, 1)):
            values.append(values[-1].doubled(owner=self.seat))
        owned_worths = [self._worths(value, unit=values[0]) for value in values]
        mine, theirs = (
            [not value.is_dead(seat) for value in values] for seat in (self.seat, 1 - self.seat)
        )
        return _kernel.CubeStakes(centred, owned_worths, False, mine, theirs)


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


def cube_verdict(
    judge: Evaluator, position: Position, wager: Wager, rolls: tuple[int, int] = (2, 2)
) -> CubeVerdict:
    """What the side to roll should do with the cube, and how to answer it.

    rolls: made so far by either seat; only the Holland rule asks.

    >>> from fullprime.engine import judge_for
    >>> from fullprime.variant import Variant
    >>> variant = Variant.load()
    >>> last_roll = variant.position("6:1 / 1:1")
    >>> verdict = cube_verdict(judge_for(variant), last_roll, Wager(Stakes()))
    >>> print(verdict.action, verdict.no_double, verdict.double_take)
    double, take 0.5 1.0
    """
    outcome, kept = outlook(judge, position, wager)
    stakes, cube = wager.stakes, wager.cube
    no_double = value_at(kept, cube.holder)
    forbidden = stakes.against_doubling(wager.seat, rolls)
    if forbidden or stakes.is_dead(wager.seat):
        return CubeVerdict(outcome, no_double, no_double, CASH, CubeAction.NO_DOUBLE, forbidden)
    taken = double_taken(judge, position, wager)
    beavers = stakes.animals > 0 and stakes.away is None and taken < 0
    if beavers:
        taken *= 2
    action = action_for(no_double, taken, beavers)
    return CubeVerdict(outcome, no_double, taken, CASH, action, None)


def double_taken(judge: Evaluator, position: Position, wager: Wager) -> float:
    """What the side to roll has then; both sides play otherwise with the cube turned."""
    cube = wager.cube
    return cube.stakes.taken(outlook(judge, position, wager, cube.taken)[1], cube.level)


def outlook(
    judge: Evaluator, position: Position, wager: Wager, cube: Cube | None = None
) -> tuple[Outcome, _kernel.CubeValues]:
    """As `CubeJudge`; judges that know nothing of the cube are asked for the chances alone.

    cube: that of the wager unless another is given, by which both sides choose their plays.
    """
    if isinstance(judge, CubeJudge):
        return judge.outlook(position, cube or wager.cube, wager.worths)
    [outcome] = judge.evaluate([position])
    return outcome, wager.cube.stakes.kept(outcome, _kernel.cube_life(position.raw))


def value_at(values: _kernel.CubeValues, holder: _kernel.Holder) -> float:
    """At the present value of the cube."""
    if holder == _kernel.Holder.nobody:
        return values.centred
    return (values.mine if holder == _kernel.Holder.mine else values.theirs)[0]


def seen_by_the_other(holder: _kernel.Holder) -> _kernel.Holder:
    """Who holds the cube, as the other side says it."""
    mine, theirs = _kernel.Holder.mine, _kernel.Holder.theirs
    return {mine: theirs, theirs: mine}.get(holder, holder)


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
