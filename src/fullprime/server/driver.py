"""What happens at a table by itself: opening rolls, skipped turns and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from fullprime.action import Doubled, Passed
from fullprime.errors import Fault
from fullprime.game import Phase
from fullprime.server import messages
from fullprime.server.bots import bot_for
from fullprime.server.problems import NotKept
from fullprime.server.record import Logged

if TYPE_CHECKING:
    from fullprime.server.table import Table

log = logging.getLogger(__name__)


class Driver:
    """Acts as long as something is due; a failure stops this table alone, until it is woken."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Is it acting?"""
        return self._task is not None

    def wake(self) -> None:
        """Begins to act, if something is due."""
        if self._task is None and self._is_due():
            self._task = asyncio.create_task(self._drive())

    def _is_due(self) -> bool:
        game = self._table.game
        if (
            self._table.is_imported
            or self._table.broken
            or not self._table.both_here
            or game.phase is Phase.OVER
        ):
            return False
        if game.phase is Phase.OPENING:  # where dice are checked, the pages of both open it
            return not self._table.record.typed and self._table.record.fair is None
        return self.passes or self._waits_for_bot()

    def _waits_for_bot(self) -> bool:
        actor = self._table.game.actor
        seat = None if actor is None else self._table.seats[actor]
        return seat is not None and seat.is_bot

    @property
    def passes(self) -> bool:
        """Is the player on roll closed out, and not able to double either?"""
        game = self._table.game
        if game.phase is not Phase.TO_ROLL or not game.closed_out:
            return False
        legal = game.legal()
        return Passed() in legal and Doubled() not in legal

    async def _drive(self) -> None:
        table = self._table
        try:
            while self._is_due():
                await self._act()
        except NotKept:
            pass  # everyone here was told
        except Exception as error:
            log.exception("table %s stands still", table.id)
            why = Fault("server.stuck", error=str(error))
            table.tell(messages.refused(why, None, table.version))
        finally:
            self._task = None
            table.on_rest()

    async def _act(self) -> None:
        table = self._table
        record, actor = table.record, table.game.actor
        action = await self._decide()
        if self._waits_for_bot():
            await asyncio.sleep(table.house.pace - (time.monotonic() - table.since))
        async with table.lock:
            if table.record is record and not table.broken:  # nothing has ended it meanwhile
                await table.commit([(actor, action)])

    async def _decide(self) -> Logged:
        table, game = self._table, self._table.game
        if game.phase is Phase.OPENING:
            return table.throw()
        if self.passes:
            return Passed()
        seat = table.seats[game.actor or 0]
        assert seat is not None  # noqa: S101 - both are here, or nothing would be due
        return await table.house.thinkers.choose(bot_for(seat), game) or table.throw()
