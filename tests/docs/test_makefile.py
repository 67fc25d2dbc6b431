"""`make help` lists every target."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):(?!=)", MAKEFILE, re.MULTILINE))


def test_help_lists_every_target() -> None:
    make = shutil.which("make")
    if not make:
        pytest.skip("there is no make")
    done = subprocess.run([make, "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split(maxsplit=1) for line in done.stdout.splitlines()]
    assert {line[0] for line in lines} == TARGETS
    assert all(len(line) == 2 for line in lines), "each with what it does"


def test_targets_are_no_files() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*?[^\\])$", MAKEFILE, re.MULTILINE | re.DOTALL)
    assert set(phony.replace("\\", "").split()) == TARGETS
