"""What SVG boards are made of: sizes, colors, checkers, dice, the cube and words."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import accumulate, pairwise
from typing import Final

from fullprime.dice import Roll
from fullprime.render.layout import SPOTS, Stack, cube_face, larger_first
from fullprime.stakes import Stakes

CHECKER: Final = 40
SIDE: Final = 56  # the columns of the cube and of the trays
RIM: Final = 26  # room for the numbers
HALF: Final = 5 * CHECKER + 24  # how deep the points are, and half the gap between them
WIDTH: Final = 13 * CHECKER + 2 * SIDE
MIDDLE: Final = RIM + HALF

WOOD, FIELD, POINTS, INK = "#6b4a2f", "#e9dcc3", ("#c9a877", "#a8784a"), "#2b2118"
TRAY: Final = "#4d3420"
_CHECKERS: Final = (("#fbf7ec", "#4a3b2a"), ("#33302e", "#e8dcc0"))  # fill and ink, by seat
_EDGE: Final = "#b8864f"  # stands out from both colors and from the dark tray


def spread(stack: Stack, room: float, pinned: bool = False) -> Iterator[tuple[float, int, str]]:
    """The checkers of a stack from the rim inwards: how deep each lies, whose it is, its number.

    A high stack overlaps, and the last of a color bears its number. Prisoners lie half under
    those who hold them; colors that only share a place stand apart.
    """
    seats = [group.seat for group in stack for _ in range(group.checkers)]
    held = pinned and len(stack) > 1 and stack[0].checkers == 1
    between = CHECKER * 0.45 if held else float(CHECKER)
    changes = sum(a != b for a, b in pairwise(seats))
    alike = max(len(seats) - 1 - changes, 1)
    apart = min(CHECKER, (room - changes * between) / alike)
    gaps = [between if a != b else apart for a, b in pairwise(seats)]
    counts = {group.seat: group.checkers for group in stack}
    for number, depth in enumerate(accumulate([0.0, *gaps][: len(seats)])):
        seat = seats[number]
        last = seats[number + 1 : number + 2] != [seat]
        crowded = apart < CHECKER and counts[seat] > 1
        yield depth, seat, str(counts[seat]) if last and crowded else ""


def checker(x: float, y: float, seat: int, number: str = "") -> Iterator[str]:
    """A checker lying flat."""
    fill, ink = _CHECKERS[seat]
    radius = CHECKER / 2 - 2
    yield (
        f'<circle class="checker" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" '
        f'stroke="{ink}" stroke-width="1.5"/>'
    )
    if number:
        yield text(x, y + 6, number, 17, ink, weight="bold")


def edge(x: float, y: float, width: float, height: float, seat: int) -> str:
    """A checker standing on edge."""
    fill, _ = _CHECKERS[seat]
    return (
        f'<rect class="checker" x="{x:g}" y="{y:g}" width="{width:g}" '
        f'height="{height:g}" rx="2" fill="{fill}" stroke="{_EDGE}" stroke-width="1.5"/>'
    )


def edges(count: int, left: float, width: float, row: int, seat: int, room: float) -> Iterator[str]:
    """Checkers on edge from the rim inwards."""
    apart = min(13.0, (room - 4) / max(count, 1))
    for number in range(count):
        depth = RIM + 4 + number * apart
        top = 2 * MIDDLE - depth - apart if row else depth
        yield edge(left, top, width, apart - 2.5, seat)


def dice(roll: Roll, middle: float) -> Iterator[str]:
    """Both dice, the larger first, halfway between the rims."""
    for x, number in zip((middle - 24, middle + 24), larger_first(roll), strict=True):
        yield rect(x - 17, MIDDLE - 17, 34, 34, "#fffdf6", radius=6, stroke=INK)
        for dx, dy in SPOTS[number]:
            yield f'<circle cx="{x + 9 * dx:g}" cy="{MIDDLE + 9 * dy}" r="3.5" fill="{INK}"/>'


def cube(stakes: Stakes, seat: int, x: float, middle: float = MIDDLE) -> Iterator[str]:
    """The cube in the middle, or at the rim on its owner's side."""
    y = middle
    if stakes.owner is not None:
        y = 2 * MIDDLE - RIM - 20 if stakes.owner == seat else RIM + 20
    face = cube_face(stakes.value)
    yield rect(x - 20, y - 20, 40, 40, "#fffdf6", radius=5, stroke=INK)
    yield text(x, y + 7, face, 20 if len(face) < 3 else 14, INK, weight="bold")


def rect(
    x: float, y: float, width: float, height: float, fill: str, radius: int = 0, stroke: str = ""
) -> str:
    """A box."""
    extra = f' rx="{radius}"' if radius else ""
    extra += f' stroke="{stroke}"' if stroke else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{extra}/>'


def text(
    x: float, y: float, words: str, size: int, fill: str, weight: str = "", anchor: str = "middle"
) -> str:
    """Words, on a line that starts, ends or has its middle at x."""
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{bold}>'
        f"{escape(words)}</text>"
    )
