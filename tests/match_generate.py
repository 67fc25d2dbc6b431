"""Random matches for the tests of match files, reproducible from a `random.Random`.

They hold what transcripts hold: doubles, beavers, raccoons, the Crawford game, resignations in and
out of turn, before and after the roll, turns of closed-out players, rolled and passed, and matches
that were broken off. `losing` adds what few formats know: equal opening throws with automatic
doubles, and resignations that were declined.
"""

from __future__ import annotations

from random import Random

from fullprime import Match, Phase, Settings
from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.match import MONEY, Points, Target
from fullprime.variant import VariantLike

LENGTHS = (1, 2, 3, 5, 7, 11)
MOST_MONEY_GAMES = 3


def random_match(rng: Random, variant: VariantLike = None, *, losing: bool = False) -> Match:
    """A match to points or a money session, most often played to its end."""
    target: Target = MONEY if rng.random() < 0.4 else Points(rng.choice(LENGTHS))
    money = target is MONEY
    settings = Settings(
        jacoby=money and rng.random() < 0.5,
        beavers=rng.choice((0, 1, 2, 3)) if money else 0,
        crawford=False if not money and rng.random() < 0.15 else None,
        cube=False if rng.random() < 0.05 and not money else None,
        murphy=None if losing and money else 0,
        skip_closed_out=rng.random() < 0.5,
    )
    match = Match.start(variant, players=("Ann", "Ben"), target=target, settings=settings)
    games = rng.randint(1, MOST_MONEY_GAMES) if money else None
    broken_off = rng.random() < 0.2
    while True:
        match = _played(rng, match, losing)
        if match.winner is not None or len(match.games) == games:
            break
        match = match.next_game()
    return match.undo(rng.randint(1, len(match.game.log))) if broken_off else match


def _played(rng: Random, match: Match, losing: bool) -> Match:
    while match.game.result is None:
        match = match.apply(_action(rng, match, losing))
    return match


def _action(rng: Random, match: Match, losing: bool) -> Action:
    game = match.game
    match game.phase:
        case Phase.OPENING:
            return _opening(rng, tie=losing and rng.random() < 0.2)
        case Phase.OFFERED:
            return _answer(rng, game.legal())
        case Phase.RESIGNING:
            return Declined() if losing and rng.random() < 0.5 else Accepted()
    if rng.random() < 0.004:
        return _resignation(rng, game.turn)
    if game.phase is Phase.TO_PLAY:
        return Played.of(rng.choice(game.plays))
    legal = game.legal()
    if Doubled() in legal and rng.random() < 0.03:
        return Doubled()
    return _roll(rng) if isinstance(legal[0], Rolled) else legal[0]


def _opening(rng: Random, tie: bool) -> Rolled:
    first, second = rng.sample(range(1, 7), 2)
    return Rolled((first, first if tie else second))


def _roll(rng: Random) -> Rolled:
    return Rolled((rng.randint(1, 6), rng.randint(1, 6)))


def _answer(rng: Random, legal: tuple[Action, ...]) -> Action:
    animals = [action for action in legal if isinstance(action, Beavered | Raccooned)]
    if animals and rng.random() < 0.4:
        return animals[0]
    return Took() if rng.random() < 0.7 else Dropped()


def _resignation(rng: Random, turn: int) -> Resigned:
    multiple = rng.choice((1, 1, 1, 2, 2, 3))
    if rng.random() < 0.8:
        return Resigned(multiple)
    return Resigned(multiple, 0 if turn else 1)
