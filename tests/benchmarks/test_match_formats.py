"""The table of match files: what it counts."""

from __future__ import annotations

from pathlib import Path

from benchmarks.match_formats import Counted, count, markdown

from fullprime import Match
from random_matches import random_match


def test_files_games_plies_and_faults_are_counted(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    random_match(3).save(tmp_path / "deep" / "one.mat")
    Match.start().save(tmp_path / "own.json")
    (tmp_path / "wrong.mat").write_text(
        " 5 point match\n Game 1\n Ann : 0   Ben : 0\n  1) 31: 8/4 6/5\n", encoding="utf-8"
    )
    (tmp_path / "none.txt").write_text("nothing", encoding="utf-8")
    found = count(tmp_path)
    assert found["json"] == Counted(1, 1, 0, 0)
    assert found["no match or position"].files == 1
    assert found["mat"].files == 2
    assert found["mat"].faults == 1
    assert found["mat"].games == len(random_match(3).games) + 1
    assert "| match text | 2 |" in markdown(found)
