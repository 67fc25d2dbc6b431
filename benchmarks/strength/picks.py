"""What contestants play on the decisions of a set. Known picks are read, the others computed.

python -m benchmarks.strength.picks development ours0 sage1 gnubg0 --net FILE
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.gnubg import Missing
from benchmarks.shipped import NET
from benchmarks.strength import decisions
from benchmarks.strength.decisions import Decision, identity
from benchmarks.strength.players import Player, player_of
from benchmarks.strength.store import Store

from fullprime.errors import FullprimeError

FOLDER: Final = decisions.DATA / "picks"

Picks = list[str]
"""The GNU id of the position that each play leaves, the other side on roll. Plays that lead to the
same position are the same play."""


def picks_of(player: Player, asked: Sequence[Decision], folder: Path = FOLDER) -> Picks:
    """What a player plays."""
    store = Store(folder / f"{player.name}.tsv")
    by_key = {_key(decision): decision for decision in asked}

    def play(keys: Sequence[str]) -> list[str]:
        return [identity(left) for left in player.play([by_key[key].pair for key in keys])]

    store.complete(list(by_key), play)
    return [store.known[_key(decision)] for decision in asked]


def _key(decision: Decision) -> str:
    first, second = decision.dice
    return f"{decision.position}:{first}{second}"


def add_arguments(parser: argparse.ArgumentParser, players: Sequence[str]) -> None:
    """The arguments of all programs about a set."""
    parser.add_argument("set", choices=decisions.SETS, help="which decisions")
    told = f"ours0, sage1, gnubg0 and the like ({' '.join(players)})"
    parser.add_argument("players", nargs="*", default=players, metavar="player", help=told)
    parser.add_argument("--net", type=Path, default=NET, help="of our players (%(default)s)")
    parser.add_argument("--first", type=int, help="only so many of the decisions")
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")


def asked_of(arguments: argparse.Namespace) -> list[Decision]:
    """The decisions that the arguments mean."""
    return decisions.load(decisions.file_of(arguments.set))[: arguments.first]


def players_of(arguments: argparse.Namespace, processes: int = 1) -> list[Player]:
    """The contestants that the arguments mean."""
    try:
        return [player_of(spec, arguments.net, processes) for spec in arguments.players]
    except (ValueError, Missing, FullprimeError) as error:
        raise SystemExit(str(error)) from error


def main() -> None:
    """Computes what is missing and says how often contestants agree."""
    parser = argparse.ArgumentParser(description="Asks contestants for their plays.")
    add_arguments(parser, ("sage1", "sage2", "sage3", "gnubg0", "gnubg1", "gnubg2"))
    arguments = parser.parse_args()
    asked = asked_of(arguments)
    played = {
        player.name: picks_of(player, asked)
        for player in players_of(arguments, arguments.processes)
    }
    print(f"{len(asked)} decisions; how often two play the same")
    for name, mine in played.items():
        same = [sum(a == b for a, b in zip(mine, p, strict=True)) for p in played.values()]
        print(f"{name:36}", *(f"{count / len(asked):6.1%}" for count in same))


if __name__ == "__main__":
    main()
