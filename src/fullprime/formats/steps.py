"""The steps of a play as files list them, from and to."""

from __future__ import annotations

from collections.abc import Sequence

from fullprime.position import BAR, OFF

Step = tuple[int, int]
"""By the points of the player: 25 is the bar, 0 off."""


def written(play: Sequence[Step]) -> str:
    """As players write them.

    >>> written([(25, 22), (6, 0), (6, 0)])
    'bar/22 6/off(2)'
    """
    words = [f"{'bar' if a == BAR else a}/{'off' if b == OFF else b}" for a, b in play]
    counted = {word: words.count(word) for word in words}
    return " ".join(word if n == 1 else f"{word}({n})" for word, n in counted.items())
