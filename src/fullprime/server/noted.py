"""Comments and marks of a match: everyone has their own, which nobody else sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.notes import Index, Mark
from fullprime.server.door import Door, json_answer
from fullprime.server.people import asker, who_asks
from fullprime.server.problems import Problem
from fullprime.server.record import Record
from fullprime.server.tables import Tables, match_for
from fullprime.store import Note

if TYPE_CHECKING:
    from fullprime.store.store import Store

LONGEST: Final = 8000

Json = dict[str, Any]
Noted = dict[tuple[int | None, int | None], Note]
"""A person's notes, by game and action."""
door = Door("/api")


class NoteBody(msgspec.Struct, forbid_unknown_fields=True):
    """A note and its place: games and actions are counted from 0, null is all of them."""

    game: Index | None = None
    action: Index | None = None
    text: Annotated[str, Meta(max_length=LONGEST, pattern=r"^[^\x00]*$")] = ""
    mark: Mark = ""


@door.get("/matches/{match_id}/notes")
async def notes(request: Request) -> Response:
    """Your notes to the match: to all of it first, then game by game."""
    store: Store = request.app.state.store
    match_id, who = request.path_params["match_id"], await who_asks(request)
    await match_for(who, match_id, store)
    return json_answer(
        [_placed_json(note) for note in (await notes_of(who, match_id, store)).values()]
    )


@door.put("/matches/{match_id}/notes", NoteBody)
async def set_note(request: Request, body: NoteBody) -> Response:
    """Keeps your note in place of an earlier one there; an empty one deletes it."""
    person, match_id = await asker(request), request.path_params["match_id"]
    tables: Tables = request.app.state.tables
    async with tables.at(match_id, person.id) as table:
        if person.id != table.kept.owner and not table.seats_of(person.id):
            raise Problem(403, "note.players")
        _check_place(body, table.record)
        note = Note(person.id, body.text.strip(), body.mark, body.game, body.action)
        await table.house.store.set_note(match_id, note)
    return json_answer(_placed_json(note))


async def notes_of(person: int | None, match_id: str, store: Store) -> Noted:
    """What this person has written to a match."""
    found = await store.notes(match_id)
    return {(note.game, note.action): note for note in found if note.person == person}


def note_json(note: Note | None) -> Json | None:
    """The note alone."""
    return {"text": note.text, "mark": note.mark} if note else None


def _placed_json(note: Note) -> Json:
    return {"game": note.game, "action": note.action, "text": note.text, "mark": note.mark}


def _check_place(body: NoteBody, record: Record) -> None:
    games = record.match.games
    if body.game is None:
        known = body.action is None
    else:
        known = body.game < len(games) and (body.action or 0) < max(1, len(games[body.game].log))
    if not known:
        raise Problem(422, "note.place")
