"""Somebody at a table."""

from __future__ import annotations

import asyncio


class Client:
    """Somebody at a table, by one connection; several may be the same person's."""

    def __init__(self, person: int | None, most: int = 200) -> None:
        self.person = person
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(most)

    def send(self, message: bytes) -> None:
        """Who does not read is sent away, so that nobody waits for him."""
        if self.outbox.full():
            self.close()
        else:
            self.outbox.put_nowait(message)

    def close(self) -> None:
        """The last that it hears."""
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)
