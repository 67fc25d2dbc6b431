"""The log of the server: as text or as JSON lines, and never a flood."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final, Literal

EVERY: Final = 1.0
"""Seconds between two lines of one kind at least; the next one says how many were left out."""
MOST_KINDS: Final = 1000


class Sparing(logging.Filter):
    """Lets one line of a kind pass in a second. Of a kind are those of one place in the code."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, int], float] = {}
        self._left_out: dict[tuple[str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Does it pass?"""
        kind, now = (record.pathname, record.lineno), time.monotonic()
        if now - self._last.get(kind, -EVERY) < EVERY:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        if len(self._last) >= MOST_KINDS:
            self._last.clear()
        self._last[kind] = now
        record.left_out = self._left_out.pop(kind, 0)
        return True


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = super().format(record)
        left_out = getattr(record, "left_out", 0)
        return f"{told} [and {left_out} more like it]" if left_out else told


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, str | int] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if left_out := getattr(record, "left_out", 0):
            told["left_out"] = left_out
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up_log(kind: Literal["text", "json"]) -> None:
    """Warnings and what is worse, to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _Json() if kind == "json" else _Text("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
