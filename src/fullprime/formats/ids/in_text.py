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
from urllib.parse import unquote

from fullprime.formats.ids.fields import END

_ALONE: Final = r"(?<![^\s\"'`(<>\[=:])"
"""Before an id without its name."""
_NAMED: Final = (
    ("XGID=", re.compile(rf"(?:(?i:XGID)\s*=\s*|{_ALONE}(?=[-A-Pa-p]{{26}}:))([^{END}]+)")),
    (
        "OGID=",
        re.compile(
            rf"(?:(?i:OGID)\s*=\s*|{_ALONE}(?=[0-9a-z]+:[0-9a-z]+:[WBN]\d+[NOTP]\b))([^{END}]+)"
        ),
    ),
    ("board:", re.compile(r"(?<!\w)(?i:board):([^:\n]*:[^:\n]*:\d[^\n\"<>]+)")),
    ("", re.compile(r"(?<![^\n])(\d+;\d+;(?:[^;\n]*;){37}[^;\n]*)")),
)
_TYPED: Final = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\xa0": " ", "\uff1a": ":", "\uff1d": "="}
)
"""What word processors and other keyboards make of the signs in an id."""
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
    for prefix, pattern in _NAMED:
        if found := pattern.search(text):
            return prefix + found[1]
    if named := _POSITION.search(text):
        match = _MATCH.search(text)
        return f"{named[1]}:{match[1]}" if match else named[1]
    position = next(_runs(text, _POSITION_LENGTH), None)
    if position and (attached := _attached(text, position)):
        return f"{position}:{attached}"
    match_id = next(_runs(text, _MATCH_LENGTH), None)
    return f"{position}:{match_id}" if position and match_id else position


def as_typed(text: str) -> str:
    """An id as its program wrote it, before a link or a letter changed its signs.

    >>> as_typed("?xgid=%2Db----E-C---eE---c-e----B-%3A0")
    '?xgid=-b----E-C---eE---c-e----B-:0'
    """
    text = text.translate(_TYPED)
    return unquote(text) if "%3A" in text.upper() else text


def _attached(text: str, position: str) -> str | None:
    """What stands where the match id belongs, even if it is too long or too short."""
    found = _RUN.match(text.partition(f"{position}:")[2])
    run = found[0] if found else ""
    is_meant = len(run) * 2 >= _MATCH_LENGTH and not _WORD.fullmatch(run)
    return run if is_meant else None


def _runs(text: str, length: int) -> Iterator[str]:
    for run in _RUN.findall(text):
        if len(run) == length and not _WORD.fullmatch(run):
            yield run
