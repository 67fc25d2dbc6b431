"""Counters to cut out, as many as the game has, sized for its printed board."""

from __future__ import annotations

from math import ceil

from fullprime.printing.drawing import BLACK, CUT, FAINT, Drawing, Pen
from fullprime.printing.look import Look
from fullprime.printing.paper import Paper

PRINTED = 0.84
"""The printed disc is so much of the counter, so that scissors may err."""


def counters_sheet(paper: Paper, look: Look, each: int, diameter: float) -> Drawing:
    """White ones above, black ones below; each color in a block as square as it can be."""
    drawing, inner = Drawing(), paper.inner
    columns = next((n for n in (5, 4, 3) if each % n == 0), min(each, 5))
    rows = ceil(each / columns)
    apart = min(diameter * 2.4, inner.width / columns, (inner.height - 24) / (2 * rows))
    middle = inner.y + (inner.height - 14) / 2
    for seat, side in ((0, -1), (1, 1)):
        top = middle + side * (rows * apart / 2 + 3) - rows * apart / 2
        for number in range(each):
            row, column = divmod(number, columns)
            x = inner.middle[0] + (column - (columns - 1) / 2) * apart
            spot = (x, top + (row + 0.5) * apart)
            _counter(drawing, look, spot, diameter, seat)
    drawing.line((inner.x + 6, middle), (inner.right - 6, middle), CUT)
    words = f"Cut out. Glue on card. {each} and {each}, {diameter:g} mm wide."
    drawing.words((inner.middle[0], inner.bottom - 5), words, 11, color=FAINT)
    return drawing


def _counter(
    drawing: Drawing, look: Look, spot: tuple[float, float], diameter: float, seat: int
) -> None:
    radius = diameter / 2
    drawing.circle(spot, radius * PRINTED, look.checkers[seat], Pen(0.6, BLACK))
    drawing.circle(spot, radius * PRINTED * 0.8, "none", Pen(0.2, look.rims[seat]))
    drawing.circle(spot, radius, "none", CUT)
