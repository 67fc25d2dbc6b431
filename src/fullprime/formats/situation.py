"""What ids say beside the checkers: whose turn it is, dice, and what the game is played for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.stakes_fields import LARGEST_CUBE, MOST_AWAY
from fullprime.position import HAND, OFF, Position
from fullprime.stakes import Stakes

CHECKERS: Final = 15
"""Of each side: the programs that made these ids know no other number."""
OWNERS: Final[dict[str | None, int | None]] = {None: None, "me": 0, "opponent": 1}


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Seen by the side on roll, like the position itself: seat 0 of the stakes.

    An offered double is the question before it: it is not taken yet, so the cube is as it was.
    """

    upper: bool = False
    """The side on roll sits at the top: the player 0 of GNU Backgammon, the O of an XGID."""
    dice: Roll | None = None
    stakes: Stakes = Stakes()
    match_length: int = 0
    """Where an id names it; ids without one get the shortest match in which both sides need what
    they need."""
    session: tuple[int, int] = (0, 0)
    """Points of both sides so far, for money."""

    @property
    def length(self) -> int:
        """Of the match; 0 for money."""
        return max(self.match_length, *self.stakes.away) if self.stakes.away else 0

    @property
    def score(self) -> tuple[int, int]:
        """Points of the side on roll and of the other."""
        if self.stakes.away is None:
            return self.session
        mine, theirs = self.stakes.away
        return self.length - mine, self.length - theirs

    @property
    def owner(self) -> Literal["me", "opponent"] | None:
        """Who owns the cube."""
        if self.stakes.owner is None:
            return None
        return "opponent" if self.stakes.owner else "me"


def read_situation(
    text: str,
    faults: list[Fault],
    *,
    upper: bool,
    dice: Roll | None,
    cube: int,
    owner: Literal["me", "opponent"] | None,
    length: int,
    score: tuple[int, int],
    crawford: bool,
    jacoby: bool = False,
    beavers: bool = False,
) -> Situation:
    """From the numbers of an id; raises with these faults and those that it finds."""
    mine, theirs = (length - points for points in score)
    faults = [*faults, *_faults(cube, length, score, crawford)]
    if faults:
        raise BadPosition(text, faults)
    stakes = Stakes(
        value=cube,
        owner=OWNERS[owner],
        turned=owner is not None,
        away=(mine, theirs) if length else None,
        crawford=crawford,
        jacoby=jacoby,
        animals=int(beavers),
    )
    session = (0, 0) if length else score
    return Situation(upper=upper, dice=dice, stakes=stakes, match_length=length, session=session)


def _faults(cube: int, length: int, score: tuple[int, int], crawford: bool) -> list[Fault]:
    found = []
    needed = [length - points for points in score]
    if cube > LARGEST_CUBE:
        found.append(Fault("id.cube", n=cube, most=LARGEST_CUBE))
    if length and min(needed) < 1:
        found.append(Fault("id.score", n=max(score), length=length))
    if length and max(needed) > MOST_AWAY:
        found.append(Fault("id.away", n=max(needed), most=MOST_AWAY))
    if crawford and not length:
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
    """Can these ids express it: none in hand, none pinned, and the usual number of checkers?"""
    rows = (position.mover, position.other)
    usual = all(sum(row) == CHECKERS and not row[HAND] for row in rows)
    return usual and not any(position.pinned)
