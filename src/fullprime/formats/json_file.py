"""Fullprime's own file as one of the formats; `saved` is what it holds."""

from __future__ import annotations

from fullprime.formats import saved
from fullprime.formats.written import Written
from fullprime.match import Match


def looks_like(data: bytes) -> bool:
    """An object that names the format."""
    return data[:64].lstrip().startswith(b"{") and b'"fullprime match ' in data[:4096]


def read(data: bytes) -> Match:
    """The match, without what the program that saved it wanted to find again."""
    return saved.load(data)[0]


def dump(match: Match) -> Written:
    """Nothing is lost."""
    return Written(saved.dump(match))
