"""Looking deeper at a review that is kept, as a job: close decisions one ply further, or the
rollout of one decision. What was rolled out before stays."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Final

import msgspec

from fullprime.analysis.review import Progress, Reviewer
from fullprime.engine.rollout import Progress as Trials
from fullprime.engine.rollout import Roller, new_roller
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, phases_of
from fullprime.engine.threads import usual_threads
from fullprime.server.record import Record
from fullprime.server.reviewing import OFTEN, Found, match_key, packed, summary_of
from fullprime.server.rolled import KeptReport, Rolled, take_rolled
from fullprime.server.rollouts import AT_ONCE, STEPS, figures
from fullprime.server.worker import Show
from fullprime.shapes import decoded
from fullprime.store import Kept, Review
from fullprime.store.verdicts import shared_verdicts
from fullprime.variant import Variant

ROLLERS: Final = 2
"""Kept for the next rollout."""

CLOSE_ONES: Final = (True, ())
"""In the key of a review in which all that is close was looked at, and nothing rolled out."""


class RollOut(msgspec.Struct, frozen=True):
    """A decision that is to be rolled out."""

    address: str
    trials: int
    plies: int
    seed: int


class Asked(msgspec.Struct, frozen=True):
    """A review that is kept, and how it is to become deeper."""

    kept: Kept
    base: str
    """The key of that review."""
    plies: int
    close: bool
    rolled: list[Rolled]
    roll_out: RollOut | None


class Deepened(msgspec.Struct, frozen=True):
    """What takes its place."""

    base: str
    key: str
    found: Found


def deeper(kept: Kept, review: Review, roll_out: RollOut | None) -> Asked:
    """The task of a job; without a rollout, what is close is looked at."""
    report = KeptReport.of(review.report)
    close = roll_out is None or report.settings.close is not None
    return Asked(kept, review.key, report.settings.plies, close, report.rolled, roll_out)


def key_of(kept: Kept, packed_report: bytes, plies: int) -> str:
    """Of a review to this depth in which everything was looked at more closely that was in this
    one."""
    report = KeptReport.of(packed_report)
    return _key(kept, plies, report.settings.close is not None, report.rolled)


def work(about: bytes, show: Show) -> Deepened:
    """Makes the review again, of which all but what is new is remembered."""
    asked = decoded(about, Asked)
    match = Record.start(asked.kept).to_end(asked.kept.events).match
    cached = shared_verdicts()
    reviewer = Reviewer(match, plies=asked.plies, close=asked.close, cached=cached)
    for _ in reviewer.verdicts(deepen=False, watch=_Watch(asked.plies, show)):
        pass
    rolled = {each.key: each.found for each in take_rolled(reviewer, asked.rolled)}
    if asked.roll_out:
        decision = reviewer.find(asked.roll_out.address)
        rolled[decision.key] = _roll_out(reviewer, asked.roll_out, show)
    key = _key(asked.kept, asked.plies, asked.close, [Rolled(*each) for each in rolled.items()])
    report = reviewer.report()
    return Deepened(asked.base, key, Found(summary_of(match, report), packed(report)))


def _roll_out(reviewer: Reviewer, asked: RollOut, show: Show) -> RolledOut:
    decision = reviewer.find(asked.address)
    settings = RolloutSettings(trials=asked.trials, seed=asked.seed, phases=phases_of(asked.plies))

    def watch(progress: Trials) -> None:
        show(**figures(progress.found, progress.expected, progress.seconds_left))

    roller = _roller(decision.question.variant, asked.plies)
    found = reviewer.roll_out(decision, settings, roller, watch).rollout
    assert found is not None  # noqa: S101 - it was made just now
    return found


@lru_cache(ROLLERS)
def _roller(variant: Variant, plies: int) -> Roller:
    """With the share of the processor that other rollouts have."""
    threads = max(1, usual_threads() // AT_ONCE)
    return new_roller(variant, threads, STEPS[plies] * threads)


def _key(kept: Kept, plies: int, close: bool, rolled: list[Rolled]) -> str:
    in_order = sorted(rolled, key=lambda each: each.key)
    told = [[*each.key, each.found.settings, each.found.trials] for each in in_order]
    return match_key(kept, plies, [close, told] if close or told else [])


class _Watch:
    """Shows now and then how far it is with what is close."""

    def __init__(self, plies: int, show: Show) -> None:
        self._plies = plies
        self._show = show
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.plies > self._plies and now - self._last >= OFTEN:
            self._show(progress=progress._asdict())
            self._last = now
