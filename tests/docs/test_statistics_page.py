"""The page of statistics is up to date."""

from __future__ import annotations

import runpy
from pathlib import Path

from fullprime import variants
from fullprime.game_statistics import statistics_of

DOCS = Path(__file__).parents[2] / "docs"


def test_up_to_date() -> None:
    page = runpy.run_path(str(DOCS / "game_statistics.py"))["page"]()
    assert (DOCS / "statistics.md").read_text(encoding="utf-8") == page, "run `make statistics`"


def test_the_numbers_of_every_file_belong_together() -> None:
    for variant in variants():
        found = statistics_of(variant.id)
        assert found, f"{variant.name} is not measured"
        assert found.variant == variant.id
        assert sum(found.starter) + sum(found.other) + found.drawn == found.games
        assert not any((*found.starter[variant.score :], *found.other[variant.score :]))
        assert len(found.openings) == (15 if variant.opening == "use" else 21)
        assert all(each.behind is None or each.behind >= 0 for each in found.openings)
