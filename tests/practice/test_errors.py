"""Errors of reviewed matches as cards: each asks what was decided, and knows what was best."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest

from fullprime import Match, SeededDice
from fullprime.action import ActionLike, Played
from fullprime.analysis.question import Question
from fullprime.analysis.review import Report, report_json, review
from fullprime.engine.match_play import play_match
from fullprime.formats import saved
from fullprime.game import Game, Phase
from fullprime.match import MONEY, Points, Settings
from fullprime.practice import Answered, after, gather, judge, leaks, progress
from fullprime.practice.errors import Sums
from fullprime.practice.progress import ENOUGH
from fullprime.practice.themes import THEMES, theme_of
from random_matches import random_match

PLIES = 0


class Anyone:
    """Plays anything."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: Game) -> ActionLike | None:
        """The dice, or any play."""
        if game.phase is not Phase.TO_PLAY:
            return None
        return Played.of(self.random.choice(game.plays))


def game_of(variant: str) -> Match:
    return play_match(Anyone(1), Anyone(2), SeededDice(3), target=1, variant=variant)


MATCHES = {
    "points": random_match(37, ("backgammon",)),
    "money": random_match(23, ("backgammon",)),
    "plakoto": game_of("plakoto"),
    "fevga": game_of("fevga"),
}


def report_of(match: Match) -> tuple[Report, bytes]:
    report = review(match, plies=PLIES, deepen=False)
    return report, msgspec.json.encode(report_json(report, detail=True))


@cache
def known(name: str) -> tuple[Match, Report, bytes]:
    return MATCHES[name], *report_of(MATCHES[name])


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_error_is_a_card_that_asks_the_same(name: str, seat: int) -> None:
    match, report, data = known(name)
    wanted = {
        (each.decision.kind, each.played, each.best, each.error)
        for each in report.errors
        if each.decision.player == seat and each.size != "doubtful"
    }
    cards = gather(match, data, seat).cards
    assert cards
    assert {(card.kind, *(card.was or ())) for card in cards} <= wanted
    errors = [card.was.error for card in cards if card.was]
    assert errors == sorted(errors, reverse=True)
    asked = [
        (each.decision.kind, each.decision.question._replace(at_hand=None))
        for each in report.errors
    ]
    for card in cards[:20]:
        loaded, _ = saved.load(saved.dump(card.match))
        assert loaded.game.position == card.game.position
        assert (card.kind, Question.in_game(loaded.game)._replace(at_hand=None)) in asked
        assert card.player == seat
        assert card.theme in THEMES


def test_an_answer_is_what_the_review_has_said() -> None:
    match, _, data = known("points")
    cards = gather(match, data, 0).cards
    for card in cards[:6]:
        assert card.was
        shallow = card._replace(plies=PLIES)
        wrong, right = (judge(shallow, each, 5.0) for each in (card.was.played, card.was.best))
        assert (wrong.grade, wrong.right) == ("again", False)
        assert wrong.loss == pytest.approx(card.was.error, abs=1e-6)
        assert (right.grade, right.right, right.loss) == ("easy", True, 0.0)


def test_the_same_error_made_again_is_the_same_card() -> None:
    first = Match.start(players=("Ann", "Ben"), target=3).apply("31")
    one, other = first.apply("24/23 13/10"), first.apply("13/10 6/5")
    [card], [again] = (gather(each, report_of(each)[1], 0).cards for each in (one, other))
    assert card.id == again.id
    assert card.was != again.was
    longer = Match.start(players=("Ann", "Ben"), target=5).apply("31").apply("24/23 13/10")
    [at_score] = gather(longer, report_of(longer)[1], 0).cards
    assert at_score.id != card.id


def test_games_that_follow_others_are_cut_out_of_their_match() -> None:
    match, _, data = known("points")
    assert len(match.games) > 1
    cards = gather(match, data, 1).cards
    assert {len(card.match.games) for card in cards} == {1}
    tavli = Match.start(series="tavli", players=("Ann", "Ben"), target=3)
    played = _with_two_games(tavli)
    found = gather(played, report_of(played)[1], 1 - played.game.turn).cards
    assert found
    for card in found:
        loaded, _ = saved.load(saved.dump(card.match))
        assert loaded.game.position == card.game.position


def _with_two_games(match: Match) -> Match:
    """The first is resigned; in the second its winner begins with a poor play."""
    first = match.apply("61")
    first = first.apply("61") if not first.plays else first  # where the winner rolls both dice
    over = first.apply(str(first.plays[0])).apply("resign").apply("accept").next_game()
    rolled = over.apply("31")
    reviewed = [(rolled.apply(str(play)), play) for play in rolled.plays]
    worst = max(reviewed, key=lambda pair: review(pair[0], plies=0).verdicts[-1].error)
    return worst[0]


# Themes ------------------------------------------------------------------------------------------


def test_themes() -> None:
    assert theme_of("double", 1, "race") == "doubling"
    assert theme_of("take", 9, None) == "taking"
    assert theme_of("checker", 2, "blitz") == "opening"
    assert theme_of("checker", 3, "blitz") == "blitz"
    assert theme_of("checker", 3, None) == "other"


def test_what_themes_cost_adds_up_to_the_match() -> None:
    for name in MATCHES:
        match, report, data = known(name)
        for seat, player in enumerate(report.players):
            themes = gather(match, data, seat).themes
            assert set(themes) <= set(THEMES)
            assert sum(each.count for each in themes.values()) == player.decisions
            assert sum(each.error for each in themes.values()) == pytest.approx(player.error)


def sums(errors: list[float]) -> Sums:
    found = Sums()
    for error in errors:
        found = found.plus(error)
    return found


def test_a_leak_is_said_only_when_it_is_sure() -> None:
    steady = sums([0.01] * 200)
    bad, rare, wild = sums([0.04, 0.06] * 20), sums([0.5] * (ENOUGH - 1)), sums([0.0, 0.05] * 15)
    found = leaks(
        [{"race": steady, "blitz": bad}, {"priming": rare, "blitz": bad, "holding": wild}]
    )
    assert [(each["theme"], each["leak"]) for each in found] == [
        *(("blitz", False), ("race", False)),
        ("holding", False),
    ]
    found = leaks([{"race": steady, "blitz": bad}])
    assert {each["theme"]: each["leak"] for each in found} == {"blitz": True, "race": False}
    blitz = next(each for each in found if each["theme"] == "blitz")
    assert (blitz["pr"], blitz["others"]) == (pytest.approx(25.0), pytest.approx(5.0))
    assert 0 < blitz["interval"] < 5
    assert leaks([]) == leaks([{"race": sums([0.2] * 5)}]) == []


# Progress ----------------------------------------------------------------------------------------


def test_days_and_retention() -> None:
    noon = 1_800_014_400.0  # 12:00 UTC
    first = after(None, "easy", noon)
    answers = [
        Answered(noon, "easy", True, 0.0, 4.0, None),
        Answered(noon + 60, "again", False, 0.2, 8.0, None),
        Answered(noon + 10 * 86400, "good", True, None, 6.0, first),
        Answered(noon + 10 * 86400 + 1, "again", False, 0.1, 6.0, first),
    ]
    found = progress(answers)
    assert (found["answers"], found["right"], found["retention"]) == (4, 2, 0.5)
    assert [day["answers"] for day in found["days"]] == [2, 2]
    assert found["days"][0] | {"day": ...} == {
        "day": ..., "answers": 2, "right": 1, "loss": pytest.approx(0.1), "seconds": 6.0
    }  # fmt: skip
    assert found["days"][1]["loss"] == pytest.approx(0.1)
    here, east = (progress(answers, each)["days"][0]["day"] for each in (0, 13 * 60))
    assert here < east
    assert progress([]) == {"answers": 0, "right": 0, "retention": None, "days": []}


def test_money_with_beavers_keeps_its_rules() -> None:
    match = Match.start(target=MONEY, settings=Settings(beavers=1), players=("Ann", "Ben"))
    match = match.apply("31").apply("8/5 6/5").apply("double").apply("pass")
    [card] = gather(match, report_of(match)[1], 0).cards
    assert (card.kind, card.player, card.choices) == ("take", 0, ("take", "pass", "beaver"))
    assert judge(card, "beaver", 5.0).right
    assert not judge(card, "pass", 5.0).right
    short = Match.start(target=Points(1)).apply("31")
    assert gather(short, report_of(short)[1], 0) == ([], {})
