"""The routes that a player writes, walked: which positions can they lead to?

Nothing here knows how checkers move: the kernel is asked for the steps of single numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fullprime.errors import BadPlay, shorten
from fullprime.numbers_to_play import Batch, Numbers, without
from fullprime.play import Play, Step, place_name
from fullprime.position import LOST, Position

MOST_STATES: Final = 40_000
"""A turn of twenty-four single steps can be walked in far too many orders."""


class Route(NamedTuple):
    """One checker as a player writes its way: the places it touches, and the hits that are marked.

    Places between two stops may be left out; a stop that is written must be touched.
    """

    places: tuple[int, ...]
    hits: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return "/".join(str(place_name(place)) for place in self.places)


def written(routes: Sequence[Route]) -> str:
    """The routes as they were asked for."""
    return shorten(" ".join(map(str, routes)) or "no play", 80)


Ways = tuple[tuple[int, ...], ...]
"""What is left of each route."""


class Walk(NamedTuple):
    """How far the routes have been walked."""

    numbers: Numbers
    begin: Position
    """Where the batch began."""
    position: Position
    batch: tuple[Batch, ...]
    """What is left of it, or of its alternatives."""
    left: Ways
    hits: frozenset[int] = frozenset()
    used: tuple[int, ...] = ()
    """The numbers of the batch that have been played."""
    before: tuple[Step, ...] = ()
    """The steps of the batches before."""

    def length(self) -> tuple[int, int]:
        """How far it has come; of two at the end of a batch, the one that is in the next."""
        return len(self.before) + len(self.used), -len(self.numbers.later)

    @property
    def state(self) -> tuple[object, ...]:
        """All that decides how it can go on."""
        return len(self.numbers.later), *self[1:6]

    @property
    def legal(self) -> Play | None:
        """The legal play of the batch that ends here."""
        return self.numbers.plays(self.begin).to(self.position)

    @property
    def turn(self) -> Play | None:
        """The legal play of all batches, if the turn is over here."""
        play = self.legal
        if play is None or self.numbers.after(play):
            return None
        return Play(self.before + play.steps, self.position)


Walks = dict[tuple[Position, int], Walk]
"""By the position that they lead to and the number of batches still to come."""


def walk_all(numbers: Numbers, position: Position, routes: Sequence[Route]) -> Walks:
    """The positions that the routes lead to, whether or not more must be played.

    Between two batches a position counts twice: at the end of the one and before the other.
    """
    if len(routes) > len(numbers.left):
        return {}
    # Without hits and pins all ways of walking the routes lead to the same position.
    peaceful = numbers.variant.landing in ("none", "share")
    marked = {place for route in routes for place in route.hits}
    ways = tuple(route.places for route in routes)
    start = Walk(numbers, position, position, numbers.batch, ways)
    found: Walks = {}
    seen, todo = {start.state}, [start]
    while todo:
        walk = todo.pop()
        if not walk.left and walk.hits >= marked:
            end = (walk.position, len(walk.numbers.later))
            if end not in found or not found[end].turn:  # other numbers may do it legally
                found[end] = walk
            if peaceful and walk.turn:
                break
        for following in _next(walk):
            if following.state not in seen:
                seen.add(following.state)
                todo.append(following)
        if len(seen) > MOST_STATES:
            raise BadPlay(f"{written(routes)}: too many steps, join those of one checker as 24/13")
    return found


def _next(walk: Walk) -> Iterator[Walk]:
    """One step further on any of the routes, or into the next batch."""
    if not any(walk.batch):
        yield from _next_batch(walk)
        return
    for number in {number for batch in walk.batch for number in batch}:
        steps = {play.steps[0].source: play for play in walk.numbers.steps(walk.position, number)}
        for route in set(walk.left):
            here, stop, *beyond = route
            play = steps.get(here)
            if play is None or not _on_the_way(play.steps[0].target, stop):
                continue
            step = play.steps[0]
            rest = (stop, *beyond) if step.target == stop else (step.target, stop, *beyond)
            yield walk._replace(
                position=play.position,
                batch=without(walk.batch, number),
                left=_replaced(walk.left, route, rest if len(rest) > 1 else None),
                hits=walk.hits | {step.target} if step.event else walk.hits,
                used=(*walk.used, number),
            )


def _next_batch(walk: Walk) -> Iterator[Walk]:
    play = walk.legal if walk.numbers.later else None
    numbers = walk.numbers.after(play) if play else None
    if play and numbers:
        yield walk._replace(
            numbers=numbers,
            begin=walk.position,
            batch=numbers.batch,
            used=(),
            before=walk.before + play.steps,
        )


def _on_the_way(target: int, stop: int) -> bool:
    return target == stop if LOST in (target, stop) else target >= stop


def _replaced(routes: Ways, done: tuple[int, ...], rest: tuple[int, ...] | None) -> Ways:
    at = routes.index(done)
    # In order, so that the same routes walked one before the other are the same state.
    return tuple(sorted(routes[:at] + ((rest,) if rest else ()) + routes[at + 1 :]))
