"""The review of a match: verdicts, rates, luck, and what a report says."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from fullprime import Match, MatchEquity, Position, SeededDice, Variant, load
from fullprime.analysis import answers, cube, plays
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import reasons_json
from fullprime.analysis.review import (
    Decision,
    Kind,
    Progress,
    Report,
    Reviewer,
    Verdict,
    decisions,
    report_json,
    review,
    summary_json,
    verdicts,
)
from fullprime.analysis.review.rating import performance, performance_of, snowie_rate
from fullprime.analysis.review.verdict import cube_decision_verdict
from fullprime.dice import ROLLS
from fullprime.engine import CubeVerdict, Engine, Evaluator, Outcome, play_match
from fullprime.engine.cube import action_for
from fullprime.match import BestOf
from fullprime.play import wire_steps
from fullprime.summation import dot, total

FILES = Path(__file__).parents[1] / "data" / "matches"
SAMPLE = load(FILES / "sample.mat", strict=False)


def bots(target: int, seed: int, variant: str | None = None, plies: int = 0) -> Match:
    engines = Engine(plies=plies, name="Ann"), Engine(plies=plies, name="Ben")
    return play_match(*engines, SeededDice(seed), target=target, variant=variant)


@pytest.fixture(scope="module")
def casual() -> Match:
    """Two players who err."""
    weak = Engine(level="casual", name="Ann"), Engine(level="casual", person=1, name="Ben")
    return play_match(*weak, SeededDice(3), target=3)


@pytest.fixture(scope="module")
def reviewed(casual: Match) -> Report:
    return review(casual, plies=1, deepen=False)


class Known(Evaluator):
    """Thinks that a checker on a higher point is worth more: easy to compute by hand."""

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        return [Outcome.of(win=0.5 + (p.pips[1] - p.pips[0]) / 1000) for p in positions]


# Errors -------------------------------------------------------------------------------------------


def test_pr_by_hand() -> None:
    """By an evaluator that only counts pips, all plays are equal unless one hits."""
    match = Match.start(target=1).apply("31").apply("8/5 6/5")
    found = review(match, plies=0, by=Known())
    [verdict] = found.verdicts
    assert verdict.error == 0
    assert not verdict.counts  # every play moves four pips, so nothing could be lost
    assert found.players[0].pr is None
    hit = match.apply("64").apply("24/14").apply("62").apply("24/16")
    found = review(hit, plies=0, by=Known())
    erred = [each for each in found.verdicts if each.error]
    assert [(each.played, each.best) for each in erred] == [("24/16", "24/18 13/11*")]
    # The blot has 14 pips to go and would have 25: a chance of 0.011, and twice that in points.
    assert erred[0].error == pytest.approx(0.022)
    assert found.players[0].pr == pytest.approx(500 * 0.022)
    assert found.players[0].checker.count == 1
    assert found.players[0].snowie == pytest.approx(1000 * 0.022 / 3)


def asked(no_double: float, double_take: float) -> CubeVerdict:
    even = Outcome.of(win=0.5)
    action = action_for(no_double, double_take)
    return CubeVerdict(even, no_double, double_take, 1.0, action, None)


@pytest.mark.parametrize(
    ("kind", "played", "worths", "error", "counts"),
    [
        ("double", "no double", (0.4, 0.5), 0.1, True),
        ("double", "no double", (0.5, 0.31), 0.0, True),
        ("double", "no double", (0.5, 0.29), 0.0, False),
        ("double", "no double", (-2.99, -3.0), 0.0, False),
        ("double", "double", (0.5, 0.1), 0.4, True),
        ("double", "double", (0.7, 1.2), 0.0, True),
        ("take", "take", (0.7, 1.2), 0.2, True),
        ("take", "pass", (0.7, 0.8), 0.2, True),
        ("take", "take", (-0.9, -2.5), 0.0, True),
    ],
)
def test_cube_decisions_that_count(
    kind: Kind, played: str, worths: tuple[float, float], error: float, counts: bool
) -> None:
    """Doubles, answers and what was close: not rolling on where no one thinks of doubling."""
    question = Question.about("6:1 / 1:1")
    made = Decision(game=0, turn=1, action=0, player=0, kind=kind, question=question, played=played)
    verdict = cube_decision_verdict(made, asked(*worths), 2)
    assert verdict.error == pytest.approx(error)
    assert verdict.counts is counts


def test_rates() -> None:
    """PR is 500 times the mean, its interval 1.96 standard errors of the mean."""
    errors = [0.0, 0.0, 0.1, 0.3]
    pr, interval = performance(errors)
    assert pr == pytest.approx(50.0)
    spread = (sum((error - 0.1) ** 2 for error in errors) / 3) ** 0.5
    assert interval == pytest.approx(500 * 1.96 * spread / 2)
    assert performance([0.2]) == (100.0, None)
    assert snowie_rate([], 0) is None


def test_best_plays_have_no_error() -> None:
    """Who plays as the reviewer does errs in nothing."""
    found = review(bots(3, seed=5, plies=1), plies=1, deepen=False)
    assert len(found.verdicts) > 30
    assert {each.error for each in found.verdicts} == {0.0}
    assert {player.pr for player in found.players} == {0.0}
    assert not found.errors


def test_same_answers(casual: Match, reviewed: Report) -> None:
    """Errors are those of the answers to the same questions, to the last bit."""
    for verdict in reviewed.verdicts:
        made = verdict.decision
        if made.kind == "checker":
            question = made.question
            ranked = plays(question, plies=1)
            mine = next(
                each
                for each in plays(question, plies=1, every=True)
                if made.play and each.play.position == made.play.position
            )
            assert verdict.equity == ranked[0].equity
            assert verdict.error == max(0.0, ranked[0].equity - mine.equity)
        else:
            asked = cube(made.question, plies=1)
            assert verdict.cube == asked
            doubled = min(asked.double_take, asked.double_pass)
            worths = {
                "double": doubled,
                "no double": asked.no_double,
                "take": -asked.double_take,
                "pass": -asked.double_pass,
            }
            sides = ("take", "pass") if made.kind == "take" else ("double", "no double")
            assert verdict.error == max(worths[side] for side in sides) - worths[made.played]
    kinds = {each.decision.kind for each in reviewed.verdicts}
    assert kinds == {"checker", "double", "take"}


def test_a_bad_play_is_evaluated_as_deep_as_the_best() -> None:
    """Also where the search had left it behind."""
    match = Match.start(target=3).apply("31").apply("24/23 6/3")
    [verdict] = review(match, plies=2, deepen=False).verdicts
    assert {each.plies for each in verdict.candidates} != {2}
    assert verdict.candidates[verdict.at or 0].plies == 2
    deep = plays(verdict.decision.question, plies=2, every=True)
    mine = next(each for each in deep if str(each.play) == "24/23 6/3")
    assert verdict.error == mine.error
    won, lost = (MatchEquity.load().chance(*away) for away in ((2, 3), (3, 2)))
    assert verdict.mwc_error == verdict.error * ((won - lost) / 2)


@pytest.mark.parametrize("cubeful", [True, False])
def test_one_play_deeper(cubeful: bool) -> None:
    """A single play has the bits that it has among all, with the cube and without."""
    question = Question.about("4HPwATDgc/ABMA", "66")
    depth = Depth.of(question, 1, cubeful)
    every = {
        each.play.position: each for each in answers.plays(question, depth._replace(every=True))
    }
    ranked = answers.plays(question, depth)
    left = [each for each in ranked if each.plies < 1]
    assert left
    for each in left:
        mine = answers.with_play(question, depth, ranked, each.play)
        assert every[each.play.position] in mine


# Luck ---------------------------------------------------------------------------------------------


def test_luck_sums_to_nothing() -> None:
    """Over all throws."""
    match = Match.start(target=3).apply("31").apply("8/5 6/5")
    found = [review(match.apply(roll), plies=0).rolls[-1].luck or 0.0 for roll in ROLLS]
    assert dot((roll.weight / 36 for roll in ROLLS), found) == pytest.approx(0, abs=1e-12)
    assert max(found) > 0.2 > -0.1 > min(found)


def test_opening_luck_sums_to_nothing() -> None:
    """Over the 30 throws that decide who begins, at any score."""
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b]
    lucks = [0.0, 0.0]
    for throw in throws:
        roll = review(Match.start(target=3).apply(throw), plies=0).rolls[0]
        lucks[roll.player] += roll.luck or 0.0
    assert lucks[0] == pytest.approx(lucks[1])
    assert lucks[0] > 0


def test_luck_adds_up(reviewed: Report) -> None:
    """Totals are those of the rolls, and what one gains without luck the other loses."""
    for seat, player in enumerate(reviewed.players):
        own = [roll for roll in reviewed.rolls if roll.player == seat]
        assert player.luck == total(roll.luck or 0.0 for roll in own)
    first, second = reviewed.players
    assert first.luck_adjusted == pytest.approx(-second.luck_adjusted)
    gained = first.result - 2 * (first.luck_value - second.luck_value)
    assert first.luck_adjusted == pytest.approx(gained)
    assert abs(first.result) == 1


def test_luck_explains_the_result() -> None:
    """Where both play alike, hardly anything is left without luck."""
    first = review(bots(5, seed=8, plies=1), plies=0).players[0]
    assert abs(first.result) == 1
    assert abs(first.luck_adjusted) < 0.2


def test_money_result() -> None:
    """In points, with the cube."""
    match = play_match(Engine(plies=0), Engine(plies=0, name="B"), SeededDice(4), games=2)
    first = review(match, plies=0).players[0]
    assert first.result == match.score[0] - match.score[1]
    values = [each.value if each.player == 0 else -each.value for each in review(match).rolls]
    assert first.luck_adjusted == pytest.approx(first.result - total(values))


# Streaming, caching ---------------------------------------------------------------------------


def test_first_verdicts_then_deeper(casual: Match) -> None:
    """All at 0-ply, then all again."""
    seen: list[Progress] = []
    found = list(verdicts(casual, plies=1, watch=seen.append))
    half = len(found) // 2
    assert [each.decision for each in found[:half]] == [each.decision for each in found[half:]]
    assert {each.plies for each in found[:half]} == {0}
    assert {each.plies for each in found[half:]} == {1}
    assert seen[-1] == Progress(len(found), len(found), 1)


def test_canceled_by_its_watcher(casual: Match) -> None:
    class Enough(Exception):
        pass

    def stop(progress: Progress) -> None:
        if progress.done == 3:
            raise Enough

    reviewer = Reviewer(casual, plies=0)
    with pytest.raises(Enough):
        list(reviewer.verdicts(watch=stop))
    assert len(reviewer.report().verdicts) == 3


def test_cached_verdicts_have_the_same_bits(casual: Match, reviewed: Report) -> None:
    kept: dict[str, bytes] = {}
    first = review(casual, plies=1, deepen=False, cached=kept)
    count = len(kept)
    again = review(casual, plies=1, deepen=False, cached=kept)
    assert count == len(kept) > 0
    assert first == again == reviewed


def test_errors_say_why(reviewed: Report) -> None:
    """Nothing else does; JSON has the same sentences."""
    assert all(verdict.size for verdict in reviewed.verdicts if verdict.reasons)
    assert any(verdict.reasons for verdict in reviewed.errors)
    told = [each for game in report_json(reviewed)["games"] for each in game["decisions"]]
    for verdict, json in zip(reviewed.verdicts, told, strict=True):
        assert [each["text"] for each in json["reasons"]] == [r.text for r in verdict.reasons]
        assert len(json["plans"]) == 2


def test_cache_asks_nobody(casual: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known is not computed again; another depth is."""
    kept: dict[str, bytes] = {}
    review(casual, plies=0, cached=kept)

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(answers, "plays", fail)
    monkeypatch.setattr(answers, "cube", fail)
    review(casual, plies=0, cached=kept)
    with pytest.raises(AssertionError):
        review(casual, plies=1, deepen=False, cached=kept)


def test_sentences_of_another_edition_are_not_said_again(
    casual: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program whose kinds of reasons have changed looks for them once more, and for no more."""
    kept: dict[str, bytes] = {}
    first = review(casual, plies=0, cached=kept)
    known = set(kept)
    monkeypatch.setattr("fullprime.analysis.review.reviewing.edition", lambda: -1)
    assert review(casual, plies=0, cached=kept) == first
    explained = sum(bool(each.size) for each in first.verdicts)
    assert 0 < len(kept) - len(known) <= explained


def test_pickles(casual: Match) -> None:
    """Verdicts travel between processes."""
    first = next(verdicts(casual, plies=0))
    back: Verdict = pickle.loads(pickle.dumps(first))
    assert back == first
    made: Decision = back.decision
    assert made == decisions(casual)[0]


# Every match --------------------------------------------------------------------------------------


def test_json_shape(reviewed: Report) -> None:
    """What other programs rely on."""
    told = msgspec.json.decode(msgspec.json.encode(report_json(reviewed)))
    assert {"players", "games", "settings"} <= set(told)
    for player in told["players"]:
        for name in ("pr", "luck", "luck_adjusted"):
            assert isinstance(player[name], float)
        assert player["decisions"] == sum(
            player[kind]["count"] for kind in ("checker", "doubling", "taking")
        )
        assert player["pr"] == pytest.approx(
            500
            * sum(player[kind]["error"] for kind in ("checker", "doubling", "taking"))
            / player["decisions"]
        )
    for game in told["games"]:
        for made in game["decisions"]:
            assert made["kind"] in ("checker", "double", "take")
            assert made["error"] >= 0
            assert isinstance(made["luck"], float)
            assert {"turn", "player", "played", "best", "plies"} <= set(made)
    assert told["settings"]["evaluators"]["backgammon"].startswith("net backgammon-")


def test_json_in_detail(reviewed: Report) -> None:
    """What pages show beside the board."""
    plain = msgspec.json.decode(msgspec.json.encode(report_json(reviewed)))
    told = msgspec.json.decode(msgspec.json.encode(report_json(reviewed, detail=True)))
    found = [each for game in told["games"] for each in game.pop("decisions")]
    less = [each for game in plain["games"] for each in game.pop("decisions")]
    assert told == plain
    for made, short, verdict in zip(found, less, reviewed.verdicts, strict=True):
        assert {name: made[name] for name in short} == short
        if made["kind"] != "checker":
            assert set(made["cube"]) == {"no_double", "double_take", "double_pass", "action"}
            continue
        candidates = made["candidates"]
        assert len(candidates) <= 9
        assert candidates[made["at"]]["play"] == made["played"]
        assert candidates[made["at"]]["error"] == pytest.approx(made["error"])
        assert candidates[0]["play"] == made["best"]
        variant = verdict.decision.question.variant
        play = verdict.candidates[0].play
        assert candidates[0]["steps"] == msgspec.to_builtins(wire_steps(play.steps))
        assert candidates[0]["position"] == variant.text(play.position)
        assert sum(candidates[0]["outcome"]) == pytest.approx(1.0)
    assert any(len(made.get("candidates", ())) == 9 for made in found)


def test_summary(reviewed: Report) -> None:
    for seat, told in enumerate(summary_json(reviewed)):
        player = reviewed.players[seat]
        assert (told["pr"], told["luck"]) == (player.pr, player.luck)
        mine = [each for each in reviewed.errors if each.decision.player == seat]
        assert told["worst"]["error"] == mine[0].error
        assert told["worst"]["played"] == mine[0].played
        assert told["worst"]["reasons"] == reasons_json(mine[0].reasons)
        sums = list(told["kinds"].values())
        added = [sum(each[name] for each in sums) for name in ("count", "error", "squares")]
        assert performance_of(*added) == pytest.approx((player.pr, player.interval))


def test_an_imported_match() -> None:
    """With all its faults."""
    found = review(SAMPLE, plies=0)
    assert found.faults == SAMPLE.notes.faults
    assert len(found.games) == len(SAMPLE.games)


def test_illegal_plays_are_left_out() -> None:
    text = b" 3 point match\n\n Game 1\n Ann : 0    Ben : 0\n  1) 31: 8/5 6/4    64: 24/14\n"
    match = load(text, strict=False)
    found = review(match, plies=0)
    assert found.faults
    assert [each.decision.player for each in found.verdicts if each.decision.kind == "checker"] == [
        1
    ]


@pytest.mark.parametrize(("name", "last"), [("sample.mat", b"25/23 8/"), ("sample.sgf", b";W[6")])
def test_a_file_that_was_cut_off_is_reviewed_as_far_as_it_goes(name: str, last: bytes) -> None:
    data = (FILES / name).read_bytes()
    whole = review(load(data, strict=False), plies=0)
    cut = review(load(data[: data.rindex(last) + len(last)], strict=False), plies=0)
    assert cut.faults
    assert not whole.faults
    assert 0 < len(cut.verdicts) < len(whole.verdicts)
    for found, before in zip(cut.verdicts, whole.verdicts, strict=False):
        assert (found.played, found.error) == (before.played, before.error)


def test_what_stands_around_an_illegal_play_is_reviewed() -> None:
    """The last play of the first game is impossible: it alone is left out."""
    data = (FILES / "sample.mat").read_bytes()
    broken = data.replace(b"43: 6/2 18/15*", b"43: 6/2 18/14*")
    whole, found = (review(load(each, strict=False), plies=0) for each in (data, broken))
    assert [(each.game, each.line) for each in found.faults] == [(1, 24)]
    left_out, *others = [
        len(was.decisions) - len(now.decisions)
        for was, now in zip(whole.games, found.games, strict=True)
    ]
    assert (left_out, *others) == (1, 0, 0)


def test_an_empty_match() -> None:
    found = review(Match.start(players=("Ann", "Ben"), target=5))
    assert [player.pr for player in found.players] == [None, None]
    assert found.games[0].decisions == ()


@pytest.mark.parametrize("game", ["tavli", "plakoto", "acey-deucey", "gul bara"])
def test_other_games(game: str) -> None:
    """Series, games with and without nets, games whose rolls are played in stages."""
    match = bots(2, seed=2, variant=game)
    found = review(match, plies=0)
    assert found.verdicts
    for each in found.verdicts:
        assert each.error == pytest.approx(0, abs=0.3)
    assert {each.variant for each in found.games} == {each.variant.id for each in match.games}
    assert found.settings["depths"].keys() == found.settings["evaluators"].keys()


def test_best_of() -> None:
    match = play_match(Engine(plies=0), Engine(plies=0, name="B"), SeededDice(1), target=BestOf(3))
    found = review(match, plies=0)
    assert {each.decision.kind for each in found.verdicts} == {"checker"}
    assert abs(found.players[0].result) == 1


def test_unknown_variants_are_not_needed() -> None:
    """The board of every decision is that of its game."""
    for made in decisions(bots(1, seed=1, variant="nackgammon")):
        assert made.question.variant == Variant.load("nackgammon")
