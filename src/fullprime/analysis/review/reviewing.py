"""Reviewing: first verdicts at once, then each decision again as far ahead as wanted, and at last
those that are close one ply further."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

import msgspec

import fullprime
from fullprime.analysis import answers
from fullprime.analysis.answers import ENGINE, Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import CubeCase, Reason, cube_reasons, edition, explain
from fullprime.analysis.review.cache import (
    Cache,
    Row,
    cube_of,
    cube_row,
    key,
    remembered,
    rows_of,
)
from fullprime.analysis.review.decisions import Decision, Thrown, addresses, moments
from fullprime.analysis.review.deeper import (
    CLOSE,
    check_rollout,
    is_close,
    roll_out,
    rolled_out,
)
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
from fullprime.engine.evaluators import DEFAULT_PLIES, MOST_PLIES, checked_plies, deepest
from fullprime.engine.outcome import Outcome
from fullprime.engine.rollout import Roller
from fullprime.engine.rollout import Watch as WatchTrials
from fullprime.engine.rollout_result import RolledOut, RolloutSettings
from fullprime.errors import FullprimeError, unknown
from fullprime.match import Match
from fullprime.series_equity import equity_after, table_for
from fullprime.variant import Variant

FIRST: Final = 0
"""So far ahead look the first verdicts."""


class Progress(NamedTuple):
    """How far a review is."""

    done: int
    """Verdicts, at any depth; of close ones, those that were looked at again."""
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
    close: bool = False,
    watch: Watch | None = None,
    cached: Cache | None = None,
    by: By = None,
) -> Report:
    """The report of a match, each decision as far ahead as `plies` or as its game can be.

    deepen: also makes first verdicts, which only those who watch see.

    close: decisions that are close are evaluated again, one ply further.
    """
    reviewer = Reviewer(match, plies=plies, close=close, cached=cached, by=by)
    for _ in reviewer.verdicts(deepen=deepen, watch=watch):
        pass
    return reviewer.report()


def verdicts(
    match: Match,
    *,
    plies: int = DEFAULT_PLIES,
    deepen: bool = True,
    close: bool = False,
    watch: Watch | None = None,
    cached: Cache | None = None,
    by: By = None,
) -> Iterator[Verdict]:
    """One verdict per decision, as they are found; with `deepen` first all at 0-ply, then all
    again at the full depth; with `close`, those that are close once more, one ply further."""
    yield from Reviewer(match, plies=plies, close=close, cached=cached, by=by).verdicts(
        deepen=deepen, watch=watch
    )


class Reviewer:
    """A review in the making: `report` has what is known so far, at any time."""

    def __init__(
        self,
        match: Match,
        *,
        plies: int = DEFAULT_PLIES,
        close: bool = False,
        cached: Cache | None = None,
        by: By = None,
    ) -> None:
        self.match = match
        self.plies = checked_plies(plies)
        self.close = close
        self.engine = ENGINE if by is None else Engine.of(by)
        # The key of an answer names the nets that came with the program, and no one else's.
        self._cached = cached if self.engine.own is None and not self.engine.level else None
        self._moments = list(moments(match))
        self._rolls: dict[tuple[int, int], RollLuck] = {}
        self._verdicts: dict[object, Verdict] = {}
        self._looked: dict[object, Verdict] = {}
        """What was known of decisions before they were rolled out."""

    @property
    def decisions(self) -> list[Decision]:
        """All that there are, in order."""
        return [each for each in self._moments if isinstance(each, Decision)]

    @property
    def closer(self) -> int:
        """So far ahead what is close is looked at."""
        return min(self.plies + 1, MOST_PLIES)

    @property
    def close_ones(self) -> list[Verdict]:
        """What is close, of what is known so far, and can be looked at further ahead."""
        return [each for each in self._verdicts.values() if self._can_go_on(each)]

    def _can_go_on(self, verdict: Verdict) -> bool:
        variant = verdict.decision.question.variant
        return self._depth(variant, self.closer) > verdict.plies and is_close(verdict)

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
        yield from self._closer(watch)

    def report(self) -> Report:
        """From what is known so far."""
        found = [self._verdicts[d.key] for d in self.decisions if d.key in self._verdicts]
        rolls = [self._rolls[where] for where in sorted(self._rolls)]
        return Report.of(self.match, found, rolls, self._settings())

    def find(self, address: str) -> Decision:
        """The decision at that place, such as `3.8` or `3.8-take`."""
        known = addresses(self.decisions)
        if address not in known:
            raise FullprimeError(unknown("decision", address, tuple(known)))
        return known[address]

    def verdict(self, decision: Decision) -> Verdict:
        """What is known about it."""
        return self._verdicts[decision.key]

    def roll_out(
        self,
        decision: Decision,
        settings: RolloutSettings,
        roller: Roller,
        watch: WatchTrials | None = None,
    ) -> Verdict:
        """Plays what could be done to the end, which takes the place of the verdict so far."""
        check_rollout(decision)
        verdict = self._before(decision)
        about = f"rollout, {verdict.played}, {msgspec.json.encode(settings).decode()}"
        depth = Depth.of(decision.question, verdict.plies, engine=self.engine)

        def compute() -> RolledOut:
            return roll_out(verdict, settings, roller, watch)

        name = key(about, decision.question, depth)
        found = remembered(self._cached, lambda: name, compute, RolledOut)
        if found.stopped == "cancelled" and self._cached:
            self._cached.pop(name, None)  # fewer trials than were wanted
        return self.take(decision, found)

    def take(self, decision: Decision, found: RolledOut) -> Verdict:
        """A rollout that was made before takes the place of the verdict so far."""
        before = self._looked[decision.key] = self._before(decision)
        verdict = self._verdicts[decision.key] = self._explained(rolled_out(before, found))
        return verdict

    def _before(self, decision: Decision) -> Verdict:
        return self._looked.get(decision.key, self.verdict(decision))

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

    def _closer(self, watch: Watch | None) -> Iterator[Verdict]:
        """What is close, one ply further."""
        near = self.close_ones if self.close else []
        for done, verdict in enumerate(near, 1):
            deeper = self._explained(self.judge(verdict.decision, self.closer))
            found = msgspec.structs.replace(deeper, luck=verdict.luck)
            self._verdicts[verdict.decision.key] = found
            if watch:
                watch(Progress(done, len(near), self.closer))
            yield found

    def _judged(self, decision: Decision, plies: int) -> Verdict:
        """With reasons, where it is as deep as wanted."""
        verdict = self.judge(decision, plies)
        return self._explained(verdict) if plies == self.plies else verdict

    def _explained(self, verdict: Verdict) -> Verdict:
        if not verdict.size:
            return verdict
        return msgspec.structs.replace(verdict, reasons=self._reasons(verdict))

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
            lambda: key(_about_reasons(verdict), question, depth),
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

    def _close(self) -> dict[str, Any] | None:
        """How far ahead close decisions are looked at, and what is close; None: as all others."""
        deeper = self.close and self.closer > self.plies
        return {"plies": self.closer, "within": CLOSE} if deeper else None

    def _settings(self) -> dict[str, Any]:
        variants = dict.fromkeys(game.variant for game in self.match.games)
        return {
            "plies": self.plies,
            "close": self._close(),
            "luck_plies": LUCK_PLIES,
            "evaluators": {each.id: self.engine.describe(each) for each in variants},
            "depths": {each.id: self._depth(each, self.plies) for each in variants},
            "match_equity": self._equities() if self.match.needed else None,
            "doubtful": DOUBTFUL,
            "error": ERROR,
            "blunder": BLUNDER,
            "version": fullprime.__version__,
        }


def _about_reasons(verdict: Verdict) -> str:
    """What they depend on besides the question: how the error was found, too."""
    rolled = verdict.rollout
    how = rolled.settings if rolled else verdict.plies
    return f"reasons {edition()}, {verdict.played}, {verdict.best}, {how}"


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
