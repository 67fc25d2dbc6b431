"""The work of solving a game: sweep after sweep, with copies on disk from which to go on."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import log
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.engine.table_file import read_table, write_table
from fullprime.errors import FullprimeError

SAVED_EVERY: Final = 180.0
"""Seconds between two copies on disk of what is known so far."""
PATIENCE: Final = 60
"""Sweeps in which the change must have fallen to a half. Where it does not, the cube is turned back
and forth so often that no value of the game exists."""
_BEFORE_PARTS: Final = struct.Struct("<qqd")

Solver = _kernel.Solver | _kernel.MatchSolver


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


class Work:
    """A solver, and the file in which it is kept between two sweeps."""

    def __init__(
        self,
        solver: Solver,
        stages: Sequence[_kernel.SolveStage],
        close: float,
        game: str,
        file: Path,
        title: str,
    ) -> None:
        """`close`: solved when no number changes by more than this in a sweep. `title`: which work
        it is, as the file of a table states it."""
        self.solver = solver
        self.file = file
        self.sweeps = 0
        self.change = 0.0
        """The largest with which a stage has ended."""
        self._stages = stages
        self._close = close
        self._game = game
        self._title = title
        self._restore()

    def finish(self, watch: Watch | None, threads: int) -> None:
        """Sweep after sweep, until nothing changes any more; stopped on the way, it is saved."""
        try:
            self._sweep(watch, threads)
        except Unsettled:
            self.forget()
            raise
        except BaseException:  # also where somebody stops it: the next one goes on from here
            self.save()
            raise

    def _sweep(self, watch: Watch | None, threads: int) -> None:
        saved, solver, changes = monotonic(), self.solver, list[float]()
        while solver.stage in self._stages:
            change = solver.sweep(threads)
            self.sweeps += 1
            changes.append(change)
            if len(changes) > PATIENCE and change > max(self._close, changes[-PATIENCE] / 2):
                raise Unsettled(
                    f"{self._game} cannot be solved: after {self.sweeps} sweeps values "
                    f"still change by {change:.2g}"
                )
            done = self._stages.index(solver.stage) + self._share(change)
            if change <= self._close:
                self.change = max(self.change, change)
                solver.advance(threads)
                changes.clear()
            if watch:
                watch(SolveProgress(self.sweeps, change, done / len(self._stages)))
            if monotonic() - saved > SAVED_EVERY:
                self.save()
                saved = monotonic()

    def save(self) -> None:
        """What is known so far."""
        if self.solver.stage not in self._stages:
            return
        stage = self._stages.index(self.solver.stage)
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
        self.solver.restore(self._stages[stage], kept[_BEFORE_PARTS.size :])

    def _share(self, change: float) -> float:
        """Of a stage: the change falls by about the same factor with every sweep."""
        return min(1.0, max(0.0, log(max(change, self._close)) / log(self._close)))
