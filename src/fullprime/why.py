"""Finds the play that a player means, or the rule that forbids it.

What the kernel does not offer is explained by looking at the board, or by asking it again without
one of the rules.

>>> game = Variant.load()
>>> judged = judge(game, game.start_position, Roll(6, 1), [Route((8, 2))])
>>> judged.objection.rule
'STD-FORCE-1'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from fullprime.dice import Roll
from fullprime.direct_play import direct_play
from fullprime.errors import BadPlay, Fault, IllegalAction, sentences
from fullprime.numbers_to_play import Batch, Numbers, without
from fullprime.play import Play, place_name
from fullprime.position import BAR, HAND, LOST, OFF, PLACES, Position
from fullprime.variant import Variant
from fullprime.written_play import Route, Walk, Walks, walk_all, written

LIFTED: Final[tuple[tuple[str, dict[str, Any], str], ...]] = (
    ("VAR-CAP5", {"cap": 0}, "play.cap"),
    ("VAR-RIGHT", {"hit_right": "always"}, "play.lone"),
    ("VAR-NOHR", {"no_hit_and_run": False}, "play.stays"),
    ("VAR-RUNNER", {"runner": False}, "play.runner"),
    ("VAR-HEAD", {"head_limit": 0}, "play.head"),
    ("VAR-PRIME", {"prime": "none"}, "play.closes"),
    ("VAR-EXACT", {"bear_off": "over"}, "play.too_large"),
)
"""A rule is the reason where a step becomes possible without it; and what it is about then."""


class Objection(NamedTuple):
    """The rule against a play, and what in it the rule is about."""

    rule: str
    detail: str

    @property
    def reason(self) -> str:
        """The rule in one sentence, and what it is about here."""
        return f"{sentences()[self.rule]} ({self.detail})"


class Judgement(NamedTuple):
    """What the rules say about a play: it is the legal `play`, or there is an objection to it."""

    play: Play | None
    objection: Objection | None = None


def judge(
    variant: Variant,
    position: Position,
    roll: Roll,
    routes: Sequence[Route],
    named: int | None = None,
) -> Judgement:
    """Are these routes a legal play of the roll, all its batches together?

    Where the player names a doublet and `named` leaves it out, any of the six will do.
    """
    names = range(1, 7) if named is None and variant.names_doublet(roll) else (named,)
    judged = [_judged(Numbers.of(variant, position, roll, n), position, routes) for n in names]
    legal = [judgement for judgement in judged if judgement.play]
    # Of the objections, the one that got farthest into the turn says most.
    said = sorted(judged, key=lambda j: j.objection is None or j.objection.rule != "VAR-PROG")
    return (legal or said)[0]


def find_play(numbers: Numbers, position: Position, routes: Sequence[Route]) -> Play:
    """The legal play of all these numbers that the routes mean.

    Raises with the rule against them if there is none.
    """
    play, against = _judged(numbers, position, routes)
    if play:
        return play
    assert against is not None  # noqa: S101 - it is one or the other
    where = f"roll {numbers.roll} in {numbers.variant.text(position)}"
    raise IllegalAction(f"{written(routes)} with {where}", against.rule, against.detail)


def possible_play(numbers: Numbers, position: Position, routes: Sequence[Route]) -> Play | None:
    """The same for those who do not ask why not: None where there is none, or more than one."""
    if direct := direct_play(numbers, position, routes):
        return direct
    try:
        return _meant(walk_all(numbers, position, routes), routes)
    except BadPlay:
        return None


def _judged(numbers: Numbers, position: Position, routes: Sequence[Route]) -> Judgement:
    if direct := direct_play(numbers, position, routes):
        return Judgement(direct)
    walks = walk_all(numbers, position, routes)
    meant = _meant(walks, routes)
    if meant:
        return Judgement(meant)
    return Judgement(None, _objection(numbers, position, routes, walks))


def _meant(walks: Walks, routes: Sequence[Route]) -> Play | None:
    legal = [play for walk in walks.values() if (play := walk.turn)]
    # A hit that was not written is assumed only where there is no other way.
    fewest = min((_unwritten_hits(play, routes) for play in legal), default=0)
    meant = [play for play in legal if _unwritten_hits(play, routes) == fewest]
    if len(meant) > 1:
        choices = " or ".join(map(str, meant))
        raise BadPlay(f"{written(routes)} can be played in several ways, say which: {choices}")
    return meant[0] if meant else None


def _unwritten_hits(play: Play, routes: Sequence[Route]) -> int:
    written = {place for route in routes for place in route.places}
    return sum(1 for step in play.steps if step.event and step.target not in written)


# Explaining --------------------------------------------------------------------------------------


def _objection(
    numbers: Numbers, position: Position, routes: Sequence[Route], walks: Walks
) -> Objection:
    """Why these routes, which are no legal play, are not one."""
    if walks:
        return _unforced(max(walks.values(), key=Walk.length))
    unmarked = [Route(route.places) for route in routes]
    if unmarked != list(routes) and walk_all(numbers, position, unmarked):
        across = numbers.variant.across
        blots = {p for p in range(1, 25) if position.other[across(p)] == 1}
        missed = sorted({place for route in routes for place in route.hits} - blots)
        named = ", ".join(map(str, missed)) or "the way"
        pins = numbers.variant.landing == "pin"
        rule, code = ("VAR-PIN", "play.not_pinned") if pins else ("STD-HIT-1", "play.not_hit")
        return Objection(rule, Fault(code, place=named))
    return _first_fault(numbers, position, unmarked)


def _unforced(walk: Walk) -> Objection:
    """Each step is possible, but the play as a whole leaves out what must be played."""
    numbers, used = walk.numbers, len(walk.used)
    most = len(numbers.plays(walk.begin)[0].steps)
    if used == 0 and walk.before:
        batch = " ".join(map(str, numbers.batch[0]))
        return Objection("VAR-PROG", Fault("play.next_batch", numbers=batch))
    if used == 0:
        return Objection("STD-TURN-2", Fault("play.possible"))
    if numbers.variant.geometry == "ring16":
        return Objection("VAR-RING", f"{numbers.roll} offers {_patterns(numbers.batch)}")
    smaller = most == 1 and len(numbers.batch[0]) == 2 and walk.used[0] < max(numbers.batch[0])
    if used >= most and not smaller:
        return _wall(numbers, walk.position)
    if len(numbers.batch[0]) != 2 or len(set(numbers.batch[0])) == 1:
        rule = "STD-FORCE-1" if most == len(numbers.batch[0]) else "STD-FORCE-6"
        size = {4: "four", 3: "three", 2: "two"}[len(numbers.batch[0])]
        return Objection(rule, f"{most} of the {size} can be played, not {used}")
    return _unforced_pair(walk, most)


def _unforced_pair(walk: Walk, most: int) -> Objection:
    large, small = max(walk.numbers.batch[0]), min(walk.numbers.batch[0])
    if most == 1:
        return Objection("STD-FORCE-3", Fault("play.larger", n=large))
    missing = small if walk.used[0] == large else large
    if len(walk.numbers.steps(walk.position, missing)):
        return Objection("STD-FORCE-1", Fault("play.unplayed", n=missing))
    detail = Fault("play.blocks", n=missing)
    if not any(walk.begin.mover[walk.numbers.variant.home + 1 :]):
        return Objection("STD-OFF-9", detail)
    enabled = not len(walk.numbers.steps(walk.begin, missing))
    return Objection("STD-FORCE-5" if enabled else "STD-FORCE-1", detail)


def _wall(numbers: Numbers, position: Position) -> Objection:
    """All that can be played was played, but a wall stands that may not."""
    open_gate = msgspec.structs.replace(numbers.variant, must_open_gate=False)
    freer = msgspec.structs.replace(numbers, variant=open_gate)
    if freer.plays(numbers.start).to(position):
        return Objection("VAR-GATE", Fault("play.gate"))
    return Objection("VAR-PRIME", Fault("play.wall"))


def _first_fault(numbers: Numbers, position: Position, routes: Sequence[Route]) -> Objection:
    """The first route that cannot be walked together with those before it."""
    before = Walk(numbers, position, position, numbers.batch, ())
    for count, route in enumerate(routes, 1):
        walks = walk_all(numbers, position, routes[:count])
        if not walks:
            return _fault(before, route.places)
        before = min(walks.values(), key=Walk.length)
    return Objection("STD-MOVE-4", "more moves than numbers")  # pragma: no cover - one is found


def _fault(walk: Walk, places: tuple[int, ...]) -> Objection:
    """What stops a checker on this way; the way as far as it can go is taken first."""
    here, stop = places[0], places[1]
    position, variant = walk.position, walk.numbers.variant
    own = position.mover
    written = Route((here, stop))
    if here >= PLACES or not own[here]:
        return Objection("STD-MOVE-1", _absent(walk, here))
    if here in position.pinned[0]:
        return Objection("VAR-PIN", Fault("play.pinned", point=here))
    start = BAR if here == HAND else here
    if (stop >= start and stop != LOST) or stop in (BAR, HAND) or here == OFF:
        return Objection("STD-MOVE-1", Fault("play.backward", route=written))
    if own[BAR] and here != BAR:
        return Objection("STD-BAR-1", Fault("play.on_bar", n=own[BAR]))
    if own[HAND] and variant.entry == "all_first" and here not in (BAR, HAND):
        return Objection("VAR-ENTRY", Fault("play.in_hand", n=own[HAND]))
    if not any(walk.batch):
        return Objection("STD-MOVE-4", Fault("play.none_left", route=written))
    if variant.geometry == "ring16":
        return _ring_fault(walk, places)
    return _path_fault(walk, places, start)


def _absent(walk: Walk, place: int) -> str:
    """There is no checker: not any more, or not at all."""
    named = {BAR: "on the bar", HAND: "in hand", OFF: "to be moved from off"}
    where = named.get(place, f"on {place_name(place)}")
    here = walk.numbers.start.mover[place] if place < PLACES else 0
    hint = "; those in hand enter with hand/24" if walk.position.mover[HAND] else ""
    return f"no checker of yours is {'left ' * bool(here)}{where}{hint if place == BAR else ''}"


def _path_fault(walk: Walk, places: tuple[int, ...], start: int) -> Objection:
    """The checker may move as such: is it the distance, or something on the way?"""
    here, stop = places[0], places[1]
    variant, position, numbers = walk.numbers.variant, walk.position, walk.batch[0]
    if stop == LOST:
        return Objection("STD-MOVE-1", f"nothing is lost in {variant.name}")
    if stop == OFF and position.pinned[0]:
        return Objection("VAR-PIN", Fault("play.pinned", point=min(position.pinned[0])))
    if stop == OFF:
        exact = variant.bear_off == "exact" and _refused(walk, numbers, here, stop)
        outside = exact or _bear_off_fault(variant, position.mover, numbers, here)
        if outside:
            return outside
    elif start - stop not in _sums(numbers):
        return _distance_fault(walk, Route((here, stop)), start - stop)
    useful = [n for n in sorted(set(numbers), reverse=True) if _leads_to(start, stop, n, numbers)]
    for number in useful:
        for play in walk.numbers.steps(position, number):
            step = play.steps[0]
            if step.source == here and step.target >= stop:
                rest = places[1:] if step.target == stop else (step.target, *places[1:])
                further = walk._replace(position=play.position, batch=without(walk.batch, number))
                return _fault(further, rest)
    return _refused(walk, useful, here, stop) or _closed(walk, useful, start, stop, here)


def _distance_fault(walk: Walk, written: Route, pips: int) -> Objection:
    numbers = walk.batch[0]
    if any(pips == batch[0] for batch in walk.numbers.later):
        return Objection("VAR-PROG", Fault("play.first_batch", numbers=" ".join(map(str, numbers))))
    doublet = len(numbers) > 1 and len(set(numbers)) == 1
    entering = written.places[0] == BAR
    rule = "STD-BAR-2" if entering else "STD-DBL-1" if doublet else "STD-MOVE-4"
    return Objection(rule, f"{written} is {_distance(pips, numbers)}")


def _leads_to(start: int, stop: int, number: int, numbers: Batch) -> bool:
    """Can a checker get from start to stop with this number first?"""
    left = start - number - stop
    return stop == OFF or left == 0 or left in _sums(without((numbers,), number)[0])


def _refused(walk: Walk, numbers: Sequence[int], here: int, stop: int) -> Objection | None:
    """The rule of this game without which the first step of the way would be possible."""
    for rule, fields, code in LIFTED:
        variant = msgspec.structs.replace(walk.numbers.variant, **fields)
        if variant == walk.numbers.variant:
            continue
        freer = msgspec.structs.replace(
            walk.numbers, variant=variant, head=walk.numbers.head if variant.head_limit else 0
        )
        for number in numbers:
            steps = [play.steps[0] for play in freer.steps(walk.position, number)]
            found = next((s for s in steps if s.source == here and s.target >= stop), None)
            if found:
                about = Fault(
                    code,
                    cap=walk.numbers.variant.cap,
                    head=walk.numbers.head,
                    number=number,
                    source=place_name(found.source),
                    target=place_name(found.target),
                )
                return Objection(rule, about)
    return None


def _closed(walk: Walk, numbers: Sequence[int], start: int, stop: int, here: int) -> Objection:
    """No number finds a point to land on."""
    points = sorted({start - n for n in numbers if start - n >= max(stop, 1)}, reverse=True)
    pinned = walk.position.pinned[0]
    if any(point in pinned for point in points):
        return Objection("VAR-PIN", Fault("play.pinned", point=points[0]))
    held = Fault("play.held", points=points[0])
    if len(points) > 1:
        held = Fault("play.held_both", a=points[0], b=points[1])
    if walk.numbers.variant.block == 1:
        return Objection("VAR-BLOCK", held)
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
        return Objection("STD-OFF-1", Fault("play.outside", places=names))
    if sum(numbers) < here:
        return Objection("STD-OFF-2", f"{Route((here, OFF))} is {_distance(here, numbers)}")
    higher = any(own[point] for point in range(here + 1, variant.home + 1))
    if higher and here not in numbers and not any(number < here for number in numbers):
        return Objection("STD-OFF-3", Fault("play.higher", point=here))
    return None


def _ring_fault(walk: Walk, places: tuple[int, ...]) -> Objection:
    """On the ring: the way is none of the roll, it is the same piece again, or it is barred."""
    here, stop = places[:2]
    ways = {number for batch in walk.batch for number in batch}
    fits = {way for way in ways if way and (here - way == stop or (stop == OFF and way >= here))}
    for way in fits:
        for play in walk.numbers.steps(walk.position, way):
            if play.steps[0].source == here and len(places) > 2:
                return Objection("VAR-RING", Fault("play.pieces"))
    if stop == LOST or not fits:
        return Objection("VAR-RING", f"{walk.numbers.roll} offers {_patterns(walk.batch)}")
    if not walk.numbers.start.mover[here]:
        return Objection("VAR-RING", Fault("play.pieces"))
    if stop == OFF and walk.numbers.variant.bear_off == "exact" and here not in fits:
        return Objection("VAR-EXACT", Fault("play.not_exact", n=here))
    return Objection("VAR-RING-BLOCK", Fault("play.closed", first=here - 1, last=max(stop, 1)))


def _patterns(batch: Sequence[Batch]) -> str:
    """`one piece 8, or two pieces 5 and 3`."""
    words = []
    for numbers in batch:
        if numbers == (0,):
            words.append("the loss of a piece")
        elif len(numbers) == 1:
            words.append(f"one piece {numbers[0]}")
        elif numbers:
            words.append(f"two pieces {numbers[0]} and {numbers[1]}")
    return ", or ".join(words) or "nothing more"


def _distance(pips: int, numbers: Sequence[int]) -> str:
    """How far a move goes, against what there is to play."""
    left = " and ".join(map(str, sorted(numbers, reverse=True)))
    if len(numbers) > 1 and len(set(numbers)) == 1:
        left = f"{numbers[0]} {('twice', 'three times', 'four times')[len(numbers) - 2]}"
    return f"{pips} pip{'s' * (pips > 1)}; you have {left} to play"


def _sums(numbers: Sequence[int]) -> set[int]:
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    return sums - {0}
