"""Turns that could stand where a transcript has a gap, so that what follows can be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from fullprime.action import Seat
from fullprime.dice import ROLLS
from fullprime.errors import BadPlay
from fullprime.formats.transcript import NO_PLAY, Entry
from fullprime.notation import read_routes
from fullprime.play import legal_plays
from fullprime.position import BAR, OFF, Position
from fullprime.variant import Variant

HORIZON: Final = 16
"""Entries after the gap that a turn must allow to be looked at closely."""

Turn = tuple[Entry, Position]
"""A turn and the board after it, seen by the opponent."""


def fitting_turns(
    variant: Variant, position: Position, player: int, rest: Sequence[Entry], count: int
) -> Iterator[tuple[Entry, ...]]:
    """One or two turns, the first by this player, after which the rest may be possible."""
    rolls = [entry for entry in rest if entry.kind == "roll"]
    if not rolls or rolls[0].player != (player + count) % 2:
        return
    rolls = rolls[:HORIZON]
    first = _turns(variant, position, player, rolls)
    if count == 1:
        yield from ((entry,) for entry, _ in first)
        return
    yield from _pairs(variant, position, player, rolls, first)


def _pairs(
    variant: Variant, position: Position, player: int, rolls: Sequence[Entry], first: Iterator[Turn]
) -> Iterator[tuple[Entry, Entry]]:
    """The second turn is nearly the same after every first one, unless that hits."""
    usual = list(_turns(variant, position.flipped(), 1 - player, rolls))
    for one, board in first:
        hits = board.mover[BAR] > position.other[BAR]
        second = _turns(variant, board, 1 - player, rolls) if hits else usual
        for two, _ in second:
            yield one, two


def _turns(
    variant: Variant, position: Position, player: int, rolls: Sequence[Entry]
) -> Iterator[Turn]:
    """Turns of this player that leave them the checkers which they move later on."""
    seen = set()
    seat: Seat = 1 if player else 0
    for roll in ROLLS:
        for play in legal_plays(variant, position, roll):
            if play.position in seen:
                continue
            seen.add(play.position)
            if _has_checkers(play.position, player, rolls):
                dice = (max(roll), min(roll))
                text = str(play) if play.steps else NO_PLAY
                entry = Entry(kind="roll", player=seat, dice=dice, play=text)
                yield entry, play.position.flipped()


def _has_checkers(position: Position, player: int, rolls: Sequence[Entry]) -> bool:
    """Does every checker stand there that the player moves later, as far as can be seen?

    What the opponent lacks for its own moves does not count: its turn may be missing, too.
    """
    rows = [list(position.mover), list(position.other)]
    for entry in rolls:
        own, enemy = rows if entry.player == player else rows[::-1]
        for source, target in _steps(entry.play or ""):
            if own[source]:
                own[source] -= 1
            elif entry.player == player and source != BAR:  # the missing turn may have hit it
                return False
            own[target] += 1
            if target != OFF and enemy[BAR - target] == 1:
                enemy[BAR - target] = 0
                enemy[BAR] += 1
    return True


@lru_cache(1 << 12)
def _steps(text: str) -> tuple[tuple[int, int], ...]:
    try:
        routes = read_routes(text or NO_PLAY)
    except BadPlay:
        return ()
    steps = [
        step
        for route in routes
        for step in zip(route.places, route.places[1:], strict=False)
        if max(step) <= BAR
    ]
    return tuple(sorted(steps, reverse=True))
