"""The records of eXtreme Gammon: 2560 bytes each, little-endian, laid out as Delphi aligns them.

A board in them has 26 counts: 1 to 24 are the points of the side that sees it, 25 its bar, 0 the
bar of the other side; checkers of the other side are negative.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from fullprime.action import Seat
from fullprime.errors import BadFile
from fullprime.formats.steps import Step
from fullprime.match import MOST
from fullprime.position import BAR, OFF, PLACES, Position

SIZE: Final = 2560
KIND_AT: Final = 8
MATCH, GAME, CUBE, MOVE, GAME_END, MATCH_END, MISSING = range(7)
MAGIC: Final = 0x494C4D44
UNLIMITED: Final = 99999
"""The length of a money session."""
WIDE_NAMES: Final = 24
"""Since this version names are in Unicode."""
AUTOMATIC: Final = 26
"""Since this version automatic doubles are counted."""
TRANSCRIBER: Final = 30
NONE: Final = -1000.0
"""An error or a luck that was not computed."""
_DAY_0: Final = datetime(1899, 12, 30)
_WIDE: Final = 258

Board = tuple[int, ...]


class Record:
    """One record, with fields by their offset."""

    def __init__(self, raw: bytes, number: int) -> None:
        self.raw = raw
        self.number = number
        """Counted from 1, as faults name it."""

    @property
    def kind(self) -> int:
        return self.raw[KIND_AT]

    def flag(self, at: int) -> bool:
        return self.raw[at] != 0

    def integer(self, at: int) -> int:
        return int(struct.unpack_from("<i", self.raw, at)[0])

    def integers(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f"<{count}i", self.raw, at)

    def small(self, at: int) -> int:
        return int(struct.unpack_from("<h", self.raw, at)[0])

    def bytes_of(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f"<{count}b", self.raw, at)

    def board(self, at: int) -> Board:
        return self.bytes_of(at, 26)

    def double(self, at: int) -> float:
        return _finite(struct.unpack_from("<d", self.raw, at)[0])

    def floats(self, at: int, count: int) -> tuple[float, ...]:
        return tuple(map(_finite, struct.unpack_from(f"<{count}f", self.raw, at)))

    def ansi(self, at: int) -> str:
        text = self.raw[at + 1 : at + 1 + self.raw[at]]
        return text.decode("cp1252", "replace").strip()

    def wide(self, at: int) -> str:
        text = self.raw[at : at + _WIDE].decode("utf-16-le", "replace")
        return text.partition("\0")[0].strip()

    def seat(self, at: int) -> Seat:
        active = self.integer(at)
        if active not in (1, -1):
            raise BadFile(f"player {active}: expected 1 or -1")
        return 0 if active == 1 else 1


class Header(NamedTuple):
    """What stands in the record of the match."""

    players: tuple[str, str]
    length: int
    variation: int
    crawford: bool
    jacoby: bool
    beaver: bool
    automatic: bool
    version: int
    about: dict[str, str]
    comments: tuple[int, int]
    """Those before and after the match."""


def records(data: bytes) -> list[Record]:
    """All whole ones."""
    whole = len(data) // SIZE
    return [Record(data[at * SIZE : (at + 1) * SIZE], at + 1) for at in range(whole)]


def header(record: Record) -> Header:
    """The first record."""
    if record.kind != MATCH or record.integer(556) != MAGIC:
        raise BadFile("record 1: expected the header of a match")
    version = record.integer(552)
    if version < 1:
        raise BadFile(f"record 1: version {version} of the format, expected 1 or later")
    length = record.integer(92)
    if length in (0, UNLIMITED):
        length = 0
    elif not 1 <= length <= MOST:
        raise BadFile(f"record 1: a match to {length} points")
    names = _names(record, version)
    return Header(
        players=(names["player_0"] or "Player 1", names["player_1"] or "Player 2"),
        length=length,
        variation=record.integer(96),
        crawford=record.flag(100),
        jacoby=record.flag(101),
        beaver=record.flag(102),
        automatic=record.flag(103),
        version=version,
        about=_about(record, names),
        comments=(record.integer(576), record.integer(580)),
    )


def _names(record: Record, version: int) -> dict[str, str]:
    """In Unicode where there is any, else in the code page of the time."""
    ansi = {"player_0": 9, "player_1": 50, "event": 136, "place": 283, "round": 417}
    wide = {"player_0": 880, "player_1": 1138, "event": 622, "place": 1396, "round": 1654}
    names = {name: record.ansi(at) for name, at in ansi.items()}
    if version >= WIDE_NAMES:
        names = {name: record.wide(at) or names[name] for name, at in wide.items()}
    names["transcriber"] = record.wide(1960) if version >= TRANSCRIBER else ""
    return names


def _about(record: Record, names: dict[str, str]) -> dict[str, str]:
    about = {name: names[name] for name in ("event", "place", "round", "transcriber")}
    about |= _when(record.double(128))
    for seat in (0, 1):
        rating, experience = record.double(104 + 8 * seat), record.integer(120 + 4 * seat)
        if 0 < rating < 10_000:
            about[f"rating_{seat}"] = f"{rating:.2f}"
        if experience > 0:
            about[f"experience_{seat}"] = str(experience)
    if identity := record.integer(268):
        about["match_id"] = str(abs(identity))  # negative where the players were exchanged
    return {name: text for name, text in about.items() if text}


def _when(days: float) -> dict[str, str]:
    if not 1 <= days < 200_000:
        return {}
    time = _DAY_0 + timedelta(days=days)
    return {"date": time.strftime("%Y-%m-%d"), "time": time.strftime("%H:%M")}


# Boards ----------------------------------------------------------------------------------------


def turned(board: Board) -> Board:
    """The same board as the other side sees it."""
    return tuple(-count for count in reversed(board))


def seen_by(board: Board, seat: Seat) -> Board:
    """A board of player 1 as that seat sees it."""
    return turned(board) if seat else board


def position(board: Board, checkers: int) -> Position:
    """The board of the side that sees it; what is not on it is borne off."""
    return Position.of(_side(board, checkers), _side(turned(board), checkers))


def _side(board: Board, checkers: int) -> list[int]:
    side = [0] * PLACES
    side[1 : BAR + 1] = [max(0, count) for count in board[1:]]
    side[OFF] = checkers - sum(side)
    if side[OFF] < 0 or board[0] > 0:
        raise BadFile(f"a side has {sum(side[1:])} checkers, expected {checkers} at most")
    return side


def steps(numbers: Sequence[int]) -> list[Step]:
    """Pairs of from and to, counted from 0, until the first that is negative."""
    found = []
    for source, target in zip(numbers[::2], numbers[1::2], strict=True):
        if source < 0:
            break
        found.append((source + 1, target + 1 if target >= 0 else 0))
    return found


def moved(board: Board, play: Sequence[Step]) -> Board | None:
    """The board after these steps, legal or not; None where there is no checker to move."""
    counts = list(board)
    for source, target in play:
        if not (1 <= source <= BAR and 0 <= target < BAR) or counts[source] < 1:
            return None
        counts[source] -= 1
        if target:
            if counts[target] == -1:
                counts[target] = 0
                counts[0] -= 1
            counts[target] += 1
    return tuple(counts)


def _finite(number: float) -> float:
    return number if math.isfinite(number) else NONE
