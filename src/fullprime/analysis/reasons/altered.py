"""The same board without one thing: what is it worth here?

Each function takes one thing away from a position after a play, the player first, and changes as
little else as it can. None: that cannot be done here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from fullprime.analysis.reasons.board import Row, all_home, blots, is_point, moved
from fullprime.play import Play
from fullprime.position import BAR, Position

NEAR: Final = 6
"""An anchor is split to points not farther away than this."""
ALIVE: Final = 4
"""From this point on a checker is in play."""


def without_point(position: Position, point: int) -> Position | None:
    """Its checkers go to the nearest own points, by turns up and down."""
    row = position.mover
    up = next((p for p in range(point + 1, BAR) if is_point(row, p)), None)
    down = next((p for p in range(point - 1, 0, -1) if is_point(row, p)), None)
    ways = [way for way in (up, down) if way is not None]
    if not ways:
        return None
    return moved(position, [(point, ways[n % len(ways)]) for n in range(row[point])])


def without_blots(position: Position) -> Position | None:
    """Each goes to the nearest own point."""
    row = position.mover
    points = [p for p in range(1, BAR) if is_point(row, p)]
    if not points:
        return None
    steps = [(p, min(points, key=lambda q: (abs(q - p), q))) for p in blots(row)]
    return moved(position, steps)


def without_hit(position: Position, before: Position) -> Position | None:
    """The hit checkers stand on the open points nearest to where they stood."""
    hit = hit_points(position, before)
    row, targets = list(position.mover), []
    for stood in hit:
        free = [p for p in range(1, BAR) if not row[BAR - p] and p not in targets]
        if not free:
            return None
        targets.append(min(free, key=lambda p: (abs(p - stood), p)))
    return moved(position, [(BAR, target) for target in targets], theirs=True) if hit else None


def hit_points(position: Position, before: Position) -> list[int]:
    """Where the opponent's checkers stood that were hit, in their own numbers."""
    return [p for p in range(1, BAR) for _ in range(before.other[p] - position.other[p])]


def without_anchor(position: Position, point: int, play: Play) -> Position | None:
    """Split to the two empty points with the least change of pips; where there are none, one
    checker is put back where it came from."""
    pair = next(split_anchors(position, point), None)
    if pair is not None:
        return pair
    back = next((step for step in play.steps if step.target == point), None)
    return moved(position, [(point, back.source)]) if back else None


def split_anchors(position: Position, point: int) -> Iterator[Position]:
    """All ways to split an anchor of two or three, the most neutral first."""
    row, other = position.mover, position.other
    free = [
        p
        for p in range(max(1, point - NEAR), min(BAR, point + NEAR + 1))
        if p != point and not row[p] and not other[BAR - p]
    ]
    pairs = sorted(
        combinations(free, 2),
        key=lambda pair: (abs(sum(pair) - 2 * point), abs(pair[0] - point) + abs(pair[1] - point)),
    )
    return (moved(position, [(point, a), (point, b)]) for a, b in pairs)


def with_one_alive(position: Position) -> Position | None:
    """A checker that is out of play stands on the lowest own point that is in play; a spare pays
    the pips. Where none can, they are lost."""
    row = position.mover
    dead = next((p for p, most in ((1, 0), (2, 2), (3, 3)) if row[p] > most), None)
    home = next((p for p in range(ALIVE, BAR) if is_point(row, p)), None)
    if dead is None or home is None:
        return None
    paid = home - dead
    spares = (p for p in range(24, ALIVE, -1) if row[p] > 2 and p - paid >= ALIVE)
    spare = next((p for p in spares if not position.other[BAR - (p - paid)]), None)
    steps = [(dead, home)] if spare is None else [(dead, home), (spare, spare - paid)]
    return moved(position, steps)


def with_smaller_stack(position: Position, point: int) -> Position | None:
    """A checker of the stack stands on the next own point behind it: that loses pips."""
    row: Row = position.mover
    if all_home(row):
        return None
    behind = next((p for p in range(point + 1, BAR) if is_point(row, p)), None)
    return moved(position, [(point, behind)]) if behind else None
