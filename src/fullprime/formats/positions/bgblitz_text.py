"""Positions as BGBlitz exports them: a drawing, all ids, and the analysis, in any language."""

from __future__ import annotations

import re
from typing import Final

from fullprime.formats.positions.placed import Placed
from fullprime.formats.positions.text import placed
from fullprime.formats.transcript import head_of, text_of

_SIDE: Final = re.compile(r"-\+ {1,9}([OX]): (.{0,99}?) {1,9}\d{1,4} {0,9}$", re.MULTILINE)
"""Behind the border: who sits there, and the pips."""


def looks_like(head: bytes) -> bool:
    """Has it the ids as BGBlitz writes them?"""
    text = head_of(head)
    return "Position-ID:" in text and "Match-ID:" in text


def read(data: bytes) -> Placed:
    """The first position of such a text."""
    text = text_of(data)
    return placed(text, "BGBlitz", dict(_SIDE.findall(text)))
