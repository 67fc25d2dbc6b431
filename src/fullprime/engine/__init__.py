"""Opponents: what a position is worth, and what to do about it.

>>> from fullprime import Variant
>>> variant = Variant.load()
>>> [outcome] = judge_for(variant).evaluate([variant.start_position])
>>> 0.5 < outcome.win < 0.55
True
"""

from fullprime.engine.bearoff import BearoffEvaluator
from fullprime.engine.cube import CubeAction, CubeVerdict, Wager, cube_verdict
from fullprime.engine.effective_pips import EffectiveCount, effective_counts
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.judge import Opinion, judge_for, opinions
from fullprime.engine.levels import Level, LevelEngine, all_levels, level, level_for_pr
from fullprime.engine.match_play import Player, play_match
from fullprime.engine.net import NetEvaluator
from fullprime.engine.nets import ShippedNet, net_for, nets
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import EvaluatorEngine
from fullprime.engine.result_values import equity_worths
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.rollout_result import Line, Phase, RolledOut, RolloutSettings, Tally, Terms
from fullprime.engine.search import Candidate, Cube, Filter, Ranker, Ranking, Search

__all__ = [
    "BearoffEvaluator",
    "Candidate",
    "Cube",
    "CubeAction",
    "CubeVerdict",
    "EffectiveCount",
    "Evaluator",
    "EvaluatorEngine",
    "Filter",
    "HandmadeEvaluator",
    "Level",
    "LevelEngine",
    "Line",
    "NetEvaluator",
    "Opinion",
    "Outcome",
    "Phase",
    "Player",
    "Ranker",
    "Ranking",
    "RolledOut",
    "Roller",
    "RolloutSettings",
    "Search",
    "ShippedNet",
    "Tally",
    "Terms",
    "Wager",
    "all_levels",
    "cube_verdict",
    "effective_counts",
    "equity_worths",
    "judge_for",
    "level",
    "level_for_pr",
    "net_for",
    "nets",
    "opinions",
    "play_match",
    "roller_for",
]
