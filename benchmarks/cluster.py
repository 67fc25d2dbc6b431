"""Throughput of a cluster on this machine, with 1, 2 and 4 workers, beside the program alone.

    python -m benchmarks.cluster MATCH_FILE [--docs] [--record]

Every run must have the same bits. Workers have done one small piece before the clock starts, so
that their nets are loaded.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

import click
from benchmarks.results import Measured, append

from fullprime.analysis.review import report_json
from fullprime.analysis.review import review as review_here
from fullprime.cluster.crew import Crew
from fullprime.cluster.reviewing import review
from fullprime.cluster.rolling import CrewRoller
from fullprime.dice import Roll
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.rollout_result import RolledOut, RolloutSettings
from fullprime.formats.match_file import open_match
from fullprime.match import Match
from fullprime.variant import Variant

PAGE = Path(__file__).parents[1] / "docs" / "cluster.md"
MODULE = [sys.executable, "-m", "fullprime", "cluster"]
WORKERS = (1, 2, 4)
PLIES = 2
TRIALS = RolloutSettings(trials=1296)
VARIANT = Variant.load()


class Speed(NamedTuple):
    """Of one way to compute it."""

    who: str
    decisions: float
    """A second."""
    trials: float
    """A second, of all candidates."""


@contextmanager
def running(count: int) -> Iterator[str]:
    scheduler = subprocess.Popen(
        [*MODULE, "scheduler", "tcp://127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    )
    assert scheduler.stdout is not None
    address = scheduler.stdout.readline().split()[-1]
    workers = [
        subprocess.Popen(
            [*MODULE, "worker", address, "--processes", "1"], stdout=subprocess.DEVNULL
        )
        for _ in range(count)
    ]
    try:
        yield address
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
        scheduler.kill()
        scheduler.wait()
        scheduler.stdout.close()


def timed(compute: Callable[[], object]) -> tuple[object, float]:
    clock = perf_counter()
    return compute(), perf_counter() - clock


def rolled(roller: Roller) -> RolledOut:
    return roller.plays(VARIANT.start_position, Roll(3, 1), TRIALS)


def measured(match: Match) -> Iterator[Speed]:
    """The program alone, then each cluster."""
    review_here(match, plies=0)
    report, seconds = timed(lambda: report_json(review_here(match, plies=PLIES, deepen=False)))
    found, rolling = timed(lambda: rolled(roller_for(VARIANT)))
    assert isinstance(found, RolledOut)
    decisions, trials = decisions_of(match), found.trials * len(found.lines)
    yield Speed(
        f"without a cluster, {os.cpu_count()} threads", decisions / seconds, trials / rolling
    )
    for count in WORKERS:
        with running(count) as address, Crew(address) as crew:
            while len(crew.workers) < count:
                sleep(0.1)
            review(crew, match, plies=0)
            roller = CrewRoller(crew, VARIANT)
            same, seconds = timed(lambda: report_json(review(crew, match, plies=PLIES)))
            assert same == report
            again, rolling = timed(lambda: rolled(roller))  # noqa: B023
            assert again == found
            who = f"{count} worker{'s' if count > 1 else ''}"
            yield Speed(who, decisions / seconds, trials / rolling)


def decisions_of(match: Match) -> int:
    return len(review_here(match, plies=0).verdicts)


def table(speeds: list[Speed]) -> str:
    rows = (f"| {each.who} | {each.decisions:.1f} | {each.trials:,.0f} |" for each in speeds)
    heads = (f"| {os.cpu_count()} cores | decisions a second at {PLIES}-ply | trials a second |",)
    return "\n".join([*heads, "| --- | ---: | ---: |", *rows])


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--docs", is_flag=True, help="Write the table to docs/cluster.md.")
@click.option("--record", is_flag=True, help="Add the rows to results.csv.")
def main(file: Path, docs: bool, record: bool) -> None:
    speeds = list(measured(open_match(file, strict=False).match))
    shown = table(speeds)
    click.echo(shown)
    if docs:
        text = PAGE.read_text(encoding="utf-8")
        between = re.compile("(<!-- cluster -->\n).*(<!-- end of cluster -->)", re.DOTALL)
        PAGE.write_text(between.sub(rf"\1\n{shown}\n\n\2", text), encoding="utf-8")
    if record:
        rows = [
            row
            for each in speeds
            for row in (
                Measured(f"review, {each.who}", each.decisions, "decisions/s", note=f"{PLIES}-ply"),
                Measured(
                    f"rollout, {each.who}", each.trials, "trials/s", note="0-ply, opening 3-1"
                ),
            )
        ]
        append("cluster", rows)


if __name__ == "__main__":
    main()
