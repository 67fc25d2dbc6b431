"""Finds the play that a player means, or the rule that forbids it.

Nothing here knows how checkers move: the kernel is asked for the steps of single numbers, and what
it does not offer is explained by looking at the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fullprime.dice import Roll
from fullprime.errors import BadPlay, IllegalAction, shorten
from fullprime.play import Play, legal_plays, place_name, plays_of_batches
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.variant import Variant


class Route(NamedTuple):
    """One checker as a player writes its way: the places it touches, and the hits he marked.

    Places between two stops may be left out; a stop that is written must be touched.
    """

    places: tuple[int, ...]
    hits: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return "/".join(str(place_name(place)) for place in self.places)


class Objection(NamedTuple):
    """The rule against a play, and what in it the rule is about."""

    rule: str
    detail: str


def find_play(variant: Variant, position: Position, roll: Roll, routes: Sequence[Route]) -> Play:
    """The legal play that these routes mean; raises with the rule against them if there is none."""
    numbers = numbers_of(variant, position, roll)
    asked = shorten(" ".join(map(str, routes)) or "no play", 80)
    ways = _ways(variant, position, numbers, routes)
    legal = [p for p in legal_plays(variant, position, roll) if p.position in ways]
    # A hit that was not written is assumed only where there is no other way.
    fewest = min((_unwritten_hits(play, routes) for play in legal), default=0)
    meant = [play for play in legal if _unwritten_hits(play, routes) == fewest]
    if len(meant) > 1:
        choices = " or ".join(map(str, meant))
        raise BadPlay(f"{asked} can be played in several ways, say which: {choices}")
    if meant:
        return meant[0]
    against = _objection(variant, position, roll, routes)
    where = f"roll {roll} in {variant.text(position)}"
    raise IllegalAction(f"{asked} with {where}", against.rule, against.detail)


def numbers_of(variant: Variant, position: Position, roll: Roll) -> tuple[int, ...]:
    """The numbers that the roll gives to play."""
    return tuple(n for batch in variant.batches(position, roll) for n in batch)


def _unwritten_hits(play: Play, routes: Sequence[Route]) -> int:
    written = {place for route in routes for place in route.places}
    return sum(1 for step in play.steps if step.event and step.target not in written)


# Walking what is written -----------------------------------------------------------------------


class _Walk(NamedTuple):
    """How far the routes have been walked: what stands where, and what is left of each."""

    position: Position
    numbers: tuple[int, ...]
    left: tuple[tuple[int, ...], ...]
    hits: frozenset[int] = frozenset()
    used: tuple[int, ...] = ()


def _ways(
    variant: Variant, position: Position, numbers: Sequence[int], routes: Sequence[Route]
) -> dict[Position, _Walk]:
    """The positions that the routes lead to, whether or not more must be played."""
    if len(routes) > len(numbers):
        return {}
    marked = {place for route in routes for place in route.hits}
    start = _Walk(position, tuple(numbers), tuple(route.places for route in routes))
    found: dict[Position, _Walk] = {}
    seen, todo = {start}, [start]
    while todo:
        walk = todo.pop()
        if not walk.left and walk.hits >= marked:
            found.setdefault(walk.position, walk)
        for following in _next_walks(variant, walk):
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return found


def _next_walks(variant: Variant, walk: _Walk) -> Iterator[_Walk]:
    """One step further on any of the routes."""
    for number in set(walk.numbers):
        steps = {play.steps[0].source: play for play in _steps(variant, walk.position, number)}
        for i, (here, stop, *beyond) in enumerate(walk.left):
            play = steps.get(here)
            if play is None or play.steps[0].target < stop:
                continue
            step = play.steps[0]
            rest = (stop, *beyond) if step.target == stop else (step.target, stop, *beyond)
            yield _Walk(
                play.position,
                _without(walk.numbers, number),
                _replaced(walk.left, i, rest if len(rest) > 1 else None),
                walk.hits | {step.target} if step.event else walk.hits,
                (*walk.used, number),
            )


def _steps(variant: Variant, position: Position, number: int) -> list[Play]:
    return [p for p in plays_of_batches(variant, position, [[number]]) if p.steps]


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def _replaced(
    routes: tuple[tuple[int, ...], ...], at: int, rest: tuple[int, ...] | None
) -> tuple[tuple[int, ...], ...]:
    return routes[:at] + ((rest,) if rest else ()) + routes[at + 1 :]


# Explaining --------------------------------------------------------------------------------------


def _objection(
    variant: Variant, position: Position, roll: Roll, routes: Sequence[Route]
) -> Objection:
    """Why these routes, which are no legal play, are not one."""
    numbers = numbers_of(variant, position, roll)
    ways = _ways(variant, position, numbers, routes)
    if ways:
        longest = max(ways.values(), key=lambda walk: len(walk.used))
        return _unforced(variant, position, roll, longest)
    unmarked = [Route(route.places) for route in routes]
    if _ways(variant, position, numbers, unmarked):
        blots = {p for p in range(1, 25) if position.other[variant.across(p)] == 1}
        missed = sorted({place for route in routes for place in route.hits} - blots)
        named = ", ".join(map(str, missed)) or "the way"
        return Objection("STD-HIT-1", f"nothing is hit on {named}")
    return _first_fault(variant, position, numbers, unmarked)


def _unforced(variant: Variant, position: Position, roll: Roll, walk: _Walk) -> Objection:
    """Each step is possible, but the play as a whole leaves out what must be played."""
    used = len(walk.used)
    most = len(legal_plays(variant, position, roll)[0].steps)
    large, small = max(roll), min(roll)
    if used == 0:
        return Objection("STD-TURN-2", "there is a legal play")
    if variant.nohr and used >= max(most, 2):
        return Objection("VAR-NOHR", "the checker that hit has moved on")
    if roll.double:
        rule = "STD-FORCE-1" if most == 4 else "STD-FORCE-6"
        return Objection(rule, f"{most} of the four can be played, not {used}")
    if most == 1:
        return Objection("STD-FORCE-3", f"the {large} can be played")
    missing = small if walk.used[0] == large else large
    if _steps(variant, walk.position, missing):
        return Objection("STD-FORCE-1", f"the {missing} has not been played")
    detail = f"it leaves the {missing} without a legal step"
    if not any(position.mover[variant.home + 1 :]):
        return Objection("STD-OFF-9", detail)
    enabled = not _steps(variant, position, missing)
    return Objection("STD-FORCE-5" if enabled else "STD-FORCE-1", detail)


def _first_fault(
    variant: Variant, position: Position, numbers: tuple[int, ...], routes: Sequence[Route]
) -> Objection:
    """The first route that cannot be walked together with those before it."""
    at, left = position, numbers
    for count, route in enumerate(routes, 1):
        ways = _ways(variant, position, numbers, routes[:count])
        if not ways:
            return _fault(variant, at, left, route.places)
        walk = min(ways.values(), key=lambda walk: len(walk.used))
        at, left = walk.position, walk.numbers
    return Objection("STD-MOVE-4", "more moves than numbers")  # pragma: no cover - one is found


def _fault(
    variant: Variant, position: Position, numbers: tuple[int, ...], places: tuple[int, ...]
) -> Objection:
    """What stops a checker on this way; the way as far as it can go is taken first."""
    here, stop = places[0], places[1]
    own = position.mover
    written = Route((here, stop))
    if not own[here]:
        return Objection("STD-MOVE-1", f"no checker of yours stands on {place_name(here)}")
    if here in position.pinned[0]:
        return Objection("VAR-PIN", f"your checker on {here} is pinned")
    start = BAR if here == HAND else here
    if stop >= start or stop in (BAR, HAND) or here == OFF:
        return Objection("STD-MOVE-1", f"{written} does not go forward")
    if own[BAR] and here != BAR:
        return Objection("STD-BAR-1", f"{own[BAR]} of yours on the bar")
    if own[HAND] and variant.entry == "all_first" and here not in (BAR, HAND):
        return Objection("VAR-ENTRY", f"{own[HAND]} of yours in hand")
    if not numbers:
        return Objection("STD-MOVE-4", f"no number is left for {written}")
    if stop == OFF and position.pinned[0]:
        return Objection("VAR-PIN", f"your checker on {min(position.pinned[0])} is pinned")
    if stop == OFF:
        outside = _bear_off_fault(variant, own, numbers, here)
        if outside:
            return outside
    elif start - stop not in _sums(numbers):
        doublet = len(numbers) > 1 and len(set(numbers)) == 1
        rule = "STD-BAR-2" if here == BAR else "STD-DBL-1" if doublet else "STD-MOVE-4"
        return Objection(rule, f"{written} is {_distance(start - stop, numbers)}")
    useful = [n for n in sorted(set(numbers), reverse=True) if _leads_to(start, stop, n, numbers)]
    for number in useful:
        for play in _steps(variant, position, number):
            step = play.steps[0]
            if step.source == here and step.target >= stop:
                rest = places[1:] if step.target == stop else (step.target, *places[1:])
                return _fault(variant, play.position, _without(numbers, number), rest)
    return _closed(variant, position, useful, start, stop, here)


def _leads_to(start: int, stop: int, number: int, numbers: tuple[int, ...]) -> bool:
    """Can a checker get from start to stop with this number first?"""
    left = start - number - stop
    return stop == OFF or left == 0 or left in _sums(_without(numbers, number))


def _closed(
    variant: Variant, position: Position, numbers: Sequence[int], start: int, stop: int, here: int
) -> Objection:
    """No number finds a point to land on."""
    points = sorted({start - n for n in numbers if start - n >= max(stop, 1)}, reverse=True)
    full = [p for p in points if variant.cap and position.mover[p] >= variant.cap]
    if full:
        return Objection("VAR-CAP5", f"{variant.cap} of yours stand on {full[0]}")
    if any(point in position.pinned[0] for point in points):
        return Objection("VAR-PIN", f"your checker on {points[0]} is pinned")
    if not any(position.other[variant.across(p)] >= variant.block for p in points):
        return Objection("VAR-RIGHT", f"a lone enemy checker stands on {points[0]}")
    held = f"the opponent holds {' and '.join(map(str, points))}"
    if here == BAR:
        return Objection("STD-BAR-3", held)
    return Objection("STD-MOVE-2" if stop in points else "STD-MOVE-4", held)


def _bear_off_fault(
    variant: Variant, own: Sequence[int], numbers: Sequence[int], here: int
) -> Objection | None:
    """What stops a checker from leaving the board, unless it has to move on before it can."""
    outside = [p for p in range(variant.home + 1, PLACES) if own[p] - (p == here) > 0]
    if outside:
        names = ", ".join(str(place_name(place)) for place in outside)
        return Objection("STD-OFF-1", f"still outside: {names}")
    if sum(numbers) < here:
        return Objection("STD-OFF-2", f"{Route((here, OFF))} is {_distance(here, numbers)}")
    higher = any(own[point] for point in range(here + 1, variant.home + 1))
    if higher and here not in numbers and not any(number < here for number in numbers):
        return Objection("STD-OFF-3", f"a checker stands higher than {here}")
    return None


def _distance(pips: int, numbers: Sequence[int]) -> str:
    """How far a move goes, against what there is to play."""
    left = " and ".join(map(str, sorted(numbers, reverse=True)))
    return f"{pips} pip{'s' * (pips > 1)}; you have {left} to play"


def _sums(numbers: Sequence[int]) -> set[int]:
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    return sums - {0}
