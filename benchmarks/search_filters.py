"""What filters lose: how often the best play of a search of all plays is not looked at.

Decisions of the development set are searched without filters; then filters are tried on what came
out. It takes about a fifth of a second a decision.

    python -m benchmarks.search_filters [--net FILE] [--count N]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import inf
from pathlib import Path

from benchmarks.shipped import NET
from benchmarks.strength.decisions import file_of, load

from fullprime import Position, Roll, Variant
from fullprime.engine import Filter, Search
from fullprime.engine.weights import load_net

EVERY = (Filter(10**6, inf),) * 3
FIRST = [Filter(4, 0.08), Filter(6, 0.12), Filter(8, 0.12), Filter(12, 0.12), Filter(16, 0.3)]
SECOND = [Filter(3, 0.03), Filter(4, 0.03), Filter(5, 0.04), Filter(6, 0.05), Filter(8, 0.06)]

Worths = tuple[float, ...]
"""What a play is worth, by plies."""


def searched(net: Path, count: int) -> list[list[Worths]]:
    """Every play of every decision."""
    variant = Variant.load("backgammon")
    loaded = load_net(net, variant)
    searches = [Search(variant, loaded, plies=n, filters=EVERY, threads=1) for n in range(3)]
    found = []
    for decision in load(file_of("development"))[:count]:
        position, roll = Position(decision.pair.raw), Roll(*decision.pair.dice)
        by_plies = []
        for search in searches:
            ranked = search.plays(position, roll).candidates
            by_plies.append([c.worth for c in sorted(ranked, key=lambda c: c.play)])
        found.append(list(zip(*by_plies, strict=True)))
    return found


def kept(plays: Sequence[Worths], filters: Sequence[Filter]) -> list[Worths]:
    """The plays that the filters let through."""
    left = list(plays)
    for plies, (count, window) in enumerate(filters):
        left.sort(key=lambda worths: -worths[plies])
        least = left[0][plies] - window
        left = [worths for worths in left[:count] if worths[plies] >= least]
    return left


def report(found: list[list[Worths]], filters: Sequence[Filter]) -> str:
    """How often the best is lost, what it costs, how many plays are left, how often just one."""
    plies, n = len(filters), len(found)
    lefts = [kept(plays, filters) for plays in found]
    losses = [
        max(w[plies] for w in plays) - max(w[plies] for w in left)
        for plays, left in zip(found, lefts, strict=True)
    ]
    lost = sum(loss > 0 for loss in losses) / n
    alone = sum(len(left) == 1 for left in lefts) / n
    names = ", ".join(f"{count} within {window}" for count, window in filters)
    left = sum(map(len, lefts)) / n
    cost = 1000 * sum(losses) / n
    return f"{names:32} lost {lost:6.2%}  loss {cost:.3f}  left {left:.2f}  alone {alone:.1%}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures what filters lose.")
    parser.add_argument("--net", type=Path, default=NET, help="the file of a net (%(default)s)")
    parser.add_argument("--count", type=int, default=1500, help="decisions")
    arguments = parser.parse_args()
    found = searched(arguments.net, arguments.count)
    print(f"{len(found)} decisions, {sum(map(len, found)) / len(found):.1f} plays each")
    for first in FIRST:
        print(report(found, [first]))
    for second in SECOND:
        print(report(found, [Filter(8, 0.12), second]))
    for less, more in ((0, 1), (0, 2), (1, 2)):
        picked = [max(plays, key=lambda w: w[less])[more] for plays in found]
        best = [max(worths[more] for worths in plays) for plays in found]
        loss = 1000 * sum(b - p for b, p in zip(best, picked, strict=True)) / len(found)
        print(f"{less} plies instead of {more}: loss {loss:.3f}")


if __name__ == "__main__":
    main()
