"""Positions for the editor: text and ids in, the board out, and back."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fullprime.analysis.as_json import stakes_json
from fullprime.analysis.question import read_stakes
from fullprime.dice import Roll
from fullprime.errors import FullprimeError
from fullprime.formats.ids import checked_text, gnubg_id, read_id
from fullprime.formats.match_id import match_id
from fullprime.formats.situation import Situation
from fullprime.formats.xgid import xgid
from fullprime.numbers_to_play import Numbers
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.server.board import board_json, rows_json
from fullprime.server.state import variant_json
from fullprime.variant import Variant
from fullprime.variant.file import is_path

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
    black: bool = False


@router.get("/position")
def read_position(variant: str, text: str = "") -> Response:
    """What a text or an id means; the start of the game if there is none."""
    if len(text) > LONGEST_TEXT:
        raise FullprimeError(f"the text is longer than {LONGEST_TEXT} characters")
    game = load_variant(variant)
    position, told = _read(game, text.strip())
    return _answer(game, position, told)


@router.post("/position")
def set_up(asked: PositionAsked) -> Response:
    """The same for a board that was set up by hand."""
    first, second = asked.rows
    pinned = (frozenset(first.pinned), frozenset(second.pinned))
    position = Position.of(first.counts(), second.counts(), pinned)
    dice = None if asked.dice is None else Roll.of(asked.dice)
    stakes = read_stakes(asked.stakes, house_rules=True)
    told = Situation(upper=asked.black, dice=dice, stakes=stakes)
    return _answer(load_variant(asked.variant), position, told)


def load_variant(name: str, options: dict[str, Any] | None = None) -> Variant:
    """One of ours: files of the server's disk are nobody's business."""
    if is_path(name):
        raise FullprimeError(f"variant {name!r}: expected the id of a variant")
    return Variant.load(name, options)


def _read(variant: Variant, text: str) -> tuple[Position, Situation]:
    """Whatever can be read: that a game cannot have it is told as its fault."""
    if not text:
        return variant.start_position, Situation()
    told = read_id(variant, text)
    return told or (Position.parse(checked_text(text), variant.checkers), Situation())


def _answer(variant: Variant, position: Position, told: Situation) -> Response:
    faults = variant.faults(position)
    found: Json = {
        "variant": variant_json(variant),
        "board": board_json(variant),
        "rows": rows_json(variant, position),
        "pips": list(position.pips),
        "dice": list(told.dice) if told.dice else None,
        "left": [] if faults else _left(variant, position, told.dice),
        "stakes": stakes_json(told.stakes),
        "turn": 0,
        "black": told.upper,
        "ids": {"text": variant.text(position), **_ids(variant, position, told)},
        "faults": faults,
    }
    return Response(msgspec.json.encode(found), media_type="application/json")


def _left(variant: Variant, position: Position, dice: Roll | None) -> list[int]:
    """The numbers to play; a doublet has more than its dice."""
    return list(Numbers.of(variant, variant.remembering(position), dice).left) if dice else []


def _ids(variant: Variant, position: Position, told: Situation) -> dict[str, str | None]:
    """What other programs call it; on their boards the sides meet."""
    name = gnubg_id(position) if variant.geometry == "contrary" else None
    return {
        "gnubg_id": name,
        "match_id": match_id(told) if name else None,
        "xgid": xgid(position, told) if name else None,
    }
