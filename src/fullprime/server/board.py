"""The empty board of a variant as JSON: what a page must know to draw any position of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from fullprime.position import BAR, HAND, OFF, RING, Position
from fullprime.render.layout import Scene, corner, scene
from fullprime.variant import Variant

Json = dict[str, Any]


@cache
def board_json(variant: Variant) -> Json:
    """Constant for a variant; places by each seat's own count."""
    ring = variant.geometry == "ring16"
    points = RING if ring else 24
    return {
        "kind": "ring" if ring else "points",
        "points": points,
        "checkers": variant.checkers,
        "across": [variant.across(point) for point in range(1, points + 1)],
        "views": [_view(scene(variant.start_position, variant, seat=seat)) for seat in (0, 1)],
    }


def _view(seen: Scene) -> Json:
    bars = [{"seat": seat, "upper": corner(seen.enters[seat]).upper} for seat in seen.seats]
    view: Json = {
        "bar": bars if seen.has_bar else [],
        "off": [],
        "hand": [],
        "cube": [_cube(seen, owner) for owner in (0, 1)],
    }
    if seen.ring:  # homes lie in the middle, each at its owner's end
        view["off"] = [{"seat": s, "upper": s != seen.seat, "home": True} for s in seen.seats]
        return view
    for where, tray in seen.trays().items():
        view[tray.name] += [{"seat": g.seat, **where._asdict()} for g in tray.groups]
    return view


def _cube(seen: Scene, owner: int) -> Json:
    """At its owner's rim, across from where they bear off."""
    home = not seen.ring and not corner(seen.leaves[owner]).home
    return {"owner": owner, "upper": owner != seen.seat, "home": home}


def rows_json(variant: Variant, position: Position, turn: int = 0) -> list[Json]:
    """The checkers of seat 0 and of seat 1, each by its own points."""
    rows = [
        _row(variant, row, pinned)
        for row, pinned in zip((position.mover, position.other), position.pinned, strict=True)
    ]
    return rows[::-1] if turn else rows


def _row(variant: Variant, row: tuple[int, ...], pinned: frozenset[int]) -> Json:
    points = RING if variant.geometry == "ring16" else 24
    return {
        "points": list(row[1 : points + 1]),
        "bar": row[BAR],
        "hand": row[HAND],
        "off": row[OFF],
        "pinned": sorted(pinned),
    }
