"""Errors as questions: cards, their text for Anki, and the quiz on paper."""

from __future__ import annotations

import io
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from fullprime import Match
from fullprime.analysis.review import Report, review
from fullprime.analysis.review.quiz import ANKI_HEAD, Card, anki_text, cards
from fullprime.formats.saved import dump
from fullprime.printing.paper import Paper
from fullprime.printing.quiz import quiz_source
from fullprime.printing.typeset import pdf
from program import run

USAGE, NOT_UNDERSTOOD = 2, 3
HEAD = " 3 point match\n\n Game 1\n Ann : 0              Ben : 0\n"
MATCH = HEAD + "  1) 31: 24/23 13/10   62: 24/18 13/11\n  2) 65: 24/13\n"


@pytest.fixture(scope="module")
def found(played: tuple[Match, Report]) -> list[Card]:
    return cards(*played)


def test_a_card_for_each_error(played: tuple[Match, Report], found: list[Card]) -> None:
    _, report = played
    asked = [each for each in report.errors if each.size != "doubtful"]
    assert [card.best for card in found] == [each.best for each in asked]
    assert [card.error for card in found] == sorted((e.error for e in asked), reverse=True)
    assert len({card.id for card in found}) == len(found)
    assert {card.kind for card in found} == {each.decision.kind for each in asked}
    assert len(cards(*played, every=True)) == len(report.errors)
    mine = cards(*played, me=1)
    assert len(mine) == sum(each.decision.player == 1 for each in asked)


def test_a_question_does_not_give_its_answer_away(found: list[Card]) -> None:
    for card in found:
        assert "arrow" not in card.board
        assert "You" in card.board
        assert "Ben" not in card.board
        assert ("What do you play?" in card.question) == (card.kind == "checker")
        assert ("Do you double?" in card.question) == (card.kind == "double")
        assert ("Do you take?" in card.question) == (card.kind == "take")
        if card.kind == "checker":
            assert card.best not in card.question


def test_the_player_sits_below(played: tuple[Match, Report], found: list[Card]) -> None:
    for card in found:
        whose = [line for line in card.text if "You" in line or "Opponent" in line]
        assert "Opponent" in whose[0]
        assert "You" in whose[-1]
        assert "you need" in card.facts


def test_the_same_question_has_the_same_id_at_every_depth() -> None:
    match = Match.start(players=("Ann", "Ben"), target=3).apply("31").apply("24/23 13/10")
    [first], [second] = (cards(match, review(match, plies=plies)) for plies in (0, 1))
    assert first.id == second.id
    assert first.error != second.error
    other = Match.start(players=("Ann", "Ben"), target=5).apply("31").apply("24/23 13/10")
    assert cards(other, review(other, plies=0))[0].id != first.id


@pytest.mark.parametrize("text_boards", [False, True])
def test_anki_reads_four_fields_a_line(found: list[Card], text_boards: bool) -> None:
    lines = anki_text(found, text_boards=text_boards).splitlines()
    assert tuple(lines[: len(ANKI_HEAD)]) == ANKI_HEAD
    rows = [line.split("\t") for line in lines[len(ANKI_HEAD) :]]
    assert len(rows) == len(found)
    for (name, front, back, tags), card in zip(rows, found, strict=True):
        assert name == card.id
        assert ("<svg" in front) != text_boards
        assert ("<pre>" in front) == text_boards
        assert card.question in unescape(front)
        assert f"<b>{card.best}</b>" in unescape(back)
        assert f"loses {card.error:.3f}" in back
        assert "<script" not in front + back
        assert tags == f"fullprime {card.kind} {card.size}"
        assert '"' not in front + back


@pytest.mark.parametrize(("paper", "pages"), [("a4", 3), ("letter", 3)])
def test_a_quiz_has_six_questions_on_a_page_and_solutions_at_the_end(
    found: list[Card], paper: str, pages: int
) -> None:
    asked = [card for card in found if card.kind == "checker"][:7]
    made = pdf(quiz_source(asked, Paper.named(paper), "Quiz"))
    read = PdfReader(io.BytesIO(made)).pages
    assert len(read) == pages
    questions, solutions = (" ".join(read[n].extract_text().split()) for n in (1, -1))
    assert asked[6].question in questions
    assert "Solutions" in solutions
    for number, card in enumerate(asked, 1):
        assert f"{number}. {card.best}" in solutions
        assert f"loses {card.error:.3f}" in solutions
    assert asked[6].answer.startswith(asked[6].best)


# The commands -------------------------------------------------------------------------------------


def test_cards_of_files(tmp_path: Path) -> None:
    (tmp_path / "night.mat").write_text(MATCH)
    (tmp_path / "same.mat").write_text(MATCH)
    (tmp_path / "bad.mat").write_bytes(
        b" 3 point match\n\n Game 1\n Ann : 0   Ben : 0\n  1) 31: \xff\n"
    )
    out = tmp_path / "cards.txt"
    made = run("cards", str(tmp_path), "--plies", "0", "--out", str(out))
    assert made.returncode == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    shown = len(lines) - len(ANKI_HEAD)
    assert made.stdout == f"{out}: {shown} cards\n"
    assert shown == 2  # each error once
    piped = run("cards", "-", "--plies", "0", "--me", "ann", stdin=MATCH)
    assert piped.stdout.splitlines()[0] == ANKI_HEAD[0]


def test_a_quiz_from_the_command_line(tmp_path: Path) -> None:
    file, out = tmp_path / "night.mat", tmp_path / "quiz.pdf"
    file.write_text(MATCH)
    made = run("print", "quiz", str(file), "--plies", "0", "--questions", "1", "--out", str(out))
    assert made.returncode == 0
    assert made.stdout == f"{out}\n"
    text = PdfReader(str(out)).pages[0].extract_text()
    assert "1. You roll 6-5." in text
    assert "2. " not in text


def test_what_is_no_quiz(tmp_path: Path) -> None:
    needs = run("print", "quiz")
    assert needs.returncode == USAGE
    assert "a quiz needs match files" in needs.stderr
    file = tmp_path / "night.mat"
    file.write_text(MATCH)
    assert run("print", "board", str(file)).returncode == USAGE
    other = run("cards", str(file), "--plies", "0", "--me", "Zoe")
    assert other.returncode == NOT_UNDERSTOOD
    assert "no player is 'Zoe'" in other.stderr
    empty = tmp_path / "new.json"
    empty.write_bytes(dump(Match.start(players=("Ann", "Ben"), target=5)))
    nothing = run("cards", str(empty))
    assert nothing.returncode == NOT_UNDERSTOOD
    assert "no errors to ask about" in nothing.stderr
