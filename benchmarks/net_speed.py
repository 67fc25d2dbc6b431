"""How many positions a net judges in a second, on one core, by size and by path.

The positions are the plays of the sample of positions and rolls. Three ways to ask: all positions
for themselves, the plays of each roll together (only what changes is computed anew), and the plays
of every roll ranked, which finds the plays, too, and makes Python values of them. The features are
always included. Weights are drawn at random, with biases such that a given share of the first layer
is active: time depends on that, and on nothing else in the weights. Processor time of the thread
counts, the best of some passes.

    python -m benchmarks.net_speed [--net FILE] [--no-record]
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from benchmarks import results
from benchmarks.peers import Fullprime
from benchmarks.positions import digest, sample

from fullprime import Position, Roll, Variant, _kernel
from fullprime.engine import Search
from fullprime.engine.weights import load_net

SIZES = ((512, 64), (1024, 64))
ACTIVE = (0.25, 0.5)
PAIRS = 1000
PASSES = 7

Array = np.ndarray[Any, Any]


class Questions(NamedTuple):
    """The sample: positions and rolls, and the plays of each."""

    name: str
    rolls: list[tuple[Position, Roll]]
    plays: Array
    lists: list[tuple[bytes, Array]]
    """Each position with its plays."""


def questions_of(variant: Variant) -> Questions:
    """The sample of this benchmark."""
    pairs = sample(PAIRS)
    positions, dice = Fullprime.arrays(pairs)
    plays, _, _, offsets = _kernel.plays_of_many(variant.kernel, positions, dice)
    cuts = itertools.pairwise(offsets.tolist())
    lists = [(pair.raw, plays[a:b]) for pair, (a, b) in zip(pairs, cuts, strict=True)]
    rolls = [(Position(pair.raw), Roll(*pair.dice)) for pair in pairs]
    return Questions(digest(pairs), rolls, plays, lists)


def random_net(values: Array, first: int, second: int, active: float) -> dict[str, Array]:
    """Weights at random; that share of the first layer is active for features like these."""
    rng = np.random.default_rng(1)
    w1 = rng.normal(0, 300, (values.shape[1], first)).astype(np.int16)
    sums = values.astype(np.float64) @ w1
    return {
        "w1": w1,
        "b1": (16 - np.quantile(sums, 1 - active, axis=0)).astype(np.int32),
        "w2": rng.normal(0, 300, (second, first)).astype(np.int16),
        "b2": np.zeros(second, np.int32),
        "w3": rng.normal(0, 300, (6, second)).astype(np.int16),
        "b3": np.zeros(6, np.int32),
    }


def nets_of(file: Path | None, variant: Variant, plays: Array) -> Iterator[tuple[str, _kernel.Net]]:
    """What is measured, with its name: each net on each path."""
    if file:
        for path in _kernel.net_paths():
            yield file.name, load_net(file, variant, path)
        return
    values = _kernel.encode(variant.kernel, plays)
    for (first, second), active in itertools.product(SIZES, ACTIVE):
        arrays = random_net(values, first, second, active)
        for path in _kernel.net_paths():
            yield f"{first}-{second}, {active:.0%} active", _kernel.Net(**arrays, path=path)


def rates(net: _kernel.Net, variant: Variant, asked: Questions) -> dict[str, float]:
    """Positions per second, by the way to ask."""
    kernel = variant.kernel

    def together() -> None:
        for base, plays in asked.lists:
            net.evaluate_from(kernel, base, plays)

    search = Search(variant, net, threads=1)

    def ranked() -> None:
        for position, roll in asked.rolls:
            search.plays(position, roll)

    ways: dict[str, Callable[[], object]] = {
        "each for itself": lambda: net.evaluate(kernel, asked.plays),
        "the plays of a roll together": together,
        "the plays of a roll ranked": ranked,
    }
    best: dict[str, float] = {}
    for _ in range(PASSES):
        for name, work in ways.items():
            begin = time.thread_time()
            work()
            rate = len(asked.plays) / (time.thread_time() - begin)
            best[name] = max(rate, best.get(name, 0.0))
    return best


def main() -> None:
    """Measures, prints and records."""
    parser = argparse.ArgumentParser(description="Measures how fast nets are.")
    parser.add_argument("--net", type=Path, help="a file, instead of random weights")
    parser.add_argument("--no-record", action="store_true", help="leave results.csv alone")
    arguments = parser.parse_args()
    variant = Variant.load("backgammon")
    asked = questions_of(variant)
    print(f"{PAIRS} rolls of sample {asked.name}, {len(asked.plays)} positions")
    note = f"{PAIRS} rolls of sample {asked.name}, one core, best of {PASSES} passes"
    rows = []
    for name, net in nets_of(arguments.net, variant, asked.plays):
        for way, rate in rates(net, variant, asked).items():
            print(f"{name:20} {net.path:7} {way:30} {rate / 1e6:6.3f} M/s", flush=True)
            subject = f"{name}, {net.path}, {way}"
            rows.append(results.Measured(subject, rate, "positions/s", note=note))
    if not arguments.no_record:
        results.append("net", rows)


if __name__ == "__main__":
    main()
