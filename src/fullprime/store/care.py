"""What whoever runs a server does with a store: saves it and brings it back, looks for damage,
tidies it up, and deletes what someone wants deleted.

A backup is a file that `fullprime serve --data` could open, whichever database it comes from. So it
is also the way from a file to PostgreSQL and back.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Integer, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fullprime.errors import BadFile
from fullprime.store import rows, schema
from fullprime.store.store import Store

AT_ONCE: Final = 500
"""Rows that are copied at a time."""
DAY: Final = 86400.0
Place = Path | str

_copied: Final = tuple(
    table for table in schema.metadata.sorted_tables if table not in (schema.about, schema.revision)
)
_own: Final = (schema.notes, schema.jobs, schema.cards, schema.answers, schema.gathered)
"""What belongs to a person besides their matches."""
_traces: Final = (schema.seats, schema.events, schema.imports, *_own)
"""What shows that a visitor has done something."""


async def save(place: Place, path: Path) -> int:
    """Writes a copy of everything, as it is at this moment, while the server goes on; the number of
    matches in it."""
    if path.exists():
        raise BadFile(f"{path} is there already; a backup never replaces anything")
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
        whole = Path(folder) / "copy.db"
        async with await Store.look(place) as source, await Store.open(whole) as copy:
            await _copy(source, copy)
            count = await copy.count()
        whole.rename(path)  # closed, it is one file
    return count


async def restore(path: Path, place: Place) -> int:
    """Brings a backup back into a store that has nothing in it; the number of its matches."""
    if not path.is_file():
        raise BadFile(f"{path}: there is no such file")
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(shutil.copy(path, Path(folder) / "copy.db"))  # it may have to be migrated
        async with await Store.open(whole) as source, await Store.open(place) as target:
            async with target.database.engine.connect() as connection:
                if await connection.scalar(select(func.count()).select_from(schema.people)):
                    name = target.database.name
                    raise BadFile(f"{name} is not empty; a backup is restored into an empty store")
            await _copy(source, target)
            return await target.count()


async def _copy(source: Store, target: Store) -> None:
    async with source.database.engine.connect() as reads, target.database.engine.begin() as writes:
        await source.database.hold(reads)
        for table in _copied:
            found = await reads.stream(select(table))
            async for some in found.mappings().partitions(AT_ONCE):
                await writes.execute(insert(table), [dict(row) for row in some])
            await _go_on_counting(writes, table)


async def _go_on_counting(connection: AsyncConnection, table: Any) -> None:
    """PostgreSQL does not see that numbers were given already."""
    keys = list(table.primary_key)
    if connection.dialect.name != "postgresql" or not isinstance(keys[0].type, Integer):
        return
    sequence = func.pg_get_serial_sequence(table.name, keys[0].name)
    highest = select(func.max(keys[0])).scalar_subquery()
    await connection.execute(select(func.setval(sequence, func.coalesce(highest, 1))))


async def faults(
    place: Place, play: Callable[[Any], Awaitable[str | None]]
) -> list[tuple[str, str]]:
    """What is wrong with a store, each with the match that it is about or "": the links of every
    log, and what `play` says of a match that it plays again."""
    async with await Store.look(place) as store:
        found = [("", each) for each in await store.database.faults()]
        for match_id in await store.match_ids():
            try:
                kept = await store.match(match_id)
                wrong = await play(kept) if kept else None
            except Exception as error:  # whatever a damaged row leads to
                wrong = str(error)
            if wrong:
                found.append((match_id, wrong))
    return found


async def prune(place: Place, days: float) -> dict[str, int]:
    """Deletes what no one has needed for so many days, and says how many of each: visitors who did
    nothing, invitations that no one has taken, and jobs that are over."""
    before = time.time() - days * DAY
    people, matches, jobs = schema.people, schema.matches, schema.jobs
    over = jobs.c.state.in_(("done", "failed"))
    async with await Store.open(place) as store, store.database.engine.begin() as connection:
        open_ = (matches.c.invite.is_not(None), matches.c.changed < before)
        invitations = list(await connection.scalars(select(matches.c.id).where(*open_)))
        for match_id in invitations:
            await rows.delete_match(connection, match_id)
        finished = await connection.execute(delete(jobs).where(over, jobs.c.at < before))
        traces = [select(table.c.person).where(table.c.person == people.c.id) for table in _traces]
        idle = (people.c.since < before, ~or_(*(trace.exists() for trace in traces)))
        visitors = await connection.execute(delete(people).where(*idle))
    return {
        "visitors": visitors.rowcount,
        "invitations": len(invitations),
        "jobs": finished.rowcount,
    }


async def delete_match(place: Place, match_id: str) -> None:
    """A match with everything about it, even if it is damaged."""
    async with await Store.open(place) as store, store.database.engine.begin() as connection:
        await _check_known(connection, match_id)
        await rows.delete_match(connection, match_id)


async def delete_player(place: Place, match_id: str, seat: int) -> int:
    """The person who sits there, with all that is theirs; the number of matches that are deleted.

    Matches with another person stay, without the name; nothing leads from there to anyone.
    """
    async with await Store.open(place) as store:
        async with store.database.engine.connect() as connection:
            await _check_known(connection, match_id)
            where = (schema.seats.c.match == match_id, schema.seats.c.seat == seat)
            person = await connection.scalar(select(schema.seats.c.person).where(*where))
            if person is None:
                raise BadFile(f"{match_id}: no person sits at seat {seat}")
            theirs = select(schema.seats.c.match).where(schema.seats.c.person == person)
            ids = list(await connection.scalars(theirs.distinct()))
        deleted = [await store.hide_match(each, person) for each in ids]
        async with store.database.engine.begin() as connection:
            await _forget(connection, person, ids)
    return sum(deleted)


async def _check_known(connection: AsyncConnection, match_id: str) -> None:
    known = select(schema.matches.c.id).where(schema.matches.c.id == match_id)
    if await connection.scalar(known) is None:
        raise BadFile(f"there is no match {match_id}")


async def _forget(connection: AsyncConnection, person: int, matches: list[str]) -> None:
    people, seats, reviewed = schema.people, schema.seats, schema.reviewed
    for table in _own:
        await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(delete(reviewed).where(reviewed.c.match.in_(matches)))  # with names
    await rows.delete_unused_reviews(connection)
    await connection.execute(update(seats).where(seats.c.person == person).values(name=""))
    nothing = {"token": secrets.token_bytes(32), "name": "", "settings": "{}", "names": "[]"}
    await connection.execute(update(people).where(people.c.id == person).values(**nothing))
