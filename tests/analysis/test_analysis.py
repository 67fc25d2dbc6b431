"""The questions of the commands from Python: the same answers as over JSON lines, as values."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from fullprime import (
    FullprimeError,
    Game,
    IllegalAction,
    MatchEquity,
    Position,
    Roll,
    Stakes,
    Variant,
    analysis,
)
from fullprime.analysis.as_json import rollout_json
from fullprime.analysis.question import Question
from fullprime.engine import Phase, RolledOut, RolloutSettings, equity_worths, roller_for
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.result_values import average
from fullprime.engine.rollout import Progress
from fullprime.engine.search import MOST_TURNS
from fullprime.formats.stakes_fields import StakesFields
from fullprime.protocols.jsonl import answer

BACKGAMMON = Variant.load()
START = BACKGAMMON.start_position
START_TEXT = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
CONTACT = "24:2 13:4 8:3 6:4 5:2 / 24:1 22:1 13:5 8:3 6:5"
FREE_GAMMON = "6:3 5:3 4:3 3:3 2:3 / bar:2 24:2 13:5 8:6"
SHORT = RolloutSettings(trials=36, truncate=6)
QUESTIONS: list[dict[str, Any]] = [
    {},
    {"plies": 0, "cubeful": False},
    {"plies": 1},
    {"cubeful": True},
    {"cubeful": True, "stakes": StakesFields(away=(3, 5))},
    {"cubeful": True, "stakes": StakesFields(cube=2, owner="me", jacoby=True, beavers=1)},
    {"stakes": StakesFields(jacoby=True)},
    {"stakes": StakesFields(cube=2, owner="opponent", away=(2, 4))},
    {"stakes": StakesFields(away=(1, 4), crawford=True, holland=True)},
]


def as_values(asked: dict[str, Any]) -> dict[str, Any]:
    return asked | ({"stakes": asked["stakes"].stakes()} if "stakes" in asked else {})


def ask(op: str, position: str, asked: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Over JSON lines."""
    told = {"op": op, "variant": "backgammon", "position": position, **asked, **more}
    if "stakes" in told:
        told["stakes"] = msgspec.to_builtins(told["stakes"])
    reply = wired(answer(json.dumps(told).encode()))
    assert reply.pop("id") is None
    return reply


def wired(answered: dict[str, Any]) -> dict[str, Any]:
    """As it goes over the wire."""
    reply: dict[str, Any] = json.loads(msgspec.json.encode(answered))
    return reply


# The same answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", QUESTIONS, ids=str)
def test_eval_answers_as_json_lines_do(asked: dict[str, Any]) -> None:
    for position in (CONTACT, FREE_GAMMON):
        found = analysis.eval(position, **as_values(asked))._asdict()
        assert not found.pop("exact"), "the answer says it only where it is"
        assert wired(found) == ask("eval", position, asked)


@pytest.mark.parametrize("asked", QUESTIONS, ids=str)
def test_hint_answers_as_json_lines_do(asked: dict[str, Any]) -> None:
    found = analysis.hint(CONTACT, "41", **as_values(asked))
    reply = ask("plays", CONTACT, asked, dice=[4, 1])
    plays = reply["plays"]
    assert found[0].plies == reply["plies"] == asked.get("plies", 2)
    assert reply["cubeful"] == asked.get("cubeful", True)
    assert [each.plies for each in found] == [play["plies"] for play in plays]
    assert [each.error for each in found] == [found[0].equity - each.equity for each in found]
    assert [[list(step.wire) for step in opinion.play.steps] for opinion in found] == [
        play["steps"] for play in plays
    ]
    assert [opinion.equity for opinion in found] == [play["equity"] for play in plays]
    assert [list(opinion.outcome) for opinion in found] == [play["outcome"] for play in plays]


@pytest.mark.parametrize("asked", QUESTIONS, ids=str)
def test_cube_answers_as_json_lines_do(asked: dict[str, Any]) -> None:
    asked = {name: asked[name] for name in asked if name != "cubeful"}
    for position in (CONTACT, "6:1 / 1:1"):
        found = analysis.cube(position, **as_values(asked))
        assert ask("cube", position, asked) == {
            "no_double": found.no_double,
            "double_take": found.double_take,
            "double_pass": found.double_pass,
            "action": found.action,
            "plies": asked.get("plies", 2),
        }


@pytest.mark.parametrize("asked", QUESTIONS, ids=str)
def test_rollout_answers_as_json_lines_do(asked: dict[str, Any]) -> None:
    position = "9:2 5:2 / 8:2 4:2"
    found = analysis.rollout(position, settings=SHORT, **as_values(asked))
    assert wired(rollout_json(found)) == ask("rollout", position, asked, trials=36, truncate=6)


@pytest.mark.parametrize("name", ["plakoto", "acey_deucey", "portes", "hypergammon"])
def test_other_games(name: str) -> None:
    variant = Variant.load(name)
    start = variant.text(variant.start_position)
    value = analysis.eval(start, variant=name)
    assert value.equity == ask("eval", start, {"variant": name})["equity"]
    plays = ask("plays", start, {"variant": name}, dice=[2, 1])["plays"]
    found = analysis.hint(start, "21", variant=variant)
    assert [opinion.equity for opinion in found] == [play["equity"] for play in plays]
    assert [variant.text(opinion.play.position) for opinion in found] == [
        play["position"] for play in plays
    ]


# What a question may look like --------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        START,
        START_TEXT,
        "4HPwATDgc/ABMA",
        "4HPwATDgc/ABMA:cInlACAAAAAE",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:2:0:7:10",
    ],
    ids=str,
)
def test_a_position_is_a_value_or_any_text(position: Position | str) -> None:
    for_money: dict[str, Any] = {"stakes": Stakes()}
    assert analysis.eval(position, **for_money) == analysis.eval(START)
    assert str(analysis.hint(position, Roll(3, 1))[0].play) == "8/5 6/5"
    assert analysis.cube(position, **for_money) == analysis.cube(START)
    found = analysis.rollout(position, "31", settings=SHORT, **for_money)
    assert found == analysis.rollout(START, "31", settings=SHORT)


def test_a_roll_is_a_value_or_text() -> None:
    found = [analysis.hint(START, roll) for roll in (Roll(3, 1), "31", "3-1")]
    assert found[0] == found[1] == found[2]


def test_a_game_may_have_options() -> None:
    capped = Variant.load(options={"cap5": True})
    everything = len(analysis.hint(START, "65"))
    assert len(analysis.hint(START, "65", variant=capped)) < everything


def test_what_a_position_remembers_stays() -> None:
    """Two may leave the head with the first roll only; the start as text means that roll."""
    variant = Variant.load("narde")
    start = variant.start_position
    later = variant.remembering(start, rolls=(1, 1))
    first, same, other = (
        [opinion.play.position.mover for opinion in analysis.hint(where, "66", variant=variant)]
        for where in ("24:15 / 24:15", start, later)
    )
    assert first == same != other


def test_the_table_decides_at_a_score() -> None:
    stakes, table = Stakes(away=(2, 3)), MatchEquity.load("fullprime-backgammon")
    worths = equity_worths(stakes, table=table)
    value = analysis.eval(FREE_GAMMON, stakes=stakes, table=table, cubeful=False)
    assert value.equity == average(value.outcome, worths)
    questions: list[Callable[..., object]] = [
        lambda **more: analysis.eval(CONTACT, stakes=stakes, cubeful=False, **more).equity,
        lambda **more: analysis.eval(CONTACT, stakes=stakes, **more).equity,
        lambda **more: analysis.hint(CONTACT, "41", stakes=stakes, cubeful=False, **more)[0].equity,
        lambda **more: analysis.hint(CONTACT, "41", stakes=stakes, **more)[0].equity,
        lambda **more: analysis.cube(CONTACT, stakes=stakes, **more).no_double,
        lambda **more: analysis.rollout(CONTACT, stakes=stakes, settings=SHORT, **more).terms,
    ]
    for question in questions:
        assert question(table=table) != question()


def test_a_cube_that_somebody_owns_has_been_turned() -> None:
    """So Jacoby's rule has nothing to say any more."""
    owned = Stakes(value=2, owner=0, jacoby=True)
    turned = Stakes(jacoby=True).doubled(owner=0)
    assert analysis.eval(FREE_GAMMON, stakes=owned) == analysis.eval(FREE_GAMMON, stakes=turned)
    cubeless = [analysis.eval(FREE_GAMMON, stakes=s, cubeful=False) for s in (owned, None)]
    assert cubeless[0] == cubeless[1]


# Rollouts -----------------------------------------------------------------------------------------


def names(found: RolledOut) -> list[str]:
    return [line.subject.name for line in found.lines]


def test_rollouts_of_a_roll_a_double_and_a_position() -> None:
    roller = roller_for(BACKGAMMON)
    cubeful = msgspec.structs.replace(SHORT, cubeful=True)
    opening = Roll(3, 1)
    for settings in (SHORT, cubeful):
        chosen: dict[str, Any] = {"settings": SHORT, "cubeful": settings.cubeful}
        assert analysis.rollout(START, **chosen) == roller.position(START, settings)
        assert analysis.rollout(START, "31", **chosen) == roller.plays(START, opening, settings)
    assert analysis.rollout(START, settings=SHORT) == roller.position(START, cubeful)
    assert analysis.rollout(START, settings=SHORT, stakes=Stakes(cube=False)).settings == SHORT
    race = BACKGAMMON.position("9:2 5:2 / 8:2 4:2")
    assert analysis.rollout(race, double=True, settings=SHORT) == roller.cube(race, cubeful)
    assert analysis.rollout(race, settings=SHORT, cubeful=True).settings == cubeful
    assert analysis.rollout(race, settings=cubeful).settings == cubeful


def test_rollouts_of_chosen_plays() -> None:
    first, *_, last = analysis.hint(START, "31")
    chosen = analysis.rollout(START, "31", plays=["24/23 13/10", last.play], settings=SHORT)
    assert names(chosen) == ["24/23 13/10", str(last.play)]
    assert str(first.play) not in names(chosen)


def test_plies_of_a_rollout_are_one_phase() -> None:
    ahead = (Phase(from_ply=0, plies=1),)
    race = "6:2 5:2 / 6:2 4:2"
    assert analysis.rollout(race, settings=SHORT, plies=1).settings.phases == ahead
    phased = msgspec.structs.replace(SHORT, phases=ahead)
    assert analysis.rollout(race, settings=phased, cubeful=False).settings == phased


def test_terms_of_a_game_without_backgammons() -> None:
    found = analysis.rollout(START, variant="portes", settings=SHORT)
    assert found.terms.centred == (1, 2, 2, -1, -2, -2)


def test_who_watches_sees_progress() -> None:
    seen: list[Progress] = []
    analysis.rollout("6:2 5:2 / 6:2 4:2", settings=RolloutSettings(trials=500), watch=seen.append)
    assert [progress.trials for progress in seen][-1] == 500
    assert len(seen) > 1


# Bad questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        analysis.eval,
        lambda position, **more: analysis.hint(position, "31", **more),
        analysis.cube,
        analysis.rollout,
    ],
    ids=["eval", "hint", "cube", "rollout"],
)
@pytest.mark.parametrize(
    ("position", "asked", "why"),
    [
        ("", {}, "expected position text such as"),
        ("6:16 / 6:15", {}, "16 checkers, expected 15"),
        ("off:15 / 6:3", {}, "the game is over in 'off:15 / 6:3'"),
        (Position.parse("6:15 / 19:15"), {}, "both sides stand on the 6"),
        (START, {"variant": "hypergammon"}, "has 15 checkers, expected 3"),
        (START, {"variant": "chess"}, "unknown variant 'chess'"),
        (START, {"stakes": Stakes(value=3)}, "the cube shows 3, expected 1, 2, 4, 8 and so on"),
        (START, {"stakes": Stakes(value=0)}, "stakes: cube: expected a whole number, at least 1"),
        (
            START,
            {"stakes": Stakes(away=(0, 3))},
            "expected a whole number, at least 1",
        ),
        (
            START,
            {"stakes": Stakes(away=(65, 3))},
            "expected a whole number, at most 64",
        ),
    ],
)
def test_bad_questions(
    question: Callable[..., object], position: Position | str, asked: dict[str, Any], why: str
) -> None:
    with pytest.raises(FullprimeError) as caught:
        question(position, **asked)
    assert why in str(caught.value)


@pytest.mark.parametrize("plies", [4, -1])
def test_bad_plies(plies: int) -> None:
    """The same of all questions; of games without a net, see `test_one_answer`."""
    for question in (analysis.eval, partial(analysis.hint, dice="31"), analysis.cube):
        with pytest.raises(FullprimeError, match=f"{plies} plies, expected 0 to 3"):
            question(START, plies=plies)
    with pytest.raises(FullprimeError, match=f"{plies}-ply, expected 0 to 3"):
        analysis.rollout(START, plies=plies, settings=SHORT)


def test_bad_dice() -> None:
    for roll in ("7-1", ""):
        with pytest.raises(FullprimeError, match=r"bad dice .* expected two numbers from 1 to 6"):
            analysis.hint(START, roll)
        with pytest.raises(FullprimeError, match="bad dice"):
            analysis.rollout(START, roll, settings=SHORT)


def test_more_plays_than_can_be_ranked() -> None:
    variant = Variant.load("gul_bara")
    crowd = variant.position("24:3 20:2 16:2 11:2 9:2 8:2 7:2 / 24:15")
    later = variant.remembering(crowd, rolls=(5, 5))
    found = analysis.hint(later, "11", variant=variant, plies=0)
    assert len(found) == MOST_TURNS
    assert len(found[0].play.steps) > 12
    with pytest.raises(FullprimeError, match="too many plays to list, expected at most 10,000"):
        analysis.hint(later, "11", variant=variant, by=HandmadeEvaluator(variant))


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"dice": "31", "double": True}, "a double and of dice: expected one of them"),
        ({"plays": ["8/5 6/5"]}, "a rollout of chosen plays: expected their dice, too"),
        ({"plies": 1, "settings": RolloutSettings(phases=(Phase(from_ply=2, plies=1),))},
         "plies and phases: expected one of them"),
        ({"dice": "31", "plays": ["eight to five"]}, "expected from/to, such as 8/5"),
        ({"settings": RolloutSettings(trials=0)}, "0 trials, expected 1 to"),
        ({"options": {"cap5": True, "no_hit_and_run": True}}, "Backgammon with cap5 and no_hit"),
        ({"double": True, "stakes": Stakes(value=2, owner=1)}, "your opponent owns the cube"),
    ],
)  # fmt: skip
def test_bad_rollouts(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(FullprimeError, match=why):
        analysis.rollout(**{"about": START} | asked)


def test_a_play_of_another_roll_is_refused() -> None:
    """Whether it is given as text or as a value."""
    best = analysis.hint(START, "61")[0].play
    for play in (best, str(best)):
        with pytest.raises(IllegalAction, match="13/7 8/7 with roll 3-1"):
            analysis.rollout(START, "31", plays=[play], settings=SHORT)


def test_an_id_says_what_is_played_for() -> None:
    """The score is 3-2 in a match to 7, and the side on roll owns a cube of 2."""
    text = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10"
    told = Stakes(value=2, owner=0, turned=True, away=(4, 5))
    assert analysis.cube(text) == analysis.cube(text, stakes=told)
    assert analysis.cube(text) != analysis.cube(text, stakes=Stakes())
    assert analysis.rollout(text, settings=SHORT).terms.played_for == told


def test_games_without_a_cube() -> None:
    assert analysis.cube("24:15 / 24:15", variant="plakoto").forbidden == "STD-CUBE-2"


# What is given beside a game, a question or a cube that is not there ------------------------------


def test_a_game_with_other_dice_and_stakes() -> None:
    game = Game.start().apply("31")
    assert str(analysis.plays(game)[0].play) == "8/5 6/5"
    assert str(analysis.plays(game, "64")[0].play) == str(analysis.plays(None, "64")[0].play)
    at_score = {"away": (2, 4)}
    assert analysis.evaluate(Game.start(), stakes=at_score) == analysis.evaluate(stakes=at_score)
    with pytest.raises(FullprimeError, match="a game has its own variant"):
        analysis.evaluate(game, variant="plakoto")


def test_a_question_has_its_details() -> None:
    question = Question.about(None, "31")
    assert str(analysis.plays(question)[0].play) == "8/5 6/5"
    with pytest.raises(FullprimeError, match="has its dice and details already"):
        analysis.plays(question, "64")


def test_the_holland_rule_is_in_force_at_the_start() -> None:
    stakes = {"away": (2, 1), "holland": True}
    assert analysis.cube(stakes=stakes).forbidden == "OPT-HOLLAND"
    later = "24:2 13:5 8:3 6:4 5:1 / 24:2 13:5 8:3 6:5"
    assert analysis.cube(later, stakes=stakes).forbidden is None


def test_games_without_a_cube_have_one_number() -> None:
    found = analysis.evaluate(variant="narde", cubeful=True)
    assert not found.cubeful
    verdict = analysis.cube(variant="narde")
    assert verdict.no_double == verdict.double_take == found.equity
    with pytest.raises(FullprimeError, match="Plakoto is played without the cube"):
        analysis.cube(variant="plakoto", stakes={"cube": 2})
