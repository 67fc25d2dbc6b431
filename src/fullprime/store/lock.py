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


class FileLock:
    """Held until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        self._file = path.with_name(f"{path.name}.lock").open("w")
        try:
            _lock(self._file.fileno())
        except OSError as error:
            self._file.close()
            raise BadFile(f"{path} is in use by another server") from error

    def release(self) -> None:
        """Others may have it now."""
        with contextlib.suppress(OSError):
            self._file.close()
