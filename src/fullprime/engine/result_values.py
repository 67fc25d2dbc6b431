"""What results are worth: points for money, chances to win the match at a score.

Worths are compared with worths of the same seat only; `equity_worths` has them in the unit in which
players compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from fullprime.match_equity import Scores
from fullprime.series_equity import equity_after, table_for
from fullprime.stakes import Stakes
from fullprime.summation import dot

Worths = Sequence[float]
"""The value of each of the six results to a side, in the order of an `Outcome`."""

Six = tuple[float, float, float, float, float, float]

MONEY: Final[Six] = (1.0, 2.0, 3.0, -1.0, -2.0, -3.0)

UNFELT: Final = 1e-12
"""Chances to win the match that differ by less cannot be distinguished from rounding."""


def worth(chances: Sequence[float], stakes: Stakes, seat: int) -> float:
    """The average worth of the results, each at its chance, when the cube stays where it is."""
    return average(chances, result_worths(stakes, seat))


def average(chances: Sequence[float], values: Sequence[float]) -> float:
    """The mean of six values, each at its chance."""
    return dot(chances, values)


def result_worths(stakes: Stakes, seat: int, table: Scores | None = None) -> list[float]:
    """The worth of each result, in the order of an outcome."""
    points = [stakes.points(multiple) for multiple in (1, 2, 3)]
    results = (*points, *(-lost for lost in points))
    return [worth_of(won, stakes, seat, table) for won in results]


def equity_worths(
    stakes: Stakes,
    seat: int = 0,
    table: Scores | None = None,
    unit: Stakes | None = None,
) -> list[float]:
    """The same in the unit in which players compare plays.

    A single game won counts 1 and one lost -1 at any value of the cube: for money that is points at
    a cube of one, and at a match score everything else is in proportion. Where the match is as good
    as decided, so that no game is felt, the points count as for money.

    unit: stakes at which a single game is to count one; these if there are none.

    >>> equity_worths(Stakes(jacoby=True))
    [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]
    >>> equity_worths(Stakes(value=2, owner=0, turned=True, away=(2, 5)))[:3]
    [1.0, 1.0, 1.0]
    """
    unit = unit or stakes
    win, loss = single_game(unit, seat, table)
    if win - loss < UNFELT:
        money = (msgspec.structs.replace(each, away=None) for each in (stakes, unit))
        return equity_worths(next(money), seat, unit=next(money))
    worths = result_worths(stakes, seat, table)
    return [1.0 + 2.0 * (worth - win) / (win - loss) for worth in worths]


def single_game(stakes: Stakes, seat: int, table: Scores | None = None) -> tuple[float, float]:
    """The worth of winning and of losing one, as the cube stands."""
    points = stakes.points(1)
    return worth_of(points, stakes, seat, table), worth_of(-points, stakes, seat, table)


def worth_of(points: int, stakes: Stakes, seat: int, table: Scores | None = None) -> float:
    """The worth of winning (negative: losing) so many points in this game."""
    if stakes.away is None:
        return float(points)
    mine, theirs = stakes.away[seat], stakes.away[1 - seat]
    if table is None and (series := equity_after(stakes)):
        return series.chance(mine - max(0, points), theirs + min(0, points), won_last=points > 0)
    after_crawford = 1 in (mine, theirs)  # this is the Crawford game, or it was before
    table = table or table_for(stakes)
    return table.chance(mine - max(0, points), theirs + min(0, points), after_crawford)


def worth_of_equity(equity: float, stakes: Stakes, seat: int, table: Scores | None = None) -> float:
    """Back from the unit in which players compare."""
    win, loss = single_game(stakes, seat, table)
    return loss + (equity + 1.0) / 2.0 * (win - loss)


def worths_of_the_other(worths: Worths) -> Six:
    """What is good for one side is bad for the other."""
    won, gammon, backgammon, lost, gammoned, backgammoned = worths
    return -lost, -gammoned, -backgammoned, -won, -gammon, -backgammon
