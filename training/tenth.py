"""Trains the nets of games again for a tenth of the time: what did the rest of it bring?

    python training/tenth.py plakoto fevga --out DIR [--at-once 4] [--part 0.1]

The experiments are those on a net's card, one after the other, each for a tenth of the time that
its log in `runs` shows; the last one leaves DIR/GAME/net.safetensors. Games whose card begins with
the runs of the standard game begin with what these left in `runs/tails3`, as the net itself did.
`duel.py` plays the two against each other.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from several import HERE, run

NETS: Final = HERE.parent / "src" / "fullprime" / "data" / "nets"
STANDARD: Final = HERE / "runs" / "tails3" / "net.safetensors"


def chain_of(game: str) -> list[str]:
    """The experiments of a game's net that are not the standard game's, the first one first."""
    [card] = NETS.glob(f"{game}-*.toml")
    return [name for name in tomllib.loads(card.read_text())["experiments"] if "/" in name]


def begins_with_standard(game: str) -> bool:
    """Did other runs than its own come before?"""
    [card] = NETS.glob(f"{game}-*.toml")
    return "/" not in tomllib.loads(card.read_text())["experiments"][0]


def scale_of(experiment: str, part: float) -> float:
    """By which the times of an experiment are multiplied to get that part of its logged time."""
    with (HERE / "runs" / experiment / "log.csv").open() as log:
        *_, last = csv.DictReader(log)
    settings = tomllib.loads((HERE / "experiments" / f"{experiment}.toml").read_text())
    planned: float = sum(phase["seconds"] for phase in settings["phases"])
    return part * float(last["time"]) / planned


def train(game: str, out: Path, part: float) -> bool:
    """All experiments of a game; did they end well?"""
    folder = out / game
    start = STANDARD if begins_with_standard(game) else None
    for experiment in chain_of(game):
        asked = f"{experiment}={start}" if start else experiment
        if not run(asked, folder, scale_of(experiment, part), None):
            return False
        start = folder / Path(experiment).name / "net.safetensors"
    assert start is not None  # every card names an experiment
    shutil.copy(start, folder / "net.safetensors")
    return True


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--part", type=float, default=0.1, help="of the time (%(default)s)")
    asked = parser.parse_args(arguments)
    with ThreadPoolExecutor(asked.at_once) as pool:
        ended = list(pool.map(lambda game: train(game, asked.out, asked.part), asked.games))
    sys.exit(not all(ended))


if __name__ == "__main__":
    main()
