"""The board as a picture: one SVG that needs nothing else, for notebooks, pages and print.

>>> from fullprime.position import Position
>>> picture = board_svg(Position.parse("6:2 / 3:1"))
>>> picture.count('class="checker"')
30
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from fullprime.dice import Roll
from fullprime.errors import plain
from fullprime.position import Position
from fullprime.render.layout import Scene, fit, larger_first, scene
from fullprime.render.svg_arrows import Arrow, arrow_parts
from fullprime.render.svg_parts import MIDDLE, WIDTH, text
from fullprime.render.svg_points import PointBoard
from fullprime.render.svg_ring import RingBoard
from fullprime.stakes import Stakes
from fullprime.variant import Variant

CAPTION: Final = 24
HEIGHT: Final = 2 * (MIDDLE + CAPTION)
_FONT: Final = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'


def board_svg(
    position: Position,
    variant: Variant | None = None,
    *,
    turn: int = 0,
    seat: int = 0,
    home_left: bool = False,
    names: tuple[str, str] = ("White", "Black"),
    roll: Roll | None = None,
    stakes: Stakes | None = None,
    white: int | None = None,
    arrows: Sequence[Arrow] = (),
) -> str:
    """The board as `seat` sees it; `turn` is the seat to move, whose view the position is.

    The light checkers are those of seat 0, unless another is named. Arrows show plays of `seat`.
    """
    variant = variant or Variant.load()
    seen = scene(position, variant, turn=turn, seat=seat)
    names = (fit(plain(names[0]), 40), fit(plain(names[1]), 40))
    words = _description(seen, names, turn, roll)
    described = escape(f"{variant.name} board, {words}")
    light = white or 0
    board = (RingBoard if seen.ring else PointBoard)(seen, home_left, light)
    parts = [
        *board.parts(),
        *(board.dice(roll, own=turn == seat) if roll else ()),
        *(board.cube(stakes) if stakes and stakes.cube and not stakes.crawford else ()),
        *arrow_parts(arrows, seen.rows[seat], board.spot),
        *_captions(seen, names, turn),
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-CAPTION} {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{described}" {_FONT}>',
            f"<title>{described}</title>",
            *parts,
            "</svg>",
        ]
    )


def _description(seen: Scene, names: tuple[str, str], turn: int, roll: Roll | None) -> str:
    sides = []
    for seat in (turn, 1 - turn):
        sides.append(f"{names[seat]} {seen.listed(seat)} ({', '.join(seen.facts(seat))})")
    thrown = " with {}-{}".format(*larger_first(roll)) if roll else ""
    return f"{names[turn]} to move{thrown}. {'; '.join(sides)}."


def _captions(seen: Scene, names: tuple[str, str], turn: int) -> Iterator[str]:
    for seat, y in ((1 - seen.seat, -8), (seen.seat, 2 * MIDDLE + 17)):
        mark = "▸ " if seat == turn else ""
        yield text(4, y, f"{mark}{names[seat]}", 15, "currentColor", "bold", "start")
        yield text(WIDTH - 4, y, ", ".join(seen.facts(seat)), 15, "currentColor", anchor="end")
