"""Score sheets: a line for each game; the columns are those that the games need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fullprime.printing.drawing import FAINT, FINE, Drawing, Pen
from fullprime.printing.look import Look
from fullprime.printing.paper import Paper
from fullprime.variant import Variant

GAMES: Final = 16
HEAD: Final = 26.0
"""The title and the names of the columns."""


def score_sheet(paper: Paper, _look: Look, rotation: Sequence[Variant]) -> Drawing:
    """A sheet for a match; in a series each line names the game that is its turn."""
    drawing, inner = Drawing(), paper.inner.inset(8)
    series = len(rotation) > 1
    columns = _columns(any(game.cube for game in rotation), series)
    drawing.words((inner.x, inner.y + 3), "Score", 26, bold=True, align="left")
    fields = "Match to ________    Date ________________"
    drawing.words((inner.right, inner.y + 4), fields, 11, color=FAINT, align="right")
    apart = (inner.height - HEAD) / GAMES
    top, edges = inner.y + HEAD, _edges(columns, inner.x, inner.width)
    for (name, _), x in zip(columns, edges, strict=False):
        drawing.words((x + 2, top - 4), name, 11, bold=True, align="left")
    for row in range(GAMES):
        y = top + row * apart
        drawing.line((inner.x, y), (inner.right, y), Pen(0.15, FAINT) if row else Pen(0.4))
        label = f"{row + 1}  {rotation[row % len(rotation)].name}" if series else str(row + 1)
        drawing.words((inner.x + 2, y + apart / 2), label, 10, color=FAINT, align="left")
    drawing.line((inner.x, inner.bottom), (inner.right, inner.bottom), Pen(0.4))
    for x in edges:
        drawing.line((x, top - 9), (x, inner.bottom), FINE)
    drawing.line((inner.x, top - 9), (inner.right, top - 9), Pen(0.4))
    return drawing


def _columns(cube: bool, series: bool) -> list[tuple[str, float]]:
    """Names and shares of the width."""
    return [
        ("Game", 3 if series else 1.4),
        ("White", 3),
        ("Black", 3),
        *([("Cube", 1.4)] if cube else []),
        ("Result", 2.4),
    ]


def _edges(columns: list[tuple[str, float]], left: float, width: float) -> list[float]:
    total = sum(share for _, share in columns)
    edges = [left]
    for _, share in columns:
        edges.append(edges[-1] + width * share / total)
    return edges
