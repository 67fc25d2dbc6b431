"""A mind that is asked over JSON lines; here today's program takes the place of the old one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.family import Evaluating, net_of

from benchmarks import before
from fullprime import Roll, Variant
from fullprime.play import legal_plays

OVER = "off:15 / 6:15"


@pytest.mark.parametrize("game", ["plakoto", "tapa"])
def test_it_thinks_what_the_program_says(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before, "program", lambda: Path(sys.executable).parent / "fullprime")
    variant = Variant.load(game)
    after = [play.position for play in legal_plays(variant, variant.start_position, Roll(6, 1))]
    after.append(variant.position(OVER))
    mind = before.Before(variant)
    asked = mind.worths(after)
    mind.close()
    known = Evaluating(net_of(variant, None)[1], variant.score).worths(after)
    assert asked == pytest.approx(known, abs=1e-6)
    assert asked[-1] == 2
