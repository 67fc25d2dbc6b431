"""What a game is played for, as one side sees it: the results, and the cube as the kernel knows it.

Equities are in the unit in which players compare: a single game won at the present value of the
cube counts 1 and one lost -1, for money and at every score.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.engine.result_values import Worths, equity_worths
from fullprime.match_equity import Scores
from fullprime.stakes import Stakes

MOST_LEVELS: Final = 8
"""Values of a cube that the kernel knows one by one."""
Life = tuple[float, float]
"""How live the cube is, from 0 to 1, in the hands of the side to roll and of the other."""


class Cube(NamedTuple):
    """The doubling cube as one side sees it; `Wager.cube` makes it."""

    stakes: _kernel.CubeStakes
    holder: _kernel.Holder
    level: int = 0
    """So many values above the first in the stakes; for money there is one."""
    wager: Wager | None = None
    """What all this follows from, for evaluators that know more than the kernel's stakes say."""

    @property
    def kernel(self) -> tuple[_kernel.CubeStakes, _kernel.Holder, int]:
        """As the kernel takes it."""
        return self.stakes, self.holder, self.level

    @property
    def taken(self) -> Cube:
        """After a double that the other side has taken."""
        higher = self.level if self.stakes.money else self.level + 1
        return self._replace(holder=_kernel.Holder.theirs, level=higher)

    def flipped(self) -> Cube:
        """As the other side sees it."""
        wager = self.wager and self.wager._replace(seat=1 - self.wager.seat)
        return Cube(self.stakes.flipped(), seen_by_the_other(self.holder), self.level, wager)


class Wager(NamedTuple):
    """Stakes as one seat sees them."""

    stakes: Stakes
    seat: int = 0
    table: Scores | None = None
    """None: the default match equity table."""
    most: int = 3
    """What a game can count at most: games without backgammons, or gammons, have less."""

    @property
    def cube(self) -> Cube:
        """For the kernel."""
        return self._views()[0]

    @property
    def worths(self) -> Worths:
        """Values by which plays are chosen without the cube.

        Gammons that do not count before the first double count half: it may come.
        """
        return self._views()[1]

    def _views(self) -> tuple[Cube, Worths]:
        return _known_views(self) if self.table is None else self._new_views()

    def _new_views(self) -> tuple[Cube, Worths]:
        now, then = self._worths(self.stakes), self._worths(self._owned())
        worths = [(a + b) / 2 for a, b in zip(now, then, strict=True)]
        return Cube(self._kernel_stakes(), self._holder(), wager=self), tuple(worths)

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

    def _stops_soon(self) -> bool:
        """Is the highest cube so near that equities for money show it?"""
        return not self.stakes.allows(self.stakes.value << MOST_LEVELS)

    def _kernel_stakes(self) -> _kernel.CubeStakes:
        centred, stakes = self._worths(self.stakes), self.stakes
        if not stakes.cube or stakes.crawford or stakes.flat:
            return _kernel.CubeStakes(centred, [centred], False, [False], [False])
        if stakes.away is None and not self._stops_soon():
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


@lru_cache(256)
def _known_views(wager: Wager) -> tuple[Cube, Worths]:
    """By the default table, which does not change: the same stakes come again and again."""
    return wager._new_views()


def value_at(values: _kernel.CubeValues, holder: _kernel.Holder, level: int = 0) -> float:
    """With the cube there; its present value has level 0."""
    if holder == _kernel.Holder.nobody:
        return values.centred
    return (values.mine if holder == _kernel.Holder.mine else values.theirs)[level]


def seen_by_the_other(holder: _kernel.Holder) -> _kernel.Holder:
    """Who holds the cube, in the words of the other side."""
    mine, theirs = _kernel.Holder.mine, _kernel.Holder.theirs
    return {mine: theirs, theirs: mine}.get(holder, holder)
