"""What positions are worth, and what to do about it.

>>> from fullprime import Variant
>>> variant = Variant.load()
>>> [outcome] = evaluator_for(variant).evaluate([variant.start_position])
>>> 0.5 < outcome.win < 0.55
True
"""

from fullprime.engine.bearoff import BearoffEvaluator
from fullprime.engine.cube import CubeAction, CubeVerdict, cube_verdict
from fullprime.engine.effective_pips import EffectiveCount, effective_counts
from fullprime.engine.engine import By, Engine
from fullprime.engine.evaluator import Evaluator, RankedPlay
from fullprime.engine.evaluator_rollout import EvaluatorRoller
from fullprime.engine.evaluators import evaluator_for, evaluator_name
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.levels import Level, all_levels, level, level_for_pr
from fullprime.engine.match_play import Player, play_match
from fullprime.engine.net import NetEvaluator
from fullprime.engine.nets import ShippedNet, net_for, nets
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import equity_worths
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.rollout_result import Line, Phase, RolledOut, RolloutSettings, Tally, Terms
from fullprime.engine.search import Candidate, Filter, Ranking, Search
from fullprime.engine.solve_work import SolveProgress
from fullprime.engine.solved import Solution, can_be_solved, solve
from fullprime.engine.solved_evaluator import SolvedEvaluator
from fullprime.engine.solved_match import MatchSolution, solve_match
from fullprime.engine.wager import Cube, Wager

__all__ = [
    "BearoffEvaluator",
    "By",
    "Candidate",
    "Cube",
    "CubeAction",
    "CubeVerdict",
    "EffectiveCount",
    "Engine",
    "Evaluator",
    "EvaluatorRoller",
    "Filter",
    "HandmadeEvaluator",
    "Level",
    "Line",
    "MatchSolution",
    "NetEvaluator",
    "Outcome",
    "Phase",
    "Player",
    "RankedPlay",
    "Ranking",
    "RolledOut",
    "Roller",
    "RolloutSettings",
    "Search",
    "ShippedNet",
    "Solution",
    "SolveProgress",
    "SolvedEvaluator",
    "Tally",
    "Terms",
    "Wager",
    "all_levels",
    "can_be_solved",
    "cube_verdict",
    "effective_counts",
    "equity_worths",
    "evaluator_for",
    "evaluator_name",
    "level",
    "level_for_pr",
    "net_for",
    "nets",
    "play_match",
    "roller_for",
    "solve",
    "solve_match",
]
