"""Matches of players who do anything that the rules allow: they double, beaver, pass and resign."""

from __future__ import annotations

from random import Random

from fullprime import Match
from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.game import Game, Phase
from fullprime.match import MONEY, Points, Settings

VARIANTS = ("backgammon", "backgammon", "backgammon", "nackgammon", "hypergammon")
NAMES = ("Ann", "Ben", "Zoé", "Ann-Marie O'Neill", "Ben 2", "李", "A b", "x")
MOST_GAMES = 5
"""Of a money session."""


def random_match(seed: int, variants: tuple[str, ...] = VARIANTS) -> Match:
    """The match of this seed: to points or for money, with or without the rules that there are."""
    random = Random(seed)
    players = random.sample(NAMES, 2)
    money = random.random() < 0.4
    settings = Settings(
        cube=False if not money and random.random() < 0.1 else None,
        crawford=False if not money and random.random() < 0.2 else None,
        jacoby=money and random.random() < 0.5,
        beavers=random.randrange(4) if money else 0,
        skip_closed_out=random.random() < 0.5,
    )
    match = Match.start(
        random.choice(variants),
        players=(players[0], players[1]),
        target=MONEY if money else Points(random.choice((1, 2, 3, 5, 7, 11))),
        settings=settings,
    )
    games = random.randrange(1, MOST_GAMES + 1)
    unfinished = random.random() < 0.15
    while True:
        last = len(match.games) == games if money else False
        steps = random.randrange(30) if unfinished and (last or random.random() < 0.2) else 10**6
        match = _played(match, random, steps)
        if match.game.result is None or match.winner is not None or last:
            return match
        match = match.next_game()


def _played(match: Match, random: Random, steps: int) -> Match:
    while match.game.result is None and steps > 0:
        match = match.apply(_chosen(match.game, random))
        steps -= 1
    # An offered resignation is answered: match text cannot hold one that waits.
    return match.apply(Accepted()) if match.game.phase is Phase.RESIGNING else match


def _chosen(game: Game, random: Random) -> Action:
    match game.phase:
        case Phase.OPENING:
            first, second = random.sample(range(1, 7), 2)
            return Rolled((first, second))
        case Phase.TO_PLAY | Phase.TO_ROLL if random.random() < 0.012:
            most = 1 if game.stakes.jacoby and not game.stakes.turned else game.variant.score
            return Resigned(random.randint(1, most))
        case Phase.TO_PLAY:
            return Played.of(random.choice(game.plays))
        case Phase.TO_ROLL:
            return _before_rolling(game, random)
        case Phase.OFFERED:
            animals = [a for a in game.legal() if isinstance(a, Beavered | Raccooned)]
            answers: list[Action] = [Took(), Took(), Took(), Dropped(), *animals]
            return random.choice(answers)
        case Phase.RESIGNING:
            return Accepted()
        case _:
            raise AssertionError(game.phase)


def _before_rolling(game: Game, random: Random) -> Action:
    legal = game.legal()
    if Doubled() in legal and game.stakes.value < 512 and random.random() < 0.08:
        return Doubled()
    if Passed() in legal:
        return Passed()
    dice = random.randint(1, 6), random.randint(1, 6)
    return Rolled((max(dice), min(dice)))


def declined(match: Match) -> Match:
    """The match with a resignation that was declined."""
    return match.apply(Resigned(1)).apply(Declined())
