"""Games that are the same on the board: what is measured in one is known of the other."""

from __future__ import annotations

from fullprime import Variant
from fullprime.engine.nets import net_for
from fullprime.variant import variants


def first_of(variant: Variant) -> Variant:
    """The first game that is played and counts as this one does, from the same start and by the
    same net. Opening, starter and cube may differ."""
    same = (each for each in variants() if _alike(each, variant))
    return next(same, variant)


def _alike(one: Variant, other: Variant) -> bool:
    mine, theirs = ((net_for(v), v.start_position, v.score) for v in (one, other))
    return mine == theirs
