"""Where a peer reads the rules in another way than we do: known, named and counted.

A difference that no reading here explains is a fault in one of them, and the programs say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from benchmarks.peers import CHECKERS, Finals, rows_of
from benchmarks.positions import Pair

from fullprime import Position
from fullprime.position import BAR, OFF, PLACES


class Reading(NamedTuple):
    """One such difference: whose, in words, and whether it explains a case."""

    peer: str
    name: str
    text: str
    applies: Callable[[Pair, Finals, Finals], bool]


def _last_checker(pair: Pair, ours: Finals, theirs: Finals) -> bool:
    mover, _ = rows_of(pair.raw)
    in_play = sum(mover[1 : BAR + 1])
    only_theirs = theirs - ours
    return (
        not pair.double
        and in_play == 1
        and ours < theirs
        and all(final[:PLACES][OFF] == CHECKERS for final in only_theirs)
    )


READINGS = (
    Reading(
        "BG Sage",
        "last checker",
        "last checker: with one checker left it may bear off with one number although both can"
        " be played (STD-FORCE-1)",
        _last_checker,
    ),
)
"""OpenSpiel and GNU Backgammon have none."""


def explain(peer: str, pair: Pair, ours: Finals, theirs: Finals) -> Reading | None:
    """The reading that explains a difference, if one does."""
    for reading in READINGS:
        if peer.startswith(reading.peer) and reading.applies(pair, ours, theirs):
            return reading
    return None


def describe(peer: str, pair: Pair, ours: Finals, theirs: Finals) -> str:
    """A difference in words, with one position that only one side lists."""
    lines = [f"{peer} differs: {Position(pair.raw)} with {pair.dice[0]}-{pair.dice[1]}"]
    for owner, only in (("we", ours - theirs), ("they", theirs - ours)):
        if only:
            final = min(only)
            shown = Position.of(tuple(final[:PLACES]), tuple(final[PLACES:]))
            lines.append(f"  only {owner} allow {len(only)}, such as {shown}")
    return "\n".join(lines)
