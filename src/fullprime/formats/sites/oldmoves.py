"""FIBS: the games that its command `oldmoves` lists."""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.sites.scribe import Scribe, digits, own_points
from fullprime.formats.transcript import NO_PLAY, Transcript, head_of, text_of

_SCORE: Final = re.compile(
    r"\s*Score is (\d{1,9})-(\d{1,9})(?: in an? (\d{1,9}|unlimited)[ -]*(?:points?)? match)?\b",
    re.IGNORECASE,
)
_NAMES: Final = re.compile(r"\s*(\S.*?) is ([XO]) - (\S.*?) is ([XO])\s*$")
_ACTION: Final = re.compile(r"\s*([XO])\s*:\s*(.*?)[\s.]*$")
_ROLL: Final = re.compile(r"\(\s*([1-6])\s+([1-6])\s*\)\s*(.*)$")
_DANCE: Final = re.compile(r"can'?t move|cannot move|no legal move", re.IGNORECASE)


def looks_like(data: bytes) -> bool:
    """A score, and who plays X."""
    head = head_of(data)
    return "Score is " in head and any(_NAMES.match(line) for line in head.split("\n"))


def read(data: bytes) -> Transcript:
    """The games, which are all of one match."""
    reader = _Reader()
    for number, line in enumerate(text_of(data).split("\n"), 1):
        reader.line(number, line)
    return reader.scribe.match


class _Reader:
    def __init__(self) -> None:
        self.scribe = Scribe("oldmoves")
        self._named = False
        self._seats: dict[str, Seat] = {"X": 0, "O": 1}
        self._score = (0, 0)
        """As the last score line has it, in its order."""
        self._expected = (0, 0)
        """By seats, after the games so far."""

    def line(self, number: int, line: str) -> None:
        if found := _SCORE.match(line):
            self._begin(found, number)
        elif found := _NAMES.match(line):
            self._players(found)
        elif found := _ACTION.match(line):
            self._action(self._seats[found[1]], found[2], number)
        elif line.strip():
            self.scribe.comment(line.strip())

    def _begin(self, found: re.Match[str], number: int) -> None:
        self._score = int(found[1]), int(found[2])
        if not self.scribe.match.games and found[3]:
            self.scribe.set_length(digits(found[3]))
        self.scribe.begin(number)

    def _players(self, found: re.Match[str]) -> None:
        """The letters, and even the order of the names, may change from game to game."""
        if not self._named:
            self.scribe.match.players = (found[1], found[3])
            self._named = True
        first: Seat = 1 if found[1] == self.scribe.match.players[1] else 0
        second: Seat = 0 if first else 1
        self._seats = {found[2]: first, found[4]: second, **self._letters(found, first, second)}
        game = self.scribe.game
        if game is None:
            return
        a, b = self._score
        by_names = (a, b) if first == 0 else (b, a)
        swapped = by_names[::-1]
        # The server has mixed up scores; what the games before have led to decides.
        game.score = swapped if swapped == self._expected != by_names else by_names
        self._expected = game.score

    @staticmethod
    def _letters(found: re.Match[str], first: Seat, second: Seat) -> dict[str, Seat]:
        """Each player has a letter, even where a damaged line gives both the same."""
        return {"X": first, "O": second} if found[2] == found[4] else {}

    def _action(self, seat: Seat, text: str, number: int) -> None:
        scribe, said = self.scribe, text.lower()
        if found := _ROLL.match(text):
            play = NO_PLAY if _DANCE.search(found[3]) else own_points(found[3])
            dice = int(found[1]), int(found[2])
            scribe.roll(seat, dice, number, play if found[3].strip() else "")
        elif said.startswith(("doubles", "redoubles")):
            scribe.add("double", seat, number)
        elif said.startswith(("accepts", "rejects")):
            scribe.answer(seat, said.startswith("accepts"), number)
        elif "resign" in said:
            scribe.add("resign", seat, number)
        elif said.startswith("wins"):
            scribe.add("win", seat, number, digits(said))
            a, b = self._expected
            self._expected = (a + digits(said), b) if seat == 0 else (a, b + digits(said))
        else:
            scribe.fault(number, f"not understood: {shorten(text, 60)}")
