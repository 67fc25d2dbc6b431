"""The opening book: its figures belong together and can be computed again, and every door to it
says the same."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from fullprime import FullprimeError, IllegalAction, Variant, analysis
from fullprime.analysis import answers
from fullprime.analysis.as_json import book_json
from fullprime.analysis.book_tables import book_lines, is_open
from fullprime.analysis.opening_book import (
    Book,
    Candidate,
    Line,
    book_of,
    first_rolls,
    game_at,
    line,
    opened,
    play_of,
    roll_name,
)
from fullprime.analysis.question import Question
from fullprime.dice import ROLLS
from fullprime.engine.rollout import roller_for
from fullprime.engine.rollout_result import RolloutSettings
from program import run
from server_client import Server, Visitor

BACKGAMMON = Variant.load()
NOT_UNDERSTOOD = 3
HALF_A_DIGIT = 5.1e-5
"""Figures of the book have four digits."""


@pytest.fixture(scope="module")
def book() -> Book:
    found = book_of("backgammon")
    assert found
    return found


# What is rolled out ------------------------------------------------------------------------------


def test_every_first_roll_and_every_reply_to_its_best_play(book: Book) -> None:
    names = [(each.first, each.play, each.reply) for each in book.lines]
    assert len(set(names)) == len(names)
    firsts = {each.first: each for each in book.lines if not each.reply}
    assert len(firsts) == len(first_rolls(BACKGAMMON)) == 15
    replies = {(first, play) for first, play, reply in names if reply}
    for first, play in replies:
        assert play in {each.play for each in firsts[first].candidates}
        of_it = {reply for *before, reply in names if before == [first, play] and reply}
        assert of_it == {roll_name(roll) for roll in ROLLS}
    assert {(first, each.best.play) for first, each in firsts.items()} <= replies


def test_figures_belong_together(book: Book) -> None:
    for each in book.lines:
        equities = [candidate.equity for candidate in each.candidates]
        assert equities == sorted(equities, reverse=True)
        assert len(each.candidates) == 1 if each.plays == 1 else len(each.candidates) > 1
        assert len({candidate.play for candidate in each.candidates}) == len(equities)
        assert each.rolled
        assert each.best.joint_error is None
        for candidate in each.candidates:
            assert candidate.trials % 36 == 0 < candidate.trials <= each.best.trials
            assert candidate.standard_error is not None
            assert 0 < candidate.standard_error < 0.05
            assert candidate.chances is not None
            assert sum(candidate.chances) == pytest.approx(1, abs=6 * HALF_A_DIGIT)
            w, g, b, lost, lost_g, lost_b = candidate.chances
            worth = w + 2 * g + 3 * b - lost - 2 * lost_g - 3 * lost_b
            assert candidate.cubeless == pytest.approx(worth, abs=14 * HALF_A_DIGIT)


def test_every_play_is_legal_and_written_as_the_library_writes_it(book: Book) -> None:
    for each in book.lines:
        game = game_at(BACKGAMMON, each.first, each.play, each.reply)
        assert len(game.plays) == each.plays
        legal = {str(play): play for play in game.plays}
        for candidate in each.candidates:
            played = play_of(BACKGAMMON, each, candidate)
            assert legal[candidate.play].position == played.position


def test_the_net_is_ours_or_the_book_says_that_it_is_not(book: Book) -> None:
    assert book.current or "a former net" in "\n".join(book_lines(opened(BACKGAMMON)))
    assert book.variant == "backgammon"


def test_a_figure_can_be_computed_again(book: Book) -> None:
    """With the seed of its decision; the candidate with the fewest trials is the quickest."""
    if not book.current:
        pytest.skip("the book is of a former net")
    firsts = [each for each in book.lines if not each.reply]
    each, candidate = min(
        ((each, candidate) for each in firsts for candidate in each.candidates),
        key=lambda found: found[1].trials,
    )
    assert each.seed is not None
    settings = RolloutSettings(
        trials=candidate.trials,
        seed=each.seed,
        cubeful=True,
        truncate=book.truncate,
        truncation_plies=book.truncation_plies,
    )
    question = Question.in_game(game_at(BACKGAMMON, each.first))
    roller = roller_for(BACKGAMMON)
    [found] = answers.rollout(question, settings, chosen=[candidate.play], roller=roller).lines
    assert candidate.equity == round(found.equity.mean, 4)
    assert candidate.standard_error == round(found.equity.standard_error, 4)
    assert candidate.cubeless == round(found.cubeless.mean, 4)
    assert candidate.chances == tuple(round(each.mean, 4) for each in found.chances)


def test_what_everybody_plays_is_far_ahead() -> None:
    best = {each.first: each for each in opened(BACKGAMMON).rolls}
    for roll, play in {"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7", "53": "8/3 6/3"}.items():
        second = best[roll].second
        assert best[roll].best.play == play
        assert second
        assert best[roll].loss(second) > 0.04
        assert not is_open(best[roll], second)


# Opening it --------------------------------------------------------------------------------------


def test_a_play_that_is_not_in_the_book_is_evaluated() -> None:
    found = opened(BACKGAMMON, "31", "64", "24/23 24/21")
    assert found.play == "24/21 24/23"
    assert found.decision
    assert (found.decision.rolled, found.decision.plies, found.book) == (False, 2, None)
    question = Question.in_game(game_at(BACKGAMMON, "31", "24/21 24/23", "64"))
    ranked = analysis.plays(question)
    best = found.decision.best
    assert (best.play, best.equity, best.trials) == (str(ranked[0].play), ranked[0].equity, 0)
    assert best.standard_error is best.joint_error is None


def test_with_other_rules_it_is_another_game() -> None:
    found = line(BACKGAMMON.with_options({"cap5": True}), "31")
    assert (found.rolled, found.best.play) == (False, "8/5 6/5")


def test_other_games_are_evaluated_with_all_their_rolls() -> None:
    plakoto = Variant.load("plakoto")
    found = opened(plakoto)
    assert len(found.rolls) == len(ROLLS)
    best = analysis.plays(None, "66", variant="plakoto", turns=(0, 0))[0]
    last = found.rolls[-1]
    assert (last.best.play, last.best.equity) == (str(best.play), best.equity)
    assert last.best.chances is None  # it can be drawn
    replied = opened(plakoto, "66", "11")
    assert (replied.reply, len(replied.rolls)) == ("11", len(ROLLS))
    assert replied.decision
    assert replied.decision == next(each for each in replied.rolls if each.reply == "11")


def test_where_the_same_player_goes_on_there_are_no_replies() -> None:
    game = Variant.load("acey_deucey")
    found = opened(game, "66")
    assert (found.rolls, found.decision is None) == ((), False)
    assert "the same player goes on" in "\n".join(book_lines(found))
    with pytest.raises(FullprimeError, match=r"After 6-6 and .* the same player goes on"):
        opened(game, "66", "31")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("77",), "bad dice '77'"),
        (("11",), "1-1 cannot be the first roll in Backgammon"),
        (("", "64"), "begins with a first roll"),
        (("31", "6"), "bad dice '6'"),
        (("31", "64", "24/22"), "24/22 with roll 3-1"),
    ],
)
def test_what_is_not_in_any_book_is_refused(asked: tuple[str, ...], says: str) -> None:
    first, reply, play = (*asked, "", "")[:3]
    with pytest.raises(FullprimeError, match=says):
        opened(BACKGAMMON, first, reply, play)


# All doors ---------------------------------------------------------------------------------------


PLACES = {
    "first rolls": {},
    "a first roll": {"first": "13"},
    "a reply": {"first": "31", "reply": "4-6"},
    "another play": {"first": "2-1", "reply": "64", "play": "13/11 6/5"},
    "another game": {"first": "65", "reply": "11", "game": "fevga"},
}


@pytest.mark.parametrize("place", PLACES)
def test_every_door_says_the_same(server: Server, place: str) -> None:
    asked = PLACES[place]
    game, first = asked.get("game", "backgammon"), asked.get("first", "")
    reply, play = asked.get("reply", ""), asked.get("play", "")
    found = analysis.book(first, reply, play=play, variant=game)
    expected = json.loads(msgspec.json.encode(book_json(found)))
    words = [word for word in (first, reply) if word] + (["--play", play] if play else [])
    printed = run("book", *words, "--variant", game, "--json")
    assert json.loads(printed.stdout) == expected
    query = "&".join(f"{name}={value}" for name, value in asked.items() if name != "game")
    status, told = Visitor(server).get(f"/api/book/{game}?{query.replace(' ', '+')}")
    assert status == 200
    assert {name: told[name] for name in expected} == expected
    assert_shape(told)


def assert_shape(told: dict[str, Any]) -> None:
    """What programs rely on."""
    assert len(told["rolls"]) in (15, 21)
    for roll in told["rolls"]:
        assert roll["best"]["error"] == 0
        assert (roll["second"] is None) == (roll["plays"] == 1)
    decision = told["decision"]
    if decision:
        assert decision["candidates"][0]["play"]
        assert [each["error"] for each in decision["candidates"]] == sorted(
            each["error"] for each in decision["candidates"]
        )
        assert told["play"]
        assert told["rows_before_reply"] != told["rows"]


def test_the_table_marks_what_is_open() -> None:
    found = opened(BACKGAMMON)
    text = "\n".join(book_lines(found, 200))
    unsure = [each for each in found.rolls if each.second and is_open(each, each.second)]
    assert text.count("~0.") == len(unsure)
    assert ("it is open which of the two is better" in text) == bool(unsure)
    narrow = book_lines(found, 40)
    assert max(map(len, narrow[1:17])) <= 40


def test_a_lead_is_open_below_two_joint_standard_errors() -> None:
    def played(equity: float, joint: float | None) -> Candidate:
        return Candidate(play="a", equity=equity, trials=36, joint_error=joint)

    best, close, dropped = played(0.1, None), played(0.09, 0.006), played(0.099, None)
    each = Line(first="31", plays=3, candidates=(best, close, dropped))
    assert is_open(each, close)
    assert not is_open(each, played(0.09, 0.005))
    assert not is_open(each, dropped)


@pytest.mark.parametrize("words", [("77",), ("11",), ("31", "64", "--play", "1/2")])
def test_the_command_refuses_with_its_reason(words: tuple[str, ...]) -> None:
    result = run("book", *words)
    assert (result.returncode, result.stdout) == (NOT_UNDERSTOOD, "")
    assert result.stderr.startswith("fullprime: ")


def test_the_server_refuses_with_its_reason(server: Server) -> None:
    visitor = Visitor(server)
    assert visitor.get("/api/book/chess")[0] == 422
    status, problem = visitor.get("/api/book/backgammon?first=11")
    assert (status, problem["code"]) == (422, "book.double")
    assert visitor.get("/api/book/backgammon?first=31&play=24%2F1")[0] == 422
    assert visitor.get(f"/api/book/backgammon?play={'8' * 100}")[0] == 422


def test_an_illegal_play_of_the_first_roll_names_its_rule() -> None:
    with pytest.raises(IllegalAction, match="STD-"):
        opened(BACKGAMMON, "31", play="24/1")
