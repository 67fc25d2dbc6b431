"""bgammon.org: `.match` replays."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from fullprime.action import Seat
from fullprime.errors import BadFile, shorten
from fullprime.formats.sites.scribe import Scribe, digits, own_points
from fullprime.formats.transcript import Transcript, head_of, text_of

_MARK: Final = "bgammon-replay "
_GAME: Final = re.compile(
    r"i (?:(\d{1,12}) )?(\S+) (\S+) (\d{1,9}) (\d{1,9}) (\d{1,9}) ([0-2]) (\d{1,9})(?: (\d+))?\s*$"
)
"""When it began is missing in the first files."""
_ROLL: Final = re.compile(r"([12]) r ([1-6])-([1-6])((?: \S+/\S+)*)\s*$")
_DOUBLE: Final = re.compile(r"([12]) d (\d{1,9}) ([01])\s*$")
_LEFT: Final = re.compile(r"([12]) t\s*$")


def looks_like(data: bytes) -> bool:
    """It says so itself."""
    return head_of(data).startswith(_MARK)


def read(data: bytes) -> Transcript:
    """The games of a match."""
    reader = _Reader()
    for number, line in enumerate(text_of(data).split("\n"), 1):
        reader.line(number, line)
    reader.end()
    return reader.scribe.match


class _Reader:
    def __init__(self) -> None:
        self.scribe = Scribe("bgammon")
        self.scribe.match.about["site"] = "bgammon.org"
        self._result: tuple[Seat, int] | None = None
        """Who wins the game that is being read, and how many points."""

    def line(self, number: int, line: str) -> None:
        scribe = self.scribe
        if not line.strip() or line.startswith(_MARK):
            return
        if found := _GAME.match(line):
            self._begin(found, number)
        elif found := _ROLL.match(line):
            dice = int(found[2]), int(found[3])
            play = own_points(found[4]) if found[4] else ""
            scribe.roll(_seat(found[1]), dice, number, play)
        elif found := _DOUBLE.match(line):
            seat = _seat(found[1])
            scribe.add("double", seat, number, int(found[2]))
            scribe.answer(_seat("2" if seat == 0 else "1"), found[3] == "1", number)
        elif found := _LEFT.match(line):
            scribe.add("resign", _seat(found[1]), number)
        else:
            scribe.fault(number, f"not understood: {shorten(line, 60)}")

    def _begin(self, found: re.Match[str], number: int) -> None:
        self.end()
        scribe = self.scribe
        if (found[9] or "0") != "0":
            raise BadFile(
                f"line {number}: variant {found[9]} of bgammon.org is not read, expected 0"
            )
        if not scribe.match.games:
            scribe.match.players = (found[2], found[3])
            scribe.set_length(int(found[4]))
            scribe.match.about |= _when(int(found[1])) if found[1] else {}
        scribe.begin(number, (int(found[5]), int(found[6])))
        self._result = (_seat(found[7]), int(found[8])) if digits(found[7]) else None

    def end(self) -> None:
        """What the first line of a game has said about its end."""
        if self._result and self.scribe.last:
            seat, points = self._result
            self.scribe.add("win", seat, self.scribe.last.line, points)
        self._result = None


def _when(seconds: int) -> dict[str, str]:
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        return {}
    return {"date": f"{moment:%Y-%m-%d}", "time": f"{moment:%H:%M}"}


def _seat(number: str) -> Seat:
    return 0 if number == "1" else 1
