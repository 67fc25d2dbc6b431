"""Two rows of points as a picture: the bar between their halves, trays beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fullprime.dice import Roll
from fullprime.position import BAR, HAND, OFF
from fullprime.render.layout import Corner, Scene, Stack, Tray, columns, corner
from fullprime.render.svg_parts import (
    CHECKER,
    FIELD,
    HALF,
    MIDDLE,
    POINTS,
    RIM,
    SIDE,
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


class PointBoard(NamedTuple):
    """A board of points as one seat sees it."""

    scene: Scene
    home_left: bool
    light: int = 0
    """The seat whose checkers are light."""

    def parts(self) -> Iterator[str]:
        """The board and all checkers."""
        yield from self._board()
        yield from self._stacks()
        for where, tray in self.scene.trays().items():
            yield from self._tray(where, tray)

    def dice(self, roll: Roll, own: bool) -> Iterator[str]:
        """Dice lie on their thrower's right."""
        return dice(roll, SIDE + CHECKER * (10 if own else 3))

    def cube(self, stakes: Stakes) -> Iterator[str]:
        """The cube lies at its owner's rim; as long as it has no owner, in the middle."""
        owned = stakes.owner is not None and self._cube_corner(stakes.owner).home
        return cube(stakes, self.scene.seat, self._side(owned) + SIDE / 2)

    def spot(self, place: int, number: int) -> tuple[float, float] | None:
        """Where the viewer's checker lies, counted from the rim; None: in no place of the board."""
        viewer = self.scene.seat
        if place == BAR:
            row = 0 if corner(self.scene.enters[viewer]).upper else 1
            return self._deep(WIDTH / 2, row, number)
        if place in (OFF, HAND):
            leaves = corner(self.scene.leaves[viewer])
            where = leaves if place == OFF else self.scene.hand(viewer)
            return self._deep(self._side(where.home) + SIDE / 2, 0 if where.upper else 1, 2)
        for row, points in enumerate(columns(self.home_left)):
            if place in points:
                return self._deep(_left(points.index(place)) + CHECKER / 2, row, number)
        return None

    def _deep(self, x: float, row: int, number: int) -> tuple[float, float]:
        depth = RIM + CHECKER / 2 + 1 + CHECKER * min(max(number, 1) - 1, 4)
        return x, 2 * MIDDLE - depth if row else depth

    def _cube_corner(self, owner: int) -> Corner:
        """Across from where its owner bears off."""
        home = corner(self.scene.leaves[owner]).home
        return Corner(upper=owner != self.scene.seat, home=not home)

    def _side(self, home: bool) -> int:
        """Where the column on that side begins."""
        return 0 if home == self.home_left else WIDTH - SIDE

    # The empty board ---------------------------------------------------------------------------

    def _board(self) -> Iterator[str]:
        yield f'<rect width="{WIDTH}" height="{2 * MIDDLE}" rx="8" fill="{WOOD}"/>'
        for left in (SIDE, SIDE + 7 * CHECKER):
            yield rect(left, RIM, 6 * CHECKER, 2 * HALF, FIELD)
        if not self.scene.has_bar:  # only the fold is left of it
            yield rect(WIDTH / 2 - 1.5, 0, 3, 2 * MIDDLE, TRAY)
        for where, tray in self.scene.trays().items():
            left = self._side(where.home)
            if tray.place == OFF:
                depth = _depth(where)
                top = RIM if where.upper else 2 * MIDDLE - RIM - depth
                yield rect(left + 8, top, SIDE - 16, depth, TRAY, radius=4)
            if self.scene.has_hand:
                yield text(left + SIDE / 2, _label(where.upper), tray.name, 13, FIELD)
        for row, points in enumerate(columns(self.home_left)):
            for column, point in enumerate(points):
                yield _point(_left(column), row, POINTS[(column + row) % 2])
                yield text(_left(column) + CHECKER / 2, _label(row == 0), str(point), 13, FIELD)

    # Checkers ----------------------------------------------------------------------------------

    def _stacks(self) -> Iterator[str]:
        for row, points in enumerate(columns(self.home_left)):
            for column, point in enumerate(points):
                stack = self.scene.stacks.get(point, ())
                yield from self._pile(stack, _left(column) + CHECKER / 2, row, pinned=True)
        for row, upper in enumerate((True, False)):
            yield from self._pile(self.scene.bar(upper), WIDTH / 2, row)

    def _tray(self, where: Corner, tray: Tray) -> Iterator[str]:
        """Checkers borne off stand on edge; those in hand lie flat, ready to be played."""
        left, row = self._side(where.home), 0 if where.upper else 1
        if tray.place == OFF:
            width, room = (SIDE - 22) / len(tray.groups) - 2, _depth(where) - 8
            for number, (seat, count) in enumerate(tray.groups):
                color, x = seat ^ self.light, left + 12 + number * (width + 2)
                yield from edges(count, x, width, row, color, room)
            return
        below_cube = where in map(self._cube_corner, (0, 1))
        start = CHECKER + 10 if below_cube else 0
        yield from self._pile(tray.groups, left + SIDE / 2, row, start, room=HALF - 74 - start)

    def _pile(
        self,
        stack: Stack,
        x: float,
        row: int,
        start: float = 0,
        room: float = 4 * CHECKER,
        pinned: bool = False,
    ) -> Iterator[str]:
        """Checkers from the rim inwards."""
        for depth, seat, number in spread(stack, room, pinned):
            depth += RIM + CHECKER / 2 + 1 + start
            yield from checker(x, 2 * MIDDLE - depth if row else depth, seat ^ self.light, number)


def _depth(where: Corner) -> int:
    """How deep a tray is: across from home, a cube may lie in the middle."""
    return HALF - (12 if where.home else 24)


def _left(column: int) -> int:
    return SIDE + (column + (column > 5)) * CHECKER


def _label(upper: bool) -> int:
    """The line on the rim on which words stand."""
    return RIM - 8 if upper else 2 * MIDDLE - 8


def _point(left: int, row: int, fill: str) -> str:
    rim, tip = (2 * MIDDLE - RIM, MIDDLE + 20) if row else (RIM, MIDDLE - 20)
    ends = f"{left},{rim} {left + CHECKER},{rim} {left + CHECKER // 2},{tip}"
    return f'<polygon points="{ends}" fill="{fill}"/>'
