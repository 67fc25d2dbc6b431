"""The compiled part of self-play: building it, loading it, and the row of the game that it plays.

    python training/build.py [--gpu] [variant ...]

builds ahead of time. Libraries are named after a hash of their sources, so a stale one is never
loaded; one that is missing is built when it is asked for.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build" / "training"
SOURCE: Final = ROOT / "training" / "selfplay.cu"
MOST_ALONE: Final = 15
MOST_BOTH: Final = 6
"""Checkers in the bear-off table, of one side and of each of both."""
COMPILERS: Final = {
    "host": ["g++", "-x", "c++", "-O3", "-std=c++20", "-Wall", "-Wextra", "-shared", "-fPIC"],
    "gpu": [
        "nvcc", "-O3", "-std=c++20", "--extended-lambda", "--expt-relaxed-constexpr", "-shared",
        "-Xcompiler", "-fPIC", "-gencode", "arch=compute_90a,code=sm_90a",
    ],
}  # fmt: skip


def source_hash() -> str:
    """A short hash of everything that the libraries are compiled from."""
    digest = hashlib.sha256(repr(COMPILERS).encode())
    headers = [*(ROOT / "kernel").glob("*.h"), *(ROOT / "training").glob("*.h")]
    for path in sorted([SOURCE, *headers]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def build(kind: str) -> Path:
    """The library for "host" or "gpu", compiled now if it does not exist."""
    path = BUILD / f"selfplay-{kind}-{source_hash()}.so"
    if not path.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.part")
        command = [*COMPILERS[kind], str(SOURCE), "-o", str(unfinished)]
        subprocess.run(command, check=True)
        unfinished.rename(path)
    return path


def made_here(name: str, make: Callable[[], bytes]) -> bytes:
    """What the package makes.

    The machine that trains need not have the package; there the file counts that was written
    where the library was built.
    """
    path = BUILD / name
    try:
        data = make()
    except ImportError:
        return path.read_bytes()
    BUILD.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return data


def variant_row(name: str, rules: str = "") -> bytes:
    """The variant as the kernel holds it; one of your own by the text of its file."""

    def make() -> bytes:
        from fullprime.variant.variant import Variant, read_variant

        game = read_variant(f"{name}.toml", rules.encode()) if rules else Variant.load(name)
        return game.kernel.__bytes__()

    return made_here(f"{name}.variant", make)


def bearoff_table() -> bytes:
    """The bytes of a bear-off table, smaller than the one that plays: it has to travel."""

    def make() -> bytes:
        from fullprime import _kernel

        return _kernel.make_bearoff(MOST_ALONE, MOST_BOTH, 2)

    return made_here("bearoff.table", make)


class Library:
    """The functions of the compiled part, with errors of the device raised."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        path = build(kind)
        try:
            self._library = ctypes.CDLL(str(path))
        except OSError:  # built on a machine with other system libraries
            path.unlink()
            self._library = ctypes.CDLL(str(build(kind)))
        layout = (ctypes.c_int32 * 6)()
        self._library.fullprime_layout(layout)
        self.variant_size, self.tables_size, self.play_size, self.real_size = layout[:4]
        self.most_buckets, self.bucket_version = layout[4:]

    def features(self, row: bytes) -> tuple[int, int]:
        """How many features a game has, and of which version."""
        out = (ctypes.c_int32 * 2)()
        self._library.fullprime_features(self._checked(row), out)
        return out[0], out[1]

    def units(self, row: bytes) -> list[float]:
        """What a value of one means, by feature."""
        features, _ = self.features(row)
        out = (ctypes.c_float * features)()
        self._library.fullprime_units(features, out)
        return list(out)

    def stages(self, row: bytes) -> int:
        """In how many stages a turn is played, at most."""
        return int(self._library.fullprime_stages(self._checked(row)))

    def _checked(self, row: bytes) -> bytes:
        if len(row) != self.variant_size:
            raise ValueError(f"a variant has {self.variant_size} bytes here, got {len(row)}")
        return row

    def __getattr__(self, name: str) -> Function:
        return Function(getattr(self._library, f"fullprime_{name}"), name)


class Function:
    """One function of the library; its arguments are ctypes values."""

    def __init__(self, function: ctypes._NamedFuncPointer, name: str) -> None:
        self._function = function
        self._name = name

    def __call__(self, *arguments: object) -> None:
        error = self._function(*arguments)
        if error:
            raise RuntimeError(f"{self._name}: error {error} of the device")
