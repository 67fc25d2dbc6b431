"""Nets of random weights and positions for them, for the tests."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import generate
from fullprime import Position, _kernel

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]


def random_arrays(
    seed: int,
    first: int = 64,
    second: int = 16,
    large: int = 800,
    tails: int = 1,
    features: int = _kernel.FEATURES,
) -> Arrays:
    """A net of random weights; the larger they are, the more neurons are clipped."""
    rng = np.random.default_rng(seed)

    def weights(*shape: int) -> Array:
        return rng.integers(-large, large, shape, np.int16, endpoint=True)

    def biases(size: int, most: int) -> Array:
        return rng.integers(-most, most, size, np.int32, endpoint=True)

    return {
        "w1": weights(features, first),
        "b1": biases(first, 20_000),
        "w2": weights(tails * second, first),
        "b2": biases(tails * second, 1 << 22),
        "w3": weights(tails * 6, second),
        "b3": biases(tails * 6, 1 << 20),
    }


def listed(view: memoryview) -> list[Any]:
    """The numbers of a view, row by row."""
    rows: list[Any] = np.asarray(view).tolist()
    return rows


def net_of(arrays: Arrays, path: str = "") -> _kernel.Net:
    return _kernel.Net(**arrays, path=path)


def rows_of(positions: list[Position]) -> Array:
    raws = b"".join(position.raw for position in positions)
    return np.frombuffer(raws, np.uint8).reshape(-1, 64)


def bucket_of(position: Position) -> int:
    """The kind of a position, as kernel/bucket.h says it in words."""
    sides = (position.mover, position.other)
    rears = [max((p for p in range(1, 26) if side[p]), default=0) for side in sides]
    if min(rears) == 0 or sum(rears) < 25:
        return 0
    few, two, more = range(3)
    back = tuple(min(max(sum(side[19:26]) - 1, few), more) for side in sides)
    kinds = [(few, few), (few, two), (few, more), (two, few), (two, two), (more, few)]
    return 1 + kinds.index(back) if back in kinds else 7


def random_positions(seed: int, count: int) -> list[Position]:
    rng = Random(seed)
    boards = [generate.wild(rng)[0] for _ in range(count)]
    return [Position.of(board.mover, board.other) for board in boards]
