"""What is close is found again, and the figures belong to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.close_decisions import pairs

from benchmarks import close_decisions
from fullprime import Match
from fullprime.formats import match_file


def test_a_match_at_both_depths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in ("21", "24/23 13/11", "43", "24/20 13/10"):
        match = match.apply(action)
    path = tmp_path / "close.mat"
    path.write_bytes(match_file.dump(match, "mat").data)
    found = pairs(path)
    assert [each.flat.plies for each in found] == [2] * len(found)
    assert [each.deep.plies for each in found] == [3] * len(found)
    assert [each.moved for each in found] == [
        abs(each.flat.error - each.deep.error) for each in found
    ]
    monkeypatch.setattr("sys.argv", ["close_decisions", str(path)])
    close_decisions.main()
    assert capsys.readouterr().out.startswith(f"{len(found)} decisions; errors move by up to: 50%")
