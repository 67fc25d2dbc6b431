"""Rollouts once more, slowly: one trial at a time, out of the public parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.test_search import IN_ORDER, MONEY, Slow, worth
from fullprime import Position, Roll, _kernel
from fullprime.engine import Outcome
from fullprime.engine.result_values import worths_of_the_other
from slow_races import SlowRaces

OTHER = {"mine": "theirs", "theirs": "mine", "nobody": "nobody"}


class Cube(NamedTuple):
    """Seen by the side to roll; for money the unit doubles instead of the level."""

    holder: str = "nobody"
    level: int = 0
    unit: float = 1.0

    def flipped(self) -> Cube:
        return self._replace(holder=OTHER[self.holder])

    def turned(self, money: bool) -> Cube:
        if money:
            return Cube("theirs", 0, 2 * self.unit)
        return Cube("theirs", self.level + 1, self.unit)


CENTRED = Cube()


class Values(NamedTuple):
    """By who holds the cube; those of an owned cube by level."""

    nobody: float
    mine: list[float]
    theirs: list[float]

    def at(self, cube: Cube) -> float:
        if cube.holder == "nobody":
            return self.nobody
        return (self.mine if cube.holder == "mine" else self.theirs)[cube.level]

    def flipped(self) -> Values:
        return Values(-self.nobody, [-v for v in self.theirs], [-v for v in self.mine])

    def plus(self, share: float, more: Values) -> Values:
        mine = [a + share * b for a, b in zip(self.mine, more.mine, strict=True)]
        theirs = [a + share * b for a, b in zip(self.theirs, more.theirs, strict=True)]
        return Values(self.nobody + share * more.nobody, mine, theirs)


NOTHING = Values(0.0, [0.0] * 8, [0.0] * 8)


class Looked(NamedTuple):
    """All rolls from a position: replies and what the roller has after them."""

    replies: dict[Roll, Position]
    chances: dict[Roll, Outcome]
    values: dict[Roll, Values]

    @property
    def mean(self) -> Outcome:
        columns = zip(*(self.chances[roll] for roll in IN_ORDER), strict=True)
        weights = [roll.weight for roll in IN_ORDER]
        return Outcome(
            *(sum(w * c for w, c in zip(weights, column, strict=True)) / 36 for column in columns)
        )

    @property
    def kept(self) -> Values:
        kept = NOTHING
        for roll, values in self.values.items():
            kept = kept.plus(roll.weight / 36, values)
        return kept


class Trial(NamedTuple):
    outcome: Outcome
    cubeful: float
    plies: int


@dataclass
class SlowRollout:
    """Settings, and what is played for by the side that begins."""

    slow: Slow
    seed: int = 1
    truncate: int = 4096
    less_luck: bool = True
    stakes: _kernel.CubeStakes | None = None
    cube: Cube = CENTRED
    may_double: bool = True
    races: SlowRaces | None = None
    """Where it is a race from the first roll on, without a cube."""
    known: dict[tuple[Position, str], float] = field(default_factory=dict)

    def trial(self, position: Position, number: int) -> Trial:
        """Everything is seen by the side to roll, but luck and results by the one that began."""
        stakes, cube, began = self.stakes, self.cube, True
        luck, cube_luck, outcome = Outcome(*[0.0] * 6), 0.0, None
        for ply in range(self.truncate):
            looked = self.look(position, stakes, cube, began)
            sign = 1 if began else -1
            if stakes and (ply or self.may_double):
                after = decided(stakes, cube, looked.kept)
                if after is None:
                    outcome = outcome or less(seen(looked.mean, began), luck)
                    drop = sign * cube.unit * stakes.owned[cube.level][0]
                    return Trial(outcome, drop - cube_luck, ply)
                if cube != after:
                    cube = after
                    looked = self.look(position, stakes, cube, began)
            thrown = Roll(*sorted(_kernel.rollout_roll(self.seed, number, ply), reverse=True))
            played, found = looked.replies[thrown], looked.chances[thrown]
            if self.less_luck:
                luck = plus(luck, seen(less(found, looked.mean), began))
                if stakes:
                    gain = looked.values[thrown].at(cube) - looked.kept.at(cube)
                    cube_luck += sign * cube.unit * gain
            settled = self.slow.settled(played.flipped())
            over = self.slow.variant.end(played) is not None
            if outcome is None and (settled or ply + 1 == self.truncate):
                outcome = less(seen(found, began), luck)
            if over or (settled and not stakes) or ply + 1 == self.truncate:
                assert outcome is not None
                value = self.value(stakes, cube, found, over, looked.values.get(thrown))
                return Trial(outcome, sign * cube.unit * value - cube_luck, ply + 1)
            position, began = self.slow.variant.turned(played, thrown), not began
            stakes, cube = stakes and stakes.flipped(), cube.flipped()
        raise AssertionError

    def look(
        self,
        position: Position,
        stakes: _kernel.CubeStakes | None,
        cube: Cube,
        began: bool,
    ) -> Looked:
        worths = (
            stakes.owned[cube.level] if stakes else MONEY if began else worths_of_the_other(MONEY)
        )
        self.slow.worths = (worths, worths)
        replies = {roll: self.reply(position, roll, stakes, cube) for roll in IN_ORDER}
        chances = {roll: self.judged(after) for roll, after in replies.items()}
        values = {}
        if stakes:
            values = {r: with_cube(replies[r], chances[r], stakes) for r in IN_ORDER}
        return Looked(replies, chances, values)

    def reply(
        self, position: Position, roll: Roll, stakes: _kernel.CubeStakes | None, cube: Cube
    ) -> Position:
        """With a cube, the best where it is; of equals the best without it."""
        if not stakes:
            return self.slow.reply(position, roll, 0)
        promising = self.slow.promising(position, roll, 0)
        judged = [self.judged(p) for p in promising]
        values = [
            (with_cube(p, found, stakes).at(cube), worth(found, stakes.owned[cube.level]))
            for p, found in zip(promising, judged, strict=True)
        ]
        return promising[values.index(max(values))]

    def judged(self, after: Position) -> Outcome:
        judged = self.slow.bare.evaluate([after.flipped()])[0].flipped()
        if self.races and not self.slow.settled(after.flipped()):
            return self.races.judged(after, judged)
        return judged

    @staticmethod
    def value(
        stakes: _kernel.CubeStakes | None,
        cube: Cube,
        found: Outcome,
        over: bool,
        values: Values | None,
    ) -> float:
        if not stakes or not values:
            return 0.0
        if not over:
            return values.at(cube)
        centred = cube.holder == "nobody"
        return worth(found, stakes.centred if centred else stakes.owned[cube.level])

    def expected(self, position: Position, stakes: _kernel.CubeStakes, cube: Cube) -> float:
        """What trials with a cube for money come to on average, over all rolls."""
        question = (position, cube.holder)
        if question not in self.known:
            one = cube._replace(unit=1.0)
            self.known[question] = self.expected_of_one(position, stakes, one)
        return cube.unit * self.known[question]

    def expected_of_one(self, position: Position, stakes: _kernel.CubeStakes, cube: Cube) -> float:
        looked = self.look(position, stakes, cube, True)
        after = decided(stakes, cube, looked.kept)
        if after is None:
            return stakes.owned[0][0]
        if after != cube:
            looked = self.look(position, stakes, after, True)
        total = 0.0
        for roll, played in looked.replies.items():
            if self.slow.variant.end(played) is not None:
                values = looked.values[roll]
                won = self.value(stakes, after, looked.chances[roll], True, values)
                total += roll.weight / 36 * after.unit * won
            else:
                turned = self.slow.variant.turned(played, roll)
                total -= roll.weight / 36 * self.expected(turned, stakes.flipped(), after.flipped())
        return total


def with_cube(after: Position, found: Outcome, stakes: _kernel.CubeStakes) -> Values:
    theirs = stakes.flipped()
    kept = theirs.kept(found.flipped(), _kernel.cube_life(after.raw))
    best = theirs.best(kept)
    return Values(best.centred, best.mine, best.theirs).flipped()


def decided(stakes: _kernel.CubeStakes, cube: Cube, kept: Values) -> Cube | None:
    """The cube when the dice are rolled; None: a double was dropped."""
    if cube.holder == "theirs" or not stakes.mine[cube.level]:
        return cube
    taken = 2 * kept.theirs[0] if stakes.money else kept.theirs[cube.level + 1]
    drop = stakes.owned[cube.level][0]
    if min(taken, drop) <= kept.at(cube):
        return cube
    return None if taken > drop else cube.turned(stakes.money)


def seen(found: Outcome, began: bool) -> Outcome:
    return found if began else found.flipped()


def plus(one: Sequence[float], other: Sequence[float]) -> Outcome:
    return Outcome(*(a + b for a, b in zip(one, other, strict=True)))


def less(one: Sequence[float], other: Sequence[float]) -> Outcome:
    return Outcome(*(a - b for a, b in zip(one, other, strict=True)))
