"""Who serves what: in PostgreSQL several servers use one store, and every match has one of them.

A server is a row that it renews. What it serves hangs on that row, with a number that nothing had
before: whoever adds to a log shows the number, in the same transaction. So a server that was away
too long, and whose matches others have taken, cannot write to them any more, whatever it believes.

Nothing of this is data: it is neither saved nor migrated. Times are those of the database alone.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

LEASE: Final = 3.0
"""Seconds after which a server that has not renewed its row counts as dead."""
JOBS: Final = "jobs"
"""The lease of whoever does the long work; no match has such an id."""
CHANNEL: Final = "fullprime"

TABLES: Final = (
    """CREATE TABLE IF NOT EXISTS servers (id text PRIMARY KEY, address text NOT NULL,
       secret text NOT NULL, seen timestamptz NOT NULL, until timestamptz NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS leases (name text PRIMARY KEY,
       server text NOT NULL REFERENCES servers ON DELETE CASCADE, fence bigint NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS leases_by_server ON leases (server)",
    "CREATE SEQUENCE IF NOT EXISTS fences",
    """CREATE TABLE IF NOT EXISTS outages (began double precision PRIMARY KEY,
       ended double precision NOT NULL)""",
)

_REGISTER: Final = """
    INSERT INTO servers
    VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + $4 * '1s'::interval)
    ON CONFLICT (id) DO UPDATE SET address = $2, secret = $3"""
_BEAT: Final = """
    UPDATE servers SET seen = clock_timestamp(), until = clock_timestamp() + $2 * '1s'::interval
    WHERE id = $1 RETURNING id"""
_CLAIM: Final = """
    INSERT INTO leases SELECT $1, $2, nextval('fences')
    WHERE ($1 = 'jobs' OR EXISTS (SELECT FROM matches WHERE id = $1))
    AND EXISTS (SELECT FROM servers WHERE id = $2)
    ON CONFLICT (name) DO UPDATE SET fence = nextval('fences') WHERE leases.server = $2
    RETURNING fence"""
_HOLDER: Final = """
    SELECT id, address, secret, until < clock_timestamp() FROM leases JOIN servers ON id = server
    WHERE name = $1"""
_CLOCKED: Final = """
    SELECT name FROM leases JOIN matches ON id = name
    WHERE server = $1 AND clock IS NOT NULL AND invite IS NULL"""
_BURY: Final = (
    "DELETE FROM servers WHERE id = $1 AND ($2 OR until < clock_timestamp()) RETURNING id"
)
_GAP: Final = """
    INSERT INTO outages
    SELECT coalesce(extract(epoch FROM max(seen)), 0), extract(epoch FROM clock_timestamp())
    FROM servers WHERE id <> $1 HAVING count(*) FILTER (WHERE until > clock_timestamp()) = 0
    AND coalesce(max(seen), '-infinity') < clock_timestamp() - $2 * '1s'::interval
    ON CONFLICT (began) DO UPDATE SET ended = excluded.ended"""


class Holder(NamedTuple):
    """The server that has a lease, and how others reach it."""

    id: str
    address: str
    secret: str
    late: bool
    """It has not been heard of for too long."""


class Leases:
    """The leases of one server, over a line to the database of its own.

    Its transactions do not wait for the disk. A claim that a power cut takes back is one that no
    write passes with.
    """

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self.id = secrets.token_hex(6)
        self.secret = secrets.token_hex(32)
        self._address = ""
        self._connect = connect
        self._line: Any = None
        self._using = asyncio.Lock()
        self._heard: Callable[[str, str], None] | None = None

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Any]:
        async with self._using:
            if self._line is None or self._line.is_closed():
                self._line = await self._connect()
                await self._line.execute("SET synchronous_commit = off")
                if self._heard:
                    await self._line.add_listener(CHANNEL, self._hear)
            yield self._line

    # This server -----------------------------------------------------------------------------

    async def register(self, address: str = "") -> None:
        """Others find it from now on."""
        self._address = address or self._address
        async with self._open() as line:
            await line.execute(_REGISTER, self.id, self._address, self.secret, LEASE)

    async def beat(self) -> bool:
        """It lives; False: others thought that it does not, and have taken what it had."""
        async with self._open() as line:
            return await line.fetchval(_BEAT, self.id, LEASE) is not None

    async def lives(self) -> bool:
        """Has no one taken everything from it?"""
        async with self._open() as line:
            query = "SELECT EXISTS (SELECT FROM servers WHERE id = $1)"
            found: bool = await line.fetchval(query, self.id)
        return found

    async def leave(self) -> None:
        """Others may have all that it served; the row stays as a sign of when it was alive."""
        async with self._open() as line, line.transaction():
            await line.execute("DELETE FROM leases WHERE server = $1", self.id)
            await line.execute(_BEAT, self.id, 0.0)

    async def close(self) -> None:
        """Nothing is asked any more."""
        if self._line and not self._line.is_closed():
            await self._line.close()

    # What it serves --------------------------------------------------------------------------

    async def claim(self, name: str) -> int | None:
        """The number to write with; None: another server has it, or there is no such match."""
        async with self._open() as line:
            found: int | None = await line.fetchval(_CLAIM, name, self.id)
        return found

    async def release(self, name: str, fence: int) -> None:
        """Whoever is asked next may have it."""
        where = "name = $1 AND server = $2 AND fence = $3"
        async with self._open() as line:
            await line.execute(f"DELETE FROM leases WHERE {where}", name, self.id, fence)  # noqa: S608

    # The others ------------------------------------------------------------------------------

    async def holder(self, name: str) -> Holder | None:
        """Who has the lease; None: nobody, or this server."""
        async with self._open() as line:
            row = await line.fetchrow(_HOLDER, name)
        return Holder(*row) if row and row[0] != self.id else None

    async def others(self) -> dict[str, bool]:
        """All other servers that are not forgotten: are they late?"""
        query = "SELECT id, until < clock_timestamp() FROM servers WHERE id <> $1"
        async with self._open() as line:
            return {row[0]: row[1] for row in await line.fetch(query, self.id)}

    async def bury(self, server: str, *, sure: bool = False) -> Sequence[str]:
        """Takes everything from a server that is late, or of which it is `sure` that it is dead;
        which of its matches have a clock that must run on."""
        async with self._open() as line, line.transaction():
            clocked = [row[0] for row in await line.fetch(_CLOCKED, server)]
            if await line.fetchval(_BURY, server, sure) is None:
                return []
        return clocked

    # When no server was running --------------------------------------------------------------

    async def gaps(self) -> list[tuple[float, float]]:
        """All of them, with the one before this server if it is the first that runs again."""
        async with self._open() as line:
            await line.execute(_GAP, self.id, LEASE)
            return [tuple(row) for row in await line.fetch("SELECT * FROM outages ORDER BY 1")]

    # News ------------------------------------------------------------------------------------

    async def listen(self, heard: Callable[[str, str], None]) -> None:
        """Hears what the others tell: a kind, and what it is about."""
        self._heard = heard
        async with self._open() as line:
            await line.add_listener(CHANNEL, self._hear)

    async def tell(self, kind: str, about: str) -> None:
        """All others hear it, if they listen now."""
        news = json.dumps([self.id, kind, about])
        async with self._open() as line:
            await line.execute("SELECT pg_notify($1, $2)", CHANNEL, news)

    def _hear(self, _: object, __: int, ___: str, news: str) -> None:
        teller, kind, about = json.loads(news)
        if teller != self.id and self._heard:
            self._heard(kind, about)
