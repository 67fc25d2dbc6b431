"""A client at a table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from fullprime.server.metrics import CLOSED


class Client:
    """One connection to a table; a person may have several."""

    def __init__(
        self,
        person: int | None,
        most: int = 256 * 1024,
        cut: Callable[[], None] = lambda: None,
    ) -> None:
        self.person = person
        self._cut = cut
        self.lag = 0.0
        """How long a ping to it took last, in seconds; measured by the server."""
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self.closed = False

    def send(self, message: bytes) -> None:
        """A client that does not read is disconnected, so that the others need not wait for it.

        One message always fits, however long it is.
        """
        if self.closed:
            return
        if self._waiting and self._bytes + len(message) > self._most:
            CLOSED.add("outbox")
            self._waiting.clear()
            self._bytes = 0
            self.close()
            self._cut()
            return
        self._waiting.append(message)
        self._bytes += len(message)
        self._news.set()

    @property
    def waits(self) -> int:
        """The bytes that it has not taken yet."""
        return self._bytes

    async def next(self) -> bytes | None:
        """What it hears next; None: the line is closed."""
        while not self._waiting and not self.closed:
            self._news.clear()
            await self._news.wait()
        if not self._waiting:
            return None
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message

    def close(self) -> None:
        """After what it has still to hear."""
        self.closed = True
        self._news.set()
