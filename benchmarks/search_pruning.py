"""What a pruner saves and what it costs, for several ways to prune.

On the sample of `speed`, searches with and without it take turns on one core, and processor time is
counted. On the first decisions of the development set, their picks are judged by a search of two
plies without it: `loss` is what pruned picks lose more than the others, in thousandths of a point
per decision, and `error` how far the equity of an equal pick is off, as a root mean square.

    python -m benchmarks.search_pruning [--net FILE --pruner FILE] [--no-record]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.movegen import pin
from benchmarks.positions import Pair
from benchmarks.shipped import NET, PRUNER
from benchmarks.speed import DECISIONS, ROUNDS, sample
from benchmarks.strength.decisions import file_of, load

from benchmarks import results
from fullprime import Position, Roll, Variant
from fullprime.engine import Candidate, Filter, Search
from fullprime.engine.bearoff import shared_table
from fullprime.engine.weights import load_net

VARIANT = Variant.load("backgammon")
WAYS = [
    *(Filter(2, 9.0), Filter(4, 0.06), Filter(4, 0.1), Filter(6, 0.1)),
    *(Filter(6, 0.15), Filter(6, 0.2), Filter(8, 0.15), Filter(8, 0.2)),
]
PLIES = (1, 2)


class Cost(NamedTuple):
    """Of one way to prune, against none."""

    differ: int
    loss: float
    spread: float
    """The standard error of the loss."""
    error: float


class Pruning:
    """A net and its pruner."""

    def __init__(self, net: Path, pruner: Path) -> None:
        self._net, self._pruner = load_net(net, VARIANT), load_net(pruner, VARIANT)
        self._judge = self.search(2, None)
        self.worth = cache(self._worth)

    def search(self, plies: int, kept: Filter | None) -> Search:
        """That remembers nothing yet; without a pruner if it keeps None."""
        table = shared_table()
        if kept is None:
            return Search(VARIANT, self._net, table, plies=plies, threads=1)
        return Search(
            VARIANT, self._net, table, pruner=self._pruner, kept=kept, plies=plies, threads=1
        )

    def picks(self, plies: int, kept: Filter | None, asked: Sequence[Pair]) -> list[Candidate]:
        """The best play of each decision."""
        search = self.search(plies, kept)
        questions = [(Position(pair.raw), Roll(*pair.dice)) for pair in asked]
        return [search.plays(*question).candidates[0] for question in questions]

    def rate(self, plies: int, kept: Filter | None, asked: Sequence[Pair]) -> float:
        """Decisions in a second."""
        begin = time.process_time()
        self.picks(plies, kept, asked)
        return len(asked) / (time.process_time() - begin)

    def cost(self, full: Sequence[Candidate], pruned: Sequence[Candidate]) -> Cost:
        """Of picks, against those of the same decisions without pruning."""
        pairs = list(zip(full, pruned, strict=True))
        losses = [1000 * (self.worth(f.position) - self.worth(p.position)) for f, p in pairs]
        errors = [1000 * (p.worth - f.worth) for f, p in pairs if f.play == p.play]
        return Cost(
            sum(f.play != p.play for f, p in pairs),
            statistics.fmean(losses),
            statistics.pstdev(losses) / len(losses) ** 0.5,
            statistics.fmean(error**2 for error in errors) ** 0.5 if errors else 0.0,
        )

    def _worth(self, after: Position) -> float:
        """Of what a play leads to, by the judge."""
        return -self._judge.evaluate([after.flipped()])[0].equity


def rates(pruning: Pruning, plies: int, asked: Sequence[Pair], rounds: int) -> list[float]:
    """The median of no pruning, then of every way, all of them once in every round."""
    ways = [None, *WAYS]
    found = [[pruning.rate(plies, kept, asked) for kept in ways] for _ in range(rounds)]
    return [statistics.median(each) for each in zip(*found, strict=True)]


def rows_of(
    pruning: Pruning, plies: int, asked: Sequence[Pair], rounds: int, judged: Sequence[Pair]
) -> Iterator[results.Measured]:
    """No pruning, then every way: those `asked` are timed, those `judged` show the cost."""
    name, unit = f"Fullprime, {plies} plies", "decisions/s"
    bare, *others = rates(pruning, plies, asked, rounds)
    yield results.Measured(f"{name}, no pruner", bare, unit, note=f"median of {rounds} rounds")
    full = pruning.picks(plies, None, judged)
    for kept, rate in zip(WAYS, others, strict=True):
        cost = pruning.cost(full, pruning.picks(plies, kept, judged))
        note = (
            f"of {len(judged)} picks {cost.differ} differ; "
            f"loss {cost.loss:.4f} ± {cost.spread:.4f}, error {cost.error:.2f} thousandths"
        )
        subject = f"{name}, pruned to {kept.count} within {kept.window}"
        yield results.Measured(subject, rate, unit, rate / bare, f"{name}, no pruner", note)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures what a pruner saves and costs.")
    parser.add_argument("--net", type=Path, default=NET, help="the file of a net (%(default)s)")
    parser.add_argument("--pruner", type=Path, default=PRUNER, help="and of a smaller one")
    parser.add_argument("--count", type=int, default=1500, help="decisions to be judged")
    parser.add_argument("--no-record", action="store_true", help="leave results.csv alone")
    arguments = parser.parse_args()
    pin()
    pruning = Pruning(arguments.net, arguments.pruner)
    judged = [decision.pair for decision in load(file_of("development"))[: arguments.count]]
    for plies in PLIES:
        rows = list(rows_of(pruning, plies, sample(DECISIONS), ROUNDS, judged))
        for row in rows:
            print(f"{row.subject:44} {row.value:8.1f} {row.ratio or 1:5.2f} times  {row.note}")
        if not arguments.no_record:
            results.append("search_pruning", rows)


if __name__ == "__main__":
    main()
