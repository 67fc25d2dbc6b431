"""A line between clients and a server that breaks at any byte, is slow, and falls into pieces."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from types import TracebackType
from typing import Final

from server_client import PATIENCE

PIECE: Final = 65536


class BadLine:
    """A port that leads to a server."""

    def __init__(
        self, port: int, seed: int, cut: int = 0, delay: float = 0.0, pieces: bool = False
    ) -> None:
        self.port = 0
        self._to = port
        self._chance = random.Random(seed)
        self._cut = cut
        """Every connection breaks after so many bytes at most; 0: never."""
        self._delay = delay
        """Seconds that some bytes take at most."""
        self._pieces = pieces
        """One byte at a time, as far as the system lets us."""
        self.cuts = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> BadLine:
        self._thread.start()
        begun = asyncio.run_coroutine_threadsafe(self._begin(), self._loop)
        begun.result(PATIENCE)
        return self

    async def _begin(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = [self._chance.randint(1, self._cut)] if self._cut else [0]
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        both = [
            asyncio.create_task(self._carry(*way, left))
            for way in ((reader, forth), (back, writer))
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            for end in (forth, writer):
                end.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(PIECE):
                if self._delay and self._chance.random() < 0.2:
                    await asyncio.sleep(self._chance.random() * self._delay)
                if self._cut and len(data) >= left[0]:
                    writer.write(data[: left[0]])
                    self.cuts += 1
                    return
                left[0] -= len(data)
                for at in range(0, len(data), 1 if self._pieces else PIECE):
                    writer.write(data[at : at + 1] if self._pieces else data)
                    if self._pieces:
                        await writer.drain()
