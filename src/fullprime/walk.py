"""The ways to a legal play, step by step: all that a board needs to let a player enter one.

Nothing here knows the rules: the kernel is asked for the steps of single numbers, and a step leads
on only if one of the legal plays can still be reached.

>>> from fullprime.action import Rolled
>>> from fullprime.variant import Variant
>>> game = Game.start(Variant.load()).apply(Rolled((6, 5)))
>>> first, *others = StepWalk(game).nodes()
>>> first.next[0].step.wire, first.done, len(others)
((24, 18), False, 12)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from fullprime.game import Game
from fullprime.numbers_to_play import Batch, without
from fullprime.play import Play, Step, unpacked_steps
from fullprime.position import Position


class Stop(NamedTuple):
    """How far a play has got: the board, the mover still first, and the numbers that are left."""

    position: Position
    left: tuple[Batch, ...]


class Edge(NamedTuple):
    """A step and the number of the node that it leads to."""

    step: Step
    node: int


class Node(NamedTuple):
    """A stop, and the steps by which a legal play can go on from it."""

    done: bool
    """The play may end here."""
    next: tuple[Edge, ...]


_Place = tuple[bytes, tuple[Batch, ...]]
"""A stop whose board is bytes, which are compared more quickly: a page waits for the whole walk."""


class StepWalk:
    """The steps of the numbers on the table; only while the game waits for a play."""

    def __init__(self, game: Game) -> None:
        assert game.numbers is not None  # noqa: S101 - a walk belongs to a roll
        self._numbers = game.numbers
        self._plays = game.numbers.plays(game.position)
        self.start = Stop(game.position, game.numbers.batch)
        self._reach: dict[Stop, frozenset[Position]] = {}

    @cached_property
    def ends(self) -> dict[Position, Play]:
        """The legal plays by the position that they lead to."""
        return {play.position: play for play in self._plays}

    def next(self, stop: Stop) -> Iterator[tuple[Step, Stop]]:
        """Every single step from here, whether or not a legal play goes on so."""
        for number, left in _choices(stop.left):
            for play in self._numbers.steps(stop.position, number):
                yield play.steps[0], Stop(play.position, left)

    def reached(self, stop: Stop) -> frozenset[Position]:
        """The ends of legal plays that can be reached from here."""
        if stop not in self._reach:
            ends = {stop.position} & self.ends.keys()
            for _, after in self.next(stop):
                ends |= self.reached(after)
            self._reach[stop] = frozenset(ends)
        return self._reach[stop]

    def nodes(self) -> list[Node]:
        """The whole walk: the first node is the start, and ways that meet share a node."""
        ends = dict(self._plays.packed())
        start = self.start.position.raw, self.start.left
        alive: dict[_Place, bool] = {}
        ways: dict[_Place, list[tuple[Step, _Place]]] = {}

        def ways_from(place: _Place) -> list[tuple[Step, _Place]]:
            if place not in ways:
                ways[place] = [way for way in self._ways(place) if leads_on(way[1])]
            return ways[place]

        def leads_on(place: _Place) -> bool:
            if place not in alive:
                alive[place] = place[0] in ends or bool(ways_from(place))
            return alive[place]

        numbers = {start: 0}
        todo, nodes = [start], []
        for place in todo:  # grows while it is walked
            edges = []
            for step, after in ways_from(place):
                if after not in numbers:
                    numbers[after] = len(numbers)
                    todo.append(after)
                edges.append(Edge(step, numbers[after]))
            steps = ends.get(place[0])
            done = steps is not None and (place != start or not steps)
            nodes.append(Node(done, tuple(edges)))
        return nodes

    def _ways(self, place: _Place) -> Iterator[tuple[Step, _Place]]:
        board, left = place
        for number, after in _choices(left):
            for raw, step in self._numbers.packed_steps(board, number):
                yield unpacked_steps(step)[0], (raw, after)


@lru_cache(1 << 10)
def _choices(left: tuple[Batch, ...]) -> tuple[tuple[int, tuple[Batch, ...]], ...]:
    """Every number that can be played next, the highest first, and what is left after it."""
    numbers = sorted({number for batch in left for number in batch}, reverse=True)
    return tuple((number, without(left, number)) for number in numbers)
