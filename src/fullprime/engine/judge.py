"""The strongest judge that there is for a game, and what it thinks of the plays of a roll.

>>> from fullprime.play import legal_plays
>>> variant = Variant.load()
>>> judge = judge_for(variant)
>>> start, roll = variant.start_position, Roll(3, 1)
>>> best, *others = opinions(judge, start, roll, legal_plays(variant, start, roll))
>>> str(best.play), best.equity > others[0].equity, len(others)
('8/5 6/5', True, 15)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.cube import seen_by_the_other, value_at
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.nets import net_for
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average
from fullprime.engine.score_limit import CountedRanker
from fullprime.engine.search import MONEY, Cube, Ranker, Search, Worths
from fullprime.errors import FullprimeError
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Variant

MOST_PLIES: Final = 3
"""The kernel looks no further ahead."""
MOST_KEPT: Final = 4
"""Judges kept for the next question: each has a cache of its own."""


@lru_cache(MOST_KEPT)
def judge_for(variant: Variant, plies: int = 0) -> Evaluator:
    """The net of this game behind bear-off table and search, where there is one; elsewhere the
    hand-made judge, which does not look ahead. All who ask get the same one."""
    return new_judge(variant, plies)


def new_judge(variant: Variant, plies: int = 0) -> Evaluator:
    """One of one's own: to cancel its search disturbs nobody else."""
    net = net_for(variant)
    if net is None:
        if plies:
            game = " with ".join((variant.name, *variant.chosen))
            raise FullprimeError(f"plies {plies}: expected 0, for {game} has no net yet")
        return HandmadeEvaluator(variant)
    pruner = net.pruner.kernel if plies and net.pruner else None
    search = Search(variant, net.kernel, pruner=pruner, plies=plies)
    return search if variant.score == 3 else CountedRanker(search, variant.score)


class Opinion(NamedTuple):
    """A play and what it leads to, seen by the side that makes it."""

    play: Play
    outcome: Outcome
    equity: float
    plies: int
    """How far ahead it was looked at."""


def opinions(
    judge: Evaluator,
    position: Position,
    roll: Roll,
    plays: Sequence[Play],
    worths: Worths = MONEY,
    cube: Cube | None = None,
) -> list[Opinion]:
    """These plays of a roll, the best first; of equals with the cube, the best without it."""
    if isinstance(judge, Ranker):
        by_end = {play.position: play for play in plays}
        ranked = judge.plays(position, roll, worths, cube).candidates
        return [
            Opinion(by_end[c.position], c.outcome, c.worth, c.plies)
            for c in ranked
            if c.position in by_end
        ]
    after = judge.evaluate([play.position.flipped() for play in plays])
    found = [
        Opinion(play, seen, _equity(play.position, seen, worths, cube), 0)
        for play, seen in zip(plays, (outcome.flipped() for outcome in after), strict=True)
    ]
    return sorted(found, key=lambda o: (-o.equity, -average(o.outcome, worths)))


def _equity(after: Position, outcome: Outcome, worths: Worths, cube: Cube | None) -> float:
    """Of the side that has just played; the other may double now."""
    if cube is None:
        return average(outcome, worths)
    theirs = cube.stakes.flipped()
    kept = theirs.kept(outcome.flipped(), _kernel.cube_life(after.raw))
    return -value_at(theirs.best(kept), seen_by_the_other(cube.holder))
