"""Dice and the doubling cube to fold: six faces in a cross, with tabs to glue.

>>> sum(tabs for tabs in TABS.values())
7
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fullprime.printing.drawing import CUT, FAINT, HAIR, Drawing, Spot
from fullprime.printing.look import Look
from fullprime.printing.paper import Box, Paper
from fullprime.printing.pieces import CUBE, DIE, die

CROSS: Final = {(1, 0): "top", (0, 1): "left", (1, 1): "front", (2, 1): "right", (1, 2): "bottom",
                (1, 3): "back"}  # fmt: skip
"""The faces by column and row."""
DICE: Final = {"front": 1, "back": 6, "top": 2, "bottom": 5, "left": 3, "right": 4}
"""Opposite faces add up to seven."""
DOUBLES: Final = {"front": 64, "top": 2, "left": 4, "bottom": 8, "right": 16, "back": 32}
TABS: Final = {"left": 3, "right": 3, "back": 1}
"""Seven edges are glued; the five others are folds."""
TAB: Final = 6.0

Face = Callable[[Spot, str], object]


def dice_sheet(paper: Paper, _look: Look) -> Drawing:
    """Four dice: a pair for each player."""
    drawing, inner = Drawing(), paper.inner
    width, height = net_size(DIE)
    for number in range(4):
        column, row = number % 2, number // 2
        x = inner.x + inner.width * (0.27 + 0.46 * column) - width / 2
        y = inner.y + inner.height * (0.27 + 0.42 * row) - height / 2

        def face(middle: Spot, name: str) -> None:
            die(drawing, middle, DIE, DICE[name], framed=False)

        net(drawing, (x, y), DIE, face)
    _caption(drawing, paper, "Dice", f"Cut out, fold along the lines, glue the tabs. {DIE:g} mm.")
    return drawing


def cube_sheet(paper: Paper, look: Look) -> Drawing:
    """The doubling cube, and six cards for those who would rather lay than fold."""
    drawing, inner = Drawing(), paper.inner
    width, height = net_size(CUBE)
    x = inner.middle[0] - width / 2

    def face(middle: Spot, name: str) -> None:
        drawing.words(middle, str(DOUBLES[name]), CUBE * 1.35, bold=True)

    net(drawing, (x, inner.y + 14), CUBE, face, fill=look.faces[0])
    below = inner.y + 14 + height + 14
    words = "Fold along the lines and glue the tabs. It starts at 64, which counts one."
    drawing.words((inner.middle[0], below), "Doubling cube", 16, bold=True)
    drawing.words((inner.middle[0], below + 8), words, 11, color=FAINT)
    _cards(drawing, look, inner, below + 24)
    return drawing


def _cards(drawing: Drawing, look: Look, inner: Box, top: float) -> None:
    apart = CUBE + 6
    left = inner.middle[0] - apart * 1.5 + 3
    for number, value in enumerate((2, 4, 8, 16, 32, 64)):
        x, y = left + number % 3 * apart, top + number // 3 * apart
        card = Box(x, y, CUBE, CUBE)
        drawing.box(card.inset(1.5), look.faces[0], HAIR, radius=2).box(card, "none", CUT, radius=3)
        drawing.words(card.middle, str(value), CUBE * 1.1, bold=True)
    words = "Or cut out the cards and lay down the one that counts."
    drawing.words((inner.middle[0], top + 2 * apart + 4), words, 11, color=FAINT)


def net_size(edge: float) -> tuple[float, float]:
    """Width and height of a cross with its tabs."""
    return 3 * edge + 2 * TAB, 4 * edge + TAB


def net(drawing: Drawing, corner: Spot, edge: float, face: Face, fill: str = "none") -> None:
    """A cross whose box begins at the corner."""
    for (column, row), name in CROSS.items():
        x, y = corner[0] + TAB + column * edge, corner[1] + row * edge
        for spots in _tabs(name, x, y, edge):
            drawing.polygon(spots, "none", CUT)
        square = Box(x, y, edge, edge)
        drawing.box(square, fill, HAIR)
        face(square.middle, name)


def _tabs(name: str, x: float, y: float, edge: float) -> list[list[Spot]]:
    """The tabs of a face: above, below and outside for the arms, below for the back."""
    slant = TAB * 0.7
    far_x, far_y = x + edge, y + edge
    above = [(x, y), (x + slant, y - TAB), (far_x - slant, y - TAB), (far_x, y)]
    below = [(x, far_y), (x + slant, far_y + TAB), (far_x - slant, far_y + TAB), (far_x, far_y)]
    left = [(x, y), (x - TAB, y + slant), (x - TAB, far_y - slant), (x, far_y)]
    right = [(far_x, y), (far_x + TAB, y + slant), (far_x + TAB, far_y - slant), (far_x, far_y)]
    return {"left": [above, below, left], "right": [above, below, right], "back": [below]}.get(
        name, []
    )


def _caption(drawing: Drawing, paper: Paper, title: str, words: str) -> None:
    x, bottom = paper.inner.middle[0], paper.inner.bottom
    drawing.words((x, bottom - 12), title, 16, bold=True)
    drawing.words((x, bottom - 5), words, 11, color=FAINT)
