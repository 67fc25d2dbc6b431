"""When a card comes again: FSRS, the free spaced repetition scheduler, by its own library.

The library draws a little chance into its intervals; here that is off, so equal answers give equal
schedules. Times are seconds since 1970.

>>> first = after(None, "good", at=0.0)
>>> first.state, first.due
('learning', 600.0)
>>> second = after(first, "good", at=600.0)
>>> second.state, (second.due - 600.0) / DAY
('review', 2.0)
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal

import fsrs
import msgspec

from fullprime.practice.grading import Grade

DAY: Final = 86_400.0
RETENTION: Final = 0.9
"""A card is due when the chance to know it has fallen to this."""
LONGEST: Final = 3650
"""Days: what is known for ten years comes once more all the same."""
AHEAD: Final = 20 * 60.0
"""Seconds: what is due so soon may come before its time, when nothing else is left."""

_scheduler: Final = fsrs.Scheduler(
    desired_retention=RETENTION, maximum_interval=LONGEST, enable_fuzzing=False
)
_RATINGS: Final[dict[Grade, fsrs.Rating]] = {
    "again": fsrs.Rating.Again,
    "hard": fsrs.Rating.Hard,
    "good": fsrs.Rating.Good,
    "easy": fsrs.Rating.Easy,
}
State = Literal["learning", "review", "relearning"]
_STATES: Final[dict[State, fsrs.State]] = {
    "learning": fsrs.State.Learning,
    "review": fsrs.State.Review,
    "relearning": fsrs.State.Relearning,
}
_NAMES: Final = {state: name for name, state in _STATES.items()}


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a card that was answered at least once."""

    state: State
    """In review: it comes after days. Learning, or learning again: after minutes."""
    step: int | None
    """Which of those minutes."""
    stability: float
    """Days until the chance to know it has fallen to 90 %."""
    difficulty: float
    """From 1 to 10."""
    due: float
    last: float
    """When it was answered."""

    @property
    def is_learned(self) -> bool:
        """Does it come after days, and not after minutes?"""
        return self.state == "review"


def after(schedule: Schedule | None, grade: Grade, at: float) -> Schedule:
    """The schedule once a card was answered; None: for the first time."""
    when = datetime.fromtimestamp(at, UTC)
    card, _ = _scheduler.review_card(_card(schedule, when), _RATINGS[grade], when)
    assert card.stability is not None and card.difficulty is not None  # noqa: S101 - it was answered
    return Schedule(
        state=_NAMES[card.state],
        step=card.step,
        stability=card.stability,
        difficulty=card.difficulty,
        due=card.due.timestamp(),
        last=at,
    )


def recall(schedule: Schedule, at: float) -> float:
    """The chance that the answer is known at that time."""
    when = datetime.fromtimestamp(at, UTC)
    return float(_scheduler.get_card_retrievability(_card(schedule, when), when))


def _card(schedule: Schedule | None, when: datetime) -> fsrs.Card:
    # The library would take the clock for an id, and wait for the next millisecond.
    if schedule is None:
        return fsrs.Card(card_id=0, due=when)
    return fsrs.Card(
        card_id=0,
        state=_STATES[schedule.state],
        step=schedule.step,
        stability=schedule.stability,
        difficulty=schedule.difficulty,
        due=datetime.fromtimestamp(schedule.due, UTC),
        last_review=datetime.fromtimestamp(schedule.last, UTC),
    )
