"""An action in a few words, as lists of moves write it."""

from __future__ import annotations

from fullprime.action import (
    Action,
    Arranged,
    Beavered,
    Coloured,
    Doubled,
    Named,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Seen,
)
from fullprime.dice import Roll
from fullprime.game import Game


def told(before: Game, action: Action) -> str:
    """`3-1: 8/5 6/5`, `double to 2`, `take`; `before` is the game in which it happened."""
    match action:
        case Rolled(dice):
            roll = Roll.of(dice)
            return f"{roll}" if before.actor is None else _spoken(roll)
        case Played():
            return f"{_spoken(before.roll)}: {before.meant(action)}"
        case Seen():
            return f"{_spoken(before.roll)}: {notation(before, action) or 'nothing'} (illegal)"
        case Named(number):
            return f"{number}-{number}"
        case Doubled():
            return f"double to {before.stakes.value * 2}"
        case Beavered() | Raccooned():
            return f"{action.name} to {before.offer * 2}"
        case Coloured(colour):
            return colour
        case Arranged():
            return _arranged(before, action)
        case Resigned(multiple):
            return f"resign {before.stakes.points(multiple)}"
        case _:
            return action.name


def _arranged(before: Game, action: Arranged) -> str:
    """An illegal play that was left to stand, or a board that nobody knows the way to."""
    roll = f"{_spoken(before.roll)}: " if before.roll else ""
    if action.steps:
        return f"{roll}{notation(before, action)} (illegal)"
    return f"{roll}the board is {action.position}"


def notation(before: Game, action: Played | Seen | Arranged) -> str:
    """`8/5 6/5`; empty where nothing was moved."""
    if not action.steps:
        return ""
    if isinstance(action, Played):
        return str(before.meant(action))
    return " ".join(f"{source}/{target}" for source, target in action.steps)


def _spoken(roll: Roll | None) -> str:
    return f"{max(roll)}-{min(roll)}" if roll else ""
