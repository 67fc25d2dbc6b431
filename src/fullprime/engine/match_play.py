"""Two engines play a match against each other.

>>> from fullprime import SeededDice
>>> from fullprime.engine import Engine, level
>>> club, casual = (Engine(level=level(name), name=name) for name in ("club", "casual"))
>>> match = play_match(club, casual, SeededDice(1), target=3)
>>> match.players, match.winner is not None
(('club', 'casual'), True)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from fullprime.action import ActionLike
from fullprime.dice import Dice
from fullprime.errors import FullprimeError
from fullprime.game import Game
from fullprime.match import MONEY, Match, Settings, Target
from fullprime.variant import VariantLike


class Player(Protocol):
    """All that a player needs: anything with `choose` can play."""

    def choose(self, game: Game) -> ActionLike | None:
        """What the seat that must act (`game.actor`) does; None: it rolls the dice."""


def play_match(
    first: Player,
    second: Player,
    dice: Dice,
    *,
    target: Target | int = MONEY,
    games: int = 1,
    variant: VariantLike = None,
    settings: Settings | None = None,
) -> Match:
    """The match that two engines play with these dice, from the first roll to the end.

    The target is a number of points, `BestOf` or `Money`; for money, `games` of them are played.
    Seats are named after the engines, if they have names.
    """
    if games < 1:
        raise FullprimeError(f"cannot play {games} games: expected 1 or more")
    for player in (first, second):
        if not hasattr(player, "choose"):
            raise FullprimeError(
                f"player {player!r}: expected an Engine, or anything with `choose`; "
                'Engine(level="club") plays at a level'
            )
    names = (getattr(first, "name", "White"), getattr(second, "name", "Black"))
    players = names if names[0] != names[1] else (f"{names[0]} 1", f"{names[1]} 2")
    start = Match.start(players=players, target=target, settings=settings, variant=variant)
    return next(
        match
        for match in played(start, first, second, dice)
        if match.game.is_over and _is_enough(match, games)
    )


def _is_enough(match: Match, games: int) -> bool:
    """Only money games are counted: a match ends by itself."""
    return len(match.games) == games if match.needed is None else match.winner is not None


def played(match: Match, first: Player, second: Player, dice: Dice) -> Iterator[Match]:
    """The match after each action of its two engines, up to the end; a money session has none."""
    engines = (first, second)
    while match.winner is None:
        if match.game.is_over:
            match = match.next_game()
        seat = match.game.actor
        action = None if seat is None else engines[seat].choose(match.game)
        match = match.apply(dice.roll() if action is None else action)
        yield match
