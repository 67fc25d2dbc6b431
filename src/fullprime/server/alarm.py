"""Rings when the time of the acting player is over."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from fullprime.server.forfeit import forfeit
from fullprime.server.problems import NotKept

if TYPE_CHECKING:
    from fullprime.server.table import Table

log = logging.getLogger(__name__)


class Alarm:
    """The clock of a table; it does nothing where there is none."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Does it run, or is the game being ended?"""
        return bool(self._ringing) or self._timer is not None

    def set(self) -> None:
        """For the player who must act now."""
        self.cancel()
        clock, actor = self._table.record.clock, self._table.on_clock()
        if clock is None or actor is None:
            return
        left = self._left(actor)
        self._timer = asyncio.get_running_loop().call_later(max(0.0, left), self._ring)

    def cancel(self) -> None:
        """Nobody needs it any more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _left(self, actor: int) -> float:
        """Seconds until it rings; a play that is in time may still be on its way."""
        table = self._table
        return table.record.lasts(actor) + table.credit(actor) - table.spent()

    def _ring(self) -> None:
        self._timer = None
        task = asyncio.create_task(self._end_game())
        self._ringing.add(task)
        task.add_done_callback(self._rang)

    def _rang(self, task: asyncio.Task[None]) -> None:
        self._ringing.discard(task)
        self._table.on_rest()

    async def _end_game(self) -> None:
        table = self._table
        try:
            async with table.lock:
                if table.broken:
                    return
                clock, actor = table.record.clock, table.on_clock()
                if clock and actor is not None and self._left(actor) <= 0:
                    await table.commit(forfeit(table.record, actor))
                else:
                    self.set()  # a player has acted just in time, or the timer was early
        except NotKept:
            return  # everyone here was told
        except Exception:
            log.exception("table %s: the clock", table.id)
        table.wake()
