"""The end of the race from tables: exact with few checkers, nearly exact with all at home, and with
the cube for money while neither side can be gammoned.

Each table is made when it is first needed, in about a second, and kept in the cache folder. What
the numbers mean and how exact they are: docs/bearoff.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Final

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.table_file import open_or_make
from fullprime.files import cache_folder
from fullprime.position import Position
from fullprime.variant import Variant

VERSION: Final = 1
"""Counts up whenever the kernel makes another table."""
ALONE: Final = 15
"""Checkers of one side alone: all of them."""
BOTH: Final = 8
"""Checkers of each side looked at together: nine would take a hundred megabytes."""
NAME: Final = "bearoff.table"

CUBE_VERSION: Final = 1
WITH_CUBE: Final = 6
"""Checkers of each side with the cube: ten megabytes, and seven would take 35."""
CUBE_NAME: Final = "bearoff-cube.table"

_LOCK: Final = Lock()


def shared_table() -> _kernel.Bearoff:
    """The table of this process, in the cache folder."""
    with _LOCK:  # who comes second waits, instead of making it as well
        return _kept_open(cache_folder() / NAME)


def shared_cube_table() -> _kernel.CubeBearoff:
    """The one with the cube.

    >>> equities = shared_cube_table().equities((0, 1, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1))
    >>> equities.double_take > equities.centred_undoubled  # a double
    True
    >>> equities.double_take > equities.owned_undoubled  # but no redouble
    False
    """
    with _LOCK:
        return _cube_kept_open(cache_folder() / CUBE_NAME)


def open_table(path: Path, alone: int = ALONE, both: int = BOTH) -> _kernel.Bearoff:
    """The table in a file, which is made if it is not there or not sound."""
    title = f"bearoff {VERSION} {alone} {both}"
    return _kernel.Bearoff(open_or_make(path, title, partial(_kernel.make_bearoff, alone, both)))


def open_cube_table(path: Path, checkers: int = WITH_CUBE) -> _kernel.CubeBearoff:
    """The same with the cube."""
    title = f"cube {CUBE_VERSION} {checkers}"
    return _kernel.CubeBearoff(
        open_or_make(path, title, partial(_kernel.make_cube_bearoff, checkers))
    )


_kept_open = cache(open_table)
_cube_kept_open = cache(open_cube_table)


class BearoffEvaluator(Evaluator):
    """Answers from the table where both sides have all their checkers at home; the rest is up to
    `inner`. The table is opened when the first such position comes."""

    def __init__(
        self, inner: Evaluator, variant: Variant, table: _kernel.Bearoff | None = None
    ) -> None:
        super().__init__(variant)
        self.inner = inner
        self._table = table

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        known = self._look_up(b"".join(position.raw for position in positions))
        if known is None:
            return self.inner.checked(positions)
        pairs = list(zip(positions, known, strict=True))
        rest = iter(self.inner.checked([position for position, found in pairs if found is None]))
        return [next(rest) if found is None else _outcome(*found) for _, found in pairs]

    def _look_up(self, positions: bytes) -> list[tuple[float, float, float] | None] | None:
        if not _kernel.any_race_at_home(self.variant.kernel, positions):
            return None
        if self._table is None:
            self._table = shared_table()
        return self._table.judge(self.variant.kernel, positions)


def _outcome(win: float, gammon_won: float, gammon_lost: float) -> Outcome:
    lose = max(0.0, 1.0 - win - gammon_lost)  # below nothing by rounding only
    return Outcome(win - gammon_won, gammon_won, 0.0, lose, gammon_lost, 0.0)
