"""Finds the play that a player means, or the rule that forbids it.

Nothing here knows how checkers move: the kernel is asked for the steps of single numbers, and what
it does not offer is explained by looking at the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fullprime.dice import Roll
from fullprime.errors import BadPlay, IllegalAction
from fullprime.play import Play, legal_plays, place_name, plays_of_batches
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.variant import Variant


class Moved(NamedTuple):
    """One checker as the player moved it: the places it touched, and the hits he marked."""

    places: tuple[int, ...]
    hits: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return "/".join(str(place_name(place)) for place in self.places)


class Objection(NamedTuple):
    """The rule against a play, and what in it the rule is about."""

    rule: str
    detail: str


def find_play(variant: Variant, position: Position, roll: Roll, moves: Sequence[Moved]) -> Play:
    """The legal play that these moves mean; raises with the rule against them if there is none."""
    fitting = _fitting(legal_plays(variant, position, roll), variant, position, moves)
    asked = " ".join(map(str, moves)) or "no play"
    if len(fitting) > 1:
        ways = " or ".join(map(str, fitting))
        raise BadPlay(f"{asked} can be played in several ways, say which: {ways}")
    if fitting:
        return fitting[0]
    against = objection(variant, position, roll, moves)
    where = f"roll {roll} in {variant.text(position)}"
    raise IllegalAction(f"{asked} with {where}", against.rule, against.detail)


def _fitting(
    plays: Sequence[Play], variant: Variant, position: Position, moves: Sequence[Moved]
) -> list[Play]:
    """The plays that the moves can mean.

    They tell where checkers start and stop; what lies between may be left out. A stop on an enemy
    blot is a hit with or without the star; a hit that was not written is assumed only where there
    is no other way.
    """
    after = list(position.mover)
    for move in moves:
        after[move.places[0]] -= 1
        after[move.places[-1]] += 1
    stops = {place for move in moves for place in move.places[1:] if place != OFF}
    hits = {place for place in stops if _is_blot(variant, position, variant.across(place))}
    hits |= {place for move in moves for place in move.hits}
    found = [
        (_hits(play) - hits, play)
        for play in plays
        if list(play.position.mover) == after and _hits(play) >= hits
    ]
    fewest = min((len(unwritten) for unwritten, _ in found), default=0)
    return [play for unwritten, play in found if len(unwritten) == fewest]


def _is_blot(variant: Variant, position: Position, theirs: int) -> bool:
    """Would landing on this point of the opponent's hit or pin something?"""
    lone = position.other[theirs] == 1 and theirs not in position.pinned[1]
    return lone and variant.landing != "none"


def _hits(play: Play) -> set[int]:
    return {step.target for step in play.steps if step.event}


def objection(
    variant: Variant, position: Position, roll: Roll, moves: Sequence[Moved]
) -> Objection:
    """Why these moves, which are no legal play, are not one."""
    numbers = [number for batch in roll.batches for number in batch]
    walked = [
        play
        for play in _walks(variant, position, numbers)
        if play in _fitting([play], variant, position, moves)
    ]
    if walked:
        return _unforced(variant, position, roll, max(walked, key=lambda play: len(play.steps)))
    return _first_fault(variant, position, roll, moves)


def _walks(variant: Variant, position: Position, numbers: Sequence[int]) -> list[Play]:
    """Everything that steps one by one can reach, whether or not more must be played."""
    reached = {position: Play((), position)}
    last = [(Play((), position), tuple(sorted(numbers)))]
    seen = {(position, tuple(sorted(numbers)))}
    while last:
        play, left = last.pop()
        for number in set(left):
            rest = list(left)
            rest.remove(number)
            for step in _single_steps(variant, play.position, number):
                longer = Play(play.steps + step.steps, step.position)
                state = (longer.position, tuple(rest))
                if state in seen:
                    continue
                seen.add(state)
                known = reached.get(longer.position)
                if known is None or len(known.steps) < len(longer.steps):
                    reached[longer.position] = longer
                last.append((longer, tuple(rest)))
    return list(reached.values())


def _single_steps(variant: Variant, position: Position, number: int) -> list[Play]:
    return [p for p in plays_of_batches(variant, position, [[number]]) if p.steps]


def _unforced(variant: Variant, position: Position, roll: Roll, play: Play) -> Objection:
    """Each step is possible, but the play as a whole leaves out what must be played."""
    used = len(play.steps)
    most = len(legal_plays(variant, position, roll)[0].steps)
    numbers = sorted((roll.first, roll.second), reverse=True)
    if used == 0:
        return Objection("STD-TURN-2", "there is a legal play")
    if roll.double:
        return Objection("STD-FORCE-6", f"{most} of the four can be played, not {used}")
    if most == 1:
        return Objection("STD-FORCE-3", f"the {numbers[0]} can be played")
    played = play.steps[0].die
    missing = numbers[1] if played == numbers[0] else numbers[0]
    if _single_steps(variant, play.position, missing):
        return Objection("STD-FORCE-1", f"the {missing} has not been played")
    detail = f"it leaves the {missing} without a legal step"
    if not any(position.mover[variant.home + 1 :]):
        return Objection("STD-OFF-9", detail)
    enabled = not _single_steps(variant, position, missing)
    return Objection("STD-FORCE-5" if enabled else "STD-FORCE-1", detail)


def _first_fault(
    variant: Variant, position: Position, roll: Roll, moves: Sequence[Moved]
) -> Objection:
    """The first move that cannot be made where it stands in the list."""
    numbers = [number for batch in roll.batches for number in batch]
    for move in moves:
        for source, target in zip(move.places, move.places[1:], strict=False):
            fault = _fault(variant, position, roll, numbers, source, target)
            if fault:
                return fault
            walk = _walk(variant, position, numbers, source, target)
            if walk is None:
                return Objection("STD-MOVE-4", f"{Moved((source, target))} has no open way")
            for step in walk.steps:
                numbers.remove(step.die)
            position = walk.position
    unhit = sorted({place for move in moves for place in move.hits})
    return Objection("STD-HIT-1", f"nothing is hit on {', '.join(map(str, unhit)) or 'the way'}")


def _walk(
    variant: Variant, position: Position, numbers: Sequence[int], source: int, target: int
) -> Play | None:
    """The steps by which one checker gets from source to target."""
    ways = [
        play
        for play in _walks(variant, position, numbers)
        if play.steps and play.steps[0].source == source and play.steps[-1].target == target
        if all(a.target == b.source for a, b in zip(play.steps, play.steps[1:], strict=False))
    ]
    return min(ways, key=lambda play: len(play.steps), default=None)


def _fault(
    variant: Variant, position: Position, roll: Roll, numbers: list[int], source: int, target: int
) -> Objection | None:
    """What is wrong with one move on this board, if a look at the board tells."""
    own = position.mover
    if not own[source]:
        return Objection("STD-MOVE-1", f"no checker of yours stands on {place_name(source)}")
    start = 25 if source in (BAR, HAND) else source
    if target >= start or target in (BAR, HAND) or source == OFF:
        return Objection("STD-MOVE-1", f"{Moved((source, target))} does not go forward")
    if own[BAR] and source != BAR:
        return Objection("STD-BAR-1", f"{own[BAR]} of yours on the bar")
    if target == OFF:
        return _bear_off_fault(variant, position, numbers, source)
    reachable = _sums(numbers)
    if start - target not in reachable:
        rule = "STD-BAR-2" if source == BAR else "STD-DBL-1" if roll.double else "STD-MOVE-4"
        return Objection(rule, f"{Moved((source, target))} is {_distance(start - target, numbers)}")
    if position.other[variant.across(target)] >= variant.block:
        rule = "STD-BAR-3" if source == BAR else "STD-MOVE-2"
        return Objection(rule, f"the opponent holds {target}")
    return None


def _distance(pips: int, numbers: list[int]) -> str:
    """How far a move goes, against what there is to play."""
    left = " and ".join(map(str, sorted(numbers, reverse=True)))
    return (
        f"{pips} pip{'s' * (pips > 1)}; {f'you have {left}' if left else 'nothing is left'} to play"
    )


def _bear_off_fault(
    variant: Variant, position: Position, numbers: list[int], source: int
) -> Objection | None:
    own = position.mover
    away = [point for point in range(variant.home + 1, PLACES) if own[point]]
    if away and (away != [source] or own[source] > 1 or source - min(numbers, default=0) > 6):
        names = ", ".join(str(place_name(point)) for point in away)
        return Objection("STD-OFF-1", f"still outside: {names}")
    if source in numbers or not numbers:
        return None if numbers else Objection("STD-MOVE-4", "all numbers have been played")
    if max(numbers) < source and sum(numbers) < source:
        return Objection("STD-OFF-2", f"no number reaches from {source}")
    if any(own[point] for point in range(source + 1, variant.home + 1)):
        return Objection("STD-OFF-3", f"a checker stands higher than {source}")
    return None


def _sums(numbers: list[int]) -> set[int]:
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    return sums - {0}
