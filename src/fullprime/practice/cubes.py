"""Reference positions of the cube: is it a double, and is it a take?

They come from games of the engine, and stand in a file of data that a program has made
(docs/reference_cubes.py): of many game plans, some on either side of the border. A rollout agrees
with the evaluation about each.
"""

from __future__ import annotations

from functools import cache

import msgspec

from fullprime import data
from fullprime.action import Doubled
from fullprime.practice.made import YOU, Made, on_board
from fullprime.shapes import decoded


class Rolled(msgspec.Struct, frozen=True):
    """What a rollout says, seen by the side on roll; standard errors beside the equities."""

    no_double: tuple[float, float]
    double_take: tuple[float, float]
    trials: int


class Reference(msgspec.Struct, frozen=True):
    """A position for money with the cube in the middle."""

    position: str
    """Seen by the side on roll."""
    plan: str
    """Of the side on roll."""
    action: str
    rolled: Rolled


@cache
def references() -> tuple[Reference, ...]:
    """All of them, in the order in which they are learned."""
    text = data.shipped("reference_cubes.json").read_bytes()
    return decoded(text, tuple[Reference, ...])


def names() -> tuple[str, ...]:
    """The double and the answer to it of each position.

    >>> names()[:4]
    ('1-double', '1-take', '2-double', '2-take')
    """
    return tuple(f"{n}-{kind}" for n in range(1, len(references()) + 1) for kind in _KINDS)


_KINDS = ("double", "take")


def make(name: str, times: int = 0) -> Made | None:
    """The card of a name; None: there is none."""
    if name not in names():
        return None
    number, _, kind = name.partition("-")
    position = references()[int(number) - 1].position
    if kind == "double":
        return Made("double", on_board(position), "doubling")
    return Made("take", on_board(position, starter=1 - YOU).apply(Doubled()), "taking")
