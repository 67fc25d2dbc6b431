"""How fast legal plays are found, next to BG Sage and OpenSpiel.

Everything runs in one process on one core, on the same positions and rolls, in turns: each pass
times every subject once, and the best pass of each counts. Questions are put into each subject's
own form beforehand; answers are dropped as soon as they are there. Before the clock starts, the
answers are compared with BG Sage's, position by position.

    python -m benchmarks.movegen [--quick]
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from benchmarks.gnubg import Missing
from benchmarks.peers import BgSage, Fullprime, OpenSpiel
from benchmarks.positions import PAIRS, Pair, digest, sample

from benchmarks import readings, results
from fullprime import Position, Roll, Variant, _kernel, legal_plays

PASSES = 9
BLOCK = 256  # pairs per array call, where they are not all in one

Work = Callable[[], object]


class Subject(NamedTuple):
    """Something to time. `make` prepares the work for some pairs; the clock sees only the work."""

    name: str
    note: str
    make: Callable[[list[Pair]], Work]
    comparable: bool = True


class Timing(NamedTuple):
    """Microseconds per call: all pairs, their median pass, pairs without and with doublets."""

    best: float
    median: float
    mixed: float
    doubles: float


def each(function: Callable[..., object], questions: Sequence[tuple[Any, ...]]) -> Work:
    """One call per question, its answer dropped. The same loop for everybody."""

    def run() -> None:
        for question in questions:
            function(*question)

    return run


def subjects_of(sage: BgSage, spiel: OpenSpiel) -> list[Subject]:
    """All that is timed; the first is the measure of the others."""
    variant = Variant.load("backgammon")
    kernel = variant.kernel

    def boards(pairs: list[Pair]) -> Work:
        return each(sage.possible_moves, [sage.question(pair) for pair in pairs])

    def number(pairs: list[Pair]) -> Work:
        positions, dice = Fullprime.arrays(pairs)
        return lambda: _kernel.count_plays(kernel, positions, dice)

    def array(pairs: list[Pair]) -> Work:
        positions, dice = Fullprime.arrays(pairs)
        return lambda: _kernel.plays_of_many(kernel, positions, dice)

    def blocks(pairs: list[Pair]) -> Work:
        cuts = range(0, len(pairs), BLOCK)
        arrays = [(kernel, *Fullprime.arrays(pairs[at : at + BLOCK])) for at in cuts]
        return each(_kernel.plays_of_many, arrays)

    def single(pairs: list[Pair]) -> Work:
        return each(legal_plays, [(variant, Position(p.raw), Roll(*p.dice)) for p in pairs])

    def values(pairs: list[Pair]) -> Work:
        questions = [(variant, Position(p.raw), Roll(*p.dice)) for p in pairs]
        return each(lambda *question: list(legal_plays(*question)), questions)

    def states(pairs: list[Pair]) -> list[tuple[Any]]:
        made = [spiel.state() for _ in pairs]
        for state, pair in zip(made, pairs, strict=True):
            spiel.put(state, pair)
        return [(state,) for state in made]

    def actions(pairs: list[Pair]) -> Work:
        return each(lambda state: state.legal_actions(), states(pairs))

    def ends(pairs: list[Pair]) -> Work:
        return each(spiel.ends, states(pairs))

    return [
        Subject(sage.name, "possible_moves, a list of boards per call", boards),
        Subject("Fullprime, kernel alone", "count_plays, all pairs in one call, a number", number),
        Subject("Fullprime, one array call", "plays_of_many, arrays of positions and steps", array),
        Subject(f"Fullprime, {BLOCK} pairs a call", "plays_of_many, arrays as before", blocks),
        Subject(
            "Fullprime, one pair a call",
            "legal_plays, a sequence that makes a Play value when it is asked for one",
            single,
        ),
        Subject("Fullprime, every value", "list(legal_plays), all Play values made", values),
        Subject(
            f"{spiel.name}, actions",
            "legal_actions, numbers without positions, half a doublet: not comparable",
            actions,
            comparable=False,
        ),
        Subject(
            f"{spiel.name}, whole turns",
            "legal_actions and child, both halves of a doublet, a list of states, some equal",
            ends,
        ),
    ]


def compare(pairs: list[Pair], sage: BgSage) -> int:
    """Makes sure that all answers agree; says how many final positions there are."""
    ours = Fullprime().finals_of(pairs)
    named = unexplained = 0
    for pair, mine, theirs in zip(pairs, ours, sage.finals_of(pairs), strict=True):
        if mine == theirs:
            continue
        if readings.explain(sage.name, pair, mine, theirs):
            named += 1
        else:
            unexplained += 1
            print(readings.describe(sage.name, pair, mine, theirs))
    total = sum(map(len, ours))
    print(
        f"{total} final positions, the same sets as BG Sage's but for {named + unexplained} pairs"
    )
    for reading in readings.READINGS:
        if sage.name.startswith(reading.peer):
            print(f"  of which {named} by its reading, {reading.text}")
    if unexplained:
        sys.exit(f"{unexplained} pairs differ: the times of wrong answers are worth nothing")

    variant = Variant.load("backgammon")
    if _kernel.count_plays(variant.kernel, *Fullprime.arrays(pairs)) != total:
        sys.exit("count_plays and plays_of_many differ")
    for pair, mine in zip(pairs, ours, strict=True):
        found = legal_plays(variant, Position(pair.raw), Roll(*pair.dice))
        if len(found) != len(mine):
            sys.exit(f"legal_plays and plays_of_many differ: {Position(pair.raw)}, {pair.dice}")
    return total


def measure(subjects: list[Subject], pairs: list[Pair], passes: int) -> list[Timing]:
    """Times all subjects in turns."""
    mixed = [pair for pair in pairs if not pair.double]
    doubles = [pair for pair in pairs if pair.double]
    works = [(subject.make(mixed), subject.make(doubles)) for subject in subjects]
    for work in works:  # once without the clock
        for part in work:
            part()
    seconds: list[list[tuple[float, float]]] = [[] for _ in works]
    gc.collect()
    gc.freeze()  # the questions are not the collector's business while the clock runs
    for _ in range(passes):
        for (plain, double), taken in zip(works, seconds, strict=True):
            taken.append((timed(plain), timed(double)))
    gc.unfreeze()
    return [
        Timing(
            1e6 * min(map(sum, taken)) / len(pairs),
            1e6 * statistics.median(map(sum, taken)) / len(pairs),
            1e6 * min(plain for plain, _ in taken) / len(mixed),
            1e6 * min(double for _, double in taken) / len(doubles),
        )
        for taken in seconds
    ]


def timed(work: Work) -> float:
    """Seconds that the work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def report(subjects: list[Subject], timings: list[Timing], finals: float) -> None:
    """Prints the table; `finals` is how many final positions a pair has on average."""
    width = max(len(subject.name) for subject in subjects)
    print(f"\n{'':{width}} {'us per call':^35} {'plays per':>11} {'times as fast as BG Sage':^26}")
    print(
        f"{'':{width}} {'all':>8} {'median':>8} {'mixed':>8} {'doubles':>8} "
        f"{'second':>11} {'all':>8} {'mixed':>8} {'doubles':>8}"
    )
    base = timings[0]
    for subject, timing in zip(subjects, timings, strict=True):
        line = (
            f"{subject.name:{width}} {timing.best:8.2f} {timing.median:8.2f} {timing.mixed:8.2f} "
            f"{timing.doubles:8.2f} "
        )
        if subject.comparable:
            line += (
                f"{1e6 * finals / timing.best:11,.0f} {base.best / timing.best:8.2f} "
                f"{base.mixed / timing.mixed:8.2f} {base.doubles / timing.doubles:8.2f}"
            )
        print(line.rstrip())
    print("\nBest pass except where it says median; mixed: rolls that are no doublet.")
    print("Plays per second: distinct final positions per second.")
    for subject in subjects:
        print(f"  {subject.name}: {subject.note}")


def rows_of(subjects: list[Subject], timings: list[Timing], how: str) -> list[results.Measured]:
    """The numbers as the file of results takes them."""
    peer = subjects[0].name
    return [
        results.Measured(
            subject.name,
            timing.best,
            "us/call",
            timings[0].best / timing.best if subject.comparable else None,
            peer if subject.comparable else "",
            f"{subject.note}; mixed {timing.mixed:.2f}, doubles {timing.doubles:.2f}; {how}",
        )
        for subject, timing in zip(subjects, timings, strict=True)
    ]


def pin() -> str:
    """Keeps this process on one core."""
    if not hasattr(os, "sched_setaffinity"):
        return "not tied to a core"
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return "one core"


def main() -> None:
    """Measures, prints and records."""
    parser = argparse.ArgumentParser(description="Times the generation of legal plays.")
    parser.add_argument("--quick", action="store_true", help="a rough look, not recorded")
    parser.add_argument("--no-record", action="store_true", help="leave results.csv alone")
    options = parser.parse_args()
    passes = 3 if options.quick else PASSES
    try:
        sage, spiel = BgSage(), OpenSpiel()
    except Missing as missing:
        sys.exit(str(missing))

    load = os.getloadavg()[0]
    pairs = sample(PAIRS // 10 if options.quick else PAIRS)
    how = f"{len(pairs)} pairs of sample {digest(pairs)}, best of {passes} passes, {pin()}"
    print(f"{results.machine()}; Python {sys.version.split()[0]}; commit {results.commit()}")
    print(f"{how}; load before {load:.1f}")
    finals = compare(pairs, sage)
    subjects = subjects_of(sage, spiel)
    timings = measure(subjects, pairs, passes)
    report(subjects, timings, finals / len(pairs))
    if not (options.quick or options.no_record):
        results.append("movegen", rows_of(subjects, timings, how))
        print(f"Added to {results.FILE.name}.")


if __name__ == "__main__":
    main()
