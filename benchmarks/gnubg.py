"""GNU Backgammon, the program: starting it and asking the Python inside it.

A question is a dictionary with an `op` that `gnubg_worker.py` knows. gnubg sleeps about a hundredth
of a second per question, so several processes may share a core.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final, TextIO
from weakref import finalize

from fullprime.position import BAR

Question = dict[str, Any]

ANSWERED: Final = b"[answered]"
SHOWN: Final = "[shown]"
_WORKER: Final = Path(__file__).with_name("gnubg_worker.py")


class Missing(Exception):
    """A peer is not installed, or is not the version that we know how to ask."""


def sides(mover: bytes, other: bytes) -> Question:
    """Both rows as the worker reads them."""
    return {"mover": list(mover[1 : BAR + 1]), "other": list(other[1 : BAR + 1])}


class Gnubg:
    """So many processes of it, started when they are first asked."""

    def __init__(self, processes: int) -> None:
        found = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
        if not found:
            raise Missing("gnubg is not installed; your system's package is called gnubg")
        self._program = found
        self.processes = processes
        told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        self.version = told.stdout.splitlines()[0].split()[2]
        self.name = f"GNU Backgammon {self.version}"

    def ask(self, questions: Sequence[Question]) -> list[Any]:
        """The answers, in order."""
        answers: list[Any] = [None] * len(questions)

        def answer(start: int, worker: _Worker) -> None:
            share = slice(start, None, self.processes)
            answers[share] = [worker.ask(question) for question in questions[share]]

        with ThreadPoolExecutor(self.processes) as pool:
            list(pool.map(answer, range(self.processes), self._workers))
        return answers

    @cached_property
    def _workers(self) -> list[_Worker]:
        return [_Worker(self._program) for _ in range(self.processes)]


class _Worker:
    """One process, with a pipe each way; it ends when the pipe is closed."""

    def __init__(self, program: str) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self._screen = _Screen()
        home = TemporaryDirectory()
        process = subprocess.Popen(
            [program, "-t", "-q", "-p", str(_WORKER)],
            stdin=subprocess.DEVNULL,
            stdout=self._screen.theirs,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs_in, theirs_out),
            env={  # an empty home, so that no one's settings matter
                **os.environ,
                "HOME": home.name,
                "FULLPRIME_PIPES": f"{theirs_in} {theirs_out}",
                "FULLPRIME_MARKS": f"{ANSWERED.decode()} {SHOWN}",
            },
        )
        for number in (theirs_in, theirs_out, self._screen.theirs):
            os.close(number)
        self._out: TextIO = os.fdopen(ours_out, "w")
        self._in: TextIO = os.fdopen(ours_in)
        finalize(self, _end, process, self._out, self._in, home)

    def ask(self, question: Question) -> Any:
        """One question, one answer."""
        print(json.dumps(question), file=self._out, flush=True)
        line = self._in.readline()
        if not line:
            raise RuntimeError(f"gnubg ended at the question {question}")
        shown = self._screen.until(ANSWERED)
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"gnubg: {answer['error']} at the question {question}")
        return shown if answer["answer"] == SHOWN else answer["answer"]


def _end(
    process: subprocess.Popen[bytes], out: TextIO, back: TextIO, home: TemporaryDirectory[str]
) -> None:
    out.close()  # which ends it
    back.close()
    process.wait()
    home.cleanup()


class _Screen:
    """What gnubg prints. It shows the results of a rollout on a terminal only, so it gets one."""

    def __init__(self) -> None:
        self._ours, self.theirs = os.openpty()
        self._parts: SimpleQueue[bytes] = SimpleQueue()
        self._rest = b""
        Thread(target=self._read, daemon=True).start()

    def until(self, mark: bytes) -> str:
        """What was printed before the mark; both are dropped."""
        while mark not in self._rest:
            part = self._parts.get()
            if not part:
                raise RuntimeError(f"gnubg ended, its last words: {self._rest[-500:]!r}")
            self._rest += part
        shown, _, self._rest = self._rest.partition(mark)
        return shown.decode(errors="replace")

    def _read(self) -> None:
        with suppress(OSError):  # the other end is closed
            while text := os.read(self._ours, 1 << 16):
                self._parts.put(text)
        self._parts.put(b"")
        os.close(self._ours)
