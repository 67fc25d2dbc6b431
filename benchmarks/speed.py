"""How fast positions are judged and plays are chosen: ours, GNU Backgammon and BG Sage in one run.

All are asked about the same positions and rolls, in turns, on one core; the median of the rounds
counts. Processor time is counted, not the clock on the wall: of our own process, or of the
peer's where it runs in another. Programs number their plies differently, so subjects are compared
by what they look at: the bare net; every roll of the other side; every roll of one's own after it.

    python -m benchmarks.speed [--net FILE] [--quick] [--no-record]
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from benchmarks.gnubg import Missing
from benchmarks.movegen import pin
from benchmarks.positions import Pair, digest
from benchmarks.shipped import NET
from benchmarks.speed_subjects import LOOKS, GnubgSubjects, Subject, ours, sage
from benchmarks.strength.decisions import file_of, load
from benchmarks.strength.kinds import kind_of

from benchmarks import page, results
from fullprime import Position

ROUNDS = 5
DECISIONS = 200
POSITIONS = 1000  # rolls whose plays are judged
SEED = 20_261_115


def sample(count: int, seed: int = SEED) -> list[Pair]:
    """Decisions of the development set that are no races, drawn by a seed."""
    pairs = [decision.pair for decision in load(file_of("development"))]
    contact = [pair for pair in pairs if kind_of(Position(pair.raw)) != "race"]
    return Random(seed).sample(contact, count)


def measure(subjects: Iterable[Subject], rounds: int) -> dict[Subject, float]:
    """The median rate of each, all of them once in every round."""
    rates: dict[Subject, list[float]] = {subject: [] for subject in subjects}
    for number in range(rounds):
        for subject, found in rates.items():
            found.append(subject.rate())
            print(f"round {number + 1}: {subject.name}", file=sys.stderr, flush=True)
    return {subject: statistics.median(found) for subject, found in rates.items()}


def rows_of(found: dict[Subject, float], note: str) -> list[results.Measured]:
    """As rows for the file of results: each beside the peer that does the same."""
    peers = {subject.does: subject for subject in found if subject.yardstick}
    rows = []
    for subject, rate in found.items():
        peer = peers.get(subject.does)
        ratio = rate / found[peer] if peer else None
        said = "; ".join(filter(None, (subject.note, note)))
        name = peer.name if peer else ""
        rows.append(results.Measured(subject.name, rate, subject.unit, ratio, name, said))
    return rows


def report(rows: Sequence[results.Measured]) -> None:
    """Prints the table."""
    width = max(len(row.subject) for row in rows)
    for row in rows:
        ratio = f"{row.ratio:8.2f} times {row.peer}" if row.ratio else ""
        print(f"{row.subject:{width}} {row.value:12,.1f} {row.unit:14}{ratio}")


def markdown(rows: Sequence[results.Measured]) -> str:
    """The same for a page."""
    told = [
        [row.subject, f"{row.value:,.0f}", row.unit, f"{row.ratio:.2f}" if row.ratio else ""]
        for row in rows
    ]
    return page.table(["", "rate", "", "times GNU Backgammon"], told)


def main() -> None:
    """Measures, prints and records."""
    parser = argparse.ArgumentParser(description="Times judging and choosing, beside the peers.")
    parser.add_argument("--net", type=Path, default=NET, help="a file of weights (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="a rough look, not recorded")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/strength.md")
    parser.add_argument("--no-record", action="store_true", help="leave results.csv alone")
    arguments = parser.parse_args()
    rounds, few = (1, 10) if arguments.quick else (ROUNDS, 1)
    asked, judged = sample(DECISIONS // few), sample(POSITIONS // few, SEED + 1)
    where = pin()
    try:
        peers = [*GnubgSubjects().all(asked), *sage(asked, judged)]
    except Missing as missing:
        sys.exit(str(missing))
    found = measure([*ours(arguments.net, asked, judged), *peers], rounds)
    names = f"decisions {digest(asked)}, positions {digest(judged)}"
    rows = rows_of(found, f"{where}, median of {rounds} rounds, {names}")
    report(rows)
    print(f"\n{names}; ratios: {', '.join(LOOKS)}, each with its like")
    if not (arguments.quick or arguments.no_record):
        results.append("speed", rows)
    if arguments.docs:
        page.put("speed", markdown(rows))


if __name__ == "__main__":
    main()
