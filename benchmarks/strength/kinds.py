"""Kinds of positions, in words that players use."""

from __future__ import annotations

from typing import Final

from fullprime import Position
from fullprime.position import BAR, OFF

KINDS: Final = ("race", "containment", "back", "contact")
MANY_BACK: Final = 4
_FAR: Final = range(19, BAR + 1)
"""The other side's home and the bar."""


def kind_of(position: Position) -> str:
    """The first that fits: a race; contact after a checker was borne off (containment); a side with
    four checkers back, or with two points in the other's home (back); any other contact."""
    rows = (position.mover, position.other)
    farthest = [
        max((point for point in range(1, BAR + 1) if row[point]), default=0) for row in rows
    ]
    if sum(farthest) < BAR:
        return "race"
    if any(row[OFF] for row in rows):
        return "containment"
    if any(_plays_from_behind(row) for row in rows):
        return "back"
    return "contact"


def _plays_from_behind(row: tuple[int, ...]) -> bool:
    points = sum(row[point] > 1 for point in _FAR if point != BAR)
    return points > 1 or sum(row[place] for place in _FAR) >= MANY_BACK
