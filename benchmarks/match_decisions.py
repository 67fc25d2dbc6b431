"""What people decided in recorded matches, of any format that Fullprime reads.

A game that breaks the rules is followed until it does, and counted as broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from fullprime import Game, load
from fullprime.action import Action, Arranged, Resigned, Rolled
from fullprime.errors import BadFile
from fullprime.formats.turns import follow
from fullprime.game import Phase

BOTS: Final = ("bot", "charlot")
"""How the names of programs begin; of the second, a match of which is passed around among programs
that read such files, no one says so, but it errs as little as one."""


class Decision(NamedTuple):
    """What a player did; None: rolled without doubling."""

    game: Game
    action: Action | None


class Decisions(NamedTuple):
    """Those of a match."""

    decisions: list[Decision]
    broken: int
    """Games that could not be followed to their ends."""


def read_match(file: Path) -> Decisions:
    """The decisions of everybody who is no bot."""
    try:
        match = load(file, strict=False)
    except BadFile:
        return Decisions([], 0)
    people = [not name.lower().startswith(BOTS) for name in match.players]
    found = [
        decision
        for game in match.games
        for decision in _of_game(game)
        if decision.game.actor is not None and people[decision.game.actor]
    ]
    broken = sum(any(isinstance(a, Arranged) for a in game.log) for game in match.games)
    return Decisions(found, broken)


def _of_game(game: Game) -> Iterator[Decision]:
    for turn in follow(game):
        if isinstance(turn.action, Arranged | Resigned):
            return
        if not isinstance(turn.action, Rolled):
            yield Decision(turn.before, turn.action)
        elif turn.before.phase is Phase.TO_ROLL:
            yield Decision(turn.before, None)
