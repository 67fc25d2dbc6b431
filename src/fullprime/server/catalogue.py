"""What can be played, and against whom."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect
from starlette.requests import Request
from starlette.responses import Response

from fullprime.engine.levels import all_levels
from fullprime.engine.nets import net_for
from fullprime.series import Series, all_series
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door
from fullprime.variant import Option, Variant, variants
from fullprime.variant.schema import fields

Json = dict[str, Any]
door = Door("/api")


@door.get("/variants")
async def all_games(_: Request) -> Response:
    """The games, and the series of games."""
    return Response(_games(), media_type="application/json")


@door.get("/levels")
async def levels(_: Request) -> Response:
    """How well bots can be made to play, the weakest first."""
    return Response(_levels(), media_type="application/json")


@cache
def _games() -> bytes:
    found = {
        "variants": [_variant(variant) for variant in variants()],
        "series": [_series(series) for series in all_series()],
    }
    return msgspec.json.encode(found)


def _variant(variant: Variant) -> Json:
    return {
        "id": variant.id,
        "name": variant.name,
        "summary": variant.summary,
        "description": variant.description,
        "net": net_for(variant) is not None,
        "cube": variant.cube,
        "options": [_option(name, option) for name, option in variant.options.items()],
        "board": board_json(variant),
        "start": rows_json(variant, variant.start_position),
    }


def _series(series: Series) -> Json:
    rotation = series.rotation()
    options = {name: option for game in rotation for name, option in game.options.items()}
    own = [{"name": n, "summary": o.summary, "choices": None} for n, o in series.options.items()]
    return {
        "id": series.id,
        "name": series.name,
        "summary": series.summary,
        "description": series.description,
        "to": series.to,
        "games": [variant.id for variant in rotation],
        "net": all(net_for(variant) for variant in rotation),
        "cube": any(variant.cube for variant in rotation),
        "options": [*own, *(_option(name, option) for name, option in options.items())],
    }


def _option(name: str, option: Option) -> Json:
    """A switch has no choices but on and off."""
    choices = _choices(option.field) if option.field else None
    return {"name": name, "summary": option.summary, "choices": choices}


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


def _level(level: Any) -> Json:
    card = level.card
    return {
        "name": level.name,
        "summary": level.summary,
        "pr": round(card.rate.pr, 2) if card else None,
        "interval": round(card.rate.interval, 2) if card else None,
        "strongest": level is all_levels()[-1],
    }
