"""A store of either kind, and what is changed in it behind its back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from fullprime.store import Event
from fullprime.store.chain import first_link, links
from fullprime.store.store import Store

Place = Path | str
"""A file, or the URL of a database."""


def changed(place: Place, statement: str, **values: Any) -> list[Any]:
    """Runs a statement on a store that no server uses; the rows that it finds."""
    url = (
        URL.create("sqlite+aiosqlite", database=str(place))
        if isinstance(place, Path)
        else make_url(place).set(drivername="postgresql+asyncpg")
    )

    async def run() -> list[Any]:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            found = await connection.execute(text(statement), values)
            rows = list(found) if found.returns_rows else []
        await engine.dispose()
        return rows

    return asyncio.run(run())


def aged(path: Path, seconds: float) -> None:
    """Everything that has happened in a file was so much earlier, and its links fit."""
    with closing(sqlite3.connect(path)) as database:
        matches = database.execute("SELECT id, start, clock FROM matches").fetchall()
        for match_id, start, clock in matches:
            rows = database.execute(
                "SELECT version, seat, action, person, ack, spent, at FROM events"
                " WHERE match = ? ORDER BY version",
                (match_id,),
            )
            events = [Event(*row)._replace(at=row[-1] - seconds) for row in rows]
            first = first_link(match_id, start, clock)
            found = list(links(first, events))
            for event, link in zip(events, found, strict=True):
                where = (event.at, link, match_id, event.version)
                database.execute(
                    "UPDATE events SET at = ?, hash = ? WHERE match = ? AND version = ?", where
                )
            head = [first, *found][-1]
            database.execute("UPDATE matches SET head = ? WHERE id = ?", (head, match_id))
        database.commit()


async def append(store: Store, match_id: str, events: Sequence[Event], summary: str) -> None:
    """Adds to a log as who serves the match."""
    fence = await store.claim(match_id)
    await store.append(match_id, events, summary, fence=fence or 0)


def options(place: Place) -> tuple[str, ...]:
    """Of `fullprime serve` and `fullprime admin`."""
    return ("--data", str(place)) if isinstance(place, Path) else ("--store", place)
