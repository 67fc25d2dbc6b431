"""The printed board of any game, on one sheet or, larger, on two."""

from __future__ import annotations

from fullprime.printing.look import Look
from fullprime.printing.paper import Box, Paper
from fullprime.printing.points import PointsBoard
from fullprime.printing.ring import RingBoard
from fullprime.variant import Variant

Board = PointsBoard | RingBoard


def board_on(variant: Variant, box: Box) -> Board:
    """The largest board of this game in the box."""
    kind = RingBoard if variant.geometry == "ring16" else PointsBoard
    return kind.on(variant, box)


def full_board(variant: Variant, paper: Paper, large: bool) -> Board:
    """The board that fills a sheet, or two sheets side by side."""
    if not large:
        return board_on(variant, paper.landscape.inner)
    half = paper.inner
    return board_on(variant, half._replace(width=2 * half.width))


def halves(board: Board, look: Look) -> tuple[str, str]:
    """The board cut in the middle, each half as it lies on its own sheet."""
    box, drawn = board.box, board.draw(look).source()
    width = board.cut - box.x
    return _window(box, width, 0, drawn), _window(box, width, width, drawn)


def _window(box: Box, width: float, shift: float, drawn: str) -> str:
    """What can be seen of the drawing through a sheet; its thick frame is not cut off outside."""
    rim = 0.4
    x, inner = (box.x - rim, 0.0) if not shift else (box.x, shift)
    size = f"width: {width + rim:g}mm, height: {box.height + 2 * rim:g}mm"
    moved = f"place(top + left, dx: {-(x + inner):g}mm, dy: {-(box.y - rim):g}mm, [{drawn}])"
    shown = f"block({size}, clip: true, {moved})"
    return f"#place(top + left, dx: {x:g}mm, dy: {box.y - rim:g}mm, {shown})"
