"""Adding floats the same way on every Python.

Since Python 3.12 the built-in `sum` carries the rounding error of floats along, so its last bits
differ from those of 3.11. Analyses promise the same bits everywhere, so whoever adds floats adds
them here, from left to right.

>>> total([1e100, 1.0, -1e100])
0.0
>>> dot([0.5, 0.25], [2, 4])
2.0
"""

from __future__ import annotations

from collections.abc import Iterable


def total(values: Iterable[float]) -> float:
    """The sum, from left to right."""
    added = 0.0
    for value in values:
        added += value
    return added


def dot(weights: Iterable[float], values: Iterable[float]) -> float:
    """The sum of the products, from left to right; as many weights as values."""
    added = 0.0
    for weight, value in zip(weights, values, strict=True):
        added += weight * value
    return added
