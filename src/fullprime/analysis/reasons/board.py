"""What can be read from a board without rolling: points, primes, stacks, checkers out of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fullprime.position import BAR, OFF, START, Position

Row = Sequence[int]
"""Counts of a side by place: off, points 1 to 24, bar, hand."""

HOME: Final = range(1, 7)
PRIME: Final = range(2, 13)
"""Where a prime holds somebody."""
LONG_PRIME: Final = 4
BIG_STACK: Final = 5


def is_point(row: Row, point: int) -> bool:
    """Two checkers or more."""
    return row[point] >= 2


def home_points(row: Row) -> int:
    """Own points in the home board."""
    return sum(is_point(row, point) for point in HOME)


def blots(row: Row) -> list[int]:
    """Points with a single checker."""
    return [point for point in range(1, BAR) if row[point] == 1]


def prime_with(row: Row, point: int) -> range:
    """The run of own points in the area of primes that has this one; empty if it is none."""
    if point not in PRIME or not is_point(row, point):
        return range(0)
    first = last = point
    while first - 1 in PRIME and is_point(row, first - 1):
        first -= 1
    while last + 1 in PRIME and is_point(row, last + 1):
        last += 1
    return range(first, last + 1)


def longest_prime(row: Row) -> int:
    """Points in a row, where a prime holds somebody."""
    return max(len(prime_with(row, point)) for point in PRIME)


def trapped(other: Row, prime: range) -> int:
    """Opposing checkers that still have to pass it, of contrary paths."""
    return other[BAR] + sum(other[BAR - point] for point in range(1, prime.start))


def out_of_play(row: Row) -> int:
    """Checkers that are too deep to be of use: on 1, beyond two on 2, beyond three on 3."""
    return row[1] + max(0, row[2] - 2) + max(0, row[3] - 3)


def biggest_stack(row: Row) -> tuple[int, int]:
    """Checkers, and the point that they stand on; of equals, the one farthest from home."""
    return max((row[point], point) for point in range(1, BAR))


def all_home(row: Row, home: int = 6) -> bool:
    """Is everybody ready to bear off?"""
    return not any(row[home + 1 :])


def crossovers(row: Row) -> int:
    """Quarters of the board that checkers still have to leave."""
    return sum(-(-place // 6) * row[place] for place in range(1, BAR + 1))


def pips(row: Row) -> int:
    """How far a side still has to go."""
    return sum(place * row[place] for place in range(1, BAR + 1))


def is_open(other: Row, point: int) -> bool:
    """May a checker stand on this own point, by the other's checkers (contrary paths)?"""
    return 1 <= point <= START and other[BAR - point] < 2


def moved(position: Position, steps: Sequence[tuple[int, int]], theirs: bool = False) -> Position:
    """The same position with checkers of one side put elsewhere, one by one."""
    mine, other = list(position.mover), list(position.other)
    row = other if theirs else mine
    for source, target in steps:
        row[source] -= 1
        row[target] += 1
    return position.with_checkers(mine, other, position.pinned)


def off(row: Row) -> int:
    """Checkers borne off."""
    return row[OFF]
