"""Where files of the program lie, and how they are written.

`FULLPRIME_HOME` moves all of them into one folder.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import platformdirs

from fullprime.errors import BadFile


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


def check_folder(path: Path) -> None:
    """Refuses a file in a folder that does not exist: a slip of the keys makes no new folder."""
    if not path.parent.is_dir():
        raise BadFile(f"cannot write {path}: {_missing(path)}")


def _missing(path: Path) -> str:
    return f"the folder {path.parent} does not exist"


def write_atomically(path: Path, *parts: bytes | memoryview) -> None:
    """Afterwards the file is the new one or the old one, never a part of either.

    Only the program's own folders are made where they are missing.
    """
    path = path.resolve()
    if any(path.is_relative_to(own.resolve()) for own in (data_folder(), cache_folder())):
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, _missing(path))
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
