"""Jobs: how many run, who may look, and what ends them."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from fullprime.errors import Fault, FullprimeError
from fullprime.server.jobs import AT_ONCE, GIVES_WAY, MOST, Job, Jobs, Show, Work
from fullprime.server.problems import Problem

PATIENCE = 60


def with_jobs(work: Callable[[Jobs], Awaitable[None]], patience: float = PATIENCE) -> None:
    async def run() -> None:
        jobs = Jobs(patience)
        try:
            await asyncio.wait_for(work(jobs), PATIENCE)
        finally:
            jobs.close()

    asyncio.run(run())


async def until(ready: Callable[[], bool]) -> None:
    while not ready():
        await asyncio.sleep(0.001)


class Slow:
    """Works until it is let go, one look after the other."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.looks = 0
        self.ended = False

    def __call__(self, show: Show) -> str:
        try:
            while not self.go_on.wait(0.001):
                self.looks += 1
                show(self.looks)
        finally:
            self.ended = True
        return "all"


@contextmanager
def refused(status: int, code: str) -> Iterator[None]:
    with pytest.raises(Problem) as problem:
        yield
    assert (problem.value.status, problem.value.fault.code) == (status, code)


def test_a_job_shows_what_it_has_and_then_all() -> None:
    async def work(jobs: Jobs) -> None:
        slow = Slow()
        job = jobs.start(1, slow)
        await until(lambda: job.shown == 3)
        assert jobs.look(1, job.id).state == "running"
        slow.go_on.set()
        await until(lambda: not job.is_open)
        assert (job.state, job.shown, job.fault) == ("done", "all", None)
        assert jobs.look(1, job.id) is job
        jobs.start(1, lambda show: None)
        with refused(404, "job.unknown"):  # the next has taken its place
            jobs.look(1, job.id)

    with_jobs(work)


def test_only_its_visitor_sees_a_job() -> None:
    async def work(jobs: Jobs) -> None:
        job = jobs.start(1, Slow())
        for owner, name in ((2, job.id), (1, "nothing")):
            with refused(404, "job.unknown"):
                jobs.look(owner, name)

    with_jobs(work)


def test_so_many_of_a_visitor_and_of_all() -> None:
    async def work(jobs: Jobs) -> None:
        first, others = Slow(), [Slow() for _ in range(MOST - 1)]
        started = [jobs.start(n, each) for n, each in enumerate((first, *others))]
        with refused(429, "job.yours"):
            jobs.start(0, Slow())
        with refused(503, "job.busy"):
            jobs.start(MOST, Slow())
        await until(lambda: sum(job.state == "running" for job in started) == AT_ONCE)
        assert [job.state for job in started[AT_ONCE:]] == ["waiting"] * (MOST - AT_ONCE)
        first.go_on.set()
        await until(lambda: started[AT_ONCE].state == "running")
        assert started[0].state == "done"
        jobs.start(0, Slow())

    with_jobs(work)


def test_a_canceled_job_ends_and_gives_its_thread_to_the_next() -> None:
    async def work(jobs: Jobs) -> None:
        slow = [Slow() for _ in range(AT_ONCE + 2)]
        started = [jobs.start(n, each) for n, each in enumerate(slow)]
        await until(lambda: all(each.looks for each in slow[:AT_ONCE]))
        jobs.cancel(started[AT_ONCE])  # has not begun
        jobs.cancel(started[0])
        await until(lambda: slow[0].ended and slow[-1].looks > 0)
        assert slow[AT_ONCE].looks == 0
        with refused(404, "job.unknown"):
            jobs.look(0, started[0].id)
        jobs.start(0, Slow())

    with_jobs(work)


def test_a_job_that_nobody_looks_at_is_given_up() -> None:
    async def work(jobs: Jobs) -> None:
        slow = Slow()
        job = jobs.start(1, slow)
        await until(lambda: slow.ended)
        with refused(404, "job.unknown"):
            jobs.look(1, job.id)

    with_jobs(work, patience=0.01)


def test_who_looks_keeps_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("fullprime.server.jobs.time.monotonic", lambda: now[0])

    async def work(jobs: Jobs) -> None:
        job = jobs.start(1, Slow())
        now[0] = PATIENCE - 1.0
        jobs.look(1, job.id)
        now[0] = PATIENCE + 1.0
        jobs._look_after(job)
        assert jobs.look(1, job.id) is job
        now[0] = 2 * PATIENCE + 1.0
        jobs._look_after(job)
        with refused(404, "job.unknown"):
            jobs.look(1, job.id)

    with_jobs(work)


def failing(error: Exception) -> Work:
    def work(_: Show) -> None:
        raise error

    return work


def test_a_job_that_fails_says_why() -> None:
    async def work(jobs: Jobs) -> None:
        fault = Fault("rollout.holland")
        for error, said in (
            (FullprimeError(fault), fault),
            (ZeroDivisionError("a bug"), Fault("server.failed")),
        ):
            job = jobs.start(1, failing(error))
            while job.is_open:
                await asyncio.sleep(0.001)
            assert (job.state, job.fault) == ("failed", said)

    with_jobs(work)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads")
def test_jobs_give_way() -> None:
    async def work(jobs: Jobs) -> None:
        def priority(_: Show) -> int:
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        job: Job = jobs.start(1, priority)
        await until(lambda: not job.is_open)
        assert job.shown == max(here, GIVES_WAY)

    with_jobs(work)
