"""Processor seconds that contestants need for a decision, on one core.

All answer the same decisions in one run, in turns of a few, so that a busy machine slows all alike.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from benchmarks.positions import Pair
from benchmarks.strength.players import Player

TURN: Final = 10
"""Decisions that one contestant answers before the next one does."""


def paces(players: Sequence[Player], pairs: Sequence[Pair]) -> list[float]:
    """Seconds per decision of each player."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for player in players:
        player.play(pairs[:1])  # what is read or started at first does not count
    used = [0.0] * len(players)
    for begin in range(0, len(pairs), TURN):
        for number, player in enumerate(players):
            before = player.clock()
            player.play(pairs[begin : begin + TURN])
            used[number] += player.clock() - before
    return [seconds / len(pairs) for seconds in used]
