"""What to do with the cube: for money, at scores, by the rules; and how it is told."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from fullprime import (
    Accepted,
    Match,
    Money,
    Points,
    Position,
    Resigned,
    Rolled,
    Stakes,
    Variant,
)
from fullprime.cli import cli
from fullprime.engine import CubeAction, Evaluator, Outcome, Wager, cube_verdict, evaluator_for
from fullprime.engine.bearoff import shared_cube_table
from fullprime.engine.cube import CASH, action_for
from fullprime.engine.cube_window import cube_window, gammon_values
from fullprime.engine.result_values import worth_of, worth_of_equity
from fullprime.errors import FullprimeError
from fullprime.protocols.jsonl import answer

BACKGAMMON = Variant.load("backgammon")
START = BACKGAMMON.start_position
RACE = BACKGAMMON.position("13:2 10:3 8:3 6:4 4:3 / 14:3 11:3 9:3 6:4 5:2")


class Says(Evaluator):
    """Evaluates every position alike."""

    def __init__(self, *chances: float) -> None:
        super().__init__(BACKGAMMON)
        self.outcome = Outcome(*chances)

    def evaluate(self, positions: Any) -> list[Outcome]:
        """The same for all."""
        return [self.outcome for _ in positions]


def wins(share: float, gammons: float = 0.0) -> Says:
    """Without losing gammons."""
    return Says(share * (1 - gammons), share * gammons, 0, 1 - share, 0, 0)


def verdict(judge: Evaluator, position: Position = START, **stakes: Any) -> Any:
    return cube_verdict(judge, position, Wager(Stakes(**stakes)))


# Money ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("win", "gammons", "action"),
    [
        (0.5, 0.0, CubeAction.NO_DOUBLE),
        (0.74, 0.0, CubeAction.DOUBLE_TAKE),
        (0.85, 0.0, CubeAction.DOUBLE_PASS),
        (0.9, 0.9, CubeAction.TOO_GOOD_PASS),
        (0.2, 0.0, CubeAction.NO_DOUBLE),
    ],
)
def test_money(win: float, gammons: float, action: CubeAction) -> None:
    found = verdict(wins(win, gammons))
    assert found.action == action
    assert found.double_pass == CASH


def test_a_redouble_needs_more() -> None:
    """Who owns the cube gives up more than who finds it in the middle."""
    judge = wins(0.71)
    assert verdict(judge).action == CubeAction.DOUBLE_TAKE
    assert verdict(judge, value=2, owner=0, turned=True).action == CubeAction.NO_DOUBLE


@given(st.floats(0, 1), st.floats(0, 0.5), st.sampled_from([1, 2, 8, 64]))
def test_the_value_of_the_cube_does_not_matter_for_money(
    win: float, gammons: float, value: int
) -> None:
    judge = wins(win, gammons)
    found = [verdict(judge, value=each, owner=0, turned=True)[1:] for each in (1, value)]
    assert found[0] == found[1]


def test_money_decisions_ignore_the_running_total() -> None:
    """After a gammon lost in a session the next game is like the first; in a match it is not."""
    for target, alike in ((Money(), True), (Points(5), False)):
        match = Match.start(players=("Ann", "Ben"), target=target)
        first = match.game.stakes
        for action in (Rolled((3, 1)), match.game.apply(Rolled((3, 1))).legal()[0], Resigned(2)):
            match = match.apply(action)
        match = match.apply(Accepted())
        match = match.next_game()
        assert match.score != (0, 0)
        decisions = [cube_verdict(wins(0.7), START, Wager(s)) for s in (first, match.game.stakes)]
        assert (decisions[0] == decisions[1]) == alike


def test_jacoby_doubles_sooner_with_gammons() -> None:
    """They count only with a turned cube."""
    gammons = wins(0.75, 0.5)
    with_them, without = (
        cube_window(gammons.outcome, START, Wager(Stakes(jacoby=jacoby)))
        for jacoby in (False, True)
    )
    assert with_them and without
    assert with_them.effective.double and without.effective.double
    assert without.effective.double < with_them.effective.double
    assert without.effective.too_good is None
    assert verdict(gammons).action == CubeAction.TOO_GOOD_PASS
    assert verdict(gammons, jacoby=True).action == CubeAction.DOUBLE_PASS


def test_beavers() -> None:
    judge = wins(0.4)
    assert verdict(judge).action == CubeAction.NO_DOUBLE
    found = verdict(judge, animals=1)
    assert found.action == CubeAction.NO_DOUBLE_BEAVER
    assert found.double_take == 2 * verdict(judge).double_take


def test_double_and_beaver() -> None:
    """Kauder's paradox: with Jacoby's rule both can be right."""
    assert action_for(-0.3, -0.2, beavers=True) == CubeAction.DOUBLE_BEAVER


def test_other_sides_cube() -> None:
    found = verdict(wins(0.7), value=2, owner=1, turned=True)
    assert found.forbidden == "STD-CUBE-7"
    assert found.action == CubeAction.NO_DOUBLE


@given(st.floats(-3, 3), st.floats(-6, 6))
def test_actions_follow_from_equities(no_double: float, double_take: float) -> None:
    action = action_for(no_double, double_take)
    assert action.doubles == (min(double_take, 1) > no_double)
    assert action.takes == (double_take <= 1)


# Matches ----------------------------------------------------------------------------------------


def test_crawford_and_holland() -> None:
    assert verdict(wins(0.8), away=(3, 1), crawford=True).forbidden == "OPT-CRAWFORD"
    wager = Wager(Stakes(away=(3, 1), holland=True))
    assert cube_verdict(wins(0.8), START, wager, (1, 1)).forbidden == "OPT-HOLLAND"
    assert cube_verdict(wins(0.8), START, wager, (2, 2)).forbidden is None


def test_a_dead_cube_is_not_turned() -> None:
    assert verdict(wins(0.7), away=(1, 4)).action == CubeAction.NO_DOUBLE
    found = verdict(wins(0.7), value=2, owner=0, turned=True, away=(2, 5))
    assert found.action == CubeAction.NO_DOUBLE


@pytest.mark.parametrize("need", [2, 4, 3, 5])
def test_after_the_crawford_game_the_trailer_doubles(need: int) -> None:
    """He has nothing to lose. Needing an even number, he can be dropped for nothing once."""
    found = verdict(wins(0.5), away=(need, 1))
    assert found.action.doubles


def test_two_away_each() -> None:
    """The textbook: whoever doubles plays for the match, and the take needs 30 % or so."""
    assert verdict(wins(0.6), away=(2, 2)).action.doubles
    assert verdict(wins(0.65), away=(2, 2)).action.takes
    assert not verdict(wins(0.75), away=(2, 2)).action.takes


def test_the_source_example() -> None:
    """Leading 7-5 in a match to 9, one needs two points and the other four: the leader is very
    reluctant to double, the trailer doubles very aggressively if there are gammons to win."""
    outcome = Outcome(0.3, 0.2, 0.0, 0.4, 0.1, 0.0)

    def doubles_from(away: tuple[int, int] | None) -> float:
        window = cube_window(outcome, START, Wager(Stakes(away=away)))
        assert window is not None
        assert window.effective.double is not None
        return window.effective.double

    leader, money, trailer = map(doubles_from, ((2, 4), None, (4, 2)))
    assert leader > money + 0.1
    assert trailer < money - 0.1


def test_unit_is_a_single_game_at_the_present_cube() -> None:
    stakes = Stakes(value=2, owner=0, turned=True, away=(7, 5))
    judge = Says(1, 0, 0, 0, 0, 0)
    found = cube_verdict(judge, START, Wager(stakes))
    assert found.no_double == pytest.approx(1.0)
    assert worth_of(2, stakes, 0) > worth_of(-2, stakes, 0)


# The market -------------------------------------------------------------------------------------


def test_window_for_money() -> None:
    """Known by heart: 50, 75 and 25 % with a dead cube, 80 and 20 % with a live one."""
    window = cube_window(Outcome.of(0.6), RACE, Wager(Stakes()))
    assert window is not None
    assert (window.dead.double, window.dead.cash) == pytest.approx((0.5, 0.75))
    assert (window.live.double, window.live.cash) == pytest.approx((0.8, 0.8))
    assert window.effective.double and window.effective.cash
    assert 0.5 < window.effective.double < window.effective.cash < 0.8
    assert window.gammon_values == (0.5, 0.5)
    assert window.effective.too_good is None


def test_window_is_closed_without_a_cube() -> None:
    for stakes in (Stakes(cube=False), Stakes(away=(1, 3)), Stakes(value=2, owner=1)):
        assert cube_window(Outcome.of(0.5), START, Wager(stakes)) is None


def test_window_of_a_short_race() -> None:
    """What doubles by the equities of the table doubles by its market, too."""
    position, judge = BACKGAMMON.position("6:1 5:1 / 6:1 2:1"), evaluator_for(BACKGAMMON)
    found = cube_verdict(judge, position, Wager(Stakes()))
    assert found.action.doubles
    life = judge.life(position, found.outcome)
    assert 0 < life[0] < 0.5 and 0 < life[1] < 0.5
    windows = [cube_window(found.outcome, position, Wager(Stakes()), each) for each in (life, None)]
    of_it, of_its_kind = (window.effective.double for window in windows if window)
    assert of_it and of_its_kind and of_it < found.outcome.win < of_its_kind


def test_gammon_values_under_jacoby() -> None:
    """They count once the cube is turned."""
    assert gammon_values(Wager(Stakes(jacoby=True))) == (0.0, 0.0)
    turned = Stakes(jacoby=True, value=2, owner=0, turned=True)
    assert gammon_values(Wager(turned)) == (0.5, 0.5)


def test_gammon_values_at_scores() -> None:
    """At one point each a gammon is worth nothing; who needs two points likes one most."""
    assert gammon_values(Wager(Stakes(away=(1, 1)))) == (0.0, 0.0)
    mine, theirs = gammon_values(Wager(Stakes(away=(2, 5))))
    assert mine > 0.5 > theirs


# Short races --------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", [(3, 5), (4, 1), (2, 2), (9, 3), (25, 25)])
@pytest.mark.parametrize("plies", [0, 1])
def test_last_roll_at_scores(away: tuple[int, int], plies: int) -> None:
    """27 throws of 36 win and nobody is asked again: not doubling is worth a half anywhere, and a
    taken double what the same share of games at twice the stake is worth."""
    stakes, position = Stakes(away=away), BACKGAMMON.position("6:1 / 1:1")
    found = cube_verdict(evaluator_for(BACKGAMMON, plies), position, Wager(stakes))
    assert found.no_double == pytest.approx(0.5)
    won, lost = (worth_of(points, stakes, 0) for points in (2, -2))
    taken = worth_of_equity(found.double_take, stakes, 0)
    assert taken == pytest.approx(0.75 * won + 0.25 * lost)


@pytest.mark.parametrize("text", ["6:1 5:1 / 6:1 2:1", "2:2 / 1:1 3:1", "4:1 5:1 / 3:1 5:1"])
def test_short_races_in_long_matches_are_nearly_money(text: str) -> None:
    position = BACKGAMMON.position(text)
    money, match = (
        cube_verdict(evaluator_for(BACKGAMMON), position, Wager(Stakes(away=away)))
        for away in (None, (25, 25))
    )
    assert match.action == money.action
    assert match.no_double == pytest.approx(money.no_double, abs=0.04)
    assert match.double_take == pytest.approx(money.double_take, abs=0.06)


def random_race(rng: Random, most: int) -> Position:
    """With one to so many checkers a side."""
    sides = [Counter(rng.choices(range(1, 7), k=rng.randint(1, most))) for _ in range(2)]
    text = " / ".join(" ".join(f"{point}:{n}" for point, n in side.items()) for side in sides)
    return BACKGAMMON.position(text)


def test_short_races_at_scores_as_if_looked_at_further() -> None:
    """With the life of all races no double would be off by 0.1 on average."""
    rng, bare, ahead = Random(5), evaluator_for(BACKGAMMON), evaluator_for(BACKGAMMON, 3)
    off = []
    for _ in range(60):
        wager = Wager(Stakes(away=(rng.randint(2, 11), rng.randint(2, 11))))
        position = random_race(rng, 4)
        one, other = (cube_verdict(judge, position, wager) for judge in (bare, ahead))
        off.append(abs(one.no_double - other.no_double))
    assert sum(off) / len(off) < 0.01


def test_life_of_the_cube_in_short_races() -> None:
    """With it the model says for money what the table says, unless a cube that jumps over the right
    moment does better than one that is always turned there."""
    rng, judge, money = Random(4), evaluator_for(BACKGAMMON), Wager(Stakes()).cube.stakes
    off = []
    for _ in range(200):
        position = random_race(rng, 6)
        [exact] = shared_cube_table().judge(BACKGAMMON.kernel, position.raw)
        [outcome] = judge.evaluate([position])
        mine, theirs = judge.life(position, outcome)
        kept = money.kept(outcome, mine, theirs)
        assert exact is not None
        assert mine == 1 or kept.mine[0] == pytest.approx(exact.owned_undoubled, abs=1e-6)
        assert theirs == 1 or kept.theirs[0] == pytest.approx(exact.against, abs=1e-6)
        off.append(abs(kept.centred - exact.centred_undoubled))
    assert sum(off) / len(off) < 0.01


# Looking ahead, and asking ------------------------------------------------------------------------


def test_last_roll() -> None:
    """Who wins with 27 throws of 36 and is never asked again doubles; taking or not is the same."""
    position = BACKGAMMON.position("6:1 / 1:1")
    found = cube_verdict(evaluator_for(BACKGAMMON, 1), position, Wager(Stakes()))
    assert (found.no_double, found.double_take) == pytest.approx((0.5, 1.0))
    assert found.action == CubeAction.DOUBLE_TAKE


def ask(**request: Any) -> dict[str, Any]:
    whole = {"op": "cube", "variant": "backgammon", "position": "6:1 / 1:1"} | request
    return answer(json.dumps(whole).encode())


def test_json_lines() -> None:
    reply = ask(plies=1)
    assert reply == {
        "id": None,
        "no_double": pytest.approx(0.5),
        "double_take": pytest.approx(1.0),
        "double_pass": 1.0,
        "action": "double, take",
        "plies": 1,
    }
    assert ask(stakes={"owner": "opponent", "cube": 2})["action"] == "no double"
    assert "expected 1, 2, 4" in ask(stakes={"cube": 3})["error"]
    assert "away" in ask(stakes={"away": [0, 1]})["error"]


def test_json_cubeful_equities() -> None:
    """The best that both can do; and plays for what they are worth with the cube."""
    [cubeless, cubeful] = [
        ask(op="eval", plies=1, cubeful=cubeful)["equity"] for cubeful in (False, True)
    ]
    assert (cubeless, cubeful) == pytest.approx((0.5, 1.0))
    roll = {"op": "plays", "position": "13:5 8:5 6:5 / 13:5 8:5 6:5", "dice": [6, 1]}
    equities = [ask(**roll, cubeful=cubeful)["plays"][0]["equity"] for cubeful in (False, True)]
    assert equities[0] != equities[1]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["cube", *arguments])


def test_command() -> None:
    result = run("6:1 / 1:1", "--plies", "1")
    assert "Double, take." in result.output
    assert "Their take point" in result.output
    assert json.loads(run("6:1 / 1:1", "--plies", "1", "--json").output)["double_pass"] == 1.0
    result = run("6:1 / 1:1", "--away", "3,1", "--crawford")
    assert "You may not double. Under the Crawford rule " in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--cube", "3"], "expected 1, 2, 4, 8"),
        (["--met", "nothing.xml"], "nothing.xml"),
    ],
)
def test_bad_stakes(arguments: list[str], words: str) -> None:
    result = run("6:1 / 1:1", *arguments)
    assert isinstance(result.exception, FullprimeError)
    assert words in str(result.exception)


def test_bad_scores() -> None:
    result = run("6:1 / 1:1", "--away", "five")
    assert result.exit_code == 2
    assert "such as 5,7" in result.output


@pytest.mark.rule("OPT-LIMIT")
def test_a_cube_at_its_limit_is_dead() -> None:
    judge = wins(0.7, gammons=0.2)
    at_it = verdict(judge, RACE, value=64, owner=0, turned=True, cube_limit=64)
    assert (at_it.action, at_it.forbidden) == (CubeAction.NO_DOUBLE, "OPT-LIMIT")
    assert at_it.no_double == pytest.approx(0.7 * 1.2 - 0.3)
    last = verdict(judge, RACE, value=32, owner=0, turned=True, cube_limit=64)
    assert last.double_take == pytest.approx(2 * at_it.no_double)
    free = verdict(judge, RACE, value=32, owner=0, turned=True)
    assert last.double_take > free.double_take  # no redouble can come back


@pytest.mark.rule("OPT-LIMIT")
def test_a_limit_that_is_far_away_changes_nothing_and_a_near_one_little_by_little() -> None:
    judge = wins(0.72)
    free = verdict(judge, RACE)
    assert verdict(judge, RACE, cube_limit=256) == free
    away = [abs(verdict(judge, RACE, cube_limit=n).no_double - free.no_double) for n in (2, 8, 64)]
    assert away == sorted(away, reverse=True)
    assert away[-1] < 1e-4


@pytest.mark.rule("OPT-LIMIT", "OPT-BEAVER")
def test_no_beaver_above_the_limit() -> None:
    judge = wins(0.3)
    assert verdict(judge, RACE, animals=1, cube_limit=4).action == CubeAction.NO_DOUBLE_BEAVER
    assert verdict(judge, RACE, animals=1, cube_limit=2).action == CubeAction.NO_DOUBLE


def test_stakes_with_a_cube_limit_on_the_command_line_and_in_json() -> None:
    shown = CliRunner().invoke(cli, ["cube", "6:1 / 1:1", "--cube", "4", "--cube-limit", "4"])
    assert "cube limit 4" in shown.output
    assert "[OPT-LIMIT]" in shown.output
    wrong = {"op": "cube", "variant": "backgammon", "position": "6:1 / 1:1"}
    for stakes, says in (
        ({"cube": 8, "cube_limit": 4}, "the cube shows 8, above its limit of 4"),
        ({"cube_limit": 6}, "a cube limit of 6"),
    ):
        assert says in answer(json.dumps({**wrong, "stakes": stakes}).encode())["error"]
