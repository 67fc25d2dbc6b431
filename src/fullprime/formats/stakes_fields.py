"""What a game is played for, as JSON has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from fullprime.errors import BadStakes, Fault
from fullprime.stakes import LARGEST_CUBE, MOST_AWAY, Stakes, is_cube_limit

__all__ = ["LARGEST_CUBE", "MOST_AWAY", "StakesFields"]
MOST_BEAVERS: Final = 2

Away = Annotated[int, Meta(ge=1, le=MOST_AWAY)]


class StakesFields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the game is played for, seen by the side on roll."""

    cube: Annotated[int, Meta(ge=1, le=LARGEST_CUBE)] = 1
    owner: Literal["me", "opponent"] | None = None
    away: tuple[Away, Away] | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: Annotated[int, Meta(ge=0)] = 0
    holland: bool = False
    cube_limit: int | msgspec.UnsetType = msgspec.UNSET
    """The highest value of the cube; left out where it has none."""

    @staticmethod
    def of(stakes: Stakes, seat: int) -> StakesFields:
        """The stakes as this seat sees them, who is on roll."""
        owner: Literal["me", "opponent"] = "me" if stakes.owner == seat else "opponent"
        away = stakes.away
        return StakesFields(
            cube=stakes.value,
            owner=None if stakes.owner is None else owner,
            away=(away[seat], away[1 - seat]) if away else None,
            crawford=stakes.crawford,
            jacoby=stakes.jacoby,
            beavers=stakes.animals,
            holland=stakes.holland,
            cube_limit=msgspec.UNSET if stakes.cube_limit is None else stakes.cube_limit,
        )

    def stakes(self, house_rules: bool = False) -> Stakes:
        """The side on roll has seat 0. House rules allow what does not belong together."""
        faults = [*self._cube_faults(), *(() if house_rules else self._rule_faults())]
        if faults:
            raise BadStakes(faults)
        return Stakes(
            value=self.cube,
            owner={"me": 0, "opponent": 1}.get(self.owner or ""),
            turned=self.owner is not None,
            crawford=self.crawford,
            jacoby=self.jacoby,
            animals=self.beavers,
            holland=self.holland,
            away=self.away,
            cube_limit=self.cube_limit or None,
        )

    def _cube_faults(self) -> Iterator[Fault]:
        if self.cube.bit_count() != 1:
            yield Fault("stakes.cube", n=self.cube)
        elif self.owner and self.cube == 1:
            yield Fault("stakes.owned", n=self.cube)
        if self.cube_limit is msgspec.UNSET:
            return
        if not is_cube_limit(self.cube_limit):
            yield Fault("stakes.cube_limit", n=self.cube_limit)
        elif self.cube > self.cube_limit:
            yield Fault("stakes.limit", n=self.cube, most=self.cube_limit)

    def _rule_faults(self) -> Iterator[Fault]:
        if self.beavers > MOST_BEAVERS:
            yield Fault("stakes.beavers", n=self.beavers, most=MOST_BEAVERS)
        for name in ("jacoby", "beavers"):
            if getattr(self, name) and self.away:
                yield Fault("stakes.money", rule=Fault(f"term.{name}"))
        for name in ("crawford", "holland"):
            if getattr(self, name) and not self.away:
                yield Fault("stakes.match", rule=Fault(f"term.{name}"))
        if self.crawford and self.away and 1 not in self.away:
            yield Fault("stakes.crawford", a=self.away[0], b=self.away[1])
