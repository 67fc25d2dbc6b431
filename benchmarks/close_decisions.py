"""What one ply more changes in reviews, and how much of it the close decisions have.

    python -m benchmarks.close_decisions match.mat more.sgf

Every decision that counts is evaluated at 2-ply and at 3-ply: how far the errors move, how many of
them change the best play or the size, and which of those are found by looking again at what is
close.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

from fullprime.analysis.review import Reviewer, Verdict
from fullprime.analysis.review.deeper import CLOSE, is_close
from fullprime.cli.match_files import find

QUANTILES = (0.5, 0.75, 0.9, 0.95, 0.99)


class Pair(NamedTuple):
    """A decision at both depths."""

    flat: Verdict
    deep: Verdict
    seconds: float
    """Of processor time, for the deeper one."""

    @property
    def moved(self) -> float:
        """How far the error went."""
        return abs(self.flat.error - self.deep.error)

    @property
    def differs(self) -> bool:
        """Is another play best, or the error of another size?"""
        return (self.flat.best, self.flat.size) != (self.deep.best, self.deep.size)


def pairs(path: Path) -> list[Pair]:
    """All decisions of a file that count."""
    [found] = find([path])
    loaded = found.load(strict=False)
    if loaded is None:
        raise SystemExit(f"{path}: not a match file")
    reviewer = Reviewer(loaded.match)
    flat = [reviewer.judge(each, 2) for each in reviewer.decisions]
    return [_pair(reviewer, each) for each in flat if each.counts]


def _pair(reviewer: Reviewer, flat: Verdict) -> Pair:
    began = time.process_time()
    deep = reviewer.judge(flat.decision, 3)
    return Pair(flat, deep, time.process_time() - began)


def main() -> None:
    """Prints what was found in all files together."""
    found = [pair for path in sys.argv[1:] for pair in pairs(Path(path))]
    moved = sorted(pair.moved for pair in found)
    quantiles = (f"{q:.0%} {moved[int(q * len(moved))]:.4f}" for q in QUANTILES)
    print(f"{len(found)} decisions; errors move by up to: {', '.join(quantiles)}")
    close = [pair for pair in found if is_close(pair.flat)]
    changed = sum(pair.differs for pair in found)
    caught = sum(pair.differs for pair in close)
    share = sum(pair.seconds for pair in close) / sum(pair.seconds for pair in found)
    print(
        f"within {CLOSE:g}: {len(close)} ({len(close) / len(found):.0%}), {share:.0%} of the time; "
        f"{caught} of {changed} decisions whose best play or size changes"
    )


if __name__ == "__main__":
    main()
