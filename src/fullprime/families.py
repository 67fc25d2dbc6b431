"""The families of the games: which of them are alike."""

from __future__ import annotations

import tomllib
from functools import cache

from fullprime.data import shipped


@cache
def families() -> dict[str, tuple[str, ...]]:
    """The ids of games and series by family, all in the order in which they are shown."""
    text = shipped("families.toml").read_text(encoding="utf-8")
    return {family: tuple(games) for family, games in tomllib.loads(text).items()}


@cache
def family_of(game: str) -> str:
    """The family of a game or series by its id.

    >>> from fullprime import variants
    >>> family_of(variants()[0].id)
    'hitting'
    """
    return next(family for family, games in families().items() if game in games)
