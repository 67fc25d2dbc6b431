"""The tables in memory: loaded with the first client, dropped after the last."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fullprime.server.problems import Problem
from fullprime.server.record import Record
from fullprime.server.relay import Elsewhere
from fullprime.server.table import House, Table
from fullprime.server.watch import Leave
from fullprime.store import Kept

if TYPE_CHECKING:
    from fullprime.server.peers import Peers
    from fullprime.store.store import Store

log = logging.getLogger(__name__)


class NoSuchMatch(Problem):
    """There is no match of that id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(404, "request.unknown_match", id=match_id)


class Tables:
    """Every match has at most one table, and so one writer; among several processes the one that
    has its lease."""

    def __init__(self, house: House, peers: Peers | None = None) -> None:
        self._house = house
        self._peers = peers
        self._loaded: dict[str, asyncio.Task[Table]] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def at(self, match_id: str, person: int | None) -> AsyncIterator[Table]:
        """The table of a match that this person may see; it stays in memory meanwhile."""
        self._users[match_id] += 1
        try:
            table = await self._table(match_id)
            if not table.kept.is_open_to(person):
                raise NoSuchMatch(match_id)
            yield table
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
        fence = await self._peers.claim(match_id) if self._peers else 0
        if fence is None:
            raise NoSuchMatch(match_id)
        try:
            return await self._loaded_with(match_id, fence)
        except Exception:
            self._release(match_id, fence)
            raise

    async def _loaded_with(self, match_id: str, fence: int) -> Table:
        kept = await self._house.store.match(match_id)
        if kept is None:
            raise NoSuchMatch(match_id)
        record = await asyncio.to_thread(played, kept)
        imported = await self._house.store.imported(match_id) if kept.owner is not None else None
        table = Table(kept, record, self._house, imported, fence)
        table.on_rest = lambda: self._clear(match_id)
        table.wake()
        table.set_alarm()
        return table

    def _release(self, match_id: str, fence: int) -> None:
        if self._peers:
            self._peers.release(match_id, fence)

    async def resume(self) -> None:
        """After a start: clocks run on, also where nobody is at the table."""
        await self.adopt(await self._house.store.clocked())

    async def adopt(self, match_ids: Sequence[str]) -> None:
        """Serves these matches, except those that another process serves."""
        for match_id in match_ids:
            try:
                await self._table(match_id)
            except Elsewhere:
                continue
            except Exception:
                log.exception("table %s cannot be loaded", match_id)

    def has(self, match_id: str) -> bool:
        """Is the match served here?"""
        task = self._loaded.get(match_id)
        return task is not None and not (task.done() and _is_useless(task))

    def lose(self, leave: Leave) -> None:
        """Others serve these matches from now on, and nothing more is done here."""
        for task in list(self._loaded.values()):
            if task.done() and not task.exception():
                task.result().broken = True
        self.dismiss(leave)

    def dismiss(self, leave: Leave) -> None:
        """The server ends: everyone is told."""
        for task in list(self._loaded.values()):
            if task.done() and not task.exception():
                task.result().dismiss(leave)

    def part_with(self, person: int) -> None:
        """Closes every line of this person."""
        for task in self._loaded.values():
            if task.done() and not task.exception():
                task.result().part_with(person)

    def _clear(self, match_id: str) -> None:
        """Drops a table without clients at which nothing happens."""
        if self._users[match_id]:
            return
        del self._users[match_id]
        task = self._loaded.get(match_id)
        if task is None or not task.done():
            return
        if _is_useless(task) or not task.result().is_busy:
            if not task.exception():
                table = task.result()
                table.close()
                self._release(match_id, table.fence)
            del self._loaded[match_id]

    @property
    def loaded(self) -> int:
        """How many are in memory."""
        return len(self._loaded)


async def match_for(person: int | None, match_id: str, store: Store) -> Kept:
    """The match, if this person may see it; else it is as if there were none."""
    kept = await store.match(match_id)
    if kept is None or not kept.is_open_to(person):
        raise NoSuchMatch(match_id)
    return kept


def played(kept: Kept) -> Record:
    """As far as its log goes."""
    return Record.start(kept).to_end(kept.events)


def _is_useless(task: asyncio.Task[Table]) -> bool:
    return task.exception() is not None or task.result().broken
