"""Maps of a position: its equity by roll, and a decision at every score of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.dice import ROLLS, Roll
from fullprime.engine.cube_window import CubePoints
from fullprime.engine.evaluator import RankedPlay
from fullprime.errors import FullprimeError
from fullprime.play import write_named
from fullprime.stakes import MOST_AWAY, Stakes
from fullprime.summation import dot

THROWS: Final = 36
USUAL_SIZE: Final = 7
"""Points away, in maps of scores."""


# By roll ------------------------------------------------------------------------------------------


class RollSquare(NamedTuple):
    """A roll and what it brings."""

    roll: Roll
    best: RankedPlay
    luck: float
    """What it is worth beyond the mean of all rolls."""

    @property
    def play(self) -> str:
        """The best play, with the doublet chosen for it."""
        return write_named(self.best.play, self.best.named)

    @property
    def equity(self) -> float:
        """After it."""
        return self.best.equity


class RollMap(NamedTuple):
    """What every roll is worth to the side on roll, which has not doubled."""

    squares: tuple[RollSquare, ...]
    """The 21 different rolls, in the order of `ROLLS`."""
    mean: float
    """Of the 36 throws."""

    def at(self, first: int, second: int) -> RollSquare:
        """The square of two dice, in any order."""
        wanted = sorted((first, second))
        return next(each for each in self.squares if sorted(each.roll) == wanted)


def roll_map(question: Question, depth: Depth) -> RollMap:
    """The best play of every roll; dice that the question has count nothing."""
    before = question._replace(roll=None, named=None, at_hand=None, numbers=None)
    found = [answers.plays(before._replace(roll=roll), depth)[0] for roll in ROLLS]
    mean = dot((roll.weight / THROWS for roll in ROLLS), (best.equity for best in found))
    squares = (
        RollSquare(roll, best, best.equity - mean) for roll, best in zip(ROLLS, found, strict=True)
    )
    return RollMap(tuple(squares), mean)


# By score -----------------------------------------------------------------------------------------


class Score(NamedTuple):
    """What both sides need; None: money."""

    away: tuple[int, int] | None
    crawford: bool = False
    """Where a side needs one point: this is the Crawford game, and not one after it."""


class ScoreSquare(NamedTuple):
    """A decision at a score."""

    score: Score
    best: str
    """The best play, or what both sides do with the cube."""
    equity: float
    margin: float | None
    """What the next best loses: the second play, or to double where that is wrong and not to where
    it is right. None: there is no choice."""
    market: CubePoints | None = None
    """Of a cube decision: from which chances on it would be another one; None: no double can be
    made, or none gains anything."""


class ScoreMap(NamedTuple):
    """A decision at every score up to so many points away."""

    size: int
    squares: tuple[ScoreSquare, ...]
    money: ScoreSquare

    def at(self, mine: int, theirs: int, crawford: bool = False) -> ScoreSquare | None:
        """The decision at a score; None where there is no such game."""
        wanted = Score((mine, theirs), crawford)
        return next((each for each in self.squares if each.score == wanted), None)


def score_map(question: Question, depth: Depth, size: int = USUAL_SIZE) -> ScoreMap:
    """The play of the dice, or without dice the cube decision, at every score.

    The cube stays as the question has it; what it says about a score counts nothing.
    """
    if not 2 <= size <= MOST_AWAY:
        raise FullprimeError(f"a map of {size} points: expected 2 to {MOST_AWAY}")
    if question.roll is None and not question.variant.cube:
        raise FullprimeError(f"{question.variant.name} has no cube: give the dice of a play")
    squares = tuple(_square(question, depth, score) for score in scores(size))
    return ScoreMap(size, squares, _square(question, depth, Score(None)))


def scores(size: int) -> Iterator[Score]:
    """All games of a match: where a side needs one point, the Crawford game and those after it."""
    for mine in range(1, size + 1):
        for theirs in range(1, size + 1):
            if (mine == 1) != (theirs == 1):
                yield Score((mine, theirs), crawford=True)
            yield Score((mine, theirs))


def at_score(stakes: Stakes, score: Score) -> Stakes:
    """The same cube at another score, without the rules that belong to money or to a score."""
    return msgspec.structs.replace(
        stakes, away=score.away, crawford=score.crawford, jacoby=False, animals=0, holland=False
    )


def _square(question: Question, depth: Depth, score: Score) -> ScoreSquare:
    asked = question._replace(stakes=at_score(question.stakes, score), length=0)
    return _play(asked, depth, score) if question.roll else _cube(asked, depth, score)


def _play(question: Question, depth: Depth, score: Score) -> ScoreSquare:
    found = answers.plays(question, depth)
    margin = found[1].error if len(found) > 1 else None
    return ScoreSquare(score, write_named(found[0].play, found[0].named), found[0].equity, margin)


def _cube(question: Question, depth: Depth, score: Score) -> ScoreSquare:
    verdict = answers.cube(question, depth)
    window = answers.window(question, depth, verdict)
    doubled = min(verdict.double_take, verdict.double_pass)
    margin = None if window is None else abs(doubled - verdict.no_double)
    market = window.effective if window else None
    return ScoreSquare(score, str(verdict.action), verdict.equity, margin, market)
