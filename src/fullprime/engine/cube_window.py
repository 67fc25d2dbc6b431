"""The market: from which chance on one side doubles, takes, cashes or plays on for more.

The chance to win moves and the shares of gammons and backgammons among wins and losses stay what
they are in the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.engine.cube import CASH
from fullprime.engine.outcome import Outcome
from fullprime.engine.wager import Life, Wager, value_at
from fullprime.position import Position

HALVINGS: Final = 40


class CubePoints(NamedTuple):
    """Chances to win of the side to roll; None where there is no such point."""

    double: float | None
    """From here on it doubles."""
    cash: float | None
    """From here on the other side drops: his take point is what is left."""
    too_good: float | None
    """From here on playing for a gammon is better than the cash."""


class CubeWindow(NamedTuple):
    """The points of a cube that is never turned again (dead), that is turned at the right moment
    (live), and of one that is as live as in this kind of position (effective)."""

    dead: CubePoints
    live: CubePoints
    effective: CubePoints
    gammon_values: tuple[float, float]
    """What a gammon is worth more than a single game, won and lost, as a part of what lies between
    a single game won and lost; for money a half."""


def cube_window(
    outcome: Outcome, position: Position, wager: Wager, life: Life | None = None
) -> CubeWindow | None:
    """Of a position; None where the side to roll has no use for the cube.

    life: how live the cube is, where more is known of it than the kind of position.
    """
    stakes = wager.stakes
    if stakes.against_doubling(wager.seat, (2, 2)) or stakes.is_dead(wager.seat):
        return None
    usual = _kernel.cube_life(position.raw)
    lives = ((0.0, 0.0), (1.0, 1.0), life or (usual, usual))
    dead, live, effective = (_points(outcome, wager, each) for each in lives)
    return CubeWindow(dead, live, effective, gammon_values(wager))


def gammon_values(wager: Wager) -> tuple[float, float]:
    """For the side that looks and for the other, as the cube stands: none where gammons count only
    once it is turned."""
    won, gammon, _, lost, lost_gammon, _ = wager.cube.stakes.centred
    return (gammon - won) / (won - lost), (lost - lost_gammon) / (won - lost)


def _points(outcome: Outcome, wager: Wager, life: Life) -> CubePoints:
    cube = wager.cube

    def doubling(win: float) -> tuple[float, float]:
        kept = cube.stakes.kept(_at(outcome, win), *life)
        return value_at(kept, cube.holder), cube.stakes.taken(kept, 0)

    cash = _first(lambda win: doubling(win)[1] >= CASH)
    double = _first(lambda win: doubling(win)[1] >= doubling(win)[0], most=cash or 1.0)
    too_good = _first(lambda win: doubling(win)[0] > CASH, least=cash or 0.0)
    return CubePoints(double if double is not None else cash, cash, too_good)


def _at(outcome: Outcome, win: float) -> Outcome:
    """The same shares of gammons with another chance to win."""
    won, lost = outcome.win, 1.0 - outcome.win
    if not won or not lost:
        return Outcome.of(win)
    up, down = win / won, (1.0 - win) / lost
    return Outcome(*(up * chance for chance in outcome[:3]), *(down * c for c in outcome[3:]))


def _first(holds: Callable[[float], bool], least: float = 0.0, most: float = 1.0) -> float | None:
    """The smallest chance from which on it holds; None: it never does."""
    if not holds(most):
        return None
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        if holds(middle):
            most = middle
        else:
            least = middle
    return most
