"""What ids tell beside the checkers: whose turn it is, dice, cube and score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.stakes_fields import LARGEST_CUBE, MOST_AWAY, StakesFields
from fullprime.position import HAND, OFF, Position

CHECKERS: Final = 15
"""Of each side: the programs that made these ids know no other number."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Seen by the side on roll, like the position itself.

    An offered double is the question before it: nobody has taken, so the cube is still as it was.
    """

    upper: bool = False
    """The side on roll sits at the top: the player 0 of GNU Backgammon, the O of an XGID."""
    dice: Roll | None = None
    cube: int = 1
    owner: Literal["me", "opponent"] | None = None
    length: int = 0
    """Of the match; 0 for money."""
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False

    @staticmethod
    def of(stakes: StakesFields, dice: Roll | None = None, upper: bool = False) -> Situation:
        """The shortest match in which both sides need what they need."""
        mine, theirs = stakes.away or (0, 0)
        length = max(mine, theirs)
        return Situation(
            upper=upper,
            dice=dice,
            cube=stakes.cube,
            owner=stakes.owner,
            length=length,
            score=(length - mine, length - theirs),
            crawford=stakes.crawford,
            jacoby=stakes.jacoby,
            beavers=stakes.beavers > 0,
        )

    @property
    def stakes(self) -> StakesFields:
        """What the game is played for."""
        mine, theirs = (self.length - points for points in self.score)
        return StakesFields(
            cube=self.cube,
            owner=self.owner,
            away=(mine, theirs) if self.length else None,
            crawford=self.crawford,
            jacoby=self.jacoby,
            beavers=int(self.beavers),
        )

    def faults(self) -> list[Fault]:
        """Why no game can be in it."""
        found = []
        needed = [self.length - points for points in self.score]
        if self.cube > LARGEST_CUBE:
            found.append(Fault("id.cube", n=self.cube, most=LARGEST_CUBE))
        if self.length and min(needed) < 1:
            most = max(self.score)
            found.append(Fault("id.score", n=most, length=self.length))
        if self.length and max(needed) > MOST_AWAY:
            found.append(Fault("id.away", n=max(needed), most=MOST_AWAY))
        if self.crawford and not self.length:
            found.append(Fault("id.crawford"))
        return found


def with_off(text: str, mover: Sequence[int], other: Sequence[int]) -> Position:
    """The position of an id that does not count what has been borne off."""
    faults = [
        Fault("id.checkers", side=Fault(side), n=sum(row), most=CHECKERS)
        for row, side in ((mover, "side.mover"), (other, "side.other"))
        if sum(row) > CHECKERS
    ]
    if faults:
        raise BadPosition(text, faults)
    first, second = ([CHECKERS - sum(row), *row[OFF + 1 :]] for row in (mover, other))
    return Position.of(first, second)


def fits(position: Position) -> bool:
    """Can these ids say it: nobody in hand, nobody pinned, and the usual number of checkers?"""
    rows = (position.mover, position.other)
    usual = all(sum(row) == CHECKERS and not row[HAND] for row in rows)
    return usual and not any(position.pinned)
