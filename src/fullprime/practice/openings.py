"""First rolls, and the replies to each.

The opponent's first play is the best by our own evaluation at 2-ply; a test compares.
"""

from __future__ import annotations

from typing import Final

from fullprime.action import Rolled
from fullprime.dice import ROLLS, Roll, is_roll
from fullprime.match import Match
from fullprime.practice.made import YOU, Made

BEST: Final = {
    "21": "13/11 6/5",
    "31": "8/5 6/5",
    "32": "24/21 13/11",
    "41": "24/23 13/9",
    "42": "8/4 6/4",
    "43": "13/9 13/10",
    "51": "24/23 13/8",
    "52": "24/22 13/8",
    "53": "8/3 6/3",
    "54": "24/20 13/8",
    "61": "13/7 8/7",
    "62": "24/18 13/11",
    "63": "24/18 13/10",
    "64": "8/2 6/2",
    "65": "24/13",
}
"""The play of every first roll."""


def names() -> tuple[str, ...]:
    """The fifteen first rolls, then the replies to them, roll by roll.

    >>> names()[:2], names()[15], len(names())
    (('21', '31'), '21-11', 330)
    """
    replies = (f"{first}-{reply.first}{reply.second}" for first in BEST for reply in ROLLS)
    return (*BEST, *replies)


def make(name: str, times: int = 0) -> Made | None:
    """The card of a name: `31`, or `31-64` where 6-4 is the reply; None: there is none."""
    first, _, reply = name.partition("-")
    if first not in BEST:
        return None
    if not reply and name == first:
        return Made("checker", _first_roll(Roll.parse(first), YOU), "opening")
    if not is_roll(reply) or name not in names():
        return None
    played = _first_roll(Roll.parse(first), 1 - YOU).apply(BEST[first])
    return Made("checker", played.apply(Rolled(Roll.parse(reply))), "opening")


def _first_roll(roll: Roll, seat: int) -> Match:
    """Thrown by both, one die each; the higher one plays it. The first die is that of seat 0."""
    low, high = sorted(roll)
    return Match.start().apply(Rolled((low, high) if seat else (high, low)))
