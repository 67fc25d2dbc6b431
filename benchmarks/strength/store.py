"""Answers that were expensive, kept in text files: nothing is computed twice.

A file holds one answer a line, `key <tab> value`, and grows at its end only; a run that was stopped
goes on where it was.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

SECONDS: Final = 20.0
"""How often progress is shown."""

Answer = Callable[[Sequence[str]], Sequence[str]]


class Store:
    """The answers in one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[str, str] = {}
        if file.exists():
            lines = file.read_text(encoding="ascii").splitlines(keepends=True)
            whole = [line for line in lines if line.endswith("\n")]
            if whole != lines:  # stopped in the middle of a line
                file.write_text("".join(whole), encoding="ascii")
            self.known = dict(line.rstrip("\n").split("\t") for line in whole)

    def complete(self, keys: Sequence[str], answer: Answer, batch: int = 50) -> None:
        """Asks for what is not known yet, some at a time, and keeps it."""
        missing = list(dict.fromkeys(key for key in keys if key not in self.known))
        progress = _Progress(self.file.stem, len(missing))
        self.file.parent.mkdir(parents=True, exist_ok=True)
        for part in (missing[at : at + batch] for at in range(0, len(missing), batch)):
            found = dict(zip(part, answer(part), strict=True))
            with self.file.open("a", encoding="ascii") as out:
                out.writelines(f"{key}\t{value}\n" for key, value in found.items())
            self.known |= found
            progress.advance(len(part))


class _Progress:
    """Shows now and then how far the work is."""

    def __init__(self, name: str, whole: int) -> None:
        self._name, self._whole, self._done = name, whole, 0
        self._begun = self._told = time.monotonic()

    def advance(self, count: int) -> None:
        self._done += count
        now = time.monotonic()
        if now - self._told > SECONDS or (self._done == self._whole and self._told > self._begun):
            self._told = now
            left = (now - self._begun) / self._done * (self._whole - self._done)
            text = f"{self._name}: {self._done} of {self._whole}, {left:.0f} s left"
            print(text, file=sys.stderr, flush=True)
