"""Where things lie on a drawn board. Text and SVG share it, so both show the same board.

A board is drawn for one seat: its home is at the bottom, on the right or, mirrored, on the left;
the points bear that seat's own numbers. Which of the two is a matter of taste (STD-BOARD-3).

>>> backgammon = Variant.load("backgammon")
>>> scene(backgammon.start_position, backgammon).stacks[24]
Stack(seat=0, checkers=2, prisoners=0)
"""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from fullprime.dice import Roll
from fullprime.play import place_name
from fullprime.position import BAR, HAND, OFF, Position
from fullprime.variant import Variant


class Stack(NamedTuple):
    """The checkers of one seat on a point, and how many of the enemy lie pinned under them."""

    seat: int
    checkers: int
    prisoners: int = 0


class Scene(NamedTuple):
    """The checkers as one seat sees them."""

    seat: int
    stacks: dict[int, Stack]
    """By the viewing seat's points; empty points are left out."""
    rows: tuple[tuple[int, ...], tuple[int, ...]]
    """The counts of seat 0 and of seat 1, each by its own places."""
    pips: tuple[int, int]

    def facts(self, seat: int) -> list[str]:
        """How far a seat has got, in words."""
        waiting = (("off", self.rows[seat][OFF]), ("hand", self.rows[seat][HAND]))
        return [f"{self.pips[seat]} pips", *(f"{word} {n}" for word, n in waiting if n)]

    def listed(self, seat: int) -> str:
        """The checkers of a seat on the board, by its own points."""
        row = self.rows[seat]
        places = (HAND, *range(BAR, OFF, -1))
        return " ".join(f"{place_name(place)}:{row[place]}" for place in places if row[place])


def scene(position: Position, variant: Variant, *, turn: int = 0, seat: int = 0) -> Scene:
    """What `seat` sees of a position in which `turn` is to move."""
    seen = position if turn == seat else position.flipped()
    pinned, _ = seen.pinned
    stacks: dict[int, Stack] = {}
    for point in range(1, 25):
        own, enemy = seen.mover[point], seen.other[variant.across(point)]
        if own and point not in pinned:
            stacks[point] = Stack(seat, own, enemy)
        elif enemy:
            stacks[point] = Stack(1 - seat, enemy, own)
    rows, pips = (seen.mover, seen.other), seen.pips
    return Scene(seat, stacks, rows[::-1] if seat else rows, pips[::-1] if seat else pips)


def columns(home_left: bool = False) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the upper and of the lower row, from left to right; the bar is in the middle.

    >>> columns()[1]
    (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """
    upper, lower = tuple(range(13, 25)), tuple(range(12, 0, -1))
    return (upper[::-1], lower[::-1]) if home_left else (upper, lower)


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


def plain(text: str) -> str:
    """The text without what would move a cursor or break a file: names may come from anywhere."""
    return "".join(char if char.isprintable() else "?" for char in text)


def fit(text: str, width: int) -> str:
    """The text cut to that many columns, with a dot where something is missing."""
    if cell_len(text) <= width:
        return text
    return chop_cells(text, width - 1)[0] + "." if width > 1 else set_cell_size(text, width)
