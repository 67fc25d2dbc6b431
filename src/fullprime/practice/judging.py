"""What an answer is worth: it is evaluated as the same decision in a match would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from fullprime.action import Action, Beavered, Doubled, Dropped, Played, Rolled, Took
from fullprime.analysis.answers import Depth
from fullprime.analysis.reasons import CubeCase, Reason, cube_reasons, hint_reasons
from fullprime.analysis.review import Reviewer
from fullprime.analysis.review.cache import Cache
from fullprime.analysis.review.reviewing import verdict_reasons
from fullprime.analysis.review.verdict import DOUBTFUL, Verdict
from fullprime.engine.cube import CubeVerdict
from fullprime.engine.engine import Engine
from fullprime.engine.evaluators import default_plies
from fullprime.errors import Fault, FullprimeError
from fullprime.play import Place
from fullprime.practice.cards import OPENINGS, Card
from fullprime.practice.grading import Grade, grade_of, grade_of_count
from fullprime.practice.openings import rolled_out

Steps = Sequence[tuple[Place, Place]]
Answer = Steps | str | int
"""The steps of a play; a play as people write it, or a cube action in words; a number."""

_CUBE: Final[dict[str, Action]] = {
    "no double": Rolled((2, 1)),  # any roll: who rolls does not double
    "double": Doubled(),
    "take": Took(),
    "pass": Dropped(),
    "beaver": Beavered(),
}


class Judged(NamedTuple):
    """An answer and what was right."""

    grade: Grade
    """By the rule of `grading`."""
    right: bool
    """Nothing is lost that is worth a word; of a count, not a pip."""
    loss: float | None = None
    """In points at the present cube (EMG); None where something was counted."""
    verdict: Verdict | None = None
    number: int | None = None
    """The right count."""
    rolled_out: bool = False
    """By the opening book."""
    off: int = 0
    """By how many pips the count was wrong: too many, or less than nothing too few."""


def judge(
    card: Card,
    answer: Answer,
    seconds: float,
    *,
    cached: Cache | None = None,
    engine: Engine | None = None,
) -> Judged:
    """Evaluates an answer; one that is no legal play is refused with its rule."""
    if card.number is not None:
        return _counted(card.number, answer, seconds)
    verdict, rolled_out = _verdict(card, answer, cached, engine)
    grade = grade_of(verdict.error, seconds, card.kind)
    right = verdict.error < DOUBTFUL
    return Judged(grade, right, verdict.error, verdict, rolled_out=rolled_out)


def _counted(number: int, answer: Answer, seconds: float) -> Judged:
    if not isinstance(answer, int):
        raise FullprimeError(Fault("train.number"))
    off = answer - number
    return Judged(grade_of_count(off, seconds), off == 0, number=number, off=off)


def _verdict(
    card: Card, answer: Answer, cached: Cache | None, engine: Engine | None
) -> tuple[Verdict, bool]:
    """What the decision is worth, and whether the opening book says it."""
    decided = card.match.apply(_action(card, answer))
    plies = default_plies(card.game.variant) if card.plies is None else card.plies
    reviewer = Reviewer(decided, plies=plies, cached=cached, by=engine)
    found = [each for each in reviewer.decisions if each.kind == card.kind]
    verdict, in_book = reviewer.judge(found[-1], plies), None
    if card.deck == OPENINGS:
        in_book = rolled_out(card.name, verdict)
    verdict = in_book or verdict
    reasons = _reasons(verdict, plies, reviewer.engine)
    return msgspec.structs.replace(verdict, reasons=reasons), in_book is not None


def _action(card: Card, answer: Answer) -> Action:
    if card.kind == "checker":
        if isinstance(answer, str):
            return card.game.read(answer)
        if not isinstance(answer, int):
            return Played(tuple(answer))
    elif isinstance(answer, str) and answer in card.choices:
        return _CUBE[answer]
    raise FullprimeError(Fault("train.answer"))


def _reasons(verdict: Verdict, plies: int, engine: Engine) -> tuple[Reason, ...]:
    """Of an error, why the best is better; of a right answer, why it is good."""
    question = verdict.decision.question
    depth = Depth.of(question, plies, engine=engine)
    if verdict.size:
        return verdict_reasons(verdict, depth)
    if verdict.cube is None:
        return hint_reasons(question, depth, verdict.candidates)
    return _cube_reasons(verdict, verdict.cube, depth)


def _cube_reasons(verdict: Verdict, cube: CubeVerdict, depth: Depth) -> tuple[Reason, ...]:
    """Against the other action, which no one has chosen."""
    kind: Literal["double", "take"] = "take" if verdict.decision.kind == "take" else "double"
    worths = cube.answers if kind == "take" else cube.doubling
    best, other = sorted(worths, key=worths.__getitem__, reverse=True)[:2]
    case = CubeCase(verdict.decision.question, depth, cube, kind, other, best)
    return cube_reasons(case, worths[best] - worths[other])
