"""Drawings as typst sources: lines, shapes and words at places on a sheet, in millimetres.

>>> str(Drawing().line((0, 0), (10, 0)))
'line(start: (0mm, 0mm), end: (10mm, 0mm), stroke: 0.2mm + luma(0))'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, hypot
from typing import Final, NamedTuple, Self

from fullprime.printing.paper import Box

Spot = tuple[float, float]

BLACK: Final = "luma(0)"
FAINT: Final = "luma(90)"
WHITE: Final = "white"


class Pen(NamedTuple):
    """How a line is drawn."""

    width: float = 0.2
    color: str = BLACK
    dashed: bool = False

    def __str__(self) -> str:
        if not self.dashed:
            return f"{_mm(self.width)} + {self.color}"
        return (
            f'(thickness: {_mm(self.width)}, paint: {self.color}, dash: (1mm, 0.9mm), cap: "butt")'
        )


HAIR: Final = Pen()
FINE: Final = Pen(0.1)
BOLD: Final = Pen(0.7)
CUT: Final = Pen(0.25, "luma(90)", dashed=True)
"""Where scissors go."""
LINE: Final = 400.0
"""Longer than any line of words, so that none is broken."""
AT_SPOT: Final = f"""\
#let at-spot(where, line) = box(width: {LINE}mm, height: 0mm, align(where + horizon, {{
  set text(top-edge: "cap-height", bottom-edge: "baseline")
  line
}}))
"""
"""What drawings need at the head of their document."""


class Drawing:
    """What is on a sheet, piece by piece; every method returns the drawing."""

    def __init__(self) -> None:
        self._pieces: list[str] = []

    def __str__(self) -> str:
        return "\n".join(self._pieces)

    def source(self) -> str:
        """The drawing as typst content, each piece in its place."""
        placed = (f"#place(top + left, {piece})" for piece in self._pieces)
        return "\n".join(placed)

    def line(self, start: Spot, end: Spot, pen: Pen = HAIR) -> Self:
        """From here to there."""
        return self._add(f"line(start: {_at(start)}, end: {_at(end)}, stroke: {pen})")

    def polygon(self, spots: Iterable[Spot], fill: str = "none", pen: Pen | None = HAIR) -> Self:
        """A closed shape; its sides are lines."""
        ends = ", ".join(map(_at, spots))
        return self._add(f"polygon(fill: {fill}, stroke: {pen or 'none'}, {ends})")

    def box(self, box: Box, fill: str = "none", pen: Pen | None = HAIR, radius: float = 0) -> Self:
        """A rectangle, with round corners if there is a radius."""
        size = f"width: {_mm(box.width)}, height: {_mm(box.height)}, radius: {_mm(radius)}"
        shape = f"rect({size}, fill: {fill}, stroke: {pen or 'none'})"
        return self._add(f"dx: {_mm(box.x)}, dy: {_mm(box.y)}, {shape}")

    def circle(
        self, middle: Spot, radius: float, fill: str = "none", pen: Pen | None = HAIR
    ) -> Self:
        """A circle around its middle."""
        x, y = middle
        shape = f"circle(radius: {_mm(radius)}, fill: {fill}, stroke: {pen or 'none'})"
        return self._add(f"dx: {_mm(x - radius)}, dy: {_mm(y - radius)}, {shape}")

    def sector(
        self, middle: Spot, spots: tuple[Spot, Spot], curve: tuple[Spot, Spot], fill: str
    ) -> Self:
        """A slice of a circle: two ends of an arc, and what bends it between them."""
        ends = f"curve.move({_at(middle)}), curve.line({_at(spots[0])}), "
        arc = f"curve.cubic({', '.join(map(_at, (*curve, spots[1])))}), curve.line({_at(middle)})"
        return self._add(f"curve(fill: {fill}, stroke: {HAIR}, {ends}{arc})")

    def strokes(self, lines: Iterable[tuple[Spot, Spot]], pen: Pen = HAIR) -> Self:
        """Many lines as one shape."""
        parts = [f"curve.move({_at(a)}), curve.line({_at(b)})" for a, b in lines]
        return self._add(f"curve(stroke: {pen}, {', '.join(parts)})") if parts else self

    def hatching(self, spots: Sequence[Spot], apart: float = 1.5, pen: Pen = HAIR) -> Self:
        """A convex shape filled with slanting lines, which need less ink than a surface."""
        return self.strokes(_slanting(spots, apart), pen)

    def words(
        self,
        spot: Spot,
        text: str,
        size: float,
        *,
        bold: bool = False,
        color: str = BLACK,
        align: str = "center",
        turn: int = 0,
    ) -> Self:
        """A line of words around a spot, beginning or ending there; the size is in points."""
        return self.content(
            spot, string(text), size, bold=bold, color=color, align=align, turn=turn
        )

    def content(
        self,
        spot: Spot,
        content: str,
        size: float,
        *,
        bold: bool = False,
        color: str = BLACK,
        align: str = "center",
        turn: int = 0,
    ) -> Self:
        """Like words, of which typst knows more than we do, such as the number of the page."""
        weight = 700 if bold else 400
        line = f"text(size: {size:g}pt, weight: {weight}, fill: {color}, {content})"
        if turn:
            line = f"rotate({turn}deg, {line})"
        x = spot[0] - LINE * {"left": 0, "center": 0.5, "right": 1}[align]
        return self._add(f"dx: {_mm(x)}, dy: {_mm(spot[1])}, at-spot({align}, {line})")

    def _add(self, piece: str) -> Self:
        self._pieces.append(piece)
        return self


def string(text: str) -> str:
    """A text as typst writes it: whatever it holds, it is nothing but text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _mm(size: float) -> str:
    return f"{round(size, 4):g}mm"


def _at(spot: Spot) -> str:
    return f"({_mm(spot[0])}, {_mm(spot[1])})"


def _slanting(spots: Sequence[Spot], apart: float) -> Iterable[tuple[Spot, Spot]]:
    """Lines on which x + y is constant, cut off where they meet the sides of the shape."""
    step = apart * hypot(1, 1)
    sums = [x + y for x, y in spots]
    for number in range(ceil(min(sums) / step), floor(max(sums) / step) + 1):
        ends = sorted(set(_crossings(spots, number * step)))
        if len(ends) >= 2 and ends[-1][0] - ends[0][0] > 0.05:
            yield ends[0], ends[-1]


def _crossings(spots: Sequence[Spot], total: float) -> Iterable[Spot]:
    for (ax, ay), (bx, by) in zip(spots, (*spots[1:], spots[0]), strict=True):
        before, after = ax + ay - total, bx + by - total
        if before * after < 0:
            part = before / (before - after)
            yield ax + part * (bx - ax), ay + part * (by - ay)
        elif before == 0:
            yield ax, ay
