"""How many threads are used by default."""

from __future__ import annotations

import os
from typing import Final

MOST_THREADS: Final = 16
VARIABLE: Final = "FULLPRIME_THREADS"
"""Says how many, where several processes share the cores."""


def usual_threads() -> int:
    """All cores, up to a limit: more only wait for each other."""
    said = os.environ.get(VARIABLE, "")
    if said.isdecimal() and int(said):
        return min(MOST_THREADS, int(said))
    return min(MOST_THREADS, os.cpu_count() or 1)
