"""How the reviews of two programs are compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from benchmarks.review import (
    Difference,
    Other,
    Reviewed,
    Side,
    _equity,
    _their_error,
    _written_play,
    choices,
    farthest,
    judged,
    nearer,
    pearson,
    spearman,
)
from benchmarks.strength.store import Store

from fullprime.analysis.question import Question
from fullprime.analysis.review import Decision, Kind, Verdict
from fullprime.position import Position

SIDES = (Side(1.0, 5.0, 3, 0.2), Side(1.0, 5.0, 3, 0.2))


def test_correlations() -> None:
    assert pearson([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert pearson([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 5, 9, 9], [3, 4, 100, 100]) == pytest.approx(1)
    assert spearman([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)


def made(kind: Kind, played: str, away: tuple[int, int] | None = None) -> Decision:
    stakes = {"away": away} if away else {}
    question = Question.about("6:2 5:2 / 6:2 4:2", stakes=stakes)
    return Decision(game=0, turn=1, action=0, player=0, kind=kind, question=question, played=played)


@pytest.mark.parametrize(
    ("kind", "played", "error"),
    [("double", "no double", 0.3), ("double", "double", 0.0), ("take", "take", 0.2),
     ("take", "pass", 0.0)],
)  # fmt: skip
def test_their_errors_for_money(kind: Kind, played: str, error: float) -> None:
    """From what GNU Backgammon says of doubling: 0.7 without, 1.2 if it is taken."""
    record = {"nd-cubeful-eq": 0.7, "dt-cubeful-eq": 1.2}
    assert _their_error(made(kind, played), record) == pytest.approx(error)


def test_their_equities_in_a_match() -> None:
    """Which are chances to win it: at 1 away each, half of them are an even game."""
    assert _equity(made("double", "double", (1, 1)), 0.5) == pytest.approx(0)
    assert _equity(made("double", "double", (1, 1)), 1.0) == pytest.approx(1)


def test_what_was_not_evaluated_is_left_out() -> None:
    assert _their_error(made("double", "double"), {}) is None


def test_the_match_that_differs_most() -> None:
    near, far = Side(1.0, 5.0, 3, 0.2), Side(3.0, 9.0, 5, 0.1)
    agree = Reviewed("a", (near, near), (near, near), [], 10)
    differ = Reviewed("b", (near, near), (near, far), [], 10)
    assert farthest([agree, differ]) is differ


def test_every_choice_of_some_matches() -> None:
    """One of three matches is read otherwise: it is left out in one choice of two."""

    def match(ours: tuple[float, float], theirs: tuple[float, float]) -> Reviewed:
        first, second = ((Side(a, 5.0, 3, 0.2), Side(b, 5.0, 3, 0.2)) for a, b in (ours, theirs))
        return Reviewed("a", first, second, [], 10)

    agree = [match((1.0, 2.0), (1.0, 2.0)), match((3.0, 4.0), (3.0, 4.0))]
    told = choices([*agree, match((1.0, 4.0), (4.0, 1.0))], size=2)
    assert "Of the 3 choices of 2 of them, 1 have" in told
    assert "the greatest 1.0000" in told


def test_whom_the_rollouts_confirm() -> None:
    verdict = Verdict(
        decision=made("double", "double"),
        best="no double",
        error=0.1,
        equity=0,
        plies=2,
        counts=True,
    )
    told = nearer([Difference("a", verdict, 0.3, "0.150 ±0.020")])
    assert "nearer to ours in 1 of 1" in told
    assert "0.050 from ours, 0.150 from" in told
    assert not nearer([Difference("a", verdict, 0.3, "")])


def test_others_are_asked_who_is_right() -> None:
    """Each by its own rollouts; a cube has none."""
    verdict = Verdict(
        decision=made("double", "double"),
        best="no double",
        error=0.1,
        equity=0,
        plies=2,
        counts=True,
    )
    cube = Difference("a", verdict, 0.3, "", (), (None, None))
    play = cube._replace(judged=(0.25, 0.12))
    told = nearer([cube, play])
    assert "rolled out by GNU, it is nearer to ours in 0 of 1" in told
    assert "rolled out by BG Sage, it is nearer to ours in 1 of 1" in told


def test_others_see_the_opponent_on_roll(tmp_path: Path) -> None:
    class Fixed:
        """Counts checkers on the 5-point of who has just played."""

        name = "fixed"

        def equities(self, positions: Sequence[Position]) -> list[float]:
            return [float(each.other[5]) for each in positions]

    question = Question.about("6:2 5:2 3:1 / 6:2 4:2", "61")
    few, *_, many = sorted(question.plays(), key=lambda play: play.position.mover[5])
    lost = many.position.mover[5] - few.position.mover[5]
    assert lost
    judge = Other(Fixed(), Store(tmp_path / "fixed.tsv"))
    verdict = SimpleNamespace(error=0.0)
    cube = Difference("a", cast("Verdict", verdict), 0.3)
    found = Reviewed("a", SIDES, SIDES, [cube._replace(plays=(few, many)), cube], 2)
    assert [each.judged for each in judged(found, [judge]).differences] == [(lost,), (None,)]


def test_their_best_play() -> None:
    """Steps in any order: a checker that goes on has arrived before."""
    text = _written_play([[18, 15], [24, 18], [25, 22], [4, 0]])
    assert text == "bar/22 24/18 18/15 4/off"
