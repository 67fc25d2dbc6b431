"""A match equity table of our own: the order of the scores, and a small one from end to end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fullprime import MatchEquity

sys.path.append(str(Path(__file__).parents[2] / "training"))

import match_equity as making


def test_every_score_comes_after_those_it_leads_to() -> None:
    known = making.Growing()
    for score in making.scores(7):
        for points in (1, 2, 3, 4, 8):
            after = score.theirs == 1
            known.chance(score.mine - points, score.theirs, after)
            known.chance(score.mine, score.theirs - points, after)
        known.found[score] = 0.4
    assert len(known.found) == 6 + 21


def test_chances_of_both_sides() -> None:
    known = making.Growing()
    known.found[making.Score(3, 2, False)] = 0.4
    assert known.chance(3, 2) == 0.4
    assert known.chance(2, 3) == 0.6
    assert known.chance(4, 4) == 0.5
    assert known.chance(0, 4) == 1.0
    assert known.chance(4, -1) == 0.0


def test_a_small_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Near the usual one, though few games were played; a second run has nothing left to do."""
    file = tmp_path / "mine.toml"
    arguments = ["match_equity.py", "--out", str(file), "--length", "3", "--trials", "36"]
    monkeypatch.setattr(sys, "argv", arguments)
    making.main()
    made, usual = MatchEquity.load(str(file)), MatchEquity.load()
    for mine in range(1, 4):
        for theirs in range(1, 4):
            assert made.chance(mine, theirs) == pytest.approx(usual.chance(mine, theirs), abs=0.04)
    written = file.read_text()
    monkeypatch.setattr(making, "rolled_out", lambda *_: pytest.fail("played again"))
    making.main()
    assert file.read_text() == written


def test_crawford_game_has_no_cube() -> None:
    assert making.Score(4, 1, False).stakes.crawford
    assert not making.Score(4, 1, True).stakes.crawford
    assert not making.Score(4, 2, False).stakes.crawford
