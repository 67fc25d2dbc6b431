"""Matches as files, in every format that is written."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullprime.errors import FullprimeError
from fullprime.formats import match_file
from fullprime.formats.match_file import Format
from fullprime.server.door import Door, json_answer
from fullprime.server.imported import with_notes
from fullprime.server.noted import Noted
from fullprime.server.reading import Wanted, read
from fullprime.server.record import Record
from fullprime.server.transcript import transcript
from fullprime.shapes import decoded
from fullprime.store import Kept

LONGEST_PART: Final = 30
"""Of the name of a file, for each player."""
KINDS: Final = {"json": "application/json"}
"""Media types; the other files are texts."""

Json = dict[str, Any]
door = Door("/api")


class Export(msgspec.Struct):
    """A match, and the name of a format."""

    match_id: str
    format: str = "json"


@door.get("/matches/{match_id}/exports")
async def exports(request: Request) -> Response:
    """The formats in which the match can be saved, and what each cannot hold."""
    return json_answer(await read(request, request.path_params["match_id"], Wanted("exports")))


@door.get("/matches/{match_id}/export", Export)
async def export(request: Request, body: Export) -> Response:
    """The match as a file."""
    kind = match_file.named(body.format)
    found = await read(request, body.match_id, Wanted("export", format=kind.name))
    content = decoded(found, bytes)
    heading = await request.app.state.store.heading(body.match_id)
    names = [seat.name if seat else "" for seat in heading.seats] if heading else []
    name = download_name(names, body.match_id, kind.endings[0])
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=KINDS.get(kind.name, "text/plain"), headers=attached)


def download_name(players: list[str], match_id: str, ending: str) -> str:
    """`fullprime-Ann-Ben-1a2b3c4d.mat`: letters and digits that every system takes, and no path."""
    parts = (re.sub(r"[^A-Za-z0-9]+", "-", name)[:LONGEST_PART].strip("-") for name in players)
    return "-".join(part for part in ("fullprime", *parts, match_id[:8]) if part) + ending


def losses(kept: Kept, noted: Noted) -> list[Json]:
    """What each format cannot hold of a match."""
    match, found = _noted(kept, noted).match, []
    for kind in match_file.writers():
        try:
            lost = kind.dump(match).losses
        except FullprimeError:  # it cannot hold this match at all
            continue
        about = {"format": kind.name, "title": kind.title, "ending": kind.endings[0]}
        found.append({**about, "losses": lost})
    return found


def content_of(kind: Format, kept: Kept, noted: Noted) -> bytes:
    """A match as a file."""
    record = _noted(kept, noted)
    match kind.name:
        case "text":
            return transcript(kept, record.match.notes)
        case "json":
            return record._replace(fair=None).file  # what is saved has no links
        case _:
            return kind.dump(record.match).data


def _noted(kept: Kept, noted: Noted) -> Record:
    record = Record.start(kept).to_end(kept.events)
    return record._replace(match=with_notes(record.match, noted.values()))
