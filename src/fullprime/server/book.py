"""The opening book over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis.as_json import book_json
from fullprime.analysis.opening_book import game_at, opened
from fullprime.engine.engine import Engine
from fullprime.server.analysis import Analysts
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.positions import VariantName, load_variant
from fullprime.variant import Variant

LONGEST_ROLL = 8
LONGEST_PLAY = 80

Json = dict[str, Any]
RollText = Annotated[str, Meta(max_length=LONGEST_ROLL, description="Such as 31.")]
door = Door("/api")


class BookAsked(msgspec.Struct):
    """A game, and how far the book is opened."""

    game: VariantName
    first: RollText = ""
    reply: RollText = ""
    play: Annotated[
        str,
        Meta(max_length=LONGEST_PLAY, description="Of the first roll; left out: its best play."),
    ] = ""


@door.get("/book/{game}", BookAsked)
async def book(request: Request, body: BookAsked) -> Response:
    """The opening book: first rolls, or with `first` and `reply` a decision and its candidates."""
    analysts: Analysts = request.app.state.analysts
    variant = load_variant(body.game)
    return json_answer(await analysts.ask(BookTask(variant, body), request))


class BookTask(NamedTuple):
    """Where the book is to be opened."""

    variant: Variant
    asked: BookAsked

    def answer(self, engine: Engine) -> Json:
        """With the boards that a page draws."""
        _, first, reply, play = msgspec.structs.astuple(self.asked)
        found = opened(self.variant, first, reply, play, engine)
        return book_json(found) | {
            "board": board_json(self.variant),
            "name": self.variant.name,
            "most": self.variant.score,
            "rows": _rows(self.variant),
            "rows_before_reply": _rows(self.variant, found.decision.first, found.play)
            if found.decision
            else None,
        }


def _rows(variant: Variant, first: str = "", play: str = "") -> list[Json]:
    """Before the first roll, or after the play of it."""
    if not first:
        return rows_json(variant, variant.start_position)
    game = game_at(variant, first, play)
    return rows_json(variant, game.position, game.turn)
