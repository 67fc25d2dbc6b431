"""Positions as GNU Backgammon exports them in text: both ids, a drawing, and the analysis."""

from __future__ import annotations

import re
from typing import Final

from fullprime.formats.positions.placed import Placed
from fullprime.formats.positions.text import placed
from fullprime.formats.transcript import head_of, text_of

_ID: Final = re.compile(r"GNU Backgammon\s+\w.*: [A-Za-z0-9+/]{14}\b")
_SIDE: Final = re.compile(
    r"-\+ {1,9}([OX]): (.{0,99}?)(?: \([^():]{1,40}: \d+\))? {0,9}$", re.MULTILINE
)
"""Behind the border: who sits there, and the cube if it is theirs."""


def looks_like(head: bytes) -> bool:
    """Has it an id and its drawing as GNU Backgammon writes them?"""
    return bool(_ID.search(head_of(head)))


def read(data: bytes) -> Placed:
    """The first position of such a text."""
    text = text_of(data)
    sides = dict(reversed(_SIDE.findall(text)))  # the first of each
    return placed(text, "GNU Backgammon", sides)
