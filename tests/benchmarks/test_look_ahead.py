"""The benchmark of looking ahead: it finds what differs, whoever computes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.look_ahead import (
    PAGE,
    Asked,
    Gain,
    Watched,
    measured,
    record,
    recorded,
    subject_of,
    table,
)

from benchmarks import page
from fullprime import Variant

ASKED = Asked("hypergammon", plies=1, trials=2, seed=1)


def test_processes_change_no_figure() -> None:
    one, two = (measured(ASKED, 2, processes) for processes in (1, 2))
    assert one[:4] == two[:4]
    assert one.decisions == 2


def test_decisions_are_those_in_which_the_search_differs() -> None:
    watched = Watched(ASKED)
    differing = [each for each in watched._decisions(0) if each]
    assert differing
    for each in differing:
        bare = watched.bare.turns(each.position, each.roll)[0].play
        deep = watched.deep.turns(each.position, each.roll)[0].play
        assert (each.bare, each.deep) == (bare, deep)
        assert bare.position != deep.position


@pytest.mark.parametrize(("mean", "pays"), [(0.021, True), (0.019, False), (-0.1, False)])
def test_it_pays_by_two_standard_errors(mean: float, pays: bool) -> None:
    assert Gain(mean, 0.01, 300, 0.1, 1.0).pays is pays


def test_what_is_recorded_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    record(Asked("plakoto", 2, 12, 1, truncate=20), Gain(0.03, 0.01, 300, 0.123, 60.0), file)
    record(Asked("tapa", 2, 36, 1), Gain(0.01, 0.02, 150, 0.2, 60.0), file)
    found = [recorded(file)[subject_of(Variant.load(name), 2)] for name in ("plakoto", "tapa")]
    assert [tuple(each) for each in found] == [
        (0.03, 0.02, 300, "12.3 %", "12 of 20 plies"),
        (0.01, 0.04, 150, "20.0 %", "36 to the end"),
    ]
    assert [each.pays for each in found] == [True, False]


def test_the_page_has_the_table_of_today(tmp_path: Path) -> None:
    before = PAGE.read_text(encoding="utf-8")
    copy = tmp_path / "search.md"
    copy.write_text(before, encoding="utf-8")
    page.put("look-ahead", table(), copy)
    assert copy.read_text(encoding="utf-8") == before
