"""Opponents: what a position is worth, and what to do about it."""

from fullprime.engine.bearoff import BearoffEvaluator
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.net import NetEvaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import EvaluatorEngine
from fullprime.engine.search import Candidate, Filter, Ranker, Ranking, Search

__all__ = [
    "BearoffEvaluator",
    "Candidate",
    "Evaluator",
    "EvaluatorEngine",
    "Filter",
    "HandmadeEvaluator",
    "NetEvaluator",
    "Outcome",
    "Ranker",
    "Ranking",
    "Search",
]
