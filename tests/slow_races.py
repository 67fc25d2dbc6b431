"""Races outside of home once more, slowly: what each side needs by itself."""

from __future__ import annotations

from functools import cache

from engine.test_search import BACKGAMMON, IN_ORDER
from fullprime import Position, Roll, _kernel, legal_plays
from fullprime.engine import Outcome

Row = tuple[int, ...]
"""The checkers of a side by point, from none on point 0."""

SURE = 36**3
LONGEST = 48


class SlowRaces:
    """As `kernel/races.h` says, out of the public parts."""

    def __init__(self, table: _kernel.Bearoff) -> None:
        self.table = table
        self.needs = cache(self._needs)

    def judged(self, after: Position, by_net: Outcome) -> Outcome:
        """Of the side that has just played; how many are gammons is left to the net."""
        mine, theirs = ((0, *row[1:25]) for row in (after.mover, after.other))
        my_needs, their_needs = self.needs(mine), self.needs(theirs)
        lose = sum(
            (their_needs[n] - their_needs[n - 1]) * (SURE - my_needs[n - 1])
            for n in range(1, LONGEST)
        ) / float(SURE**2)
        return Outcome(*shared(1 - lose, by_net[:3]), *shared(lose, by_net[3:]))

    def _needs(self, row: Row) -> list[int]:
        """The chances to be off within 0, 1, 2 ... rolls, of 36^3."""
        if not way(row):
            known = self.table.rolls(row[1:7])
            return known + [SURE] * (LONGEST - len(known))
        total = [0] * LONGEST
        for roll in IN_ORDER:
            later = [0, *self.needs(self.played(row, roll))]
            total = [t + roll.weight * n for t, n in zip(total, later, strict=False)]
        return [(t + 18) // 36 for t in total]

    def played(self, row: Row, roll: Roll) -> Row:
        text = " ".join(f"{point}:{count}" for point, count in enumerate(row) if count)
        plays = legal_plays(BACKGAMMON, Position.parse(f"{text} / 1:1"), roll)
        after = [(0, *play.position.mover[1:25]) for play in plays]
        return min(after, key=self.seems_to_need)

    def seems_to_need(self, row: Row) -> tuple[int, int]:
        outside = sum(row[7:])
        at_home = (*row[1:6], row[6] + outside)
        rolls = sum(SURE - chance for chance in self.table.rolls(at_home))
        return outside, 49 * rolls + 6 * SURE * way(row)


def way(row: Row) -> int:
    """Pips to the home."""
    return sum(max(0, point - 6) * count for point, count in enumerate(row))


def shared(whole: float, chances: tuple[float, ...]) -> list[float]:
    return [chance * (whole / sum(chances)) for chance in chances]
