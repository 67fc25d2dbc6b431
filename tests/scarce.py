"""What the kernel does when memory runs out, at every allocation of every task in turn.

    LD_PRELOAD=scarce.so python scarce.py [MOST]

Each task is repeated with its n-th allocation failing, for n = 1, 2 and so on up to MOST or until
it needs no more: it ends with MemoryError or with its usual answer, and then answers as ever.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from fullprime import _kernel
from fullprime.engine.result_values import MONEY
from fullprime.variant import Variant
from nets import net_of, random_arrays

GAME: Final = Variant.load()
NET: Final = net_of(random_arrays(1))
START: Final = GAME.start_position
Task = Callable[[], Any]
DICE: Final = np.array([[3, 1], [6, 6]], np.uint8)
ROWS: Final = np.frombuffer(START.raw * 2, np.uint8).reshape(-1, 64)


def ahead(plies: int, threads: int) -> _kernel.Search:
    filters, kept = [(8, 0.12)], (6, 0.15)
    nothing = lambda: None  # noqa: E731
    return _kernel.Search(
        GAME.kernel, NET, None, nothing, nothing, plies, filters, kept, threads, 64
    )


def search(threads: int) -> Task:
    kernel = ahead(1, threads)
    return lambda: kernel.plays(START.raw, 3, 1, MONEY, MONEY)


def rollout(threads: int) -> Task:
    kernel = _kernel.Rollout(ahead(0, 1), [(0, None)], 1, 3, ahead(0, 1))
    return lambda: kernel.trials(START.raw, MONEY, MONEY, 0, 4, threads)


TASKS: Final[dict[str, Callable[[], Task]]] = {
    "plays": lambda: lambda: len(_kernel.plays(GAME.kernel, START.raw, 4, 4)),
    "counts": lambda: lambda: _kernel.perft(GAME.kernel, START.raw, 2, 1, 2),
    "many plays": lambda: lambda: _kernel.plays_of_many(GAME.kernel, ROWS, DICE)[0].tobytes(),
    "text": lambda: lambda: _kernel.position_text(START.raw, 15),
    "net": lambda: lambda: NET.evaluate(GAME.kernel, ROWS).tolist(),
    "races": lambda: lambda: _kernel.make_bearoff(2, 2, 2),
    "races with the cube": lambda: lambda: _kernel.make_cube_bearoff(2, 2),
    "search": lambda: search(1),
    "search by two": lambda: search(2),
    "rollout": lambda: rollout(1),
    "rollout by two": lambda: rollout(2),
}
"""Each is prepared first: what a call is given is converted by nanobind, which ends the process
where even that does not fit."""


def main(most: int) -> None:
    shim = ctypes.CDLL(None)
    shim.scarce_after.argtypes = [ctypes.c_long]
    shim.scarce_seen.restype = ctypes.c_long
    for name, prepare in TASKS.items():
        prepare()()  # what is read once is read now
        task = prepare()
        shim.scarce_after(0)
        expected = task()
        needed, refused = shim.scarce_seen(), 0
        for number in range(1, min(needed, most) + 1):
            task = prepare()
            shim.scarce_after(number)
            try:
                found = task()
            except MemoryError:
                refused += 1
            else:
                assert found == expected, (name, number)
            finally:
                shim.scarce_after(0)
            gc.collect()
        assert prepare()() == expected, name
        print(f"{name}: {needed} allocations, {refused} refusals", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
