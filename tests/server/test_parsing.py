"""Whatever is in a file, and whatever its reader does: the server goes on."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from fullprime.formats import match_file
from fullprime.match import Match
from fullprime.server import parsing
from fullprime.server.parsing import Parsed, Parsers
from fullprime.server.problems import Problem

MATCH = Match.start(players=("Ann", "Ben"), target=3).apply("31").apply("8/5 6/5")
MAT = match_file.dump(MATCH, "mat").data
CONFINED = """
import os, sys
from fullprime.server import upload_reader
upload_reader.READING = 0
upload_reader.confine()
"""
"""The reader of uploads before it reads, with less time."""


def read(data: bytes, program: str | None = None, patience: float = 60.0) -> Parsed:
    reader = parsing.READER if program is None else ("-P", "-B", "-c", program)
    return asyncio.run(Parsers(reader, patience).read(data, 1))


def refusal(data: bytes, program: str | None = None, patience: float = 60.0) -> str:
    with pytest.raises(Problem) as problem:
        read(data, program, patience)
    assert problem.value.status == 422
    return problem.value.fault.code


def test_a_match_is_read() -> None:
    found = read(MAT).found
    assert (found.format, found.players, found.games) == ("mat", ("Ann", "Ben"), 1)
    assert {seat.person for seat in found.brought.kept.seats if seat} == {1}


# What a reader may not do ------------------------------------------------------------------------


DEEDS = """
import socket; socket.socket()
import socket; socket.create_connection(("127.0.0.1", 9))
open("/etc/passwd")
open(os.path.dirname(os.__file__) + "/../../../etc/passwd")
open(there, "w")
open(there, "a")
os.open(there, os.O_RDONLY)
os.remove(there)
os.system("true")
os.fork()
os.posix_spawn("/bin/true", ["true"], {})
import subprocess; subprocess.run(["true"])
import ctypes; ctypes.CDLL(None)
import pickle; pickle.loads(b"cos\\nsystem\\n.")
"""
TRIES = """
there, deeds = sys.argv[1:]
for deed in deeds.strip().splitlines():
    try:
        exec(deed)
    except PermissionError as error:
        assert "may do nothing else" in str(error), error
    else:
        sys.exit(f"it could {deed}")
"""


def test_what_it_tries_is_refused(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("as it was")
    command = [sys.executable, "-P", "-c", CONFINED + TRIES, str(there), DEEDS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert there.read_text() == "as it was"


def test_nothing_is_written_even_where_python_does_not_ask(tmp_path: Path) -> None:
    """The limits of the system hold for files that were open before."""
    there = tmp_path / "there"
    program = f"file = open({str(there)!r}, 'wb', buffering=0)\n{CONFINED}\nfile.write(b'x')"
    assert refusal(b"", program) == "import.failed"
    assert there.read_bytes() == b""


def test_an_endless_loop_is_ended() -> None:
    assert refusal(b"", CONFINED + "while True: pass") == "import.slow"


def test_who_only_sleeps_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    assert refusal(b"", "import time; time.sleep(600)", patience=0.5) == "import.slow"
    assert "took more than" in caplog.text


def test_a_memory_hog_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    assert refusal(b"", CONFINED + "x = bytearray(2**29)") == "import.failed"
    assert "MemoryError" in caplog.text


@pytest.mark.parametrize(
    "program",
    [
        "import os; os.kill(os.getpid(), 11)",
        "",
        "print('no JSON')",
        'print(\'{"type":"changes","proposals":[]}\')',
    ],
)
def test_a_crash_is_a_problem_of_the_file(program: str) -> None:
    assert refusal(MAT, program) == "import.failed"


def test_a_crash_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    refusal(MAT, "raise ValueError('in the reader')")
    assert "ended with 1: ValueError: in the reader" in caplog.text


def test_answers_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "MOST_ANSWER", 1000)
    program = "import sys\nwhile True: sys.stdout.write('x' * 1000)"
    assert refusal(MAT, program, patience=1.0) == "import.slow"


def test_a_match_outlives_the_search_for_repairs() -> None:
    program = """
import os
from fullprime.formats.match_file import Format
from fullprime.server import upload_reader
Format.proposals = lambda self, data: os.kill(os.getpid(), 9)
upload_reader.main()
"""
    wrong = MAT.replace(b"8/5 6/5", b"8/5 6/4")
    parsed = read(wrong, program)
    assert parsed.proposals == []
    assert parsed.found.faults
    assert read(wrong).proposals


# Files -------------------------------------------------------------------------------------------


ZEROS = zlib.compress(bytes(64 * 2**20), 9)
BOMBS = {
    "xg": b"RGMH" + bytes(8228) + ZEROS,
    "nested": b"RGMH" + bytes(8228) + zlib.compress(ZEROS, 9),
    "many members": ZEROS * 3,
    "deep sgf": b"(;FF[4]GM[1]" * 100_000,
    "deep json": b'{"format":"fullprime match 3","games":' + b"[" * 2**20,
    "many games": b" 7 point match\n" + b" Game 1\n" * 100_000,
}
"""Small files that would be huge ones, or lead far down."""


@pytest.mark.parametrize("kind", BOMBS)
def test_bombs_do_no_harm(kind: str) -> None:
    assert refusal(BOMBS[kind]) in ("import.unreadable", "import.slow")


# Turns -------------------------------------------------------------------------------------------


def test_a_visitor_has_one_file_at_a_time() -> None:
    async def all_at_once() -> list[str]:
        parsers, refused = Parsers(), []
        async with parsers.turn(1), parsers.turn(2):
            for person in (1, 2, 3):
                try:
                    async with parsers.turn(person):
                        pass
                except Problem as problem:
                    refused.append(problem.fault.code)
        async with parsers.turn(1):
            return refused

    assert asyncio.run(all_at_once()) == ["import.yours", "import.yours"]


def test_the_server_has_so_many_files_at_a_time() -> None:
    async def too_many() -> None:
        parsers = Parsers()
        async with asyncio.TaskGroup() as group:
            done = asyncio.Event()

            async def wait(person: int) -> None:
                async with parsers.turn(person):
                    await done.wait()

            for person in range(parsing.MOST):
                group.create_task(wait(person))
            await asyncio.sleep(0)
            with pytest.raises(Problem) as problem:
                async with parsers.turn(-1):
                    pass
            assert (problem.value.status, problem.value.fault.code) == (503, "import.busy")
            done.set()

    asyncio.run(too_many())


def test_few_children_run_at_once(tmp_path: Path) -> None:
    program = f"""
import os, pathlib, time
folder = pathlib.Path({str(tmp_path)!r})
mine = folder / f"{{os.getpid()}}.child"
mine.touch()
time.sleep(0.2)
with (folder / "seen").open("a") as seen:
    seen.write(f"{{len(list(folder.glob('*.child')))}} ")
mine.unlink()
"""

    async def many() -> list[BaseException | Parsed]:
        parsers = Parsers(("-c", program))
        files = (parsers.read(b"", person) for person in range(5))
        return await asyncio.gather(*files, return_exceptions=True)

    assert all(isinstance(result, Problem) for result in asyncio.run(many()))
    counts = [int(word) for word in (tmp_path / "seen").read_text().split()]
    assert len(counts) == 5
    assert max(counts) <= parsing.AT_ONCE


def test_no_child_is_left_when_who_asked_has_gone() -> None:
    async def gone() -> int | None:
        parsers = Parsers(("-c", "import time; time.sleep(600)"))
        reading = asyncio.create_task(parsers.read(b"", 1))
        await asyncio.sleep(0.1)
        children = set(_children())
        reading.cancel()
        await asyncio.wait([reading])
        return len(children) - len(children & set(_children()))

    if not Path("/proc").exists():
        pytest.skip("only Linux lists the children of a process")
    assert asyncio.run(gone()) == 1


def _children() -> list[str]:
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return [pid for task in tasks for pid in task.read_text().split()]
