"""Where memory runs out, the kernel says so and nothing else happens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def run_out(folder: Path, most: int) -> dict[str, tuple[int, int]]:
    """By task: its allocations, and how many of the first ones were refused in turn."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None or os.uname().sysname != "Linux":
        pytest.skip("scarce memory is NOT tested: that needs Linux and a C++ compiler")
    shim = folder / "scarce.so"
    options = ["-std=c++20", "-O1", "-fPIC", "-shared", "-o", str(shim), str(TESTS / "scarce.cpp")]
    subprocess.run([compiler, *options], check=True)
    around = {"LD_PRELOAD": str(shim), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, str(TESTS / "scarce.py"), str(most)],
        env=os.environ | around,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    print(done.stdout)
    rows = re.findall(r"^(.*): (\d+) allocations, (\d+) refusals$", done.stdout, re.M)
    return {name: (int(needed), int(refused)) for name, needed, refused in rows}


def test_an_allocation_that_fails_is_a_memory_error(tmp_path: Path) -> None:
    found = run_out(tmp_path, 15)
    assert len(found) == 11
    for name, (needed, refused) in found.items():
        assert needed > 0, name
        assert refused > 0, f"{name}: something has been refused"


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_any_of_the_first_five_thousand_allocations_may_fail(tmp_path: Path) -> None:
    run_out(tmp_path, 5000)
