"""How many decisions a search makes in a second, on one core, with the default filters.

The decisions are contact positions out of games of the net against itself, each with two legal
plays or more. Processor time of the thread counts; every search begins with an empty cache.

    python -m benchmarks.search_speed NET [--no-record]
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from pathlib import Path

from benchmarks import results
from benchmarks.decisions import Decision, decisions, in_contact

from fullprime import Variant
from fullprime.engine import Search
from fullprime.engine.weights import load_net

COUNT = 200
SEED = 1


def rate(search: Search, asked: list[Decision]) -> float:
    """Decisions per second."""
    begin = time.thread_time()
    for position, roll in asked:
        search.plays(position, roll)
    return len(asked) / (time.thread_time() - begin)


def main() -> None:
    """Measures, prints and records."""
    parser = argparse.ArgumentParser(description="Measures how fast a search is.")
    parser.add_argument("net", type=Path, help="the file of a net")
    parser.add_argument("--no-record", action="store_true", help="leave results.csv alone")
    arguments = parser.parse_args()
    variant = Variant.load("backgammon")
    net = load_net(arguments.net, variant)
    found = filter(in_contact, decisions(variant, net, 4 * COUNT, SEED))
    asked = list(islice(found, COUNT))
    note = f"{len(asked)} contact decisions of seed {SEED}, one core"
    rows = []
    for plies, only_choose in ((0, False), (1, False), (1, True), (2, False), (2, True)):
        search = Search(variant, net, plies=plies, threads=1, only_choose=only_choose)
        measured = rate(search, asked)
        way = "only choosing" if only_choose else "ranking"
        subject = f"{arguments.net.stem}, {net.path}, {plies} plies, {way}"
        print(f"{subject:60} {measured:9.1f} decisions/s", flush=True)
        rows.append(results.Measured(subject, measured, "decisions/s", note=note))
    if not arguments.no_record:
        results.append("search", rows)


if __name__ == "__main__":
    main()
