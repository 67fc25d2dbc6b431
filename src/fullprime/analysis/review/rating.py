"""Error rates: what the errors of a player come to.

PR is 500 times the mean equity lost per decision that counts, Snowie's rate 1,000 times the equity
lost per turn of both players, and GNU Backgammon's 1,000 times that per unforced play and close or
actual cube decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec

from fullprime.analysis.review.decisions import Kind
from fullprime.analysis.review.verdict import Verdict
from fullprime.engine.cube import CubeVerdict
from fullprime.summation import total

PER_DECISION: Final = 500.0
MILLIPOINTS: Final = 1000.0
NINETY_FIVE: Final = 1.96
"""Standard errors on either side of a 95 % interval."""
GNU_CLOSE: Final = 0.25
"""From GNU Backgammon's manual: cube decisions are close where the equities are."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions of a kind that count."""

    error: float
    """Their errors together."""
    count: int


class PlayerReport(msgspec.Struct, frozen=True, kw_only=True):
    """A player's match. Errors and luck are in points at the cube of the moment (EMG)."""

    name: str
    pr: float | None
    """None: no decision counts."""
    interval: float | None
    """So much on either side of the PR is a 95 % interval: what these decisions say about the
    player. None: too few."""
    decisions: int
    """Those that count."""
    checker: Tally
    doubling: Tally
    taking: Tally
    snowie: float | None
    gnu: float | None
    doubtful: int
    errors: int
    blunders: int
    luck: float
    luck_value: float
    """The same in points for money, in chances to win the match at a score."""
    result: float
    """Of the games that ended: points for money; 1 for a match won and -1 for one lost."""
    luck_adjusted: float
    """That without the luck of either player, in the same unit."""

    @property
    def error(self) -> float:
        """Of all decisions that count."""
        return total((self.checker.error, self.doubling.error, self.taking.error))


def tally(verdicts: Sequence[Verdict], kind: Kind) -> Tally:
    """The decisions of one kind that count."""
    found = [each.error for each in verdicts if each.counts and each.decision.kind == kind]
    return Tally(error=total(found), count=len(found))


def performance(errors: Sequence[float]) -> tuple[float | None, float | None]:
    """PR of decisions that count, and its interval.

    >>> performance([0.0, 0.1])
    (25.0, 49.0)
    >>> performance([])
    (None, None)
    """
    if not errors:
        return None, None
    count = len(errors)
    mean = total(errors) / count
    if count < 2:
        return PER_DECISION * mean, None
    spread = sqrt(total((error - mean) ** 2 for error in errors) / (count - 1) / count)
    return PER_DECISION * mean, PER_DECISION * NINETY_FIVE * spread


def performance_of(count: int, error: float, squares: float) -> tuple[float | None, float | None]:
    """The same from sums, where the errors of many matches are not at hand: how many, their errors
    together, and the squares of these.

    >>> performance_of(2, 1.0, 1.0)
    (250.0, 490.0)
    """
    if not count:
        return None, None
    mean = error / count
    if count < 2:
        return PER_DECISION * mean, None
    spread = sqrt(max(0.0, squares - count * mean * mean) / (count - 1) / count)
    return PER_DECISION * mean, PER_DECISION * NINETY_FIVE * spread


def gnu_rate(verdicts: Sequence[Verdict]) -> float | None:
    """GNU Backgammon's: all errors, per unforced play and close or actual cube decision."""
    met = sum(_gnu_counts(each) for each in verdicts)
    return MILLIPOINTS * total(each.error for each in verdicts) / met if met else None


def snowie_rate(verdicts: Sequence[Verdict], turns: int) -> float | None:
    """Snowie's: all errors, per turn of both players."""
    return MILLIPOINTS * total(each.error for each in verdicts) / turns if turns else None


def _gnu_counts(verdict: Verdict) -> bool:
    if verdict.cube is None or verdict.decision.played != "no double":
        return True
    return is_close(verdict.cube)


def is_close(cube: CubeVerdict) -> bool:
    """As GNU Backgammon's manual has it: within a quarter of a point, or too good."""
    doubled = min(cube.double_take, cube.double_pass)
    return abs(cube.no_double - doubled) < GNU_CLOSE or cube.no_double > cube.double_pass
