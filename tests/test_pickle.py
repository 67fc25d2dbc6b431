"""Values travel to other processes, and are copied, without losing anything."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from fullprime import (
    Game,
    Match,
    MatchEquity,
    Position,
    Roll,
    SeededDice,
    Settings,
    Stakes,
    Variant,
    legal_plays,
)
from fullprime.action import Played, Rolled
from fullprime.engine import (
    Outcome,
    level,
)
from fullprime.errors import BadPosition, FullprimeError, IllegalAction
from fullprime.series import Series

BACKGAMMON = Variant.load()
GAME = Game.start("russian", Stakes(jacoby=True)).apply("31")
PLAYS = legal_plays(BACKGAMMON, BACKGAMMON.start_position, Roll(3, 1))
VALUES = {
    "Position": Position.parse("bar:1 6:2 / 6:2").remembering((1, 2), (True, False)),
    "Variant": Variant.load("plakoto"),
    "Variant with options": Variant.load(None, {"cap5": True}),
    "Roll": Roll(3, 1),
    "Play": PLAYS[0],
    "Plays": PLAYS,
    "Stakes": Stakes(value=2, owner=1, away=(3, 4)),
    "Settings": Settings(holland=True),
    "Rolled": Rolled((3, 1)),
    "Played": Played.of(PLAYS[0]),
    "Game": GAME,
    "Game over": Game.start().apply("31").apply("resign").apply("accept"),
    "Match": Match.start(target=5).apply("31").apply("8/5 6/5"),
    "Series": Series.load("tavli"),
    "Numbers": GAME.numbers,
    "Result": Game.start().apply("31").apply("resign").apply("accept").result,
    "MatchEquity": MatchEquity.load(),
    "Outcome": Outcome(0.4, 0.1, 0.0, 0.3, 0.1, 0.1),
    "Level": level("club"),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_a_value_comes_back_equal(name: str, way: str) -> None:
    value = VALUES[name]
    again = WAYS[way](value)
    assert type(again) is type(value) and again == value


@pytest.mark.parametrize("way", WAYS)
def test_a_game_goes_on_and_back(way: str) -> None:
    assert len(GAME.plays) > 1  # what is computed once does not travel, and is not missed
    again = WAYS[way](GAME)
    assert again.plays == GAME.plays
    assert again.apply(again.plays[0]).undo(2) == GAME.undo()


@pytest.mark.parametrize("way", WAYS)
def test_dice_go_on(way: str) -> None:
    dice = SeededDice(3)
    dice.roll()
    again = WAYS[way](dice)
    assert [again.roll() for _ in range(9)] == [dice.roll() for _ in range(9)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "error",
    [
        FullprimeError("no"),
        BadPosition("6:2", ["one", "two"]),
        IllegalAction("a double", "STD-CUBE-2", "now"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_back_whole(error: FullprimeError, way: str) -> None:
    again = WAYS[way](error)
    assert type(again) is type(error) and str(again) == str(error)
    assert vars(again) == vars(error)
