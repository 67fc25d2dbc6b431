"""The game plans of both sides, by the names that players use.

>>> from fullprime.position import Position
>>> plan(Position.parse("20:2 13:3 8:3 6:4 5:1 4:2 / 20:2 13:3 8:3 6:4 5:1 4:2"))
'mutual_holding'
"""

from __future__ import annotations

from typing import Final

from fullprime.analysis.reasons.board import (
    HOME,
    LONG_PRIME,
    PRIME,
    Row,
    all_home,
    home_points,
    is_point,
    longest_prime,
    pips,
    prime_with,
    trapped,
)
from fullprime.errors import messages
from fullprime.position import BAR, OFF, Position
from fullprime.variant import Variant

BEHIND: Final = range(16, BAR + 1)
DEEP: Final = range(20, 25)
ANCHORS: Final = range(18, 25)
HOLDING: Final = (18, 20, 21)
NAMES: Final = {
    "race": "plan.race",
    "bearing_off": "plan.bearing_off",
    "containment": "plan.containment",
    "backgame": "plan.backgame",
    "ace_point": "plan.ace_point",
    "deep_anchor": "plan.deep_anchor",
    "blitz": "plan.blitz",
    "priming": "plan.priming",
    "holding": "plan.holding",
    "mutual_holding": "plan.mutual_holding",
    "running": "plan.running",
}
"""The codes of their words."""


def has_plans(variant: Variant) -> bool:
    """Do these names mean something in this game?"""
    return variant.landing == "hit" and variant.geometry == "contrary" and variant.home == 6


def plans(variant: Variant, position: Position) -> tuple[str | None, str | None]:
    """Of the side to move and of the other; None: nothing worth a name."""
    if not has_plans(variant):
        return None, None
    return plan(position), plan(position.flipped())


def plan(position: Position) -> str | None:
    """Of the side to move: the first that fits."""
    mine, theirs = position.mover, position.other
    lead = pips(theirs) - pips(mine)
    if position.is_race:
        return "race"
    if all_home(mine):
        return "bearing_off"
    if _contains(mine, theirs, lead):
        return "containment"
    if deep := _waiting_deep(mine, theirs, lead):
        return deep
    if _blitzes(mine, theirs):
        return "blitz"
    if _primes(mine, theirs):
        return "priming"
    if any(is_point(mine, point) for point in HOLDING):
        both = any(is_point(theirs, point) for point in HOLDING)
        return "mutual_holding" if both else "holding"
    runs = _back(mine) <= 1 and 20 * lead >= pips(mine)
    return "running" if runs else None


def plan_name(name: str) -> str:
    """In English."""
    return messages()[NAMES[name]]


def _back(row: Row) -> int:
    return sum(row[point] for point in BEHIND)


def _home_or_off(row: Row) -> int:
    return row[OFF] + sum(row[point] for point in HOME)


def _contains(mine: Row, theirs: Row, lead: int) -> bool:
    """Holding a last checker of an opponent who is nearly done."""
    done = theirs[OFF] > 0 or _home_or_off(theirs) >= 12
    caught = any(theirs[point] for point in range(19, BAR + 1))
    waiting = any(is_point(mine, point) for point in DEEP)
    return done and caught and not waiting and lead < 0


def _waiting_deep(mine: Row, theirs: Row, lead: int) -> str | None:
    anchors = [point for point in ANCHORS if is_point(mine, point)]
    if sum(point in DEEP for point in anchors) >= 2 and lead <= -40:
        return "backgame"
    coming_home = not any(theirs[19 : BAR + 1]) and _home_or_off(theirs) >= 8
    if coming_home and lead <= -20:
        return "ace_point" if anchors == [24] else "deep_anchor" if anchors == [23] else None
    return None


def _blitzes(mine: Row, theirs: Row) -> bool:
    there = theirs[19:BAR]
    if any(count >= 2 for count in there) or longest_prime(mine) >= 5:
        return False
    near = sum(mine[1:13]) >= 9 and home_points(mine) >= 3
    return theirs[BAR] >= 2 or (near and (theirs[BAR] > 0 or any(there)))


def _primes(mine: Row, theirs: Row) -> bool:
    runs = (prime_with(mine, point) for point in PRIME)
    return any(len(run) >= LONG_PRIME and trapped(theirs, run) for run in runs)
