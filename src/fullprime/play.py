"""Plays of a roll, and how players write them. `notation` reads them back.

>>> backgammon = Variant.load("backgammon")
>>> plays = legal_plays(backgammon, backgammon.start_position, Roll(3, 1))
>>> len(plays), str(plays[0])
(16, '24/21 24/23')
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.errors import BadPlay, shorten
from fullprime.position import BAR, HAND, OFF, Position
from fullprime.variant import Variant

HIT: Final = 1
PIN: Final = 2

Place = int | str
"""A place on the wire: a point by its number, or "bar", "hand", "off"."""

_NAMES: Final = {OFF: "off", BAR: "bar", HAND: "hand"}
_PLACES: Final = {name: place for place, name in _NAMES.items()}
_MARKS: Final = {HIT: "*", PIN: "^"}


class Step(NamedTuple):
    """One checker, one number. Places by the mover's own count: 0 off, 25 bar, 26 hand."""

    source: int
    target: int
    die: int
    event: int = 0

    @property
    def wire(self) -> tuple[Place, Place]:
        """The step as JSON writes it: `(8, 5)`, `("bar", 21)`, `(6, "off")`."""
        return place_name(self.source), place_name(self.target)


class Play(NamedTuple):
    """The steps of a turn and the position they lead to, the mover still first."""

    steps: tuple[Step, ...]
    position: Position

    def __str__(self) -> str:
        return write_steps(self.steps)


def place_name(place: int) -> Place:
    """`25` is "bar" on the wire, `8` is 8."""
    return _NAMES.get(place, place)


def place_number(place: Place) -> int:
    """The other way round."""
    if isinstance(place, int) and 1 <= place <= 24:
        return place
    if isinstance(place, str) and place in _PLACES:
        return _PLACES[place]
    raise BadPlay(f"bad place {shorten(repr(place), 40)}: expected 1 to 24, 'bar', 'hand' or 'off'")


def legal_plays(variant: Variant, position: Position, roll: Roll) -> tuple[Play, ...]:
    """All legal plays: one per distinct final position. No play is one play without steps."""
    return plays_of_batches(variant, position, roll.batches)


def plays_of_batches(
    variant: Variant, position: Position, batches: list[list[int]]
) -> tuple[Play, ...]:
    """The same for numbers in batches."""
    found = _kernel.plays(variant.kernel, position.raw, batches)
    return tuple(_play(raw, steps) for raw, steps in found)


def _play(raw: bytes, steps: tuple[tuple[int, int, int, int], ...]) -> Play:
    return Play(tuple(_step(*step) for step in steps), Position(raw))


_step = cache(Step)
"""There are few different steps, and they are met again and again."""


def write_steps(steps: tuple[Step, ...]) -> str:
    """`8/5 6/5`, `bar/21*`, `24/18(2)`, `6/off`; steps of one checker are joined: `24/13`."""
    if not steps:
        return "(no play)"
    routes: list[list[Step]] = []
    for step in steps:
        joined = next((r for r in routes if r[-1].target == step.source), None)
        if joined:
            joined.append(step)
        else:
            routes.append([step])
    groups: dict[tuple[str, ...], list[str]] = {}
    for route in sorted(routes, key=lambda route: -route[0].source):
        text = _route_text(route)
        groups.setdefault(tuple(re.sub(r"[*^]", "", text).split("/")), []).append(text)
    words = []
    for texts in groups.values():
        marked = max(texts, key=len)
        words.append(marked if len(texts) == 1 else f"{marked}({len(texts)})")
    return " ".join(words)


def _route_text(route: list[Step]) -> str:
    places = [str(place_name(route[0].source))]
    for step in route:
        if step is route[-1] or step.event:
            places.append(f"{place_name(step.target)}{_MARKS.get(step.event, '')}")
    return "/".join(places)
