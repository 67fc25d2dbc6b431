"""Uploaded files are read by a child process with limits: nothing in them can harm the server.

One process reads one file. What it may use is in `upload_reader`; here its time is limited, and
the size of what it answers. A crash or a file that takes too long is a problem of that file alone.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import msgspec

from fullprime.errors import shorten
from fullprime.server.problems import Problem
from fullprime.server.upload_reader import Answer, Change, Changes, FoundMatch, Unreadable
from fullprime.shapes import decoder_of

READER: Final = ("-P", "-B", "-m", "fullprime.server.upload_reader")
AT_ONCE: Final = 2
"""Children; the other files wait for their turn."""
MOST: Final = 20
"""Files of all visitors, being read or waiting."""
PATIENCE: Final = 30.0
"""Seconds that a child may take by the clock, however busy the machine is."""
MOST_ANSWER: Final = 32 * 2**20
MOST_COMPLAINT: Final = 16 * 2**10
"""Of what the child writes when it fails."""

XCPU: Final = getattr(signal, "SIGXCPU", 0)
"""What ends a process whose processor time is over; Windows has no such thing."""

log = logging.getLogger(__name__)
_line: Final = decoder_of(Answer)


class Parsed(NamedTuple):
    """What was in a file."""

    found: FoundMatch
    proposals: list[Change]


class Parsers:
    """Reads the files of all visitors; used by the event loop alone."""

    def __init__(self, reader: Sequence[str] = READER, patience: float = PATIENCE) -> None:
        self._reader = reader
        self._patience = patience
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._people: set[int] = set()

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        """Every visitor has one file at a time, from its first byte to its match."""
        if person in self._people:
            raise Problem(429, "import.yours")
        if len(self._people) >= MOST:
            raise Problem(503, "import.busy", n=MOST)
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)

    async def read(self, data: bytes, person: int, repair: str = "") -> Parsed:
        """The match in the file, with the proposals of these numbers made if that is wanted."""
        arguments = (str(person), repair)
        async with self._at_once:
            child = await asyncio.create_subprocess_exec(
                sys.executable, *self._reader, *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
            try:
                async with asyncio.timeout(self._patience):
                    return _answer(child, *await _talk(child, data))
            except TimeoutError as error:
                log.warning("a file of %d bytes took more than %g s", len(data), self._patience)
                raise Problem(422, "import.slow") from error
            finally:
                await _end(child)


async def _talk(child: Process, data: bytes) -> tuple[bytes, bytes]:
    """All that it says, up to the limits, and how it complains."""
    assert child.stdin and child.stdout and child.stderr  # noqa: S101 - they are pipes
    _, said, complaint = await asyncio.gather(
        _give(child.stdin, data),
        _upto(child.stdout, MOST_ANSWER),
        _upto(child.stderr, MOST_COMPLAINT),
    )
    await child.wait()
    return said, complaint


async def _give(stdin: asyncio.StreamWriter, data: bytes) -> None:
    try:
        stdin.write(data)
        await stdin.drain()
    except ConnectionError:
        return  # it has ended before it has read all
    finally:
        stdin.close()


async def _upto(stream: asyncio.StreamReader, most: int) -> bytes:
    """Who says more is not listened to, and ends when its time is over."""
    said = bytearray()
    while len(said) < most and (part := await stream.read(most - len(said))):
        said += part
    return bytes(said)


async def _end(child: Process) -> None:
    if child.returncode is None:
        child.kill()
    await child.communicate()  # what it has said last must be read before it can be forgotten


def _answer(child: Process, said: bytes, complaint: bytes) -> Parsed:
    """The first line is the match; the proposals are missing if their time was over."""
    if child.returncode:
        log.warning("reading a file ended with %s: %s", child.returncode, _last_line(complaint))
    try:
        match [_line.decode(line) for line in said.splitlines()]:
            case [Unreadable(error), *_] | [_, Unreadable(error)]:
                raise Problem(422, "import.unreadable", error=error)
            case [FoundMatch() as found]:
                return Parsed(found, [])
            case [FoundMatch() as found, Changes(proposals)]:
                return Parsed(found, proposals)
    except msgspec.DecodeError as error:
        log.warning("what the reader of a file said cannot be read: %s", error)
    raise Problem(422, "import.slow" if child.returncode == -XCPU else "import.failed")


def _last_line(complaint: bytes) -> str:
    lines = complaint.decode(errors="replace").split("\n")
    return shorten(next((line for line in reversed(lines) if line.strip()), ""), 300)
