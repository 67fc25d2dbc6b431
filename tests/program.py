"""The command `fullprime`, run here or as a process of its own.

A process takes half a second to start, so tests that ask what the command says and how it ends run
it here; those about pipes, signals and streams, and one of each exit code, start a process.
"""

from __future__ import annotations

import io
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
MODULE = [sys.executable, "-m", "fullprime"]


def run(*arguments: str, stdin: str = "", home: Path | None = None) -> Done:
    """`python -m fullprime` in this process, with standard streams of its own."""
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    with pytest.MonkeyPatch.context() as changed:
        for name, stream in {"stdin": given, "stdout": out, "stderr": err}.items():
            changed.setattr(sys, name, stream)
        for name, value in settings(home).items():
            changed.setenv(name, value)
        changed.setattr(sys, "argv", [sys.argv[0], *arguments])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module("fullprime", run_name="__main__", alter_sys=True)
    code = ended.value.code
    assert isinstance(code, int)
    return checked(code, written(out), written(err))


def run_process(*arguments: str, stdin: str | bytes = "", home: Path | None = None) -> Done:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run(
        [*MODULE, *arguments], input=data, capture_output=True, timeout=120, env=environment(home)
    )
    out, err = (stream.decode(errors="replace") for stream in (done.stdout, done.stderr))
    assert "Traceback" not in out + err, err
    return checked(done.returncode, out, err)


def settings(home: Path | None) -> dict[str, str]:
    return {"NO_COLOR": "1"} | ({"FULLPRIME_HOME": str(home)} if home else {})


def environment(home: Path | None) -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **settings(home)}


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(errors="replace")


def checked(code: int, out: str, err: str) -> Done:
    assert len(err) < 3000, "an error is told in a few lines, whatever its size"
    return subprocess.CompletedProcess([], code, out, err)
