"""Writing to the logs of matches: all that waits is written at once, with one wait for the disk.

Nobody is told that an action is there before the transaction that has it is on the disk. Tables
that act meanwhile wait for the next one, so the more there is to write, the less each costs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import Executable

from fullprime.store import schema
from fullprime.store.chain import links
from fullprime.store.fenced import Conflict
from fullprime.store.records import Event, Job

MOST: Final = 64
"""Entries in a transaction; more would only keep the first of them waiting."""
Row = dict[str, Any]


class Entry(NamedTuple):
    """What has happened in a match, what lists show of it then, and what is to be done about it."""

    match: str
    events: Sequence[Event]
    summary: str
    job: Job | None = None
    fence: int = 0
    """The number of the lease of the match, where there are leases."""


class Log:
    """The one writer of all logs."""

    def __init__(self, write: Callable[[Sequence[Entry]], Awaitable[None]]) -> None:
        self._write = write
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, entry: Entry) -> None:
        """Returns when it is on the disk; raises where it is not, or where no one knows."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())
        await done

    async def close(self) -> None:
        """After what waits is written."""
        if self._task:
            await asyncio.wait([self._task])

    async def _write_all(self) -> None:
        while self._waiting:
            some, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            await self._commit(some)
        self._task = None

    async def _commit(self, some: Sequence[tuple[Entry, asyncio.Future[None]]]) -> None:
        failure: Exception | None = None
        try:
            await self._write([entry for entry, _ in some])
        except Conflict as error:
            if len(some) > 1:  # the others have done nothing wrong
                for each in some:
                    await self._commit([each])
                return
            failure = error
        except Exception as error:
            failure = error
        for _, done in some:
            if done.done():
                continue
            if failure:
                done.set_exception(failure)
            else:
                done.set_result(None)


# Rows --------------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """What a transaction writes."""

    events: list[Row]
    heads: list[Row]
    jobs: list[Row]


def rows_of(entries: Sequence[Entry], heads: Mapping[str, bytes]) -> Rows:
    """With the links of the new events, which follow those heads."""
    now, rows = time.time(), Rows([], [], [])
    for entry in entries:
        if entry.match not in heads:
            raise Conflict(f"there is no match {entry.match}")
        hashes = list(links(heads[entry.match], entry.events))
        for event, link in zip(entry.events, hashes, strict=True):
            rows.events.append({"match": entry.match, **event._asdict(), "hash": link})
        changed = {"new_summary": entry.summary, "new_changed": now, "new_head": hashes[-1]}
        rows.heads.append({"this": entry.match, **changed})
        if entry.job:
            rows.jobs.append({**entry.job._asdict(), "at": now})
    return rows


# Statements --------------------------------------------------------------------------------------


class Statement(NamedTuple):
    """A statement as a driver takes it: preparing it anew would cost more than to execute it."""

    text: str
    names: tuple[str, ...]

    def values(self, rows: Sequence[Row]) -> list[tuple[Any, ...]]:
        """The rows in the order of its parameters."""
        return [tuple(row[name] for name in self.names) for row in rows]


class Statements(NamedTuple):
    """For the rows above."""

    head: Statement
    events: Statement
    heads: Statement
    jobs: Statement

    @staticmethod
    def of(dialect: Dialect) -> Statements:
        """In the words of a database."""
        matches, at = schema.matches, schema.matches.c.id == bindparam("this")
        names = ("summary", "changed", "head")
        changed = update(matches).values({name: bindparam(f"new_{name}") for name in names})
        return Statements(
            _statement(select(matches.c.head).where(at), dialect),
            _statement(insert(schema.events), dialect, ("match", *Event._fields, "hash")),
            _statement(changed.where(at), dialect),
            _statement(insert(schema.jobs), dialect, (*Job._fields, "at")),
        )


def _statement(
    statement: Executable, dialect: Dialect, columns: Sequence[str] | None = None
) -> Statement:
    compiled: Any = statement.compile(dialect=dialect, column_keys=columns)  # type: ignore[attr-defined]
    return Statement(str(compiled), tuple(compiled.positiontup))
