"""Opponents of known strength: they err, as much as they should, and never against the rules."""

from __future__ import annotations

import json
from itertools import islice, pairwise
from math import nan
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmarks.error_rates import SearchJudge, Weighed, put_right, rate_of, rates_of, weigh
from benchmarks.levels import Judges, _losses, drawn, findings, slipping
from benchmarks.rollout_judge import RolloutJudge
from benchmarks.strength.decisions import file_of, load
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from fullprime import Game, Match, Position, Roll, Rolled, Settings, Stakes, Variant, variants
from fullprime.action import Beavered, Doubled, Dropped, Resigned, Took
from fullprime.cli import cli
from fullprime.dice import SeededDice
from fullprime.engine import Engine, all_levels, evaluator_for, level, level_for_pr, play_match
from fullprime.engine.evaluators import evaluator_name
from fullprime.engine.human_bias import Person, draws, traits
from fullprime.engine.human_error import HumanError
from fullprime.engine.levels import (
    Dial,
    Level,
    Rate,
    aim_within,
    dial_of,
    measured,
    slip_for,
)
from fullprime.engine.match_play import played
from fullprime.errors import FullprimeError
from fullprime.game import Phase
from fullprime.play import legal_plays

BACKGAMMON = Variant.load("backgammon")
START = BACKGAMMON.start_position
NAMES = [each.name for each in all_levels()]
ERRING = [each for each in all_levels() if each.aim is not None]
BEGINNER = level("beginner")


def before_rolling(position: str, **stakes: Any) -> Game:
    """Seat 0 may double or roll."""
    game = Game.start(BACKGAMMON, Stakes(**stakes), starter=0)
    return msgspec.structs.replace(game, position=BACKGAMMON.position(position), rolls=(3, 3))


def offered(position: str, **stakes: Any) -> Game:
    """Seat 0 has doubled."""
    return before_rolling(position, **stakes).apply(Doubled())


def to_play(position: str, dice: tuple[int, int]) -> Game:
    """Seat 0 has rolled."""
    return before_rolling(position).apply(Rolled(dice))


# What they do -----------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(ERRING), st.sampled_from(ERRING), st.integers(1, 5))
def test_matches_between_levels_are_legal_and_scores_add_up(
    seed: int, one: Level, other: Level, to: int
) -> None:
    """`apply` refuses what is not legal."""
    check_match(play_match(*pair(one, other, seed), SeededDice(seed), target=to), to)


@pytest.mark.long
def test_a_hundred_matches_to_five() -> None:
    for seed in range(100):
        one, other = ERRING[seed % len(ERRING)], ERRING[seed // 3 % len(ERRING)]
        check_match(play_match(*pair(one, other, seed), SeededDice(seed), target=5), 5)


def pair(one: Level, other: Level, seed: int) -> tuple[Engine, Engine]:
    return Engine(level=one, person=seed), Engine(level=other, person=seed + 1)


def check_match(match: Match, to: int) -> None:
    assert match.winner is not None and match.score[match.winner] >= to
    assert match.score[1 - match.winner] < to
    results = [game.result for game in match.games if game.result]
    assert len(results) == len(match.games)
    for seat in (0, 1):
        assert match.score[seat] == sum(r.points for r in results if r.winner == seat)


def test_money_with_every_option_is_legal() -> None:
    rules = Settings(jacoby=True, beavers=2, murphy=1)
    bots = pair(BEGINNER, level("casual"), 5)
    session = play_match(*bots, SeededDice(5), settings=rules, games=8)
    assert len(session.games) == 8
    assert any(Doubled() in game.log for game in session.games)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(1, 25), st.integers(0, 60))
def test_the_same_game_gets_the_same_answer(person: int, pr: int, turns: int) -> None:
    matches = played(Match.start(target=5), *pair(BEGINNER, BEGINNER, 1), SeededDice(7))
    match = next(islice(matches, turns, None))
    engines = [Engine(level=level_for_pr(pr), person=person) for _ in range(2)]
    one, again = (engine.choose(match.game) for engine in engines)
    assert one == again


def test_people_of_one_level_differ() -> None:
    game = to_play(START.text(), (4, 3))
    assert len({Engine(level=BEGINNER, person=person).choose(game) for person in range(20)}) > 2


def test_no_person_errs_by_the_order_of_the_dice() -> None:
    for person in range(20):
        engine = Engine(level=BEGINNER, person=person)
        one, other = (engine.choose(to_play(START.text(), dice)) for dice in ((4, 3), (3, 4)))
        assert one == other


TRIVIAL = [
    ("2:1 1:1 / 3:2", (2, 1), "2/off 1/off"),
    ("6:1 1:1 / 3:2", (6, 1), "6/off 1/off"),
    ("5:2 4:2 / 6:5", (6, 6), "5/off(2) 4/off(2)"),
    ("6:3 5:3 4:3 3:2 2:2 1:2 / bar:1 6:3 5:3 4:3 3:3 2:2", (6, 5), "6/off 5/off"),
    ("24:1 / 2:1", (6, 6), "24/off"),
]


@pytest.mark.parametrize(("position", "dice", "play"), TRIVIAL)
@pytest.mark.parametrize("name", NAMES)
def test_nobody_errs_in_trivial_positions(
    name: str, position: str, dice: tuple[int, int], play: str
) -> None:
    game = to_play(position, dice)
    persons = range(20) if level(name).aim else range(1)
    for person in persons:
        assert Engine(level=level(name), person=person).choose(game) == game.read(play)


@pytest.mark.parametrize("name", NAMES)
def test_answers_to_the_cube_are_legal_and_not_absurd(name: str) -> None:
    lost = offered("1:2 / 6:2")
    favourite = offered("6:2 4:2 / 1:2", animals=2)
    even = offered(START.text(), animals=1)
    for person in range(10 if level(name).aim else 1):
        engine = Engine(level=level(name), person=person)
        assert engine.choose(lost) == Dropped()
        assert engine.choose(favourite) in (Took(), Beavered())
        assert engine.choose(even) in even.legal()


def test_beginners_disagree_about_the_cube() -> None:
    game = before_rolling("13:2 10:3 8:3 6:4 4:3 / 14:3 11:3 9:3 6:4 5:2")
    said = [Engine(level=BEGINNER, person=person).choose(game) for person in range(20)]
    assert set(said) == {None, Doubled()}


def test_the_weaker_loses_more() -> None:
    """As the bare net sees it, which is enough to tell levels apart."""
    asked = [decision.pair for decision in load(file_of("development"))[:300]]
    losses = {name: loss_of(level(name), asked) for name in ("beginner", "club", "strong")}
    assert losses["beginner"] > 1.5 * losses["club"] > 1.5 * 1.1 * losses["strong"] > 0


def loss_of(chosen: Level, asked: list[Any]) -> float:
    total = 0.0
    for number, (raw, dice) in enumerate(asked):
        position, roll = Position(raw), Roll(*dice)
        plays = legal_plays(BACKGAMMON, position, roll)
        known = {o.play: o.equity for o in evaluator_for(BACKGAMMON).rank(position, roll, plays)}
        seen = chosen.evaluator(BACKGAMMON, number % 10)
        total += max(known.values()) - known[seen.rank(position, roll, plays)[0].play]
    return total / len(asked)


@pytest.mark.parametrize("name", ["champion", "strongest"])
def test_the_best_err_in_nothing(name: str) -> None:
    best = level(name)
    assert best.slip_in() == 0.0
    judge = best.evaluator(BACKGAMMON)
    assert isinstance(judge, HumanError)
    plays = legal_plays(BACKGAMMON, START, Roll(3, 1))
    ranked = judge.rank(START, Roll(3, 1), plays)
    assert ranked == judge.inner.rank(START, Roll(3, 1), plays)
    assert judge.evaluate([START]) == judge.inner.evaluate([START])


# Levels and the dial ----------------------------------------------------------------------------


def test_names() -> None:
    assert len(NAMES) >= 7 and NAMES[0] == "beginner" and NAMES[-1] == "strongest"
    assert level("Club") == level("club")
    for pr in (1.0, 7.5, 25.0):
        assert level(level_for_pr(pr).name) == level_for_pr(pr)


@pytest.mark.parametrize("name", ["clubb", "", "PR", "PR x", "9" * 5_000])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(FullprimeError, match="expected one of: beginner"):
        level(name)


def test_the_nearest_name_is_told() -> None:
    with pytest.raises(FullprimeError, match="did you mean 'club'"):
        level("clubb")


@pytest.mark.parametrize("pr", [0.99, 25.1, -3.0, nan, float("inf")])
def test_the_dial_has_ends(pr: float) -> None:
    with pytest.raises(FullprimeError, match=r"expected 1 \(a champion\) to 25 \(a beginner\)"):
        level_for_pr(pr)


@given(st.lists(st.floats(1, 25), min_size=2, max_size=2).map(sorted))
def test_the_dial_is_monotone(prs: list[float]) -> None:
    weaker, stronger = (level_for_pr(pr) for pr in reversed(prs))
    dial = dial_of(BACKGAMMON)
    assert 0.0 <= stronger.slip_in() <= weaker.slip_in() <= max(dial.slips)


def test_the_dial_between_and_beyond() -> None:
    dial = Dial((0.0, 0.1, 0.2), (Rate(1.0, 0.1, 9), Rate(5.0, 0.1, 9), Rate(5.0, 0.1, 9)))
    assert [slip_for(pr, dial) for pr in (0.5, 1.0, 3.0, 5.0)] == [0.0, 0.0, 0.05, 0.1]
    with pytest.raises(FullprimeError, match=r"PR 6: the dial ends at 5.0"):
        slip_for(6.0, dial)


def test_persons_are_numbers_of_64_bits() -> None:
    with pytest.raises(FullprimeError, match="person -1: expected 0 to"):
        Engine(level=BEGINNER, person=-1).choose(to_play(START.text(), (4, 3)))


def test_a_level_needs_a_net() -> None:
    with pytest.raises(FullprimeError, match="Plakoto has no neural net yet"):
        level("club").evaluator(Variant.load("plakoto", {"mother_rule": "draw_only"}))


@pytest.mark.parametrize("name", ["plakoto", "fevga", "gul_bara"])
def test_levels_play_every_game_with_a_net(name: str) -> None:
    variant = Variant.load(name)
    for each in all_levels():
        [outcome] = each.evaluator(variant).evaluate([variant.start_position])
        assert sum(outcome) == pytest.approx(1)


MEASURED = [variant for variant in variants() if measured(variant.id)]


@pytest.mark.parametrize("variant", MEASURED, ids=lambda variant: variant.id)
def test_cards_belong_to_the_net_that_plays(variant: Variant) -> None:
    """A card of another net is not shown; whoever ships a net measures again."""
    known = measured(variant.id)
    program = "levels --calibrate" if variant == BACKGAMMON else f"family_levels {variant.id}"
    again = f"measure again: python -m benchmarks.{program} --docs"
    assert known is not None and known.net == evaluator_name(variant), again


@pytest.mark.parametrize("variant", MEASURED, ids=lambda variant: variant.id)
def test_cards_are_complete_and_ordered(variant: Variant) -> None:
    cards = [each.card_in(variant) for each in all_levels()]
    assert None not in cards
    rates = [card.rate for card in cards if card]
    erring = rates[: len(ERRING)]
    assert all(weaker.pr > stronger.pr for weaker, stronger in pairwise(erring))
    for weaker, stronger in pairwise(rates[len(ERRING) - 1 :]):
        assert stronger.pr < weaker.pr + weaker.interval + stronger.interval
    assert all(rate.interval >= 0 and rate.decisions > 0 for rate in rates)
    kinds = {"race", "containment", "back", "contact"} if variant.geometry == "contrary" else set()
    for card in cards:
        assert card is not None and 0 < card.seconds < 100
        assert set(card.kinds) <= kinds | ({"cube"} if variant.cube else set())
        if kinds:
            assert sum(rate.decisions for rate in card.kinds.values()) <= card.rate.decisions


def test_levels_of_the_standard_game_are_as_strong_as_they_aim_to_be() -> None:
    for each in ERRING:
        card = each.card_in(BACKGAMMON)
        assert card is not None and each.aim is not None
        assert abs(card.rate.pr - each.aim) < max(2 * card.rate.interval, 0.2 * each.aim)


def test_a_stale_card_is_not_shown_and_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    known = measured(BACKGAMMON.id)
    assert known is not None
    stale = msgspec.structs.replace(known, net="net backgammon-000000000000")
    monkeypatch.setattr("fullprime.engine.levels.measured", lambda _: stale)
    club = level("club")
    assert club.card_in(BACKGAMMON) is None
    assert club.slip_in(BACKGAMMON) == slip_for(9.0, known.dial)


def test_a_game_that_was_not_measured_has_the_dial_of_the_standard_game() -> None:
    own = msgspec.structs.replace(BACKGAMMON, id="mine")
    assert level("club").card_in(own) is None
    assert dial_of(own) is dial_of(BACKGAMMON)


def test_levels_move_together_where_a_dial_is_short() -> None:
    short = Dial((0.0, 1.0), (Rate(4.0, 0.1, 9), Rate(10.0, 0.1, 9)))
    aims = [aim_within(each.aim, short) for each in ERRING if each.aim is not None]
    assert aims[0] == pytest.approx(9.0) and aims[-1] == pytest.approx(5.0)
    assert all(weaker > stronger for weaker, stronger in pairwise(aims))
    dial = dial_of(BACKGAMMON)
    assert [aim_within(each.aim or 0, dial) for each in ERRING] == [each.aim for each in ERRING]


def test_a_figure_that_a_game_does_not_reach_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    short = Dial((0.0, 1.0), (Rate(1.0, 0.1, 9), Rate(10.0, 0.1, 9)))
    monkeypatch.setattr("fullprime.engine.levels.dial_of", lambda _: short)
    with pytest.raises(FullprimeError, match=r"PR 12: the dial ends at 10.0 in Backgammon"):
        level_for_pr(12).slip_in(BACKGAMMON)
    assert level("beginner").slip_in(BACKGAMMON) < 1.0


# HumanError -------------------------------------------------------------------------------------


def test_traits_of_the_start() -> None:
    found = traits(START)
    assert (found.blots, found.home_points, found.anchors, found.back) == (0, 1, 1, 2)
    assert (found.block, found.stacks, found.lead, found.off) == (2, 4, 0, 0)


def test_traits_of_blots_and_hits() -> None:
    found = traits(BACKGAMMON.position("24:1 13:5 8:3 6:5 3:1 / bar:1 24:1 13:5 8:3 6:5"))
    assert (found.blots, found.loose, found.hits) == (2, 1, 1)
    assert traits(BACKGAMMON.position("3:1 2:1 / 6:2")).blots == 0, "nobody is left to hit them"


def test_draws_are_standard_normal_and_follow_from_the_key() -> None:
    drawn_numbers = draws(b"key", 5_000)
    assert drawn_numbers == draws(b"key", 5_000) != draws(b"other", 5_000)
    mean = sum(drawn_numbers) / 5_000
    assert abs(mean) < 0.06
    assert abs(sum((x - mean) ** 2 for x in drawn_numbers) / 5_000 - 1.0) < 0.08


def test_plays_that_look_alike_are_misjudged_alike() -> None:
    """The same point made with another checker is nearer than another plan."""
    plans = ("24:2 13:5 8:2 6:4 5:2", "24:2 13:4 8:3 6:4 5:2", "24:1 20:1 13:5 8:3 6:5")
    seen = [BACKGAMMON.position(f"{plan} / 24:2 13:5 8:3 6:5") for plan in plans]
    errors = [Person(number).errors(START.raw, seen) for number in range(200)]
    near, far = (sum(abs(error[0] - error[i]) for error in errors) for i in (1, 2))
    assert far > 1.5 * near > 0


# Measuring --------------------------------------------------------------------------------------


def test_rates() -> None:
    rate = rate_of([[0.02, 0.0], [0.0, 0.0], []])
    assert rate.pr == pytest.approx(2.5) and rate.decisions == 4
    assert rate.interval == pytest.approx(500 * 1.96 * (2 * 0.01**2) ** 0.5 / 4)
    by_kind = rates_of([("race", [0.0]), ("race", [0.02]), ("cube", [0.1])])
    assert by_kind["race"].pr == pytest.approx(5.0) and by_kind["cube"].decisions == 1


def test_what_counts_as_a_decision() -> None:
    game = before_rolling(START.text())
    far = Weighed(game, {None: 0.1, Doubled(): -0.4})
    close = Weighed(game, {None: 0.5, Doubled(): 0.4})
    assert far.loss(None) is None and far.loss(Doubled()) == pytest.approx(0.5)
    assert (close.loss(None), close.loss(Resigned(1))) == (0.0, None)
    assert far.kind == "cube"


def test_the_judge_sees_no_fault_in_its_like() -> None:
    strength, judge = slipping(0.0), SearchJudge(BACKGAMMON, plies=0)
    found = weigh(judge, drawn(strength, 1, 80))
    assert {each.game.phase for each in found} >= {Phase.TO_PLAY, Phase.TO_ROLL}
    assert all(len(each.equities) > 1 for each in found)
    losses = [each.loss(strength(0).choose(each.game)) for each in found]
    assert {lost for lost in losses if lost is not None} == {0.0}
    assert judge.equities(Game.start(BACKGAMMON)) == {}


def test_the_judge_of_answers() -> None:
    judge = SearchJudge(BACKGAMMON, plies=0)
    hopeless = judge.equities(offered("1:2 / 6:2"))
    assert hopeless == {Took(): pytest.approx(-2.0), Dropped(): -1.0}
    beaver = judge.equities(offered("6:2 4:2 / 1:2", animals=1))
    assert beaver[Beavered()] == 2 * beaver[Took()] > 0
    assert offered("1:2 / 6:2").phase is Phase.OFFERED


def test_rollouts_say_what_choices_lose() -> None:
    judge, search = RolloutJudge(BACKGAMMON, trials=36), SearchJudge(BACKGAMMON)
    [weighed] = weigh(search, [to_play("6:1 4:1 1:1 / 3:2", (2, 1))])
    right, wrong = (weighed.game.read(text) for text in ("4/2 1/off", "6/3"))
    lost = judge.losses(weighed, [wrong, right, Resigned(1), wrong])
    assert lost == [pytest.approx(lost[0]), 0.0, pytest.approx(lost[0])]
    assert lost[0] == pytest.approx(weighed.loss(wrong), abs=0.05)
    assert judge.losses(weighed, [Resigned(1)]) == []
    cubes = [before_rolling("6:1 2:1 / 1:1", animals=0), offered("1:2 / 6:2")]
    for cube in weigh(search, cubes):
        lost = judge.losses(cube, list(cube.equities))
        assert len(lost) == len([a for a in cube.equities if cube.loss(a) is not None])
        assert max(lost) > 0.1


def test_the_search_is_put_right_by_what_rollouts_add(monkeypatch: pytest.MonkeyPatch) -> None:
    judges = Judges(SearchJudge(BACKGAMMON, plies=0), RolloutJudge(BACKGAMMON, trials=36))
    monkeypatch.setattr(
        RolloutJudge, "losses", lambda _, weighed, chosen: [0.01 for _ in _losses(weighed, chosen)]
    )
    found = findings("nobody", slipping(0.0), judges, drawn(slipping(0.0), 1, 40), count=2, every=3)
    assert len(found.corrections) == -(-len(found.losses) // 3)
    assert rates_of(found.losses)["all"].pr == 0.0
    assert found.rates["all"].pr == pytest.approx(5.0)
    assert judges.name.startswith("0 plies of ") and "put right by rollouts of 36" in judges.name


def test_corrections() -> None:
    assert put_right(Rate(4.0, 0.3, 90), Rate(-0.5, 0.4, 9)) == Rate(3.5, 0.5, 90)
    assert put_right(Rate(4.0, 0.3, 90), Rate(nan, nan, 0)) == Rate(4.0, 0.3, 90)


def test_a_dead_cube_is_no_decision() -> None:
    leads = before_rolling(START.text(), away=(1, 3))
    assert Doubled() in leads.legal()
    assert SearchJudge(BACKGAMMON, plies=0).equities(leads) == {}


# On the command line ----------------------------------------------------------------------------


def run(*arguments: str, home: Path | None = None) -> Any:
    environment = {"FULLPRIME_HOME": str(home)} if home else {}
    return CliRunner().invoke(cli, arguments, env=environment)


def test_the_list_of_levels() -> None:
    lines = run("levels").stdout.splitlines()
    assert [line.split()[0] for line in lines[1 : len(NAMES) + 1]] == NAMES
    found = json.loads(run("levels", "--json").stdout)
    assert [each["name"] for each in found["levels"]] == NAMES
    assert found["levels"][0]["card"]["rate"]["pr"] > 10
    rates = [each["card"]["rate"]["pr"] for each in found["levels"]]
    assert rates == sorted(rates, reverse=True) and len(set(rates)) == len(rates)
    assert all(each["card"]["rate"]["interval"] > 0 for each in found["levels"])
    assert min(rates) > 0 or "comes from the chance in rollouts" in lines[-1]


def test_the_levels_of_a_game_that_was_not_measured(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "Mine"\ncheckers = 2\nstart = "24:2"\n', encoding="utf-8")
    *lines, last = run("levels", "--variant", str(mine)).stdout.splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    assert last == "What they lose was not measured in Mine."
    found = json.loads(run("levels", "--variant", str(mine), "--json").stdout)
    assert (found["variant"], found["judge"]) == ("mine", None)


@pytest.mark.parametrize("chosen", [("--level", "club"), ("--pr", "7.5")])
def test_playing_a_level(chosen: tuple[str, str], tmp_path: Path) -> None:
    done = run("play", *chosen, "--bots", "--match", "1", "--seed", "2", home=tmp_path)
    assert done.exit_code == 0, done.output
    [file] = (tmp_path / "matches").iterdir()
    notes = json.loads(file.read_bytes())["table"]
    assert notes["level"] == {"club": "club", "7.5": "PR 7.5"}[chosen[1]]
    assert notes["person"] == 2
    assert run("play", "--resume", home=tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--level", "clubb"], "'clubb' is not one of 'beginner'"),
        (["--pr", "30"], "PR 30: expected 1 (a champion) to 25 (a beginner)"),
        (["--pr", "3", "--level", "club"], "choose one of --level, --pr and --two"),
        (["--pr", "3", "--two"], "choose one of --level, --pr and --two"),
        (["--pr", "3", "-o", "cap5", "-o", "no_hit_and_run"], "Backgammon has no neural net yet"),
        (["--resume", "--level", "club"], "a resumed match keeps its own file and rules"),
    ],
)
def test_bad_choices_of_a_level(options: list[str], told: str, tmp_path: Path) -> None:
    done = run("play", *options, home=tmp_path)
    assert done.exit_code != 0
    assert told in done.output + str(done.exception)


@pytest.mark.parametrize("notes", [{"level": "nobody"}, {"level": "club", "person": "Ann"}])
def test_a_damaged_note_is_told_with_its_file(notes: dict[str, str], tmp_path: Path) -> None:
    run("play", "--level", "club", "--bots", "--match", "1", "--seed", "2", home=tmp_path)
    [file] = (tmp_path / "matches").iterdir()
    saved = json.loads(file.read_bytes())
    saved["table"] |= notes
    file.write_text(json.dumps(saved), encoding="utf-8")
    done = run("play", "--resume", home=tmp_path)
    assert str(file) in str(done.exception)
