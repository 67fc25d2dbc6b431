"""eXtreme Gammon's match text: match text with `Bar` and `Off`, and checkers that move together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fullprime.formats.mat import reader as mat
from fullprime.formats.mat.writer import Manner, written
from fullprime.formats.transcript import Transcript, head_of, text_of
from fullprime.formats.written import Written
from fullprime.match import Match
from fullprime.play import Step, write_steps

_SIGNS: Final = re.compile(r"Bar/\d|\d/Off|Cannot Move")


def looks_like(data: bytes) -> bool:
    """Match text with tags, in which the bar is called so."""
    head = head_of(data)
    return (
        head.lstrip("\ufeff").startswith("; [")
        and bool(_SIGNS.search(head))
        and (mat.looks_like(data))
    )


def read(data: bytes) -> Transcript:
    """As any match text."""
    return mat.read_text(text_of(data), "xg_text")


def dump(match: Match) -> Written:
    """As XG writes it, and reads it."""
    return written(match, _XG)


def _play(steps: Sequence[Step]) -> str:
    """`Bar/22 13/11*(2) 6/Off`."""
    return write_steps(tuple(steps)).replace("bar", "Bar").replace("off", "Off")


_XG: Final = Manner(
    _play,
    "Cannot Move",
    34,
    33,
    points=lambda points: f"{points} point",
    ending="\r\n",
    mark="\ufeff",
    between_games=3,
    reversed_players=True,
    names=39,
    indent="",
)
