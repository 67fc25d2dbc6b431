"""The review of a match: every decision evaluated, errors and luck added up.

>>> from fullprime import Match
>>> match = Match.start(players=("Ann", "Ben"), target=3).apply("31").apply("24/23 13/10")
>>> report = review(match, plies=0)
>>> [(each.played, each.best, each.size) for each in report.verdicts]
[('24/23 13/10', '8/5 6/5', 'blunder')]
>>> report.players[0].decisions
1

Which decisions count, and what every figure means: docs/review.md.
"""

from __future__ import annotations

from fullprime.analysis.review.as_json import report_json, summary_json, verdict_json
from fullprime.analysis.review.decisions import Decision, Kind, Thrown, decisions
from fullprime.analysis.review.rating import PlayerReport, Tally
from fullprime.analysis.review.report import CurvePoint, GameReport, Report, RollLuck
from fullprime.analysis.review.reviewing import Progress, Reviewer, review, verdicts
from fullprime.analysis.review.verdict import BLUNDER, DOUBTFUL, ERROR, Size, Verdict

__all__ = [
    "BLUNDER",
    "DOUBTFUL",
    "ERROR",
    "CurvePoint",
    "Decision",
    "GameReport",
    "Kind",
    "PlayerReport",
    "Progress",
    "Report",
    "Reviewer",
    "RollLuck",
    "Size",
    "Tally",
    "Thrown",
    "Verdict",
    "decisions",
    "report_json",
    "review",
    "summary_json",
    "verdict_json",
    "verdicts",
]
