"""Jobs: who comes next, what ends them, and what a process or a server that dies costs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from fullprime.server.jobs import Jobs, Kind
from fullprime.server.problems import Problem
from fullprime.server.worker import GIVES_WAY, VARIABLE, Task
from fullprime.server.workers import Worker, WorkerDied
from fullprime.store import Job
from fullprime.store.store import Store

PATIENCE = 60.0
SLOW = """
import os, sys, time
for line in sys.stdin:
    if '"die"' in line:
        os._exit(3)
    if '"refuse"' in line:
        print('{"type":"refused","error":{"code":"x"}}', flush=True)
        continue
    if '"bug"' in line:
        print('{"type":"refused","error":null}', flush=True)
        continue
    for look in range(1, 100000):
        print('{"type":"shown","what":{"looks":%d}}' % look, flush=True)
        if '"slow"' not in line:
            break
        time.sleep(0.005)
    print('{"type":"done","what":"all"}', flush=True)
"""
"""A process that does what its task says."""


async def task(_: Store, job: Job) -> bytes | None:
    return None if job.task == '"nothing"' else job.task.encode()


async def keep(store: Store, job: Job, found: bytes) -> None:
    await store.jobs.change(job.id, state="done", result=found.decode())


KIND = Kind("test", 1, task, keep, most=4, most_each=2)
Test = Callable[[Jobs, Store], Awaitable[None]]


@pytest.fixture(autouse=True)
def program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fullprime.server.jobs.Worker", lambda: Worker(("-c", SLOW)))


def with_jobs(path: Path, work: Test, kind: Kind = KIND, idle: float = PATIENCE) -> None:
    async def run() -> None:
        store = await Store.open(path / "jobs.db")
        jobs = Jobs(store, [kind], idle)
        await jobs.open()
        try:
            await asyncio.wait_for(work(jobs, store), PATIENCE)
        finally:
            await jobs.close()
            await store.close()

    asyncio.run(run())


async def people(store: Store, count: int) -> list[int]:
    return [(await store.new_person(bytes([n]) * 32)).id for n in range(count)]


async def until(ready: Callable[[], Awaitable[bool]]) -> None:
    while not await ready():
        await asyncio.sleep(0.005)


async def ended(store: Store, job: Job) -> Job:
    found = job
    while found.is_open:
        await asyncio.sleep(0.005)
        again = await store.jobs.get(job.id)
        assert again is not None
        found = again
    return found


async def seen(jobs: Jobs, job: Job, looks: int = 1) -> None:
    """Until it has shown something."""
    while int(bytes(jobs.shown(job).get("looks", b"0"))) < looks:
        await asyncio.sleep(0.005)


@contextmanager
def refused(status: int, code: str) -> Iterator[None]:
    with pytest.raises(Problem) as problem:
        yield
    assert (problem.value.status, problem.value.fault.code) == (status, code)


def test_a_job_shows_what_it_has_and_then_all(tmp_path: Path) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann, ben] = await people(store, 2)
        assert jobs.pids == []  # an idle server costs nothing
        job = await jobs.start("test", ann, b'"slow"')
        await seen(jobs, job, 3)
        assert (await jobs.look(ann, job.id)).state == "running"
        with refused(404, "job.unknown"):
            await jobs.look(ben, job.id)
        await jobs.cancel(job.id)
        with refused(404, "job.unknown"):
            await jobs.look(ann, job.id)
        job = await ended(store, await jobs.start("test", ann, b'"quick"'))
        assert (job.state, job.result, job.error, job.attempts) == ("done", '"all"', None, 1)
        while jobs.shown(job):  # until its end; for a moment it may still be there
            await asyncio.sleep(0.01)
        await ended(store, await jobs.start("test", ann, b'"quick"'))
        with refused(404, "job.unknown"):  # the next has taken its place
            await jobs.look(ann, job.id)

    with_jobs(tmp_path, work)


def test_so_many_of_a_person_and_of_all(tmp_path: Path) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann, ben, cleo] = await people(store, 3)
        for person in (ann, ann, ben):
            await jobs.start("test", person, b'"slow"')
        with refused(429, "job.yours"):
            await jobs.start("test", ann, b'"slow"')
        last = await jobs.start("test", ben, b'"slow"')
        with refused(503, "job.busy"):
            await jobs.start("test", cleo, b'"slow"')
        await jobs.cancel(last.id)
        await jobs.start("test", cleo, b'"slow"')

    with_jobs(tmp_path, work)


def test_all_people_have_their_turns(tmp_path: Path) -> None:
    names: dict[str, str] = {}
    order: list[str] = []

    async def note(store: Store, job: Job, found: bytes) -> None:
        order.append(names[job.id])
        await keep(store, job, found)

    async def work(jobs: Jobs, store: Store) -> None:
        [ann, ben, cleo] = await people(store, 3)
        first = await jobs.start("test", ann, b'"slow"')
        await seen(jobs, first)
        waiting = [
            (name, await jobs.start("test", person, b'"quick"'))
            for name, person in [("a1", ann), ("a2", ann), ("b1", ben), ("b2", ben), ("c1", cleo)]
        ]
        names.update((job.id, name) for name, job in waiting)
        await jobs.cancel(first.id)
        for _, job in waiting:
            await ended(store, job)
        assert order == ["b1", "c1", "a1", "b2", "a2"]

    with_jobs(tmp_path, work, KIND._replace(keep=note, most=None, most_each=None))


def test_a_process_that_dies_costs_time_once(tmp_path: Path) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        job = await jobs.start("test", ann, b'"slow"')
        await seen(jobs, job)
        [first] = jobs.pids
        os.kill(first, signal.SIGKILL)
        await until(lambda: _attempts(store, job, 2))
        await seen(jobs, job)
        [second] = jobs.pids
        assert second != first
        os.kill(second, signal.SIGKILL)
        found = await ended(store, job)
        assert found.state == "failed"
        assert msgspec.json.decode(found.error or "")["code"] == "job.died"
        next_one = await ended(store, await jobs.start("test", ann, b'"quick"'))
        assert next_one.state == "done"

    with_jobs(tmp_path, work)


async def _attempts(store: Store, job: Job, count: int) -> bool:
    found = await store.jobs.get(job.id)
    return found is not None and found.attempts == count


@pytest.mark.parametrize(
    ("asked", "code"), [("die", "job.died"), ("refuse", "x"), ("bug", "server.failed")]
)
def test_a_job_that_fails_says_why(tmp_path: Path, asked: str, code: str) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        job = await ended(store, await jobs.start("test", ann, msgspec.json.encode(asked)))
        assert job.state == "failed"
        assert msgspec.json.decode(job.error or "")["code"] == code

    with_jobs(tmp_path, work)


def test_a_job_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        job = await ended(store, await jobs.start("test", ann, b'"slow"'))
        assert msgspec.json.decode(job.error or "")["code"] == "job.slow"

    with_jobs(tmp_path, work, KIND._replace(longest=0.2))


def test_a_job_with_nothing_left_to_do_is_forgotten(tmp_path: Path) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        job = await jobs.start("test", ann, b'"nothing"')

        async def gone() -> bool:
            return await store.jobs.get(job.id) is None

        await until(gone)

    with_jobs(tmp_path, work)


def test_the_next_server_goes_on(tmp_path: Path) -> None:
    jobs_of: list[Job] = []

    async def begin(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        jobs_of.append(await jobs.start("test", ann, b'"slow"'))
        jobs_of.append(await jobs.start("test", ann, b'"quick"'))
        await seen(jobs, jobs_of[0])

    async def go_on(jobs: Jobs, store: Store) -> None:
        await seen(jobs, jobs_of[0])
        running = await store.jobs.get(jobs_of[0].id)
        assert running is not None
        assert (running.state, running.attempts) == ("running", 1)  # the end was not its fault
        await jobs.cancel(running.id)
        assert (await ended(store, jobs_of[1])).state == "done"

    with_jobs(tmp_path, begin)
    with_jobs(tmp_path, go_on)


def test_what_nobody_looks_at_is_given_up(tmp_path: Path) -> None:
    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        job = await jobs.start("test", ann, b'"slow"')

        async def gone() -> bool:
            return await store.jobs.get(job.id) is None and not jobs.pids

        await until(gone)

    with_jobs(tmp_path, work, KIND._replace(patience=0.05))


def test_who_looks_keeps_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    patience = 90.0

    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        monkeypatch.setattr("fullprime.server.jobs.time.monotonic", lambda: now[0])
        job = await jobs.start("test", ann, b'"slow"')
        now[0] = patience - 1.0
        await jobs.look(ann, job.id)
        now[0] = patience + 1.0
        jobs._look_after(job.id, patience)
        assert await jobs.look(ann, job.id)
        now[0] = 3 * patience
        jobs._look_after(job.id, patience)
        await jobs._ending
        with refused(404, "job.unknown"):
            await jobs.look(ann, job.id)

    with_jobs(tmp_path, work, KIND._replace(patience=patience))


def test_a_process_without_work_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Worker] = []

    async def work(jobs: Jobs, store: Store) -> None:
        [ann] = await people(store, 1)
        await ended(store, await jobs.start("test", ann, b'"quick"'))

        async def rests() -> bool:
            return all(worker.pid is None for worker in started)

        await until(rests)
        assert (await ended(store, await jobs.start("test", ann, b'"quick"'))).state == "done"

    def start() -> Worker:
        started.append(Worker(("-c", SLOW)))
        return started[-1]

    monkeypatch.setattr("fullprime.server.jobs.Worker", start)
    with_jobs(tmp_path, work, idle=0.01)


# The process itself ------------------------------------------------------------------------------

NICE = "import os; from fullprime.server import worker; worker.WORK['test'] = 'nice'; worker.main()"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such priorities")
@pytest.mark.parametrize(("wanted", "gives"), [("", GIVES_WAY), ("4", 4), ("much", GIVES_WAY)])
def test_the_process_gives_way_and_survives_its_mistakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, gives: int
) -> None:
    monkeypatch.setenv(VARIABLE, wanted)
    (tmp_path / "nice.py").write_text(
        "import os\n"
        "from fullprime.errors import FullprimeError\n"
        "def work(about, show):\n"
        "    print('noise')\n"
        "    show(about=about)\n"
        "    if about == b'1': raise FullprimeError('one is too few')\n"
        "    if about == b'2': raise ZeroDivisionError\n"
        "    return os.nice(0)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def work() -> None:
        worker = Worker(("-c", NICE))
        said = []
        for about in (b"1", b"2", b"3"):
            async for answer in worker.do(Task("test", msgspec.Raw(about))):
                said.append(msgspec.json.decode(msgspec.json.encode(answer)))
        await worker.end()
        assert [each["type"] for each in said] == ["shown", "refused"] * 2 + ["shown", "done"]
        assert said[1]["error"]["message"] == "one is too few"
        assert said[3]["error"] is None
        assert said[5]["what"] == min(19, os.nice(0) + gives)

    asyncio.run(work())


def test_a_process_that_cannot_start_has_died() -> None:
    async def work() -> None:
        worker = Worker(("-c", "raise SystemExit"))
        with pytest.raises(WorkerDied):
            async for _ in worker.do(Task("test", msgspec.Raw(b"{}"))):
                pass
        assert worker.pid is None

    asyncio.run(work())
