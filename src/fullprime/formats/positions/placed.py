"""A position as a file has it: with what the game is played for, and by whom."""

from __future__ import annotations

import msgspec

from fullprime.formats.ids.situation import Situation
from fullprime.position import Position


class Placed(msgspec.Struct, frozen=True):
    """What a position file says."""

    position: Position
    situation: Situation
    players: tuple[str, str] | None = None
    """Their names, the side on roll first."""
    comment: str = ""
    """What the file says besides, such as an analysis."""
