"""The answers to a question: what a position is worth, the best plays, the cube, a rollout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from fullprime.analysis.question import ENOUGH_TURNS, Question
from fullprime.engine.cube import CASH, CubeAction, CubeVerdict, cube_verdict
from fullprime.engine.cube_window import CubeWindow, cube_window
from fullprime.engine.effective_pips import EffectiveCount, effective_counts
from fullprime.engine.engine import Engine
from fullprime.engine.evaluator import Evaluator, RankedPlay, with_errors
from fullprime.engine.evaluators import EVERY, SHOWN
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average, equity_worths, worths_of_the_other
from fullprime.engine.rollout import Roller, Watch
from fullprime.engine.rollout_result import Phase, RolledOut, RolloutSettings, Terms
from fullprime.engine.search import is_staged
from fullprime.engine.wager import Wager, value_at
from fullprime.errors import Fault, FullprimeError
from fullprime.notation import judge_play, read_turn
from fullprime.numbers_to_play import named_in
from fullprime.play import Play, write_named
from fullprime.why import Judgement

ENGINE: Final = Engine()
"""Answers where no other engine is chosen."""


class Depth(NamedTuple):
    """How a question is answered; shown beside every number."""

    plies: int
    cubeful: bool
    every: bool = False
    """All plays to the same depth, not only those near the best."""
    engine: Engine = ENGINE
    exact: bool = False
    """The game is solved: the numbers are no estimates."""

    @staticmethod
    def of(
        question: Question,
        plies: int | None = None,
        cubeful: bool | None = None,
        every: bool = False,
        engine: Engine = ENGINE,
    ) -> Depth:
        """What is left out is the same everywhere: the default depth of the game, and cubeful where
        the stakes have a cube."""
        check_cubeful(cubeful)
        depth = engine.depth(question.variant, plies)
        with_cube = question.stakes.cube and (cubeful is None or cubeful)
        exact = question.table is None and engine.is_exact(
            question.variant, question.stakes, with_cube, question.turns
        )
        return Depth(depth, with_cube, every, engine, exact)


def check_cubeful(cubeful: bool | None) -> None:
    """A text such as "no" would count as yes."""
    if not isinstance(cubeful, bool | None):
        raise FullprimeError(f"cubeful {cubeful!r}: expected True, False or None")


class Evaluation(NamedTuple):
    """What a position is worth to the side on roll, before rolling."""

    equity: float
    outcome: Outcome
    """A draw, where there are any, is half a game won and half a game lost."""
    plies: int
    cubeful: bool
    exact: bool = False
    """The game is solved: this is no estimate."""


def evaluate(question: Question, depth: Depth) -> Evaluation:
    """Cubeful: the equity of the best cube action."""
    if depth.cubeful:
        return _best_action(cube(question, depth), depth)
    [outcome] = _evaluator(question, depth).checked([question.position])
    worths = equity_worths(question.stakes, table=question.scores)
    return Evaluation(average(outcome, worths), outcome, depth.plies, False, depth.exact)


def outlook(question: Question, depth: Depth) -> tuple[Evaluation, CubeVerdict | None]:
    """What the position is worth, and the cube action where there is a cube."""
    if not question.stakes.cube:
        return evaluate(question, depth), None
    verdict = cube(question, depth)
    found = _best_action(verdict, depth) if depth.cubeful else evaluate(question, depth)
    return found, verdict


def _best_action(verdict: CubeVerdict, depth: Depth) -> Evaluation:
    return Evaluation(verdict.equity, verdict.outcome, depth.plies, True, depth.exact)


def plays(question: Question, depth: Depth) -> list[RankedPlay]:
    """The legal plays of the roll, the best first."""
    wager, evaluator = question.wager, _evaluator(question, depth)
    money = equity_worths(question.stakes, table=question.scores)
    worths, cube = (wager.worths, wager.cube) if depth.cubeful else (money, None)
    position, roll = question.position, question.rolled()
    if question.at_hand is None:
        return evaluator.turns(position, roll, worths, cube, question.named)
    return evaluator.rank(position, roll, question.at_hand, worths, cube, question.numbers)


def with_play(
    question: Question, depth: Depth, ranked: Sequence[RankedPlay], play: Play
) -> list[RankedPlay]:
    """The same answer with one play evaluated as far ahead as the best: players want to know what
    their own play costs, also where it was left behind early. Not where a turn has several stages:
    there a play is worth what the best turn is worth that it begins, as far as that is known."""
    if is_staged(question.variant):
        return list(ranked)
    at = next(n for n, each in enumerate(ranked) if each.play.position == play.position)
    if ranked[at].plies >= ranked[0].plies:
        return list(ranked)
    outcome, equity = _after(question, depth, play)
    deeper = ranked[at]._replace(outcome=outcome, equity=equity, plies=ranked[0].plies)
    others = [*ranked[:at], *ranked[at + 1 :]]
    first = next(
        n
        for n, each in enumerate([*others, None])
        if each is None or each.plies < deeper.plies or each.equity < equity
    )
    return with_errors([*others[:first], deeper, *others[first:]])


def _after(question: Question, depth: Depth, play: Play) -> tuple[Outcome, float]:
    """What a play leads to, and its equity."""
    evaluator, wager = _evaluator(question, depth), question.wager
    position = play.position.flipped()
    if not depth.cubeful:
        worths = equity_worths(question.stakes, table=question.scores)
        [seen] = evaluator.evaluate_for([position], worths_of_the_other(worths))
        return seen.flipped(), average(seen.flipped(), worths)
    theirs = wager.cube.flipped()
    seen, kept = evaluator.outlook(position, theirs, worths_of_the_other(wager.worths))
    return seen.flipped(), -value_at(theirs.stakes.best(kept), theirs.holder, theirs.level)


def cube(question: Question, depth: Depth) -> CubeVerdict:
    """Should the side on roll double, and the other take?"""
    if not question.stakes.cube:
        equity, outcome, *_ = evaluate(question, depth._replace(cubeful=False))
        return CubeVerdict(outcome, equity, equity, CASH, CubeAction.NO_DOUBLE, "STD-CUBE-2")
    evaluator = _evaluator(question, depth)
    return cube_verdict(evaluator, question.position, question.wager, question.turns)


def window(question: Question, depth: Depth, verdict: CubeVerdict) -> CubeWindow | None:
    """At which chances the cube action would change; None where the cube cannot be turned."""
    if verdict.forbidden or question.variant.can_be_drawn:
        return None
    life = _evaluator(question, depth).life(question.position, verdict.outcome)
    return cube_window(verdict.outcome, question.position, question.wager, life)


def race(question: Question) -> tuple[EffectiveCount, EffectiveCount] | None:
    """The effective pip counts, where both sides are at home."""
    return effective_counts(question.variant, question.position)


def rollout(
    question: Question,
    settings: RolloutSettings,
    *,
    double: bool = False,
    chosen: Sequence[Play | str] = (),
    roller: Roller,
    watch: Watch | None = None,
) -> RolledOut:
    """The position, the plays of its roll (the most promising, or those `chosen`), or the cube
    action (`double`), played to the end."""
    if question.stakes.holland and min(question.turns) < min(ENOUGH_TURNS):
        raise FullprimeError(Fault("rollout.holland"))
    wager = Wager(question.stakes, 0, question.table, question.variant.score)  # as files name it
    terms = Terms.for_wager(wager)
    if double:
        return roller.cube(question.position, settings, terms, watch)
    if question.roll is None:
        if chosen:
            raise FullprimeError("a rollout of chosen plays: expected their dice, too")
        return roller.position(question.position, settings, terms, watch)
    meant = [_read(question, play) for play in chosen]
    distinct = list({play.position: play for play in meant}.values())
    return roller.plays(question.position, question.roll, settings, terms, watch, distinct or None)


def why(question: Question, text: str) -> Judgement:
    """Is this play legal? If not, the rule against it."""
    return judge_play(question.variant, question.position, question.rolled(), text, question.named)


def _read(question: Question, play: Play | str) -> Play:
    variant, roll = question.variant, question.rolled()
    text = play if isinstance(play, str) else write_named(play, named_in(variant, roll, play))
    return read_turn(variant, question.position, roll, text, question.named)


def rollout_settings(
    question: Question,
    settings: RolloutSettings,
    phases: tuple[Phase, ...] = (),
    cubeful: bool | None = None,
) -> RolloutSettings:
    """Cubeful where the stakes have a cube, unless chosen otherwise; with these phases, too."""
    check_cubeful(cubeful)
    if phases and settings.phases:
        raise FullprimeError("a rollout with plies and phases: expected one of them")
    return msgspec.structs.replace(
        settings,
        phases=phases or settings.phases,
        cubeful=question.stakes.cube and (cubeful is None or cubeful),
    )


def _evaluator(question: Question, depth: Depth) -> Evaluator:
    filters = EVERY if depth.every else SHOWN
    return depth.engine.evaluator(question.variant, depth.plies, filters)
