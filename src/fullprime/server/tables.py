"""The tables in memory: loaded when somebody comes, gone when nobody is left."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fullprime.server.problems import Problem
from fullprime.server.record import Record
from fullprime.server.table import House, Table


class NoSuchMatch(Problem):
    """There is no match of that id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(404, "request.unknown_match", id=match_id)


class Tables:
    """Every match has at most one table, and so one writer."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._loaded: dict[str, asyncio.Task[Table]] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def at(self, match_id: str) -> AsyncIterator[Table]:
        """The table of a match, which stays in memory meanwhile."""
        self._users[match_id] += 1
        try:
            yield await self._table(match_id)
        finally:
            self._users[match_id] -= 1
            self._clear(match_id)

    async def _table(self, match_id: str) -> Table:
        task = self._loaded.get(match_id)
        if task is None or (task.done() and _is_useless(task)):
            task = self._loaded[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._clear(match_id))
        return await asyncio.shield(task)

    async def _load(self, match_id: str) -> Table:
        kept = await self._house.store.match(match_id)
        if kept is None:
            raise NoSuchMatch(match_id)
        start = Record.start(kept)
        record = await asyncio.to_thread(start.to_end, kept.events)
        table = Table(kept, record, self._house)
        table.on_rest = lambda: self._clear(match_id)
        table.wake()
        return table

    def _clear(self, match_id: str) -> None:
        """Forgets a table at which nobody is and nothing happens."""
        if self._users[match_id]:
            return
        del self._users[match_id]
        task = self._loaded.get(match_id)
        if task is None or not task.done():
            return
        if _is_useless(task) or not task.result().is_busy:
            if not task.exception():
                task.result().close()
            del self._loaded[match_id]

    @property
    def loaded(self) -> int:
        """How many are in memory."""
        return len(self._loaded)


def _is_useless(task: asyncio.Task[Table]) -> bool:
    return task.exception() is not None or task.result().broken
