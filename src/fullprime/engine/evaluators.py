"""The strongest evaluator that there is for a game.

>>> from fullprime.dice import Roll
>>> from fullprime.play import legal_plays
>>> variant = Variant.load()
>>> start, roll = variant.start_position, Roll(3, 1)
>>> best, *others = evaluator_for(variant).rank(start, roll, legal_plays(variant, start, roll))
>>> str(best.play), best.equity > others[0].equity, len(others)
('8/5 6/5', True, 15)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from fullprime.engine.evaluator import Evaluator
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.nets import ShippedNet, net_for
from fullprime.engine.score_limit import ScoreLimit
from fullprime.engine.search import FILTERS, Filter, Search
from fullprime.engine.solved import solution_for
from fullprime.engine.solved_evaluator import SolvedEvaluator
from fullprime.errors import FullprimeError
from fullprime.variant import Variant

DEFAULT_PLIES: Final = 2
MOST_PLIES: Final = 3
"""The kernel looks no further ahead."""
MOST_KEPT: Final = 8
"""Evaluators kept for the next question: each has a cache of its own."""
SHOWN: Final = (Filter(24, 0.32), Filter(16, 0.16), Filter(8, 0.10))
"""For people who want to compare plays: wider than what it takes to find the best."""
EVERY: Final = (Filter(10_000, 1e9),) * MOST_PLIES
"""All plays at full depth."""


def deepest(variant: Variant) -> int:
    """How far ahead this game can be evaluated; in a solved one there is nothing to look for."""
    return MOST_PLIES if net_for(variant) and not is_solved(variant) else 0


def is_solved(variant: Variant) -> bool:
    """Is there a table with the value of every position? Games of two checkers are solved now."""
    return solution_for(variant) is not None


def checked_plies(plies: int) -> int:
    """The same depth, if there is such a one."""
    if type(plies) is not int or not 0 <= plies <= MOST_PLIES:
        raise FullprimeError(f"{plies!r} plies, expected 0 to {MOST_PLIES}")
    return plies


def default_plies(variant: Variant) -> int:
    """The depth everywhere where no other is chosen."""
    return min(DEFAULT_PLIES, deepest(variant))


class NetSearch(Search):
    """A search over a net that came with the program; another process makes it again."""

    def __init__(
        self, variant: Variant, net: ShippedNet, plies: int, filters: tuple[Filter, ...]
    ) -> None:
        pruner = net.pruner.kernel if plies and net.pruner else None
        super().__init__(variant, net.kernel, pruner=pruner, plies=plies, filters=filters)
        self._made_of = (variant, net, plies, filters)

    def __reduce__(self) -> tuple[type[NetSearch], tuple[Any, ...]]:
        return NetSearch, self._made_of


def evaluator_for(
    variant: Variant, plies: int = 0, filters: tuple[Filter, ...] = FILTERS
) -> Evaluator:
    """The table of a solved game; the net of any other behind bear-off tables and search, where
    there is one; elsewhere the hand-made evaluator. The same question gets the same object."""
    return _kept_evaluator(variant, plies, filters, is_solved(variant))


@lru_cache(MOST_KEPT)
def _kept_evaluator(
    variant: Variant, plies: int, filters: tuple[Filter, ...], _solved: bool
) -> Evaluator:
    return new_evaluator(variant, plies, filters)


def new_evaluator(
    variant: Variant, plies: int = 0, filters: Sequence[Filter] = FILTERS
) -> Evaluator:
    """One that is not shared: canceling it stops no other."""
    if (table := solution_for(variant)) is not None:
        return SolvedEvaluator(variant, table)
    net = net_for(variant)
    if plies > deepest(variant) == 0:
        game = variant.name_with_options
        raise FullprimeError(f"{plies}-ply: {game} has no neural net yet; only 0-ply is available")
    if net is None:
        return HandmadeEvaluator(variant)
    search = NetSearch(variant, net, plies, tuple(filters))
    return search if variant.score == 3 else ScoreLimit(search, variant.score)


def evaluator_name(variant: Variant) -> str:
    """What evaluates this game, in words."""
    if is_solved(variant):
        return "solved game"
    net = net_for(variant)
    return f"net {net.name}" if net else "hand-made evaluator"
