"""Values travel to other processes, and are copied, without losing anything."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
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
    analysis,
    legal_plays,
)
from fullprime.action import Played, Rolled
from fullprime.engine import (
    Engine,
    Evaluator,
    HandmadeEvaluator,
    Outcome,
    RolloutSettings,
    evaluator_for,
    level,
    nets,
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
    "Question": analysis.Question.about("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"),
    "Evaluation": analysis.evaluate("6:1 / 1:2"),
    "RankedPlay": analysis.plays("6:1 3:1 / 1:2", "5-2")[0],
    "CubeVerdict": analysis.cube("6:1 / 1:1"),
    "RolledOut": analysis.rollout("6:1 2:1 / 1:2", settings=RolloutSettings(trials=36)),
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


class Indifferent(Evaluator):
    """An evaluator of a user."""

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """Everything is even."""
        return [Outcome.of(0.5) for _ in positions]


ENGINES = {
    "Engine": Engine(plies=0),
    "an engine that shares nothing": Engine(plies=0, shared=False),
    "a level": Engine(level=level("club"), person=3, name="Ann"),
    "of a user": Engine(Indifferent(BACKGAMMON)),
    "of a user, looking ahead": Engine(Indifferent(BACKGAMMON), plies=1),
    "hand-made": Engine(HandmadeEvaluator(BACKGAMMON)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_plays_on(name: str, way: str) -> None:
    engine, game = ENGINES[name], Game.start(position="6:1 4:1 / 6:2 3:1").apply("21")
    chosen = engine.choose(game)  # what it has in use does not travel
    again = WAYS[way](engine)
    assert again.choose(game) == chosen
    assert (again.name, again.person, again.plies) == (engine.name, engine.person, engine.plies)


EVALUATORS = {
    "a net": evaluator_for(BACKGAMMON),
    "a net, looking ahead": evaluator_for(BACKGAMMON, 1),
    "a game that counts less": evaluator_for(Variant.load("portes")),
    "a game without a net": evaluator_for(Variant.load("plakoto")),
    "a person": level("club").evaluator(BACKGAMMON, 3),
    "of a user": Indifferent(BACKGAMMON).looking_ahead(1),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", EVALUATORS)
def test_an_evaluator_says_the_same(name: str, way: str) -> None:
    evaluator = EVALUATORS[name]
    again = WAYS[way](evaluator)
    positions = [evaluator.variant.start_position, evaluator.variant.position("6:1 / 1:2")]
    assert type(again) is type(evaluator)
    assert again.evaluate(positions) == evaluator.evaluate(positions)


@pytest.mark.parametrize("way", WAYS)
def test_a_net_is_read_again(way: str) -> None:
    [net, *_] = nets()
    assert net.kernel
    assert WAYS[way](net).metadata == net.metadata


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
