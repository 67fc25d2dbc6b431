"""GamesGrid and GridGammon: `.sgg`.

As in GNU Backgammon, the second name is that of seat 0.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.file_games import file_games
from fullprime.formats.sites.scribe import Scribe, digits
from fullprime.formats.transcript import NO_PLAY, Kind, Transcript, head_of, text_of

_NAMES: Final = re.compile(r"\s*(\S.*?) vs\. (.*\S)\s*$")
_GAME: Final = re.compile(r"\s*Game (\d{1,9})\.\s*(\d{1,9})(\*?)-(\d{1,9})(\*?)(?:/(\d{1,9}))?\s*$")
_ROW: Final = re.compile(r"( {0,4}\d{1,5} {2,99})(\S.*?)\s*$")
"""Its tabs have become blanks, as they do on the way through letters and pages."""
_COLUMNS: Final = 3
"""The second player's rows begin at least so many characters further right."""
_ROLL: Final = re.compile(r"([1-6])([1-6]):\s*(.*)$")
_WINS: Final = re.compile(r"\s*(\S.*?)\s+wins (\d{1,9}) points?\b", re.IGNORECASE)
_KEY: Final = re.compile(r"([A-Z][A-Za-z ]+):\s*(.*?)\s*$")
_OFFERS: Final[dict[str, Kind]] = {"double": "double", "beaver": "beaver", "raccoon": "raccoon"}


def looks_like(data: bytes) -> bool:
    """Two names, and a game with its score."""
    lines = head_of(data).strip().split("\n")
    return bool(_NAMES.match(lines[0])) and any(_GAME.match(line) for line in lines)


def read(data: bytes) -> Transcript:
    """A match, or a money session."""
    lines = text_of(data).expandtabs(8).split("\n")
    reader = _Reader(min((len(row[1]) for row in map(_ROW.match, lines) if row), default=0))
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    return reader.scribe.match


class _Reader:
    def __init__(self, first: int) -> None:
        self.scribe = Scribe("sgg")
        self._second = first + _COLUMNS
        """The column from which on a row is the second player's."""
        self._named = False
        self._before = ""
        """The row before, since rows may stand there twice."""

    def line(self, number: int, line: str) -> None:
        if not line.strip():
            return
        if found := _ROW.match(line):
            if line != self._before:
                self._row(0 if len(found[1]) >= self._second else 1, found[2], number)
            self._before = line
        elif not self._named and (found := _NAMES.match(line)):
            self.scribe.match.players, self._named = (found[2], found[1]), True
        elif found := _GAME.match(line):
            self._game(found, number)
        elif found := _WINS.match(line):
            winner: Seat = 1 if found[1] == self.scribe.match.players[1] else 0
            self.scribe.add("win", winner, number, int(found[2]))
        elif not self.scribe.match.games:
            self._header(line)
        else:
            self.scribe.comment(line.strip())

    def _header(self, line: str) -> None:
        match = self.scribe.match
        key, value = (found[1], found[2]) if (found := _KEY.match(line)) else ("", "")
        yes = value.lower() == "yes"
        match key:
            case "Jacoby":
                match.jacoby = yes
            case "Automatic Doubles":
                match.murphy = yes
            case "Crawford":
                match.crawford = yes
            case "Beavers" | "Raccoons" if yes:
                match.beavers = max(match.beavers or 0, 2 if key == "Raccoons" else 1)
            case "Doubling Cube":
                match.cube = yes
            case "Match Length":
                self.scribe.set_length(digits(value))
            case "Variant":
                match.variant = file_games("gamesgrid").get(value.lower())
            case "ELO":
                names = ("rating_1", "experience_1", "rating_0", "experience_0")
                match.about |= dict(zip(names, value.split(), strict=False))
            case "" if day := _date(line):
                match.about["date"] = day
            case "" if line.strip() in ("GamesGrid", "GridGammon"):
                match.about["site"] = line.strip()

    def _game(self, found: re.Match[str], number: int) -> None:
        if found[6] and not self.scribe.match.games:
            self.scribe.set_length(int(found[6]))
        game = self.scribe.begin(number, (int(found[4]), int(found[2])))
        if found[3] or found[5]:
            game.crawford = True
        self._before = ""

    def _row(self, seat: Seat, text: str, number: int) -> None:
        scribe, word = self.scribe, text.lower()
        if found := _ROLL.match(text):
            self._roll(seat, (int(found[1]), int(found[2])), found[3], number)
        elif kind := _OFFERS.get(word.partition(" ")[0]):
            scribe.add(kind, seat, number, digits(text))
        elif word.startswith(("accept", "pass")):
            scribe.answer(seat, word.startswith("accept"), number)
        elif word.startswith("resign"):
            scribe.add("resign", seat, number)
        elif word == "-":
            scribe.add("pass", seat, number)
        else:
            scribe.fault(number, f"not understood: {shorten(text, 60)}")

    def _roll(self, seat: Seat, dice: tuple[int, int], text: str, number: int) -> None:
        """A turn is two rows: the roll, and the roll again with its play."""
        scribe, last = self.scribe, self.scribe.last
        if text.lower().startswith("automatic"):
            if scribe.game:
                scribe.game.cube *= 2
            return
        play = NO_PLAY if text.upper() == "O-O" else text.replace(",", " ")
        waits = last and last.kind == "roll" and last.player == seat and last.play is None
        if text and waits and last and last.dice == dice:
            scribe.play(seat, play, number)
        else:
            scribe.roll(seat, dice, number, play if text else None)


def _date(line: str) -> str:
    """`Wednesday November 20, 2002`."""
    try:
        return f"{datetime.strptime(line.strip(), '%A %B %d, %Y'):%Y-%m-%d}"
    except ValueError:
        return ""
