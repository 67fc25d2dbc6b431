"""Ids inside of a text: a line of GNU Backgammon, an export, a post in a forum.

>>> id_within("Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA")
'4HPwATDgc/ABMA:cAkAAAAAAAAA'
>>> id_within("White to play: OGID=moo:11122355566666d:N0N:35:B, for money")
'OGID=moo:11122355566666d:N0N:35:B'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fullprime.formats.ids.fields import END

_NAMED: Final = (
    re.compile(rf"(?:XGID=|(?<!\S)(?=[-A-Pa-p]{{26}}:))[^{END}]+"),
    re.compile(rf"(?:OGID=|(?<!\S)(?=[0-9a-z]+:[0-9a-z]+:[WBN]\d+[NOTP]\b))[^{END}]+"),
    re.compile(r"(?<!\w)board:[^:\n]*:[^:\n]*:\d[^\n]+"),
    re.compile(r"(?<![^\n])\d+;\d+;(?:[^;\n]*;){37}[^;\n]*"),
)
_POSITION: Final = re.compile(r"Positions?[ -]?ID\s*[:=]\s*([\w+/]+)", re.IGNORECASE)
_MATCH: Final = re.compile(r"Match[ -]?ID\s*[:=]\s*([\w+/]+)", re.IGNORECASE)
_RUN: Final = re.compile(r"[A-Za-z0-9+/]+", re.ASCII)
_WORD: Final = re.compile(r"[A-Za-z][a-z]+|[a-z/]+", re.ASCII)
_POSITION_LENGTH, _MATCH_LENGTH = 14, 12


def id_within(text: str) -> str | None:
    """The first id in a text, as it stands alone; None if there is none.

    Ids that say what they are come first, then what GNU Backgammon calls one: a run of 14 letters,
    digits, `+` or `/`, and one of 12 for the match. Words of that length are left out.
    """
    for pattern in _NAMED:
        if found := pattern.search(text):
            return found[0]
    if named := _POSITION.search(text):
        match = _MATCH.search(text)
        return f"{named[1]}:{match[1]}" if match else named[1]
    position = next(_runs(text, _POSITION_LENGTH), None)
    match_id = next(_runs(text, _MATCH_LENGTH), None)
    return f"{position}:{match_id}" if position and match_id else position


def _runs(text: str, length: int) -> Iterator[str]:
    for run in _RUN.findall(text):
        if len(run) == length and not _WORD.fullmatch(run):
            yield run
