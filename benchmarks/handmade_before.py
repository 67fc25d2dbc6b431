"""Is the hand-made evaluator still the one of the time before the games had nets?

    python -m benchmarks.handmade_before [GAME ...] [--positions 2000]

Asks the program of that commit, built in an environment of its own, and today's about positions of
random games, and prints the largest difference of their equities. Where there is none, games
against one are games against the other. Games that had a net then are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

from benchmarks.before import COMMIT, Before
from benchmarks.family import AtRandom, Evaluating, Table, play_out

from fullprime import Position, Variant, variants
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.nets import net_for
from fullprime.game import Game
from fullprime.stakes import Stakes

GAMES = 12
"""Random ones, in which the positions occur."""


class Collecting(AtRandom):
    """Plays anything, and keeps what it could have played."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Position] = []

    def worths(self, after: Sequence[Position]) -> list[float]:
        """Numbers that mean nothing."""
        self.seen += after
        return super().worths(after)


def positions_of(variant: Variant, wanted: int) -> list[Position]:
    """Some of those that can come up in random games."""
    mind = Collecting()
    start = Game.start(variant, Stakes(cube=False), starter=0)
    play_out((mind, mind), [Table(stream, 0, start) for stream in range(GAMES)])
    return Random(variant.id).sample(mind.seen, min(wanted, len(mind.seen)))


def largest_difference(variant: Variant, positions: Sequence[Position]) -> float:
    """Of what the two think of the positions."""
    before, today = Before(variant), Evaluating(HandmadeEvaluator(variant), variant.score)
    pairs = zip(before.worths(positions), today.worths(positions), strict=True)
    found = max(abs(one - other) for one, other in pairs)
    before.close()
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=2000)
    asked = parser.parse_args()
    standard = net_for(Variant.load())
    others = [each for each in variants() if net_for(each) is not standard]
    for variant in map(Variant.load, asked.games) if asked.games else others:
        positions = positions_of(variant, asked.positions)
        found = largest_difference(variant, positions)
        print(f"{variant.id}: {len(positions)} positions, largest difference {found:.1e} "
              f"({COMMIT[:7]} and today)", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
