"""Rollouts with any evaluator, one trial after the other in Python.

Nets have a far faster way in the kernel; the dice, the results and their files are the same.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import msgspec

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.evaluator import Evaluator, RankedPlay
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import Worths, average
from fullprime.engine.rollout import CANDIDATES, Roller, Row
from fullprime.engine.rollout_result import (
    RolloutSettings,
    Terms,
)
from fullprime.engine.wager import Cube, value_at
from fullprime.errors import FullprimeError
from fullprime.play import Play, legal_plays
from fullprime.position import Position


class EvaluatorRoller(Roller):
    """Rolls out in the game of an evaluator."""

    def __init__(self, evaluator: Evaluator, name: str | None = None) -> None:
        variant = evaluator.variant
        if variant.bonus_on_doubles or variant.named_doublet or variant.rest == "opponent":
            raise FullprimeError(f"{variant.name} cannot be rolled out: turns do not alternate")
        self._set_up(variant, (name or type(evaluator).__name__, None), threads=1)
        self.evaluator = evaluator

    def _allowed(self, settings: RolloutSettings) -> RolloutSettings:
        """The luck of the rolls stays in."""
        return msgspec.structs.replace(settings, variance_reduction=False)

    def _rollout(self, settings: RolloutSettings) -> EvaluatorTrials:
        return EvaluatorTrials(self.evaluator, settings)

    def _candidates(
        self, position: Position, roll: Roll, terms: Terms, cubeful: bool
    ) -> list[Play]:
        plays = list(legal_plays(self.variant, position, roll))
        cube = Cube(terms.stakes, _kernel.Holder[terms.holder]) if cubeful else None
        ranked = self.evaluator.rank(position, roll, plays, terms.centred, cube)
        least = ranked[0].equity - CANDIDATES.window
        return [each.play for each in ranked[: CANDIDATES.count] if each.equity >= least]


class _Turn(NamedTuple):
    """Before a roll, seen by the side that rolls."""

    position: Position
    worths: Worths
    other_worths: Worths
    cube: Cube | None
    unit: float = 1.0
    """What the cube shows, beside what it showed at first; for money only."""
    began: bool = True

    @property
    def sign(self) -> int:
        return 1 if self.began else -1

    def next(self, position: Position) -> _Turn:
        cube = self.cube
        if cube:
            cube = cube.flipped()
        return _Turn(position, self.other_worths, self.worths, cube, self.unit, not self.began)


class EvaluatorTrials:
    """Plays trials by the same dice as the kernel."""

    def __init__(self, evaluator: Evaluator, settings: RolloutSettings) -> None:
        self.evaluator = evaluator
        self.settings = settings
        self._players = [
            (phase.from_ply, evaluator.looking_ahead(phase.plies)) for phase in settings.phases
        ]

    def trials(
        self,
        position: bytes,
        mine: Worths,
        theirs: Worths,
        first: int,
        last: int,
        threads: int = 1,
        cube: _kernel.CubeStakes | None = None,
        holder: _kernel.Holder = _kernel.Holder.nobody,
        level: int = 0,
        may_double: bool = True,
    ) -> list[Row]:
        """Those from `first` to before `last`, in order."""
        turned = Cube(cube, holder, 0 if cube.money else level) if cube else None
        unit = 2.0**level if cube and cube.money else 1.0
        begin = _Turn(Position(position), mine, theirs, turned, unit)
        return [self._trial(begin, number, may_double) for number in range(first, last)]

    def _trial(self, turn: _Turn, number: int, may_double: bool) -> Row:
        worths, variant = turn.worths, self.evaluator.variant
        for ply in count():
            if turn.cube and (ply or may_double):
                decided = self._decided(turn, turn.cube)
                if decided is None:
                    outcome = self.evaluator.checked([turn.position])[0]
                    cash = turn.unit * turn.cube.stakes.owned[turn.cube.level][0]
                    return _row(turn, outcome, worths, turn.sign * cash, ply)
                turn = decided
            roll = Roll(*_kernel.rollout_roll(self.settings.seed, number, ply))
            best = self._best(turn, roll, ply)
            over = variant.end(best.play.position) is not None
            if over or ply + 1 == self.settings.truncate:
                value = turn.sign * turn.unit * _value(turn.cube, best, over)
                return _row(turn, best.outcome, worths, value, ply + 1)
            turn = turn.next(variant.turned(best.play.position, roll))
        raise AssertionError  # pragma: no cover - count() does not end

    def _best(self, turn: _Turn, roll: Roll, ply: int) -> RankedPlay:
        player = self.evaluator
        for from_ply, deeper in self._players:
            player = deeper if ply >= from_ply else player
        if ply + 1 == self.settings.truncate:
            player = self.evaluator.looking_ahead(self.settings.truncation_plies)
        plays = list(legal_plays(self.evaluator.variant, turn.position, roll))
        return player.rank(turn.position, roll, plays, turn.worths, turn.cube)[0]

    def _decided(self, turn: _Turn, cube: Cube) -> _Turn | None:
        """The cube when the dice are rolled; None: a double was passed."""
        if cube.holder == _kernel.Holder.theirs or not cube.stakes.mine[cube.level]:
            return turn
        kept = self.evaluator.outlook(turn.position, cube, turn.worths)[1]
        now = value_at(kept, cube.holder, cube.level)
        money, cash = cube.stakes.money, cube.stakes.owned[cube.level][0]
        taken = 2 * kept.theirs[0] if money else kept.theirs[cube.level + 1]
        if min(taken, cash) <= now:
            return turn
        return (
            None if taken > cash else turn._replace(cube=cube.taken, unit=turn.unit * (1 + money))
        )


def _row(turn: _Turn, outcome: Outcome, worths: Worths, cubeful: float, plies: int) -> Row:
    """Seen by the side that began."""
    seen = outcome if turn.began else outcome.flipped()
    return (*seen, average(seen, worths), cubeful, plies)


def _value(cube: Cube | None, best: RankedPlay, over: bool) -> float:
    """To the side that has just played, at the present value of the cube."""
    if cube is None:
        return 0.0
    if not over:
        return best.equity
    centred = cube.holder == _kernel.Holder.nobody
    return average(best.outcome, cube.stakes.centred if centred else cube.stakes.owned[cube.level])
