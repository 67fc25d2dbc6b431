"""Opponents: what a position is worth, and what to do about it."""

from fullprime.engine.evaluator import Evaluator
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import EvaluatorEngine

__all__ = ["Evaluator", "EvaluatorEngine", "HandmadeEvaluator", "Outcome"]
