"""Plays as arrows on a board: from where checkers stand to where they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Final, NamedTuple

from fullprime.play import Step

Spot = tuple[float, float]
SpotOf = Callable[[int, int], Spot | None]
"""Where the viewer's checker lies on a place, counted from the rim; None: nowhere on the board."""

BEST: Final = "#12a878"
PLAYED: Final = "#e8590c"
CASING: Final = "#fffdf6"
WIDTH: Final = 6
HEAD: Final = 19
BEND: Final = 0.16
"""How far an arrow bends, as a share of its length."""


class Arrow(NamedTuple):
    """A play of the viewer to be drawn."""

    steps: Sequence[Step]
    color: str = BEST
    dashed: bool = False


def arrow_parts(arrows: Sequence[Arrow], row: Sequence[int], spot: SpotOf) -> Iterator[str]:
    """All arrows of these plays; `row` has the viewer's checkers by place."""
    drawn = [
        _drawn(start, end, arrow)
        for arrow in arrows
        for start, end in _ways(arrow.steps, row, spot)
    ]
    # Below them all, so that of two arrows along the same way both are seen.
    yield from (casing for casing, _, _ in drawn)
    for _, line, head in drawn:
        yield line
        yield head


def _ways(steps: Sequence[Step], row: Sequence[int], spot: SpotOf) -> Iterator[tuple[Spot, Spot]]:
    """Each checker from where it stands to where it ends, one beside the other."""
    left, come = Counter[int](), Counter[int]()
    for source, target in _routes(steps):
        start = spot(source, row[source] - left[source])
        end = spot(target, (row[target] if target < len(row) else 0) + 1 + come[target])
        left[source] += 1
        come[target] += 1
        if start and end:
            yield start, end


def _routes(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """What one checker does in several steps is one way."""
    routes: list[tuple[int, int]] = []
    for step in steps:
        going_on = next((way for way in routes if way[1] == step.source), None)
        if going_on:
            routes.remove(going_on)
        routes.append((going_on[0] if going_on else step.source, step.target))
    return routes


def _drawn(start: Spot, end: Spot, arrow: Arrow) -> tuple[str, str, str]:
    """Its casing, its line and its head."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    across = (to_y - y) / length, (x - to_x) / length
    bend = BEND * length * (1 if to_x < x else -1)
    middle = (x + to_x) / 2 + across[0] * bend, (y + to_y) / 2 + across[1] * bend
    back = hypot(to_x - middle[0], to_y - middle[1]) or 1.0
    along = (to_x - middle[0]) / back, (to_y - middle[1]) / back
    neck = to_x - along[0] * HEAD * 0.8, to_y - along[1] * HEAD * 0.8
    path = f"M{x:.1f} {y:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    dashes = ' stroke-dasharray="11 6"' if arrow.dashed else ""
    wings = (
        (to_x - along[0] * HEAD + side * along[1] * HEAD / 2,
         to_y - along[1] * HEAD - side * along[0] * HEAD / 2)
        for side in (1, -1)
    )  # fmt: skip
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in (end, *wings))
    return (
        f'<path d="{path}" fill="none" stroke="{CASING}" stroke-width="{WIDTH + 4}"/>',
        f'<path class="arrow" d="{path}" fill="none" stroke="{arrow.color}" '
        f'stroke-width="{WIDTH}"{dashes}/>',
        f'<polygon points="{corners}" fill="{arrow.color}" stroke="{CASING}" stroke-width="2" '
        'stroke-linejoin="round"/>',
    )
