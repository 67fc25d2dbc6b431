"""The effective pip count: against published counts and the rolls it stands for."""

from __future__ import annotations

from random import Random

import pytest

import bearoff_solver
from engine.test_bearoff import race, random_home
from fullprime import Variant, _kernel
from fullprime.engine import EffectiveCount, effective_counts
from fullprime.engine.effective_pips import PIPS_PER_ROLL

BACKGAMMON = Variant.load("backgammon")


@pytest.fixture(scope="module")
def table() -> _kernel.Bearoff:
    """One side alone is enough."""
    return _kernel.Bearoff(_kernel.make_bearoff(15, 0, 2))


def test_pips_of_a_roll() -> None:
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert sum((a + b) * (2 if a == b else 1) for a, b in throws) / 36 == PIPS_PER_ROLL


@pytest.mark.parametrize(
    ("checkers", "rolls", "effective"),
    [(1, 1, 8.167), (7, 3.5509259259, 28.999), (13, 6.1224494, 50.000004)],
)
def test_stack_on_the_ace_point(
    table: _kernel.Bearoff, checkers: int, rolls: float, effective: float
) -> None:
    """Walter Trice, Effective Pip Count, 2000 (bkgm.com/articles/EffectivePipCount)."""
    counts = effective_counts(BACKGAMMON, BACKGAMMON.position(f"1:{checkers} / 6:1"), table)
    assert counts is not None
    mine, theirs = counts
    assert mine.pips == checkers
    assert mine.rolls == pytest.approx(rolls, abs=2e-4)
    assert mine.effective == pytest.approx(effective, abs=1e-3)
    assert mine.wasted == mine.effective - checkers
    assert theirs == EffectiveCount(6, (0.0, 0.75, 1.0))
    assert theirs.effective == 1.25 * PIPS_PER_ROLL


@pytest.mark.parametrize("rolls", range(2, 8))
def test_seven_for_a_roll_and_one(table: _kernel.Bearoff, rolls: int) -> None:
    """Players reckon so with a stack that takes `rolls` rolls without a doublet."""
    position = BACKGAMMON.position(f"1:{2 * rolls - 1} / 1:1")
    counts = effective_counts(BACKGAMMON, position, table)
    assert counts is not None
    assert counts[0].effective == pytest.approx(7 * rolls + 1, abs=0.1)


def test_against_brute_force(table: _kernel.Bearoff) -> None:
    """Chances are kept to 1 in 46,656, so the count is off by less than a thousandth."""
    solved = bearoff_solver.Alone(bearoff_solver.Homes(15))
    rng = Random(1)
    for _ in range(2000):
        rows = [random_home(rng, rng.randint(1, 15)) for _ in range(2)]
        counts = effective_counts(BACKGAMMON, race(rows[0], rows[1]), table)
        assert counts is not None
        for row, count in zip(rows, counts, strict=True):
            mean = solved.mean[solved.homes.number[row]]
            assert count.effective == pytest.approx(PIPS_PER_ROLL * mean, abs=1e-3)
            assert count.wasted > 0


@pytest.mark.parametrize("text", ["7:1 / 1:1", "1:1 / 7:1", "bar:1 / 1:1", "1:1 / off:15"])
def test_only_races_at_home(table: _kernel.Bearoff, text: str) -> None:
    assert effective_counts(BACKGAMMON, BACKGAMMON.position(text), table) is None


def test_only_games_that_bear_off_alike(table: _kernel.Bearoff) -> None:
    fevga = Variant.load("fevga")
    assert effective_counts(fevga, fevga.position("1:1 / 1:1"), table) is None
