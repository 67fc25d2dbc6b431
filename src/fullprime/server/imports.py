"""Match files that visitors bring."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.server.door import Door, json_answer
from fullprime.server.imported import shown_text
from fullprime.server.parsing import Parsed, Parsers
from fullprime.server.people import visitor
from fullprime.server.reviewing import review_of
from fullprime.server.state import faults_json
from fullprime.store import Import

if TYPE_CHECKING:
    from fullprime.store.store import Store

LONGEST_NAME: Final = 120

Json = dict[str, Any]
door = Door("/api")


class Upload(msgspec.Struct):
    """What is known of a file besides its bytes."""

    name: Annotated[str, Meta(description="Of the file; it is only shown.")] = ""
    repair: Annotated[
        str,
        Meta(
            pattern=r"^([1-9]\d{0,3}(,[1-9]\d{0,3}){0,99})?$",
            description="Numbers of proposals, such as `1` or `1,4`: with these changes.",
        ),
    ] = ""


@door.upload("/imports", Upload, status=201)
async def import_match(request: Request, body: Upload) -> Response:
    """Keeps the match in a file of any known format; only who has brought it sees it."""
    person = await visitor(request)
    parsers: Parsers = request.app.state.parsers
    async with parsers.turn(person.id):
        data = await request.body()
        parsed = await parsers.read(data, person.id, body.repair)
    imported = Import(
        person=person.id,
        format=parsed.found.format,
        file=file_name(body.name),
        sha256=hashlib.sha256(data).digest(),
        digest=parsed.found.brought.digest,
        faults=msgspec.json.encode(faults_json(parsed.found.faults)).decode(),
    )
    kept, summary, _, notes = parsed.found.brought
    store: Store = request.app.state.store
    job = review_of(kept.id, kept.seats) if request.app.state.reviews else None
    match_id = await store.import_match(kept, summary, imported, notes, job)
    request.app.state.jobs.wake()
    return json_answer(_answer(parsed, match_id), 201)


def file_name(given: str) -> str:
    """The name without the folders that it was in."""
    return shown_text(re.split(r"[/\\]", given)[-1], LONGEST_NAME)


def _answer(parsed: Parsed, match_id: str) -> Json:
    found = parsed.found
    return {
        "id": match_id,
        "format": found.format,
        "known": match_id != found.brought.kept.id,
        "players": found.players,
        "games": found.games,
        "faults": faults_json(found.faults),
        "proposals": parsed.proposals,
    }
