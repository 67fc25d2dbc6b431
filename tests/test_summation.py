"""Floats are added from left to right."""

from __future__ import annotations

import pytest

from fullprime.summation import dot, total


def test_left_to_right() -> None:
    """What `sum` does since Python 3.12 keeps the one that is lost here."""
    values = [1e16, 1.0, 1.0, -1e16]
    assert total(values) == dot([1.0] * 4, values) == 0.0
    assert total([]) == dot([], []) == 0.0
    with pytest.raises(ValueError):
        dot([1.0], [])
