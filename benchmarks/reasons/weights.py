"""The weights of the kinds: least squares of the loss on the differences of worth, none negative.

They are fitted on games of simulated people and of self-play; what is measured are others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, count, islice
from typing import Final, NamedTuple

import numpy as np
from benchmarks.reasons.errors import Error, case_of, selfplay_errors, simulated_errors

from fullprime.analysis.reasons.choosing import LEAST_WORTH, MOST_WORTH
from fullprime.analysis.reasons.kinds import WEIGHTS
from fullprime.analysis.reasons.tested import Entry, entries

LEVEL: Final = "improver"
FIRST_GAMES: Final = (1_000, 0)
"""Of simulated people and of self-play."""
ERRORS: Final = (1200, 800)
MOST_LOSS: Final = 0.4
"""Of an error."""


class Compared(NamedTuple):
    """What is tested of an error, and its loss as worths are measured."""

    measure: float
    mine: list[Entry]
    theirs: list[Entry]


def compared(error: Error) -> Compared:
    """All that speaks for either play."""
    case = case_of(error)
    mine, theirs = entries(case, case.best, case.other), entries(case, case.other, case.best)
    return Compared(case.measure, mine, theirs)


def found(jobs: int) -> dict[str, float]:
    """The weights by kind."""
    simulated, played = (
        islice(_errors(source, first), number)
        for source, first, number in zip(
            (_simulated, selfplay_errors), FIRST_GAMES, ERRORS, strict=True
        )
    )
    with ProcessPoolExecutor(jobs) as pool:
        return fitted(list(pool.map(compared, chain(simulated, played), chunksize=20)))


def _simulated(game: int) -> Iterator[Error]:
    return simulated_errors(LEVEL, game)


def _errors(source: Callable[[int], Iterator[Error]], first: int) -> Iterator[Error]:
    return chain.from_iterable(map(source, count(first)))


def fitted(sample: Sequence[Compared]) -> dict[str, float]:
    """Small losses count as much as large ones."""
    names = list(WEIGHTS)
    rows, losses = np.zeros((len(sample), len(names))), np.zeros(len(sample))
    for at, each in enumerate(sample):
        losses[at] = min(each.measure, MOST_LOSS)
        for tested, sign in ((each.mine, 1.0), (each.theirs, -1.0)):
            for entry in tested:
                if entry.enough and entry.holds and entry.worth >= LEAST_WORTH:
                    place = names.index(entry.kind.name)
                    rows[at, place] += sign * min(entry.worth, MOST_WORTH)
    importance = 1.0 / np.sqrt(0.03 + losses)
    square = (rows * importance[:, None]).T @ rows + 1e-3 * np.eye(len(names))
    target, weights = (rows * importance[:, None]).T @ losses, np.zeros(len(names))
    step = 1.0 / np.linalg.eigvalsh(square)[-1]
    for _ in range(5000):
        weights = np.maximum(0.0, weights - step * (square @ weights - target))
    return dict(zip(names, weights.tolist(), strict=True))
