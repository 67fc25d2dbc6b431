"""Writes a transcript down, action by action: what the readers of simple formats share."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from fullprime.action import Seat
from fullprime.errors import BadFile, shorten
from fullprime.formats.transcript import NO_PLAY, OFFERS, Entry, GameTranscript, Kind, Transcript
from fullprime.match import MOST
from fullprime.notes import Note, ReadingFault

_STEP: Final = re.compile(r"(bar|\d{1,2})\s*[-/ ]\s*(off|\d{1,2})", re.IGNORECASE)
_STARS: Final = str.maketrans("", "", "*,")


class Scribe:
    """A transcript in the making."""

    def __init__(self, format_name: str) -> None:
        self.match = Transcript(format=format_name, players=("Player 1", "Player 2"), length=0)
        self._offer: Kind = "double"
        """What was offered last, which says what an answer means."""

    @property
    def game(self) -> GameTranscript | None:
        """The last game."""
        return self.match.games[-1] if self.match.games else None

    @property
    def last(self) -> Entry | None:
        """The last thing that happened in it."""
        return self.game.entries[-1] if self.game and self.game.entries else None

    def begin(self, line: int, score: tuple[int, int] | None = None) -> GameTranscript:
        """A new game."""
        game = GameTranscript(line=line, score=score, entries=[])
        self.match.games.append(game)
        return game

    def set_length(self, length: int) -> None:
        """Points that win the match; 0: a money session."""
        if length > MOST:
            raise BadFile(f"a match to {length} points: expected {MOST} at most")
        self.match.length = length

    def add(self, kind: Kind, seat: Seat, line: int, value: int = 0) -> None:
        """Something that is not a roll."""
        if kind in OFFERS or kind == "resign":
            self._offer = kind
        self._write(Entry(kind=kind, player=seat, line=line, value=value))

    def roll(self, seat: Seat, dice: tuple[int, int], line: int, play: str | None = None) -> None:
        """A roll, with its play or before it."""
        self._write(Entry(kind="roll", player=seat, line=line, dice=dice, play=play))

    def play(self, seat: Seat, text: str, line: int) -> None:
        """The play of the last roll."""
        last = self.last
        if last is None or last.kind != "roll" or last.player != seat or last.play is not None:
            self.fault(line, f"a play without a roll: {shorten(text, 60)}")
        else:
            self._replace(msgspec.structs.replace(last, play=text, line=line))

    def answer(self, seat: Seat, yes: bool, line: int) -> None:
        """To a double or to a resignation, whichever was offered last."""
        resigned = self._offer == "resign"
        kind: Kind = ("accept" if yes else "decline") if resigned else ("take" if yes else "drop")
        self.add(kind, seat, line)

    def comment(self, text: str) -> None:
        """Belongs to what happened last."""
        if last := self.last:
            self._replace(msgspec.structs.replace(last, note=_with(last.note, text)))
        elif game := self.game:
            game.note = _with(game.note, text)
        else:
            self.match.note = _with(self.match.note, text)

    def fault(self, line: int, text: str) -> None:
        """Something that makes no sense."""
        number = len(self.match.games)
        self.match.faults.append(ReadingFault(line=line, text=text, game=number))

    def _write(self, entry: Entry) -> None:
        if self.game is None:
            self.fault(entry.line, f"a {entry.kind} before the first game")
        else:
            self.game.entries.append(entry)

    def _replace(self, entry: Entry) -> None:
        if self.game:
            self.game.entries[-1] = entry


def _with(note: Note, text: str) -> Note:
    return Note(text=f"{note.text}\n{text}" if note.text else text)


def own_points(text: str) -> str:
    """A play in points that both players share, in the player's own.

    One of them counts upwards, which shows in every step.

    >>> own_points("12-17 bar-3 20-off")
    '13/8 bar/22 5/off'
    >>> own_points("13-8 bar-22 5-off")
    '13/8 bar/22 5/off'
    """
    steps = _STEP.findall(text.translate(_STARS).lower())
    return " ".join(f"{_own(a, a, b)}/{_own(b, a, b)}" for a, b in steps) or NO_PLAY


def _own(place: str, source: str, target: str) -> str:
    if not place.isdecimal():
        return place
    return str(25 - int(place)) if _ascends(source, target) else place


def _ascends(source: str, target: str) -> bool:
    if source == "bar":
        return target.isdecimal() and int(target) <= 12
    if target == "off":
        return int(source) > 12
    return int(target) > int(source)


def digits(text: str) -> int:
    """A number that stands anywhere in the text; 0 where there is none."""
    found = re.search(r"\d{1,9}", text)
    return int(found[0]) if found else 0
