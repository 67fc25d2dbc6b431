"""Two spinners instead of dice: a paper clip around a pencil tip stops on a number."""

from __future__ import annotations

from math import cos, pi, sin, tan
from typing import Final

from fullprime.printing.drawing import BLACK, CUT, FAINT, HAIR, WHITE, Drawing, Pen, Spot
from fullprime.printing.look import Look
from fullprime.printing.paper import Paper
from fullprime.printing.pieces import die

PARTS: Final = 6
SLICE: Final = 2 * pi / PARTS
LARGEST: Final = 58.0
"""The radius of a spinner on any paper."""


def spinner_sheet(paper: Paper, look: Look) -> Drawing:
    """Both spinners, one above the other, with an arrow for each."""
    drawing, inner = Drawing(), paper.inner
    radius = min(LARGEST, (inner.height - 40) / 4)
    x = inner.middle[0] - 8
    for y in (inner.y + 4 + radius, inner.bottom - 24 - radius):
        _spinner(drawing, look, (x, y), radius)
        _arrow(drawing, (x + radius + 16, y), radius * 0.9)
    words = "Spin a paper clip around a pencil tip, or cut out the arrow and pin it to the middle."
    drawing.words((inner.middle[0], inner.bottom - 7), words, 11, color=FAINT)
    return drawing


def _spinner(drawing: Drawing, look: Look, middle: Spot, radius: float) -> None:
    for part in range(PARTS):
        start = part * SLICE - pi / 2
        _slice(drawing, look, middle, radius, start, part)
        die(drawing, _around(middle, radius * 0.63, start + SLICE / 2), radius * 0.36, part + 1)
    drawing.circle(middle, radius, "none", Pen(0.5, BLACK))
    drawing.circle(middle, 2.2, WHITE, HAIR).circle(middle, 0.5, BLACK, None)


def _slice(
    drawing: Drawing, look: Look, middle: Spot, radius: float, start: float, part: int
) -> None:
    ends = _around(middle, radius, start), _around(middle, radius, start + SLICE)
    bend = 4 / 3 * tan(SLICE / 4) * radius
    curve = (
        _around(ends[0], bend, start + pi / 2),
        _around(ends[1], bend, start + SLICE - pi / 2),
    )
    if look.hatched and part % 2:
        steps = [_around(middle, radius, start + SLICE * n / 12) for n in range(13)]
        drawing.hatching([middle, *steps], apart=1.6)
    drawing.sector(middle, ends, curve, look.faces[part % 2])


def _around(middle: Spot, radius: float, angle: float) -> Spot:
    return middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)


def _arrow(drawing: Drawing, middle: Spot, length: float) -> None:
    """A needle to cut out, its hole at the middle."""
    x, y = middle
    tip, tail = y - length / 2, y + length / 2
    outline = [(x, tip), (x + 5, tip + 12), (x + 2, tip + 12), (x + 2, tail), (x - 2, tail),
               (x - 2, tip + 12), (x - 5, tip + 12)]  # fmt: skip
    drawing.polygon(outline, "none", CUT).circle((x, y), 0.5, BLACK, None)
