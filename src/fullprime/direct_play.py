"""The quick way to what a player means: the checkers are moved as it is written, and where a legal
play leads to the same board, that is the play.

It serves almost every play of a transcript. What it cannot decide, `why` finds out step by step.

>>> from fullprime.dice import Roll
>>> from fullprime.variant import Variant
>>> game = Variant.load()
>>> numbers = Numbers.of(game, game.start_position, Roll(6, 5))
>>> direct_play(numbers, game.start_position, [Route((24, 13))])
<Play 24/13>
"""

from __future__ import annotations

from collections.abc import Sequence

from fullprime.numbers_to_play import Numbers
from fullprime.play import Play
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.written_play import Route

_OTHER = 32
"""Where the row of the other side begins in the bytes of a position."""

Leg = tuple[int, int]


def direct_play(numbers: Numbers, position: Position, routes: Sequence[Route]) -> Play | None:
    """The legal play that the routes mean, hits on the way apart; None where it takes a closer
    look."""
    variant = numbers.variant
    plain = variant.landing == "hit" and variant.geometry == "contrary"
    if not plain or numbers.later or len(numbers.batch) != 1:
        return None
    legs = [leg for route in routes for leg in zip(route.places, route.places[1:], strict=False)]
    after = _moved(position, legs, frozenset().union(*(route.hits for route in routes)))
    play = numbers.plays(position).to(after) if after else None
    if play is None or not _is_walkable(numbers, position, legs, play):
        return None
    return play


def _moved(position: Position, legs: list[Leg], marked: frozenset[int]) -> Position | None:
    """The board after these legs, the checkers that they hit on the bar."""
    raw = position.raw
    mine, theirs = list(raw[:PLACES]), list(raw[_OTHER : _OTHER + PLACES])
    hits = set()
    for source, target in legs:
        if not target < source <= BAR:
            return None
        mine[source] -= 1
        mine[target] += 1
        if target != OFF and theirs[BAR - target]:
            theirs[BAR - target] -= 1
            theirs[BAR] += 1
            hits.add(target)
    # A checker may come to a place after another was written to leave it.
    if min(mine) < 0 or marked - hits or mine[HAND] != raw[HAND]:
        return None
    rest = raw[PLACES:_OTHER], raw[_OTHER + PLACES :]
    return Position(bytes(mine) + rest[0] + bytes(theirs) + rest[1])


def _is_walkable(numbers: Numbers, position: Position, legs: list[Leg], play: Play) -> bool:
    """Can the legs themselves be walked, and not only another way to the same board?

    With equal numbers there is one way only. A single leg may use two numbers in any order.
    """
    left = numbers.batch[0]
    if len(legs) < 2 or sorted(legs) == sorted((step.source, step.target) for step in play.steps):
        return True
    if len(set(left)) == 1:
        return all(stop == OFF or (start - stop) % left[0] == 0 for start, stop in legs)
    if len(legs) > 2 or len(left) != 2:
        return False
    first, second = sorted(legs, reverse=True)
    return any(
        _step(numbers, after, second[0], second[1], left[1 - at])
        for at in (0, 1)
        if (after := _step(numbers, position, first[0], first[1], left[at]))
    )


def _step(
    numbers: Numbers, position: Position, source: int, target: int, number: int
) -> Position | None:
    """The board after one step with this number, if it is possible."""
    for play in numbers.steps(position, number):
        if (play.steps[0].source, play.steps[0].target) == (source, target):
            return play.position
    return None
