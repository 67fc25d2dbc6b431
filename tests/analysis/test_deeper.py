"""Looking deeper at decisions of a review: what is close, and rollouts."""

from __future__ import annotations

import msgspec
import pytest

from fullprime import FullprimeError, Match, SeededDice
from fullprime.analysis import rollout
from fullprime.analysis.answers import ENGINE
from fullprime.analysis.review import Progress, Reviewer, Verdict, report_json, review
from fullprime.analysis.review.decisions import addresses
from fullprime.analysis.review.deeper import CLOSE, is_close
from fullprime.engine import Engine, play_match
from fullprime.engine.rollout_result import RolledOut, RolloutSettings
from fullprime.summation import total

CLOSE_MATCH = ("21", "24/23 13/11", "43", "24/20 13/10")
FEW = RolloutSettings(trials=36, seed=5)


def match_of(*actions: str, target: int = 3) -> Match:
    match = Match.start(players=("Ann", "Ben"), target=target)
    for action in actions:
        match = match.apply(action)
    return match


def reviewer_of(match: Match) -> Reviewer:
    reviewer = Reviewer(match, plies=1)
    for _ in reviewer.verdicts(deepen=False):
        pass
    return reviewer


@pytest.fixture(scope="module")
def casual() -> Match:
    weak = Engine(level="casual", name="Ann"), Engine(level="casual", person=1, name="Ben")
    return play_match(*weak, SeededDice(3), target=3)


def test_what_is_close(casual: Match) -> None:
    assert not reviewer_of(match_of("31", "24/23 13/10")).close_ones  # it loses 0.27
    seen: list[Progress] = []
    report = review(casual, plies=0, close=True, watch=seen.append)
    flat = {each.decision.key: each for each in review(casual, plies=0).verdicts}
    deeper = [each for each in report.verdicts if each.plies == 1]
    assert [(each.done, each.total) for each in seen if each.plies == 1] == [
        (number, len(deeper)) for number in range(1, len(deeper) + 1)
    ]
    assert {each.decision.key for each in deeper} == {
        key for key, each in flat.items() if is_close(each)
    }
    sizes = (0.02, 0.04, 0.08)
    for key, each in flat.items():
        near = any(abs(each.error - size) < CLOSE for size in sizes) or 0 < each.error < CLOSE
        if each.error and each.counts:
            assert is_close(each) == near, key
    assert 0 < len(deeper) < len(report.verdicts) / 2
    for each in deeper:
        assert each == alone(each)
    assert report.settings["close"] == {"plies": 1, "within": CLOSE}
    assert [player.decisions for player in report.players] == [
        sum(each.counts for each in report.verdicts if each.decision.player == seat)
        for seat in (0, 1)
    ]


def alone(verdict: Verdict) -> Verdict:
    """The same decision judged by itself, at that depth."""
    made = verdict.decision
    found = Reviewer(Match.start(), plies=1).judge(made, 1)
    return msgspec.structs.replace(found, luck=verdict.luck, reasons=verdict.reasons)


def test_a_play_is_rolled_out() -> None:
    match = match_of("31", "24/23 13/10")
    reviewer = reviewer_of(match)
    decision = reviewer.find("1.1")
    verdict = reviewer.roll_out(decision, FEW, ENGINE.roller(decision.question.variant))
    expected = rollout(match_of("31"), plays=["8/5 6/5", "24/23 13/10"], settings=FEW)
    best, played = (line.equity.mean for line in expected.lines)
    assert (verdict.best, verdict.played, verdict.plies) == ("8/5 6/5", "24/23 13/10", 0)
    assert verdict.error == best - played
    assert verdict.rollout == expected
    assert verdict.reasons
    report = reviewer.report()
    assert report.players[0].checker.error == verdict.error
    [told] = report_json(report, detail=True)["games"][0]["decisions"]
    assert told["rollout"]["trials"] == 36
    assert [each["play"] for each in told["candidates"]] == ["8/5 6/5", "24/23 13/10"]
    assert msgspec.convert(told["rolled_out"], RolledOut) == expected
    assert "rolled_out" not in report_json(report)["games"][0]["decisions"][0]
    # A rollout that was kept gives the same verdict, also after another one.
    reviewer.roll_out(decision, RolloutSettings(trials=72), ENGINE.roller(match.game.variant))
    assert reviewer.take(decision, expected) == verdict


def test_a_double_and_its_answer_are_rolled_out() -> None:
    match = match_of("31", "8/5 6/5", "64", "24/14", "double", "pass", target=5)
    reviewer = reviewer_of(match)
    known = addresses(reviewer.decisions)
    roller = ENGINE.roller(match.game.variant)
    double = reviewer.roll_out(known["1.3-double"], FEW, roller)
    taken = reviewer.roll_out(known["1.3-take"], FEW, roller)
    assert double.rollout is not None and double.cube is not None
    assert double.rollout == taken.rollout  # of the same position, with the same dice
    kept, after = (line.equity.mean for line in double.rollout.lines)
    assert (double.cube.no_double, double.cube.double_take) == (kept, after)
    assert taken.error == pytest.approx(max(0.0, 1.0 - after))
    assert double.error == pytest.approx(max(0.0, kept - min(after, 1.0)))


def test_a_rollout_is_remembered() -> None:
    cached: dict[str, bytes] = {}
    match = match_of("31", "24/23 13/10")
    found = []
    for _ in range(2):
        reviewer = Reviewer(match, plies=0, cached=cached)
        list(reviewer.verdicts())
        made = reviewer.find("1.1")
        roller = ENGINE.roller(match.game.variant)
        seen: list[object] = []
        found.append((reviewer.roll_out(made, FEW, roller, seen.append), len(seen)))
    (first, looks), (second, none) = found
    assert first == second
    assert looks > 0
    assert none == 0


def test_what_cannot_be_rolled_out() -> None:
    staged = match_of_random("gulbara")
    with pytest.raises(FullprimeError, match="played in stages"):
        rolled(staged)
    with pytest.raises(FullprimeError, match=r"expected one of: 1\.1"):
        reviewer_of(match_of("31", "24/23 13/10")).find("3.8")


def match_of_random(game: str) -> Match:
    engines = Engine(plies=0, name="Ann"), Engine(plies=0, name="Ben")
    return play_match(*engines, SeededDice(1), target=1, variant=game)


def rolled(match: Match) -> Verdict:
    reviewer = Reviewer(match, plies=0)
    list(reviewer.verdicts())
    made = reviewer.decisions[0]
    return reviewer.roll_out(made, FEW, ENGINE.roller(match.games[0].variant))


def test_the_depth_of_everything_else_stays() -> None:
    """What is rolled out changes one decision, and the sums over all."""
    match = match_of(*CLOSE_MATCH)
    reviewer = reviewer_of(match)
    before = reviewer.report()
    reviewer.roll_out(reviewer.find("1.1"), FEW, ENGINE.roller(match.game.variant))
    after = reviewer.report()
    assert [b == a for b, a in zip(before.verdicts, after.verdicts, strict=True)][1:] == [True] * (
        len(after.verdicts) - 1
    )
    for report in (before, after):
        assert total(each.error for each in report.verdicts) == pytest.approx(
            sum(player.error for player in report.players)
        )
