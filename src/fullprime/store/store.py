"""The verbs of the store. Every one is a transaction that is on the disk when it returns.

One process writes to a file, so that each match has one writer; a second server is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import delete, event, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fullprime.errors import BadFile
from fullprime.store import schema
from fullprime.store.lock import FileLock
from fullprime.store.records import Event, Kept, Listed, Person, Seat, Seats

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
"""FULL: a commit is on the disk when it returns, power cut or not."""


class Store:
    """Everything that must outlive the process."""

    def __init__(self, engine: AsyncEngine, lock: FileLock) -> None:
        self._engine = engine
        self._lock = lock
        self._writing = asyncio.Lock()  # SQLite has one writer; waiting here costs no timeouts

    @staticmethod
    async def open(path: Path) -> Store:
        """The store in a file, which is made if it is not there."""
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}")
        event.listen(engine.sync_engine, "connect", _prepare)
        store = Store(engine, lock)
        try:
            await store._create()
        except SQLAlchemyError as error:
            await store.close()
            raise BadFile(f"{path} cannot be used: {error.__cause__ or error}") from error
        except BadFile as error:
            await store.close()
            raise BadFile(f"{path}: {error}") from error
        return store

    async def _create(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(schema.metadata.create_all)
            version = await connection.scalar(select(func.max(schema.about.c.version)))
            if version is None:
                await connection.execute(insert(schema.about).values(version=schema.VERSION))
            elif version > schema.VERSION:
                raise BadFile(f"kept by a later version of the program (schema {version})")
            else:
                await _migrate(connection, version)

    async def close(self) -> None:
        """Nothing is lost without it."""
        await self._engine.dispose()
        self._lock.release()

    async def ready(self) -> bool:
        """Does the database answer?"""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        return True

    # People --------------------------------------------------------------------------------------

    async def person(self, token: bytes) -> Person | None:
        """Whose cookie has this hash."""
        table = schema.people
        query = select(table.c.id, table.c.name, table.c.settings).where(table.c.token == token)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Person(*row) if row else None

    async def new_person(self, token: bytes) -> Person:
        """A new visitor."""
        row = {"token": token, "since": time.time()}
        async with self._writing, self._engine.begin() as connection:
            made = await connection.execute(insert(schema.people).values(**row))
        return Person(_key(made))

    async def change_person(self, person: Person) -> None:
        """Keeps the name and the settings."""
        table = schema.people
        changed = update(table).where(table.c.id == person.id)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(changed.values(name=person.name, settings=person.settings))

    # Matches -------------------------------------------------------------------------------------

    async def new_match(self, match: Kept, summary: str, rematch_of: str | None = None) -> bool:
        """Keeps a new match; False if the one that it follows has a rematch already."""
        async with self._writing, self._engine.begin() as connection:
            if rematch_of and not await _follows(connection, rematch_of, match.id):
                return False
            row = {
                "id": match.id,
                "start": match.start.decode(),
                "clock": match.clock,
                "invite": match.invite,
                "summary": summary,
                "changed": time.time(),
            }
            await connection.execute(insert(schema.matches).values(**row))
            for number, seat in enumerate(match.seats):
                if seat:
                    await _sit(connection, match.id, number, seat)
        return True

    async def match(self, match_id: str) -> Kept | None:
        """A match with its seats and its log."""
        table = schema.matches
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(table).where(table.c.id == match_id))).first()
            if row is None:
                return None
            seats = await _seats(connection, [match_id])
            log = schema.events
            columns = (getattr(log.c, name) for name in Event._fields)
            query = select(*columns).where(log.c.match == match_id).order_by(log.c.version)
            found = await connection.execute(query)
            events = tuple(Event(*each) for each in found)
        return Kept(
            id=row.id,
            number=row.number,
            start=row.start.encode(),
            clock=row.clock,
            invite=row.invite,
            rematch=row.rematch,
            seats=seats[match_id],
            events=events,
        )

    async def append(self, match_id: str, events: Sequence[Event], summary: str) -> None:
        """Adds to the log; when this returns, it is on the disk."""
        rows = [{"match": match_id, **each._asdict()} for each in events]
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(insert(schema.events), rows)
            await _summarise(connection, match_id, summary)

    async def join(self, match_id: str, code: str, seat: Seat) -> bool:
        """Gives the empty seat to a player; False if it is taken."""
        table = schema.matches
        taken = update(table).where(table.c.id == match_id, table.c.invite == code)
        async with self._writing, self._engine.begin() as connection:
            if (await connection.execute(taken.values(invite=None))).rowcount != 1:
                return False
            [seats] = (await _seats(connection, [match_id])).values()
            await _sit(connection, match_id, seats.index(None), seat)
        return True

    async def invited(self, code: str) -> str | None:
        """The match to which this code invites."""
        table = schema.matches
        async with self._engine.connect() as connection:
            found = await connection.scalar(select(table.c.id).where(table.c.invite == code))
        return str(found) if found else None

    async def summarize(self, match_id: str, summary: str) -> None:
        """Another summary of a match in which nothing has happened."""
        match = update(schema.matches).where(schema.matches.c.id == match_id)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(match.values(summary=summary))

    async def hide_match(self, match_id: str, person: int) -> bool:
        """Takes a match off a person's list; True: no one has it any more, and it is deleted."""
        seats = schema.seats
        own = update(seats).where(seats.c.match == match_id, seats.c.person == person)
        shown = select(func.count()).where(
            seats.c.match == match_id, seats.c.person.is_not(None), seats.c.hidden == 0
        )
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(own.values(hidden=1))
            if await connection.scalar(shown):
                return False
            await _delete(connection, match_id)
        return True

    async def matches_of(self, person: int, most: int) -> list[Listed]:
        """The matches of a person, the newest first."""
        table, seats = schema.matches, schema.seats
        listed = select(seats.c.match).where(seats.c.person == person, seats.c.hidden == 0)
        query = (
            select(table.c.id, table.c.summary, table.c.changed)
            .where(table.c.id.in_(listed))
            .order_by(table.c.changed.desc())
            .limit(most)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            by_match = await _seats(connection, [row.id for row in rows])
        return [Listed(*row, by_match[row.id]) for row in rows]


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def _migrate(connection: AsyncConnection, version: int) -> None:
    """Makes a file of an earlier version into one of this version."""
    for following in range(version + 1, schema.VERSION + 1):
        for statement in schema.MIGRATIONS[following]:
            await connection.execute(text(statement))
    await connection.execute(update(schema.about).values(version=schema.VERSION))


async def _delete(connection: AsyncConnection, match_id: str) -> None:
    """All rows of a match, and what leads to it."""
    matches = schema.matches
    for table in (schema.events, schema.seats):
        await connection.execute(delete(table).where(table.c.match == match_id))
    await connection.execute(
        update(matches).where(matches.c.rematch == match_id).values(rematch=None)
    )
    await connection.execute(delete(matches).where(matches.c.id == match_id))


def _key(made: Any) -> int:
    return int(made.inserted_primary_key[0])


async def _follows(connection: AsyncConnection, match_id: str, following: str) -> bool:
    table = schema.matches
    first = update(table).where(table.c.id == match_id, table.c.rematch.is_(None))
    return (await connection.execute(first.values(rematch=following))).rowcount == 1


async def _sit(connection: AsyncConnection, match_id: str, number: int, seat: Seat) -> None:
    row = {"match": match_id, "seat": number, **seat._asdict()}
    await connection.execute(insert(schema.seats).values(**row))


async def _summarise(connection: AsyncConnection, match_id: str, summary: str) -> None:
    changed = update(schema.matches).where(schema.matches.c.id == match_id)
    await connection.execute(changed.values(summary=summary, changed=time.time()))


async def _seats(connection: AsyncConnection, match_ids: Sequence[str]) -> dict[str, Seats]:
    table = schema.seats
    found: dict[str, Seats] = dict.fromkeys(match_ids, (None, None))
    for row in await connection.execute(select(table).where(table.c.match.in_(match_ids))):
        seat, (first, second) = Seat(row.name, row.person, row.level, row.habits), found[row.match]
        found[row.match] = (first, seat) if row.seat else (seat, second)
    return found
