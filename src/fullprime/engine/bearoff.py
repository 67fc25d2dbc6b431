"""The end of the race from a table: exact with few checkers, nearly exact with all at home.

The table is made when it is first needed, in about a second, and kept in the cache folder. A file
that is damaged, or that another version has written, is made again. What the numbers mean and how
exact they are: docs/bearoff.md.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.files import cache_folder, write_atomically
from fullprime.position import Position
from fullprime.variant import Variant

VERSION: Final = 1
"""Counts up whenever the kernel makes another table."""
ALONE: Final = 15
"""Checkers of one side alone: all of them."""
BOTH: Final = 8
"""Checkers of each side looked at together: nine would take a hundred megabytes."""
NAME: Final = "bearoff.table"
MOST_THREADS: Final = 16

_HEAD: Final = 64
_LOCK: Final = Lock()


def shared_table() -> _kernel.Bearoff:
    """The table of this process, in the cache folder."""
    with _LOCK:  # who comes second waits, instead of making it as well
        return _kept_open(cache_folder() / NAME)


def open_table(path: Path, alone: int = ALONE, both: int = BOTH) -> _kernel.Bearoff:
    """The table in a file, which is made if it is not there or not sound.

    Several programs may do so at once: each writes a file of its own that replaces the one before
    as a whole, and all write the same.
    """
    found = _read(path, alone, both)
    if found is not None:
        return found
    body = _kernel.make_bearoff(alone, both, min(MOST_THREADS, os.cpu_count() or 1))
    try:
        write_atomically(path, _head(alone, both), sha256(body).digest(), body)
    except OSError:  # a disk that is full or read-only: the table lives as long as the program
        return _kernel.Bearoff(body)
    return _read(path, alone, both) or _kernel.Bearoff(body)


_kept_open = cache(open_table)


def _read(path: Path, alone: int, both: int) -> _kernel.Bearoff | None:
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # an empty file cannot be mapped
        return None
    body = data[_HEAD:]
    if data[:_HEAD] != _head(alone, both) + sha256(body).digest():
        return None
    return _kernel.Bearoff(body)


def _head(alone: int, both: int) -> bytes:
    """Says what the file holds; the checksum follows."""
    text = f"fullprime bearoff {VERSION} {alone} {both} {sys.byteorder}\n"
    return text.encode().ljust(_HEAD - sha256().digest_size)


class BearoffEvaluator:
    """Answers from the table where both sides have all their checkers at home; the rest is up to
    `inner`. The table is opened when the first such position comes."""

    def __init__(
        self, inner: Evaluator, variant: Variant, table: _kernel.Bearoff | None = None
    ) -> None:
        self.inner = inner
        self.variant = variant
        self._table = table

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        known = self._look_up(b"".join(position.raw for position in positions))
        if known is None:
            return self.inner.evaluate(positions)
        pairs = list(zip(positions, known, strict=True))
        rest = iter(self.inner.evaluate([position for position, found in pairs if found is None]))
        return [next(rest) if found is None else _outcome(*found) for _, found in pairs]

    def _look_up(self, positions: bytes) -> list[tuple[float, float, float] | None] | None:
        if not _kernel.any_race_at_home(self.variant.kernel, positions):
            return None
        if self._table is None:
            self._table = shared_table()
        return self._table.judge(self.variant.kernel, positions)


def _outcome(win: float, gammon_won: float, gammon_lost: float) -> Outcome:
    lose = max(0.0, 1.0 - win - gammon_lost)  # below nothing by rounding only
    return Outcome(win - gammon_won, gammon_won, 0.0, lose, gammon_lost, 0.0)
