"""Reads the tables of examples for the games of the family and their text forms.

A position is written side on roll first, each side by its own point numbers:
`bar:1 hand:2 24:3 11p:1 / 24:2 14:1`, where `11p:1` is a prisoner.  What is not listed is off.
A play is written in the mover's own points, batches separated by ` | `: `20/14^ 14/11`,
`hand/19 8/4*(2)`, `16/lost`.  A roll with a named doublet is written `2-1(6)`.
"""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import family_oracle as family
from family_oracle import BAR, HAND, LOST, OFF, RULES, Board, Dice, Finals, Result, Row, Rules, Step

NO_PLAY = "(no play)"
DATA = Path(__file__).parent / "data" / "rules"
PLACES = {"bar": BAR, "hand": HAND, "off": OFF, "lost": LOST}
NAMES = {place: name for name, place in PLACES.items()}
MOVE = re.compile(r"(bar|hand|\d+)/(off|lost|\d+)([*^]?)(?:\((\d)\))?")
ROLL = re.compile(r"(\d)-(\d)(?:\((\d)\))?")


class PlayRow(NamedTuple):
    """One example: the final positions that a roll allows, or only how many there are."""

    id: str
    rules: Rules
    board: Board
    dice: Dice
    rolls: tuple[int, int] | None
    named: int | None
    expected: frozenset[Board] | int

    def finals(self) -> Finals:
        """What the oracle says."""
        return family.turns(self.rules, self.board, self.dice, self.rolls, self.named)


class ResultRow(NamedTuple):
    """One example of the result at the end of a turn, the side that made it first."""

    id: str
    rules: Rules
    board: Board
    value: Result


def parse_place(text: str) -> int:
    """The index of a point or of one of the places beside the board."""
    return PLACES[text] if text in PLACES else int(text)


def parse_side(rules: Rules, text: str) -> tuple[Row, frozenset[int]]:
    """One side of a position and its prisoners; the checkers not mentioned are off."""
    row = [0] * family.ROW_LENGTH
    pinned = set()
    for item in text.split():
        place, count = item.split(":")
        if place.endswith("p"):
            place = place[:-1]
            pinned.add(int(place))
            if count != "1":
                raise ValueError(f"more than one prisoner on a point: {text!r}")
        row[parse_place(place)] += int(count)
    missing = rules.n - sum(row)
    if missing < 0 or ("off:" in text and missing > 0):
        raise ValueError(f"not {rules.n} checkers: {text!r}")
    row[OFF] += missing
    return tuple(row), frozenset(pinned)


def points(rules: Rules) -> range:
    """The points of the board."""
    return range(1, 17 if rules.geometry == "ring16" else 25)


def problem(rules: Rules, board: Board) -> str | None:
    """What is wrong with a position, if anything: counts, shared points, prisoners."""
    for row in (board.mover, board.other):
        if sum(row) != rules.n or min(row) < 0 or len(row) != family.ROW_LENGTH:
            return "wrong number of checkers"
        if rules.landing != "hit" and row[BAR]:
            return "nothing is hit in this game"
    shared = set()
    for point in points(rules):
        theirs = family.facing(rules, point)
        if rules.landing != "share" and board.mover[point] and board.other[theirs]:
            shared.add(point)
    mine = set(board.mover_pinned)
    held = {family.facing(rules, point) for point in board.other_pinned}
    if mine & held or mine | held != shared:
        return "both sides on one point"
    if any(board.mover[point] != 1 for point in mine):
        return "a prisoner with company"
    if any(board.other[point] != 1 for point in board.other_pinned):
        return "a prisoner with company"
    return None


def parse_board(rules: Rules, text: str) -> Board:
    """A position from its text form."""
    mover, other = text.split("/")
    mover_row, mover_pinned = parse_side(rules, mover)
    other_row, other_pinned = parse_side(rules, other)
    board = Board(mover_row, other_row, mover_pinned, other_pinned)
    wrong = problem(rules, board)
    if wrong:
        raise ValueError(f"{wrong}: {text!r}")
    return board


def side_text(row: Row, pinned: frozenset[int]) -> str:
    """One side in text form, the checkers that are off left out."""
    items = [f"bar:{row[BAR]}"] if row[BAR] else []
    items += [f"hand:{row[HAND]}"] if row[HAND] else []
    for point in range(24, 0, -1):
        if row[point]:
            items.append(f"{point}{'p' if point in pinned else ''}:{row[point]}")
    return " ".join(items) or f"off:{row[OFF]}"


def board_text(board: Board) -> str:
    """The text form of a position."""
    mover = side_text(board.mover, board.mover_pinned)
    return f"{mover} / {side_text(board.other, board.other_pinned)}"


def steps_text(line: tuple[Step, ...]) -> str:
    """A play as the oracle found it, one step after the other."""
    parts = []
    for step in line:
        mark = "*" if step.hit else "^" if step.pin else ""
        source = NAMES.get(step.source, str(step.source))
        parts.append(f"{source}/{NAMES.get(step.target, str(step.target))}{mark}")
    return " ".join(parts) or NO_PLAY


def replay(rules: Rules, board: Board, text: str) -> Board:
    """The position after a written play.

    Checkers are only pushed about, no rule of movement is consulted; a missing checker or a
    wrong mark is an error of the writer and raises ValueError.
    """
    if text == NO_PLAY:
        return board
    for part in text.replace(" | ", " ").split():
        match = MOVE.fullmatch(part)
        if match is None:
            raise ValueError(f"cannot read {part!r} in {text!r}")
        source, target = parse_place(match[1]), parse_place(match[2])
        mark = match[3]
        for _ in range(int(match[4] or 1)):
            if board.mover[source] < 1 or source in board.mover_pinned:
                raise ValueError(f"no checker for {part!r} in {text!r}")
            if rules.landing == "share":
                board = family.move_piece(board, Step(source, target, 0))
                continue
            board, hit, pin = family.make_step(rules, board, source, target)
            if mark != ("*" if hit else "^" if pin else ""):
                raise ValueError(f"wrong mark on {part!r} in {text!r}")
            mark = ""
    return board


def parse_roll(text: str) -> tuple[Dice, int | None]:
    """A roll and the doublet named after it."""
    match = ROLL.fullmatch(text)
    if match is None:
        raise ValueError(f"cannot read the roll {text!r}")
    return (int(match[1]), int(match[2])), int(match[3]) if match[3] else None


def parse_rolls(text: str) -> tuple[int, int] | None:
    """Turns already made by the mover and by the other side."""
    if text == "-":
        return None
    mover, other = text.split(",")
    return int(mover), int(other)


def parse_rules(variant: str, options: str) -> Rules:
    """A game and its options."""
    chosen: dict[str, Any] = {} if options == "-" else json.loads(options)
    return family.with_options(RULES[variant], chosen)


def read_table(name: str) -> list[list[str]]:
    """The cells of a table, without its heading."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:] if line]


def read_plays() -> list[PlayRow]:
    """All examples of legal plays."""
    found = []
    for name, variant, options, rolls, position, roll, outcome in read_table("variants.tsv"):
        rules = parse_rules(variant, options)
        board = parse_board(rules, position)
        dice, named = parse_roll(roll)
        expected: frozenset[Board] | int
        if outcome.startswith("="):
            expected = int(outcome[1:])
        else:
            listed = outcome.split("; ")
            expected = frozenset(replay(rules, board, play) for play in listed)
            if len(expected) != len(listed):
                raise ValueError(f"{name}: the same play listed twice: {outcome}")
        found.append(PlayRow(name, rules, board, dice, parse_rolls(rolls), named, expected))
    return found


def read_results() -> list[ResultRow]:
    """All examples of results."""
    found = []
    for name, variant, options, position, value in read_table("variant_results.tsv"):
        rules = parse_rules(variant, options)
        outcome: Result = "draw" if value == "draw" else int(value)
        found.append(ResultRow(name, rules, parse_board(rules, position), outcome))
    return found
