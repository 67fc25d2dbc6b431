"""First rolls, and the replies to each.

The opponent's first play, and what an answer is worth, are those of the opening book.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from fullprime.action import Rolled
from fullprime.analysis.opening_book import Candidate, Line, line, opened
from fullprime.analysis.review.verdict import Verdict, checker_verdict
from fullprime.dice import ROLLS, Roll, is_roll
from fullprime.engine.evaluator import RankedPlay, with_errors
from fullprime.match import Match
from fullprime.practice.made import YOU, Made
from fullprime.variant import Variant

SURE: Final = 0.005
"""The largest joint standard error with which the book says what an answer is worth."""


@cache
def best_plays() -> dict[str, str]:
    """The play of every first roll.

    >>> best_plays()["31"]
    '8/5 6/5'
    """
    return {each.first: each.best.play for each in opened(Variant.load()).rolls}


def place_of(name: str) -> tuple[str, str, str]:
    """Where the book has the decision of a card: the first roll, its play and the reply.

    >>> place_of("31-64")
    ('31', '8/5 6/5', '64')
    """
    first, _, reply = name.partition("-")
    return first, best_plays()[first] if reply else "", reply


def rolled_out(name: str, verdict: Verdict) -> Verdict | None:
    """The verdict of the book, where it has rolled out the play that was chosen for long enough."""
    at = line(Variant.load(), *place_of(name))
    known = {each.play: each for each in at.candidates}
    if not at.rolled or verdict.played not in known or not is_sure(at):
        return None
    found = [each for each in verdict.candidates if str(each.play) in known]
    ranked = [_as_rolled_out(each, known[str(each.play)]) for each in found]
    ranked.sort(key=lambda each: -each.equity)
    return checker_verdict(verdict.decision, with_errors(ranked))


def is_sure(at: Line) -> bool:
    """With fewer trials an answer would be called wrong by chance."""
    return max(each.joint_error or 0.0 for each in at.candidates) <= SURE


def _as_rolled_out(ranked: RankedPlay, candidate: Candidate) -> RankedPlay:
    assert candidate.chances is not None  # noqa: S101 - the standard game is never drawn
    return ranked._replace(equity=candidate.equity, outcome=candidate.chances)


def names() -> tuple[str, ...]:
    """The fifteen first rolls, then the replies to them, roll by roll.

    >>> names()[:2], names()[15], len(names())
    (('21', '31'), '21-11', 330)
    """
    replies = (f"{first}-{reply.first}{reply.second}" for first in best_plays() for reply in ROLLS)
    return (*best_plays(), *replies)


def make(name: str, times: int = 0) -> Made | None:
    """The card of a name: `31`, or `31-64` where 6-4 is the reply; None: there is none."""
    first, _, reply = name.partition("-")
    if first not in best_plays():
        return None
    if not reply and name == first:
        return Made("checker", _first_roll(Roll.parse(first), YOU), "opening")
    if not is_roll(reply) or name not in names():
        return None
    played = _first_roll(Roll.parse(first), 1 - YOU).apply(best_plays()[first])
    return Made("checker", played.apply(Rolled(Roll.parse(reply))), "opening")


def _first_roll(roll: Roll, seat: int) -> Match:
    """Thrown by both, one die each; the higher one plays it. The first die is that of seat 0."""
    low, high = sorted(roll)
    return Match.start().apply(Rolled((low, high) if seat else (high, low)))
