"""Names that people give themselves: what others see of them.

>>> clean_name("  Ann   Lee ")
'Ann Lee'
"""

from __future__ import annotations

import unicodedata
from typing import Final

from fullprime.server import bots
from fullprime.server.problems import Problem

_JOINERS: Final = "\u200c\u200d"
"""Letters of Persian and of other scripts need them; alone they are nothing."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their kind, but nobody sees them."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of characters: control, direction, halves of others, without meaning, ends of lines."""


def clean_name(given: str, own: bool = True) -> str:
    """The name as it is kept; `own`: it is shown at tables, so it cannot be that of the bot."""
    name = " ".join(given.split())
    if any(_is_refused(char) for char in name) or (name and not _visible(name)):
        raise Problem(422, "name.characters")
    if own and _plain(name) == _plain(bots.NAME):
        raise Problem(422, "name.bot", name=bots.NAME)
    return name


def _is_refused(char: str) -> bool:
    if char in _JOINERS:
        return False
    return char in _BLANK or unicodedata.category(char) in _REFUSED


def _visible(name: str) -> str:
    return "".join(char for char in name if char not in _JOINERS and not char.isspace())


def _plain(name: str) -> str:
    """Letters that look alike in all of Unicode's compatible forms, without marks and case."""
    apart = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in apart if char.isalnum())
