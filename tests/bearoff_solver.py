"""Bear-off by brute force, for all positions at once: a second opinion on the tables.

It shares nothing with the kernel: positions are listed in its own order, moves are made on arrays
of checkers, and values are floating point numbers that are never rounded. Positions are worked off
by their pips, for every move makes them fewer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

DICE = range(1, 7)
PAIRS = [(a, b) for a in DICE for b in range(a + 1, 7)]
NONE = -1

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Home = tuple[int, ...]


@dataclass(frozen=True)
class Homes:
    """All positions of one side with up to so many checkers on points 1 to 6."""

    most: int
    rows: list[Home] = field(init=False)
    number: dict[Home, int] = field(init=False)

    def __post_init__(self) -> None:
        choices = combinations_with_replacement(range(7), self.most)  # 0: off
        rows = [tuple(choice.count(point) for point in DICE) for choice in choices]
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "number", {row: i for i, row in enumerate(rows)})

    @cached_property
    def off(self) -> int:
        """The position without checkers."""
        return self.number[0, 0, 0, 0, 0, 0]

    @cached_property
    def pips(self) -> Ints:
        """Of each position."""
        return np.array(self.rows) @ np.arange(1, 7)

    @cached_property
    def moves(self) -> dict[int, Ints]:
        """By number thrown: [position, point], the position after; `NONE` where it is no move."""
        return {die: np.array([self._moves(row, die) for row in self.rows]) for die in DICE}

    def _moves(self, row: Home, die: int) -> list[int]:
        rear = max((point for point in DICE if row[point - 1]), default=0)
        return [self._after(row, point, die, rear) for point in DICE]

    def _after(self, row: Home, point: int, die: int, rear: int) -> int:
        if not row[point - 1] or (point < die and point != rear):
            return NONE
        left = list(row)
        left[point - 1] -= 1
        if point > die:
            left[point - die - 1] += 1
        return self.number[tuple(left)]


class Alone:
    """One side that wants as few rolls as possible on average."""

    def __init__(self, homes: Homes) -> None:
        self.homes = homes
        n = len(homes.rows)
        self.mean = np.zeros(n)
        self.exactly = np.zeros((n, 1))
        """[position, rolls]: the chance to be off in just so many."""
        # By number and how often it is still to be played: the best position to end up in.
        self._best = {(die, times): np.arange(n) for die in DICE for times in range(5)}
        order = np.argsort(homes.pips, kind="stable")
        levels = np.split(order, np.flatnonzero(np.diff(homes.pips[order])) + 1)
        for level in levels:
            self._solve(level)

    def _solve(self, level: Ints) -> None:
        """All positions with the same pips; those with fewer are done."""
        if not self.homes.pips[level[0]]:
            self.exactly[level, 0] = 1
            return
        chances = np.zeros((len(level), self.exactly.shape[1] + 1))
        for die in DICE:
            for times in range(1, 5):
                self._best[die, times][level] = self._reached(level, die, die, times - 1)
            chances[:, 1:] += self.exactly[self._best[die, 4][level]] / 36
        for a, b in PAIRS:
            one, two = self._reached(level, a, b, 1), self._reached(level, b, a, 1)
            ends = np.where(self.mean[two] < self.mean[one], two, one)
            chances[:, 1:] += self.exactly[ends] / 18
        if np.any(chances[:, -1]):
            self.exactly = np.pad(self.exactly, ((0, 0), (0, 1)))
        self.exactly[level] = chances[:, : self.exactly.shape[1]]
        self.mean[level] = self.exactly[level] @ np.arange(self.exactly.shape[1])

    def _reached(self, level: Ints, die: int, then: int, times: int) -> Ints:
        """Moves once by a number and then `times` by another, as well as it can be done."""
        after = self.homes.moves[die][level]
        ends = self._best[then, times][after]
        means = np.where(after == NONE, np.inf, self.mean[ends])
        result: Ints = ends[np.arange(len(level)), np.argmin(means, axis=1)]
        return result


def wins(homes: Homes) -> Floats:
    """[side to roll, other side]: the chance of the side to roll, both playing for the win."""
    win = _rolled(homes, 1, lambda chance: 1 - chance)[:, :, 0]
    win[:, homes.off] = 0
    win[homes.off] = 1
    return win


def cube_equities(homes: Homes) -> Floats:
    """[side to roll, other side, owner]: what the side to roll expects if it does not double now,
    for a cube of one that it owns, that is centred, that the other owns.

    Nobody can be gammoned. The sides play and double for points, and know what the cube shows.
    """
    return _rolled(homes, 3, lambda rolled: -with_doubling(rolled)[:, ::-1])


def with_doubling(rolled: Floats) -> Floats:
    """[..., owner]: the same if it may also double now. The other takes what costs less."""
    mine, centred, theirs = np.moveaxis(rolled, -1, 0)
    doubled = np.where(2 * theirs > 1, 1, 2 * theirs)
    either = [np.maximum(mine, doubled), np.maximum(centred, doubled), theirs]
    return np.stack(either, axis=-1)


def _rolled(homes: Homes, kinds: int, handed_over: Callable[[Floats], Floats]) -> Floats:
    """[side to roll, other side, kind]: the mean over the rolls of the best after each.

    A side that has just played has what `handed_over` makes of the values of the side to roll.
    """
    n = len(homes.rows)
    rolled = np.zeros((n, n, kinds))
    # By number and how often it is still to be played: the best that the mover can have then.
    best = {(die, times): np.zeros((n + 1, n, kinds)) for die in DICE for times in range(1, 5)}
    best |= dict.fromkeys(((die, 0) for die in DICE), np.zeros((n + 1, n, kinds)))
    for values in best.values():
        values[homes.off] = 1
        values[NONE] = -np.inf
    total = (homes.pips[:, None] + homes.pips).ravel()
    order = np.argsort(total, kind="stable")
    order = order[(order // n != homes.off) & (order % n != homes.off)]
    for pairs in np.split(order, np.flatnonzero(np.diff(total[order])) + 1):
        mine, theirs = np.divmod(pairs, n)
        mean = np.zeros((len(pairs), kinds))
        for die in DICE:
            for times in range(1, 5):
                found = _reached(homes, best[die, times - 1], die, mine, theirs)
                best[die, times][mine, theirs] = found
            mean += best[die, 4][mine, theirs] / 36
        for a, b in PAIRS:
            one = _reached(homes, best[b, 1], a, mine, theirs)
            two = _reached(homes, best[a, 1], b, mine, theirs)
            mean += np.maximum(one, two) / 18
        rolled[mine, theirs] = mean
        best[1, 0][theirs, mine] = handed_over(mean)  # the array of all six: nothing left to play
    return rolled


def _reached(homes: Homes, values: Floats, die: int, mine: Ints, theirs: Ints) -> Floats:
    """The best that a move by this number can lead to."""
    after = homes.moves[die][mine]
    result: Floats = values[after[:, 0], theirs]
    for point in range(1, len(DICE)):
        np.maximum(result, values[after[:, point], theirs], out=result)
    return result
