"""One door to the reasons: for a play that was made, for a hint, for a decision about the cube."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons.case import Case, Sight
from fullprime.analysis.reasons.choosing import LEAST_LOSS, Choice, choose
from fullprime.analysis.reasons.words import Reason, sentences
from fullprime.engine.evaluator import RankedPlay


class Explanation(NamedTuple):
    """The sentences, and everything that was tested for them."""

    reasons: tuple[Reason, ...] = ()
    choice: Choice = Choice()


def explain(
    question: Question,
    depth: Depth,
    best: RankedPlay,
    played: RankedPlay,
    loss: float | None = None,
    *,
    hint: bool = False,
) -> Explanation:
    """Why one play is better than another: at most three sentences, none where nothing proves
    itself.

    loss: what the other play loses, if it is known better than from the two.
    hint: nobody has played yet, so there is one sentence, about the best play.
    """
    lost = best.equity - played.equity if loss is None else loss
    sight = Sight.of(question, depth) if lost >= LEAST_LOSS else None
    if sight is None:
        return Explanation()
    choice = choose(Case(question, sight, best, played, lost))
    return Explanation(sentences(choice, hint=hint), choice)


def hint_reasons(
    question: Question, depth: Depth, ranked: Sequence[RankedPlay]
) -> tuple[Reason, ...]:
    """Why the best play of a roll is good: against the next that is an error, if there is one."""
    rival = next((each for each in ranked[1:] if each.error >= LEAST_LOSS), None)
    if rival is None or Sight.of(question, depth) is None:
        return ()
    deepened = answers.with_play(question, depth, ranked, rival.play)
    rival = next(each for each in deepened if each.play.position == rival.play.position)
    return explain(question, depth, ranked[0], rival, hint=True).reasons
