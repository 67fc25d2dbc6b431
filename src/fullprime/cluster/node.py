"""The processes of a cluster: one scheduler, and workers, of which each computes one piece after
the other on one core."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

import dask
from distributed import Scheduler, Worker
from distributed.stealing import WorkStealing
from distributed.utils import get_ip

from fullprime.cluster.address import Tls, check_address, security
from fullprime.cluster.guard import SCHEDULER_VERBS, WORKER_VERBS, guard, only
from fullprime.errors import FullprimeError

SETTINGS: Final = {
    "distributed.admin.large-graph-warning-threshold": "1GB",
    "distributed.comm.timeouts.connect": "5s",
    "distributed.scheduler.allowed-failures": 10,
    "distributed.scheduler.preload": [],
    "distributed.worker.daemon": False,
    "distributed.worker.preload": [],
    "distributed.worker.profile.enabled": False,
}
"""A machine that is gone is given up after seconds, and what it had is computed elsewhere."""

Say = Callable[[str], None]


class _Silent:
    """A node without the pages that Dask serves over HTTP."""

    def start_http_server(self, *_: Any, **__: Any) -> None:
        """Opens no port."""


class _Scheduler(_Silent, Scheduler):
    """Hands out pieces, and forgets who is gone."""


class _Worker(_Silent, Worker):
    """Computes pieces."""


def run_scheduler(address: str, tls: Tls | None, say: Say) -> None:
    """Until it is ended; `say` hears where it listens."""
    check_address(address, tls)
    _be_quiet()
    asyncio.run(_scheduler(address, tls, say))


def run_worker(address: str, tls: Tls | None, say: Say) -> None:
    """Until it or the scheduler is ended."""
    check_address(address, tls)
    _be_quiet()
    asyncio.run(_worker(address, tls, say))


def _be_quiet() -> None:
    """Who comes and goes is no news, nor that a stream was closed by who has gone."""
    for name in ("distributed", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _scheduler(address: str, tls: Tls | None, say: Say) -> None:
    guard()
    with dask.config.set(SETTINGS):
        scheduler = _Scheduler(
            host=address,
            security=security(tls),
            dashboard=False,
            extensions={"stealing": WorkStealing},
        )
        only(scheduler.handlers, SCHEDULER_VERBS | {"steal-response"})
        async with scheduler:
            say(scheduler.address)
            await _ended(scheduler)


async def _worker(address: str, tls: Tls | None, say: Say) -> None:
    guard()
    with dask.config.set(SETTINGS), TemporaryDirectory() as folder:
        worker = _Worker(
            address,
            host=_own_host(address),
            nthreads=1,
            security=security(tls),
            dashboard=False,
            extensions={},
            local_directory=folder,
            memory_limit=0,
            death_timeout=60,
        )
        only(worker.handlers, WORKER_VERBS)
        try:
            await worker
        except (OSError, TimeoutError) as error:
            raise FullprimeError(f"no scheduler answers at {address}") from error
        async with worker:
            say(worker.address)
            await _ended(worker)


def _own_host(scheduler: str) -> str:
    """The address of this machine on the way to the scheduler, and no other."""
    known = urlsplit(scheduler)
    own = "127.0.0.1" if known.scheme == "tcp" else get_ip(known.hostname, known.port)
    return f"{known.scheme}://{own}"


async def _ended(node: Scheduler | Worker) -> None:
    """By itself, or by who has started it."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
    own: Any = node.finished
    waits = [asyncio.ensure_future(each) for each in (stop.wait(), own())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for each in waits:
        each.cancel()
