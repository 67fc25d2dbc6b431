"""Which of the 36 throws hit, enter or escape, as sets of bits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

THROWS: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


def throws_with(wanted: Sequence[tuple[int, int]]) -> int:
    """A set of throws as bits, one for each of the 36."""
    return sum(1 << THROWS.index(throw) for throw in set(wanted))


def ways(distance: int) -> tuple[tuple[int, int], ...]:
    """Every way to move one checker so far: the throws, and the stops (bits) that must be open."""
    found = []
    if distance <= 6:
        found.append((throws_with([throw for throw in THROWS if distance in throw]), 0))
    for a in range(1, 7):
        b = distance - a
        if 1 <= b <= 6 and a != b:
            found.append((throws_with([(a, b), (b, a)]), 1 << a))
        for times in (2, 3, 4):
            if a * times == distance:
                stops = sum(1 << a * stop for stop in range(1, times))
                found.append((throws_with([(a, a)]), stops))
    return tuple(found)


WAYS: Final = ((), *(ways(distance) for distance in range(1, 25)))
HIT: Final = 6
"""What a hit costs besides the pips: much of the next roll is spent on entering."""


@cache
def escapes(wall: int) -> int:
    """How many of 36 throws bring a checker past the closed points among its next six steps.

    Bit n of the wall: the nth step is closed.
    """
    last = (wall & 0b1111110).bit_length() - 1
    freeing = 0
    for distance in range(max(1, last + 1), 13):
        if not wall >> distance & 1:
            for throws, stops in WAYS[distance]:
                if not wall & stops:
                    freeing |= throws
    return freeing.bit_count()


@cache
def throws_from_bar(entries: int, die: int) -> int:
    """The throws that enter with one die, into the open entries (bits 1 to 6), and show the other
    number as well."""
    return throws_with(
        [
            throw
            for a in range(1, 7)
            if entries >> a & 1
            for throw in ((a, die), (die, a))
            if a != die
        ]
    )


def hitting_throws(hitters: list[int], on_bar: int, blot: int, closed: int) -> int:
    """The throws that hit a blot; all places and bits are on the path of the hitters."""
    hits = 0
    if on_bar > 1:  # both numbers are needed to enter
        return WAYS[blot][0][0] if blot <= 6 else 0
    if on_bar:
        entries = ~closed & 0b1111110
        for place in hitters:
            if 0 < blot - place <= 6:
                hits |= throws_from_bar(entries, blot - place)
        hitters = [0]
    for place in hitters:
        if place < blot:
            for throws, stops in WAYS[blot - place]:
                if not closed >> place & stops:
                    hits |= throws
    return hits


def shots(hitters: list[int], on_bar: int, blots: list[tuple[int, int]], closed: int) -> float:
    """The pips that the enemy loses on average by the next roll.

    `blots` are pairs of the pips that a hit costs and the place on the path of the hitters. A
    throw that hits several blots counts for the dearest.
    """
    seen = 0
    lost = 0.0
    for cost, blot in sorted(blots, reverse=True):
        new = hitting_throws(hitters, on_bar, blot, closed) & ~seen
        seen |= new
        lost += new.bit_count() * (HIT + cost)
    return lost / 36
