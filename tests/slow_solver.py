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
