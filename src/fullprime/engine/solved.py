"""Games of up to three checkers a side, solved: every position with its exact value.

A game of one or two checkers is solved when it is first needed, in seconds; one of three on
request (`fullprime solve`), in minutes. The table is kept in the cache folder, and so is what was
solved when somebody stops on the way. What the numbers mean and how exact they are: docs/solved.md.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from math import log
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, Final, NamedTuple

import msgspec

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.table_file import read_table, write_table
from fullprime.engine.threads import usual_threads
from fullprime.errors import FullprimeError
from fullprime.files import cache_folder
from fullprime.position import Position
from fullprime.stakes import Stakes
from fullprime.variant import Variant
from fullprime.variant.file import NO_RULES

VERSION: Final = 1
"""Counts up whenever the kernel makes another table."""
AT_ONCE: Final = 2
"""Up to so many checkers a game is solved when it is first needed."""
CLOSE: Final = 1e-7
"""Solved: no number changes by more than this in a sweep."""
SAVED_EVERY: Final = 180.0
"""Seconds between two copies on disk of what is known so far."""
PATIENCE: Final = 60
"""Sweeps in which the change must have fallen to a half. Where it does not, the cube is turned back
and forth so often that no value of the game exists."""
STAGES: Final = (_kernel.SolveStage.plays, _kernel.SolveStage.chances, _kernel.SolveStage.cube)

_NOT_IN_TABLE: Final = frozenset((*NO_RULES, "start", "opening", "starter", "cube"))
"""Fields that change nothing in a table: it has all positions, with and without the cube."""
_BEFORE_PARTS: Final = struct.Struct("<qqd")
_LOCK: Final = RLock()
_OPEN: Final[dict[Path, _kernel.Solved | None]] = {}


class Unsettled(FullprimeError):
    """A game whose values do not settle."""


class SolveProgress(NamedTuple):
    """How far a game is solved."""

    sweeps: int
    """Through all positions, in all stages."""
    change: float
    """The largest of a number in the last sweep, in points or as a chance."""
    share: float
    """Of all the work, from 0 to 1."""


Watch = Callable[[SolveProgress], None]


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
    fields = msgspec.structs.asdict(variant)
    rules = {name: value for name, value in fields.items() if name not in _NOT_IN_TABLE}
    digest = sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()[:12]
    return cache_folder() / f"solved-{variant.checkers}-{digest}.table"


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
        work = _Work(variant, path.with_suffix(".part"))
        try:
            work.finish(watch, threads or usual_threads())
        except Unsettled:
            work.forget()
            raise
        except BaseException:  # also where somebody stops it: the next one goes on from here
            work.save()
            raise
        found = _kept(variant, path, work.solver.table)
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


class _Work:
    """A solver, and the file in which it is kept between two sweeps."""

    def __init__(self, variant: Variant, file: Path) -> None:
        self.solver = _kernel.Solver(variant.kernel)
        self.file = file
        self.sweeps = 0
        self.change = 0.0
        """The largest with which a stage has ended."""
        self._title = f"solving {VERSION} {variant.checkers}"
        self._name = variant.name
        self._restore()

    def finish(self, watch: Watch | None, threads: int) -> None:
        """Sweep after sweep, until nothing changes any more."""
        saved, solver, changes = monotonic(), self.solver, list[float]()
        while solver.stage in STAGES:
            change = solver.sweep(threads)
            self.sweeps += 1
            changes.append(change)
            if len(changes) > PATIENCE and change > max(CLOSE, changes[-PATIENCE] / 2):
                raise Unsettled(
                    f"{self._name} cannot be solved: after {self.sweeps} sweeps values "
                    f"still change by {change:.2g}"
                )
            share = (STAGES.index(solver.stage) + _share(change)) / len(STAGES)
            if change <= CLOSE:
                self.change = max(self.change, change)
                solver.advance(threads)
                changes.clear()
            if watch:
                watch(SolveProgress(self.sweeps, change, share))
            if monotonic() - saved > SAVED_EVERY:
                self.save()
                saved = monotonic()

    def save(self) -> None:
        """What is known so far."""
        if self.solver.stage not in STAGES:
            return
        stage = STAGES.index(self.solver.stage)
        before = _BEFORE_PARTS.pack(stage, self.sweeps, self.change)
        write_table(self.file, self._title, before, *self.solver.parts)

    def forget(self) -> None:
        """Nothing is left to do."""
        with suppress(OSError):
            self.file.unlink()

    def _restore(self) -> None:
        kept = read_table(self.file, self._title)
        if kept is None:
            return
        stage, self.sweeps, self.change = _BEFORE_PARTS.unpack_from(kept)
        self.solver.restore(STAGES[stage], kept[_BEFORE_PARTS.size :])


def _share(change: float) -> float:
    """Of a stage: the change falls by about the same factor with every sweep."""
    return min(1.0, max(0.0, log(max(change, CLOSE)) / log(CLOSE)))


# What it is worth ---------------------------------------------------------------------------------


def is_exact(stakes: Stakes, cubeful: bool, turns: tuple[int, int]) -> bool:
    """Does a table have the value of a game for these stakes, and not only a good estimate?

    It has for money, with and without the Jacoby rule. What doubling early (Holland) and beavers
    under the Jacoby rule change is not in it.
    """
    if stakes.away is not None or stakes.flat:
        return False
    gammons_wait = stakes.jacoby and not stakes.turned
    if not cubeful:
        return not gammons_wait
    too_early = stakes.holland and min(turns) < 2
    return not too_early and not (gammons_wait and stakes.animals)


class SolvedEvaluator(Evaluator):
    """Answers from the table of a solved game: for money its plays and cube actions are the best.

    At match scores the chances are those of the best play for money, and what the cube is worth is
    an estimate.
    """

    def __init__(self, variant: Variant, table: _kernel.Solved) -> None:
        super().__init__(variant)
        self.table = table

    def __reduce__(self) -> tuple[Any, ...]:
        return _evaluator_of, (self.variant,)

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        return [Outcome(*self.table.chances(position.raw)) for position in positions]

    def kept(
        self, position: Position, outcome: Outcome, stakes: _kernel.CubeStakes
    ) -> _kernel.CubeValues:
        """What the side to move has if it does not double now: from the table, for money."""
        if not stakes.money:
            return super().kept(position, outcome, stakes)
        return self.table.kept(position.raw, stakes.centred != stakes.owned[0])


def _evaluator_of(variant: Variant) -> SolvedEvaluator:
    """Another process opens the table again."""
    return SolvedEvaluator(variant, solve(variant).table)
