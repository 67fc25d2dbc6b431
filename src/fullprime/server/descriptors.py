"""How many files and sockets the process may have open."""

from __future__ import annotations

import sys
from typing import Final

from fullprime.server.gate import AT_ONCE

KEPT_FREE: Final = 64
"""For the data, for workers and for files of the pages; connections never take these."""
ENOUGH: Final = 65536


def for_connections(limit: int) -> int:
    """How many may be open."""
    return max(16, limit - KEPT_FREE - AT_ONCE)


if sys.platform == "win32":  # pragma: no cover - another system

    def allowed() -> int:
        """It counts otherwise; this is never reached."""
        return ENOUGH

    def raise_limit() -> int:
        """There is none to raise."""
        return ENOUGH
else:
    import resource

    def allowed() -> int:
        """So many by now."""
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]

    def raise_limit() -> int:
        """As far as the system lets us without asking; how far that is."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return ENOUGH if soft == resource.RLIM_INFINITY else soft
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
