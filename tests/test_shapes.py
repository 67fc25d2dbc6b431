"""Values are read by many threads at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

THREADS = """
import sys, threading
import msgspec
from fullprime.shapes import converted, decoded

sys.setswitchinterval(1e-6)
for round in range({rounds}):
    fields = [(f"field_{{n}}", int | None, None) for n in range(60)]
    inner = msgspec.defstruct("Inner", fields)
    shape = msgspec.defstruct("Shape", [("inner", inner), ("more", list[inner], [])])
    ready = threading.Barrier(4)
    read = []

    def run(number):
        ready.wait()
        told = '{{"inner": {{"field_7": 5}}}}'
        plain = {{"inner": {{"field_7": 5}}}}
        found = decoded(told, shape) if number % 2 else converted(plain, shape)
        read.append(found.inner.field_7)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert read == [5] * 4
print("read")
"""


@pytest.mark.parametrize("rounds", [300])
def test_threads_may_read_a_new_type_at_once(rounds: int) -> None:
    """With the library alone this process ends by a signal."""
    code = THREADS.format(rounds=rounds)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "read\n", "")
