"""Reads the tables of rule examples and the short text forms used in them.

A position is written side on roll first: `24:2 13:5 8:3 6:5 / bar:1 13:5 6:5`.  Each side
lists its checkers by its own point numbers; what is missing from fifteen is borne off.
A play is written as moves in the mover's own points: `bar/21* 21/15`, `13/9(2)`, `6/off`.
"""

import re
from pathlib import Path
from typing import NamedTuple

import oracle
from oracle import BAR, OFF, Board, Row

CHECKERS = 15
NO_PLAY = "(no play)"
DATA = Path(__file__).parent / "data" / "rules"
PLACES = {"bar": BAR, "off": OFF}
MOVE = re.compile(r"(bar|\d+)/(off|\d+)(\*?)(?:\((\d)\))?")


class PlayRow(NamedTuple):
    """One example: the final positions that a roll allows, or only how many there are."""

    id: str
    board: Board
    dice: tuple[int, int]
    expected: frozenset[Board] | int


class ResultRow(NamedTuple):
    """One example of the value of a position, 0 when the game is not over."""

    id: str
    board: Board
    value: int


def parse_place(text: str) -> int:
    """The index of a point, of the bar or of the checkers borne off."""
    return PLACES[text] if text in PLACES else int(text)


def parse_row(text: str) -> Row:
    """One side of a position; the checkers not mentioned are borne off."""
    row = [0] * oracle.ROW_LENGTH
    for item in text.split():
        place, count = item.split(":")
        row[parse_place(place)] += int(count)
    missing = CHECKERS - sum(row)
    if missing < 0 or ("off:" in text and missing > 0):
        raise ValueError(f"not {CHECKERS} checkers: {text!r}")
    row[OFF] += missing
    return tuple(row)


def parse_board(text: str) -> Board:
    """A position from its text form."""
    mover, other = text.split("/")
    board = Board(parse_row(mover), parse_row(other))
    if any(board.mover[point] and board.other[25 - point] for point in range(1, 25)):
        raise ValueError(f"both sides on one point: {text!r}")
    return board


def row_text(row: Row) -> str:
    """One side in text form, the bar first, the checkers borne off left out."""
    items = [f"bar:{row[BAR]}"] if row[BAR] else []
    items += [f"{point}:{row[point]}" for point in range(24, 0, -1) if row[point]]
    return " ".join(items) or f"off:{row[OFF]}"


def board_text(board: Board) -> str:
    """The text form of a position."""
    return f"{row_text(board.mover)} / {row_text(board.other)}"


def replay(board: Board, play_text: str) -> Board:
    """The position after a written play.

    Checkers are only pushed about, no rule of movement is consulted; a missing checker or a
    wrong hit mark is an error of the writer and raises ValueError.
    """
    if play_text == NO_PLAY:
        return board
    mover, other = list(board.mover), list(board.other)
    for text in play_text.split():
        match = MOVE.fullmatch(text)
        if match is None:
            raise ValueError(f"cannot read {text!r} in {play_text!r}")
        source, target = parse_place(match[1]), parse_place(match[2])
        hits = target != OFF and other[25 - target] == 1
        if hits != (match[3] == "*"):
            raise ValueError(f"wrong hit mark on {text!r} in {play_text!r}")
        if hits:
            other[25 - target] -= 1
            other[BAR] += 1
        count = int(match[4] or 1)
        if mover[source] < count:
            raise ValueError(f"no checker for {text!r} in {play_text!r}")
        mover[source] -= count
        mover[target] += count
    return Board(tuple(mover), tuple(other))


def parse_dice(text: str) -> tuple[int, int]:
    """A roll written like `6-4`."""
    first, second = text.split("-")
    return int(first), int(second)


def read_table(name: str) -> list[list[str]]:
    """The cells of a table, without its heading."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:] if line]


def read_plays() -> list[PlayRow]:
    """All examples of legal plays."""
    found = []
    for rule, position, roll, outcome in read_table("plays.tsv"):
        board = parse_board(position)
        expected: frozenset[Board] | int
        if outcome.startswith("="):
            expected = int(outcome[1:])
        else:
            listed = outcome.split("; ")
            expected = frozenset(replay(board, play) for play in listed)
            if len(expected) != len(listed):
                raise ValueError(f"{rule}: the same play listed twice: {outcome}")
        found.append(PlayRow(rule, board, parse_dice(roll), expected))
    return found


def read_results() -> list[ResultRow]:
    """All examples of the value of a position."""
    return [
        ResultRow(rule, parse_board(position), int(value))
        for rule, position, value in read_table("results.tsv")
    ]
