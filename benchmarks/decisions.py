"""Decisions out of games that a net plays against itself, for the benchmarks of the search.

Dice and strays are seeded and the net gives the same answers everywhere, so a net always gives the
same decisions. Positions of all games are shuffled before some are taken.
"""

from __future__ import annotations

from random import Random

from fullprime import Position, Roll, SeededDice, Variant, _kernel
from fullprime.engine import Search
from fullprime.position import BAR

Decision = tuple[Position, Roll]
STRAY = 0.03  # the share of plays that are taken at random, so that games differ more


def decisions(variant: Variant, net: _kernel.Net, count: int, seed: int) -> list[Decision]:
    """So many positions and rolls with more than one legal play."""
    rng, dice = Random(seed), SeededDice(seed)
    search = Search(variant, net, threads=1)
    found: list[Decision] = []
    while len(found) < 2 * count:
        position = variant.start_position
        while variant.end(position.flipped()) is None:
            roll = dice.roll()
            ranked = search.plays(position, roll).candidates
            if len(ranked) > 1:
                found.append((position, roll))
            chosen = rng.choice(ranked) if rng.random() < STRAY else ranked[0]
            position = variant.turned(chosen.position, roll)
    rng.shuffle(found)
    return found[:count]


def in_contact(decision: Decision) -> bool:
    """Can anybody still be hit?"""
    mover, other = decision[0].mover, decision[0].other
    rears = [max(point for point in range(1, BAR + 1) if row[point]) for row in (mover, other)]
    return sum(rears) > BAR
