"""Several processes that serve one site at one address: started, started again, and ended.

Each is the same command with the socket that all of them listen at. What they do together they
settle among themselves, through the database; this process only keeps them running.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from asyncio.subprocess import Process
from typing import Final, NamedTuple

from fullprime.errors import FullprimeError

log = logging.getLogger(__name__)

VARIABLE: Final = "FULLPRIME_SOCKET"
"""In which a process that has been started here finds the socket."""
FAILURES: Final = 3
"""Processes in a row that end before they serve; then another one does not help either."""
PAUSE: Final = 0.2
"""Seconds before one is started again, doubled with each failure."""
PATIENCE: Final = 15.0
"""Seconds in which a process ends that was asked to."""


class _Child(NamedTuple):
    """A process, and a line to it: a byte comes when it serves, and it ends when the line does."""

    process: Process
    line: socket.socket
    served: asyncio.Task[bytes]

    async def end(self) -> None:
        """As it likes, or else at once."""
        for how in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(how)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.process.wait(), PATIENCE)
                return


class Supervisor:
    """Keeps so many processes running until it is told to end."""

    def __init__(self, workers: int, listening: socket.socket) -> None:
        self._workers = workers
        self._socket = listening
        self._running: dict[int, _Child] = {}
        self._ending = asyncio.Event()
        self._failures = 0
        self._one_restart = asyncio.Lock()
        self._restarts: set[asyncio.Task[None]] = set()

    def run(self) -> None:
        """Until a signal ends it; raises where the processes end by themselves at once."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._restart)
        self._socket.listen(socket.SOMAXCONN)
        slots = [asyncio.create_task(self._keep(slot)) for slot in range(self._workers)]
        await self._ending.wait()
        await asyncio.gather(*(child.end() for child in list(self._running.values())))
        await asyncio.gather(*slots)
        if self._failures >= FAILURES:
            raise FullprimeError("the processes of the server end as soon as they are started")

    async def _keep(self, slot: int) -> None:
        """One process after another."""
        while not self._ending.is_set():
            child = self._running[slot] = await self._start()
            if self._ending.is_set():
                await child.end()
            served = await child.served
            code = await child.process.wait()
            child.line.close()
            if self._ending.is_set() or code == 0:
                continue  # it was asked to end
            log.warning("process %s has ended with %s", child.process.pid, code)
            self._failures = 0 if served else self._failures + 1
            if self._failures >= FAILURES:
                self._ending.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), PAUSE * 2**self._failures)

    async def _start(self) -> _Child:
        handle, (mine, other) = self._socket.fileno(), socket.socketpair()
        mine.setblocking(False)
        with other:  # a group of its own: Ctrl-C in a terminal is for the supervisor
            started = await asyncio.create_subprocess_exec(
                *(sys.executable, *sys.orig_argv[1:]),
                stdin=other.fileno(),
                env={**os.environ, VARIABLE: str(handle)},
                pass_fds=[handle],
                process_group=0,
            )
        served = asyncio.get_running_loop().sock_recv(mine, 1)
        return _Child(started, mine, asyncio.create_task(served))

    def _restart(self) -> None:
        restarting = asyncio.create_task(self._restart_all())
        self._restarts.add(restarting)
        restarting.add_done_callback(self._restarts.discard)

    async def _restart_all(self) -> None:
        """One after the other: the next one when the one before it serves again. Who asks for it
        while it is being done gets another one afterwards, or there were moments without any."""
        async with self._one_restart:
            for slot, child in list(self._running.items()):
                await child.end()
                while self._running[slot] is child:
                    await asyncio.sleep(0.05)
                if not await self._running[slot].served:
                    log.warning("the restart was broken off")
                    return


# In each of the processes ------------------------------------------------------------------------


def inherited() -> socket.socket | None:
    """The socket at which all listen; the process ends when the supervisor is gone. None: this is
    no process of a supervisor."""
    handle = os.environ.pop(VARIABLE, None)
    if handle is None:
        return None
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    return socket.socket(fileno=int(handle))


def serves() -> None:
    """Tells the supervisor."""
    with contextlib.suppress(OSError):
        os.write(0, b".")


def _end_with_supervisor() -> None:
    with contextlib.suppress(OSError):
        os.read(0, 1)  # nothing is ever sent
    os.kill(os.getpid(), signal.SIGTERM)
