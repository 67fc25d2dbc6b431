"""The board as a picture: one SVG that needs nothing else, for notebooks, pages and print.

>>> from fullprime.position import Position
>>> picture = board_svg(Position.parse("6:2 / 3:1"))
>>> picture.count('class="checker"')
30
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from fullprime.dice import Roll
from fullprime.position import BAR, HAND, OFF, Position
from fullprime.render.layout import (
    Scene,
    Stack,
    columns,
    cube_face,
    fit,
    larger_first,
    plain,
    scene,
)
from fullprime.stakes import Stakes
from fullprime.variant import Variant

CHECKER: Final = 40
SIDE: Final = 56  # the columns of the cube and of the tray
RIM: Final = 26  # room for the numbers
HALF: Final = 5 * CHECKER + 24  # how deep the points are, and half the gap between them
WIDTH: Final = 13 * CHECKER + 2 * SIDE
MIDDLE: Final = RIM + HALF
CAPTION: Final = 24
HEIGHT: Final = 2 * (RIM + HALF + CAPTION)

_CHECKERS: Final = (("#fbf7ec", "#4a3b2a"), ("#33302e", "#e8dcc0"))  # fill and ink, by seat
_WOOD, _FIELD, _POINTS, _INK = "#6b4a2f", "#e9dcc3", ("#c9a877", "#a8784a"), "#2b2118"
_EDGE: Final = "#b8864f"  # stands out from both colours and from the dark tray
_FONT: Final = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'
_SPOTS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


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
) -> str:
    """The board as `seat` sees it; `turn` is the seat to move, whose view the position is."""
    variant = variant or Variant.load()
    seen = scene(position, variant, turn=turn, seat=seat)
    names = (fit(plain(names[0]), 40), fit(plain(names[1]), 40))
    words = _description(seen, names, turn, roll)
    described = escape(f"{variant.name} board, {words}")
    parts = [
        *_board(home_left),
        *_stacks(seen, home_left),
        *_waiting(seen, home_left),
        *(_dice(roll, right=turn == seat) if roll else ()),
        *(_cube(stakes, seat, home_left) if stakes and stakes.cube and not stakes.crawford else ()),
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


# The empty board -------------------------------------------------------------------------------


def _board(home_left: bool) -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{2 * MIDDLE}" rx="8" fill="{_WOOD}"/>'
    for left in (SIDE, SIDE + 7 * CHECKER):
        yield _rect(left, RIM, 6 * CHECKER, 2 * HALF, _FIELD)
    tray = 8 if home_left else WIDTH - SIDE + 8
    for top in (RIM, MIDDLE + 12):
        yield _rect(tray, top, SIDE - 16, HALF - 12, "#4d3420", radius=4)
    for row, points in enumerate(columns(home_left)):
        for column, point in enumerate(points):
            yield _point(_left(column), row, _POINTS[(column + row) % 2])
            y = 2 * MIDDLE - 8 if row else RIM - 8
            yield _text(_left(column) + CHECKER / 2, y, str(point), 13, _FIELD)


def _left(column: int) -> int:
    return SIDE + (column + (column > 5)) * CHECKER


def _point(left: int, row: int, fill: str) -> str:
    rim, tip = (2 * MIDDLE - RIM, MIDDLE + 20) if row else (RIM, MIDDLE - 20)
    ends = f"{left},{rim} {left + CHECKER},{rim} {left + CHECKER // 2},{tip}"
    return f'<polygon points="{ends}" fill="{fill}"/>'


# Checkers --------------------------------------------------------------------------------------


def _stacks(seen: Scene, home_left: bool) -> Iterator[str]:
    for row, points in enumerate(columns(home_left)):
        for column, point in enumerate(points):
            if point in seen.stacks:
                yield from _pile(seen.stacks[point], _left(column) + CHECKER / 2, row)
    # A checker on the bar lies in the half in which it comes in.
    for row, seat in enumerate((seen.seat, 1 - seen.seat)):
        yield from _pile(Stack(seat, seen.rows[seat][BAR]), WIDTH / 2, row)


def _pile(stack: Stack, x: float, row: int) -> Iterator[str]:
    """Checkers from the rim inwards; a high stack overlaps and bears its number."""
    seats = [1 - stack.seat] * stack.prisoners + [stack.seat] * stack.checkers
    apart = min(CHECKER, 4 * CHECKER / max(len(seats) - 1, 1))
    y = 0.0
    for number, seat in enumerate(seats):
        depth = RIM + CHECKER / 2 + 1 + number * apart
        y = 2 * MIDDLE - depth if row else depth
        yield _checker(x, y, seat)
    if len(seats) > 5:
        yield _text(x, y + 6, str(stack.checkers), 17, _CHECKERS[stack.seat][1], weight="bold")


def _checker(x: float, y: float, seat: int) -> str:
    fill, ink = _CHECKERS[seat]
    radius = CHECKER / 2 - 2
    return (
        f'<circle class="checker" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" '
        f'stroke="{ink}" stroke-width="1.5"/>'
    )


def _waiting(seen: Scene, home_left: bool) -> Iterator[str]:
    """Checkers off (on the home side) and in hand (across from it) stand on edge."""
    off, hand = (WIDTH - SIDE, 0)[:: -1 if home_left else 1]
    for row, seat in ((0, 1 - seen.seat), (1, seen.seat)):
        yield from _edges(seen.rows[seat][OFF], off + 12, row, seat, 4)
        yield from _edges(seen.rows[seat][HAND], hand + 12, row, seat, CHECKER + 10)


def _edges(count: int, left: float, row: int, seat: int, margin: int) -> Iterator[str]:
    fill, _ = _CHECKERS[seat]
    apart = min(13.0, (HALF - 20 - margin) / max(count, 1))
    for number in range(count):
        depth = RIM + margin + number * apart
        top = 2 * MIDDLE - depth - apart if row else depth
        yield (
            f'<rect class="checker" x="{left:g}" y="{top:g}" width="{SIDE - 24}" '
            f'height="{apart - 2.5:g}" rx="2" fill="{fill}" stroke="{_EDGE}" stroke-width="1.5"/>'
        )


# Dice, cube and words --------------------------------------------------------------------------


def _dice(roll: Roll, right: bool) -> Iterator[str]:
    """Dice lie on their thrower's right."""
    middle = SIDE + CHECKER * (10 if right else 3)
    for x, number in zip((middle - 24, middle + 24), larger_first(roll), strict=True):
        yield _rect(x - 17, MIDDLE - 17, 34, 34, "#fffdf6", radius=6, stroke=_INK)
        for dx, dy in _SPOTS[number]:
            yield f'<circle cx="{x + 9 * dx}" cy="{MIDDLE + 9 * dy}" r="3.5" fill="{_INK}"/>'


def _cube(stakes: Stakes, seat: int, home_left: bool) -> Iterator[str]:
    """The cube lies in the middle, or at the rim on its owner's side."""
    x = WIDTH - SIDE / 2 if home_left else SIDE / 2
    y = float(MIDDLE)
    if stakes.owner is not None:
        y = 2 * MIDDLE - RIM - 20 if stakes.owner == seat else RIM + 20
    face = cube_face(stakes.value)
    yield _rect(x - 20, y - 20, 40, 40, "#fffdf6", radius=5, stroke=_INK)
    yield _text(x, y + 7, face, 20 if len(face) < 3 else 14, _INK, weight="bold")


def _captions(seen: Scene, names: tuple[str, str], turn: int) -> Iterator[str]:
    for seat, y in ((1 - seen.seat, -8), (seen.seat, 2 * MIDDLE + 17)):
        mark = "▸ " if seat == turn else ""
        yield _text(4, y, f"{mark}{names[seat]}", 15, "currentColor", "bold", "start")
        yield _text(WIDTH - 4, y, ", ".join(seen.facts(seat)), 15, "currentColor", anchor="end")


def _rect(
    x: float, y: float, width: float, height: float, fill: str, radius: int = 0, stroke: str = ""
) -> str:
    extra = f' rx="{radius}"' if radius else ""
    extra += f' stroke="{stroke}"' if stroke else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{extra}/>'


def _text(
    x: float, y: float, text: str, size: int, fill: str, weight: str = "", anchor: str = "middle"
) -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{bold}>'
        f"{escape(text)}</text>"
    )
