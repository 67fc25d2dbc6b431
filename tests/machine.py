"""A machine that remembers every write, fails on demand, and whose power can be cut afterwards.

`machine.cpp` stands between a program and the system. From its record comes what the disk can hold
if the power is cut at any moment: all that was synced, and of the rest, sector by sector, what
happened to be written.
"""

from __future__ import annotations

import functools
import os
import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

SECTOR: Final = 512
"""Bytes that a disk writes as a whole."""
SOURCE: Final = Path(__file__).with_name("machine.cpp")
_HEAD: Final = struct.Struct("<cIqQ")


_folder: Final = tempfile.TemporaryDirectory(prefix="machine-")


@functools.cache
def library() -> Path:
    """Compiled once for all tests of a process."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None or os.uname().sysname != "Linux":
        pytest.skip("the disk is NOT tested: that needs Linux and a C++ compiler")
    made = Path(_folder.name) / "machine.so"
    subprocess.run(
        [compiler, "-std=c++20", "-O1", "-fPIC", "-shared", "-o", made, SOURCE, "-ldl"], check=True
    )
    return made


def environment(
    of: Path,
    record: Path | None = None,
    fail: str = "",
    wall: Path | None = None,
    slow: Path | None = None,
) -> dict[str, str]:
    """What a process has to be started with: see machine.cpp."""
    found = {"LD_PRELOAD": str(library()), "MACHINE_OF": str(of)}
    found |= {"MACHINE_RECORD": str(record)} if record else {}
    found |= {"MACHINE_FAIL": fail} if fail else {}
    found |= {"MACHINE_SLOW": str(slow)} if slow else {}
    return found | ({"MACHINE_WALL": str(wall)} if wall else {})


class Deed(NamedTuple):
    """One line of a record."""

    what: str
    """`open`, `write`, `truncate`, `sync`, `unlink`, `ack` or `failed`."""
    file: int
    at: int
    """Where in the file; of `truncate`: its new length."""
    data: bytes


_KINDS: Final = {
    b"o": "open",
    b"w": "write",
    b"t": "truncate",
    b"s": "sync",
    b"u": "unlink",
    b"a": "ack",
    b"f": "failed",
}


def deeds(record: Path) -> Iterator[Deed]:
    """All lines of a record."""
    data, at = record.read_bytes(), 0
    while at + _HEAD.size <= len(data):
        kind, file, where, length = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        size = length if kind in b"owua" else 0
        if at + size > len(data):
            return  # the process was killed while it wrote this
        yield Deed(_KINDS[kind], file, where, data[at : at + size])
        at += size


class _File:
    """What is on the disk for certain, and what may be."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.pending: list[tuple[int, bytes | None]] = []
        """Bytes at a place, or None: it was cut there."""

    def sync(self) -> None:
        for at, data in self.pending:
            _do(self.synced, at, data)
        self.pending.clear()

    def after_a_cut(self, chance: random.Random, kept: float) -> bytes:
        found = bytearray(self.synced)
        for at, data in self.pending:
            if data is None:
                if chance.random() < kept:
                    _do(found, at, None)
                continue
            for begin in range(0, len(data), SECTOR):
                if chance.random() < kept:
                    _do(found, at + begin, data[begin : begin + SECTOR])
        return bytes(found)


def _do(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        return
    content.extend(bytes(max(0, at + len(data) - len(content))))
    content[at : at + len(data)] = data


class Disk:
    """The files that a program has changed, as they would be after a cut.

    A file is there from the moment it is made, and gone from the moment it is deleted.
    """

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._names: dict[int, str] = {}

    def do(self, deed: Deed) -> None:
        """The next line of the record."""
        if deed.what == "open":
            name = os.fsdecode(deed.data)
            self._names[deed.file] = name
            self._files.setdefault(name, _File())
        elif deed.what == "unlink":
            self._files.pop(os.fsdecode(deed.data), None)
        elif deed.what in ("write", "truncate", "sync"):
            name = self._names[deed.file]
            file = self._files.setdefault(name, _File())
            if deed.what == "sync":
                file.sync()
            else:
                file.pending.append((deed.at, deed.data if deed.what == "write" else None))

    def name(self, file: int) -> str:
        """The path of a file."""
        return self._names[file]

    def cut(self, folder: Path, path: Path, chance: random.Random, kept: float = 0.5) -> Path:
        """What is left in a folder when the power is cut; 1 is kept: only the process ended."""
        folder.mkdir()
        for name, file in self._files.items():
            if name.endswith(("-shm", ".lock", ".alive")) or not name.startswith(str(path)):
                continue  # shared memory is made anew by who comes next
            (folder / Path(name).name).write_bytes(file.after_a_cut(chance, kept))
        return folder / path.name


def moments(record: Sequence[Deed], chance: random.Random, count: int) -> list[int]:
    """So many places in a record, in order; all of them if it has no more."""
    places = range(1, len(record) + 1)
    return sorted(chance.sample(places, min(count, len(places))))
