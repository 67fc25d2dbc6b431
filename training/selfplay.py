"""Self-play of many games at once, on the host or on the GPU.

The work is done by `selfplay.cu`; this class holds the memory and the order of the steps. The
memory comes from an `Arrays`, so that the same class runs on numpy alone.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from library import Library

ROLLS = 21
CLASSES = 6
STRIDE = 8
POSITION = 64
TILE = 16
"""Rows that the matrix units take at a time."""
COUNTERS = ("afterstates", "taken", "queued", "dropped")
STATISTICS = ("single", "gammon", "backgammon", "drawn", "home", "long", "plies")

Array = Any
"""A numpy array or a torch tensor."""


class Arrays(Protocol):
    """Memory on the machine that plays."""

    def zeros(self, shape: tuple[int, ...], dtype: str) -> Array:
        """An array of zeros; "real" is what networks are evaluated in."""

    def from_bytes(self, data: bytes) -> Array:
        """An array of bytes."""

    def pointer(self, array: Array) -> int:
        """Its address."""

    def stream(self) -> int:
        """Where the work is queued, 0: nowhere."""


class Host:
    """Memory of numpy."""

    def zeros(self, shape: tuple[int, ...], dtype: str) -> Array:
        """An array of zeros."""
        return np.zeros(shape, np.float32 if dtype == "real" else dtype)

    def from_bytes(self, data: bytes) -> Array:
        """An array of bytes."""
        return np.frombuffer(data, np.uint8).copy()

    def pointer(self, array: Array) -> int:
        """Its address."""
        return int(array.ctypes.data)

    def stream(self) -> int:
        """Nothing is queued."""
        return 0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How games are played and what is kept of them."""

    games: int
    rolls: int = ROLLS
    replay: int
    window: int = 0
    lambda_: float = 0.0
    seed: int = 1
    random_plays: float = 0.02
    random_openings: float = 0.125
    opening_plies: int = 11
    planned: float = 0.1
    scattered: float = 0.0
    most_plies: int = 400
    plays_per_roll: int = 40
    chunk: int = 1 << 18
    workers: int = 1
    slab: int = 512
    large_workers: int = 1
    large_slab: int = 8192
    spread: int = 1

    def __post_init__(self) -> None:
        rows = self.games * max(1, self.window)
        if self.rolls not in (1, ROLLS) or self.replay % rows or self.replay < 2 * rows:
            raise ValueError(f"expected a replay of at least two times {rows} rows: {self}")


_NUMBERS = ("games", "rolls", "capacity", "workers", "slab", "large_workers", "large_slab",
            "spread", "window", "most_plies", "opening_plies")  # fmt: skip
_SHARES = ("random_plays", "random_openings", "planned", "scattered", "lambda_")
_POINTERS = ("game", "ply", "random_left", "after", "sequel", "equity", "classes", "begin",
             "length", "best", "queue", "counters", "slabs", "large_slabs", "replay", "target",
             "expected", "valued", "follows", "statistics", "bearoff")  # fmt: skip


def tables_type(variant_size: int) -> type[ctypes.Structure]:
    """The structure Tables of selfplay.cu."""
    fields: list[Any] = [("variant", ctypes.c_uint8 * variant_size)]
    fields += [(name, ctypes.c_int32) for name in _NUMBERS]
    fields += [("replay_size", ctypes.c_int64), ("seed", ctypes.c_uint64)]
    fields += [(name, ctypes.c_float) for name in _SHARES]
    fields += [(name, ctypes.c_void_p) for name in _POINTERS]
    return type("Tables", (ctypes.Structure,), {"_fields_": fields})


def buckets_of(library: Library, arrays: Arrays, features: Array) -> Array:
    """The kind of every row of features, for nets with a tail for each."""
    out = arrays.zeros((len(features),), "int64")
    library.buckets(
        ctypes.c_void_p(arrays.pointer(features)),
        ctypes.c_int32(features.shape[1]),
        ctypes.c_int64(len(features)),
        ctypes.c_void_p(arrays.pointer(out)),
        ctypes.c_void_p(arrays.stream()),
    )
    return out


class SelfPlay:
    """Many games, the lists of their plays, and a replay of positions with targets."""

    def __init__(
        self,
        library: Library,
        row: bytes,
        arrays: Arrays,
        settings: Settings,
        bearoff: bytes | None = None,
    ) -> None:
        """bearoff: a table; games end where it knows the rest."""
        self.compiled, self.arrays, self.settings = library, arrays, settings
        self.features, _ = library.features(row)
        self.stages = library.stages(row)
        s = settings
        lists, window = s.rolls * s.games, max(1, s.window)
        # Generous on average, and few games may have long lists at the same time.
        self.capacity = lists * s.plays_per_roll + 2 * s.large_slab
        play = library.play_size
        self.row = row
        self.memory: dict[str, Array] = {
            name: arrays.zeros(shape, dtype)
            for name, shape, dtype in (
                ("game", (s.games, POSITION), "uint8"),
                ("ply", (s.games,), "int32"),
                ("random_left", (s.games,), "int32"),
                ("after", (self.capacity, POSITION), "uint8"),
                ("sequel", (self.capacity,), "uint8"),
                ("equity", (self.capacity,), "float32"),
                ("classes", (self.capacity, STRIDE), "real"),
                ("begin", (s.rolls, s.games), "int32"),
                ("length", (s.rolls, s.games), "int32"),
                ("best", (s.rolls, s.games), "int32"),
                ("queue", (lists,), "int32"),
                ("counters", (len(COUNTERS),), "int32"),
                ("slabs", (s.workers, s.slab * play), "uint8"),
                ("large_slabs", (s.large_workers, s.large_slab * play), "uint8"),
                ("replay", (s.replay, POSITION), "uint8"),
                ("target", (s.replay, STRIDE), "float32"),
                ("expected", (window, s.games, STRIDE), "float32"),
                ("valued", (window, s.games, STRIDE), "float32"),
                ("follows", (window, s.games), "float32"),
                ("statistics", (len(STATISTICS),), "int64"),
            )
        }
        if bearoff is not None:
            self.memory["bearoff"] = arrays.from_bytes(bearoff)
        rows = min(s.chunk, self.capacity) // TILE * TILE
        self._features = arrays.zeros((rows, self.features), "real")
        self._tables = tables_type(len(row))(
            variant=(ctypes.c_uint8 * len(row)).from_buffer_copy(row),
            capacity=self.capacity,
            replay_size=s.replay,
            seed=s.seed,
            **{name: getattr(s, name) for name in (*_NUMBERS, *_SHARES) if name != "capacity"},
            **{name: arrays.pointer(a) for name, a in self.memory.items()},
        )
        if ctypes.sizeof(self._tables) != library.tables_size:
            raise ValueError("selfplay.py and selfplay.cu disagree about Tables")
        self.step_number = 0
        self.rows = 0
        self.evaluated = 0
        self.dropped = 0
        self._call("start", ctypes.c_uint32(0))

    def _call(self, name: str, *arguments: object) -> None:
        function = getattr(self.compiled, name)
        function(ctypes.byref(self._tables), *arguments, ctypes.c_void_p(self.arrays.stream()))

    def list(self, stage: int = 0) -> int:
        """Lists the plays of all games, or those of the next batch of their turns; how many there
        are by now."""
        counters = self.memory["counters"]
        counters[min(stage, 1) :] = 0  # afterstates go on from stage to stage
        self._call("list", ctypes.c_uint32(self.step_number), ctypes.c_int32(stage))
        afterstates, *_, dropped = counters.tolist()
        self.dropped += dropped
        return min(int(afterstates), self.capacity)

    def encode(
        self,
        positions: Array,
        n: int,
        out: Array,
        index: Array | None = None,
        sequel: Array | None = None,
    ) -> None:
        """Features of positions, all of the first n or those of an index; where the sequel says
        that the same side rolls again, in the view of the other."""
        pointers = (
            ctypes.c_void_p(None if array is None else self.arrays.pointer(array))
            for array in (positions, index, sequel)
        )
        self.compiled.encode(
            self.row,
            *pointers,
            ctypes.c_int64(n),
            ctypes.c_void_p(self.arrays.pointer(out)),
            ctypes.c_void_p(self.arrays.stream()),
        )

    def round(self, evaluate: Callable[[SelfPlay, int, Array], None]) -> None:
        """Every game plays one roll.

        evaluate: gets features [m, FEATURES] of the afterstates from number `first` on, and hands
        what it makes of them to `head` or `tail`.
        """
        self._choose(lambda begin, end: self._evaluate(begin, end, evaluate))
        self._step()

    def _choose(self, think: Callable[[int, int], None]) -> None:
        """The best play of every roll, stage by stage; `think` looks at afterstates from one number
        to another."""
        self.step_number += 1
        done = 0
        for stage in range(self.stages):
            n = self.list(stage)
            if n == done:
                break
            think(done, n)
            self._call("choose")
            done = n
        self.evaluated += done

    def _evaluate(
        self, begin: int, end: int, evaluate: Callable[[SelfPlay, int, Array], None]
    ) -> None:
        after, sequel = self.memory["after"], self.memory["sequel"]
        for first in range(begin, end, len(self._features)):
            m = min(len(self._features), end - first)
            self.encode(after[first:], m, self._features, sequel=sequel[first:])
            evaluate(self, first, self._features[:m])

    def head(self, first: int, hidden: Array, weights: Array, bias: Array) -> None:
        """Answers from the last hidden layer [m, width], with weights [6, width], bias [6]."""
        pointers = (ctypes.c_void_p(self.arrays.pointer(a)) for a in (hidden, weights, bias))
        rows, width = ctypes.c_int64(len(hidden)), ctypes.c_int32(weights.shape[1])
        self._call("head", ctypes.c_int64(first), rows, *pointers, width)

    def tail(self, first: int, rows: int, hidden: Array, layers: tuple[Array, ...]) -> None:
        """Answers from the first hidden layer, not yet clipped; on the GPU only.

        hidden: [rows, H1], rounded up to 16 rows; layers: weights and bias of the second and the
        last layer.
        """
        pointers = (ctypes.c_void_p(self.arrays.pointer(a)) for a in (hidden, *layers))
        second = layers[0]
        widths = (ctypes.c_int32(second.shape[1]), ctypes.c_int32(second.shape[0]))
        self._call("tail", ctypes.c_int64(first), ctypes.c_int64(rows), *pointers, *widths)

    def _step(self) -> None:
        s = self.settings
        slot = self.rows // s.games % s.window if s.window else 0
        row = ctypes.c_int64(self.rows % s.replay)
        self._call("step", ctypes.c_uint32(self.step_number), row, ctypes.c_int32(slot))
        self.rows += s.games
        if s.window and slot == s.window - 1:
            first = (self.rows - s.window * s.games) % s.replay
            self._call("returns", ctypes.c_int64(first))

    def sampled(self) -> tuple[int, int]:
        """First row and number of rows whose targets are final; rows count modulo the replay."""
        s = self.settings
        block = s.games * max(1, s.window)
        done = self.rows // block
        kept = min(done, s.replay // block - (1 if s.window else 0))
        return (done - kept) * block, kept * block

    def statistics(self) -> dict[str, int]:
        """Games by how they ended, and their plies, since the last call."""
        counts = dict(zip(STATISTICS, self.memory["statistics"].tolist(), strict=True))
        self.memory["statistics"][:] = 0
        return counts
