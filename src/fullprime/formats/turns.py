"""A match action by action, with the game around each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from fullprime.action import Action, Demanded, Mixed, Resigned
from fullprime.game import Game
from fullprime.match import Match


class Turn(NamedTuple):
    """One action: who took it, and the game before and after it."""

    seat: int | None
    """None: no single player, as in an opening throw."""
    action: Action
    before: Game
    after: Game


def follow(game: Game) -> Iterator[Turn]:
    """The actions of a game in order."""
    now = game.begun or game
    for action in game.log:
        after = now.apply(action)
        yield Turn(_seat(now, action), action, now, after)
        now = after


def up_to(match: Match, number: int) -> Match:
    """The match when that game, counted from 0, was its last one."""
    return msgspec.structs.replace(match, games=match.games[: number + 1])


def _seat(before: Game, action: Action) -> int | None:
    """The one who had to act, unless the action itself names another."""
    match action:
        case Resigned(_, by) if by is not msgspec.UNSET:
            return by
        case Demanded(caller) if caller is not None:
            return caller
        case Mixed(caller):
            return caller
        case _:
            return before.actor
