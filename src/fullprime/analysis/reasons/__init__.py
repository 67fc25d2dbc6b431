"""Reasons in words: why the best play is better than the one played, from the position itself.

Each sentence carries a number that anyone can recount on the board, and is proved here: what it
names is taken away, and the equity must follow. Where nothing proves itself, nothing is said.

>>> from fullprime.analysis import answers
>>> question = Question.about("8:2 7:2 6:4 5:3 3:3 1:1 / 23:1 21:1 7:1 6:2 4:2 3:2 2:2 1:4", "42")
>>> depth = Depth.of(question, cubeful=False)
>>> best, *others = answers.plays(question, depth)
>>> played = next(each for each in others if str(each.play) == "5/1 3/1")
>>> for reason in explain(question, depth, best, played).reasons:
...     print(reason.text)
The best play makes your 4-point on top of a blot: 16 of 36 rolls do not enter.

What every sentence means, and how often it is right: docs/reasons.md.
"""

from __future__ import annotations

from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons.as_json import kinds_json, reason_json, reasons_json
from fullprime.analysis.reasons.cube import (
    CubeCase,
    Market,
    cube_hint,
    cube_reasons,
    market,
    take_hint,
)
from fullprime.analysis.reasons.explaining import Explanation, explain, hint_reasons
from fullprime.analysis.reasons.plans import plan, plan_name, plans
from fullprime.analysis.reasons.words import Reason, edition

__all__ = [
    "CubeCase",
    "Depth",
    "Explanation",
    "Market",
    "Question",
    "Reason",
    "cube_hint",
    "cube_reasons",
    "edition",
    "explain",
    "hint_reasons",
    "kinds_json",
    "market",
    "plan",
    "plan_name",
    "plans",
    "reason_json",
    "reasons_json",
    "take_hint",
]
