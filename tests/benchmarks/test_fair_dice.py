"""The statistics of fair dice pass what is fair, and catch what is not."""

from __future__ import annotations

from random import Random

import numpy as np

from benchmarks import fair_dice


def test_rolls_of_the_protocol_pass() -> None:
    rolls = np.fromiter(fair_dice.dealt(20_000, Random(1)), np.int64)
    assert len(rolls) == 20_000 and set(rolls) == set(range(36))
    found = fair_dice.battery(rolls)
    assert len(found) == 13 and min(each.chance for each in found) > fair_dice.RED


def test_wrong_dice_are_caught() -> None:
    for name, wrong in fair_dice.mutants(fair_dice.MUTANT_ROLLS, 1):
        worst = min(each.chance for each in fair_dice.battery(wrong))
        assert worst < fair_dice.RED, name
