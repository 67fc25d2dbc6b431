"""What the server counts of itself, as Prometheus reads it.

>>> asked = Counter("example_total", "How often it was asked.", "kind")
>>> asked.add("a")
>>> asked.add("a")
>>> print(asked.text(), end="")
# HELP example_total How often it was asked.
# TYPE example_total counter
example_total{kind="a"} 2
"""

from __future__ import annotations

import bisect
import os
import time
from pathlib import Path
from typing import Final

from fullprime.server import descriptors


class Counter:
    """Only grows; by the values of its labels."""

    kind = "counter"

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name = name
        self._about = about
        self._labels = labels
        self._values: dict[tuple[str, ...], float] = {} if labels else {(): 0}

    def add(self, *values: str, by: float = 1) -> None:
        """One more."""
        self._values[values] = self._values.get(values, 0) + by

    def value(self, *values: str) -> float:
        """So many by now."""
        return self._values.get(values, 0)

    def text(self) -> str:
        """In the format of Prometheus."""
        lines = [_head(self.name, self._about, self.kind)]
        for values, value in sorted(self._values.items()):
            lines.append(_line(self.name, dict(zip(self._labels, values, strict=True)), value))
        return "".join(lines)


class Gauge(Counter):
    """Goes up and down."""

    kind = "gauge"

    def set(self, value: float, *values: str) -> None:
        """It is that now."""
        self._values[values] = value


class Histogram:
    """How long something took, in seconds."""

    BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self._about = about
        self._counts = [0] * (len(self.BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """It took so long this time."""
        self._counts[bisect.bisect_left(self.BOUNDS, seconds)] += 1
        self._sum += seconds

    def text(self) -> str:
        """In the format of Prometheus."""
        lines, total = [_head(self.name, self._about, "histogram")], 0
        for bound, count in zip((*self.BOUNDS, "+Inf"), self._counts, strict=True):
            total += count
            lines.append(_line(f"{self.name}_bucket", {"le": str(bound)}, total))
        lines.append(_line(f"{self.name}_sum", {}, self._sum))
        lines.append(_line(f"{self.name}_count", {}, total))
        return "".join(lines)


def _head(name: str, about: str, kind: str) -> str:
    return f"# HELP {name} {about}\n# TYPE {name} {kind}\n"


def _line(name: str, labels: dict[str, str], value: float) -> str:
    told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    shown = repr(round(value, 6)) if isinstance(value, float) else str(value)
    return f"{name}{f'{{{told}}}' if told else ''} {shown}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


ASKED: Final = Counter("fullprime_requests_total", "Requests answered.", "method", "status")
TOOK: Final = Histogram("fullprime_request_seconds", "Time to answer a request.")
REFUSED: Final = Counter(
    "fullprime_refused_total", "Requests and sockets refused before anything was done.", "why"
)
CLOSED: Final = Counter(
    "fullprime_cut_off_total", "Connections that the server has ended by itself.", "why"
)
CONNECTIONS: Final = Gauge("fullprime_connections", "Connections that are open.")
SOCKETS: Final = Gauge("fullprime_sockets", "Pages that follow a match.")
TABLES: Final = Gauge("fullprime_tables", "Matches in memory.")
ACTIONS: Final = Counter("fullprime_actions_total", "Rows added to the logs of matches.")
KEPT: Final = Histogram("fullprime_commit_seconds", "Time until an action was on the disk.")
FAILED: Final = Counter("fullprime_failed_writes_total", "Writes that the database has refused.")
LATE: Final = Histogram("fullprime_loop_late_seconds", "How late the event loop was, each second.")
_STARTED: Final = Gauge("process_start_time_seconds", "When the process began.")
_STARTED.set(time.time())
_MEMORY: Final = Gauge("process_resident_memory_bytes", "Memory in use.")
_OPEN: Final = Gauge("process_open_fds", "Descriptors in use.")
_MOST_OPEN: Final = Gauge("process_max_fds", "Descriptors that may be in use.")

ALL: Final = (
    *(ASKED, TOOK, REFUSED, CLOSED, CONNECTIONS, SOCKETS, TABLES, ACTIONS, KEPT, FAILED, LATE),
    *(_STARTED, _MEMORY, _OPEN, _MOST_OPEN),
)


def exposition() -> str:
    """All of them."""
    pages = Path("/proc/self/statm")
    if pages.exists():  # elsewhere these two are left at nothing
        _MEMORY.set(int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        _OPEN.set(len(os.listdir("/proc/self/fd")))  # noqa: PTH208 - names alone, and quickly
    _MOST_OPEN.set(descriptors.allowed())
    return "".join(metric.text() for metric in ALL)
