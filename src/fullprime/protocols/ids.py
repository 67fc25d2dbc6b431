"""`id` over JSON lines: what a position is called in other programs.

>>> identify("4HPwATDgc/ABMA")["xgid"]
'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
"""

from __future__ import annotations

from fullprime.analysis.as_json import Json, stakes_json
from fullprime.formats.ids import Told, checked_text, gnubg_id, told_of
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.xgid import xgid
from fullprime.position import Position
from fullprime.variant import Variant


def identify(text: str) -> Json:
    """Board, dice and stakes of a position, and its ids; null where one cannot express it."""
    told = _read(text.strip())
    position, situation = told.position, told.situation
    name = gnubg_id(position)
    return {
        "position": str(position),
        "gnubg_id": name,
        "match_id": told.match_id if name else None,  # it goes with a position id
        "xgid": xgid(position, situation),
        "dice": list(situation.dice) if situation.dice else None,
        "stakes": stakes_json(situation.stakes),
    }


def _read(text: str) -> Told:
    """Position text may be of any game, so it is not checked against one."""
    found = told_of(Variant.load(), text)
    return found or Told(Position.parse(checked_text(text)), Situation())
