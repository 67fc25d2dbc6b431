"""Everything that is not code: games, rules, series, levels, nets, tables, statistics."""

from importlib import resources
from importlib.resources.abc import Traversable


def shipped(*parts: str) -> Traversable:
    """A file or folder that comes with the program."""
    return resources.files("fullprime.data").joinpath(*parts)
