"""Do dice fall as fair dice do? Chi-square of counts against what is expected.

>>> round(chi_square_tail(11.07, 5), 3)
0.05
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from fullprime.summation import total


class ChiSquare(NamedTuple):
    """How far counts are from what is expected."""

    statistic: float
    freedom: int
    chance: float
    """The share of samples of fair dice that are at least so far from it."""


def chi_square(counts: Sequence[int], expected: Sequence[float], freedom: int) -> ChiSquare:
    """Of counts that add up to the same as what is expected."""
    parts = ((n - mean) ** 2 / mean for n, mean in zip(counts, expected, strict=True))
    statistic = total(parts)
    return ChiSquare(statistic, freedom, chi_square_tail(statistic, freedom))


def even(counts: Sequence[int]) -> ChiSquare:
    """Where all are expected equally often."""
    mean = sum(counts) / len(counts)
    return chi_square(counts, [mean] * len(counts), len(counts) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """How likely at least so much is. Exact: a finite sum for every degree of freedom."""
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    odd = freedom % 2
    term = math.log(half) / 2 - math.lgamma(1.5) if odd else 0.0
    parts = [math.erfc(math.sqrt(half))] if odd else []
    for number in range((freedom - odd) // 2):
        parts.append(math.exp(term - half))
        term += math.log(half) - math.log(number + (1.5 if odd else 1.0))
    return min(1.0, total(parts))
