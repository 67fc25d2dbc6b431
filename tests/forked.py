"""Servers that start at once: forked from a process that has loaded the program already.

They are what `fullprime serve` is, and end as it does; only the second that Python takes to load
everything is spent once, and not for each of hundreds.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
from multiprocessing.context import ForkServerProcess
from typing import Any, Final

from server_client import PATIENCE, Server

LOADED: Final = (
    *("fullprime.cli", "fullprime.server.run", "fullprime.store.store", "asyncpg"),
    "sqlalchemy.dialects.postgresql.asyncpg",
)
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(list(LOADED))


class Forked(Server):
    """A server of a database, at a port that stays the same."""

    _child: ForkServerProcess | None = None

    def start(self) -> Forked:
        self.port = self.port or _free_port()
        options = ["--no-open", "--port", str(self.port), "--bot-pace", "0", "--no-deepening"]
        options += ["--dev"]  # to join and compress the files of the pages takes a second
        options += [*self._store, *self._options]
        self._child = _context.Process(target=_serve, args=(options, self._room), daemon=True)
        self._child.start()
        self._wait()
        return self

    def __enter__(self) -> Forked:
        return self.start()

    @property
    def is_running(self) -> bool:
        return self._child is not None and self._child.is_alive()

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self._child
        assert self._child.pid
        return self._child.pid

    def kill(self) -> None:
        if self._child:
            self._child.kill()
            self._child.join(PATIENCE)

    def stop(self) -> int:
        if self._child is None:
            return 0
        self._child.terminate()
        self._child.join(PATIENCE)
        return self._child.exitcode or 0


def _serve(options: list[str], room: dict[str, Any]) -> None:
    from fullprime.cli import main

    os.environ |= room
    sys.argv = ["fullprime", "serve", *options]
    main()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
