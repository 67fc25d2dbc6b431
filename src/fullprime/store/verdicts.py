"""What was computed for reviews: in a file of its own that may be deleted at any time.

Positions come again, openings above all; and a review that was broken off finds what it had.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import zlib
from collections.abc import Iterator, MutableMapping
from functools import cache
from pathlib import Path
from typing import Final

from fullprime.files import cache_folder

NAME: Final = "verdicts.db"
MOST: Final = 300_000
"""Answers that are kept, of which the oldest go first: about 100 MB."""

log = logging.getLogger(__name__)


class Verdicts(MutableMapping[str, bytes]):
    """A cache for `analysis.review`."""

    def __init__(self, path: Path, most: int = MOST) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=5.0)
        # Nothing in it is worth waiting for the disk.
        for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=OFF", _TABLE):
            self._connection.execute(line)
        self._connection.execute(_FORGET, [most])

    def __getitem__(self, key: str) -> bytes:
        query = "SELECT answer FROM verdicts WHERE key = ?"
        try:
            [answer] = self._connection.execute(query, [key]).fetchone() or (None,)
            found = answer and zlib.decompress(answer)
        except (sqlite3.Error, zlib.error):  # a damaged file: it is computed again
            found = None
        if found is None:
            raise KeyError(key)
        return bytes(found)

    def __setitem__(self, key: str, answer: bytes) -> None:
        row = [key, zlib.compress(answer, 1)]
        with contextlib.suppress(sqlite3.Error):  # no room on the disk: it is not kept
            self._connection.execute(
                "INSERT OR REPLACE INTO verdicts (key, answer) VALUES (?, ?)", row
            )

    def __delitem__(self, key: str) -> None:
        if not self._connection.execute("DELETE FROM verdicts WHERE key = ?", [key]).rowcount:
            raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        found = self._connection.execute("SELECT key FROM verdicts ORDER BY number").fetchall()
        return (key for (key,) in found)

    def __len__(self) -> int:
        [count] = self._connection.execute("SELECT count(*) FROM verdicts").fetchone()
        return int(count)

    def close(self) -> None:
        """Nothing is lost without it."""
        self._connection.close()


_FORGET: Final = """
DELETE FROM verdicts WHERE number <= (SELECT max(number) FROM verdicts) - ?
"""
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS verdicts (
    number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, answer BLOB NOT NULL
)
"""


def shared_verdicts() -> Verdicts | None:
    """Those of the user, for every command and the server; None: reviews do without, and the log
    says why."""
    return _opened(cache_folder() / NAME)


def verdicts_of_thread() -> Verdicts | None:
    """The same, opened once more: SQLite wants one for each thread."""
    if not hasattr(_of_thread, "verdicts"):
        _of_thread.verdicts = _open(cache_folder() / NAME)
    found: Verdicts | None = _of_thread.verdicts
    return found


_of_thread: Final = threading.local()


def _open(path: Path) -> Verdicts | None:
    try:
        return Verdicts(path)
    except (OSError, sqlite3.Error) as error:
        log.warning("verdicts are not kept: %s", error)
        return None


_opened: Final = cache(_open)
