"""Maps of a position: by roll and by score, as values, as text and as JSON."""

from __future__ import annotations

import json

import pytest

from fullprime import Variant, analysis
from fullprime.analysis import maps
from fullprime.analysis.answers import Depth
from fullprime.analysis.map_tables import market_lines, roll_lines, score_lines
from fullprime.analysis.maps import Score, at_score, roll_map, score_map, scores
from fullprime.analysis.question import Question
from fullprime.errors import FullprimeError
from fullprime.stakes import Stakes
from program import run

RACE = "6:1 2:1 / 1:2"
HOLDING = "13:3 8:3 6:4 5:3 4:2 / 24:2 13:4 8:3 6:4 5:2"
THROWS = 36
NOT_UNDERSTOOD = 3


def asked(text: str | None = None, dice: str | None = None, **stakes: object) -> Question:
    return Question.about(text, dice, stakes=Stakes(**stakes))  # type: ignore[arg-type]


def test_every_roll_with_its_best_play() -> None:
    question = asked(HOLDING)
    depth = Depth.of(question, 0)
    found = roll_map(question, depth)
    assert sum(each.roll.weight for each in found.squares) == THROWS
    for each in found.squares:
        best = analysis.plays(HOLDING, each.roll, plies=0)[0]
        assert (each.best.play, each.equity) == (best.play, best.equity)
    mean = sum(each.roll.weight * each.equity for each in found.squares) / THROWS
    assert found.mean == pytest.approx(mean, abs=1e-12)
    luck = sum(each.roll.weight * each.luck for each in found.squares)
    assert luck == pytest.approx(0, abs=1e-9)
    assert found.at(3, 1) == found.at(1, 3)
    assert roll_map(question._replace(roll=found.squares[0].roll), depth) == found


def test_the_mean_is_what_the_position_is_worth_one_roll_deeper() -> None:
    found = analysis.roll_map(RACE, plies=0, cubeful=False)
    assert found.mean == pytest.approx(analysis.evaluate(RACE, plies=1, cubeful=False).equity)
    assert found.at(6, 2).equity == 1
    assert found.at(1, 1).equity == -1


def test_all_scores_of_a_match() -> None:
    every = list(scores(3))
    assert len(every) == len(set(every)) == 9 + 4
    assert Score((1, 1)) in every
    assert Score((1, 1), crawford=True) not in every
    assert Score((2, 1), crawford=True) in every
    assert Score((2, 3), crawford=True) not in every


def test_a_play_at_every_score() -> None:
    question = asked(dice="62")
    found = score_map(question, Depth.of(question, 0), size=3)
    for each in found.squares:
        stakes = at_score(question.stakes, each.score)
        best, second = analysis.plays(None, "62", plies=0, stakes=stakes)[:2]
        assert (each.best, each.equity) == (str(best.play), best.equity)
        assert each.margin == pytest.approx(best.equity - second.equity)
    assert found.money.equity == analysis.plays(None, "62", plies=0)[0].equity
    assert found.at(1, 1, crawford=True) is None


def test_a_cube_action_at_every_score() -> None:
    question = asked(HOLDING, jacoby=True, animals=1)
    found = score_map(question, Depth.of(question, 0), size=3)
    for each in found.squares:
        stakes = at_score(question.stakes, each.score)
        assert (stakes.jacoby, stakes.animals) == (False, 0)
        verdict = analysis.cube(HOLDING, plies=0, stakes=stakes)
        assert (each.best, each.equity) == (str(verdict.action), verdict.equity)
        assert (each.market is None) == (each.margin is None)
    leader, crawford = found.at(1, 3), found.at(3, 1, crawford=True)
    assert leader
    assert crawford
    assert leader.market is crawford.market is None
    trailing = found.at(3, 1)
    assert trailing
    assert trailing.market


def test_a_cube_limit_ends_the_market() -> None:
    question = asked(HOLDING, cube_limit=2, value=2, owner=0, turned=True)
    found = score_map(question, Depth.of(question, 0), size=2)
    assert found.money.market is None
    assert found.money.best == "no double"


@pytest.mark.parametrize(("size", "says"), [(1, "a map of 1 points"), (65, "expected 2 to 64")])
def test_sizes_that_make_no_map(size: int, says: str) -> None:
    question = asked(HOLDING)
    with pytest.raises(FullprimeError, match=says):
        score_map(question, Depth.of(question, 0), size)


def test_a_game_without_a_cube_needs_dice() -> None:
    with pytest.raises(FullprimeError, match="Plakoto has no cube: give the dice"):
        analysis.score_map(variant="plakoto", plies=0)
    found = analysis.score_map(None, "31", variant="plakoto", plies=0, size=2)
    assert {each.market for each in found.squares} == {None}


@pytest.mark.parametrize("game", ["acey_deucey", "coan_ki", "gul_bara"])
def test_rolls_of_other_games(game: str) -> None:
    found = maps.roll_map(Question.about(variant=game), Depth.of(Question.about(variant=game), 0))
    variant = Variant.load(game)
    assert all(each.best.play.position != variant.start_position for each in found.squares)


# For people and programs --------------------------------------------------------------------------


def test_the_text_has_36_squares_and_a_line_for_each_roll() -> None:
    found = analysis.roll_map(RACE, plies=0)
    marked: list[str] = []

    def paint(text: str, color: str) -> str:
        marked.append(color)
        return f"<{text}>"

    lines = roll_lines(found, paint)
    assert len(marked) == THROWS
    assert set(marked) == {"good", "bad"}
    assert lines[6].startswith("6")
    assert sum("6/off" in line for line in lines) == len(
        [each for each in found.squares if "6/off" in each.play]
    )
    assert lines[-1] == f"Mean of the 36 rolls: {found.mean:+.4f}"


def test_grids_of_scores() -> None:
    cubes = analysis.score_map(HOLDING, plies=0, size=3)
    lines = score_lines(cubes)
    assert lines[1].split() == ["need", "1C", "1", "2", "3"]
    assert [line.split()[0] for line in lines[2:6]] == ["1C", "1", "2", "3"]
    assert max(map(len, lines)) < 80
    assert "D/P   double, pass" in lines
    market = market_lines(cubes)
    assert len(market[5].split()) == 5
    assert market[-1].startswith("Money: 6")
    plays = score_lines(analysis.score_map(None, "62", plies=0, size=2))
    assert any(line.startswith("A     24/18 13/11") for line in plays)


def test_the_command() -> None:
    shown = run("map", "rolls", RACE, "--plies", "0")
    assert shown.returncode == 0
    assert "Mean of the 36 rolls" in shown.stdout
    assert "\x1b" not in shown.stdout
    told = json.loads(run("map", "rolls", RACE, "--plies", "0", "--json").stdout)
    assert (len(told["rolls"]), told["plies"], told["cubeful"]) == (21, 0, True)
    assert {"dice", "weight", "play", "steps", "position", "equity", "luck"} == set(
        told["rolls"][0]
    )
    told = json.loads(run("map", "scores", "62", "--plies", "0", "--size", "2", "--json").stdout)
    assert [each["away"] for each in told["scores"]] == [
        *([1, 1], [1, 2], [1, 2], [2, 1], [2, 1], [2, 2])
    ]
    assert told["money"]["market"] is None
    market = run("map", "market", HOLDING, "--plies", "0", "--size", "2")
    assert "from which on they pass" in market.stdout
    refused = run("map", "scores", "--variant", "tavla", "--plies", "0")
    assert refused.returncode == NOT_UNDERSTOOD
    assert "has no cube: give the dice of a play" in refused.stderr
