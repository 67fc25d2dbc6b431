"""What match text cannot hold of a match, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fullprime.action import (
    Accepted,
    Arranged,
    Declined,
    Resigned,
    Rolled,
    TableAction,
)
from fullprime.formats.mat.tags import NO_LIMIT
from fullprime.formats.turns import follow
from fullprime.game import Game, Phase
from fullprime.match import MONEY, Match, Money, Settings
from fullprime.notes import GameNotes, Note

_KEPT = (
    "cube",
    "crawford",
    "jacoby",
    "beavers",
    "murphy",
    "cube_limit",
    "skip_closed_out",
    "house_rules",
)
"""Settings that have a tag, or that show in the games."""


def losses(match: Match) -> tuple[str, ...]:
    """Everything that is lost."""
    found = [*_of_settings(match), *_of_notes(match)]
    for game in match.games:
        found += _of_game(game)
    return tuple(dict.fromkeys(found))


def _of_settings(match: Match) -> Iterator[str]:
    if isinstance(match.target, Money) and match.target != MONEY:
        yield "The stake of the session is not kept."
    usual = msgspec.structs.asdict(Settings())
    agreed = msgspec.structs.asdict(match.settings)
    others = [name for name in agreed if name not in _KEPT and agreed[name] != usual[name]]
    if others:
        names = ", ".join(name.replace("_", " ") for name in others)
        yield f"Rules that were agreed on are not kept: {names}."
    if match.settings.murphy != 0:
        yield "That ties of the opening throw double the cube is not kept."
    if match.settings.beavers and not isinstance(match.target, Money):
        yield "That beavers are allowed is kept only where one was made."
    if (match.settings.cube_limit or 0) >= int(NO_LIMIT):
        yield "A cube limit as high as that is not kept."
    if any(" ".join(name.split()) != name for name in match.players):
        yield "Blanks in the names of the players are not kept as they are."


def _of_notes(match: Match) -> Iterator[str]:
    notes = match.notes
    every = [notes.whole, *(note for game in notes.games.values() for note in _all(game))]
    if any(note.analysis for note in every):
        yield "The analysis is not kept."
    if any(note.mark for note in every):
        yield "Marks such as ?! are not kept."
    if notes.clock or any(note.spent is not None for note in every):
        yield "The clock is not kept."
    if notes.proof:
        yield "What is needed to check the dice is not kept."
    if any(note.text for game in notes.games.values() for note in game.actions.values()):
        yield "Comments stand below their row: which action of it they belong to is not kept."


def _all(game: GameNotes) -> Iterator[Note]:
    yield game.whole
    yield from game.actions.values()


def _of_game(game: Game) -> Iterator[str]:
    for turn in follow(game):
        action = turn.action
        opening = turn.before.phase is Phase.OPENING
        if isinstance(action, Rolled):
            if opening and action.dice[0] == action.dice[1]:
                yield "Ties of the opening throw are not kept; the cube is, where they double it."
            elif not opening and action.dice[0] < action.dice[1]:
                yield "The order of the two dice is not kept."
        elif isinstance(action, Declined):
            yield "Resignations that were declined are not kept."
        elif isinstance(action, Accepted) and turn.after.result:
            if turn.after.result.multiple != turn.before.resigning:
                yield "That a gammon was resigned is not kept where it did not count."
        elif isinstance(action, Arranged) and turn.before.roll is None:
            if turn.after.position != turn.before.position.flipped():
                yield "Boards that were changed between two turns are not kept."
        elif isinstance(action, TableAction):
            yield "What happened at a real table besides the game is not kept."
    if game.log and isinstance(game.log[-1], Resigned):
        yield "A resignation that waits for its answer is not kept."
    if resigns_a_forced_roll(game):
        yield "A roll that can be played in one way only is not kept where a player resigns it."


def resigns_a_forced_roll(game: Game) -> bool:
    """Did a player resign instead of playing a roll that leaves no choice?

    GNU Backgammon would make the play by itself, and end the game on another board.
    """
    if not game.result or game.result.by != "resignation":
        return False
    last = next(turn.before for turn in follow(game) if turn.after.result)
    if last.resigned_from is not Phase.TO_PLAY or last.numbers is None:
        return False
    plays = last.numbers.plays(last.position)
    return len(plays) == 1 and bool(plays[0].steps)
