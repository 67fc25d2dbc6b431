"""Two engines play a whole match."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from fullprime import (
    BestOf,
    FullprimeError,
    Game,
    Match,
    Phase,
    Play,
    SeededDice,
    Settings,
    variants,
)
from fullprime.engine import play_match
from fullprime.engine.match_play import played


class RandomPlayer:
    """Anything with `choose` can play."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, game: Game) -> Play | str | None:
        """A random play; rolls, takes and names a doublet."""
        match game.phase:
            case Phase.TO_PLAY:
                return self._rng.choice(game.plays)
            case Phase.TO_NAME:
                return "6-6"
            case Phase.OFFERED:
                return "take"
            case _:
                return "pass" if "pass" in game.verbs else None


class Doubler(RandomPlayer):
    """Doubles whenever it may."""

    name = "Ann"

    def choose(self, game: Game) -> Play | str | None:
        return "double" if "double" in game.verbs else super().choose(game)


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_every_game_is_played_to_its_end(name: str) -> None:
    match = play_match(RandomPlayer(1), RandomPlayer(2), SeededDice(3), variant=name)
    assert len(match.games) == 1 and match.game.is_over
    assert match.variant.id == name


def test_a_match_to_points() -> None:
    match = play_match(Doubler(1), RandomPlayer(2), SeededDice(3), target=5)
    assert match.winner is not None and match.needed == 5
    assert match.players == ("Ann", "Black")
    assert any(game.stakes.owner == 1 for game in match.games)


def test_best_of_three_and_a_session() -> None:
    best = play_match(RandomPlayer(1), RandomPlayer(2), SeededDice(3), target=BestOf(3))
    assert best.winner is not None and 2 <= len(best.games) <= 3
    session = play_match(RandomPlayer(1), RandomPlayer(2), SeededDice(3), games=3)
    assert len(session.games) == 3 and session.game.is_over
    with pytest.raises(FullprimeError, match="0 games"):
        play_match(RandomPlayer(1), RandomPlayer(2), SeededDice(3), games=0)


def test_the_same_dice_give_the_same_match() -> None:
    first, again = (
        play_match(Doubler(1), Doubler(2), SeededDice(3), target=3, settings=Settings())
        for _ in range(2)
    )
    assert first == again
    assert first.players == ("Ann 1", "Ann 2")


def test_a_match_can_be_watched() -> None:
    start = Match.start(target=1)
    matches = list(played(start, RandomPlayer(1), RandomPlayer(2), SeededDice(3)))
    assert [len(match.game.log) for match in matches] == list(range(1, len(matches) + 1))
    assert matches[-1] == play_match(RandomPlayer(1), RandomPlayer(2), SeededDice(3), target=1)
    money = played(Match.start(), RandomPlayer(1), RandomPlayer(2), SeededDice(3))
    assert len(next(islice(money, 500, None)).games) > 1
