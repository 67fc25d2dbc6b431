"""Long work for visitors: in threads that give way to everything else, a few at once.

A job goes on only while its visitor looks: a page that is closed asks no more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal

from fullprime.errors import Fault, FullprimeError
from fullprime.server.problems import Problem

AT_ONCE: Final = 2
"""In all; the others wait for their turn."""
MOST_EACH: Final = 1
"""Of one visitor, running or waiting."""
MOST: Final = 20
"""Running or waiting, of all visitors."""
PATIENCE: Final = 90.0
"""Seconds without a look after which a job is given up. Browsers wake a page in the background
once a minute."""
GIVES_WAY: Final = 10
"""How much a thread stands back, as `nice` counts."""

log = logging.getLogger(__name__)
Show = Callable[[Any], None]
Work = Callable[[Show], Any]
"""Shows what it has so far, again and again, and returns what it has at last."""


class Job:
    """One piece of work of one visitor. `shown` is what there is of it, `fault` why it failed."""

    def __init__(self, owner: int) -> None:
        self.id = secrets.token_hex(8)
        self.owner = owner
        self.state: Literal["waiting", "running", "done", "failed"] = "waiting"
        self.shown: Any = None
        self.fault: Fault | None = None
        self.seen = time.monotonic()
        self._canceled = threading.Event()

    @property
    def is_open(self) -> bool:
        """Is there something left to do?"""
        return self.state in ("waiting", "running")

    def cancel(self) -> None:
        """Ends the work the next time that it shows something."""
        self._canceled.set()

    def run(self, work: Work) -> None:
        """Does the work, in the thread that calls it."""
        if self._canceled.is_set():
            return
        self.state = "running"
        try:
            self.shown = work(self._show)
            self.state = "done"
        except _Canceled:
            return
        except FullprimeError as refusal:
            self.fault, self.state = refusal.fault, "failed"
        except Exception:
            log.exception("job %s", self.id)
            self.fault, self.state = Fault("server.failed"), "failed"

    def _show(self, news: Any) -> None:
        if self._canceled.is_set():
            raise _Canceled
        self.shown = news


class _Canceled(Exception):
    """Nobody wants the work any more."""


class Jobs:
    """All jobs of a server; used by its event loop alone."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, "job", initializer=_give_way)
        self._patience = patience
        self._jobs: dict[str, Job] = {}

    def start(self, owner: int, work: Work) -> Job:
        """Begins as soon as there is a thread; what this visitor had finished is forgotten."""
        unfinished = [job for job in self._jobs.values() if job.is_open]
        if sum(job.owner == owner for job in unfinished) >= MOST_EACH:
            raise Problem(429, "job.yours")
        if len(unfinished) >= MOST:
            raise Problem(503, "job.busy", n=MOST)
        kept = [job for job in self._jobs.values() if job.is_open or job.owner != owner]
        self._jobs = {job.id: job for job in kept}
        job = Job(owner)
        self._jobs[job.id] = job
        self._pool.submit(job.run, work)
        self._look_after(job)
        return job

    def look(self, owner: int | None, job_id: str) -> Job:
        """The job of that id, which goes on because someone looks at it."""
        job = self._jobs.get(job_id)
        if job is None or job.owner != owner:
            raise Problem(404, "job.unknown")
        job.seen = time.monotonic()
        return job

    def cancel(self, job: Job) -> None:
        """Ends it and forgets it."""
        job.cancel()
        self._jobs.pop(job.id, None)

    def _look_after(self, job: Job) -> None:
        left = job.seen + self._patience - time.monotonic()
        if left <= 0:
            self.cancel(job)
        elif job.id in self._jobs:
            asyncio.get_running_loop().call_later(left, self._look_after, job)

    def close(self) -> None:
        """Does not wait for what is still running."""
        for job in self._jobs.values():
            job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    """Play, analysis and bots come first; only Linux can say so of a single thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVES_WAY)
