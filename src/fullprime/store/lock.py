"""A file that only one process uses."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from fullprime.errors import BadFile

if sys.platform == "win32":  # pragma: no cover - another system

    def _lock(_: int) -> None:
        """The database itself keeps two writers apart; they would only hear of it later."""
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def keep_private(path: Path) -> None:
    """Only its owner may read the file, which is made if it is not there.

    The database gives what it puts beside it (`-wal`, `-shm`) the same permissions.
    """
    path.touch(mode=0o600)
    path.chmod(0o600)


class FileLock:
    """Held until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        beside = path.with_name(f"{path.name}.lock")
        keep_private(beside)
        self._file = beside.open("w")
        try:
            _lock(self._file.fileno())
        except OSError as error:
            self._file.close()
            raise BadFile("it is in use by another server") from error

    def release(self) -> None:
        """Others may have it now."""
        with contextlib.suppress(OSError):
            self._file.close()
