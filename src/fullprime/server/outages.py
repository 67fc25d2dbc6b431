"""When no server was running: time that no clock counts.

PostgreSQL knows when the last server was alive. Beside a file, a server marks every second that it
is alive, in the time of a file beside the data; the file has a line for every gap. So a server that
was killed knows up to a second when that was.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

EVERY: Final = 1.0
"""Seconds between two marks."""
LEAST: Final = 3.0
"""Shorter gaps are no outage: a busy machine marks late."""
KEPT: Final = 90 * 86400.0
"""Seconds after which a gap is forgotten: no clock runs so long."""


class Outages:
    """The gaps, oldest first, by the clock on the wall."""

    def __init__(
        self, gaps: Sequence[tuple[float, float]], now: Callable[[], float] = time.time
    ) -> None:
        began = now()
        self.gaps = [gap for gap in gaps if began - gap[1] < KEPT]
        self._now = now

    def running_since(self, moment: float) -> float:
        """Seconds from that moment to now in which a server was running."""
        now = self._now()
        missed = sum(max(0.0, end - max(start, moment)) for start, end in self.gaps)
        return max(0.0, now - moment - missed)


class Marks(Outages):
    """Those of a file."""

    def __init__(
        self, path: Path, now: Callable[[], float] = time.time, *, unmarked: bool = False
    ) -> None:
        """`unmarked`: servers that left no marks have run here; nobody knows when they did not, so
        all that was before counts for no clock."""
        gaps, began = _read(path), now()
        if path.exists():
            last = path.stat().st_mtime
            if began - last > LEAST:
                gaps.append((last, began))
        elif unmarked:
            gaps.append((0.0, began))
        super().__init__(gaps, now)
        self._path = path
        path.touch(mode=0o600)
        path.write_text("".join(f"{start} {end}\n" for start, end in self.gaps))
        self.mark()

    def mark(self) -> None:
        """The server is alive."""
        now = self._now()
        os.utime(self._path, (now, now))

    async def keep_marking(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            self.mark()


def _read(path: Path) -> list[tuple[float, float]]:
    if not path.exists():
        return []
    gaps = []
    for line in path.read_text().splitlines():
        start, _, end = line.partition(" ")
        try:
            gaps.append((float(start), float(end)))
        except ValueError:  # a line that was cut off: the gap is counted, as it was before it
            continue
    return gaps
