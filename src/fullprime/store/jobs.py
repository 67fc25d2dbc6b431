"""The table of jobs: long work that waits, is being done, or has failed.

It outlives the process, so a server that is started again goes on with what was asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from fullprime.store import rows, schema
from fullprime.store.records import Job
from fullprime.store.turns import Turns

_table = schema.jobs
_columns = tuple(_table.c[name] for name in Job._fields)
_open = _table.c.state.in_(("waiting", "running"))


class KeptJobs:
    """The verbs of the table."""

    def __init__(self, engine: AsyncEngine, writing: Turns) -> None:
        self._engine = engine
        self._writing = writing

    async def add(self, job: Job) -> None:
        """At the end of the queue; what this person had finished of this kind, or what had failed
        for this match, is forgotten."""
        same = _table.c.person == job.person if job.match is None else _table.c.match == job.match
        finished = delete(_table).where(_table.c.kind == job.kind, same, ~_open)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(finished)
            await rows.add_job(connection, job)

    async def get(self, job_id: str) -> Job | None:
        """The job of that id."""
        return await self._first(_table.c.id == job_id)

    async def of_match(self, match_id: str, kind: str) -> Job | None:
        """The last one that is about a match."""
        return await self._first(_table.c.match == match_id, _table.c.kind == kind)

    async def of_kind(self, kind: str, match_id: str | None = None) -> list[Job]:
        """All that there are, or those that are about a match; in order."""
        query = select(*_columns).where(_table.c.kind == kind).order_by(_table.c.number)
        if match_id is not None:
            query = query.where(_table.c.match == match_id)
        async with self._engine.connect() as connection:
            return [Job(*row) for row in await connection.execute(query)]

    async def open_of(self, kind: str, person: int | None = None) -> int:
        """How many are to be done; of all people, or of one."""
        query = select(func.count()).where(_table.c.kind == kind, _open)
        if person is not None:
            query = query.where(_table.c.person == person)
        async with self._engine.connect() as connection:
            return await connection.scalar(query) or 0

    async def waiting(self, kind: str) -> bool:
        """Is one of this kind to be begun?"""
        query = select(func.count()).where(_table.c.kind == kind, _table.c.state == "waiting")
        async with self._engine.connect() as connection:
            return bool(await connection.scalar(query))

    async def take(
        self, kind: str, served: Callable[[int], float], first: Collection[str] = ()
    ) -> Job | None:
        """The next one, which is begun now: one of those that come `first`, else any; of the person
        who was `served` least lately their oldest one."""
        oldest = select(_table.c.person, func.min(_table.c.number).label("number"))
        oldest = oldest.where(_table.c.kind == kind, _table.c.state == "waiting")
        oldest = oldest.group_by(_table.c.person)
        async with self._writing, self._engine.begin() as connection:
            waiting = (await connection.execute(oldest.where(_table.c.id.in_(list(first))))).all()
            waiting = waiting or (await connection.execute(oldest)).all()
            if not waiting:
                return None
            chosen = min(waiting, key=lambda row: (served(row.person), row.number))
            this = _table.c.number == chosen.number
            begin = update(_table).where(this, _table.c.state == "waiting")
            begun = {"state": "running", "attempts": _table.c.attempts + 1}
            if not (await connection.execute(begin.values(**begun))).rowcount:
                return None  # another server was faster
            row = (await connection.execute(select(*_columns).where(this))).one()
        return Job(*row)

    async def change(self, job_id: str, **values: Any) -> None:
        """Another state, result or error; nothing if it was canceled meanwhile."""
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(update(_table).where(_table.c.id == job_id).values(**values))

    async def delete(self, job_id: str) -> bool:
        """Done, or not wanted any more; False: there was none."""
        async with self._writing, self._engine.begin() as connection:
            found = await connection.execute(delete(_table).where(_table.c.id == job_id))
        return found.rowcount == 1

    async def recover(self) -> None:
        """What a server was doing when it ended waits again; that was no fault of the job."""
        running = update(_table).where(_table.c.state == "running")
        again = {"state": "waiting", "attempts": _table.c.attempts - 1}
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(running.values(**again))

    async def _first(self, *where: Any) -> Job | None:
        query = select(*_columns).where(*where).order_by(_table.c.number.desc()).limit(1)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Job(*row) if row else None
