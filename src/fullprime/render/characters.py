"""The characters that text boards are made of: Unicode, or plain ASCII for old terminals.

>>> pile((Group(0, 1), Group(1, 7)))
['○', '●', '●', '●', '7']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fullprime.render.layout import Group

CHECKERS: Final = ("○", "●")
POINT: Final = "·"
TURN: Final = "▸"
ROWS: Final = 5  # checkers drawn above each other; the innermost of a higher stack bears its number

_ASCII: Final = str.maketrans("○●·▸─│┌┬┐├┤└┴┘╭╮╰╯", "OX.*-|++++++++++++")
_EXCHANGED: Final = str.maketrans("○●", "●○")
_MIRRORED: Final = str.maketrans("┌┐├┤└┘", "┐┌┤├┘└")


def in_ascii(text: str) -> str:
    """The same drawing in characters that every terminal has."""
    return text.translate(_ASCII)


def in_color(text: str, white: int | None) -> str:
    """The same drawing where this seat has the light checkers; most often it is seat 0."""
    return text.translate(_EXCHANGED) if white else text


def mirrored(corners: str) -> str:
    """Corners for the other side of a board."""
    return corners.translate(_MIRRORED)


def pile(groups: Sequence[Group], room: int = ROWS) -> list[str]:
    """One stack from the rim inwards, no higher than the room."""
    present = [group for group in groups if group.checkers]
    whole = sum(group.checkers for group in present) <= room
    drawn: list[str] = []
    for group in present:
        last = group is present[-1]
        most = group.checkers if whole else room - len(drawn) if last else 2
        drawn += _signs(group, most)
    return drawn


def _signs(group: Group, most: int) -> list[str]:
    """A sign for each checker, or for the first of them and then the number of all."""
    sign = CHECKERS[group.seat]
    if group.checkers <= most:
        return [sign] * group.checkers
    return [sign] * (most - 1) + [str(group.checkers)]


def heap(group: Group, across: int, rows: int, gap: str = " ") -> list[str]:
    """Checkers side by side, in rows from the rim inwards, each of the same width."""
    counts = [min(max(group.checkers - across * row, 0), across) for row in range(rows)]
    drawn = [gap.join(CHECKERS[group.seat] * count) for count in counts]
    if group.checkers > across * rows:
        drawn[-1] = str(group.checkers)
    return [row.ljust(across + (across - 1) * len(gap)) for row in drawn]
