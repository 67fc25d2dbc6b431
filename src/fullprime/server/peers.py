"""This process among those that share its database: what it serves, and who serves the rest.

It says every second that it lives. Whoever has not done so for three is taken for dead by the
others, and so is who cannot be reached on the same machine; what it served goes to who is asked for
it next. It is no harm to be wrong: a process that lives and has been taken for dead cannot write
any more to what it served, hears of it with its next breath, and begins again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, NamedTuple

from starlette.datastructures import State
from starlette.types import Receive, Scope, Send

from fullprime.server.news import News
from fullprime.server.relay import Elsewhere, Inside, Line, pass_on
from fullprime.server.watch import MOVED
from fullprime.store.leases import JOBS, LEASE, Holder, Leases

log = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds between two signs of life."""
TRIES: Final = 3


class Duties(NamedTuple):
    """What a process does because of the others."""

    adopt: Callable[[Sequence[str]], Coroutine[Any, Any, None]]
    """Serves matches whose clocks run on, and whose process has died."""
    lose: Callable[[], Awaitable[None]]
    """Serves nothing any more: others thought that this process had died."""
    work: Callable[[], Awaitable[None]]
    """Does what only one process does, if no other one does it."""


def duties(state: State) -> Duties:
    """Of the application with these parts."""

    async def lose() -> None:
        state.tables.lose(MOVED)
        await state.jobs.close()

    async def work() -> None:
        if not state.jobs.is_open and await state.peers.takes(JOBS):
            await state.jobs.open()

    return Duties(lambda match_ids: state.tables.adopt(match_ids), lose, work)


class Far(NamedTuple):
    """Another process that serves what is asked for."""

    line: Line
    holder: Holder
    lines: set[Line]

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets it answer; raises if it dies meanwhile."""
        self.lines.add(self.line)
        try:
            await pass_on(self.line, self.holder.secret, scope, receive, send)
        finally:
            self.lines.discard(self.line)


class Peers:
    """The site, as one of its processes sees it."""

    def __init__(self, leases: Leases, inside: Inside, news: News, duties: Duties) -> None:
        self._leases = leases
        self._inside = inside
        self._news = news
        self._duties = duties
        self._lines: defaultdict[str, set[Line]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard_of = self._steady_since = time.monotonic()
        self._leaving = asyncio.Event()
        self._beating: asyncio.Task[None] | None = None

    async def open(self, host: str) -> None:
        """The others can reach this process from now on."""
        await self._leases.register(await self._inside.open(host))
        await self._leases.listen(self._news.heard)
        self._news.tell = self._tell
        await self._duties.work()
        self._beating = asyncio.create_task(self._keep_beating())

    async def leave(self) -> bool:
        """Hands over everything; is there another process that takes it?"""
        self._leaving.set()
        if self._beating:
            await self._beating
        self._inside.close()
        await self._leases.leave()
        return not all((await self._leases.others()).values())

    async def close(self) -> None:
        """Nothing is done any more."""
        tasks = [*self._tasks, *([self._beating] if self._beating else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def guests(self) -> int:
        """Clients of other processes that are served here."""
        return self._inside.lines

    # What this process serves ----------------------------------------------------------------

    async def claim(self, name: str) -> int | None:
        """The number to write with; None: there is nothing of that name. Raises where another
        process serves it."""
        if self._leaving.is_set():
            raise Elsewhere
        fence = await self._leases.claim(name)
        if fence is None and (await self._leases.holder(name) or not await self._leases.lives()):
            raise Elsewhere
        return fence

    async def takes(self, name: str) -> bool:
        """Does this process serve it from now on?"""
        return not self._leaving.is_set() and await self._leases.claim(name) is not None

    def release(self, name: str, fence: int) -> None:
        """Whoever is asked next may serve it."""
        self._soon(self._leases.release(name, fence))

    # What others serve -----------------------------------------------------------------------

    async def serving(self, name: str) -> Far | None:
        """Another process that serves it; None: this one may."""
        for _ in range(TRIES):
            holder = await self._leases.holder(name)
            if holder is None:
                return None
            if holder.late and self._is_steady:
                await self._bury(holder.id)
                continue
            try:
                return Far(await Line.to(holder.address), holder, self._lines[holder.id])
            except OSError as error:
                if not (isinstance(error, ConnectionRefusedError) and _is_here(holder.address)):
                    raise Elsewhere from error
                await self._bury(holder.id, sure=True)
        raise Elsewhere

    async def _bury(self, server: str, *, sure: bool = False) -> None:
        """What a dead process has served goes to who is asked for it."""
        clocked = await self._leases.bury(server, sure=sure)
        self._hang_up(server)
        if clocked:
            self._soon(self._duties.adopt(clocked))

    def _hang_up(self, server: str) -> None:
        for line in self._lines.pop(server, set()):
            line.close()

    # Every second ----------------------------------------------------------------------------

    @property
    def _is_steady(self) -> bool:
        """Has the database been heard of long enough to say that another process is silent?"""
        return time.monotonic() - self._steady_since > LEASE

    async def _keep_beating(self) -> None:
        while not self._leaving.is_set():
            try:
                await asyncio.wait_for(self._leaving.wait(), EVERY)
            except TimeoutError:
                await _tried(self._beat())

    async def _beat(self) -> None:
        lives = await self._leases.beat()
        now = time.monotonic()
        if now - self._heard_of > LEASE:
            self._steady_since = now
        self._heard_of = now
        if not lives:
            log.warning("other processes took this one for dead")
            await self._leases.register()
            await self._duties.lose()
        others = await self._leases.others()
        for server in [server for server, late in others.items() if late and self._is_steady]:
            await self._bury(server)
        for server in [server for server in self._lines if server not in others]:
            self._hang_up(server)  # a third process has noticed it first
        await self._duties.work()

    def _tell(self, kind: str, about: str) -> None:
        self._soon(self._leases.tell(kind, about))

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _tried(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        log.warning("between processes: %s", error)


def _is_here(address: str) -> bool:
    """On this machine a connection that is refused says that nobody is there."""
    return ipaddress.ip_address(address.rpartition(":")[0]).is_loopback
