"""Fullprime plays, teaches and analyses the games of the tables family.

>>> from fullprime import Game, Rolled, Variant
>>> game = Game.start(Variant.load()).apply(Rolled((3, 1)))
>>> game = game.apply(game.read("8/5 6/5"))
>>> game.position.pips
(167, 163)
"""

from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.dice import Dice, EnteredDice, ListedDice, Roll, SeededDice, SystemDice
from fullprime.errors import FullprimeError, IllegalAction
from fullprime.game import Game, Phase, Result
from fullprime.match import BestOf, Match, Money, Points, Settings
from fullprime.match_equity import MatchEquity
from fullprime.notation import judge_play, read_play
from fullprime.numbers_to_play import Numbers
from fullprime.play import Play, Step, legal_plays
from fullprime.position import Position
from fullprime.stakes import Stakes
from fullprime.variant import Variant, variants
from fullprime.why import Judgement

__version__ = "0.1.0"

__all__ = [
    "Accepted",
    "Action",
    "Beavered",
    "BestOf",
    "Declined",
    "Dice",
    "Doubled",
    "Dropped",
    "EnteredDice",
    "FullprimeError",
    "Game",
    "IllegalAction",
    "Judgement",
    "ListedDice",
    "Match",
    "MatchEquity",
    "Money",
    "Named",
    "Numbers",
    "Passed",
    "Phase",
    "Play",
    "Played",
    "Points",
    "Position",
    "Raccooned",
    "Resigned",
    "Result",
    "Roll",
    "Rolled",
    "SeededDice",
    "Settings",
    "Stakes",
    "Step",
    "SystemDice",
    "Took",
    "Variant",
    "judge_play",
    "legal_plays",
    "read_play",
    "variants",
]
