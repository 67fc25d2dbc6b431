"""Reviewing: first verdicts at once, then each decision again as far ahead as wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

import msgspec

import fullprime
from fullprime.analysis import answers
from fullprime.analysis.answers import ENGINE, Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import CubeCase, Reason, cube_reasons, explain
from fullprime.analysis.review.cache import (
    Cache,
    Row,
    cube_of,
    cube_row,
    key,
    remembered,
    rows_of,
)
from fullprime.analysis.review.decisions import Decision, Thrown, moments
from fullprime.analysis.review.luck import (
    LUCK_PLIES,
    has_luck,
    luck_of,
    opening_luck,
    roll_equities,
)
from fullprime.analysis.review.report import Report, RollLuck
from fullprime.analysis.review.verdict import (
    BLUNDER,
    DOUBTFUL,
    ERROR,
    Verdict,
    checker_verdict,
    cube_decision_verdict,
)
from fullprime.engine.cube import CubeVerdict
from fullprime.engine.engine import By, Engine
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.evaluators import DEFAULT_PLIES, checked_plies, deepest
from fullprime.engine.outcome import Outcome
from fullprime.match import Match
from fullprime.series_equity import equity_after, table_for
from fullprime.variant import Variant

FIRST: Final = 0
"""So far ahead look the first verdicts."""


class Progress(NamedTuple):
    """How far a review is."""

    done: int
    """Verdicts, at any depth."""
    total: int
    plies: int
    """Of the present pass."""


Watch = Callable[[Progress], None]
"""Called after every verdict; what it raises ends the review."""


def review(
    match: Match,
    *,
    plies: int = DEFAULT_PLIES,
    deepen: bool = True,
    watch: Watch | None = None,
    cached: Cache | None = None,
    by: By = None,
) -> Report:
    """The report of a match, each decision as far ahead as `plies` or as its game can be.

    deepen: also makes first verdicts, which only those who watch see.
    """
    reviewer = Reviewer(match, plies=plies, cached=cached, by=by)
    for _ in reviewer.verdicts(deepen=deepen, watch=watch):
        pass
    return reviewer.report()


def verdicts(
    match: Match,
    *,
    plies: int = DEFAULT_PLIES,
    deepen: bool = True,
    watch: Watch | None = None,
    cached: Cache | None = None,
    by: By = None,
) -> Iterator[Verdict]:
    """One verdict per decision, as they are found; with `deepen` first all at 0-ply, then all
    again at the full depth."""
    yield from Reviewer(match, plies=plies, cached=cached, by=by).verdicts(
        deepen=deepen, watch=watch
    )


class Reviewer:
    """A review in the making: `report` has what is known so far, at any time."""

    def __init__(
        self,
        match: Match,
        *,
        plies: int = DEFAULT_PLIES,
        cached: Cache | None = None,
        by: By = None,
    ) -> None:
        self.match = match
        self.plies = checked_plies(plies)
        self.engine = ENGINE if by is None else Engine.of(by)
        # The key of an answer names the nets that came with the program, and no one else's.
        self._cached = cached if self.engine.own is None and not self.engine.level else None
        self._moments = list(moments(match))
        self._rolls: dict[tuple[int, int], RollLuck] = {}
        self._verdicts: dict[object, Verdict] = {}

    @property
    def decisions(self) -> list[Decision]:
        """All that there are, in order."""
        return [each for each in self._moments if isinstance(each, Decision)]

    @property
    def moments(self) -> int:
        """Decisions and rolls together."""
        return len(self._moments)

    def verdicts(self, *, deepen: bool = True, watch: Watch | None = None) -> Iterator[Verdict]:
        """See `verdicts`."""
        passes = [FIRST, self.plies] if deepen and self.plies > FIRST else [self.plies]
        whole = len(self.decisions) * len(passes)
        done = 0
        for plies in passes:
            for verdict in self._pass(plies):
                done += 1
                if watch:
                    watch(Progress(done, whole, plies))
                yield verdict

    def report(self) -> Report:
        """From what is known so far."""
        found = [self._verdicts[d.key] for d in self.decisions if d.key in self._verdicts]
        rolls = [self._rolls[where] for where in sorted(self._rolls)]
        return Report.of(self.match, found, rolls, self._settings())

    def judge(self, decision: Decision, plies: int) -> Verdict:
        """One decision, as far ahead as its game can be."""
        question = decision.question
        depth = Depth.of(question, self._depth(question.variant, plies), engine=self.engine)
        if decision.kind == "checker":
            return checker_verdict(decision, self._ranked(decision, depth))
        return cube_decision_verdict(decision, self._cube(question, depth), depth.plies)

    def _pass(self, plies: int) -> Iterator[Verdict]:
        luck = 0.0
        for moment in self._moments:
            if isinstance(moment, Thrown):
                luck = self._luck(moment).luck or 0.0
                continue
            verdict = self._judged(moment, plies)
            if moment.kind == "checker":
                # Where a roll is played in stages, its first decision has the luck.
                verdict, luck = msgspec.structs.replace(verdict, luck=luck), 0.0
            self._verdicts[moment.key] = verdict
            yield verdict

    def _judged(self, decision: Decision, plies: int) -> Verdict:
        """With reasons, where it is as deep as wanted."""
        verdict = self.judge(decision, plies)
        if plies == self.plies and verdict.size:
            return msgspec.structs.replace(verdict, reasons=self._reasons(verdict))
        return verdict

    def settle(self, moment: int, cached: Cache) -> None:
        """Computes all that `cached` lacks for one moment, a decision or a roll, and keeps it
        there. Moments are counted from 0; several threads may do it at once."""
        alone, what = copy(self), self._moments[moment]
        alone._cached = cached
        if isinstance(what, Thrown):
            alone._measured(what)
        else:
            alone._judged(what, self.plies)

    def _depth(self, variant: Variant, plies: int) -> int:
        return plies if self.engine.own else min(plies, deepest(variant))

    # Answers, computed or remembered -------------------------------------------------------------

    def _ranked(self, decision: Decision, depth: Depth) -> list[RankedPlay]:
        question, made = decision.question, decision.play
        assert made is not None  # noqa: S101 - it is a checker decision
        plays = list(question.plays())
        raws = [play.position.raw for play in plays]
        places = {raw: number for number, raw in enumerate(raws)}

        def compute() -> list[Row]:
            ranked = answers.plays(question, depth)
            return rows_of(answers.with_play(question, depth, ranked, made), places)

        rows: Sequence[Row] = remembered(
            self._cached,
            lambda: key(f"plays, {places[made.position.raw]}", question, depth, raws),
            compute,
            list[Row],
        )
        return [
            RankedPlay(plays[number], Outcome(*chances), equity, error, plies, named)
            for number, chances, equity, error, plies, named in rows
        ]

    def _cube(self, question: Question, depth: Depth) -> CubeVerdict:
        row = remembered(
            self._cached,
            lambda: key("cube", question, depth),
            lambda: cube_row(answers.cube(question, depth)),
            list[Any],
        )
        return cube_of(row)

    def _reasons(self, verdict: Verdict) -> tuple[Reason, ...]:
        question = verdict.decision.question
        depth = Depth.of(question, self._depth(question.variant, self.plies), engine=self.engine)
        found: tuple[Reason, ...] = remembered(
            self._cached,
            lambda: key(f"reasons, {verdict.played}, {verdict.best}", question, depth),
            lambda: verdict_reasons(verdict, depth),
            tuple[Reason, ...],
        )
        return found

    def _luck(self, thrown: Thrown) -> RollLuck:
        where = thrown.game, thrown.action
        if where not in self._rolls:
            self._rolls[where] = self._measured(thrown)
        return self._rolls[where]

    def _measured(self, thrown: Thrown) -> RollLuck:
        question = thrown.question
        if not has_luck(question.variant):
            return RollLuck(thrown=thrown)
        mine = self._roll_equities(question)
        if not thrown.opening:
            luck, before = luck_of(thrown.roll, mine)
            return RollLuck(thrown=thrown, luck=luck, before=before)
        other = question._replace(
            position=question.position.flipped(), stakes=question.stakes.seen_by(1)
        )
        luck, before = opening_luck(thrown.roll, mine, self._roll_equities(other))
        return RollLuck(thrown=thrown, luck=luck, before=before)

    def _roll_equities(self, question: Question) -> list[float]:
        depth = Depth.of(question, LUCK_PLIES, engine=self.engine)
        evaluator = self.engine.evaluator(question.variant, LUCK_PLIES)
        found: list[float] = remembered(
            self._cached,
            lambda: key("rolls", question, depth),
            lambda: roll_equities(evaluator, question),
            list[float],
        )
        return found

    def _equities(self) -> str:
        """Where the chances to win the match come from."""
        stakes = self.match.games[0].stakes
        return "from how the games end" if equity_after(stakes) else table_for(stakes).name

    def _settings(self) -> dict[str, Any]:
        variants = dict.fromkeys(game.variant for game in self.match.games)
        return {
            "plies": self.plies,
            "luck_plies": LUCK_PLIES,
            "evaluators": {each.id: self.engine.describe(each) for each in variants},
            "depths": {each.id: self._depth(each, self.plies) for each in variants},
            "match_equity": self._equities() if self.match.needed else None,
            "doubtful": DOUBTFUL,
            "error": ERROR,
            "blunder": BLUNDER,
            "version": fullprime.__version__,
        }


def verdict_reasons(verdict: Verdict, depth: Depth) -> tuple[Reason, ...]:
    """Why the best is better than what was done."""
    made, at = verdict.decision, verdict.at
    if made.kind == "checker":
        if at is None:
            return ()
        best, played = verdict.candidates[0], verdict.candidates[at]
        return explain(made.question, depth, best, played, verdict.error).reasons
    if verdict.cube is None:
        return ()
    case = CubeCase(made.question, depth, verdict.cube, made.kind, verdict.played, verdict.best)
    return cube_reasons(case, verdict.error)
