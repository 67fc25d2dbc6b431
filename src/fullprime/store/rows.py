"""The statements that several verbs share, each within a transaction of theirs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from sqlalchemy import delete, func, insert, inspect, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fullprime.store import schema
from fullprime.store.chain import first_link, links
from fullprime.store.records import Job, Kept, Note, Seat, Seats

# The version -------------------------------------------------------------------------------------


async def version(connection: AsyncConnection) -> int | None:
    """Of the schema; None: nothing has been written yet."""
    if not await connection.run_sync(lambda real: inspect(real).has_table(schema.about.name)):
        return None
    found: int | None = await connection.scalar(select(func.max(schema.about.c.version)))
    return found


async def set_version(connection: AsyncConnection) -> None:
    """Of new tables."""
    await connection.execute(insert(schema.about).values(version=schema.VERSION))
    await connection.execute(insert(schema.revision).values(version_num=schema.REVISION))


# Matches -----------------------------------------------------------------------------------------


async def add_match(connection: AsyncConnection, match: Kept, summary: str) -> None:
    """A match with its seats and its log."""
    start = match.start.decode()
    first = first_link(match.id, start, match.clock)
    hashes = list(links(first, match.events))
    row = {
        "id": match.id,
        "start": start,
        "clock": match.clock,
        "invite": match.invite,
        "summary": summary,
        "changed": time.time(),
        "head": (hashes or [first])[-1],
    }
    await connection.execute(insert(schema.matches).values(**row))
    for number, seat in enumerate(match.seats):
        if seat:
            await sit(connection, match.id, number, seat)
    if match.events:
        linked = zip(match.events, hashes, strict=True)
        log = [{"match": match.id, **each._asdict(), "hash": link} for each, link in linked]
        await connection.execute(insert(schema.events), log)


async def delete_match(connection: AsyncConnection, match_id: str) -> None:
    """All rows of a match, and what leads to it."""
    matches = schema.matches
    own = (schema.notes, schema.imports, schema.events, schema.seats, schema.jobs, schema.reviewed)
    for table in (*own, schema.gathered):
        await connection.execute(delete(table).where(table.c.match == match_id))
    cards = schema.cards  # they can be trained without the match
    await connection.execute(update(cards).where(cards.c.match == match_id).values(match=None))
    await delete_unused_reviews(connection)
    await connection.execute(
        update(matches).where(matches.c.rematch == match_id).values(rematch=None)
    )
    await connection.execute(delete(matches).where(matches.c.id == match_id))


async def follows(connection: AsyncConnection, match_id: str, following: str) -> bool:
    """Makes a match the rematch of another one; False if that has one already."""
    table = schema.matches
    first = update(table).where(table.c.id == match_id, table.c.rematch.is_(None))
    return (await connection.execute(first.values(rematch=following))).rowcount == 1


# Seats -------------------------------------------------------------------------------------------


async def sit(connection: AsyncConnection, match_id: str, number: int, seat: Seat) -> None:
    """A player takes a seat."""
    row = {"match": match_id, "seat": number, **seat._asdict()}
    await connection.execute(insert(schema.seats).values(**row))


async def seats(connection: AsyncConnection, match_ids: Sequence[str]) -> dict[str, Seats]:
    """Who sits where, by match."""
    table = schema.seats
    found: dict[str, Seats] = dict.fromkeys(match_ids, (None, None))
    for row in await connection.execute(select(table).where(table.c.match.in_(match_ids))):
        seat, (first, second) = Seat(row.name, row.person, row.level, row.habits), found[row.match]
        found[row.match] = (first, seat) if row.seat else (seat, second)
    return found


# Imports and notes -------------------------------------------------------------------------------


async def find_import(connection: AsyncConnection, person: int, digest: bytes) -> str | None:
    """The match with this digest that this person has brought."""
    table = schema.imports
    query = select(table.c.match).where(table.c.person == person, table.c.digest == digest)
    found: str | None = await connection.scalar(query)
    return found


async def add_notes(connection: AsyncConnection, match_id: str, notes: Iterable[Note]) -> None:
    """Notes where their writers have none yet; all at once, since other writers wait."""
    now = time.time()
    added = [{**note._asdict(), **place(match_id, note), "at": now} for note in notes]
    if added:
        await connection.execute(insert(schema.notes), added)


def place(match_id: str, note: Note) -> dict[str, str | int]:
    """The key of a note."""
    game, action = (
        schema.WHOLE if number is None else number for number in (note.game, note.action)
    )
    return {"match": match_id, "game": game, "action": action, "person": note.person}


def placed(row: Note) -> Note:
    """A row as a note."""
    game, action = (None if number == schema.WHOLE else number for number in (row.game, row.action))
    return row._replace(game=game, action=action)


# Jobs and reviews --------------------------------------------------------------------------------


async def add_job(connection: AsyncConnection, job: Job) -> None:
    """A job at the end of the queue."""
    await connection.execute(insert(schema.jobs).values(**job._asdict(), at=time.time()))


async def delete_unused_reviews(connection: AsyncConnection) -> None:
    """Those of matches that are no more, or that were reviewed again."""
    used = select(schema.reviewed.c.review)
    await connection.execute(delete(schema.reviews).where(schema.reviews.c.key.not_in(used)))
