"""A process that does long work: started when there is some, ended when it rests too long."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Sequence
from typing import Final

import msgspec

from fullprime.server.worker import Answer, Shown, Task
from fullprime.shapes import decoder_of

PROGRAM: Final = ("-P", "-B", "-m", "fullprime.server.worker")
LONGEST_LINE: Final = 64 * 2**20
"""The report of a match of many thousand actions."""

_answer: Final = decoder_of(Answer)


class WorkerDied(Exception):
    """The process has ended before the work was done."""


class Worker:
    """One process at most; another one takes its place when it has ended."""

    def __init__(self, program: Sequence[str] = PROGRAM) -> None:
        self._program = program
        self._child: Process | None = None

    @property
    def pid(self) -> int | None:
        """Of the process; None: there is none."""
        return self._child.pid if self._child else None

    async def do(self, task: Task) -> AsyncGenerator[Answer, None]:
        """What it shows, and at last what it has."""
        child = self._child
        if child is None or child.returncode is not None:
            child = await self._start()
        assert child.stdin and child.stdout  # noqa: S101 - they are pipes
        try:
            child.stdin.write(msgspec.json.encode(task) + b"\n")
            await child.stdin.drain()
            while line := await child.stdout.readline():
                answer = _answer.decode(line)
                yield answer
                if not isinstance(answer, Shown):
                    return
        except (ConnectionError, ValueError) as error:
            await self.end()
            raise WorkerDied from error
        await self.end()
        raise WorkerDied

    async def _start(self) -> Process:
        self._child = await asyncio.create_subprocess_exec(
            sys.executable, *self._program, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        return self._child

    def kill(self) -> None:
        """Whatever it does is not wanted any more."""
        if self._child:
            with contextlib.suppress(ProcessLookupError):
                self._child.kill()

    async def end(self) -> None:
        """Waits until it has ended."""
        child, self._child = self._child, None
        if child:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.communicate()
