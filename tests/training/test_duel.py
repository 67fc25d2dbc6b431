"""Duels of nets where self-play runs, here on the host."""

from __future__ import annotations

import re
import shutil

import pytest

import duel
from fullprime import Variant
from fullprime.data import shipped
from fullprime.engine.nets import net_for

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
PAIRS = 30


def played(
    capsys: pytest.CaptureFixture[str], game: str, against: str, pairs: int = PAIRS
) -> tuple[float, float]:
    """Points a game, and half the width of their interval."""
    shipped_net = net_for(Variant.load(game))
    assert shipped_net
    net = str(shipped("nets", f"{shipped_net.name}.safetensors"))
    duel.main([game, net, "--against", against or net, "--pairs", str(pairs)])
    printed = capsys.readouterr().out
    found = re.search(rf": (\S+) ± (\S+) points a game, {2 * pairs} games, 0 lost", printed)
    assert found, printed
    return float(found[1]), float(found[2])


@pytest.mark.parametrize(("game", "pairs"), [("hypergammon", PAIRS), ("acey_european", 2)])
def test_a_net_wins_nothing_from_itself(
    capsys: pytest.CaptureFixture[str], game: str, pairs: int
) -> None:
    """The same dice with seats exchanged, so both games of a pair cancel out."""
    assert played(capsys, game, "", pairs) == (0, 0)


def test_a_net_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    won, interval = played(capsys, "hypergammon", duel.RANDOM)
    assert won > 1 + interval
