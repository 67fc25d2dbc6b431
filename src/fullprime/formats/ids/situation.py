"""What ids say beside the checkers: whose turn it is, dice, and what the game is played for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.stakes_fields import LARGEST_CUBE, MOST_AWAY
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.stakes import Stakes

CHECKERS: Final = 15
"""Of each side: the programs that made these ids know no other number."""
LARGEST_CUBE_TURNED: Final = 10
"""How often the cube can be turned where an id does not say it."""
MOST_POINTS: Final = 32767
"""That an id can count for money; a session with more, or less than none, starts at 0-0."""
OWNERS: Final[dict[str | None, int | None]] = {None: None, "me": 0, "opponent": 1}


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Seen by the side on roll, like the position itself: seat 0 of the stakes.

    An offered double is the question before it: it is not taken yet, so the cube is as it was, and
    the side on roll is the one that doubles. That it is on the table is kept for the ids.
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
    offered: int = 0
    """What waits for its answer: 1 a double, 2 a beaver, 3 a raccoon; 0 nothing."""
    resigning: int = 0
    """The multiple offered by a resignation that waits for its answer; 0: none."""
    cube_limit: int = LARGEST_CUBE_TURNED
    """How often the cube can be turned at most, where an id says it."""

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
    offered: int = 0,
    resigning: int = 0,
    cube_limit: int = LARGEST_CUBE_TURNED,
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
    countable = not length and all(0 <= points <= MOST_POINTS for points in score)
    return Situation(
        upper=upper,
        dice=dice,
        stakes=stakes,
        match_length=length,
        session=score if countable else (0, 0),
        offered=offered,
        resigning=resigning,
        cube_limit=cube_limit,
    )


def _faults(cube: int, length: int, score: tuple[int, int], crawford: bool) -> list[Fault]:
    found = []
    needed = [length - points for points in score]
    if cube.bit_count() != 1:
        found.append(Fault("stakes.cube", n=cube))
    elif cube > LARGEST_CUBE:
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


def meets(position: Position) -> bool:
    """Does it also fit on one board, on which the sides move against each other and no point has
    checkers of both?"""
    mover, other = position.mover, position.other
    return fits(position) and not any(mover[p] and other[BAR - p] for p in range(1, BAR))


def signed(position: Position) -> list[int]:
    """The board as one row, seen by the mover: the bar of the other, points 1 to 24, the own bar;
    the other side counts below zero."""
    mover, other = position.mover, position.other
    points = (mover[place] - other[BAR - place] for place in range(1, BAR))
    return [-other[BAR], *points, mover[BAR]]


def from_signed(text: str, board: Sequence[int]) -> Position:
    """The position of such a row; a bar that holds a checker of the wrong side is refused."""
    if board[0] > 0 or board[BAR] < 0:
        raise BadPosition(text, [Fault("id.other_bar")])
    mover, other = [0] * PLACES, [0] * PLACES
    for place in range(1, BAR + 1):
        mover[place] = max(0, board[place])
        other[place] = max(0, -board[BAR - place])
    return with_off(text, mover, other)
