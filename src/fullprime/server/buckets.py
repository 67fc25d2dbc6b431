"""Points that come back slowly."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable


class Buckets:
    """One for each key; those that are full again are forgotten."""

    def __init__(self, rate: float, most: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._most = most
        self._now = now
        self._left: dict[Hashable, tuple[float, float]] = {}
        self._swept = now()

    def take(self, key: Hashable, points: float) -> float:
        """0.0 if there were so many; else nothing is taken, and these are the seconds to wait."""
        now = self._now()
        self._sweep(now)
        left, since = self._left.get(key, (self._most, now))
        left = min(self._most, left + (now - since) * self._rate)
        if left < min(points, self._most):
            self._left[key] = left, now
            return (min(points, self._most) - left) / self._rate
        self._left[key] = left - points, now
        return 0.0

    def _sweep(self, now: float) -> None:
        full_after = self._most / self._rate
        if now - self._swept > full_after:
            self._swept = now
            self._left = {k: v for k, v in self._left.items() if now - v[1] < full_after}

    def __len__(self) -> int:
        return len(self._left)
