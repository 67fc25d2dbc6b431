"""A second opinion on solved games: value iteration as it is written in books.

All positions are renewed at once, in floating point numbers, from a list of all plays. Slow, and
good for games of one checker a side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fullprime import Position, Variant, legal_plays
from fullprime.arrays import Floats
from fullprime.dice import ROLLS
from fullprime.position import BAR, PLACES

NEAR = 1e-12
SETTLED = 1e-10
OWN, CENTERED, JACOBY, AGAINST = range(4)


class SlowSolution(NamedTuple):
    """What each position is worth to the side to roll, for money."""

    positions: list[Position]
    cubeless: Floats
    undoubled: Floats
    """[position, own cube; in the middle; there with the Jacoby rule; the other side's]"""


def one_checker_positions(variant: Variant) -> Iterator[Position]:
    """All in which the game goes on."""
    for mine in range(1, BAR + 1):
        for theirs in range(1, BAR + 1):
            own, other = ([int(place == at) for place in range(PLACES)] for at in (mine, theirs))
            if not variant.faults(position := Position.of(own, other)):
                yield position


def solved_slowly(variant: Variant) -> SlowSolution:
    """Of a game of one checker a side."""
    positions = list(one_checker_positions(variant))
    numbers = {position: number for number, position in enumerate(positions)}
    count = len(positions)
    # What a play leads to is the number of the position that the other side then has, or one of
    # the results behind all positions.
    results = [-3, -2, -1, 1, 2, 3]
    after, begin = list[int](), list[int]()
    for position in positions:
        for roll in ROLLS:
            begin.append(len(after))
            for play in legal_plays(variant, position, roll):
                end = variant.end(play.position)
                there = numbers.get(play.position.flipped())
                after.append(count + results.index(end) if end is not None else there or 0)
    weights = np.array([roll.weight for roll in ROLLS]) / 36.0
    all_points = np.array(results, float)
    single = np.sign(all_points)
    ends = np.stack([all_points, all_points, single, all_points], axis=1)

    def renewed(held: Floats) -> Floats:
        """After the best plays, given what a side holds that has just played."""
        best = np.maximum.reduceat(held[after], begin)
        mean: Floats = best.reshape(count, len(ROLLS)) @ weights
        return mean

    cubeless, undoubled = np.zeros(count), np.zeros((count, 4))
    while True:
        before = cubeless, undoubled
        cubeless = renewed(np.concatenate([-before[0], all_points]))
        held = _held_by_the_other(before[1])
        undoubled = np.stack(
            [renewed(np.concatenate([held[:, cube], ends[:, cube]])) for cube in range(4)], axis=1
        )
        changes = (np.abs(a - b).max() for a, b in zip(before, (cubeless, undoubled), strict=True))
        if max(changes) < NEAR:
            return SlowSolution(positions, cubeless, undoubled)


def _held_by_the_other(undoubled: Floats) -> Floats:
    """What the side has that waits, by the owner of the cube as that side sees it."""
    doubled = np.minimum(2.0 * undoubled[:, AGAINST], 1.0)
    own, centered, jacoby = (np.maximum(undoubled[:, cube], doubled) for cube in range(3))
    return -np.stack([undoubled[:, AGAINST], centered, jacoby, own], axis=1)


# Matches ------------------------------------------------------------------------------------------

Cube = tuple[int, int | None]
"""What it shows, and whose it is."""
Score = tuple[int, int, bool]
"""The points that both sides need, and is it the Crawford game?"""


class SlowMatch:
    """A match of a game of one checker a side, won by who bears off first, with the Crawford rule:
    all scores up to `most` points away against `least`."""

    def __init__(self, variant: Variant, most: int, least: int) -> None:
        self.positions = list(one_checker_positions(variant))
        self.values: dict[Score, dict[tuple[int, Cube], Floats]] = {}
        """By the side to roll and the cube: the chance of that side to win the match in each
        position, if it does not double now."""
        self.chances: dict[Score, float] = {}
        """Of side 0 before the opening throw."""
        self._list_plays(variant)
        start = self.positions.index(variant.start_position)
        scores = [(1, 1, False), *((n, 1, False) for n in range(2, most + 1))]
        for n in range(2, most + 1):
            scores += [(n, m, m == 1) for m in range(1, min(n, least) + 1)]
        for score in scores:
            self.values[score] = self._solved(score)
            first, second = (self._opening(score, side, start) for side in (0, 1))
            self.chances[score] = (first + 1.0 - second) / 2.0
            mine, theirs, crawford = score
            self.chances[theirs, mine, crawford] = 1.0 - self.chances[score]

    def _list_plays(self, variant: Variant) -> None:
        """What a play leads to is the number of a position, or one of three wins behind them."""
        numbers = {position: number for number, position in enumerate(self.positions)}
        self._after, self._begin = list[int](), list[int]()
        for position in self.positions:
            for roll in ROLLS:
                self._begin.append(len(self._after))
                for play in legal_plays(variant, position, roll):
                    won = variant.end(play.position)
                    there = numbers.get(play.position.flipped(), 0)
                    self._after.append(there if won is None else len(numbers) + won - 1)

    def _won(self, score: Score, side: int, points: int) -> float:
        """A side's chance to win the match when it has won so many points."""
        mine, theirs = (score[0], score[1]) if side == 0 else (score[1], score[0])
        if mine <= points:
            return 1.0
        crawford = 1 in (mine - points, theirs) and 1 not in (mine, theirs)
        return self.chances[mine - points, theirs, crawford]

    def _solved(self, score: Score) -> dict[tuple[int, Cube], Floats]:
        weights = np.array([roll.weight for roll in ROLLS]) / 36.0
        count, cubes = len(self.positions), list(_cubes(score))
        values = {(side, cube): np.full(count, 0.5) for side in (0, 1) for cube in cubes}
        while True:
            before, values = values, {}
            for side, cube in before:
                held = self._held(score, before, side, cube)
                best = np.maximum.reduceat(held[self._after], self._begin)
                values[side, cube] = best.reshape(count, len(ROLLS)) @ weights
            if max(np.abs(values[at] - before[at]).max() for at in values) < SETTLED:
                return values

    def _held(
        self, score: Score, values: dict[tuple[int, Cube], Floats], side: int, cube: Cube
    ) -> Floats:
        """What a side has that has just played: the other may double now."""
        value, owner = cube
        other, needed = 1 - side, score[1 - side]
        best = values[other, cube]
        if owner != side and value < needed and not score[2]:
            taken = values[other, (2 * value, side)]
            best = np.maximum(best, np.minimum(taken, self._won(score, other, value)))
        wins = [self._won(score, side, value * multiple) for multiple in (1, 2, 3)]
        return np.concatenate([1.0 - best, wins])

    def _opening(self, score: Score, side: int, start: int) -> float:
        """The chance of a side that plays the opening throw, which is no doublet."""
        held = self._held(score, self.values[score], side, (1, None))
        ends = [*self._begin[1:], len(self._after)]
        best = [
            held[self._after[self._begin[at] : ends[at]]].max()
            for at, roll in enumerate(ROLLS, start * len(ROLLS))
            if roll[0] != roll[1]
        ]
        return float(np.mean(best))


def _cubes(score: Score) -> Iterator[Cube]:
    """Every cube up to the first that decides the match either way."""
    value = 1
    yield value, None
    while value < max(score[:2]) and not score[2]:
        value *= 2
        yield value, 0
        yield value, 1
