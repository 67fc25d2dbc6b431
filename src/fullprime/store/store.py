"""The verbs of the store. Every one is a transaction that is on the disk when it returns.

Each match has one writer. A file has one server, and a second one is refused; of a database several
may have the store, each with its own matches (`leases.py`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import delete, exists, func, insert, select, update

from fullprime.errors import BadFile
from fullprime.shapes import decoded
from fullprime.store import rows, schema
from fullprime.store.chain import first_damage, first_link
from fullprime.store.damaged import DamagedMatch
from fullprime.store.database import Database, database_at
from fullprime.store.jobs import KeptJobs
from fullprime.store.log import Entry, Log
from fullprime.store.records import Event, Heading, Import, Job, Kept, Listed, Note, Person, Seat
from fullprime.store.reviews import KeptReviews
from fullprime.store.training import KeptTraining


class Store:
    """Everything that must outlive the process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._engine, self._writing = database.engine, database.writing
        self._log = Log(database.write)
        self.jobs = KeptJobs(self._engine, self._writing)
        self.reviews = KeptReviews(self._engine, self._writing)
        self.training = KeptTraining(self._engine, self._writing)

    @staticmethod
    async def open(place: Path | str, *, shared: bool = False) -> Store:
        """The store in a file, which is made if it is not there, or at a URL; `shared` with other
        servers, where that can be."""
        database = database_at(place)
        store = Store(database)
        try:
            await database.open(shared=shared)
            await store._create()
            await database.opened()
        except BadFile as error:
            await store.close()
            raise BadFile(f"{database.name}: {error}") from error
        except database.failures as error:
            await store.close()
            why = error.__cause__ or error
            raise BadFile(f"{database.name} cannot be used: {why}") from error
        return store

    @staticmethod
    async def look(place: Path | str) -> Store:
        """To read from, whether a server uses it or not."""
        if isinstance(place, Path) and not place.is_file():
            raise BadFile(f"{place}: nothing is kept there yet")
        database = database_at(place)
        try:
            async with database.engine.connect() as connection:
                version = await rows.version(connection)
        except database.failures as error:
            await database.engine.dispose()
            why = error.__cause__ or error
            raise BadFile(f"{database.name} cannot be used: {why}") from error
        if version != schema.VERSION:
            await database.engine.dispose()
            kept = "nothing of ours" if version is None else f"schema {version}"
            raise BadFile(
                f"{database.name} has {kept}, expected schema {schema.VERSION}; `fullprime serve` "
                "brings it up to date"
            )
        return Store(database)

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _create(self) -> None:
        """Makes the tables, or brings those of an earlier version up to date, or does nothing."""
        async with self._engine.begin() as connection:
            await self.database.begin(connection)
            version = await rows.version(connection)
            if version is None:
                await connection.run_sync(schema.metadata.create_all)
                await rows.set_version(connection)
            elif version > schema.VERSION:
                raise BadFile(f"kept by a later version of the program (schema {version})")
            elif version < schema.VERSION:
                await self.database.alone()
                # alembic takes time to import, and most starts have nothing to migrate.
                from fullprime.store.migrate import migrate

                await connection.run_sync(migrate, version)

    async def close(self) -> None:
        """Nothing is lost without it."""
        await self._log.close()
        await self.database.close()

    async def try_write(self) -> None:
        """Writes what is there already; raises if that cannot be done."""
        same = update(schema.about).values(version=schema.about.c.version)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(same)

    # People --------------------------------------------------------------------------------------

    async def person(self, token: bytes) -> Person | None:
        """Whose cookie has this hash."""
        table = schema.people
        columns = (table.c.id, table.c.name, table.c.settings, table.c.names)
        async with self._engine.connect() as connection:
            found = await connection.execute(select(*columns).where(table.c.token == token))
            row = found.first()
        return Person(*row[:3], decoded(row.names, tuple[str, ...])) if row else None

    async def new_person(self, token: bytes) -> Person:
        """A new visitor."""
        row = {"token": token, "since": time.time()}
        async with self._writing, self._engine.begin() as connection:
            made = await connection.execute(insert(schema.people).values(**row))
        return Person(_key(made))

    async def change_token(self, person: int, token: bytes) -> None:
        """The person is known by another cookie from now on, of this hash."""
        table = schema.people
        changed = update(table).where(table.c.id == person).values(token=token)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(changed)

    async def change_person(self, person: Person) -> None:
        """Keeps the name, the settings and the names in imported matches."""
        table = schema.people
        changed = update(table).where(table.c.id == person.id)
        row = {
            "name": person.name,
            "settings": person.settings,
            "names": msgspec.json.encode(person.names).decode(),
        }
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(changed.values(**row))

    # Matches -------------------------------------------------------------------------------------

    async def new_match(self, match: Kept, summary: str, rematch_of: str | None = None) -> bool:
        """Keeps a new match with its log so far; False if the one before it has a rematch."""
        async with self._writing, self._engine.begin() as connection:
            if rematch_of and not await rows.follows(connection, rematch_of, match.id):
                return False
            await rows.add_match(connection, match, summary)
        return True

    async def match(self, match_id: str) -> Kept | None:
        """A match with its seats and its log; one that is damaged raises."""
        table = schema.matches
        query = select(table, schema.imports.c.person.label("owner")).where(table.c.id == match_id)
        async with self._engine.connect() as connection:
            await self.database.hold(connection)  # what is added meanwhile would look like damage
            row = (await connection.execute(query.outerjoin(schema.imports))).first()
            if row is None:
                return None
            seats = await rows.seats(connection, [match_id])
            log = schema.events
            columns = (log.c[name] for name in (*Event._fields, "hash"))
            query = select(*columns).where(log.c.match == match_id).order_by(log.c.version)
            found = [(Event(*each[:-1]), each.hash) for each in await connection.execute(query)]
        damage = first_damage(first_link(row.id, row.start, row.clock), found, row.head)
        if damage is not None:
            raise DamagedMatch(row.id, damage)
        return Kept(
            id=row.id,
            number=row.number,
            start=row.start.encode(),
            clock=row.clock,
            invite=row.invite,
            rematch=row.rematch,
            seats=seats[match_id],
            events=tuple(event for event, _ in found),
            owner=row.owner,
        )

    async def heading(self, match_id: str) -> Heading | None:
        """What a match is known by, without its log."""
        table = schema.matches
        query = select(table.c.head, schema.imports.c.person.label("owner"))
        query = query.outerjoin(schema.imports).where(table.c.id == match_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
            if row is None:
                return None
            seats = await rows.seats(connection, [match_id])
        return Heading(match_id, row.head, seats[match_id], row.owner)

    async def match_ids(self) -> list[str]:
        """Of all matches, the oldest first."""
        table = schema.matches
        async with self._engine.connect() as connection:
            return list(await connection.scalars(select(table.c.id).order_by(table.c.number)))

    async def count(self) -> int:
        """How many matches there are."""
        async with self._engine.connect() as connection:
            return await connection.scalar(select(func.count()).select_from(schema.matches)) or 0

    async def claim(self, match_id: str) -> int | None:
        """Before anything is added to its log: the number to do so with. None: there is no such
        match, or another server has it."""
        leases = self.database.leases
        return await leases.claim(match_id) if leases else 0

    async def append(
        self,
        match_id: str,
        events: Sequence[Event],
        summary: str,
        job: Job | None = None,
        *,
        fence: int = 0,
    ) -> None:
        """Adds to the log, and what is to be done because of it; then it is on the disk."""
        await self._log.append(Entry(match_id, events, summary, job, fence))

    async def thrown(self) -> dict[str, int]:
        """How often each throw of this server stands in the logs, by its action; real dice, and
        those of matches that were played elsewhere, are not counted."""
        events, matches, imports = schema.events, schema.matches, schema.imports
        query = (
            select(events.c.action, func.count())
            .join(matches, matches.c.id == events.c.match)
            .outerjoin(imports, imports.c.match == events.c.match)
            .where(
                events.c.action.like('{"type":"rolled"%'),
                imports.c.match.is_(None),
                ~matches.c.start.contains('"dice": "entered"'),
            )
            .group_by(events.c.action)
        )
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    async def logged(self, kinds: Sequence[str]) -> dict[str, int]:
        """How many actions of these kinds stand in the logs."""
        action = schema.events.c.action
        queries = [select(func.count()).where(action.like(f'{{"type":"{kind}"%')) for kind in kinds]
        async with self._engine.connect() as connection:
            counts = [await connection.scalar(query) or 0 for query in queries]
        return dict(zip(kinds, counts, strict=True))

    async def clocked(self) -> list[str]:
        """The matches with a clock that are being played."""
        table = schema.matches
        query = select(table.c.id, table.c.summary).where(
            table.c.clock.is_not(None), table.c.invite.is_(None)
        )
        async with self._engine.connect() as connection:
            found = await connection.execute(query)
            return [row.id for row in found if _is_played(row.summary)]

    async def join(self, match_id: str, code: str, seat: Seat, *, fence: int = 0) -> bool:
        """Gives the empty seat to a player; False if it is taken."""
        table = schema.matches
        taken = update(table).where(table.c.id == match_id, table.c.invite == code)
        async with self._writing, self._engine.begin() as connection:
            await self.database.check(connection, match_id, fence)
            if (await connection.execute(taken.values(invite=None))).rowcount != 1:
                return False
            [seats] = (await rows.seats(connection, [match_id])).values()
            await rows.sit(connection, match_id, seats.index(None), seat)
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
            await rows.delete_match(connection, match_id)
        return True

    async def matches_of(self, person: int, most: int) -> list[Listed]:
        """The matches of a person, the newest first."""
        table, seats, imports = schema.matches, schema.seats, schema.imports
        reviewed, reviews, jobs = schema.reviewed, schema.reviews, schema.jobs
        is_open = jobs.c.state.in_(("waiting", "running"))
        undone = (jobs.c.match == table.c.id, jobs.c.kind == "review", is_open)
        listed = select(seats.c.match).where(seats.c.person == person, seats.c.hidden == 0)
        query = (
            select(
                table,
                *(imports.c.person.label("owner"), imports.c.format, imports.c.file),
                reviews.c.summary.label("review"),
                exists().where(*undone).label("reviewing"),
            )
            .select_from(table)
            .outerjoin(imports)
            .outerjoin(reviewed, reviewed.c.match == table.c.id)
            .outerjoin(reviews, reviews.c.key == reviewed.c.review)
            .where(table.c.id.in_(listed))
            .order_by(table.c.changed.desc())
            .limit(most)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
            seats_of = await rows.seats(connection, [row.id for row in found])
        return [
            Listed(
                *(row.id, row.summary, row.changed, seats_of[row.id]),
                *(row.owner, row.format or "", row.file or "", row.review, row.reviewing),
            )
            for row in found
        ]

    # Imports -------------------------------------------------------------------------------------

    async def import_match(
        self,
        match: Kept,
        summary: str,
        imported: Import,
        notes: Sequence[Note] = (),
        job: Job | None = None,
    ) -> str:
        """Keeps a match that a person has brought, with its notes and what is to be done with it;
        the id of the one that is kept.

        That is another one if the same person has brought the same match before.
        """
        async with self._writing, self._engine.begin() as connection:
            if known := await rows.find_import(connection, imported.person, imported.digest):
                return known
            await rows.add_match(connection, match, summary)
            row = {"match": match.id, **imported._asdict(), "at": time.time()}
            await connection.execute(insert(schema.imports).values(**row))
            await rows.add_notes(connection, match.id, notes)
            if job:
                await rows.add_job(connection, job)
        return match.id

    async def imported(self, match_id: str) -> Import | None:
        """Where a match comes from; None: it was played here, or there is none."""
        table = schema.imports
        columns = (getattr(table.c, name) for name in Import._fields)
        async with self._engine.connect() as connection:
            found = await connection.execute(select(*columns).where(table.c.match == match_id))
            row = found.first()
        return Import(*row) if row else None

    async def find_import(self, person: int, digest: bytes) -> str | None:
        """The match with this digest that this person has brought."""
        async with self._engine.connect() as connection:
            return await rows.find_import(connection, person, digest)

    # Notes ---------------------------------------------------------------------------------------

    async def notes(self, match_id: str) -> list[Note]:
        """All that was written to a match: what is about all of it first, then game by game."""
        table = schema.notes
        query = select(*(getattr(table.c, name) for name in Note._fields))
        query = query.where(table.c.match == match_id)
        async with self._engine.connect() as connection:
            found = await connection.execute(
                query.order_by(table.c.game, table.c.action, table.c.person)
            )
            return [rows.placed(Note(*row)) for row in found]

    async def set_note(self, match_id: str, note: Note) -> bool:
        """Keeps a note in place of the person's earlier one there; without text and mark: none.

        False: there is no such match.
        """
        table, matches = schema.notes, schema.matches
        known = select(matches.c.id).where(matches.c.id == match_id)
        earlier = delete(table).where(
            *(table.c[name] == value for name, value in rows.place(match_id, note).items())
        )
        async with self._writing, self._engine.begin() as connection:
            if await connection.scalar(known) is None:
                return False
            await connection.execute(earlier)
            if note.text or note.mark:
                await rows.add_notes(connection, match_id, [note])
        return True


def _is_played(summary: str) -> bool:
    """Does it wait for a player, as far as lists know?"""
    known = decoded(summary, dict)
    return known.get("state") != "over" and known.get("actor") is not None


def _key(made: Any) -> int:
    return int(made.inserted_primary_key[0])
