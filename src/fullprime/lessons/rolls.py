"""The 36 rolls of a position: which of them do what a lesson is about."""

from __future__ import annotations

from typing import Final

from fullprime.dice import Roll
from fullprime.lessons.file import Rolls
from fullprime.play import HIT, Play, legal_plays
from fullprime.position import BAR, Position
from fullprime.variant import Variant

FACES: Final = range(1, 7)


def rolls_that(wanted: Rolls, variant: Variant, position: Position) -> list[list[bool]]:
    """By first and second die; the position is seen by who rolls.

    >>> game = Variant.load()
    >>> blot = game.position("7:1 / 24:1")
    >>> sum(map(sum, rolls_that(Rolls(of="hit"), game, blot)))
    17
    """
    good = {
        (a, b): any(
            _does(wanted, variant, position, play)
            for play in legal_plays(variant, position, Roll(a, b))
        )
        for a in FACES
        for b in FACES
        if a >= b
    }
    return [[good[max(a, b), min(a, b)] for b in FACES] for a in FACES]


def _does(wanted: Rolls, variant: Variant, before: Position, play: Play) -> bool:
    after = play.position
    match wanted.of:
        case "hit":
            hits = (step.target for step in play.steps if step.event == HIT)
            return any(not wanted.at or point in wanted.at for point in hits)
        case "enter":
            return after.mover[BAR] < before.mover[BAR]
        case "make":
            return any(before.mover[p] < 2 <= after.mover[p] for p in wanted.at)
        case "pass":
            return _behind(after, wanted.at) < _behind(before, wanted.at)
        case "win":
            return variant.end(after) is not None


def _behind(position: Position, at: tuple[int, ...]) -> int:
    """Checkers that have not passed the point yet."""
    return sum(position.mover[at[0] : BAR + 1])
