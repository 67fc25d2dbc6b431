"""The rules of the games and the words of the players, for the pages."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullprime.action import Played
from fullprime.dice import Roll
from fullprime.errors import shorten
from fullprime.families import family_of
from fullprime.glossary import terms
from fullprime.notation import read_play
from fullprime.rulebook import rules_of, rules_of_series
from fullprime.rulebook.figures import Figure, figures_of, game_of, steps_of, wrong_steps
from fullprime.series import find_series
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.positions import load_variant
from fullprime.server.problems import Problem
from fullprime.server.samples import sample_opening
from fullprime.server.state import walk_json
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
        return msgspec.json.encode({"kind": "series", "family": family_of(series.id), **book})
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
        "family": family_of(variant.id),
        "same_way": variant.geometry != "contrary",
        "score": variant.score,
        "board": board_json(variant),
        "start": rows_json(variant, variant.start_position),
        "figures": [_figure(figure, variant) for figure in figures_of(variant)],
        "opening": sample_opening(variant),
    }
    return msgspec.json.encode(found)


# Figures -----------------------------------------------------------------------------------------


def _figure(figure: Figure, variant: Variant) -> Json:
    """Texts are words, found by the id; places by the mover's count, but rings by White's."""
    seat = int(figure.mover == "black")
    return {
        "id": figure.id,
        "title": figure.title,
        "text": figure.text,
        "group": figure.group,
        "field": figure.field,
        "rule": figure.rule or None,
        "seat": seat,
        "play": [list(step) for step in steps_of(figure, variant)],
        "wrong": [list(step) for step in wrong_steps(figure)],
        "rings": [variant.across(point) if seat else point for point in figure.rings],
        "way": figure.way,
        "cube": figure.cube,
        "view": list(figure.view),
        "rolls": [list(Roll.parse(roll)) for roll in figure.rolls],
        **(_shown(figure, variant) if figure.position else {}),
    }


def _shown(figure: Figure, variant: Variant) -> Json:
    """The board before the play and after it, and all legal steps where it can be tried."""
    game = game_of(figure, variant)
    after = game
    if figure.play and game.roll:
        play = read_play(variant, game.position, game.roll, figure.play)
        after = game.apply(Played.of(play))
    return {
        "rows": rows_json(variant, game.position, game.turn),
        "after": rows_json(variant, after.position, after.turn),
        "dice": list(game.roll) if game.roll else None,
        "left": list(game.numbers.left) if game.numbers else [],
        "walk": walk_json(game) if figure.attempt else None,
    }
