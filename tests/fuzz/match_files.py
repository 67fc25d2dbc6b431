"""Throws millions of broken files at every reader of match files, guided by coverage (atheris).

    python tests/fuzz/match_files.py --runs 10000000 --jobs 2

Whatever the bytes are, a reader answers with what it read or with an error of Fullprime; anything
else, and every input that takes longer than a few seconds, is written to the folder of findings and
ends the run with a failure. It starts from the samples in tests/data and from matches that are
written for the purpose.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Final

import atheris

# The rules come first: watching them, too, would only make everything slower.
from fullprime.errors import FullprimeError
from fullprime.match import Match, Points

with atheris.instrument_imports(include=["fullprime.formats"]):
    from fullprime.formats.match_file import FORMATS, Format

    for each in FORMATS:  # formats are loaded when they are used, and must be watched, too
        import_module(f"fullprime.formats.{each.module}")

SAMPLES: Final = Path(__file__).parent.parent / "data"
LONGEST: Final = 4096
REPLAYED: Final = 16
"""One in so many files is not only read, but played again by the rules."""
QUICK: Final = frozenset(
    {"xg", "bgf", "json", "pos", "snowie", "bgblitz_text", "xg_position", "gnubg_position", "id"}
)
"""Formats that are read in a few microseconds if they are broken; they get four shares of runs."""
UNGUIDED: Final = "no interesting inputs were found"
"""What atheris says where it learns nothing from the code that it runs."""
SECONDS: Final = 5
"""For one input; readers need milliseconds."""


def read(kind: Format, data: bytes) -> None:
    """One execution: the reader of the format, and for some what follows it, which is slower."""
    kind.looks_like(data)
    try:
        if zlib.crc32(data) % REPLAYED:
            import_module(f"fullprime.formats.{kind.module}").read(data)
        else:
            kind.read(data, strict=False)
    except FullprimeError:
        return


def seeds(kind: Format) -> Iterator[bytes]:
    """Good files to begin with: all samples that are of this format, and one that is written."""
    for path in sorted(SAMPLES.glob("*/*")):
        if path.is_file() and path.stat().st_size <= 16 * LONGEST:
            data = path.read_bytes()
            if kind.looks_like(data):
                yield data
    if kind.writes:
        yield kind.dump(short_match()).data


def short_match() -> Match:
    match = Match.start(players=("Ann", "Ben"), target=Points(3))
    for action in ("31", "8/5 6/5", "double", "take", "62", "24/18 13/11", "resign 2", "accept"):
        match = match.apply(action)
    return match


def fuzz(kind: Format, runs: int, findings: Path) -> None:
    """In this process, which ends with it: atheris never returns."""
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds(kind)):
            (Path(corpus) / f"seed-{number}").write_bytes(data)
        arguments = [
            sys.argv[0],
            f"-runs={runs}",
            f"-max_len={LONGEST}",
            f"-timeout={SECONDS}",
            f"-artifact_prefix={findings}/{kind.name}-",
            "-print_final_stats=1",
            corpus,
        ]
        atheris.Setup(arguments, lambda data: read(kind, data))
        atheris.Fuzz()


def run(kind: Format, runs: int, findings: Path) -> tuple[int, str]:
    """In a process of its own: the number of executions, and what went wrong."""
    program = (sys.executable, __file__, "--only", kind.name, "--runs", str(runs))
    done = subprocess.run(
        [*program, "--findings", str(findings)], capture_output=True, text=True, errors="replace"
    )
    told = re.search(r"number_of_executed_units:\s+(\d+)", done.stderr)
    executed = int(told[1]) if told else 0
    # Then the lines that are reached are not seen, and all that is tried is noise.
    blind = UNGUIDED in done.stderr
    return executed, done.stderr[-2000:] if done.returncode or blind else ""


def main() -> int:
    """All formats, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000, help="executions in all")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--only", choices=[kind.name for kind in FORMATS], help="one format")
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()))
    given = parser.parse_args()
    if given.only:
        fuzz(next(kind for kind in FORMATS if kind.name == given.only), given.runs, given.findings)
        return 0
    read_by_us = [kind for kind in FORMATS if kind.reads]
    shares = {kind.name: 4 if kind.name in QUICK else 1 for kind in read_by_us}
    share = -(-given.runs // sum(shares.values()))
    total, failures, start = 0, 0, time.monotonic()
    with ThreadPoolExecutor(given.jobs) as pool:
        results = pool.map(
            lambda kind: run(kind, share * shares[kind.name], given.findings), read_by_us
        )
        for kind, (executed, fault) in zip(read_by_us, results, strict=True):
            total, failures = total + executed, failures + bool(fault)
            print(f"{kind.name:16}{executed:>12,}  {'failed' if fault else 'passed'}", flush=True)
            if fault:
                print(fault, flush=True)
    minutes = (time.monotonic() - start) / 60
    print(f"{total:,} executions in {minutes:.1f} minutes, {failures} of the formats failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
