"""What the games are called in the files of other programs."""

from __future__ import annotations

import tomllib
from functools import cache

from fullprime.data import shipped


@cache
def file_games(kind: str) -> dict[str, str]:
    """The ids of the games by the names or numbers that files of this format have for them."""
    found = tomllib.loads(shipped("file_games.toml").read_text(encoding="utf-8"))
    return {str(name): str(game) for name, game in found[kind].items()}


@cache
def names_in_files(kind: str) -> dict[str, str]:
    """The other way round."""
    return {game: name for name, game in file_games(kind).items()}
