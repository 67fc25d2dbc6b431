"""JavaFIBS: `.match` files of a client for FIBS."""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.sites.scribe import Scribe, digits, own_points
from fullprime.formats.transcript import NO_PLAY, Transcript, head_of, text_of

_MARK: Final = "JavaFIBS internal match representation"
_LINE: Final = re.compile(r"(\d{1,2}):([^:]*):?(.*?)\s*$")
_DICE: Final = re.compile(r"\s*([1-6])\s+([1-6])\s*$")
_SCORE: Final = re.compile(r"(.*)-(\d{1,9}):(.*)-(\d{1,9})\s*$")
_ENDLESS: Final = 9999
ME: Final = "You"


def looks_like(data: bytes) -> bool:
    """It says so itself."""
    return head_of(data).startswith(_MARK)


def read(data: bytes) -> Transcript:
    """The match; whoever ran the program is seat 0."""
    reader = _Reader()
    for number, line in enumerate(text_of(data).split("\n"), 1):
        reader.line(number, line)
    return reader.scribe.match


class _Reader:
    def __init__(self) -> None:
        self.scribe = Scribe("javafibs")
        self.scribe.match.players = (ME, "Opponent")
        self._score: tuple[int, int] | None = None

    def line(self, number: int, line: str) -> None:
        if line.startswith(_MARK) or not line.strip():
            return
        if found := _LINE.match(line):
            self._record(int(found[1]), found[2].strip(), found[3].strip(), number)
        else:
            self.scribe.fault(number, f"not understood: {shorten(line, 60)}")

    def _record(self, code: int, who: str, text: str, number: int) -> None:
        scribe = self.scribe
        seat: Seat = 0 if who in (ME, scribe.match.players[0]) else 1
        match code:
            case 8:
                self._opponent(who)
                length = digits(text)
                scribe.set_length(0 if length == _ENDLESS else length)
            case 13:
                self._opponent(who)
                scribe.begin(number, self._score)
            case 0 | 11 if found := _DICE.match(text):
                scribe.roll(seat, (int(found[1]), int(found[2])), number)
            case 1:
                scribe.play(seat, own_points(text), number)
            case 15:
                scribe.play(seat, NO_PLAY, number)
            case 2:
                scribe.add("double", seat, number)
            case 4 | 5:
                scribe.answer(seat, code == 4, number)
            case 3:  # the value is in points, and the result that follows says the same
                scribe.add("resign", seat, number)
            case 12:
                scribe.add("decline", seat, number)
            case 7:
                scribe.add("win", seat, number, digits(text))
            case 9:
                self._match_won(seat, number)
            case 14:
                self._scores(f"{who}:{text}")
            case 6 | 10 | 16 | 17 | 18 | 19:
                pass
            case _:
                scribe.fault(number, f"not understood: {code}:{shorten(f'{who}:{text}', 60)}")

    def _opponent(self, name: str) -> None:
        if name and name != ME:
            self.scribe.match.players = (self.scribe.match.players[0], name)

    def _match_won(self, seat: Seat, number: int) -> None:
        """The last game may have no line of its own about its end."""
        last = self.scribe.last
        if last and last.kind != "win":
            self.scribe.add("win", seat, number)

    def _scores(self, text: str) -> None:
        """`Ann-1:Ben-0`, the winner of the game first; only here our own name stands."""
        found = _SCORE.match(text)
        if not found:
            return
        opponent = self.scribe.match.players[1]
        first, second = int(found[2]), int(found[4])
        mine, theirs = (second, first) if found[1] == opponent else (first, second)
        self.scribe.match.players = (found[3] if found[1] == opponent else found[1], opponent)
        self._score = (mine, theirs)
