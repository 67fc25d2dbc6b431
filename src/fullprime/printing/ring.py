"""A ring of cells on paper: eight rows with a cell at either end, the homes between them."""

from __future__ import annotations

from math import floor
from typing import Final, NamedTuple

from fullprime.position import RING
from fullprime.printing.drawing import BOLD, FINE, HAIR, Drawing, Spot
from fullprime.printing.look import Look
from fullprime.printing.paper import Box
from fullprime.printing.pieces import stack
from fullprime.render.layout import Scene, ring_rows, scene
from fullprime.variant import Variant

ROWS: Final = RING // 2
ABREAST: Final = 8
"""Counters of a side that lie in a cell; those of the other side lie beside them."""


class RingBoard(NamedTuple):
    """Where everything is on the sheet."""

    variant: Variant
    scene: Scene
    box: Box

    @staticmethod
    def on(variant: Variant, box: Box) -> RingBoard:
        """The largest board of this game in the box."""
        return RingBoard(variant, scene(variant.start_position, variant), box)

    @property
    def pitch(self) -> float:
        """The height of a cell."""
        return floor(10 * (self.box.height - self._edge) / ROWS) / 10

    @property
    def counter(self) -> float:
        """The diameter of a counter."""
        return floor(10 * min(self.pitch / 2.1, self._cell / (ABREAST + 0.3))) / 10

    @property
    def cut(self) -> float:
        """Where the board may be cut in two halves."""
        return self.box.middle[0]

    def draw(self, look: Look, checkers: bool = False) -> Drawing:
        """The board, with the checkers of its start if they are wanted."""
        drawing = Drawing().box(self.box, look.frame, BOLD, radius=self._edge / 2)
        for row, cells in enumerate(ring_rows()):
            for side, point in enumerate(cells):
                self._draw_cell(drawing, look, row, side, point)
                if checkers:
                    self._draw_stack(drawing, look, row, side, point)
        self._draw_homes(drawing, look)
        return drawing

    def _draw_cell(self, drawing: Drawing, look: Look, row: int, side: int, point: int) -> None:
        cell = self._box(row, side)
        which = (row + side) % 2
        drawing.box(cell, look.points[1] if which else look.field, HAIR)
        if look.hatched and which:
            corners = [(cell.x, cell.y), (cell.right, cell.y),
                       (cell.right, cell.bottom), (cell.x, cell.bottom)]  # fmt: skip
            drawing.hatching(corners, apart=max(self.pitch / 8, 1.2), pen=FINE)
        spot = (cell.x - self._edge / 2, cell.right + self._edge / 2)[side], cell.middle[1]
        size = min(8.0, self.pitch * 0.4)
        drawing.words(spot, str(point), size, bold=True, color=look.ink)
        if row:
            self._draw_way(drawing, look, (spot[0], cell.y), down=side == 0)

    def _draw_way(self, drawing: Drawing, look: Look, spot: Spot, down: bool) -> None:
        """Between two numbers: up on the right, down on the left."""
        (x, y), size = spot, self._edge * 0.11
        tip = size if down else -size
        drawing.polygon([(x - size, y - tip), (x + size, y - tip), (x, y + tip)], look.ink, None)

    def _draw_stack(self, drawing: Drawing, look: Look, row: int, side: int, point: int) -> None:
        """The colors lie in two lines, from the rim inwards."""
        cell = self._box(row, side)
        rim, way = ((cell.x, 1.0), (cell.right, -1.0))[side]
        for group in self.scene.stacks.get(point, ()):
            lane = cell.y + self.pitch * (0.26 if group.seat else 0.74)
            spot: Spot = (rim, lane)
            stack(drawing, look, (group,), spot, (way, 0), self.counter, ABREAST)

    def _draw_homes(self, drawing: Drawing, look: Look) -> None:
        """Each at its owner's end; the room between is for the dice."""
        x = self.box.x + self._edge + self._cell + self._edge
        width = self.box.width - 4 * self._edge - 2 * self._cell
        height = self.pitch * ROWS * 0.36
        top = self._box(0, 0).y
        for y in (top, top + self.pitch * ROWS - height):
            home = Box(x, y, width, height)
            drawing.box(home, look.tray, HAIR, radius=1.5)
            size = min(9.0, self.pitch * 0.45)
            drawing.words(home.middle, "home", size, color=look.ink, turn=-90)

    def _box(self, row: int, side: int) -> Box:
        rim = self._edge
        x = self.box.right - rim - self._cell if side else self.box.x + rim
        top = self.box.middle[1] - self.pitch * ROWS / 2
        return Box(x, top + row * self.pitch, self._cell, self.pitch)

    @property
    def _edge(self) -> float:
        """Room for the numbers at the sides."""
        return min(8.0, self.box.width / 35)

    @property
    def _cell(self) -> float:
        """How wide a cell is."""
        return (self.box.width - 4 * self._edge) * 0.45
