"""A file that is an id of any program, and perhaps a few words about it."""

from __future__ import annotations

import re
from typing import Final

from fullprime.errors import BadFile, Fault
from fullprime.formats.ids import is_id, known_id
from fullprime.formats.ids.in_text import as_typed
from fullprime.formats.positions.placed import Placed
from fullprime.formats.transcript import head_of, text_of

_NAMED: Final = re.compile(
    r"\W{0,3}(?:[XO]GID\s*[=:]|board:[^:]*:[^:]*:\d|(?:GNU Backgammon\s+)?Position[ -]?ID\s*[:=])",
    re.IGNORECASE,
)


def looks_like(head: bytes) -> bool:
    """Does it begin with the name of an id, or is its first line one?"""
    first, _, rest = as_typed(head_of(head)).strip().partition("\n")
    return bool(_NAMED.match(first)) or is_id(first.strip(), alone=not rest)


def read(data: bytes) -> Placed:
    """The position of the id; what follows its line is kept as a comment."""
    text = text_of(data).strip()
    found = known_id(text)
    if found is None:
        raise BadFile(Fault("posfile.no_id", kind="position"))
    return Placed(found.position, found.situation, comment=text.partition("\n")[2].strip())
