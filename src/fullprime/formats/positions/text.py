"""Position exports in text: a drawing, ids, and what a program thinks of the position."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from fullprime.errors import BadFile, Fault
from fullprime.formats.ids import known_id
from fullprime.formats.positions.placed import Placed

_BORDER: Final = re.compile(r"^.{0,2}\+1[23]-1[14]-.*$", re.MULTILINE)


def placed(text: str, kind: str, sides: dict[str, str]) -> Placed:
    """The first position of a text, with the names of X and O; what follows it is a comment."""
    found = known_id(text)
    if found is None:
        raise BadFile(Fault("posfile.no_id", kind=kind))
    x, o = sides.get("X", ""), sides.get("O", "")
    players = (o, x) if found.situation.upper else (x, o)
    return Placed(
        found.position,
        found.situation,
        players=players if any(players) else None,
        comment=_after_board(text),
    )


def _after_board(text: str) -> str:
    """What follows the first drawing, which has a border above and one below."""
    borders = list(islice(_BORDER.finditer(text), 2))
    return text[borders[1].end() :].strip() if len(borders) > 1 else ""
