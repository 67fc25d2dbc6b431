"""A play while it is being entered: whole, or step by step, and taken back again.

A step is kept only if one of the legal plays can still be reached.

>>> from fullprime.action import Rolled
>>> from fullprime.variant import Variant
>>> game = Game.start(Variant.load()).apply(Rolled((3, 1)))
>>> draft = Draft(game)
>>> draft.enter("8/5")
>>> draft.written, draft.left, len(draft.plays)
('8/5', (1,), 4)
>>> draft.enter("6/5")
>>> str(draft.play)
'8/5 6/5'
>>> draft.enter("24/20")
>>> draft.written
'24/20'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fullprime.errors import BadPlay, IllegalAction
from fullprime.game import Game
from fullprime.notation import read_routes
from fullprime.play import Play, Step, write_steps
from fullprime.position import Position
from fullprime.walk import StepWalk, Stop
from fullprime.why import find_play
from fullprime.written_play import Route


class _State(NamedTuple):
    """How far the play has got, by which steps, and what was typed."""

    stop: Stop
    steps: tuple[Step, ...] = ()
    typed: str = ""

    @property
    def position(self) -> Position:
        return self.stop.position


class Draft:
    """The play of the roll on the table, as far as it is entered."""

    def __init__(self, game: Game) -> None:
        assert game.numbers is not None  # noqa: S101 - a draft belongs to a roll
        self._game = game
        self._numbers = game.numbers
        self._walk = StepWalk(game)
        self._entered = [_State(self._walk.start)]

    @property
    def position(self) -> Position:
        """The board so far, the mover still first."""
        return self._entered[-1].position

    @property
    def written(self) -> str:
        """What has been entered, as the player wrote it; nothing is ''.

        Where it leaves out that something is hit, the usual form stands beside it.
        """
        state = self._entered[-1]
        if not state.steps:
            return ""
        marked = {place for move in read_routes(state.typed) for place in move.hits}
        unmarked = {step.target for step in state.steps if step.event} - marked
        return f"{state.typed} ({write_steps(state.steps)})" if unmarked else state.typed

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers still to play, with those of the batches that follow."""
        now = max(self._entered[-1].stop.left, key=len, default=())
        return tuple(number for batch in (now, *self._numbers.later) for number in batch)

    @property
    def play(self) -> Play | None:
        """The legal play that has been entered, once it is complete."""
        return self._walk.ends.get(self.position) if self._entered[-1].steps else None

    @property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays that can still come of it."""
        if len(self._entered) == 1:
            return tuple(self._game.plays)
        reached = self._walk.reached(self._entered[-1].stop)
        return tuple(play for play in self._game.plays if play.position in reached)

    def undo(self) -> bool:
        """Takes back what was entered last; False if there is nothing."""
        if len(self._entered) == 1:
            return False
        self._entered.pop()
        return True

    def enter(self, text: str) -> None:
        """Adds to the play; a whole play replaces it. Raises with the reason if neither can be."""
        moves = read_routes(text)
        kept = self._entered[:1] if self.play else self._entered
        try:
            state = self._continued(kept[-1], moves)
        except IllegalAction:
            play = self._whole(moves)
            if play is None:
                raise
            kept, state = self._entered[:1], _complete(play)
        typed = " ".join(text.lower().replace(",", " ").split())
        self._entered = [*kept, state._replace(typed=f"{kept[-1].typed} {typed}".strip())]

    def choose(self, play: Play) -> None:
        """Enters a legal play as a whole; it replaces one that is complete already."""
        kept = self._entered[:1] if self.play else self._entered
        self._entered = [*kept, _complete(play)]

    def _continued(self, state: _State, moves: Sequence[Route]) -> _State:
        """With these moves added: the legal play that it makes, or else a part of one."""
        before = [Route((step.source, step.target)) for step in state.steps]
        try:
            return _complete(self._find([*before, *moves]))
        except IllegalAction:
            after = self._after(state, moves)
            if after is None:
                raise
            return after

    def _whole(self, moves: Sequence[Route]) -> Play | None:
        try:
            return self._find(moves)
        except IllegalAction:
            return None

    def _find(self, moves: Sequence[Route]) -> Play:
        return find_play(self._numbers.at_hand, self._game.position, moves)

    # Step by step ------------------------------------------------------------------------------

    def _after(self, state: _State, moves: Iterable[Route]) -> _State | None:
        """The state after these moves in this order; None if no legal play begins so."""
        for move in moves:
            ways = {way.position: way for way in self._ways(state, move)}
            if not ways:
                return None
            unwritten = {way: _hits(way, state) - set(move.places) for way in ways.values()}
            fewest = min(len(hits) for hits in unwritten.values())
            best = [way for way, hits in unwritten.items() if len(hits) == fewest]
            if len(best) > 1:
                raise BadPlay(f"{move} can be played in several ways; enter it step by step")
            state = best[0]
        return state

    def _ways(self, state: _State, move: Route) -> list[_State]:
        """Every way of moving one checker along the places named, with those left out between."""
        ways = [state]
        for source, target in pairwise(move.places):
            ways = [found for way in ways for found in self._walks(way, source, target)]
        marked = [way for way in ways if move.hits <= _hits(way, state)]
        return [way for way in marked if self._walk.reached(way.stop)]

    def _walks(self, state: _State, source: int, target: int) -> Iterator[_State]:
        for after in self._next(state):
            step = after.steps[-1]
            if step.source == source and step.target == target:
                yield after
            elif step.source == source:
                yield from self._walks(after, step.target, target)

    def _next(self, state: _State) -> Iterator[_State]:
        """The states one step on."""
        for step, stop in self._walk.next(state.stop):
            yield _State(stop, (*state.steps, step))


def _complete(play: Play) -> _State:
    return _State(Stop(play.position, ()), play.steps, str(play))


def _hits(way: _State, since: _State) -> set[int]:
    return {step.target for step in way.steps[len(since.steps) :] if step.event}
