"""What the server does when its database fails: it says so, and rather stops than lies.

A disk that is full, or a database that is away, may be there again soon: what was asked is refused
until then. After any other failure nobody knows what is on the disk; a sync that failed once may
seem to work when it is repeated, although something is lost. So the process stops, and the next one
begins with what the disk really holds.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from fullprime.errors import Fault, FullprimeError
from fullprime.server.metrics import FAILED

log = logging.getLogger(__name__)

FULL: Final = frozenset({sqlite3.SQLITE_FULL})
BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
REFUSED: Final = frozenset({sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH})
"""The row was wrong, not the disk."""
FRESH: Final = 1.0
"""Seconds for which the answer to `ready` holds: monitors may ask as often as they like."""
PATIENCE: Final = 5.0
"""Seconds after which a write that is not done counts as failed."""


class Leave(NamedTuple):
    """Why players are sent away, and when to come back."""

    why: Fault
    retry: float
    """Seconds."""


DISK: Final = Leave(Fault("server.disk"), 10.0)
RESTART: Final = Leave(Fault("server.restarting"), 1.0)
MOVED: Final = Leave(Fault("server.restarting"), 0.0)
"""Another process goes on with the match."""


class Stopping(Exception):
    """It may be written, but after a failure that proves nothing: it is not acknowledged."""


class Watch:
    """Over the writes of the process."""

    def __init__(
        self, write: Callable[[], Awaitable[None]], give_up: Callable[[Exception], None]
    ) -> None:
        self._write = write
        self._give_up = give_up
        self._tried = -FRESH
        self._fault: Fault | None = None
        self._trying = asyncio.Lock()
        self.stopped = False
        """The process is about to end."""

    def failed(self, error: BaseException) -> Leave:
        """A write has not been done: what to tell, and whether to stop."""
        if isinstance(error, Stopping):
            return DISK
        FAILED.add()
        log.error("a write has failed: %s", _said(error))
        code = _code(error)
        if code in FULL:
            return Leave(Fault("server.full"), 10.0)
        if code is None or code in BUSY or code in REFUSED:
            return Leave(Fault("server.database"), 5.0)
        if not self.stopped:
            self.stopped = True
            self._give_up(
                FullprimeError(
                    f"the data could not be written ({_said(error)}): stopped, so that nothing is "
                    "shown that is not on the disk; everything acknowledged is there"
                )
            )
        return DISK

    def check(self) -> None:
        """After a write that seems to be done."""
        if self.stopped:
            raise Stopping

    async def ready(self) -> Fault | None:
        """What is wrong, after trying to write; None: nothing."""
        async with self._trying:
            if time.monotonic() - self._tried >= FRESH:
                self._fault = await self._try()
                self._tried = time.monotonic()
        return self._fault

    async def _try(self) -> Fault | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._write()
        except TimeoutError:
            return Fault("server.slow", n=PATIENCE)
        except Exception as error:
            return self.failed(error).why
        return None


def is_of_database(error: BaseException) -> bool:
    """Does it come from there?"""
    made_by = type(error).__module__.partition(".")[0]
    return _code(error) is not None or made_by in ("sqlalchemy", "asyncpg")


def _code(error: BaseException) -> int | None:
    """The kind of failure, as SQLite names it."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _said(error: BaseException) -> str:
    """The database's own words, without the statement and its values."""
    return str(getattr(error, "orig", error))
