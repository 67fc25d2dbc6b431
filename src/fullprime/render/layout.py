"""Where things lie on a drawn board. Text and SVG share it, so both show the same board.

A board is drawn for one seat: its home is at the bottom, on the right or, mirrored, on the left;
the points bear that seat's own numbers. Which of the two is a matter of taste (STD-BOARD-3).
Where the enemy comes in and leaves follows from their path.

>>> variant = Variant.load()
>>> scene(variant.start_position, variant).stacks[24]
(Group(seat=0, checkers=2),)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from rich.cells import cell_len, chop_cells, set_cell_size

from fullprime.dice import Roll
from fullprime.play import place_name
from fullprime.position import BAR, HAND, OFF, RING, Position
from fullprime.variant import Variant

_T = TypeVar("_T")

SPOTS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
"""Where the spots of a die lie, from its middle."""


class Group(NamedTuple):
    """Checkers of one seat in one place."""

    seat: int
    checkers: int


Stack = tuple[Group, ...]
"""What stands in one place, from the rim inwards: prisoners before those who hold them."""


class Corner(NamedTuple):
    """The quarter of the board beside which something lies."""

    upper: bool
    home: bool
    """On the side of the viewer's home, or across from it."""


class Tray(NamedTuple):
    """Checkers beside the board; the viewer's come first."""

    place: int
    """OFF or HAND."""
    groups: Stack

    @property
    def name(self) -> str:
        """How players call it."""
        return "hand" if self.place == HAND else "off"


class Scene(NamedTuple):
    """The checkers as one seat sees them."""

    seat: int
    ring: bool
    """Is the board a ring of cells, or two rows of points?"""
    stacks: dict[int, Stack]
    """By the viewing seat's points; empty points are left out."""
    rows: tuple[tuple[int, ...], tuple[int, ...]]
    """The counts of seat 0 and of seat 1, each by its own places."""
    pinned: tuple[frozenset[int], frozenset[int]]
    """The points on which seat 0, on which seat 1 lies under an enemy, each by its own count."""
    pips: tuple[int, int]
    enters: tuple[int, int]
    """The viewer's points on which the paths of seat 0 and of seat 1 begin."""
    leaves: tuple[int, int]
    """And on which they end."""
    has_bar: bool
    has_hand: bool

    @property
    def seats(self) -> tuple[int, int]:
        """The viewer and the enemy."""
        return self.seat, 1 - self.seat

    def facts(self, seat: int) -> list[str]:
        """How far a seat has got, in words."""
        waiting = (("off", self.rows[seat][OFF]), ("hand", self.rows[seat][HAND]))
        return [f"{self.pips[seat]} pips", *(f"{word} {n}" for word, n in waiting if n)]

    def listed(self, seat: int) -> str:
        """The checkers of a seat on the board, by its own points, as position texts write them."""
        row, pinned = self.rows[seat], self.pinned[seat]
        return " ".join(
            f"{place_name(place)}{'p' if place in pinned else ''}:{row[place]}"
            for place in (HAND, *range(BAR, OFF, -1))
            if row[place]
        )

    def bar(self, upper: bool) -> Stack:
        """A checker on the bar lies in the half in which it comes in."""
        seats = [seat for seat in self.seats if corner(self.enters[seat]).upper == upper]
        return self._waiting(BAR, seats)

    def trays(self) -> dict[Corner, Tray]:
        """What lies beside a board of points: checkers borne off, and those still in hand."""
        places = {OFF: [corner(point) for point in self.leaves]}
        if self.has_hand:
            places[HAND] = [self.hand(seat) for seat in (0, 1)]
        return {
            where: Tray(place, self._waiting(place, [s for s in self.seats if corners[s] == where]))
            for place, corners in places.items()
            for where in sorted(corners, reverse=True)
        }

    def hand(self, seat: int) -> Corner:
        """Beside the points where it comes in, but never among checkers that are borne off."""
        where = corner(self.enters[seat])
        taken = where in map(corner, self.leaves)
        return Corner(upper=seat != self.seat, home=False) if taken else where

    def _waiting(self, place: int, seats: Sequence[int]) -> Stack:
        return tuple(Group(seat, self.rows[seat][place]) for seat in seats)


def scene(position: Position, variant: Variant, *, turn: int = 0, seat: int = 0) -> Scene:
    """What `seat` sees of a position in which `turn` is to move."""
    seen = position if turn == seat else position.flipped()
    ring = variant.geometry == "ring16"
    points = RING if ring else 24
    stacks = {point: _stack(seen, variant, seat, point) for point in range(1, points + 1)}
    on_bar, in_hand = (seen.mover[place] + seen.other[place] for place in (BAR, HAND))
    return Scene(
        seat,
        ring,
        {point: stack for point, stack in stacks.items() if stack},
        _by_seat(seat, seen.mover, seen.other),
        _by_seat(seat, *seen.pinned),
        _by_seat(seat, *seen.pips),
        enters=_by_seat(seat, points, variant.across(points)),
        leaves=_by_seat(seat, 1, variant.across(1)),
        has_bar=variant.landing == "hit" or on_bar > 0,
        has_hand=variant.start_position.mover[HAND] + in_hand > 0,
    )


def _stack(seen: Position, variant: Variant, seat: int, point: int) -> Stack:
    there = variant.across(point)
    groups = [Group(seat, seen.mover[point]), Group(1 - seat, seen.other[there])]
    if there in seen.pinned[1]:
        groups.reverse()
    return tuple(group for group in groups if group.checkers)


def _by_seat(seat: int, viewer: _T, enemy: _T) -> tuple[_T, _T]:
    return (enemy, viewer) if seat else (viewer, enemy)


def corner(point: int) -> Corner:
    """The quarter in which the viewer's point lies.

    >>> corner(1)
    Corner(upper=False, home=True)
    """
    return Corner(upper=point > 12, home=not 6 < point < 19)


def columns(home_left: bool = False) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the upper and of the lower row, from left to right; the bar is in the middle.

    >>> columns()[1]
    (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """
    upper, lower = tuple(range(13, 25)), tuple(range(12, 0, -1))
    return (upper[::-1], lower[::-1]) if home_left else (upper, lower)


def ring_rows(home_left: bool = False) -> tuple[tuple[int, int], ...]:
    """The left and the right cell of each row of a ring, from the top.

    The path runs up one side and down the other: the start is at the bottom on the right, or,
    mirrored, on the left.

    >>> ring_rows()[0], ring_rows()[-1]
    ((8, 9), (1, 16))
    """
    half = RING // 2
    rows = tuple((half - row, half + 1 + row) for row in range(half))
    return tuple((right, left) for left, right in rows) if home_left else rows


def cube_face(value: int) -> str:
    """What lies on top: a cube at one shows its 64; where the digits end, powers of two go on.

    >>> cube_face(1), cube_face(2), cube_face(2**14)
    ('64', '2', '2^14')
    """
    if value == 1:
        return "64"
    return str(value) if value < 10_000 else f"2^{value.bit_length() - 1}"


def offered(animals: int) -> str:
    """What an offer is called after so many animals: the double, the beaver, the raccoon.

    >>> offered(0), offered(1), offered(2)
    ('double', 'beaver', 'raccoon')
    """
    if animals == 0:
        return "double"
    return "beaver" if animals % 2 else "raccoon"


def larger_first(roll: Roll) -> tuple[int, int]:
    """The dice in the order in which players name them."""
    return max(roll), min(roll)


def fit(text: str, width: int) -> str:
    """The text cut to that many columns, with a dot where something is missing."""
    if cell_len(text) <= width:
        return text
    return chop_cells(text, width - 1)[0] + "." if width > 1 else set_cell_size(text, width)
