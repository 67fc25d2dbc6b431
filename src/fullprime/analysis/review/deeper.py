"""Looking deeper at single decisions: one ply further where it is close, and rollouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from fullprime.analysis import answers
from fullprime.analysis.review.decisions import Decision
from fullprime.analysis.review.verdict import (
    BLUNDER,
    DOUBTFUL,
    ERROR,
    Verdict,
    checker_verdict,
    cube_decision_verdict,
)
from fullprime.engine.cube import CASH, CubeVerdict
from fullprime.engine.evaluator import RankedPlay, with_errors
from fullprime.engine.evaluators import is_solved
from fullprime.engine.nets import net_for
from fullprime.engine.outcome import Outcome
from fullprime.engine.rollout import Roller, Watch
from fullprime.engine.rollout_check import after_play
from fullprime.engine.rollout_result import Line, RolledOut, RolloutSettings
from fullprime.engine.search import is_staged
from fullprime.errors import Fault, FullprimeError

CLOSE: Final = 0.01
"""One ply more moves an error by less than this in 19 of 20 decisions."""
NEAR_THE_BEST: Final = 0.08
"""Plays that lose less are rolled out, too,"""
MOST_ROLLED_OUT: Final = 4
"""but no more of them; the one that was made is always among them."""


def is_close(verdict: Verdict) -> bool:
    """Could one ply more change what is best, or how bad the error was?"""
    if not verdict.counts or verdict.rollout:
        return False
    if verdict.error:
        return any(abs(verdict.error - size) < CLOSE for size in (0.0, DOUBTFUL, ERROR, BLUNDER))
    return _lead(verdict) < CLOSE


def _lead(verdict: Verdict) -> float:
    """What the second best would have lost."""
    if verdict.cube is None:
        return verdict.candidates[1].error
    cube = verdict.cube
    worths = cube.answers if verdict.decision.kind == "take" else cube.doubling
    best, second, *_ = sorted(worths.values(), reverse=True)
    return best - second


def check_rollout(decision: Decision) -> None:
    """Raises what is against a rollout of this decision."""
    variant = decision.question.variant
    if is_solved(variant):
        raise FullprimeError(Fault("review.exact", game=variant.title))
    if decision.kind == "checker" and is_staged(variant):
        raise FullprimeError(Fault("review.staged", game=variant.title))
    if net_for(variant) is None:
        raise FullprimeError(Fault("rollout.no_net", game=variant.title))


def roll_out(
    verdict: Verdict, settings: RolloutSettings, roller: Roller, watch: Watch | None = None
) -> RolledOut:
    """The best plays and the one that was made, or the cube action, played to the end."""
    check_rollout(verdict.decision)
    question = verdict.decision.question
    settings = answers.rollout_settings(question, settings)
    if verdict.cube is not None:
        return answers.rollout(question, settings, double=True, roller=roller, watch=watch)
    plays = [each.play for each in _to_roll_out(verdict)]
    return answers.rollout(question, settings, chosen=plays, roller=roller, watch=watch)


def _to_roll_out(verdict: Verdict) -> list[RankedPlay]:
    best, at = verdict.candidates[0], verdict.at
    near = [
        each
        for each in verdict.candidates
        if each.plies == best.plies and each.error < NEAR_THE_BEST
    ][:MOST_ROLLED_OUT]
    played = [] if at is None or at < len(near) else [verdict.candidates[at]]
    return near + played


def rolled_out(verdict: Verdict, found: RolledOut) -> Verdict:
    """The same decision, by a rollout of it."""
    if verdict.cube is not None:
        by_cube = cube_decision_verdict(verdict.decision, _cube(found), found.plies)
        return msgspec.structs.replace(by_cube, rollout=found)
    lines = {line.subject.position: line for line in found.lines}
    ranked = [_ranked(verdict.decision, each, lines, found.plies) for each in verdict.candidates]
    known = sorted((each for each in ranked if each), key=lambda each: -each.equity)
    by_play = checker_verdict(verdict.decision, with_errors(known))
    return msgspec.structs.replace(by_play, counts=verdict.counts, luck=verdict.luck, rollout=found)


def _ranked(
    decision: Decision, known: RankedPlay, lines: Mapping[str, Line], plies: int
) -> RankedPlay | None:
    """None: that play was not rolled out."""
    question = decision.question
    subject = after_play(question.variant, question.position, known.play, question.rolled())
    line = lines.get(subject.position)
    if line is None:
        return None
    return known._replace(outcome=line.outcome, equity=line.equity.mean, plies=plies)


def _cube(found: RolledOut) -> CubeVerdict:
    kept, taken = found.lines
    action = found.action
    assert action is not None  # noqa: S101 - a double was rolled out
    worth = taken.equity.mean * (2 if action.endswith("beaver") else 1)
    outcome: Outcome = kept.outcome
    return CubeVerdict(outcome, kept.equity.mean, worth, CASH, action, None)
