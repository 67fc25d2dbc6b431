"""The file of measured results: one row per number, with what is needed to judge it later."""

from __future__ import annotations

import csv
import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("results.csv")
COLUMNS = (
    *("date", "commit", "machine", "benchmark", "subject"),
    *("value", "unit", "ratio", "peer", "note"),
)


class Measured(NamedTuple):
    """One number. `ratio` says how many times as good it is as the peer's; empty: no comparison."""

    subject: str
    value: float
    unit: str
    ratio: float | None = None
    peer: str = ""
    note: str = ""


def append(benchmark: str, rows: Iterable[Measured], file: Path = FILE) -> None:
    """Adds the numbers of one run to the file."""
    where = (datetime.now(UTC).date().isoformat(), commit(), machine(), benchmark)
    new = not file.exists()
    with file.open("a", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        if new:
            writer.writerow(COLUMNS)
        for row in rows:
            ratio = "" if row.ratio is None else f"{row.ratio:.4g}"
            value = f"{row.value:.4g}"
            writer.writerow((*where, row.subject, value, row.unit, ratio, row.peer, row.note))


def commit() -> str:
    """The commit at hand, with a `+` when files differ from it."""
    here = FILE.parent
    head = _git("rev-parse", "--short=10", "HEAD", at=here)
    if not head:
        return "uncommitted"
    ours = ("status", "--porcelain", "--", "..", ":(exclude)results.csv")
    return f"{head}+" if _git(*ours, at=here) else head


def machine() -> str:
    """Processor model and number of cores, nothing that shows whose machine it is."""
    return f"{_processor()}, {os.cpu_count()} cores"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _git(*arguments: str, at: Path) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=at, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
