"""What is compared with GNU Backgammon, where it is installed."""

from __future__ import annotations

import pytest
from benchmarks.gnubg import Gnubg, Missing

from benchmarks import match_files
from fullprime.formats.match_file import dump
from random_matches import random_match


@pytest.fixture
def gnubg() -> Gnubg:
    try:
        return Gnubg(1)
    except Missing as error:
        pytest.skip(str(error))


def test_gnu_backgammon_reads_what_we_write(
    gnubg: Gnubg, capsys: pytest.CaptureFixture[str]
) -> None:
    assert match_files.check(gnubg, 4) == 0
    told = capsys.readouterr().out
    assert "sgf: 4 matches" in told
    assert "   4 agrees" in told


def test_what_differs_is_counted(gnubg: Gnubg, monkeypatch: pytest.MonkeyPatch) -> None:
    written = dump(random_match(5), "sgf")
    monkeypatch.setattr(match_files, "FORMATS", ("sgf",))
    monkeypatch.setattr(match_files, "dump", lambda match, name: written)
    assert match_files.check(gnubg, 2) == 2
