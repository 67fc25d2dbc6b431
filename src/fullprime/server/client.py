"""A client at a table."""

from __future__ import annotations

import asyncio


class Client:
    """One connection to a table; a person may have several."""

    def __init__(self, person: int | None, most: int = 200) -> None:
        self.person = person
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(most)

    def send(self, message: bytes) -> None:
        """A client that does not read is disconnected, so that the others need not wait for it."""
        if self.outbox.full():
            self.close()
        else:
            self.outbox.put_nowait(message)

    def close(self) -> None:
        """The last that it hears."""
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)
