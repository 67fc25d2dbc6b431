"""The benchmark of rollouts: its positions, and what it reads and tells."""

from __future__ import annotations

import tomllib

import pytest
from benchmarks.rollouts import POSITIONS, Compared, Gnubg, Rolled, report_of

from fullprime import Variant

SHOWN = """
Rollout done. Printing final results.

Current Position:
  0.524562 0.145690 0.007240 - 0.475438 0.124463 0.005844 CL +0.071745 CF +0.092381
 [0.001852 0.001522 0.000412 - 0.001852 0.001551 0.000368 CL  0.004914 CF  0.009130] 1r
Full cubeful rollout with variance reduction
1296 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice
"""


def test_positions() -> None:
    positions = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))["positions"]
    backgammon = Variant.load()
    assert len({backgammon.position(text) for text in positions.values()}) == 10


@pytest.fixture
def gnubg(monkeypatch: pytest.MonkeyPatch) -> Gnubg:
    class Program:
        name = "GNU Backgammon 1"

        def __init__(self, processes: int) -> None:
            assert processes == 1

    monkeypatch.setattr("benchmarks.gnubg.Gnubg", Program)
    return Gnubg(1296, 1)


def test_screen(gnubg: Gnubg) -> None:
    assert gnubg.read(SHOWN, cubeful=False) == (0.071745, 0.004914)
    assert gnubg.read(SHOWN, cubeful=True) == (0.092381, 0.00913)
    for bad in (SHOWN.replace("1296", "1264"), SHOWN.replace("done", "stopped"), ""):
        with pytest.raises(RuntimeError, match="no result of a rollout"):
            gnubg.read(bad, cubeful=True)
    assert "chequerplay plies 1" in gnubg.settings(True)
    assert "cubeful on" in gnubg.settings(True)
    assert "cubeful off" in gnubg.settings(False)


def test_time_for_the_same_error(gnubg: Gnubg) -> None:
    """Half the error is worth four times the time."""
    found = Compared("race", False, Rolled(0.1, 0.01, 3.0), Rolled(0.2, 0.02, 6.0))
    assert found.ratio == pytest.approx(8.0)
    certain = Compared("closeout", True, Rolled(1.0, 0.0, 1.0), Rolled(1.0, 0.0, 1.0))
    assert (certain.ratio, certain.apart) == (None, None)
    told = report_of([found, certain], "GNU Backgammon 1", 1296)
    assert "| race | +0.1000 ± 0.0100 | +0.2000 ± 0.0200 | -4.5 | 3.0 | 6.0 | 8.0 |" in told
    assert "| closeout, cubeful | +1.0000 ± 0.0000 | +1.0000 ± 0.0000 |  | 1.0 | 1.0 |  |" in told
    assert "takes 8.0 times as long without a cube" in told
    row = found.measured(gnubg)
    assert row.note.startswith("1296 trials, one core, plies 1; equity +0.1000 ± 0.0100, theirs ")
    assert (row.subject, row.value, row.ratio) == ("rollout, race, cubeless", 3.0, found.ratio)
