"""Where files of the program lie, and how they are written.

`FULLPRIME_HOME` moves all of them into one folder.
"""

from __future__ import annotations

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
