"""Writes match text: what a match says, cell by cell and row by row, in the manner of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from fullprime.action import (
    Arranged,
    Beavered,
    Condoned,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Rolled,
    Took,
)
from fullprime.errors import BadFile
from fullprime.formats.file_games import names_in_files
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.snowie_line import snowie_line
from fullprime.formats.mat.losses import losses, resigns_a_forced_roll
from fullprime.formats.mat.tags import tag_lines
from fullprime.formats.turns import Turn, follow
from fullprime.formats.written import Written
from fullprime.game import Game, Phase
from fullprime.match import Match, Points, SetUp
from fullprime.play import HIT, Place, Step, place_number
from fullprime.position import BAR, OFF, Position

UNKNOWN: Final = "????"


class Manner(NamedTuple):
    """How a program writes."""

    play: Callable[[Sequence[Step]], str]
    dance: str
    left: int
    """Characters of a left cell with the blanks behind it."""
    right: int = 0
    points: Callable[[int], str] = lambda points: f"{points} point{'s' if points > 1 else ''}"
    ending: str = "\n"
    mark: str = ""
    """What the file begins with."""
    between_games: int = 1
    """Empty lines."""
    reversed_players: bool = False
    """The tags name the player of the right column first."""
    names: int = 32
    """The column in which the second name begins."""
    indent: str = " "
    """Before the length of the match."""


class Cell(NamedTuple):
    """What a player did, and which action of the game it ends with."""

    seat: int
    text: str
    action: int


class Row(NamedTuple):
    """Two cells, either of which may be empty, and the action with which it ends."""

    left: str
    right: str
    action: int


def single_steps(steps: Sequence[Step]) -> str:
    """`13/7* 13/8`, every step by itself; the bar is 25, off is 0."""
    return " ".join(f"{step.source}/{step.target}{'*' if step.event else ''}" for step in steps)


PLAIN: Final = Manner(single_steps, "", 28)
"""As GNU Backgammon, which every program reads."""


def written(match: Match, manner: Manner = PLAIN) -> Written:
    """The match as match text, and what it cannot hold."""
    _check(match)
    lines = [*_head(match, manner)]
    for number in range(len(match.games)):
        lines += _game_lines(match, number, manner)
        lines += [""] * manner.between_games
    text = manner.ending.join(lines) + manner.ending
    return Written(f"{manner.mark}{text}".encode(), losses(match))


def _check(match: Match) -> None:
    """Match text knows one game at a time, and few games."""
    names = dict.fromkeys(variant.name for variant in match.rotation)
    known = all(each.id in names_in_files("mat") and not each.chosen for each in match.rotation)
    if not known or len(names) > 1:
        raise BadFile(
            f"match text cannot hold {', '.join(names)}; Fullprime's own file (.json) can"
        )


def _head(match: Match, manner: Manner) -> Iterator[str]:
    length = match.needed if isinstance(match.target, Points) else 0
    if match.needed is not None and not length:
        raise BadFile("match text cannot hold a best-of match; Fullprime's own file (.json) can")
    yield from tag_lines(match, reversed_players=manner.reversed_players)
    yield from comment_lines(match.notes.whole.text)
    yield ""
    yield f"{manner.indent}{length} point match"
    yield ""


def comment_lines(text: str) -> list[str]:
    """A comment, every line marked as one."""
    return [f"; {line.strip()}" for line in text.splitlines() if line.strip()]


def _game_lines(match: Match, number: int, manner: Manner) -> Iterator[str]:
    notes = match.notes
    yield f" Game {number + 1}"
    yield _score_line(match, number, manner)
    yield from _set_up_lines(match, number)
    yield from comment_lines(notes.of(number).text)
    written = -1
    for count, row in enumerate(_rows(match, number, manner), 1):
        yield _row_line(count, row, manner)
        for action in range(written + 1, row.action + 1):
            yield from comment_lines(notes.of(number, action).text)
        written = row.action


def _score_line(match: Match, number: int, manner: Manner) -> str:
    first, second = (" ".join(name.split()) for name in match.players)
    points = match.scores_before[number]
    left = f" {first} : {points[0]}"
    return f"{left + '  ':<{manner.names}}{second} : {points[1]}"


def _row_line(count: int, row: Row, manner: Manner) -> str:
    if row.left.startswith("Wins"):
        return f"      {row.left}"
    if row.right.startswith("Wins") and not row.left:
        return f"{'':<{manner.left + 5}} {row.right}"
    # A long cell must not touch the next one: GNU Backgammon would not find it.
    line = f"{count:3}) {row.left + ' ':<{manner.left}}{row.right:<{manner.right}}"
    return line if manner.right else line.rstrip() if not row.right else line


# Boards that were set up -------------------------------------------------------------------------


def _set_up_lines(match: Match, number: int) -> Iterator[str]:
    game = match.games[number]
    start = game.begun or game
    stakes = (game.begun or game).stakes
    set_up = match.set_ups[number] if number < len(match.set_ups) else None
    if set_up is not None and set_up.position is not None:
        yield f"; Set Pos={_letters(start)}/{_power(set_up)}"
    first = max((turn.after.stakes.value for turn in _opening(game)), default=stakes.value)
    if first > 1 and stakes.owner is None:
        yield f'; [Cube "{first}"]'
    needed = match.needed
    if set_up is not None and needed and max(match.scores_before[number]) == needed - 1:
        yield f'; [CrawfordGame "{"On" if stakes.crawford else "Off"}"]'


def _opening(game: Game) -> Iterator[Turn]:
    for turn in follow(game):
        if turn.before.phase is not Phase.OPENING:
            return
        yield turn


def _power(set_up: SetUp) -> int:
    """The cube as a power of two; less than 0 where the left player owns it."""
    power = set_up.cube.bit_length() - 1 if set_up.owner is not None else 0
    return -power if set_up.owner == 0 else power


def _letters(start: Game) -> str:
    """The board as XG writes it, the left player's checkers as capitals."""
    position = start.position.flipped() if start.turn else start.position
    own, other = position.mover, position.other
    letters = []
    for place in range(BAR + 1):
        mine = own[place] if place != OFF else 0
        theirs = other[BAR - place] if place != BAR else 0
        letters.append(chr(64 + mine) if mine else chr(96 + theirs) if theirs else "-")
    return "".join(letters)


# Cells -------------------------------------------------------------------------------------------


def _rows(match: Match, number: int, manner: Manner) -> Iterator[Row]:
    """The cells, two by two, and the result."""
    left: Cell | None = None
    for cell in _cells(match, number, manner):
        if cell.seat == 1:
            yield Row(left.text if left else "", cell.text, cell.action)
            left = None
        else:
            if left:
                yield Row(left.text, "", left.action)
            left = cell
        if cell.text.startswith("Wins") and left:
            yield Row(left.text, "", left.action)
            left = None
    if left:
        yield Row(left.text, "", left.action)


def _cells(match: Match, number: int, manner: Manner) -> Iterator[Cell]:
    game = match.games[number]
    rolled: Cell | None = None
    last = len(game.log) - 1
    rolls = [isinstance(action, Rolled) for action in (*game.log[1:], None)]
    for index, turn in enumerate(follow(game)):
        if isinstance(turn.action, Rolled) and turn.after.phase is Phase.TO_PLAY:
            rolled = Cell(turn.after.turn, _dice(turn.action), index)
        elif isinstance(turn.action, Played | Arranged | Condoned):
            if rolled:
                text = _played(match, turn, manner)
                yield Cell(rolled.seat, f"{rolled.text} {text}", index)
            rolled = None
        elif text := _word(turn, rolls_next=rolls[index]):
            yield Cell(_seat(turn), text, index)
    if rolled and not resigns_a_forced_roll(game):
        yield Cell(rolled.seat, f"{rolled.text} {UNKNOWN}", last)
    if game.result and game.result.winner is not None:
        match_won = match.winner is not None and number == len(match.games) - 1
        ending = " and the match" if match_won else ""
        text = f"Wins {manner.points(game.result.points)}{ending}"
        yield Cell(game.result.winner, text, last)


def _seat(turn: Turn) -> int:
    return 0 if turn.seat is None else turn.seat


def _dice(action: Rolled) -> str:
    return f"{max(action.dice)}{min(action.dice)}:"


def _word(turn: Turn, *, rolls_next: bool) -> str:
    match turn.action:
        case Doubled():
            return f" Doubles => {turn.after.offer}"
        case Beavered() | Raccooned():
            return f" Beavers => {turn.after.offer}"
        case Took() if not (turn.before.animals and rolls_next):  # rolling accepts a beaver
            return " Takes"
        case Dropped():
            return " Drops"
        case _:
            return ""


def _played(match: Match, turn: Turn, manner: Manner) -> str:
    """What a roll was played to, legal or not."""
    steps = turn.action.steps if isinstance(turn.action, Played | Arranged) else ()
    if steps:
        return manner.play(with_hits(turn.before.position, steps))
    if isinstance(turn.action, Played):
        return manner.dance
    return f"Illegal play ({_dump(match, turn.after)})"


def _dump(match: Match, game: Game) -> str:
    stakes = game.stakes.seen_by(game.turn)
    players = match.players[game.turn], match.players[1 - game.turn]
    return snowie_line(game.position, Situation(stakes=stakes), players) or ""


def with_hits(position: Position, steps: Sequence[tuple[Place, Place]]) -> list[Step]:
    """The steps with the hits that they make."""
    theirs = list(position.other)
    found = []
    for source, target in steps:
        start, stop = place_number(source), place_number(target)
        hits = stop != OFF and theirs[BAR - stop] == 1
        if hits:
            theirs[BAR - stop] = 0
        found.append(Step(start, stop, 0, HIT if hits else 0))
    return found
