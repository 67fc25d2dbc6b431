"""Your decisions in all your matches that are reviewed, found by what they are about."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis.review.finding import (
    MOST,
    Finder,
    FoundDecision,
    Query,
    Searched,
    best_first,
)
from fullprime.formats.ids import read_position
from fullprime.server.board import rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.listed import MOST as MOST_MATCHES
from fullprime.server.listed import own_seat
from fullprime.server.people import asker
from fullprime.server.reviewing import unpacked
from fullprime.shapes import decoded
from fullprime.variant import Variant

if TYPE_CHECKING:
    from fullprime.store.store import Store

MOST_FOUND: Final = 100

Json = dict[str, Any]
door = Door("/api")


class FindAsked(Query, frozen=True, kw_only=True):
    """As `fullprime find`; without `player`, your own decisions."""

    everyone: Annotated[
        bool, Meta(description="Those of both players, also in matches in which no one is you.")
    ] = False
    most: Annotated[int, Meta(ge=1, le=MOST_FOUND)] = MOST


@door.get("/me/decisions", FindAsked)
async def find_decisions(request: Request, asked: FindAsked) -> Response:
    """Your decisions that fit, the most expensive or the nearest first, each with its board."""
    person = await asker(request)
    store: Store = request.app.state.store
    finder = Finder(asked)
    every = asked.everyone or asked.player is not None
    white: dict[str, int] = {}
    found: list[FoundDecision] = []
    for listed in await store.matches_of(person.id, MOST_MATCHES):
        seat = None if every else own_seat(listed, person)
        kept = None if listed.review is None else await store.reviews.of_match(listed.id)
        if kept is None or (seat is None and not every):
            continue
        white[listed.id] = decoded(listed.summary, _Colors).white or 0
        found += await asyncio.to_thread(_in_report, finder, listed.id, kept.report, seat)
    shown = [_found_json(each, white) for each in best_first(found, asked.most)]
    matches = len(white)
    return json_answer({"matches": matches, "count": len(found), "found": shown})


def _in_report(
    finder: Finder, match: str, report: bytes, seat: int | None
) -> Sequence[FoundDecision]:
    try:
        return list(finder.in_match(match, Searched.decode(bytes(unpacked(report))), seat))
    except msgspec.DecodeError:  # of a version before there were game plans
        return []


class _Colors(msgspec.Struct):
    """Of what lists show of a match."""

    white: int | None = None


def _found_json(found: FoundDecision, white: Mapping[str, int]) -> Json:
    """With the board, as a page draws it: `white` is the seat with the light checkers."""
    variant = Variant.load(found.variant)
    turn = 1 - found.seat if found.kind == "take" else found.seat
    rows = rows_json(variant, read_position(variant, found.position), turn)
    board = {"turn_of": turn, "rows": rows, "white": white[found.source]}
    return {**msgspec.to_builtins(found), **board}
