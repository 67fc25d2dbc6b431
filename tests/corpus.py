"""The collection of match files of other programs, where it lies beside the repository, and what
GNU Backgammon has found in them."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fullprime import Match
from fullprime.action import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Resigned,
    Took,
)
from fullprime.game import Game, Phase
from fullprime.position import OFF, Position

CORPUS = Path(
    os.environ.get("FULLPRIME_CORPUS") or Path(__file__).parents[1] / ".." / "shared" / "corpus"
)
CHECKERS = 15
INDEX = CORPUS / "INDEX.tsv"


class Ply(NamedTuple):
    """One thing that a player did."""

    game: int
    score: tuple[int, int]
    player: int
    action: str
    dice: tuple[int, ...] = ()
    play: str = ""
    position: str = ""
    """GNU Backgammon's id of the board before a move, seen by the player on roll."""


class Ending(NamedTuple):
    """How a game began and ended."""

    game: int
    score: tuple[int, int]
    winner: int | None
    points: int
    resigned: bool


@cache
def _rows(table: str) -> dict[str, list[dict[str, str]]]:
    path = CORPUS / "truth" / table
    found: dict[str, list[dict[str, str]]] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                found.setdefault(row["file"], []).append(row)
    return found


def known_files() -> list[str]:
    """The files of which the truth is known."""
    return list(_rows("replay_oracle.tsv"))


def indexed() -> dict[str, str]:
    """Every file of the collection with its kind."""
    if not INDEX.exists():
        return {}
    with INDEX.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["file"]: row["format"] for row in rows}


def true_plies(file: str) -> list[Ply]:
    """What GNU Backgammon has read in a file."""
    return [
        Ply(
            int(row["game"]),
            (int(row["score_left"]), int(row["score_right"])),
            int(row["player(0=left/W,1=right/B)"]),
            row["action"],
            tuple(sorted(map(int, row["dice"]))),
            row["move"],
            row["position_id_before(on-roll view)"],
        )
        for row in _rows("replay_oracle.tsv")[file]
        if row["player(0=left/W,1=right/B)"]  # else a board or a cube was set up
    ]


def true_endings(file: str) -> list[Ending]:
    """How GNU Backgammon says that the games of a file ended."""
    return [
        Ending(
            int(row["game"]),
            (int(row["score_left"]), int(row["score_right"])),
            int(row["winner(0/1)"]) if row["winner(0/1)"] in ("0", "1") else None,
            int(row["points"] or 0),
            row["resigned"] == "1",
        )
        for row in _rows("games_oracle.tsv")[file]
    ]


def endings(match: Match) -> Iterator[Ending]:
    """The same of a match of ours."""
    for number, game in enumerate(match.games):
        score = match.scores_before[number]
        if game.result is None:
            yield Ending(number + 1, score, None, 0, False)
        else:
            by_hand = game.result.by == "resignation"
            yield Ending(number + 1, score, game.result.winner, game.result.points, by_hand)


def plies(match: Match) -> Iterator[Ply]:
    """The plies of a match of ours, as GNU Backgammon would list them."""
    for number, game in enumerate(match.games):
        for before, after in _stages(game):
            if ply := _ply(number + 1, match.scores_before[number], before, after):
                yield ply
        if game.phase is Phase.TO_PLAY and game.roll:
            dice = tuple(sorted(game.roll))
            yield Ply(number + 1, match.scores_before[number], game.turn, "set", dice)


def _stages(game: Game) -> Iterator[tuple[Game, Game]]:
    """The game before and after each of its actions."""
    stage = game.begun or game
    for action in game.log:
        after = stage.apply(action)
        yield stage, after
        stage = after


def _ply(number: int, score: tuple[int, int], before: Game, after: Game) -> Ply | None:
    action = after.log[-1]
    seat = before.actor if before.actor is not None else after.turn
    position = board_id(before.position)
    match action:
        case Played():
            play = " ".join(f"{_point(source)}/{_point(target)}" for source, target in action.steps)
            dice = tuple(sorted(before.roll or ()))
            return Ply(number, score, before.turn, "move", dice, play, position)
        case Doubled() | Beavered() | Raccooned():
            return Ply(number, score, seat, "double", position=position)
        case Took():
            return Ply(number, score, seat, "take")
        case Dropped():
            return Ply(number, score, seat, "drop")
        case Resigned() if before.roll is not None:
            dice = tuple(sorted(before.roll))
            return Ply(number, score, before.turn, "set", dice)
        case Accepted():
            return Ply(number, score, before.resigner or 0, "resign")
        case _:
            return None


def board_id(position: Position) -> str:
    """GNU Backgammon's id, which does not count the checkers that are off."""
    sides = (list(position.mover), list(position.other))
    for side in sides:
        side[OFF] += CHECKERS - sum(side)
    return Position.of(*sides).gnubg_id or ""


def _point(place: int | str) -> str:
    return {"bar": "25", "off": "0"}.get(str(place), str(place))
