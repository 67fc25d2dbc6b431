"""A ring of cells as a picture: eight rows with a cell at either end, homes between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from fullprime.dice import Roll
from fullprime.position import OFF, RING
from fullprime.render.layout import Scene, Stack, ring_rows
from fullprime.render.svg_parts import (
    CHECKER,
    FIELD,
    HALF,
    MIDDLE,
    POINTS,
    RIM,
    TRAY,
    WIDTH,
    WOOD,
    checker,
    cube,
    dice,
    edges,
    rect,
    spread,
    text,
)
from fullprime.stakes import Stakes

ROW: Final = 2 * HALF / (RING // 2)
CELL: Final = 220
HOME: Final = HALF - 40  # how deep the trays are


class RingBoard(NamedTuple):
    """A ring of cells as one seat sees it."""

    scene: Scene
    home_left: bool
    light: int = 0
    """The seat whose checkers are light."""

    def parts(self) -> Iterator[str]:
        """The board and all checkers."""
        yield f'<rect width="{WIDTH}" height="{2 * MIDDLE}" rx="8" fill="{WOOD}"/>'
        for row, cells in enumerate(ring_rows(self.home_left)):
            for right, point in enumerate(cells):
                yield from _cell(row, right == 1, point)
                yield from self._stack(self.scene.stacks.get(point, ()), row, right == 1)
        for row, seat in enumerate(reversed(self.scene.seats)):
            top = 2 * MIDDLE - RIM - HOME if row else RIM
            yield rect(WIDTH / 2 - 20, top, 40, HOME, TRAY, radius=4)
            off = self.scene.rows[seat][OFF]
            yield from edges(off, WIDTH / 2 - 16, 32, row, seat ^ self.light, HOME - 4)

    def dice(self, roll: Roll, own: bool) -> Iterator[str]:
        """Dice lie in the middle; there is one place for both throwers."""
        return dice(roll, WIDTH / 2)

    def cube(self, stakes: Stakes) -> Iterator[str]:
        """The cube lies beside the homes, out of the way of the dice."""
        return cube(stakes, self.scene.seat, WIDTH / 2 - 46, MIDDLE - 64)

    def spot(self, place: int, number: int) -> tuple[float, float] | None:
        """Where the viewer's piece lies, counted from the rim; None: in no place of the board."""
        if place == OFF:
            return WIDTH / 2, 2 * MIDDLE - RIM - HOME / 2
        for row, cells in enumerate(ring_rows(self.home_left)):
            if place in cells:
                depth = RIM + CHECKER / 2 + 2 + CHECKER * min(max(number, 1) - 1, 4)
                return WIDTH - depth if place == cells[1] else depth, RIM + (row + 0.5) * ROW
        return None

    def _stack(self, stack: Stack, row: int, right: bool) -> Iterator[str]:
        """Both colors from the rim inwards."""
        y = RIM + (row + 0.5) * ROW
        for depth, seat, number in spread(stack, CELL - CHECKER - 4):
            depth += RIM + CHECKER / 2 + 2
            yield from checker(WIDTH - depth if right else depth, y, seat ^ self.light, number)


def _cell(row: int, right: bool, point: int) -> Iterator[str]:
    left, top = (WIDTH - RIM - CELL if right else RIM), RIM + row * ROW
    yield rect(left, top, CELL, ROW, FIELD if (row + right) % 2 else POINTS[0])
    x = WIDTH - RIM / 2 if right else RIM / 2
    yield text(x, top + ROW / 2 + 5, str(point), 13, FIELD)
