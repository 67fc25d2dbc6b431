"""An error and all that was found out about its reasons, as a line of JSON."""

from __future__ import annotations

import random
import time
from typing import Any, Final

import msgspec
from benchmarks.reasons.errors import Error, Unit, case_of
from benchmarks.reasons.proof import (
    DEEDS,
    DEEDS_NEXT,
    FORBIDDEN,
    SLOWLY_COUNTED,
    is_proved,
    is_recounted,
    is_rolled_out,
)

from fullprime.analysis.question import Question
from fullprime.analysis.reasons.case import Aftermath
from fullprime.analysis.reasons.choosing import Choice, chosen
from fullprime.analysis.reasons.kinds import KINDS
from fullprime.analysis.reasons.tested import Entry, entries
from fullprime.dice import Roll
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.outcome import Outcome
from fullprime.stakes import Stakes
from fullprime.variant import Variant

EVERY: Final = 12
"""Of sentences about two rolls, one in so many is counted again: it takes seconds."""
_KINDS: Final = {kind.name: kind for kind in KINDS}


class Tested(msgspec.Struct, frozen=True, array_like=True):
    """A kind that was tested, without the rolls behind it."""

    kind: str
    mine: int
    other: int
    enough: bool
    worth: float
    uncapped: float
    """Where what is gained on the rolls that differ does not limit it."""
    holds: bool
    points: tuple[int, ...]
    about: dict[str, Any]

    def entry(self, *, capped: bool = True) -> Entry:
        """As it was tested."""
        worth = self.worth if capped else self.uncapped
        given = (self.mine, self.other, self.enough, worth, self.holds)
        return Entry(_KINDS[self.kind], *given, points=self.points, about=self.about)


class Play(msgspec.Struct, frozen=True, array_like=True):
    """One of the two plays."""

    text: str
    position: str
    """After it."""
    outcome: tuple[float, ...]
    equity: float
    plies: int


class Found(msgspec.Struct, frozen=True):
    """All about one error."""

    sample: str
    position: str
    roll: tuple[int, int]
    stakes: Stakes
    best: Play
    played: Play
    loss: float
    measure: float
    """The loss as worths are measured."""
    mine: list[Tested]
    theirs: list[Tested]
    proved: dict[str, bool | None]
    """The kinds that were said; None: the second look cannot be taken there."""
    recounted: dict[str, bool]
    seconds: dict[str, float]

    def entries(
        self, *, capped: bool = True, without: tuple[str, ...] = ()
    ) -> tuple[list[Entry], list[Entry]]:
        """In favor of the best play, and of the other."""
        mine, theirs = (
            [each.entry(capped=capped) for each in tested if each.kind not in without]
            for tested in (self.mine, self.theirs)
        )
        return mine, theirs

    @property
    def choice(self) -> Choice:
        """What is said."""
        return chosen(*self.entries(), self.measure)

    def error(self) -> Error:
        """As it was met."""
        variant = Variant.load()
        question = Question(
            variant, variant.position(self.position), Roll(*self.roll), stakes=self.stakes
        )
        best, played = (self._ranked(question, each) for each in (self.best, self.played))
        return Error(question, best, played, self.loss)

    def _ranked(self, question: Question, told: Play) -> RankedPlay:
        after = question.variant.position(told.position)
        play = next(each for each in question.plays() if each.position == after)
        lost = self.best.equity - told.equity
        return RankedPlay(play, Outcome(*told.outcome), told.equity, lost, told.plies)


def found(unit: Unit, number: int, error: Error) -> Found:
    """Tests an error, the `number`th of its unit, and checks what is said about it."""
    begun, case, seconds = time.process_time(), case_of(error), {}
    mine, theirs = entries(case, case.best, case.other), entries(case, case.other, case.best)
    choice = chosen(mine, theirs, case.measure)
    seconds["reasons"] = time.process_time() - begun
    begun = time.process_time()
    proved = {each.kind.name: is_proved(case, each) for each in choice.said}
    seconds["proof"] = time.process_time() - begun
    begun = time.process_time()
    slowly = random.Random(f"{unit.name} {number}").randrange(EVERY) == 0
    recounted = {
        each.kind.name: is_recounted(case, each)
        for each in choice.said
        if slowly or each.kind.name not in SLOWLY_COUNTED
    }
    seconds["recount"] = time.process_time() - begun
    variant, question = error.question.variant, error.question
    high, low = question.rolled()
    return Found(
        sample=unit.sample,
        position=variant.text(question.position),
        roll=(high, low),
        stakes=question.stakes,
        best=_play(variant, error.best),
        played=_play(variant, error.played),
        loss=error.loss,
        measure=case.measure,
        mine=[_tested(each, case.best, case.other) for each in mine],
        theirs=[_tested(each, case.other, case.best) for each in theirs],
        proved=proved,
        recounted=recounted,
        seconds=seconds,
    )


def rolled_out(told: Found, kind: str) -> bool | None:
    """Is a sentence about it true by rollouts?"""
    error = told.error()
    case = case_of(error)
    [entry] = [each.entry() for each in told.mine if each.kind == kind]
    return is_rolled_out(case, entry)


def _play(variant: Variant, ranked: RankedPlay) -> Play:
    after = variant.text(ranked.play.position)
    return Play(str(ranked.play), after, tuple(ranked.outcome), ranked.equity, ranked.plies)


def _tested(entry: Entry, mine: Aftermath, other: Aftermath) -> Tested:
    return Tested(
        kind=entry.kind.name,
        mine=entry.mine,
        other=entry.other,
        enough=entry.enough,
        worth=entry.worth,
        uncapped=_uncapped(entry, mine, other),
        holds=entry.holds,
        points=entry.points,
        about=dict(entry.about),
    )


def _uncapped(entry: Entry, mine: Aftermath, other: Aftermath) -> float:
    """What forbidding it costs, alone."""
    name = entry.kind.name
    if name in DEEDS:
        deed = FORBIDDEN.get(name, DEEDS[name])
        return other.rolls.theirs.worth(deed) - mine.rolls.theirs.worth(deed)
    if name in DEEDS_NEXT:
        deed = DEEDS_NEXT[name]
        return mine.rolls.next.worth(deed) - other.rolls.next.worth(deed)
    return entry.worth
