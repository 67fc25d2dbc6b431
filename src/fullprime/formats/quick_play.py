"""Finds the legal play that a transcript means, quickly: by where the mover's checkers end up."""

from __future__ import annotations

from collections.abc import Sequence

from fullprime.play import Play, Plays
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.written_play import Route


def quick_play(plays: Plays, position: Position, routes: Sequence[Route]) -> Play | None:
    """The play after which the mover's checkers stand where the routes lead; None: there is none.

    Of plays that differ in what they hit on the way, the one that hits what is marked and little
    else; None where that leaves several.
    """
    row = moved_row(position.mover, routes)
    if row is None:
        return None
    stops = {place for route in routes for place in route.places[1:-1]}
    found = [
        play
        for play in plays.with_mover(bytes(row))
        if stops <= {step.target for step in play.steps}
    ]
    if len(found) > 1:
        marked = {place for route in routes for place in route.hits}
        ranked = sorted((_hits_apart(play, marked), at) for at, play in enumerate(found))
        if ranked[0][0] == ranked[1][0]:
            return None
        return found[ranked[0][1]]
    return found[0] if found else None


def _hits_apart(play: Play, marked: set[int]) -> int:
    """How many hits are made without a mark, or marked without being made."""
    return len({step.target for step in play.steps if step.event} ^ marked)


def moved_row(row: Sequence[int], routes: Sequence[Route]) -> list[int] | None:
    """The mover's checkers after these routes; None where one starts from an empty place."""
    left = list(row)
    for route in routes:
        source, target = route.places[0], route.places[-1]
        if not OFF < source < PLACES or target > BAR or target == HAND:
            return None
        left[source] -= 1
        left[target] += 1
    # A checker may come to a place before another leaves it, in whatever order they are written.
    return None if min(left) < 0 else left
