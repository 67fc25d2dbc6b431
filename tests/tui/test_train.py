"""Training at the terminal: cards, answers, grades, and what is kept."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from fullprime.errors import BadFile
from fullprime.practice import DAY, find_card
from fullprime.practice.notebook import NAME, Notebook
from fullprime.practice.openings import best_plays
from fullprime.tui.terminal import ScriptedTerminal
from fullprime.tui.train import Drill, Tally, question_text
from program import run

MATCH = (
    " 3 point match\n\n Game 1\n Ann : 0              Ben : 0\n"
    "  1) 31: 24/23 13/10   62: 24/18 13/11\n  2) 65: 24/13\n"
)
USAGE, NOT_UNDERSTOOD = 2, 3


def drill(path: Path, deck: str, *answers: str, at: float = 0.0) -> tuple[ScriptedTerminal, Tally]:
    """Every look at the clock is a second after the last."""
    io, seconds = ScriptedTerminal(answers), count(at)
    notebook = Notebook.open(path)
    tally = Drill(io, notebook, deck, clock=lambda: float(next(seconds))).run()
    return io, tally


def test_answers_are_judged_and_come_again(tmp_path: Path) -> None:
    path = tmp_path / NAME
    first, best = find_card("openings-21"), best_plays()["21"]
    assert question_text(first) == "You roll 2-1. What do you play?"
    io, tally = drill(path, "openings", "8/2", best, "", "24/23 13/10", "hard", "q")
    assert tally == Tally(2, 1)
    assert "0 due, 330 new, 0 learned" in io.shown[0]
    assert best in io.text
    assert "These equities are rolled out" in io.text
    assert "Right: the best." in io.text
    assert "Easy: comes again in 8 days." in io.text
    assert "Again: comes again in 1 minute." in io.text
    assert "Hard: comes again in " in io.text
    assert io.shown[-1] == "1 of 2 right."
    kept = json.loads(path.read_text())
    assert kept["times"] == {"openings-21": 1, "openings-31": 1}
    # An illegal play is refused with its rule, and asked again.
    assert any("8/2 with roll" in line and "(STD-MOVE-4)" in line for line in io.shown[1:40])
    later, _ = drill(path, "openings", "q", at=9 * DAY)
    assert "2 due, 328 new, 1 learned" in later.shown[0]


def test_the_cube_and_counts_are_answered_in_words(tmp_path: Path) -> None:
    path = tmp_path / NAME
    io, tally = drill(path, "cube", "maybe", "n", "", "p", "", "q")
    assert tally.cards == 2
    assert "one of its buttons" in io.text  # not an action
    assert "No double" in io.text
    card = find_card("pips-race-mine")
    counted, tally = drill(path, "pips", "many", str(card.number), "", "1", "", "q")
    assert tally == Tally(2, 1)
    assert f"Right: {card.number}." in counted.text
    assert "You are off by" in counted.text


def test_errors_of_my_matches_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULLPRIME_HOME", str(tmp_path))
    (tmp_path / "night.mat").write_text(MATCH)
    night = str(tmp_path / "night.mat")
    assert run("train", "errors").returncode == NOT_UNDERSTOOD
    assert run("train", "errors", night).returncode == USAGE
    shown = run(
        *("train", "errors", night, "--me", "ann", "--plies", "0"), stdin="13/7 6/1\n\n8/5 6/5\n\n"
    )
    assert shown.returncode == 0, shown.stderr
    assert "2 new cards" in shown.stderr
    assert shown.stdout.count("In your match: 24/") == 2
    assert "2 of 2 right." in shown.stdout
    again = run("train", "errors", night, "--me", "Ann", "--plies", "0", stdin="q\n")
    assert "0 new cards" in again.stderr
    decks = json.loads(run("train", "--json").stdout)["decks"]
    assert [each["deck"] for each in decks] == ["errors", "openings", "bearoff", "pips", "cube"]
    assert (decks[0]["new"], decks[1]["new"]) == (0, 330)
    assert "Openings and replies" in run("train").stdout


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text("{")
    with pytest.raises(BadFile, match="no training file"):
        Notebook.open(path)
    path.write_text('{"format": 9}')
    with pytest.raises(BadFile, match="has format 9, expected 1"):
        Notebook.open(path)
