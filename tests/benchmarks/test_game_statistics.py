"""Statistics from self-play: the same games however they are shared out, counted right."""

from __future__ import annotations

from collections import Counter

import pytest
from benchmarks.game_statistics import first_rolls, lengths, opening, play_block, summary

from fullprime import Roll, Variant
from fullprime.game_statistics import Lengths, statistics_of


def test_blocks_make_no_difference() -> None:
    whole = play_block("hypergammon", range(12))
    parts = play_block("hypergammon", range(5)) + play_block("hypergammon", range(5, 12))
    assert whole == parts and whole.total() == 12
    assert all(abs(points) in (1, 2, 3) and rolls > 5 for points, rolls in whole)


def test_a_summary_counts_for_the_starter() -> None:
    endings = Counter({(1, 10): 3, (-2, 12): 1, (0, 20): 1, (3, 8): 1})
    found = summary(Variant.load("hypergammon"), endings, [])
    assert found.starter == (3, 0, 1) and found.other == (0, 1, 0) and found.drawn == 1
    assert found.advantage == pytest.approx(4 / 6)
    assert found.starter_wins == pytest.approx(4.5 / 6)
    points = [1, 1, 1, -2, 0, 3]
    variance = sum((n - 4 / 6) ** 2 for n in points) / 5
    assert found.advantage_error == pytest.approx((variance / 6) ** 0.5)
    assert found.share(2) == pytest.approx(1 / 6)


def test_lengths() -> None:
    assert lengths([4, 2, 6]) == Lengths(4.0, 1.63, 4, 2, 6)


def test_openings() -> None:
    assert len(first_rolls(Variant.load())) == 15
    assert len(first_rolls(Variant.load("plakoto"))) == 21
    found = opening("backgammon", Roll(3, 1), plies=0)
    assert (found.play, found.plays, found.plies) == ("8/5 6/5", 16, 0)
    assert found.behind is not None and found.behind > 0.05


def test_a_game_that_was_not_measured() -> None:
    assert statistics_of("no such game") is None
