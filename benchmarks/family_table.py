"""Writes the table of the nets of all games into docs/engine.md, from what was measured.

    python -m benchmarks.family_table

Sizes, times and positions are those of the nets and their cards, games those in the logs of their
trainings; points are those rows of results.csv about the net that a game has now that tell of the
most games; where a game has none, those of the game that is the same on the board. Nothing is
measured here.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.alike import first_of

from benchmarks import page, results
from fullprime import Variant, variants
from fullprime.data import shipped
from fullprime.engine.nets import SUFFIX, ShippedNet, net_for

PAGE: Final = Path(__file__).parents[1] / "docs" / "engine.md"
LOGS: Final = Path(__file__).parents[1] / "training" / "runs"
MEASURED: Final = ("family", "duel")
PEERS: Final = ("random play", "hand-made evaluator", "trained for a tenth of the time")
TITLES: Final = ("game", "size", "minutes", "million games", "million positions", *PEERS)
COARSE: Final = 0.02
"""An interval of so much leaves nothing to a third digit."""


class Row(NamedTuple):
    """What a net won against a peer."""

    points: float
    interval: float
    games: int

    def __str__(self) -> str:
        digits = 2 if self.interval >= COARSE else 3
        return f"{self.points:+.{digits}f} ± {self.interval:.{digits}f} ({self.games:,})"


def best_rows() -> dict[tuple[str, str], Row]:
    """By game with its net, and peer: the row with the most games."""
    found: dict[tuple[str, str], Row] = {}
    with results.FILE.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            told = re.match(r"± ([\d.]+) \(95 %\), (\d+) games", line["note"])
            if line["benchmark"] not in MEASURED or told is None:
                continue
            key = line["subject"], line["peer"]
            row = Row(float(line["value"]), float(told[1]), int(told[2]))
            if key not in found or row.games >= found[key].games:
                found[key] = row
    return found


def games_met(experiments: tuple[str, ...]) -> int:
    """Finished games of self-play; a log counts those since its last row."""
    return sum(
        int(row["games"])
        for experiment in experiments
        for row in csv.DictReader((LOGS / experiment / "log.csv").read_text().splitlines())
    )


def size_of(net: ShippedNet) -> str:
    """Of the file."""
    return f"{len(shipped('nets', net.name + SUFFIX).read_bytes()) // 1000} kB"


def rows() -> Iterator[list[str]]:
    """A row for every game that has a net other than the standard one."""
    measured, standard = best_rows(), net_for(Variant.load())
    for variant in variants():
        net = net_for(variant)
        if net is None or net is standard:
            continue
        points = [_won(measured, variant, net, peer) for peer in PEERS]
        yield [
            variant.name,
            size_of(net),
            f"{net.card.gpu_seconds / 60:.1f}",
            f"{games_met(net.card.experiments) / 1e6:.2f}",
            f"{net.card.positions / 1e6:,.0f}",
            *map(str, points),
        ]


def _won(
    measured: Mapping[tuple[str, str], Row], variant: Variant, net: ShippedNet, peer: str
) -> Row | str:
    """Of the game itself, or of the one that is the same on the board."""
    games = (f"{each.id}, {net.name}" for each in (variant, first_of(variant)))
    return next((measured[game, peer] for game in games if (game, peer) in measured), "")


def table() -> str:
    """In markdown."""
    return page.table(TITLES, list(rows()))


if __name__ == "__main__":
    page.put("nets", table(), PAGE)
