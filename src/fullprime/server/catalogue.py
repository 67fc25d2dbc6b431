"""What can be played, and against whom."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import inspect
from starlette.requests import Request
from starlette.responses import Response

from fullprime.engine.levels import Level, Rate, all_levels
from fullprime.engine.nets import net_for
from fullprime.families import families, family_of
from fullprime.series import Series, all_series
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door
from fullprime.server.samples import sample_game, sample_position
from fullprime.variant import Variant, variants
from fullprime.variant.schema import fields

Json = dict[str, Any]
SAME_WAY: Final = ("parallel12", "common")
"""The geometries in which both sides go around the board in one direction."""

door = Door("/api")


@door.get("/variants")
async def all_games(_: Request) -> Response:
    """The games, and the series of games."""
    return Response(_games(), media_type="application/json")


@door.get("/sample")
async def sample(_: Request) -> Response:
    """The standard game, from the first roll to the last, state by state."""
    return Response(_sample(), media_type="application/json")


@door.get("/levels")
async def levels(_: Request) -> Response:
    """How well bots can be made to play, the weakest first."""
    return Response(_levels(), media_type="application/json")


@cache
def _games() -> bytes:
    found = {
        "variants": [_variant(variant) for variant in variants()],
        "series": [_series(series) for series in all_series()],
        "families": families(),
    }
    return msgspec.json.encode(found)


@cache
def _sample() -> bytes:
    return msgspec.json.encode(sample_game(variants()[0]))


def _variant(variant: Variant) -> Json:
    return {
        "id": variant.id,
        "name": variant.name,
        "aliases": variant.aliases,
        "summary": variant.summary,
        "family": family_of(variant.id),
        "description": variant.description,
        "net": net_for(variant) is not None,
        "cube": variant.cube,
        "same_way": variant.geometry in SAME_WAY,
        "options": [_option(name, variant) for name in variant.options],
        "board": board_json(variant),
        "start": rows_json(variant, variant.start_position),
        "sample": sample_position(variant),
    }


def _series(series: Series) -> Json:
    rotation = series.rotation()
    options = {name: game for game in reversed(rotation) for name in game.options}
    own = [_switch(name, option.summary) for name, option in series.options.items()]
    return {
        "id": series.id,
        "name": series.name,
        "aliases": series.aliases,
        "summary": series.summary,
        "family": family_of(series.id),
        "description": series.description,
        "to": series.to,
        "games": [variant.id for variant in rotation],
        "net": all(net_for(variant) for variant in rotation),
        "cube": any(variant.cube for variant in rotation),
        "options": [*own, *(_option(name, game) for name, game in options.items())],
    }


def _option(name: str, variant: Variant) -> Json:
    """One of several values, of which the game has one if nothing else is said; or a switch."""
    option = variant.options[name]
    if not option.field:
        return _switch(name, option.summary)
    usual = getattr(variant, option.field)
    return {
        "name": name,
        "summary": option.summary,
        "choices": _choices(option.field),
        "usual": usual,
    }


def _switch(name: str, summary: str) -> Json:
    return {"name": name, "summary": summary, "choices": None, "usual": False}


def _choices(field: str) -> list[Any]:
    kind = fields(Variant)[field].type
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    number = inspect.type_info(kind)
    if isinstance(number, inspect.IntType):
        return list(range(number.ge or 0, (number.le or 0) + 1))
    return [False, True]


@cache
def _levels() -> bytes:
    return msgspec.json.encode([_level(level) for level in all_levels()])


def _level(level: Level) -> Json:
    cards = {variant.id: level.card_in(variant) for variant in variants()}
    return {
        "name": level.name,
        "summary": level.summary,
        "rates": {game: _rate(card.rate) for game, card in cards.items() if card},
        "strongest": level is all_levels()[-1],
    }


def _rate(rate: Rate) -> Json:
    return {"pr": max(0.0, round(rate.pr, 2)), "interval": round(rate.interval, 2)}
