"""Where files of the program lie, and how they are written.

`FULLPRIME_HOME` moves all of them into one folder.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """What belongs to the user and must be kept."""
    home = os.environ.get("FULLPRIME_HOME")
    return Path(home) if home else platformdirs.user_data_path("fullprime")


def cache_folder() -> Path:
    """What can be made again."""
    home = os.environ.get("FULLPRIME_HOME")
    return Path(home) / "cache" if home else platformdirs.user_cache_path("fullprime")


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a file, `most` of them; one that nobody can read is an `OSError`."""
    try:
        special = path.exists() and not path.is_file()
        if special:  # to open a pipe could mean to wait for ever
            raise OSError(errno.EINVAL, "a folder or a device, expected a file")
        with path.open("rb") as file:
            return file.read(most)
    except ValueError as error:
        raise OSError(errno.EINVAL, "no file has such a name") from error


def write_atomically(path: Path, *parts: bytes) -> None:
    """Afterwards the file is the new one or the old one, never a part of either."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
