"""`id` over JSON lines: what a position is called in other programs.

>>> identify(IdRequest(op="id", text="4HPwATDgc/ABMA"))["xgid"]
'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
"""

from __future__ import annotations

import msgspec

from fullprime.formats.ids import checked_text, gnubg_id, read_id
from fullprime.formats.match_id import match_id
from fullprime.formats.situation import Situation
from fullprime.formats.xgid import xgid
from fullprime.position import Position
from fullprime.protocols.request import Answer, Request
from fullprime.variant import Variant


class IdRequest(Request, kw_only=True):
    """What does this text mean, and how do others write it?"""

    text: str


def identify(request: IdRequest) -> Answer:
    """Board, dice and stakes of a position, and its ids; null where one cannot say it."""
    position, told = _read(request.text.strip())
    name = gnubg_id(position)
    return {
        "position": str(position),
        "gnubg_id": name,
        "match_id": match_id(told) if name else None,  # it goes with a position id
        "xgid": xgid(position, told),
        "dice": list(told.dice) if told.dice else None,
        "stakes": msgspec.to_builtins(told.stakes),
    }


def _read(text: str) -> tuple[Position, Situation]:
    """Position text may be of any game, so nobody asks whether a game can have it."""
    return read_id(Variant.load(), text) or (Position.parse(checked_text(text)), Situation())
