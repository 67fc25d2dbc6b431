"""Positions as eXtreme Gammon copies them: an XGID, a drawing and the analysis, in any language.

The words are translated; everything that counts stands in the XGID.
"""

from __future__ import annotations

import re
from typing import Final

from fullprime.formats.positions.placed import Placed
from fullprime.formats.positions.text import placed
from fullprime.formats.transcript import head_of, text_of

_XGID: Final = re.compile(r"^[ \t>]{0,9}XGID ?=", re.MULTILINE | re.IGNORECASE)
_PLAYERS: Final = re.compile(
    r"^[ \t>]{0,9}X[:\uff1a](.{0,99}?)[ \t\u3000]{2,9}O[:\uff1a](.{0,99})$", re.MULTILINE
)


def looks_like(head: bytes) -> bool:
    """Has it an XGID, and no id of another program?"""
    text = head_of(head)
    return bool(_XGID.search(text)) and "Position-ID:" not in text


def read(data: bytes) -> Placed:
    """The first position of such a text."""
    text = text_of(data)
    names = _PLAYERS.search(text)
    sides = {"X": names[1].strip(), "O": names[2].strip()} if names else {}
    return placed(text, "XG", sides)
