"""Where everything is kept: a file of SQLite, or a database of PostgreSQL.

A file has one server at a time, a database has as many as one likes. The verbs of the store are the
same for both; what differs is here: how it is opened, what holds others off, and how the log is
written, which is done by the driver itself, since nothing else is done so often.
"""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, event, make_url, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fullprime.errors import BadFile
from fullprime.store.fenced import Conflict, Fenced
from fullprime.store.leases import TABLES, Leases
from fullprime.store.lock import FileLock, keep_private
from fullprime.store.log import Entry, Rows, Statements, rows_of
from fullprime.store.turns import Turns

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
"""FULL: a commit is on the disk when it returns, power cut or not."""
POSTGRESQL: Final = ("postgresql", "postgres")
IN_USE: Final = 0x66756C6C7072696D
"""The number of the lock that servers share in a database of PostgreSQL, and that who changes its
tables has alone."""
SETTINGS: Final = {"server_settings": {"synchronous_commit": "on"}}
"""What is acknowledged must be on the disk, whatever is usual in that database."""
OPENING: Final = IN_USE + 1
"""And of the one that servers have one after another, while they make sure that there are tables.
"""
ENDING: Final = "57P"
"""How the codes begin with which PostgreSQL says that it ends, or is starting."""
OUTAGE: Final = 30.0
"""Seconds for which an action waits for a database that has gone."""
HANDOVER: Final = 5.0
"""Seconds in which a server that was killed is forgotten by PostgreSQL."""


class Database(ABC):
    """What the store needs of either."""

    name: str
    """To be shown: without a password."""
    engine: AsyncEngine
    failures: tuple[type[Exception], ...]
    """What its driver raises when it cannot be used."""
    leases: Leases | None = None
    """Who serves what; None: one server serves everything."""

    def __init__(self) -> None:
        self.writing = Turns()
        """Verbs that read before they write do so one after another."""

    @abstractmethod
    async def begin(self, connection: AsyncConnection) -> None:
        """The first statement of the transaction in which tables are made."""

    @abstractmethod
    async def hold(self, connection: AsyncConnection) -> None:
        """All that this connection reads from now on is as it is at this moment."""

    @abstractmethod
    async def faults(self) -> list[str]:
        """What the database itself finds wrong."""

    @abstractmethod
    async def write(self, entries: Sequence[Entry]) -> None:
        """Adds to the logs; it is on the disk when it returns."""

    @abstractmethod
    async def open(self, *, shared: bool) -> None:
        """Before anything else; refused while another server uses it that does not share it."""

    @abstractmethod
    async def alone(self) -> None:
        """Before its tables are changed: refused while another server uses it at all."""

    @abstractmethod
    async def opened(self) -> None:
        """The tables are there."""

    @abstractmethod
    async def check(self, connection: AsyncConnection, match: str, fence: int) -> None:
        """Until the transaction ends, the match is this server's; raises where it is not."""

    async def close(self) -> None:
        """Others may use it then."""
        await self.engine.dispose()


def database_at(place: Path | str) -> Database:
    """A file, or what a URL says: `postgresql://user@host/name` or `sqlite:///path`."""
    if isinstance(place, Path):
        return SqliteFile(place)
    try:
        url = make_url(place)
    except ArgumentError:
        url = URL.create("")
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite" and url.database:
        return SqliteFile(Path(url.database))
    if kind in POSTGRESQL:
        return PostgresDatabase(url)
    raise BadFile(
        f"a store of the kind {kind or place!r}: expected postgresql://USER@HOST/NAME or "
        "sqlite:///PATH"
    )


class SqliteFile(Database):
    """One file, for one server on one machine."""

    failures = (SQLAlchemyError,)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.name, self._path = str(path), path
        self._lock: FileLock | None = None
        # A statement that fails is logged without its values: they are people's names and tokens.
        self.engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(path)), hide_parameters=True
        )
        event.listen(self.engine.sync_engine, "connect", _prepare)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._connection: sqlite3.Connection | None = None
        self._statements = Statements.of(sqlite.dialect(paramstyle="qmark"))

    async def open(self, *, shared: bool) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self._path)
        keep_private(self._path)

    async def alone(self) -> None:
        """It always is."""

    async def opened(self) -> None:
        """Nothing is left to do."""

    async def check(self, connection: AsyncConnection, match: str, fence: int) -> None:
        """Every match is."""

    async def begin(self, connection: AsyncConnection) -> None:
        # Else the driver would commit every change of a table by itself.
        await connection.exec_driver_sql("BEGIN IMMEDIATE")

    async def hold(self, connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("BEGIN")

    async def faults(self) -> list[str]:
        async with self.engine.connect() as connection:
            whole = await connection.exec_driver_sql("PRAGMA integrity_check")
            found = [str(row[0]) for row in whole if row[0] != "ok"]
            foreign = await connection.exec_driver_sql("PRAGMA foreign_key_check")
            rows: list[Any] = list(foreign)
            lost = [f"row {row[1]} of {row[0]} leads nowhere" for row in rows]
        return found + lost

    async def write(self, entries: Sequence[Entry]) -> None:
        async with self.writing.first:  # SQLite has one writer; waiting here costs no timeouts
            await asyncio.get_running_loop().run_in_executor(self._thread, self._write, entries)

    def _write(self, entries: Sequence[Entry]) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(
                self._path, isolation_level=None, check_same_thread=False
            )
            _prepare(self._connection, None)
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            self._add(cursor, entries)
            cursor.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            self._connection.rollback()
            raise Conflict(str(error)) from error
        except BaseException:
            self._connection.rollback()
            raise

    def _add(self, cursor: sqlite3.Cursor, entries: Sequence[Entry]) -> None:
        statements, heads = self._statements, {}
        for entry in entries:
            if head := cursor.execute(statements.head.text, (entry.match,)).fetchone():
                heads[entry.match] = head[0]
        rows = rows_of(entries, heads)
        for statement, values in _wanted(statements, rows):
            cursor.executemany(statement, values)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection:
            self._connection.close()
        await super().close()
        if self._lock:
            self._lock.release()


class PostgresDatabase(Database):
    """A database that is there already, empty or with our tables."""

    leases: Leases

    def __init__(self, url: URL) -> None:
        super().__init__()
        try:
            import asyncpg
            from sqlalchemy.dialects.postgresql.asyncpg import dialect
        except ImportError as error:
            needed = "pip install 'fullprime[postgres]'"
            raise BadFile(f"PostgreSQL needs a driver: {needed}") from error
        self.name = url.render_as_string(hide_password=True)
        self.failures = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
        self._conflict = asyncpg.IntegrityConstraintViolationError
        self.engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_pre_ping=True,
            hide_parameters=True,  # as above
            connect_args=SETTINGS,
        )
        self.leases = Leases(self._driver)
        self._statements = Statements.of(dialect())  # type: ignore[no-untyped-call]
        self._shared = False
        self._log: Any = None
        """The connection of the driver that writes the log, and has the lock."""

    async def open(self, *, shared: bool) -> None:
        self._shared = shared
        self._log = await self._driver()
        encoding = await self._log.fetchval("SHOW server_encoding")
        if encoding != "UTF8":
            raise BadFile(f"the database has the encoding {encoding}, expected UTF8")
        await self._log.execute("SELECT pg_advisory_lock($1)", OPENING)
        await self._lock(shared=shared)

    async def alone(self) -> None:
        if self._shared:
            await self._lock(shared=False)

    async def opened(self) -> None:
        for statement in TABLES:
            await self._log.execute(statement)
        if self._shared:
            await self._log.execute("SELECT pg_advisory_unlock($1)", IN_USE)
        await self._log.execute("SELECT pg_advisory_unlock($1)", OPENING)
        await self.leases.register()

    async def _driver(self) -> Any:
        """A new connection, outside of the pool."""
        import asyncpg

        _, options = self.engine.dialect.create_connect_args(self.engine.url)
        return await asyncpg.connect(**options, **SETTINGS)

    async def _lock(self, *, shared: bool) -> None:
        kind = "_shared" if shared else ""
        deadline = asyncio.get_running_loop().time() + HANDOVER
        while not await self._log.fetchval(f"SELECT pg_try_advisory_lock{kind}($1)", IN_USE):
            if asyncio.get_running_loop().time() > deadline:
                raise BadFile("it is in use by another server")
            await asyncio.sleep(0.1)

    async def begin(self, connection: AsyncConnection) -> None:
        """Changes of tables belong to transactions here."""

    async def hold(self, connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")

    async def faults(self) -> list[str]:
        """None that a statement could ask for; its own checksums refuse what was damaged."""
        return []

    async def write(self, entries: Sequence[Entry]) -> None:
        """Waits where the database is started again: all that is asked meanwhile is done then."""
        deadline = asyncio.get_running_loop().time() + OUTAGE
        while True:
            try:
                if self._log.is_closed():
                    self._log = await self._driver()
                    await self._lock(shared=self._shared)
                    if await self._is_there(entries[0]):
                        return  # only the answer was lost
                await self._write(entries)
            except self.failures as error:
                if str(getattr(error, "sqlstate", None)).startswith(ENDING):
                    self._log.terminate()
                if not self._log.is_closed() or asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(0.1)
            else:
                return

    async def _is_there(self, entry: Entry) -> bool:
        """Has the transaction been written that this entry was in?"""
        first = entry.events[0]
        query = "SELECT action, at FROM events WHERE match = $1 AND version = $2"
        row = await self._log.fetchrow(query, entry.match, first.version)
        return row is not None and tuple(row) == (first.action, first.at)

    async def _write(self, entries: Sequence[Entry]) -> None:
        try:
            async with self._log.transaction():
                await self._add(entries)
        except self._conflict as error:
            raise Conflict(str(error)) from error

    async def _add(self, entries: Sequence[Entry]) -> None:
        ids = [entry.match for entry in entries]
        found = await self._log.fetch(_HEADS, ids, self.leases.id)
        fences = {row["id"]: row["fence"] for row in found}
        for entry in entries:
            if fences.get(entry.match) != entry.fence:
                raise Fenced(entry.match)
        rows = rows_of(entries, {row["id"]: row["head"] for row in found})
        for statement, values in _wanted(self._statements, rows):
            await self._log.executemany(statement, values)

    async def check(self, connection: AsyncConnection, match: str, fence: int) -> None:
        mine = {"name": match, "server": self.leases.id, "fence": fence}
        if await connection.scalar(text(_MINE), mine) is None:
            raise Fenced(match)

    async def close(self) -> None:
        if self._log and not self._log.is_closed():
            await self.leases.leave()
            await self._log.close()
        await self.leases.close()
        await super().close()


_HEADS: Final = """
    SELECT matches.id, head, fence FROM matches JOIN leases ON name = matches.id
    WHERE matches.id = ANY($1) AND server = $2 FOR SHARE OF leases"""
"""With the lock no one can take a match over before the transaction ends."""
_MINE: Final = """
    SELECT 1 FROM leases WHERE name = :name AND server = :server AND fence = :fence FOR SHARE"""


def _wanted(statements: Statements, rows: Rows) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """What is to be executed, with its values."""
    pairs = zip(statements[1:], rows, strict=True)
    return [(statement.text, statement.values(some)) for statement, some in pairs if some]


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
