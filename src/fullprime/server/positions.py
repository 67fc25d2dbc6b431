"""Positions for the editor: text and ids in, the board out, and back."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fullprime.dice import Roll
from fullprime.errors import BadPosition, FullprimeError
from fullprime.formats.ids import from_gnubg_id, gnubg_id, is_gnubg_id
from fullprime.formats.stakes_fields import StakesFields
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.server.board import board_json, rows_json
from fullprime.server.state import variant_json
from fullprime.variant import Variant
from fullprime.variant_file import is_path

LONGEST_TEXT = 1000

Json = dict[str, Any]
router = APIRouter(prefix="/api")


class RowAsked(BaseModel):
    """The checkers of one side, by its own points."""

    model_config = ConfigDict(extra="forbid")

    points: list[int] = Field(max_length=24)
    bar: int = 0
    hand: int = 0
    off: int = 0
    pinned: list[int] = Field(default=[], max_length=24)

    def counts(self) -> list[int]:
        """By place, as positions keep them."""
        row = [0] * PLACES
        row[1 : len(self.points) + 1] = self.points
        row[OFF], row[BAR], row[HAND] = self.off, self.bar, self.hand
        return row


class PositionAsked(BaseModel):
    """A board set up by hand; the side on roll comes first."""

    model_config = ConfigDict(extra="forbid")

    variant: str = Field(max_length=80)
    rows: tuple[RowAsked, RowAsked]
    dice: list[int] | None = None
    stakes: dict[str, Any] = {}


@router.get("/position")
def read_position(variant: str, text: str = "") -> Response:
    """The position that a text or an id means; the start of the game if there is none."""
    if len(text) > LONGEST_TEXT:
        raise FullprimeError(f"the text is longer than {LONGEST_TEXT} characters")
    game = load_variant(variant)
    return _answer(game, _read(game, text.strip()), None, StakesFields())


@router.post("/position")
def set_up(asked: PositionAsked) -> Response:
    """The same for a board that was set up by hand."""
    first, second = asked.rows
    pinned = (frozenset(first.pinned), frozenset(second.pinned))
    position = Position.of(first.counts(), second.counts(), pinned)
    dice = None if asked.dice is None else Roll.of(asked.dice)
    return _answer(load_variant(asked.variant), position, dice, stakes_fields(asked.stakes))


def load_variant(name: str, options: dict[str, Any] | None = None) -> Variant:
    """One of ours: files of the server's disk are nobody's business."""
    if is_path(name):
        raise FullprimeError(f"variant {name!r}: expected the id of a variant")
    return Variant.load(name, options)


def stakes_fields(fields: dict[str, Any]) -> StakesFields:
    """What a game is played for, checked."""
    try:
        found = msgspec.convert(fields, type=StakesFields)
    except msgspec.ValidationError as error:
        raise FullprimeError(f"stakes: {error}") from error
    found.stakes()  # raises if the cube shows what no cube shows
    return found


def _read(variant: Variant, text: str) -> Position:
    """Whatever can be read: that a game cannot have it is told as its fault."""
    if not text:
        return variant.start_position
    if is_gnubg_id(text):
        return from_gnubg_id(text.partition(":")[0])
    if ":" not in text:
        raise BadPosition(text, ["expected position text such as '6:2 / 24:2', or a GNU id"])
    return Position.parse(text, variant.checkers)


def _answer(
    variant: Variant, position: Position, dice: Roll | None, stakes: StakesFields
) -> Response:
    text = variant.text(position)
    plain = variant.geometry == "contrary"
    found: Json = {
        "variant": variant_json(variant),
        "board": board_json(variant),
        "rows": rows_json(variant, position),
        "pips": list(position.pips),
        "dice": list(dice) if dice else None,
        "stakes": msgspec.to_builtins(stakes),
        "turn": 0,
        "ids": {
            "text": text,
            "gnubg_id": gnubg_id(position) if plain else None,
            "match_id": None,
            "xgid": None,
        },
        "faults": variant.faults(position),
    }
    return Response(msgspec.json.encode(found), media_type="application/json")
