"""The benchmark of looking ahead: it finds what differs, whoever computes it."""

from __future__ import annotations

import pytest
from benchmarks.look_ahead import Asked, Gain, Watched, measured

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
