"""Long work for people: from the table of jobs to processes that give way to everything else.

Every kind of job has its own lanes, so a rollout of an hour holds up no review. All people have
their turns: next comes the oldest job of the person who was served least lately. What someone is
looking at comes before the rest.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from fullprime.errors import Fault
from fullprime.server.news import News
from fullprime.server.problems import Problem, fault_json
from fullprime.server.worker import Done, Refused, Shown, Task
from fullprime.server.workers import Worker, WorkerDied
from fullprime.store import Job

if TYPE_CHECKING:
    from fullprime.store.store import Store

MOST_ATTEMPTS: Final = 2
"""A process that dies costs time; one that dies again has a reason."""
IDLE: Final = 60.0
"""Seconds after which a process without work is ended."""
WANTED: Final = 10.0
"""Seconds after a look at a job that waits in which it comes before the others."""

log = logging.getLogger(__name__)
Fields = dict[str, msgspec.Raw]
"""JSON by its name."""


class Kind(NamedTuple):
    """A kind of job."""

    name: str
    lanes: int
    """How many are done at once."""
    task: Callable[[Store, Job], Awaitable[bytes | None]]
    """What the process is given, as JSON; None: there is nothing left to do."""
    keep: Callable[[Store, Job, bytes], Awaitable[None]]
    """Keeps what was found, and ends the job."""
    most: int | None = None
    """Waiting or being done, of all people."""
    most_each: int | None = None
    """And of each."""
    patience: float | None = None
    """Seconds without a look after which it is given up; None: it needs no one who looks."""
    longest: float | None = None
    """Seconds that it may take."""
    after: str | None = None
    """None is begun while one of this kind waits."""


class Jobs:
    """All jobs of a site; used by the event loop of one process alone.

    Where there are several, one of them does all jobs, and the others tell it of new ones.
    """

    def __init__(
        self, store: Store, kinds: list[Kind], idle: float = IDLE, news: News | None = None
    ) -> None:
        self._store = store
        self._news_of_site = news or News()
        self._news_of_site.on("jobs", lambda _: self._look_again())
        self._news_of_site.on("canceled", self._kill)
        self._kinds = {kind.name: kind for kind in kinds}
        self._idle = idle
        self._news = asyncio.Event()
        self._served: defaultdict[int, float] = defaultdict(float)
        self._shown: dict[str, Fields] = {}
        self._seen: dict[str, float] = {}
        self._wanted: dict[str, float] = {}
        self._running: dict[str, Worker] = {}
        self._lanes: list[asyncio.Task[None]] = []

    @property
    def is_open(self) -> bool:
        """Are they done here?"""
        return bool(self._lanes)

    async def open(self) -> None:
        """Goes on where an earlier server has stopped."""
        await self._store.jobs.recover()
        for kind in self._kinds.values():
            if kind.patience is not None:
                for job in await self._store.jobs.of_kind(kind.name):
                    self._watch(job.id, kind.patience)
            self._lanes += [asyncio.create_task(self._lane(kind)) for _ in range(kind.lanes)]

    # What people want ----------------------------------------------------------------------------

    async def start(
        self, kind_name: str, person: int, task: bytes, match: str | None = None
    ) -> Job:
        """A new job, unless this person or all people have too many of the kind."""
        kind, kept = self._kinds[kind_name], self._store.jobs
        if kind.most_each and await kept.open_of(kind.name, person) >= kind.most_each:
            raise Problem(429, "job.yours")
        if kind.most and await kept.open_of(kind.name) >= kind.most:
            raise Problem(503, "job.busy", n=kind.most)
        job = new_job(kind.name, person, task, match)
        await kept.add(job)
        if kind.patience is not None:
            self._watch(job.id, kind.patience)
        self.wake()
        return job

    async def look(self, person: int | None, job_id: str) -> Job:
        """The job of that id, which goes on because someone looks at it."""
        job = await self._store.jobs.get(job_id)
        if job is None or job.person != person:
            raise Problem(404, "job.unknown")
        if job_id in self._seen:
            self._seen[job_id] = time.monotonic()
        return job

    def shown(self, job: Job) -> Fields:
        """What there is of it so far, for someone who looks at it now."""
        if job.state == "waiting":
            self._wanted[job.id] = time.monotonic()
        return self._shown.get(job.id, {})

    async def cancel(self, job_id: str) -> None:
        """Ends it and forgets it."""
        self._seen.pop(job_id, None)
        await self._store.jobs.delete(job_id)
        self._kill(job_id)
        if not self.is_open:
            self._news_of_site.tell("canceled", job_id)

    def _kill(self, job_id: str) -> None:
        if worker := self._running.get(job_id):
            worker.kill()

    def wake(self) -> None:
        """There may be something to do."""
        if self.is_open:
            self._look_again()
        else:
            self._news_of_site.tell("jobs", "")

    def _look_again(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    @property
    def pids(self) -> list[int]:
        """Of the processes that work now."""
        return [worker.pid for worker in self._running.values() if worker.pid is not None]

    async def close(self) -> None:
        """What is being done is begun again by the next server."""
        lanes, self._lanes = self._lanes, []
        for lane in lanes:
            lane.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)
        self._seen.clear()

    # What no one looks at ------------------------------------------------------------------------

    def _watch(self, job_id: str, patience: float) -> None:
        self._seen[job_id] = time.monotonic()
        self._look_after(job_id, patience)

    def _look_after(self, job_id: str, patience: float) -> None:
        if job_id not in self._seen:
            return
        left = self._seen[job_id] + patience - time.monotonic()
        loop = asyncio.get_running_loop()
        if left > 0:
            loop.call_later(left, self._look_after, job_id, patience)
        else:
            self._ending = loop.create_task(self.cancel(job_id))

    # The work ------------------------------------------------------------------------------------

    async def _lane(self, kind: Kind) -> None:
        """Does one job after another."""
        worker = Worker()
        try:
            while True:
                news = self._news
                if job := await self._next(kind):
                    self._served[job.person] = time.monotonic()
                    await self._do_safely(kind, job, worker)
                else:
                    await self._rest(news, worker)
        finally:
            await worker.end()

    async def _next(self, kind: Kind) -> Job | None:
        if kind.after and await self._store.jobs.waiting(kind.after):
            return None
        now = time.monotonic()
        self._wanted = {job: at for job, at in self._wanted.items() if now - at < WANTED}
        return await self._store.jobs.take(kind.name, self._served.__getitem__, self._wanted)

    async def _rest(self, news: asyncio.Event, worker: Worker) -> None:
        if worker.pid is not None:
            try:
                await asyncio.wait_for(news.wait(), self._idle)
                return
            except TimeoutError:
                await worker.end()
        await news.wait()

    async def _do_safely(self, kind: Kind, job: Job, worker: Worker) -> None:
        try:
            async with asyncio.timeout(kind.longest):
                await self._do(kind, job, worker)
        except TimeoutError:
            await worker.end()
            await self._fail(job, Fault("job.slow"))
        except Exception:
            log.exception("job %s", job.id)
            await worker.end()
            await self._fail(job, Fault("server.failed"))
        finally:
            self._running.pop(job.id, None)
            self._shown.pop(job.id, None)
            self.wake()  # others may have waited for it, or come of it

    async def _do(self, kind: Kind, job: Job, worker: Worker) -> None:
        about = await kind.task(self._store, job)
        if about is None:
            await self._store.jobs.delete(job.id)
            return
        self._running[job.id] = worker
        if await self._store.jobs.get(job.id) is None:  # canceled meanwhile
            return
        try:
            async with aclosing(worker.do(Task(kind.name, msgspec.Raw(about)))) as answers:
                async for answer in answers:
                    await self._hear(kind, job, answer)
        except WorkerDied:
            await self._died(job)

    async def _hear(self, kind: Kind, job: Job, answer: Shown | Done | Refused) -> None:
        match answer:
            case Shown(what):
                self._shown.setdefault(job.id, {}).update(what)
            case Done(what):
                self._running.pop(job.id)  # it is too late to cancel it
                await kind.keep(self._store, job, bytes(what))
            case Refused(error):
                await self._fail(job, error or Fault("server.failed"))

    async def _died(self, job: Job) -> None:
        """Nothing is left of one that was canceled."""
        if await self._store.jobs.get(job.id) is None:
            return
        log.warning("the process of job %s (%s) has ended", job.id, job.kind)
        if job.attempts < MOST_ATTEMPTS:
            await self._store.jobs.change(job.id, state="waiting")
        else:
            await self._fail(job, Fault("job.died"))

    async def _fail(self, job: Job, error: Fault | dict[str, Any]) -> None:
        told = fault_json(error) if isinstance(error, Fault) else error
        text = msgspec.json.encode(told).decode()
        await self._store.jobs.change(job.id, state="failed", error=text)


def new_job(kind: str, person: int, task: bytes = b"{}", match: str | None = None) -> Job:
    """A job that waits."""
    return Job(secrets.token_hex(8), person, kind, match, task.decode())
