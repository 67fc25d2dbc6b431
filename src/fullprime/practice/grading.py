"""How well a card was known: by what the answer loses, and by how long it took.

The player may give another grade; this is the rule where they do not.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from fullprime.analysis.review.verdict import DOUBTFUL, ERROR

Grade = Literal["again", "hard", "good", "easy"]
GRADES: Final[tuple[Grade, ...]] = ("again", "hard", "good", "easy")
Kind = Literal["checker", "double", "take", "count"]

NEARLY: Final = 2
"""Pips: a count that is not farther off was nearly right."""


class Pace(NamedTuple):
    """Seconds: who answers right is quick, or takes some time, or is slow."""

    quick: float
    slow: float


PACES: Final[dict[Kind, Pace]] = {
    "checker": Pace(10.0, 60.0),
    "double": Pace(10.0, 60.0),
    "take": Pace(10.0, 60.0),
    "count": Pace(15.0, 45.0),
}


def grade_of(loss: float, seconds: float, kind: Kind = "checker") -> Grade:
    """An error comes again; a doubtful answer is hard; the rest goes by the time.

    >>> grade_of(0.05, 3.0), grade_of(0.03, 3.0), grade_of(0.0, 3.0), grade_of(0.0, 30.0)
    ('again', 'hard', 'easy', 'good')
    """
    if loss >= ERROR:
        return "again"
    return "hard" if loss >= DOUBTFUL else _by_time(seconds, PACES[kind])


def grade_of_count(off: int, seconds: float) -> Grade:
    """`off`: by how many pips the count was wrong, either way.

    >>> grade_of_count(7, 3.0), grade_of_count(1, 3.0), grade_of_count(0, 20.0)
    ('again', 'hard', 'good')
    """
    if off:
        return "hard" if abs(off) <= NEARLY else "again"
    return _by_time(seconds, PACES["count"])


def _by_time(seconds: float, pace: Pace) -> Grade:
    if seconds <= pace.quick:
        return "easy"
    return "good" if seconds <= pace.slow else "hard"
