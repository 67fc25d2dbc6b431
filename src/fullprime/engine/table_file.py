"""Tables that are made when they are first needed, and kept in a file.

A file that is damaged, or that another version has written, is made again. Several programs may do
so at once: each writes a file of its own that replaces the one before as a whole, and all write the
same.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

from fullprime.engine.threads import usual_threads
from fullprime.files import write_atomically

_HEAD: Final = 64

Make = Callable[[int], bytes]
"""Makes a table with so many threads."""
Part = bytes | memoryview


def open_or_make(path: Path, title: str, make: Make) -> memoryview | bytes:
    """The table in a file, which is made if it is not there or not sound.

    The title says which table it is, in few words: kind, version and size.
    """
    found = read_table(path, title)
    if found is not None:
        return found
    body = make(usual_threads())
    return body if not write_table(path, title, body) else read_table(path, title) or body


def write_table(path: Path, title: str, *parts: Part) -> bool:
    """Writes a table, which may come in parts; False where it cannot be written: on a disk that is
    full or read-only it lives as long as the program."""
    try:
        write_atomically(path, _head(title, *parts), *parts)
    except OSError:
        return False
    return True


def read_table(path: Path, title: str) -> memoryview | None:
    """The table in a file; None if it is not there or not sound."""
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # an empty file cannot be mapped
        return None
    body = data[_HEAD:]
    return body if data[:_HEAD] == _head(title, body) else None


def _head(title: str, *parts: Part) -> bytes:
    """Says what the file holds, and its checksum."""
    line = f"fullprime {title} {sys.byteorder}\n"
    checksum = sha256()
    if len(line) > _HEAD - checksum.digest_size:
        raise ValueError(f"a table titled {title!r}: no file would be found again")
    for part in parts:
        checksum.update(part)
    return line.encode().ljust(_HEAD - checksum.digest_size) + checksum.digest()
