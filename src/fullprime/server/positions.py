"""Positions for the editor: text and ids in, the board out, and back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis.as_json import stakes_json
from fullprime.dice import Roll
from fullprime.errors import BadVariant, Fault, FullprimeError, shorten
from fullprime.formats.ids import Told, checked_text, gnubg_id, told_of
from fullprime.formats.ids.fibs_board import fibs_board
from fullprime.formats.ids.ogid import ogid
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.snowie_line import snowie_line
from fullprime.formats.ids.xgid import xgid
from fullprime.formats.stakes_fields import MOST_AWAY, StakesFields
from fullprime.numbers_to_play import Numbers
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.problems import Problem, fault_json
from fullprime.server.state import variant_json
from fullprime.variant import Variant
from fullprime.variant.file import is_path

LONGEST_TEXT = 4000
"""Room for an export with its drawing: the ids stand at its head."""

Json = dict[str, Any]
VariantName = Annotated[str, Meta(max_length=80)]
door = Door("/api")


class RowBody(msgspec.Struct, forbid_unknown_fields=True):
    """The checkers of one side, by its own points."""

    points: Annotated[list[int], Meta(max_length=24)]
    bar: int = 0
    hand: int = 0
    off: int = 0
    pinned: Annotated[list[int], Meta(max_length=24)] = []

    def counts(self) -> list[int]:
        """By place, as positions keep them."""
        row = [0] * PLACES
        row[1 : len(self.points) + 1] = self.points
        row[OFF], row[BAR], row[HAND] = self.off, self.bar, self.hand
        return row


class PositionText(msgspec.Struct):
    """A position as text or as an id of any program; empty for the start of the game."""

    variant: str
    text: str = ""


class PositionBody(msgspec.Struct, forbid_unknown_fields=True):
    """A board set up by hand; the side on roll comes first."""

    variant: VariantName
    rows: tuple[RowBody, RowBody]
    dice: list[int] | None = None
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)
    black: bool = False
    length: Annotated[
        int, Meta(ge=0, le=MOST_AWAY, description="Points that win the match; 0: as few as can be.")
    ] = 0


@door.get("/position", PositionText)
async def read_position(_: Request, body: PositionText) -> Response:
    """What a text or an id means; the start of the game if there is none."""
    return json_answer(await asyncio.to_thread(_from_text, body))


@door.post("/position", PositionBody)
async def set_up(_: Request, body: PositionBody) -> Response:
    """The same for a board that was set up by hand."""
    return json_answer(await asyncio.to_thread(_from_rows, body))


def _from_text(body: PositionText) -> Json:
    if len(body.text) > LONGEST_TEXT:
        raise FullprimeError(Fault("position.long", n=LONGEST_TEXT))
    game = load_variant(body.variant)
    return _answer(game, _read(game, body.text.strip()))


def _from_rows(body: PositionBody) -> Json:
    first, second = body.rows
    pinned = (frozenset(first.pinned), frozenset(second.pinned))
    position = Position.of(first.counts(), second.counts(), pinned)
    dice = None if body.dice is None else Roll.of(body.dice)
    stakes = body.stakes.stakes(house_rules=True)
    told = Situation(upper=body.black, dice=dice, stakes=stakes, match_length=body.length)
    return _answer(load_variant(body.variant), Told(position, told))


def load_variant(name: str, options: dict[str, Any] | None = None) -> Variant:
    """A variant that comes with the program: requests cannot read files of the server's disk."""
    if is_path(name):
        raise Problem(422, "request.unknown_game", name=repr(shorten(name, 40)))
    try:
        variant = Variant.load(name)
    except BadVariant as error:
        if error.fault.code == "refused.series":
            raise
        raise Problem(422, "request.unknown_game", name=repr(shorten(name, 40))) from error
    return variant.with_options(options or {})


def _read(variant: Variant, text: str) -> Told:
    """Any position that can be read; that a game cannot have it is one of its faults."""
    if not text:
        return Told(variant.start_position, Situation())
    found = told_of(variant, text)
    return found or Told(Position.parse(checked_text(text), variant.checkers), Situation())


def _answer(variant: Variant, found: Told) -> Json:
    position, told = found.position, found.situation
    faults = variant.faults(position)
    return {
        "variant": variant_json(variant),
        "board": board_json(variant),
        "rows": rows_json(variant, position),
        "pips": list(position.pips),
        "dice": list(told.dice) if told.dice else None,
        "left": [] if faults else _left(variant, position, told.dice),
        "stakes": stakes_json(told.stakes),
        "length": told.length,
        "turn": 0,
        "black": told.upper,
        "ids": {"text": variant.text(position), **_ids(variant, found)},
        "faults": [fault_json(fault) for fault in faults],
    }


def _left(variant: Variant, position: Position, dice: Roll | None) -> list[int]:
    """The numbers to play; a doublet has more than its dice."""
    return list(Numbers.of(variant, variant.remembering(position), dice).left) if dice else []


def _ids(variant: Variant, found: Told) -> dict[str, str | None]:
    """What other programs call it; on their boards the sides meet."""
    position, told = found.position, found.situation
    name = gnubg_id(position) if variant.geometry == "contrary" else None
    return {
        "gnubg_id": name,
        "match_id": found.match_id if name else None,
        "xgid": xgid(position, told) if name else None,
        "ogid": ogid(position, told) if name else None,
        "fibs": fibs_board(position, told) if name else None,
        "snowie": snowie_line(position, told) if name else None,
    }
