"""A board of points on paper, true to size, empty or with its checkers.

>>> from fullprime.printing.paper import Paper
>>> board = PointsBoard.on(Variant.load(), Paper.named("a4").landscape.inner)
>>> board.pitch, board.counter
(16.7, 15.7)
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Final, NamedTuple

from fullprime.position import OFF
from fullprime.printing.drawing import BOLD, FINE, HAIR, Drawing, Pen, Spot
from fullprime.printing.look import Look
from fullprime.printing.paper import Box
from fullprime.printing.pieces import CUBE, stack
from fullprime.render.layout import Corner, Scene, Stack, columns, scene
from fullprime.variant import Variant

COUNTER: Final = 0.94
"""A counter is so much of a point's width, so that neighbors do not touch."""
DEEP: Final = 5
"""Counters that fit on a point before they pile up."""
GAP: Final = 1.2
"""Between the stacks of both sides, in points' widths: room for dice."""
SIDE: Final = 1.25
"""A tray is at least so wide."""


class PointsBoard(NamedTuple):
    """Where everything is on the sheet."""

    variant: Variant
    scene: Scene
    box: Box
    pitch: float
    """The width of a point."""

    @staticmethod
    def on(variant: Variant, box: Box) -> PointsBoard:
        """The largest board of this game in the box."""
        seen = scene(variant.start_position, variant)
        rim = _rim(box)
        by_height = (box.height - 2 * rim) / (2 * DEEP * COUNTER + GAP)
        by_width = (box.width - rim) / (12 + _bar(seen) + 2 * SIDE)
        return PointsBoard(variant, seen, box, floor(10 * min(by_height, by_width)) / 10)

    @property
    def counter(self) -> float:
        """The diameter of a counter."""
        return round(COUNTER * self.pitch, 1)

    @property
    def cut(self) -> float:
        """Where the board may be cut in two halves: in the middle of the bar."""
        return self.box.middle[0]

    @property
    def fields(self) -> tuple[Box, Box]:
        """The two halves."""
        rim, bar, width = _rim(self.box), self.pitch * _bar(self.scene), 6 * self.pitch
        top, height = self.box.y + rim, self.box.height - 2 * rim
        return (
            Box(self.cut - bar / 2 - width, top, width, height),
            Box(self.cut + bar / 2, top, width, height),
        )

    def draw(self, look: Look, checkers: bool = False) -> Drawing:
        """The board, with the checkers of its start if they are wanted."""
        drawing = Drawing().box(self.box, look.frame, BOLD, radius=_rim(self.box) / 2)
        for field in self.fields:
            drawing.box(field.inset(-0.7), "none", FINE).box(field, look.field, HAIR)
        self._draw_points(drawing, look)
        self._draw_bar(drawing, look)
        self._draw_sides(drawing, look)
        if checkers:
            for spot, down, group in self._stacks():
                stack(drawing, look, group, spot, (0, down), self.counter, DEEP)
        return drawing

    # Points ------------------------------------------------------------------------------------

    def _draw_points(self, drawing: Drawing, look: Look) -> None:
        for row, points in enumerate(columns()):
            for column, point in enumerate(points):
                self._draw_point(drawing, look, row, column)
                drawing.words(
                    self._label(row, column), str(point), self._size, bold=True, color=look.ink
                )

    def _draw_point(self, drawing: Drawing, look: Look, row: int, column: int) -> None:
        middle, rim = self._foot(row, column)
        length = self.fields[0].height * 0.41 * (-1 if row else 1)
        half = self.pitch / 2 - 0.25
        ends = [(middle - half, rim), (middle + half, rim), (middle, rim + length)]
        which = (column + row) % 2
        if look.hatched and which == 0:
            drawing.hatching(ends, apart=max(self.pitch / 12, 0.9), pen=Pen(self._line))
        drawing.polygon(ends, look.points[which], Pen(self._line, look.edge))

    @property
    def _line(self) -> float:
        """A board to play on is seen from further away than a figure in a leaflet."""
        return min(max(0.2, self.pitch / 45), 0.35)

    def _foot(self, row: int, column: int) -> Spot:
        """The middle of a point at the rim."""
        field = self.fields[column // 6]
        return field.x + (column % 6 + 0.5) * self.pitch, field.bottom if row else field.y

    def _label(self, row: int, column: int) -> Spot:
        x, y = self._foot(row, column)
        return x, y + _rim(self.box) * (0.52 if row else -0.52)

    @property
    def _size(self) -> float:
        """Of the numbers at the rim, in points of type."""
        return min(8.0, self.pitch * 0.5)

    # The bar and the sides ---------------------------------------------------------------------

    def _draw_bar(self, drawing: Drawing, look: Look) -> None:
        """The fold, over the whole height."""
        left, _ = self.fields
        pen = Pen(0.2, look.ink, dashed=not self.scene.has_bar)
        drawing.line((self.cut, left.y), (self.cut, left.bottom), pen)

    def _draw_sides(self, drawing: Drawing, look: Look) -> None:
        """Trays in the four corners; a place for the cube between those across from home."""
        names = {where: tray.name for where, tray in self.scene.trays().items()}
        for where in (Corner(upper, home) for upper in (True, False) for home in (True, False)):
            tray = self._tray(where)
            drawing.box(tray, look.tray, HAIR, radius=1.5)
            if where in names and self.scene.has_hand:
                label = tray.middle[0], self._label(0 if where.upper else 1, 0)[1]
                drawing.words(label, names[where], self._size, color=look.ink)
        if self.variant.cube:
            drawing.box(self._cube_place, look.tray, HAIR, radius=1.5)

    @property
    def _cube_place(self) -> Box:
        x, y = self._column(home=False).middle
        size = min(CUBE + 0.8, self._column(home=False).width)
        return Box(x - size / 2, y - size / 2, size, size)

    def _column(self, home: bool) -> Box:
        """The strip beside a half, between the rims."""
        left, right = self.fields
        edge = _rim(self.box) / 2
        x = right.right + edge if home else self.box.x + edge
        end = self.box.right - edge if home else left.x - edge
        return Box(x, left.y, end - x, left.height)

    def _tray(self, where: Corner) -> Box:
        column = self._column(where.home)
        cube = self._cube_place.height + 4 if self.variant.cube else 4.0
        height = (column.height - max(cube, GAP * self.pitch / 2)) / 2
        return column._replace(y=column.y if where.upper else column.bottom - height, height=height)

    # Checkers ----------------------------------------------------------------------------------

    def _stacks(self) -> Iterator[tuple[Spot, int, Stack]]:
        """Where each stack begins, which way it grows, and what it is."""
        for row, points in enumerate(columns()):
            for column, point in enumerate(points):
                if group := self.scene.stacks.get(point):
                    yield self._foot(row, column), -1 if row else 1, group
        for where, tray in self.scene.trays().items():
            if tray.place != OFF:
                box = self._tray(where)
                at_rim = box.middle[0], box.y if where.upper else box.bottom
                yield at_rim, 1 if where.upper else -1, tray.groups


def _rim(box: Box) -> float:
    """Room for the numbers; a small board has small ones."""
    return min(6.5, box.width / 40)


def _bar(seen: Scene) -> float:
    """How wide the bar is, in points' widths; without one, only the fold is there."""
    return 1.1 if seen.has_bar else 0.3
