"""Position files of Snowie: its line, and whatever follows it."""

from __future__ import annotations

import re
from typing import Final

from fullprime.formats.ids.snowie_line import from_snowie_line, names_of
from fullprime.formats.positions.placed import Placed
from fullprime.formats.transcript import head_of, text_of

_BEGINS: Final = re.compile(r"\d+;\d+;-?\d+;\d+;\d+;[^;\n]*;[^;\n]*;\d+;")


def looks_like(head: bytes) -> bool:
    """Is it a file with such a line?"""
    return bool(_BEGINS.match(head_of(head).lstrip()))


def read(data: bytes) -> Placed:
    """The position of a file; what follows its line is kept as a comment."""
    line, _, rest = text_of(data).strip().partition("\n")
    position, situation = from_snowie_line(line)
    players = names_of(line)
    return Placed(
        position, situation, players=players if any(players) else None, comment=rest.strip()
    )
