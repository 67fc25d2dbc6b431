"""Reviews, each kept once however many people have brought the match."""

from __future__ import annotations

import time

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fullprime.store import rows, schema
from fullprime.store.records import Job, Review
from fullprime.store.turns import Turns

_table, _reviewed = schema.reviews, schema.reviewed


class KeptReviews:
    """The verbs of the tables."""

    def __init__(self, engine: AsyncEngine, writing: Turns) -> None:
        self._engine = engine
        self._writing = writing

    async def of_match(self, match_id: str) -> Review | None:
        """The review of a match."""
        columns = (_table.c[name] for name in Review._fields)
        query = select(*columns).join(_reviewed).where(_reviewed.c.match == match_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Review(*row) if row else None

    async def summary_of(self, match_id: str) -> str | None:
        """Its few figures alone."""
        query = select(_table.c.summary).join(_reviewed).where(_reviewed.c.match == match_id)
        async with self._engine.connect() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def keep(
        self,
        match_id: str,
        review: Review,
        job_id: str,
        *,
        base: str | None = None,
        then: Job | None = None,
    ) -> None:
        """In place of an earlier one; the job is done, and `then` there is another one. Nothing if
        the job was canceled or the match deleted. If it was made from `base` and there is another
        review now, the job is to be done again."""
        jobs = schema.jobs
        done = delete(jobs).where(jobs.c.id == job_id)
        known = select(_table.c.key).where(_table.c.key == review.key)
        now = select(_reviewed.c.review).where(_reviewed.c.match == match_id)
        again = update(jobs).where(jobs.c.id == job_id).values(state="waiting")
        async with self._writing, self._engine.begin() as connection:
            if base is not None and await connection.scalar(now) != base:
                await connection.execute(again)
                return
            if not (await connection.execute(done)).rowcount:
                return
            if await connection.scalar(known) is None:
                row = {**review._asdict(), "at": time.time()}
                await connection.execute(insert(_table).values(**row))
            await _set(connection, match_id, review.key)
            if then:
                await rows.add_job(connection, then)

    async def share(self, match_id: str, key: str) -> bool:
        """Gives a match the review of the same match that another person has brought; False: there
        is none."""
        async with self._writing, self._engine.begin() as connection:
            if await connection.scalar(select(_table.c.key).where(_table.c.key == key)) is None:
                return False
            await _set(connection, match_id, key)
        return True


async def _set(connection: AsyncConnection, match_id: str, key: str) -> None:
    await connection.execute(delete(_reviewed).where(_reviewed.c.match == match_id))
    await connection.execute(insert(_reviewed).values(match=match_id, review=key))
    await rows.delete_unused_reviews(connection)
