"""Games of up to three checkers a side, solved: every position with its exact value.

A game of one or two checkers is solved when it is first needed, in seconds; one of three on
request (`fullprime solve`), in minutes. The table is kept in the cache folder, and so is what was
solved when somebody stops on the way. What the numbers mean and how exact they are: docs/solved.md.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Final, NamedTuple

import msgspec

from fullprime import _kernel
from fullprime.engine.solve_work import Unsettled, Watch, Work
from fullprime.engine.table_file import read_table, write_table
from fullprime.engine.threads import usual_threads
from fullprime.errors import FullprimeError
from fullprime.files import cache_folder
from fullprime.variant import Variant
from fullprime.variant.file import NO_RULES

VERSION: Final = 1
"""Counts up whenever the kernel makes another table."""
AT_ONCE: Final = 2
"""Up to so many checkers a game is solved when it is first needed."""
CLOSE: Final = 1e-7
"""Solved: no number changes by more than this in a sweep."""
STAGES: Final = (_kernel.SolveStage.plays, _kernel.SolveStage.chances, _kernel.SolveStage.cube)

_NOT_IN_TABLE: Final = frozenset((*NO_RULES, "start", "opening", "starter", "cube"))
"""Fields that change nothing in a table: it has all positions, with and without the cube."""
_LOCK: Final = RLock()
_OPEN: Final[dict[Path, _kernel.Solved | None]] = {}


class Solution(NamedTuple):
    """A solved game."""

    table: _kernel.Solved
    sweeps: int
    """None were needed where the table was there already."""
    change: float
    """The largest of a number in the last sweeps."""


def can_be_solved(variant: Variant) -> bool:
    """Are there few enough positions, and do its rules look at the board alone?"""
    return _kernel.can_solve(variant.kernel) and variant.rest == "lost"


def table_path(variant: Variant) -> Path:
    """Where the table of a game lies: the same for all that differ in name and start only."""
    return cache_folder() / f"solved-{variant.checkers}-{rules_digest(variant)}.table"


def rules_digest(variant: Variant, and_also: tuple[str, ...] = ()) -> str:
    """A name for the rules that a table depends on, and for these fields, too."""
    left_out = _NOT_IN_TABLE.difference(and_also)
    fields = msgspec.structs.asdict(variant)
    rules = {name: value for name, value in fields.items() if name not in left_out}
    return sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()[:12]


def solution_for(variant: Variant) -> _kernel.Solved | None:
    """The table of this game, if it is solved or can be at once; None: other evaluators answer.

    What a process has seen once stays so: a table that another one makes is found at the next
    start.
    """
    if not can_be_solved(variant):
        return None
    path = table_path(variant)
    with _LOCK:  # who comes second waits, instead of solving it as well
        if path not in _OPEN:
            _OPEN[path] = _opened(variant, path)
            if _OPEN[path] is None and variant.checkers <= AT_ONCE:
                with suppress(Unsettled):
                    solve(variant)
        return _OPEN[path]


def solve(variant: Variant, watch: Watch | None = None, threads: int | None = None) -> Solution:
    """Solves a game, from where an earlier attempt was stopped; at once if it is solved already.

    >>> tiny = Variant(name="Tiny", checkers=1, start="24:1")
    >>> solve(tiny).table.chances(tiny.position("2:1 / 1:1").raw)[1]
    1.0
    """
    if not can_be_solved(variant):
        raise FullprimeError(
            f"{variant.name} cannot be solved: expected a game of up to three checkers a side "
            "in which checkers are hit and turns alternate"
        )
    path = table_path(variant)
    with _LOCK:
        if (known := _opened(variant, path)) is not None:
            _OPEN[path] = known
            return Solution(known, 0, 0.0)
        solver, title = _kernel.Solver(variant.kernel), f"solving {VERSION} {variant.checkers}"
        work = Work(solver, STAGES, CLOSE, variant.name, path.with_suffix(".part"), title)
        work.finish(watch, threads or usual_threads())
        found = _kept(variant, path, solver.table)
        work.forget()
        _OPEN[path] = found
        return Solution(found, work.sweeps, work.change)


def _kept(variant: Variant, path: Path, table: memoryview) -> _kernel.Solved:
    """The table in its file, or in memory where it cannot be written."""
    written = write_table(path, _title(variant), table)
    found = _opened(variant, path) if written else None
    return found or _kernel.Solved(variant.kernel, table)


def _opened(variant: Variant, path: Path) -> _kernel.Solved | None:
    data = read_table(path, _title(variant))
    return None if data is None else _kernel.Solved(variant.kernel, data)


def _title(variant: Variant) -> str:
    return f"solved {VERSION} {variant.checkers}"
