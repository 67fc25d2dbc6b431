"""Two plays of one roll, and everything that is counted about each of them, found when it is first
needed."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons.board import Row, all_home
from fullprime.analysis.reasons.rolls import Compared, Rolls
from fullprime.engine.evaluator import Evaluator, RankedPlay
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import Six, average, equity_worths, worths_of_the_other
from fullprime.engine.score_limit import ScoreLimit, counted_worths
from fullprime.engine.search import Search, is_staged
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Variant

DEEPEST: Final = 2
"""So far ahead, at most, is looked at what has been altered."""


class Sight(NamedTuple):
    """What a question is looked at with: equities are cubeless, at the score of the question."""

    evaluator: Evaluator
    search: Search
    worths: Six
    """Of the results, to the player."""

    @staticmethod
    def of(question: Question, depth: Depth) -> Sight | None:
        """None: nothing can be proved here. There is no net, or what evaluates is someone's own."""
        variant, engine = question.variant, depth.engine
        if engine.own or engine.level or not is_told(variant):
            return None
        evaluator = engine.evaluator(variant, min(depth.plies, DEEPEST))
        search = evaluator.inner if isinstance(evaluator, ScoreLimit) else evaluator
        if not isinstance(search, Search):
            return None
        worths = equity_worths(question.stakes, table=question.scores)
        return Sight(evaluator, search, counted_worths(worths, variant.score))

    def equity(self, mover: Position) -> float:
        """To the side that has just played; `mover`: who rolls next stands first."""
        theirs = worths_of_the_other(self.worths)
        [seen] = self.search.evaluate([mover], theirs)
        return average(seen.flipped(), self.worths)


def is_told(variant: Variant) -> bool:
    """Are there reasons in this game at all? Not where who is off first has lost, on a ring, or
    where a roll is played in stages: such turns are too many to list."""
    usual = variant.goal == "first_off" and variant.geometry != "ring16"
    return usual and not is_staged(variant)


def is_plain_hitting(variant: Variant) -> bool:
    """Games in which one hits and nothing is staged: all kinds of reasons have a meaning."""
    return variant.landing == "hit" and has_roll_counts(variant)


def has_roll_counts(variant: Variant) -> bool:
    """Are rolls counted: can the sides do something to each other?"""
    return variant.landing in ("hit", "pin") and variant.geometry == "contrary"


class Aftermath:
    """One of the two plays, and what is true after it. The player stands first everywhere."""

    def __init__(self, case: Case, ranked: RankedPlay) -> None:
        self.case, self._ranked = case, ranked
        self.play: Play = ranked.play
        self.outcome: Outcome = ranked.outcome
        self.position: Position = ranked.play.position

    @cached_property
    def row(self) -> Row:
        """The player's checkers."""
        return self.position.mover

    @cached_property
    def other(self) -> Row:
        """The opponent's, in their own numbers."""
        return self.position.other

    @cached_property
    def rolls(self) -> Rolls:
        """What the next rolls can do."""
        sight = self.case.sight
        return Rolls(sight.search, self.case.turned(self.position), sight.worths)

    @cached_property
    def equity(self) -> float:
        """By the same measure as what is altered."""
        return self.case.equity(self.position)

    @cached_property
    def cubeful(self) -> float:
        """With the cube, as the review counts it."""
        return self._ranked.equity

    @cached_property
    def cubeless(self) -> float:
        """From the same chances, without it."""
        return average(self.outcome, self.case.sight.worths)

    def worth(self, altered: Position | None) -> float | None:
        """What is lost where the position is altered; None: it cannot be."""
        return None if altered is None else self.equity - self.case.equity(altered)

    @cached_property
    def over(self) -> bool:
        """Has the play ended the game?"""
        return self.case.question.variant.end(self.position) is not None


class Case:
    """A best play and another one."""

    def __init__(
        self, question: Question, sight: Sight, best: RankedPlay, other: RankedPlay, loss: float
    ) -> None:
        self.question, self.sight, self.loss = question, sight, loss
        self.best, self.other = Aftermath(self, best), Aftermath(self, other)

    @property
    def before(self) -> Position:
        """Before the roll was played."""
        return self.question.position

    @cached_property
    def is_plain(self) -> bool:
        """Is it a game of plain hitting?"""
        return is_plain_hitting(self.question.variant)

    @cached_property
    def counts_rolls(self) -> bool:
        """Can both sides still meet, and are rolls counted in this game?"""
        over = self.best.over or self.other.over
        return not over and not self.is_race and has_roll_counts(self.question.variant)

    @cached_property
    def is_race(self) -> bool:
        """Can nobody be hit or blocked any more, after either play?"""
        variant, positions = self.question.variant, (self.best.position, self.other.position)
        if variant.geometry == "contrary":
            return all(each.is_race for each in positions)
        return all(all_home(each.mover, variant.home) for each in positions)

    @cached_property
    def measure(self) -> float:
        """The loss as worths are measured: without the cube. At least half of it all."""
        cubeless = self.best.equity - self.other.equity
        return min(self.loss, max(cubeless, self.loss / 2))

    def their_rolls(self, mine: Aftermath) -> Compared:
        """What a play gains over the other one on each roll of the opponent."""
        return self._theirs if mine is self.best else self._theirs.reversed()

    def next_rolls(self, mine: Aftermath) -> Compared:
        """On each pair of a reply and an own roll."""
        return self._next if mine is self.best else self._next.reversed()

    @cached_property
    def _theirs(self) -> Compared:
        return Compared.theirs(self.best.rolls.theirs, self.other.rolls.theirs)

    @cached_property
    def _next(self) -> Compared:
        return Compared.next(self.best.rolls.next, self.other.rolls.next)

    def turned(self, position: Position) -> Position:
        """After a play of this roll, for the opponent."""
        return self.question.variant.turned(position, self.question.rolled())

    def equity(self, position: Position) -> float:
        """Of a position after the play, to the player."""
        return self.sight.equity(self.turned(position))
