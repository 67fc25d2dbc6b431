"""The rules of every game in words, made from the fields of its variant.

A game of your own has a rulebook as well: nothing here knows a game by its name.

>>> from fullprime.variant import Variant
>>> [section.title for section in rules_of(Variant.load()).sections][:2]
['Set-up', 'Movement and direction']
"""

from fullprime.rulebook.book import (
    Chapter,
    GameInSeries,
    HouseRule,
    Line,
    Rule,
    Rulebook,
    SeriesBook,
    Value,
    rules_of,
    rules_of_series,
)

__all__ = [
    "Chapter",
    "GameInSeries",
    "HouseRule",
    "Line",
    "Rule",
    "Rulebook",
    "SeriesBook",
    "Value",
    "rules_of",
    "rules_of_series",
]
