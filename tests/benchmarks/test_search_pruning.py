"""The benchmark of pruning: equal picks cost nothing, and every way gets its row."""

from __future__ import annotations

import pytest
from benchmarks.search_pruning import VARIANT, Cost, Pruning, rows_of
from benchmarks.shipped import NET, PRUNER, pruner_for
from benchmarks.speed import sample
from benchmarks.strength.players import Ours

from benchmarks import search_pruning
from fullprime.engine import Filter

ASKED = sample(3)


@pytest.fixture(scope="module")
def pruning() -> Pruning:
    return Pruning(NET, PRUNER)


def test_equal_picks_cost_nothing(pruning: Pruning) -> None:
    picks = pruning.picks(1, None, ASKED)
    assert pruning.picks(1, Filter(10**6, 1000.0), ASKED) == picks
    assert pruning.cost(picks, picks) == Cost(0, 0, 0, 0)


def test_worse_picks_cost_what_the_judge_says(pruning: Pruning) -> None:
    picks = pruning.picks(1, None, ASKED[:1])
    other = [picks[0]._replace(play=-1, position=picks[0].position.flipped())]
    cost = pruning.cost(picks, other)
    difference = pruning.worth(picks[0].position) - pruning.worth(other[0].position)
    assert cost == Cost(1, 1000 * difference, 0, 0)


def test_every_way_gets_its_row(pruning: Pruning, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_pruning, "WAYS", [Filter(1, 0.1), Filter(10**6, 1000.0)])
    bare, first, all_kept = rows_of(pruning, 1, ASKED, 1, ASKED)
    assert (bare.subject, bare.ratio) == ("Fullprime, 1 plies, no pruner", None)
    assert first.subject == "Fullprime, 1 plies, pruned to 1 within 0.1"
    assert all_kept.note == "of 3 picks 0 differ; loss 0.0000 ± 0.0000, error 0.00 thousandths"
    assert all(row.value > 0 for row in (bare, first, all_kept))


def test_benchmarks_play_the_net_of_the_program_with_its_pruner() -> None:
    assert pruner_for(NET, VARIANT)
    assert pruner_for(NET.with_name("backgammon-000000000000.safetensors"), VARIANT) is None
    assert Ours(NET, plies=1).name.endswith("-8x0.12-kept-6x0.15")
    assert "kept" not in Ours(NET, plies=0).name
