"""Reads matches from the text that sites and programs export: dice, plays and the cube.

Only what is needed to see how people decide. A game that cannot be followed to its end is left
where it stops making sense, and the rest of it is counted as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from fullprime import Game, Rolled, Stakes, Variant
from fullprime.action import Action, Doubled, Dropped, Took
from fullprime.errors import FullprimeError
from fullprime.game import Phase

VARIANT: Final = Variant.load()
LENGTH: Final = re.compile(r"^\s*(\d+) point match", re.IGNORECASE)
GAME: Final = re.compile(r"^\s*Game \d+\s*$", re.IGNORECASE)
SCORE: Final = re.compile(r"^\s*(.+?)\s*:\s*(\d+)\s{2,}(.+?)\s*:\s*(\d+)\s*$")
ROW: Final = re.compile(r"^\s*\d+\)")
CELL: Final = re.compile(r"\b([1-6])([1-6]):|Doubles|Takes|Drops", re.IGNORECASE)
LEFT: Final = 15
"""A first cell that begins further right is that of the right column."""
BOTS: Final = ("bot", "charlot")
"""How the names of programs begin; of the second, a match of which is passed around among programs
that read such files, no one says so, but it errs as little as one."""
NO_PLAY: Final = ("", "cannot move", "???", "????")
WORDS: Final[dict[str, Action]] = {"doubles": Doubled(), "takes": Took(), "drops": Dropped()}


class Decision(NamedTuple):
    """What a player did; None: rolled without doubling."""

    game: Game
    action: Action | None


class Transcript(NamedTuple):
    """What could be read of a match."""

    decisions: list[Decision]
    broken: int
    """Games that could not be followed to their ends."""


class _Head(NamedTuple):
    names: tuple[str, str]
    stakes: Stakes


def read_match(file: Path) -> Transcript:
    """The decisions of everybody who is no bot."""
    lines = file.read_text(encoding="utf-8-sig", errors="replace").expandtabs(8).splitlines()
    found: list[Decision] = []
    broken = 0
    for head, rows in _games(lines):
        try:
            for decision in _follow(head, rows):
                seat = decision.game.actor
                if seat is not None and not head.names[seat].lower().startswith(BOTS):
                    found.append(decision)
        except FullprimeError:
            broken += 1
    return Transcript(found, broken)


def _games(lines: list[str]) -> Iterator[tuple[_Head, list[str]]]:
    """Each game with its rows."""
    length, had_crawford = 0, False
    jacoby = any(line.startswith('; [Jacoby "On"]') for line in lines)
    head: _Head | None = None
    rows: list[str] = []
    for line in lines:
        if found := LENGTH.match(line):
            length = int(found[1])
        elif GAME.match(line):
            if head:
                yield head, rows
            head, rows = None, []
        elif head is None and (score := SCORE.match(line)):
            head = _head(score, length, had_crawford, jacoby)
            had_crawford |= head.stakes.crawford
        elif head and ROW.match(line):
            rows.append(line)
    if head:
        yield head, rows


def _head(score: re.Match[str], length: int, had_crawford: bool, jacoby: bool) -> _Head:
    away = (length - int(score[2]), length - int(score[4])) if length else None
    crawford = away is not None and 1 in away and not had_crawford
    stakes = Stakes(away=away, crawford=crawford, jacoby=jacoby and away is None)
    return _Head((score[1], score[3]), stakes)


def _follow(head: _Head, rows: list[str]) -> Iterator[Decision]:
    """Plays the rows of a game."""
    game = Game.start(VARIANT, head.stakes, skip_closed_out=False)
    for row in rows:
        for cell, text in _cells(row):
            if word := WORDS.get(cell[0].lower()):
                yield Decision(game, word)
                game = game.apply(word)
                continue
            if game.phase is Phase.TO_ROLL:
                yield Decision(game, None)
            game = _rolled(game, (int(cell[1]), int(cell[2])), cell.start() > LEFT)
            if text in NO_PLAY and len(game.plays) > 1:
                return  # resigned, or out of time
            play = game.read("-" if text in NO_PLAY else text)
            yield Decision(game, play)
            game = game.apply(play)


def _cells(row: str) -> Iterator[tuple[re.Match[str], str]]:
    """What begins each cell of a row, and the text behind it as far as it belongs there."""
    cells = list(CELL.finditer(row))
    for cell, end in zip(cells, [*(cell.start() for cell in cells[1:]), len(row)], strict=False):
        yield cell, row[cell.end() : end].strip().lower().partition("  ")[0]


def _rolled(game: Game, dice: tuple[int, int], right: bool) -> Game:
    """The opening throw is written as a roll of the side that begins."""
    if game.phase is Phase.OPENING:
        dice = (min(dice), max(dice)) if right else (max(dice), min(dice))
    return game.apply(Rolled(dice))
