"""Matches that are only read: replays and files. A process of its own plays them again, so that no
table waits, and what it found is kept as long as nothing happens in the match.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import Request

from fullprime.formats import match_file
from fullprime.server.noted import notes_of
from fullprime.server.people import who_asks
from fullprime.server.problems import Problem
from fullprime.server.tables import NoSuchMatch, match_for
from fullprime.server.worker import Done, Refused, Show, Task
from fullprime.server.workers import PROGRAM, Worker, WorkerDied
from fullprime.shapes import decoded
from fullprime.store import Kept, Note

if TYPE_CHECKING:
    from fullprime.store.store import Store

KIND: Final = "reading"
MOST_KEPT: Final = 32 * 2**20
"""Bytes of answers that are kept for the next who asks."""
MOST_WAITING: Final = 50
IDLE: Final = 60.0
"""Seconds after which a process without work is ended."""
GIVES_WAY: Final = 3
"""Play comes first, but a page waits for this: on a busy machine that of reviews gets no time."""


class Wanted(msgspec.Struct, frozen=True):
    """What someone wants to read."""

    what: str
    """`game`, `exports` or `export`."""
    number: int = 0
    """Of the game, from 1."""
    format: str = ""


class _About(msgspec.Struct):
    wanted: Wanted
    kept: Kept
    notes: list[Note]


def work(about: bytes, _: Show) -> Any:
    """In the process: plays the match again."""
    from fullprime.server.exports import content_of, losses
    from fullprime.server.replay import replay_json

    found = decoded(about, _About)
    noted = {(note.game, note.action): note for note in found.notes}
    match found.wanted.what:
        case "game":
            return replay_json(found.kept, found.wanted.number, noted)
        case "exports":
            return losses(found.kept, noted)
        case _:
            return content_of(match_file.named(found.wanted.format), found.kept, noted)


class Reader:
    """The process, and what it has found."""

    def __init__(self, idle: float = IDLE) -> None:
        self._idle = idle
        self._worker = Worker((*PROGRAM, str(GIVES_WAY)))
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._rest: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def find(self, key: bytes, about: Callable[[], Awaitable[bytes]]) -> bytes:
        """The answer in JSON, as it is known by this key or as the process finds it now."""
        if key not in self._known:
            if self._waiting >= MOST_WAITING:
                raise Problem(503, "request.busy", n=MOST_WAITING)
            self._waiting += 1
            try:
                async with self._turn:  # whoever waited for the same finds it there
                    if key not in self._known:
                        self._keep(key, await self._do(await about()))
            finally:
                self._waiting -= 1
        self._known.move_to_end(key)
        return self._known[key]

    async def _do(self, about: bytes) -> bytes:
        if self._rest:
            self._rest.cancel()
        try:
            answer = await self._answer(about)
        except asyncio.CancelledError:
            await self._worker.end()  # its answer would be taken for the next one
            raise
        finally:
            self._rest = asyncio.get_running_loop().call_later(self._idle, self._end)
        if isinstance(answer, Done):
            return bytes(answer.what)
        if answer and (error := answer.error):  # a format, say, that cannot hold this match
            raise Problem(422, error["code"], **error["values"])
        raise Problem(500, "server.failed")

    async def _answer(self, about: bytes) -> Done | Refused | None:
        """None: processes die of it. One that dies may have been ended for another reason."""
        for _ in range(2):
            with suppress(WorkerDied):
                async with aclosing(self._worker.do(Task(KIND, msgspec.Raw(about)))) as answers:
                    async for answer in answers:
                        if isinstance(answer, Done | Refused):
                            return answer
        return None

    def _keep(self, key: bytes, found: bytes) -> None:
        self._known[key] = found
        self._size += len(found)
        while self._size > MOST_KEPT and len(self._known) > 1:
            _, old = self._known.popitem(last=False)
            self._size -= len(old)

    def _end(self) -> None:
        task = asyncio.create_task(self.close())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Ends the process, once it has answered."""
        async with self._turn:
            await self._worker.end()


async def read(request: Request, match_id: str, wanted: Wanted) -> msgspec.Raw:
    """What is wanted of a match that this visitor may see, with their notes, as JSON."""
    store: Store = request.app.state.store
    reader: Reader = request.app.state.reader
    who = await who_asks(request)
    heading = await store.heading(match_id)
    if heading is None or not heading.is_open_to(who):
        raise NoSuchMatch(match_id)
    notes = list((await notes_of(who, match_id, store)).values())

    async def about() -> bytes:
        kept = await match_for(who, match_id, store)
        return msgspec.json.encode(_About(wanted, kept, notes))

    key = msgspec.json.encode((wanted, heading, notes))
    return msgspec.Raw(await reader.find(key, about))
