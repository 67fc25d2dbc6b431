"""Values of the wrong kind are refused where they come in, in words that help."""

# mypy: disable-error-code="arg-type, call-arg, list-item"

from __future__ import annotations

from collections.abc import Callable

import pytest

from fullprime import (
    FullprimeError,
    Game,
    Match,
    Position,
    SeededDice,
    analysis,
    arrays,
    legal_plays,
)
from fullprime.engine import Engine, play_match

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: Game.start(5), "variant 5: expected a name, a file or a Variant"),
        (lambda: Game.start(stakes={"away": [3, 3]}), "expected Stakes, such as"),
        (lambda: Game.start("backgammon", "cap5"), "options of a game are given as options="),
        (lambda: Game.start(starter=3), "starter 3: expected seat 0 or 1"),
        (lambda: Game.start(position=5), "position 5: expected a Position or text"),
        (lambda: Game.start().undo("x"), "cannot undo 'x' actions: the game has 0"),
        (lambda: Game.start().undo(1), "cannot undo 1 action: the game has 0"),
        (lambda: Match.start(target=0), "Points.to=0.: expected a whole number from 1 to 9999"),
        (lambda: Match.start(target="7"), "target '7'.*: expected points, BestOf or Money"),
        (lambda: Match.start(players=("A",)), "expected two names"),
        (lambda: Match.start(settings="cube"), "settings 'cube': expected"),
        (lambda: Position.parse(None), "expected text, got NoneType"),
        (lambda: Position.parse(Position.parse(START)), "expected text, got Position"),
        (lambda: legal_plays("backgammon", START, "31"), "expected a Variant, a Position and a"),
        (lambda: arrays.pack([START]), "expected Position values"),
        (lambda: analysis.plays(START, 31), r"bad dice \[31\]"),
        (lambda: analysis.plays(START, "31", plies="2"), "'2' plies, expected 0 to 3"),
        (lambda: analysis.plays(START, "31", plies=1.5), "1.5 plies, expected 0 to 3"),
        (lambda: analysis.evaluate(5), "5: expected a Position, a Game, a Match or text"),
        (lambda: analysis.evaluate(START, cubeful="no"), "cubeful 'no': expected True, False"),
        (lambda: analysis.rollout(START, cubeful="no"), "cubeful 'no': expected True, False"),
        (lambda: analysis.rollout(START, trials=36), r"settings=RolloutSettings\(trials=...\)"),
        (lambda: analysis.evaluate(START, stake=2), "did you mean 'stakes'"),
        (lambda: analysis.evaluate(START, by="club"), 'write level="club"'),
        (lambda: Engine("club"), 'write level="club"'),
        (lambda: Engine(plies=9), "9 plies, expected 0 to 3"),
        (lambda: Engine(level="expertt"), "unknown level 'expertt'"),
        (lambda: play_match(Engine(), "club", SeededDice(1)), "player 'club': expected an Engine"),
        (lambda: SeededDice("x"), "seed 'x'.*: expected whole numbers"),
    ],
)
def test_what_has_the_wrong_kind_is_refused(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(FullprimeError, match=why):
        ask()
