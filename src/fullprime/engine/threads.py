"""How many threads are used by default."""

from __future__ import annotations

import os
from typing import Final

MOST_THREADS: Final = 16


def usual_threads() -> int:
    """All cores, up to a limit: more only wait for each other."""
    return min(MOST_THREADS, os.cpu_count() or 1)
