"""The rules of the games and the words of the players, for the pages."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullprime.errors import shorten
from fullprime.glossary import terms
from fullprime.rulebook import rules_of, rules_of_series
from fullprime.series import find_series
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.positions import load_variant
from fullprime.server.problems import Problem
from fullprime.variant import Variant

Json = dict[str, Any]
door = Door("/api")


class WhichGame(msgspec.Struct):
    """A game or a series by its name."""

    game: str


@door.get("/rules/{game}", WhichGame)
async def rules(_: Request, body: WhichGame) -> Response:
    """The rules of a game or a series: texts with their codes, the set-up, figures to try."""
    return Response(await asyncio.to_thread(_rules, body.game), media_type="application/json")


@door.get("/glossary")
async def glossary(_: Request) -> Response:
    """The words of the players, in the order of their English names."""
    return json_answer([msgspec.to_builtins(term) for term in terms().values()])


def _rules(name: str) -> bytes:
    series = find_series(name)
    if series:
        book = msgspec.to_builtins(rules_of_series(series))
        return msgspec.json.encode({"kind": "series", **book})
    try:
        return _game(load_variant(name).id)
    except Problem as error:
        raise Problem(404, "request.unknown_game", name=repr(shorten(name, 40))) from error


@cache
def _game(name: str) -> bytes:
    variant = Variant.load(name)
    found = {
        "kind": "variant",
        **msgspec.to_builtins(rules_of(variant)),
        "board": board_json(variant),
        "start": rows_json(variant, variant.start_position),
    }
    return msgspec.json.encode(found)
