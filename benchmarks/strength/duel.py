"""Games of two players with duplicate dice, cubeless, from the start.

Every sequence of dice is played twice with sides exchanged, and what a player wins in both games
together is one observation: most of the luck cancels out. Results are kept block by block, so that
a duel may be stopped, and made longer.

    python -m benchmarks.strength.duel ours0 sage1 --net FILE --games 100000
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.shipped import NET
from benchmarks.strength import decisions
from benchmarks.strength.games import Game, play_out
from benchmarks.strength.picks import players_of
from benchmarks.strength.players import Player
from benchmarks.strength.store import Store

from benchmarks import page, results

FOLDER: Final = decisions.DATA / "duels"
PAIRS: Final = 500
"""Pairs of games side by side: a block."""
SEED: Final = 20_261_115


class Tally(NamedTuple):
    """Sums over pairs of games, in points of the first player."""

    pairs: int
    points: int
    squares: int

    @classmethod
    def of(cls, pairs: Sequence[int]) -> Tally:
        """From the points won in each pair."""
        return cls(len(pairs), sum(pairs), sum(points * points for points in pairs))

    def __add__(self, more: object) -> Tally:
        if not isinstance(more, Tally):
            return NotImplemented
        return Tally(*(one + other for one, other in zip(self, more, strict=True)))

    @property
    def per_game(self) -> float:
        """Points per game."""
        return self.points / (2 * self.pairs)

    @property
    def error(self) -> float:
        """The standard error of that."""
        variance = (self.squares - self.points**2 / self.pairs) / (self.pairs - 1)
        return math.sqrt(variance / self.pairs) / 2


def play_block(players: tuple[Player, Player], seed: int, block: int, pairs: int) -> Tally:
    """The pairs of games of one block."""
    streams = range(block * pairs, (block + 1) * pairs)
    begun = [[Game(seed, stream, mover) for stream in streams] for mover in (0, 1)]
    play_out(players, begun[0] + begun[1])
    return Tally.of([one.points + other.points for one, other in zip(*begun, strict=True)])


def duel(
    players: tuple[Player, Player], blocks: int, seed: int = SEED, folder: Path = FOLDER
) -> Tally:
    """So many blocks; those that are known are not played again."""
    first, second = players
    store = Store(folder / f"{first.name}-against-{second.name}.tsv")
    keys = [f"{seed}:{block}" for block in range(blocks)]

    def play(asked: Sequence[str]) -> list[str]:
        numbers = [int(key.partition(":")[2]) for key in asked]
        tallies = [play_block(players, seed, number, PAIRS) for number in numbers]
        return [" ".join(map(str, tally)) for tally in tallies]

    store.complete(keys, play, batch=1)
    whole = Tally(0, 0, 0)
    for key in keys:
        whole += Tally(*map(int, store.known[key].split()))
    return whole


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description="Plays games with duplicate dice.")
    parser.add_argument("players", nargs=2, metavar="player", help="ours0, sage1 and the like")
    parser.add_argument("--net", type=Path, default=NET, help="of our players (%(default)s)")
    parser.add_argument("--games", type=int, default=100_000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="of the dice (%(default)s)")
    parser.add_argument("--docs", action="store_true", help="put it into docs/strength.md")
    parser.add_argument("--record", action="store_true", help="add a row to results.csv")
    arguments = parser.parse_args()
    first, second = players_of(arguments)
    blocks = -(-arguments.games // (2 * PAIRS))
    tally = duel((first, second), blocks, arguments.seed)
    told = (
        f"± {tally.error:.4f}, {2 * tally.pairs} games with duplicate dice, seed {arguments.seed}"
    )
    found = f"{first.name} against {second.name}: {tally.per_game:+.4f} points a game {told}"
    print(found)
    if arguments.record:
        row = results.Measured(first.name, tally.per_game, "points/game", None, second.name, told)
        results.append("duel", [row])
    if arguments.docs:
        page.put("duel", f"{found}.\n")


if __name__ == "__main__":
    main()
