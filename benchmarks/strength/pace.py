"""Processor seconds that contestants need for a decision, on one core.

All answer the same decisions in one run, in turns of a few, so that a busy machine slows all alike.

    python -m benchmarks.strength.pace development ours1 sage2 gnubg1 --net FILE --first 200
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Final

from benchmarks import results
from benchmarks.positions import Pair
from benchmarks.strength.picks import add_arguments, asked_of, players_of
from benchmarks.strength.players import Player

TURN: Final = 10
"""Decisions that one contestant answers before the next one does."""


def paces(players: Sequence[Player], pairs: Sequence[Pair]) -> list[float]:
    """Seconds per decision of each player."""
    for player in players:
        player.play(pairs[:1])  # what is read or started at first does not count
    used = [0.0] * len(players)
    for begin in range(0, len(pairs), TURN):
        for number, player in enumerate(players):
            before = player.clock()
            player.play(pairs[begin : begin + TURN])
            used[number] += player.clock() - before
    return [seconds / len(pairs) for seconds in used]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures how long contestants think.")
    add_arguments(parser, ("ours0", "sage1", "sage2", "gnubg0", "gnubg1"))
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    players = players_of(arguments)
    pairs = [decision.pair for decision in asked_of(arguments)]
    rows = []
    for player, seconds in zip(players, paces(players, pairs), strict=True):
        print(f"{player.name:40} {1000.0 * seconds:10.3f} ms a decision")
        note = f"{len(pairs)} decisions of {arguments.set}, one core, in turns of {TURN}"
        rows.append(results.Measured(player.name, 1000.0 * seconds, "ms/decision", note=note))
    if arguments.record:
        results.append("pace", rows)


if __name__ == "__main__":
    main()
