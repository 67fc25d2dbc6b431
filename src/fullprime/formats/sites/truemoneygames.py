"""TrueMoneyGames: `.tmg`.

As in GNU Backgammon, its second player is seat 0.
"""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.file_games import file_games
from fullprime.formats.sites.scribe import Scribe, digits
from fullprime.formats.transcript import NO_PLAY, Kind, Transcript, head_of, text_of

_KEY: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*):\s*(.*?)\s*$")
_GAME: Final = re.compile(r"\s*Game (\d{1,9}):\s*(\d{1,9})-(\d{1,9})\s*$")
_LINE: Final = re.compile(r"\s*([+-]?)(\d{1,9})\s+(\d{1,2})\b\s*(.*?)\s*$")
_DICE: Final = re.compile(r"([1-6])([1-6])")
_WINS: Final = re.compile(r"(.*?)\s*\bwins (\d{1,9})")
_OFFERS: Final[dict[int, Kind]] = {5: "double", 8: "beaver", 9: "raccoon"}
_ANSWERS: Final[dict[int, Kind]] = {7: "take", 10: "drop"}
_OTHERS: Final = {17: "out of time", 19: "settled", 22: "out of time"}


def looks_like(data: bytes) -> bool:
    """Keys, then a game with its score, then numbered lines."""
    lines = head_of(data).split("\n")
    keys = {found[1] for line in lines if (found := _KEY.match(line))}
    return {"Player1", "Player2"} <= keys and any(_GAME.match(line) for line in lines)


def read(data: bytes) -> Transcript:
    """A match, or a money session."""
    reader = _Reader()
    for number, line in enumerate(text_of(data).split("\n"), 1):
        reader.line(number, line)
    return reader.scribe.match


class _Reader:
    def __init__(self) -> None:
        self.scribe = Scribe("tmg")

    def line(self, number: int, line: str) -> None:
        if found := _GAME.match(line):
            self.scribe.begin(number, (int(found[3]), int(found[2])))
        elif found := _LINE.match(line):
            seat: Seat = 0 if found[1] == "-" else 1
            self._action(seat, int(found[3]), found[4], number)
        elif found := _KEY.match(line):
            self._key(found[1], found[2])
        elif line.strip():
            self.scribe.comment(line.strip())

    def _key(self, key: str, value: str) -> None:
        match, number = self.scribe.match, digits(value)
        first = not match.games  # keys may come again between games
        match key:
            case "Player1" if first:
                match.players = (match.players[0], _name(value, match.players[1]))
            case "Player2" if first:
                match.players = (_name(value, match.players[0]), match.players[1])
            case "Length" if first:
                self.scribe.set_length(number)
            case "Jacoby":
                match.jacoby = number > 0
            case "Crawford":
                match.crawford = number > 0
            case "Beavers" | "Raccoons" if number:
                match.beavers = max(match.beavers or 0, 2 if key == "Raccoons" else 1)
            case "Cube":
                match.cube = number > 0
            case "Variant":
                match.variant = file_games("tmg").get(str(number))
            case "MatchID":
                match.about["match_id"] = value
            case "Startdate":
                match.about["date"] = value.partition(" ")[0]

    def _action(self, seat: Seat, code: int, text: str, number: int) -> None:
        scribe = self.scribe
        if code == 1:
            if found := _DICE.match(text):
                scribe.roll(seat, (int(found[1]), int(found[2])), number)
        elif code == 2:
            scribe.match.murphy = True
            if scribe.game:
                scribe.game.cube *= 2
        elif code == 4:
            scribe.play(seat, NO_PLAY if text == "0/0" else text, number)
        elif kind := _OFFERS.get(code):
            scribe.add(kind, seat, number, digits(text))
        elif kind := _ANSWERS.get(code):
            scribe.add(kind, seat, number)
        elif code in (14, 15, 16):
            self._win(seat, text, number)
        elif code in _OTHERS:
            scribe.comment(text or _OTHERS[code])
        else:
            scribe.fault(number, f"not understood: {code} {shorten(text, 60)}")

    def _win(self, seat: Seat, text: str, number: int) -> None:
        """`1 name wins 1 point`; the name is surer than the sign of the line."""
        found = _WINS.search(text)
        words = found[1].partition(" ")[2] if found else ""
        players = self.scribe.match.players
        winner: Seat = seat if words not in players else 0 if words == players[0] else 1
        self.scribe.add("win", winner, number, int(found[2]) if found else digits(text))


def _name(value: str, usual: str) -> str:
    """Of `id name money`."""
    words = value.split()
    return " ".join(words[1:-1]) or " ".join(words) or usual
