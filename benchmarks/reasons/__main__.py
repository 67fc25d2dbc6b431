"""Reasons in words, checked: errors of people, of simulated people and of self-play with noise, and
for every kind how often what is said proves true.

    python -m benchmarks.reasons FOLDER [--out OUT] [--minutes 10]     finds, proves, rolls out
    python -m benchmarks.reasons FOLDER [--out OUT] --show [--docs] [--record]
    python -m benchmarks.reasons FOLDER --fit                          the weights of the kinds

FOLDER has the collection of files, OUT the findings: a run that was stopped goes on, and the files
that other machines have written may be laid beside its own.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Final

from benchmarks.reasons import tables, weights
from benchmarks.reasons.errors import units
from benchmarks.reasons.run import Clock, Places, find, roll_out

from benchmarks import page, results
from fullprime.engine.threads import VARIABLE

PAGE: Final = Path(__file__).parents[2] / "docs" / "reasons.md"
OUT: Final = Path(__file__).parents[2] / "build" / "reasons"


def main() -> None:
    """Tests and rolls out, or shows what is known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="with the files of the collection")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the findings")
    parser.add_argument("--games", type=int, default=240, help="of each simulated sample")
    parser.add_argument("--rollouts", type=int, default=250, help="of each kind that has them")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin nothing after them")
    parser.add_argument("--share", type=float, default=0.5, help="of the minutes, before rollouts")
    parser.add_argument("--fit", action="store_true", help="print the weights instead")
    parser.add_argument("--show", action="store_true", help="print the tables instead")
    parser.add_argument("--docs", action="store_true", help="put them into docs/reasons.md, too")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv, too")
    asked = parser.parse_args()
    os.environ.setdefault(VARIABLE, "1")  # each process has a core
    if asked.fit:
        for name, weight in weights.found(asked.jobs).items():
            print(f"{name:14}{weight:.2f}")
        return
    begun, known = time.monotonic(), units(asked.folder, asked.games)
    if asked.show:
        show(asked, tables.told(asked.out, known), tables.seconds(asked.out, known))
        return
    places = Places(asked.folder, asked.out)
    find(places, known, asked.jobs, Clock(begun + 60 * asked.minutes * asked.share))
    roll_out(places, known, asked.rollouts, asked.jobs, Clock(begun + 60 * asked.minutes))


def show(asked: argparse.Namespace, every: list[tables.Told], seconds: str) -> None:
    """Prints the tables, and puts them where that is wanted."""
    block = f"{tables.tables(every)}\n{seconds}"
    if asked.record:
        results.append("reasons", tables.rows(every))
    print(block)
    if asked.docs:
        page.put("reasons", block, PAGE)
        page.put("examples", tables.examples(every), PAGE)


if __name__ == "__main__":
    main()
