"""Checkers, faces of dice and what else lies on boards and sheets."""

from __future__ import annotations

from itertools import chain
from typing import Final

from fullprime.printing.drawing import BLACK, HAIR, WHITE, Drawing, Pen, Spot
from fullprime.printing.look import Look
from fullprime.printing.paper import Box
from fullprime.render.layout import SPOTS, Stack

CUBE: Final = 25.0
"""The edge of the doubling cube."""
DIE: Final = 20.0
"""The edge of a folded die."""


def counter(
    drawing: Drawing, look: Look, middle: Spot, diameter: float, seat: int, number: str = ""
) -> None:
    """A checker as it lies on a board."""
    radius = diameter / 2 * 0.97
    drawing.circle(middle, radius, look.checkers[seat], Pen(max(diameter / 40, 0.15), BLACK))
    drawing.circle(middle, radius * 0.8, "none", Pen(max(diameter / 80, 0.08), look.rims[seat]))
    if number:
        ink = BLACK if seat == 0 else WHITE
        drawing.words(middle, number, diameter * 1.3, bold=True, color=ink)


def stack(
    drawing: Drawing,
    look: Look,
    groups: Stack,
    rim: Spot,
    way: tuple[float, float],
    diameter: float,
    most: int,
) -> None:
    """Checkers from the rim inwards; those that do not fit are counted on the last one."""
    seats = list(chain.from_iterable([group.seat] * group.checkers for group in groups))
    (x, y), (dx, dy) = rim, way
    for place, seat in enumerate(seats[:most]):
        deep = (place + 0.52) * diameter
        last = place == most - 1 and len(seats) > most
        number = str(len(seats)) if last else ""
        counter(drawing, look, (x + dx * deep, y + dy * deep), diameter, seat, number)


def die(drawing: Drawing, middle: Spot, edge: float, number: int, *, framed: bool = True) -> None:
    """A face of a die; on a net the folds are its frame."""
    x, y = middle
    if framed:
        face = Box(x - edge / 2, y - edge / 2, edge, edge)
        drawing.box(face, WHITE, HAIR, radius=edge / 7)
    for dx, dy in SPOTS[number]:
        spot = (x + dx * edge * 0.27, y + dy * edge * 0.27)
        drawing.circle(spot, edge * 0.095, BLACK, None)
