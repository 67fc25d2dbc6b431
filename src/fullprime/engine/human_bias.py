"""How people misjudge: what they look at in a position, and how wrongly they weigh it.

A person has habits, wrong weights that stay the same from game to game, and on every turn a whim,
wrong weights of that turn alone. Plays that look alike share most of what is wrong about them, so
errors fall where people make them: between plans, not between any two plays. Everything is drawn
from the question itself and the number of the person: the same question, the same error.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_128
from math import exp
from statistics import NormalDist
from typing import Final, NamedTuple

from fullprime.position import BAR, OFF, START, Position
from fullprime.summation import dot

HOME: Final = 6
BLOCK: Final = range(4, 10)
OUTFIELD: Final = range(HOME + 1, 13)
SPARES: Final = 3
"""Checkers on a point beyond these are a stack."""
LIKING: Final = 0.35
"""How much a whim likes or dislikes single points, beside one trait."""
MOODS: Final = 0.6
"""By how much attention changes from turn to turn, as the deviation of a logarithm."""

_NORMAL: Final = NormalDist()


class Traits(NamedTuple):
    """What players look at, counted for the side that has just played."""

    blots: float
    """That can be hit."""
    loose: float
    """Those of them in the home board."""
    home_points: float
    block: float
    """Points made from the 4 to the 9."""
    anchors: float
    back: float
    """Checkers in the other's home or on the bar."""
    hits: float
    stacks: float
    builders: float
    lead: float
    """In the race, in tens of pips."""
    off: float


UNITS: Final = Traits(0.6, 0.5, 0.8, 0.8, 0.8, 0.6, 0.9, 0.35, 0.35, 0.5, 0.3)
"""How much people differ about one more of it."""
LEANING: Final = Traits(-0.8, 0.3, 0.2, -0.3, -0.3, -0.5, 0.4, 0.5, -0.3, 0.6, 2.0)
"""Most are too afraid of blots, run too soon, stack, trust a lead in the race too much, and like to
bear off."""


def traits(position: Position) -> Traits:
    """Of the side whose checkers come first."""
    mine, theirs = position.mover, position.other
    rear = BAR - max((place for place in range(1, BAR + 1) if theirs[place]), default=0)
    exposed = [point for point in range(rear + 1, START + 1) if mine[point] == 1]
    made = [point for point in range(1, START + 1) if mine[point] > 1]
    far = range(START - HOME + 1, BAR + 1)
    pips = position.pips
    return Traits(
        blots=len(exposed),
        loose=sum(point <= HOME for point in exposed),
        home_points=sum(point <= HOME for point in made),
        block=sum(point in BLOCK for point in made),
        anchors=sum(point in far for point in made),
        back=sum(mine[place] for place in far),
        hits=theirs[BAR],
        stacks=sum(max(0, mine[point] - SPARES) for point in made),
        builders=sum(mine[point] for point in OUTFIELD),
        lead=(pips[1] - pips[0]) / 10,
        off=mine[OFF],
    )


class Person:
    """Somebody who errs, by number; how much is not said here."""

    def __init__(self, number: int) -> None:
        self._key = number.to_bytes(8, "little")
        *own, self.nerve = draws(self._key, len(Traits._fields) + 1)
        """`nerve`: how long this one waits with the cube."""
        self._habits = [lean + wrong for lean, wrong in zip(LEANING, own, strict=True)]

    def errors(self, question: bytes, seen: Sequence[Position]) -> list[float]:
        """What is added to the worth of each of these positions, in no unit; nothing but the
        differences matters."""
        *drawn, mood = draws(self._key + question, len(Traits._fields) + START + 1)
        whims, likes = drawn[: len(UNITS)], drawn[len(UNITS) :]
        weights = [
            unit * (habit + whim)
            for unit, habit, whim in zip(UNITS, self._habits, whims, strict=True)
        ]
        attention = exp(MOODS * mood)
        return [attention * (dot(weights, traits(p)) + _liking(likes, p)) for p in seen]

    def optimism(self, position: Position) -> float:
        """By how much the chances of the side to roll are seen too well, in no unit."""
        [whim] = draws(self._key + position.raw, 1)
        mine, theirs = traits(position), traits(position.flipped())
        balance = [mine[i] - theirs[i] for i in range(len(UNITS))]
        leaning = dot([u * h for u, h in zip(UNITS, self._habits, strict=True)], balance)
        return whim + leaning / len(UNITS)


def draws(key: bytes, count: int) -> list[float]:
    """So many normal numbers, around 0 with a deviation of 1, that follow from the key alone."""
    stream = shake_128(key).digest(2 * count)
    return [_quantile(int.from_bytes(stream[i : i + 2], "little")) for i in range(0, 2 * count, 2)]


@lru_cache(1 << 16)
def _quantile(number: int) -> float:
    return _NORMAL.inv_cdf((number + 0.5) / (1 << 16))


def _liking(likes: Sequence[float], position: Position) -> float:
    return LIKING * dot(likes, [min(n, SPARES) for n in position.mover[1 : START + 1]])
