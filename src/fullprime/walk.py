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
from typing import NamedTuple

from fullprime.game import Game
from fullprime.numbers_to_play import Batch, without
from fullprime.play import Step
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


class StepWalk:
    """The steps of the numbers on the table; only while the game waits for a play."""

    def __init__(self, game: Game) -> None:
        assert game.numbers is not None  # noqa: S101 - a walk belongs to a roll
        self._numbers = game.numbers
        self.ends = {play.position: play for play in game.plays}
        """The legal plays by the position that they lead to."""
        self.start = Stop(game.position, game.numbers.batch)
        self._reach: dict[Stop, frozenset[Position]] = {}
        self._alive: dict[Stop, bool] = {}

    def next(self, stop: Stop) -> Iterator[tuple[Step, Stop]]:
        """Every single step from here, whether or not a legal play goes on so."""
        for number in sorted({n for batch in stop.left for n in batch}, reverse=True):
            left = without(stop.left, number)
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
        numbers = {self.start: 0}
        todo, nodes = [self.start], []
        for stop in todo:  # grows while it is walked
            edges = []
            for step, after in self.next(stop):
                if not self._leads_on(after):
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    todo.append(after)
                edges.append(Edge(step, numbers[after]))
            nodes.append(Node(self._is_done(stop), tuple(edges)))
        return nodes

    def _leads_on(self, stop: Stop) -> bool:
        if stop not in self._alive:
            here = stop.position in self.ends
            self._alive[stop] = here or any(self._leads_on(after) for _, after in self.next(stop))
        return self._alive[stop]

    def _is_done(self, stop: Stop) -> bool:
        play = self.ends.get(stop.position)
        return play is not None and (stop != self.start or not play.steps)
