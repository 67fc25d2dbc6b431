"""What a game is played for: the cube, and the rules that turn an outcome into points.

Seats are 0 and 1. Stakes belong to one game; `match` works them out from the score and settings.

>>> Stakes().doubled(owner=1).points(2)
4
>>> Stakes(jacoby=True).points(2)
1
"""

from __future__ import annotations

from typing import Final

import msgspec

LARGEST_CUBE: Final = 4096
MOST_AWAY: Final = 64


class Stakes(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """The cube and the rules around it."""

    value: int = 1
    """What the cube shows; a centered cube at the start counts one."""
    owner: int | None = None
    """The seat that owns the cube; None while it is in the middle."""
    turned: bool = False
    """A double has been taken in this game (automatic doubles do not count)."""
    cube: bool = True
    """Is the cube in use at all?"""
    crawford: bool = False
    """This is the Crawford game: no doubling."""
    holland: bool = False
    """No doubling before both sides have rolled twice."""
    jacoby: bool = False
    """Gammons count only once a double has been taken."""
    animals: int = 0
    """How many immediate redoubles may follow an offer: 0 none, 1 beaver, 2 raccoon, and so on."""
    murphy: int | None = 0
    """How many ties of the opening throw double the cube; None: all of them."""
    flat: bool = False
    """Every game counts one, no matter what its value is."""
    away: tuple[int, int] | None = None
    """Points that each seat still needs in a match; None for money."""
    cube_limit: int | None = None
    """The highest value that the cube can show; None: it has none."""
    follows: tuple[str, ...] = ()
    """In a match, the games that come after this one, over and over, as a series names them, where
    what a point is worth depends on them. Empty: the default table says it."""

    def faults(self) -> list[str]:
        """What no game can be played for; empty if one can."""
        found = []
        if self.value.bit_count() != 1 or not 1 <= self.value <= LARGEST_CUBE:
            found.append(f"the cube shows {self.value}, expected 1, 2, 4 up to {LARGEST_CUBE}")
        if self.owner not in (None, 0, 1):
            found.append(f"seat {self.owner} owns the cube, expected 0 or 1")
        if self.away and not all(1 <= needed <= MOST_AWAY for needed in self.away):
            found.append("a side needs {} and {} points".format(*self.away))
        if self.animals < 0 or (self.murphy or 0) < 0:
            found.append("beavers and automatic doubles cannot be negative")
        if self.cube_limit is not None and not is_cube_limit(self.cube_limit):
            found.append(f"the cube limit is {self.cube_limit}, expected 2, 4 up to {LARGEST_CUBE}")
        elif not self.allows(self.value):
            found.append(f"the cube shows {self.value}, above its limit of {self.cube_limit}")
        return found

    def seen_by(self, seat: int) -> Stakes:
        """The same stakes with this seat as seat 0."""
        if not seat:
            return self
        owner = None if self.owner is None else 1 - self.owner
        away = None if self.away is None else (self.away[1], self.away[0])
        return msgspec.structs.replace(self, owner=owner, away=away)

    def doubled(self, owner: int | None, value: int | None = None) -> Stakes:
        """After a taken double (or, without an owner, an automatic one)."""
        return msgspec.structs.replace(
            self,
            value=value or self.value * 2,
            owner=owner,
            turned=self.turned or owner is not None,
        )

    def counted(self, multiple: int) -> int:
        """The multiple that counts now: a gammon may count as a single game."""
        return 1 if self.flat or (self.jacoby and not self.turned) else multiple

    def points(self, multiple: int) -> int:
        """What a single game (1), gammon (2) or backgammon (3) counts now."""
        return 1 if self.flat else self.value * self.counted(multiple)

    def drop_points(self, offer: int) -> int:
        """What refusing a cube at `offer` costs: the value before the last raise."""
        return 1 if self.flat else offer // 2

    def against_doubling(self, seat: int, rolls: tuple[int, int]) -> str | None:
        """The rule by which this seat may not double; None if it may."""
        if not self.cube:
            return "STD-CUBE-2"
        if self.crawford:
            return "OPT-CRAWFORD"
        if self.owner not in (None, seat):
            return "STD-CUBE-7"
        if not self.allows(self.value * 2):
            return "OPT-LIMIT"
        if self.holland and min(rolls) < 2:
            return "OPT-HOLLAND"
        return None

    def allows(self, value: int) -> bool:
        """Can the cube show this value?"""
        return self.cube_limit is None or value <= self.cube_limit

    def is_dead(self, seat: int) -> bool:
        """Can this seat gain nothing by doubling? The cube is at its limit, or what it shows wins
        the match."""
        if not self.allows(self.value * 2):
            return True
        return self.away is not None and self.value >= self.away[seat]

    @property
    def beavers(self) -> bool:
        """May the first offer of a double be raised at once, in a game for money?"""
        return self.animals > 0 and self.away is None and self.allows(self.value * 4)


def is_cube_limit(value: int) -> bool:
    """Can players agree on it as the highest value of the cube?"""
    return 2 <= value <= LARGEST_CUBE and value.bit_count() == 1
