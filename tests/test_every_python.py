"""Same question, same bits: on every Python that is installed and on every kind of processor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import figures
from fullprime import _kernel
from other_pythons import PACKAGES, interpreters

SITE = sysconfig.get_path("platlib")
OTHERS = interpreters()


def expected() -> list[float]:
    found: list[float] = json.loads(figures.FILE.read_text(encoding="utf-8"))
    return found


def printed_by(python: str | Path, *arguments: str, **environment: str) -> list[float]:
    done = subprocess.run(
        [python, figures.__file__, *arguments], capture_output=True, text=True, timeout=120,
        env=os.environ | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[float] = json.loads(done.stdout)
    return found


def test_eighteen_figures() -> None:
    assert len(figures.QUESTIONS) == 18
    assert {question[0] for question in figures.QUESTIONS} == {"eval", "hint", "cube"}


@pytest.mark.parametrize("path", _kernel.net_paths())
def test_every_kind_of_processor(path: str) -> None:
    assert printed_by(sys.executable, FULLPRIME_SIMD=path) == expected()


@pytest.mark.parametrize("version", OTHERS or ["other"])
def test_every_other_python(version: str) -> None:
    if version not in OTHERS:
        pytest.skip("no other Python from 3.11 on is installed")
    packages = PACKAGES / version
    if not packages.is_dir():
        pytest.skip(f"Python {version} lacks msgspec and others; `make` sets up {packages}")
    assert printed_by(OTHERS[version], SITE, PYTHONPATH=str(packages)) == expected()
