"""Rows of match text without a heading: Jellyfish's single games, and the sessions of GammonEmpire,
both called `.gam`. The names stand in the line before the first row, if anywhere."""

from __future__ import annotations

from fullprime.formats.mat.reader import looks_like_rows, read_one_game
from fullprime.formats.transcript import Transcript


def looks_like(data: bytes) -> bool:
    """A first row, and no heading: match text has been tried before."""
    return looks_like_rows(data)


def read(data: bytes) -> Transcript:
    """A game, or several for money."""
    return read_one_game(data, "gam")
