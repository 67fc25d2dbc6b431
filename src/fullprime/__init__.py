"""Fullprime plays, teaches and analyses the games of the tables family.

>>> import fullprime
>>> game = fullprime.Game.start().apply("31").apply("8/5 6/5")
>>> game.position.pips
(167, 163)

`fullprime.analysis`, `arrays`, `engine`, `formats` and `render` are imported when they are used.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fullprime.action import (
    Accepted,
    Action,
    ActionLike,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.dice import Dice, EnteredDice, ListedDice, Roll, SeededDice, SystemDice
from fullprime.errors import FullprimeError, IllegalAction
from fullprime.game import Game, Phase, Result
from fullprime.match import BestOf, Match, Money, Points, Settings
from fullprime.match_equity import MatchEquity
from fullprime.notation import judge_play, read_play
from fullprime.numbers_to_play import Numbers
from fullprime.play import Play, Step, legal_plays
from fullprime.position import Position
from fullprime.stakes import Stakes
from fullprime.variant import Variant, VariantLike, variants
from fullprime.why import Judgement

if TYPE_CHECKING:
    from fullprime import analysis as analysis
    from fullprime import arrays as arrays
    from fullprime import engine as engine
    from fullprime import formats as formats
    from fullprime import render as render

__version__ = "0.1.0"

_LAZY: Final = ("analysis", "arrays", "engine", "formats", "render")
"""Rooms above the values, which take their time to import."""


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return import_module(f"fullprime.{name}")
    raise AttributeError(f"module 'fullprime' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def load(source: Path | str | bytes, *, strict: bool = True) -> Match:
    """The match in a file of any format that Fullprime reads, or in its bytes.

    Reading strictly stops at the first fault; otherwise everything that was understood is kept and
    `match.notes.faults` lists the rest.
    """
    from fullprime.formats import match_file

    return match_file.load(source, strict=strict)


__all__ = [
    "Accepted",
    "Action",
    "ActionLike",
    "Beavered",
    "BestOf",
    "Declined",
    "Dice",
    "Doubled",
    "Dropped",
    "EnteredDice",
    "FullprimeError",
    "Game",
    "IllegalAction",
    "Judgement",
    "ListedDice",
    "Match",
    "MatchEquity",
    "Money",
    "Named",
    "Numbers",
    "Passed",
    "Phase",
    "Play",
    "Played",
    "Points",
    "Position",
    "Raccooned",
    "Resigned",
    "Result",
    "Roll",
    "Rolled",
    "SeededDice",
    "Settings",
    "Stakes",
    "Step",
    "SystemDice",
    "Took",
    "Variant",
    "VariantLike",
    "judge_play",
    "legal_plays",
    "load",
    "read_play",
    "variants",
]
