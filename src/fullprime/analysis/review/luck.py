"""Luck: what a roll is worth, against the mean of all rolls.

Every roll is played at its best at 0-ply, as GNU Backgammon does; the luck of a roll is what its
best play is worth beyond the mean of the 36 throws. The opening throw also decides who begins, so
its mean is over the 30 throws that can be played, half of which the other player wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fullprime.analysis.question import Question
from fullprime.dice import ROLLS, Roll
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.result_values import equity_worths
from fullprime.summation import dot, total
from fullprime.variant import Variant

LUCK_PLIES: Final = 0
THROWS: Final = 36
OPENINGS: Final = 30


def has_luck(variant: Variant) -> bool:
    """Not where a roll is played in stages: no list of whole turns says what it is worth."""
    plain = variant.doublet == "plain" and not variant.named_doublet
    return plain and variant.rest != "opponent"


def roll_equities(evaluator: Evaluator, question: Question) -> list[float]:
    """What the best play of each roll is worth, in the order of `ROLLS`."""
    wager, cubeful = question.wager, question.stakes.cube
    worths = wager.worths if cubeful else equity_worths(question.stakes, table=question.scores)
    cube = wager.cube if cubeful else None
    return evaluator.roll_equities(question.position, worths, cube)


def luck_of(roll: Roll, equities: Sequence[float]) -> tuple[float, float]:
    """The luck of a roll, and what the player had before it."""
    mean = dot((each.weight / THROWS for each in ROLLS), equities)
    return equities[place(roll)] - mean, mean


def opening_luck(roll: Roll, mine: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """The same for the throw by which a player begins: `mine`, and the other's instead."""
    played = [number for number, each in enumerate(ROLLS) if each[0] != each[1]]
    mean = total(mine[number] - theirs[number] for number in played) / OPENINGS
    return mine[place(roll)] - mean, mean


def place(roll: Roll) -> int:
    """Of a roll in `ROLLS`, whose dice have one order."""
    return next(n for n, each in enumerate(ROLLS) if sorted(each) == sorted(roll))
