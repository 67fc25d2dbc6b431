"""Opponents: what a position is worth, and what to do about it.

>>> from fullprime import Variant
>>> variant = Variant.load()
>>> [outcome] = judge_for(variant).evaluate([variant.start_position])
>>> 0.5 < outcome.win < 0.55
True
"""

from fullprime.engine.bearoff import BearoffEvaluator
from fullprime.engine.effective import EffectiveCount, effective_counts
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.judge import Opinion, judge_for, opinions
from fullprime.engine.net import NetEvaluator
from fullprime.engine.nets import ShippedNet, net_for, nets
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import EvaluatorEngine, equity_worths
from fullprime.engine.search import Candidate, Filter, Ranker, Ranking, Search

__all__ = [
    "BearoffEvaluator",
    "Candidate",
    "EffectiveCount",
    "Evaluator",
    "EvaluatorEngine",
    "Filter",
    "HandmadeEvaluator",
    "NetEvaluator",
    "Opinion",
    "Outcome",
    "Ranker",
    "Ranking",
    "Search",
    "ShippedNet",
    "effective_counts",
    "equity_worths",
    "judge_for",
    "net_for",
    "nets",
    "opinions",
]
