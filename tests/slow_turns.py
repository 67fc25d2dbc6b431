"""Turns of several stages once more, slowly: every way through the game itself, batch by batch."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fullprime import Game, Named, Phase, Played, Position, Roll, Rolled, Stakes, Variant, _kernel
from fullprime.dice import ROLLS
from fullprime.engine import Outcome
from fullprime.engine.net import NetEvaluator
from fullprime.engine.nets import net_for

IN_ORDER = sorted(ROLLS, key=lambda roll: (max(roll), min(roll)))


class End(NamedTuple):
    """Where a turn can end, seen by the side that made it."""

    position: Position
    """The mover still first."""
    over: int | None
    roller: Position
    """Whoever rolls next first."""
    again: bool


class Trial(NamedTuple):
    outcome: Outcome
    plies: int


class SlowTurns:
    """One game, with the net that comes with it."""

    def __init__(self, name: str) -> None:
        self.variant = Variant.load(name)
        net = net_for(self.variant)
        assert net
        self.kernel = net.kernel
        self.net = NetEvaluator(self.variant, net.kernel)
        self.ends = cache(self._ends)
        self.bare = cache(self._bare)
        self.look = cache(self._look)

    def on_roll(self, position: Position) -> Game:
        return Game(
            variant=self.variant,
            stakes=Stakes(cube=False),
            position=position,
            phase=Phase.TO_ROLL,
            rolls=(5, 5),
            skip_closed_out=False,
        )

    def _ends(self, position: Position, roll: Roll) -> tuple[End, ...]:
        found: dict[tuple[Position, bool], End] = {}
        todo = [self.on_roll(position).apply(Rolled(roll))]
        while todo:
            game = todo.pop()
            if game.phase is Phase.TO_NAME:
                todo += (game.apply(Named(number)) for number in range(1, 7))
                continue
            for play in game.plays:
                after = game.apply(Played.of(play))
                if after.phase in (Phase.TO_PLAY, Phase.TO_NAME):
                    todo.append(after)
                    continue
                again = not after.is_over and after.turn == 0
                end = End(play.position, self.variant.end(play.position), after.position, again)
                found[play.position, again] = end
        return tuple(found.values())

    def _bare(self, end: End) -> Outcome:
        if end.over is not None:
            return Outcome.finished(end.over)
        [seen] = self.net.evaluate([end.roller])
        return seen if end.again else seen.flipped()

    def best(self, position: Position, roll: Roll) -> End:
        return max(self.ends(position, roll), key=lambda end: self.equity(self.bare(end)))

    def equity(self, outcome: Outcome) -> float:
        return outcome.counted(self.variant.score).equity

    def ahead(self, end: End, plies: int) -> Outcome:
        if not plies or end.over is not None:
            return self.bare(end)
        seen = self.look(end.roller, plies)
        return seen if end.again else seen.flipped()

    def _look(self, position: Position, plies: int) -> Outcome:
        """What the side to roll can expect; the replies are the best by the bare net."""
        if not plies:
            return self.net.evaluate([position])[0]
        return self._mean([
            self.ahead(self.best(position, roll), plies - 1) for roll in IN_ORDER
        ])  # fmt: skip

    def _mean(self, outcomes: list[Outcome]) -> Outcome:
        columns = zip(*outcomes, strict=True)
        weights = [roll.weight for roll in IN_ORDER]
        return Outcome(*(
            sum(w * c for w, c in zip(weights, column, strict=True)) / 36 for column in columns
        ))  # fmt: skip

    def trial(self, position: Position, number: int, seed: int, less_luck: bool) -> Trial:
        """One trial of a rollout, seen by the side that begins."""
        luck, mine = [0.0] * 6, True
        for ply in range(4096):
            roll = Roll(*_kernel.rollout_roll(seed, number, ply))
            end = self.best(position, roll)
            reached, expected = self.bare(end), self.look(position, 1)
            if not mine:
                reached, expected = reached.flipped(), expected.flipped()
            if less_luck:
                luck = [a + b - c for a, b, c in zip(luck, reached, expected, strict=True)]
            if end.over is not None:
                found = Outcome(*(a - b for a, b in zip(reached, luck, strict=True)))
                return Trial(found, ply + 1)
            position, mine = end.roller, mine == end.again
        raise AssertionError
