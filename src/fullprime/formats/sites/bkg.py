"""BKG: sessions of Hans Berliner's program. They hold no match, only games."""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import Seat
from fullprime.formats.sites.scribe import Scribe, own_points
from fullprime.formats.transcript import MULTIPLES, Transcript, head_of, text_of

_ROLL: Final = re.compile(r"(Black|White)\s+([1-6])\s+([1-6])\s*:\s*(.*?)\s*$", re.IGNORECASE)
_DOUBLE: Final = re.compile(r"(Black|White)\s+doubles\b(.*)$", re.IGNORECASE)
_WINS: Final = re.compile(r"(Black|White)\s+wins\b(.*)$", re.IGNORECASE)
_FIRST: Final = re.compile(rf"(?m)^{_ROLL.pattern}", re.IGNORECASE)


def looks_like(data: bytes) -> bool:
    """Rolls of Black or White, with a colon."""
    return bool(_FIRST.search(head_of(data)))


def read(data: bytes) -> Transcript:
    """A session; Black, whose points the file counts by, is seat 0."""
    reader = _Reader()
    for number, line in enumerate(text_of(data).split("\n"), 1):
        reader.line(number, line)
    return reader.scribe.match


class _Reader:
    def __init__(self) -> None:
        self.scribe = Scribe("bkg")
        self.scribe.match.players = ("Black", "White")
        self._cube = 1
        self._over = True
        """The next roll begins a game."""

    def line(self, number: int, line: str) -> None:
        if found := _ROLL.match(line):
            self._begin(number)
            play = own_points(found[4]) if found[4] else ""
            self.scribe.roll(_seat(found[1]), (int(found[2]), int(found[3])), number, play)
        elif found := _DOUBLE.match(line):
            self._begin(number)
            self._double(_seat(found[1]), "accept" in found[2].lower(), number)
        elif found := _WINS.match(line):
            self._win(_seat(found[1]), found[2].lower(), number)
        elif line.strip():
            self.scribe.comment(line.strip())

    def _begin(self, number: int) -> None:
        if self._over:
            self.scribe.begin(number)
            self._cube, self._over = 1, False

    def _double(self, seat: Seat, accepted: bool, number: int) -> None:
        self.scribe.add("double", seat, number)
        self.scribe.answer(1 if seat == 0 else 0, accepted, number)
        self._cube *= 2 if accepted else 1

    def _win(self, seat: Seat, text: str, number: int) -> None:
        multiple = max((n for word, n in MULTIPLES.items() if word in text), default=1)
        last = self.scribe.last
        # Of a drop the line says no more than who has won.
        value = 0 if last and last.kind == "drop" else min(multiple * self._cube, 2**20)
        self.scribe.add("win", seat, number, value)
        self._over = True


def _seat(color: str) -> Seat:
    return 0 if color.lower() == "black" else 1
