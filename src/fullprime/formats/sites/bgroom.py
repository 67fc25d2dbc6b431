"""BGRoom: `.bgf` files that are text."""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.sites.scribe import Scribe, digits, own_points
from fullprime.formats.transcript import Kind, Transcript, head_of, text_of

_MARK: Final = "BGF version"
_GAME: Final = re.compile(
    r"\s*Game (\d{1,9}) - (\S.*?) \(([XO0])\) vs\.? (\S.*?)(?: \(([XO0])\))?\s*$"
)
_LENGTH: Final = re.compile(r"(\d{1,9})[ -]*points?", re.IGNORECASE)
_TURN: Final = re.compile(r"\s*(\d{1,9})\.\s*([XO0])\s*:\s*(.*?)\s*$")
_ROLL: Final = re.compile(r"\(\s*([1-6])\s*[ ,-]\s*([1-6])\s*\)\s*(.*)$")
_WORDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("double", "double"), ("redouble", "double"), ("beaver", "beaver"), ("raccoon", "raccoon"),
    ("resign", "resign"), ("win", "win"),
)  # fmt: skip
_YES: Final = ("take", "accept")
_NO: Final = ("pass", "drop", "reject", "decline")


def looks_like(data: bytes) -> bool:
    """It says so itself."""
    return head_of(data).startswith(_MARK)


def read(data: bytes) -> Transcript:
    """The games; the player who is named first is seat 0."""
    reader = _Reader()
    for number, line in enumerate(text_of(data).split("\n"), 1):
        reader.line(number, line)
    return reader.scribe.match


class _Reader:
    def __init__(self) -> None:
        self.scribe = Scribe("bgroom")
        self._first = "X"
        """The letter of seat 0."""

    def line(self, number: int, line: str) -> None:
        scribe = self.scribe
        if not line.strip() or line.startswith(_MARK):
            return
        if found := _GAME.match(line):
            self._begin(found, number)
        elif found := _TURN.match(line):
            first = (found[2] == "X") == (self._first == "X")
            self._turn(0 if first else 1, found[3], number)
        elif scribe.last is None:
            if found := _LENGTH.search(line):
                scribe.set_length(int(found[1]))
        else:
            scribe.comment(line.strip())

    def _begin(self, found: re.Match[str], number: int) -> None:
        match = self.scribe.match
        letter = found[3]
        if not match.games:
            match.players = (found[2], found[4])
        elif found[2] == match.players[1]:
            letter = "0" if letter == "X" else "X"  # they have changed places
        self._first = letter
        self.scribe.begin(number)

    def _turn(self, seat: Seat, text: str, number: int) -> None:
        scribe, word = self.scribe, text.lower()
        kind = next((kind for start, kind in _WORDS if word.startswith(start)), None)
        if found := _ROLL.match(text):
            dice = int(found[1]), int(found[2])
            scribe.roll(seat, dice, number, own_points(found[3]) if found[3] else "")
        elif kind:
            scribe.add(kind, seat, number, digits(word) if kind != "resign" else 0)
        elif word.startswith((*_YES, *_NO)):
            scribe.answer(seat, word.startswith(_YES), number)
        else:
            scribe.fault(number, f"not understood: {shorten(text, 60)}")
