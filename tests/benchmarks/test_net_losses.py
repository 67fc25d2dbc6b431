"""Losses of two nets on decisions that are rolled out."""

from __future__ import annotations

from pathlib import Path

from benchmarks.net_losses import Asked, Judged

from fullprime import Variant
from fullprime.data import shipped
from fullprime.engine.nets import SUFFIX, net_for


def test_a_net_loses_what_itself_loses() -> None:
    net = net_for(Variant.load("hypergammon"))
    assert net
    file = Path(str(shipped("nets", net.name + SUFFIX)))
    judged = Judged(Asked("hypergammon", file, trials=2, seed=1))
    losses = [loss for number in range(3) for loss in judged.game(number)]
    assert losses
    assert all(loss.shipped == loss.other for loss in losses)


def test_the_play_of_the_search_is_the_measure() -> None:
    net = net_for(Variant.load("tavla"))
    assert net
    file = Path(str(shipped("nets", net.name + SUFFIX)))
    judged = Judged(Asked("tavla", file, trials=2, seed=1))
    decisions = judged._decisions(0)
    chosen = [
        each._replace(chosen=judged.search.turns(*each[:2])[0].play) for each in decisions[:4]
    ]
    assert [judged._losses(each, 0).shipped for each in chosen] == [0, 0, 0, 0]
