"""Figures of the rules: positions in which a play is legal, or a rule forbids one.

>>> from fullprime.variant import Variant
>>> [figure.id for figure in figures_of(Variant.load())][:3]
['two_checkers', 'one_checker', 'entering']
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from fullprime.action import Rolled
from fullprime.data import shipped
from fullprime.dice import Roll
from fullprime.game import Game
from fullprime.notation import read_play, read_routes
from fullprime.play import Place, place_name
from fullprime.rulebook.words import FIELDS, fits, matters
from fullprime.variant import Variant

Step = tuple[Place, Place]


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A picture with a title and a sentence."""

    title: str
    text: str
    id: str = ""
    group: Literal["", "basics"] = ""
    """Basics belong to the game from which all others differ."""
    field: str = ""
    """The field whose card it stands on."""
    when: dict[str, Any] = {}
    mover: Literal["white", "black"] = "white"
    position: str = ""
    dice: str = ""
    play: str = ""
    """Legal."""
    wrong: str = ""
    """Refused by `rule`."""
    rule: str = ""
    rings: tuple[int, ...] = ()
    """Points that are marked."""
    way: bool = False
    """Shows which way the sides move."""
    cube: int = 0
    """The cube, offered at this value."""
    view: tuple[str, ...] = ()
    """The part of the board that is shown: `7-12`, `hand0`, or `all`."""
    rolls: tuple[str, ...] = ()
    """Dice in a row, where no board is needed."""
    attempt: bool = msgspec.field(name="try", default=False)
    """Can it be tried out?"""


@cache
def all_figures() -> dict[str, Figure]:
    """By id."""
    data = shipped("rulebook", "figures.toml").read_bytes()
    found = msgspec.toml.decode(data, type=dict[str, Figure])
    return {name: msgspec.structs.replace(figure, id=name) for name, figure in found.items()}


def figures_of(variant: Variant) -> list[Figure]:
    """Those of the fields in which this game differs; the basics if there is none."""
    basic = not any(matters(variant, field) for field in ("start", *FIELDS))
    return [
        figure
        for figure in all_figures().values()
        if (basic if figure.group else matters(variant, figure.field) and _fits(variant, figure))
    ]


def _fits(variant: Variant, figure: Figure) -> bool:
    return fits(variant, {"when": figure.when})


def game_of(figure: Figure, variant: Variant) -> Game:
    """The game in which the figure is seen; its dice have been thrown."""
    turn = int(figure.mover == "black")
    game = Game.start(variant, position=figure.position, starter=turn, skip_closed_out=False)
    return game.apply(Rolled(Roll.parse(figure.dice))) if figure.dice else game


def steps_of(figure: Figure, variant: Variant) -> list[Step]:
    """The steps of the legal play, as boards write them."""
    if not figure.play:
        return []
    game = game_of(figure, variant)
    play = read_play(variant, game.position, Roll.parse(figure.dice), figure.play)
    return [step.wire for step in play.steps]


def wrong_steps(figure: Figure) -> list[Step]:
    """The steps of the play that is refused, as they are written."""
    return [
        (place_name(source), place_name(target))
        for route in (read_routes(figure.wrong) if figure.wrong else ())
        for source, target in zip(route.places, route.places[1:], strict=False)
    ]
