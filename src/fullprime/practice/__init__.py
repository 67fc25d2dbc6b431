"""Training: cards that ask for a decision, decks of them, and when each comes again.

Every card is a match that waits for one decision, so an answer is evaluated as a play in a match
is. What a deck holds, how an answer is graded and what the schedule does: docs/practice.md.

>>> card = find_card("openings-31")
>>> judged = judge(card, "8/5 6/5", seconds=6.0)
>>> judged.right, judged.loss, judged.grade
(True, 0.0, 'easy')
>>> schedule = after(None, judged.grade, at=0.0)
>>> round(schedule.due / DAY)
8
"""

from __future__ import annotations

from fullprime.practice.cards import DECKS, MADE, Card, Was, find_card, made_cards
from fullprime.practice.errors import Gathered, gather
from fullprime.practice.grading import Grade
from fullprime.practice.judging import Judged, judge
from fullprime.practice.progress import Answered, leaks, progress
from fullprime.practice.schedule import DAY, Schedule, after, recall

__all__ = [
    "DAY",
    "DECKS",
    "MADE",
    "Answered",
    "Card",
    "Gathered",
    "Grade",
    "Judged",
    "Schedule",
    "Was",
    "after",
    "find_card",
    "gather",
    "judge",
    "leaks",
    "made_cards",
    "progress",
    "recall",
]
