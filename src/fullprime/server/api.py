"""Matches over HTTP."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.server.clock import ClockRules
from fullprime.server.dealing import transcript_of
from fullprime.server.door import Door, json_answer, raw_answer
from fullprime.server.exports import download_name
from fullprime.server.listed import listed_json, up_to_date
from fullprime.server.names import clean_name
from fullprime.server.new_match import LONGEST_NAME, NewMatch, kept_match
from fullprime.server.people import NOBODY, asker, forget, person_json, visitor, who_asks
from fullprime.server.problems import Problem
from fullprime.server.reading import Wanted, read
from fullprime.server.record import Record
from fullprime.server.rematch import rematch_of
from fullprime.server.reviewing import REVIEW
from fullprime.server.state import import_json, player_json, series_json
from fullprime.server.summary import summary_json
from fullprime.server.tables import NoSuchMatch, Tables, match_for
from fullprime.shapes import decoded
from fullprime.store import Seat

if TYPE_CHECKING:
    from fullprime.store.store import Store

MOST_LISTED = 200
MOST_SETTINGS = 16_000
MOST_NAMES = 50

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
door = Door("/api")


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


# People --------------------------------------------------------------------------------------


class Me(msgspec.Struct, forbid_unknown_fields=True):
    """Changes of your own name and settings."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    settings: Annotated[dict[str, Any] | None, Meta(description="Belongs to the pages.")] = None
    names: Annotated[
        Annotated[list[Name], Meta(max_length=MOST_NAMES)] | None,
        Meta(description="Yours in matches that were played elsewhere."),
    ] = None


@door.get("/me")
async def me(request: Request) -> Response:
    """Your name and settings."""
    return json_answer(person_json(await asker(request)))


@door.patch("/me", Me)
async def change_me(request: Request, changes: Me) -> Response:
    """Saves your name or your settings."""
    person = await asker(request)
    if changes.name is not None:
        person = person._replace(name=clean_name(changes.name))
    if changes.settings is not None:
        person = person._replace(settings=msgspec.json.encode(changes.settings).decode())
    if changes.names is not None:
        named = (clean_name(name, own=False) for name in changes.names)
        person = person._replace(names=tuple(dict.fromkeys(name for name in named if name)))
    if len(person.settings) > MOST_SETTINGS:
        raise Problem(422, "request.settings", n=MOST_SETTINGS)
    person = person._replace(id=(await visitor(request)).id)  # nothing is kept of what is refused
    await _store(request).change_person(person)
    return json_answer(person_json(person))


@door.delete("/me/device")
async def forget_device(request: Request) -> Response:
    """This browser forgets who you are, and its pages close; your matches stay with the others."""
    response = Response(status_code=204)
    await forget(request, await asker(request), response)
    return response


# Matches -------------------------------------------------------------------------------------


@door.post("/matches", NewMatch, status=201)
async def new_match(request: Request, body: NewMatch) -> Response:
    """Starts a match."""
    person = await asker(request)
    kept, match = await asyncio.to_thread(kept_match, body, person)
    if person == NOBODY:  # only now: what is refused leaves nothing behind
        person = await visitor(request)
        kept, match = await asyncio.to_thread(kept_match, body, person)
    await _store(request).new_match(kept, summary_json(Record(match), kept.seats))
    invite = f"/join/{kept.invite}" if kept.invite else None
    return json_answer({"id": kept.id, "invite": invite}, 201)


@door.get("/matches")
async def my_matches(request: Request) -> Response:
    """Your matches, the newest first."""
    person = await asker(request)
    store = _store(request)
    listed = await store.matches_of(person.id, MOST_LISTED)
    current = [await up_to_date(each, store) for each in listed]
    return json_answer([listed_json(each, person) for each in current if each])


@door.delete("/matches/{match_id}")
async def delete_match(request: Request) -> Response:
    """Takes the match off your list; without another person in it, it is deleted for good."""
    person, match_id = await asker(request), request.path_params["match_id"]
    store, jobs = _store(request), request.app.state.jobs
    job = await store.jobs.of_match(match_id, REVIEW)
    async with _tables(request).at(match_id, person.id) as table:
        await table.delete(person.id)
    if job and await store.jobs.get(job.id) is None:
        await jobs.cancel(job.id)  # of a match that is no more
    return Response(status_code=204)


@door.post("/matches/{match_id}/abandon")
async def abandon(request: Request) -> Response:
    """Leaves a match that is not over, which loses it; the answer is its state."""
    person = await asker(request)
    async with _tables(request).at(request.path_params["match_id"], person.id) as table:
        await table.abandon(person.id)
        return json_answer(table.state(person.id))


@door.post("/matches/{match_id}/claim")
async def claim(request: Request) -> Response:
    """Takes a match without a clock from an opponent who stays away; the answer is its state."""
    person = await asker(request)
    async with _tables(request).at(request.path_params["match_id"], person.id) as table:
        await table.claim(person.id)
        return json_answer(table.state(person.id))


@door.get("/matches/{match_id}")
async def match_state(request: Request) -> Response:
    """A match as a page shows it."""
    who = await who_asks(request)
    async with _tables(request).at(request.path_params["match_id"], who) as table:
        return json_answer(table.state(who))


@door.get("/matches/{match_id}/dice")
async def dice_record(request: Request) -> Response:
    """The record of the dice of a match, with which anyone can verify every roll."""
    person, match_id = await asker(request), request.path_params["match_id"]
    async with _tables(request).at(match_id, person.id) as table, table.lock:
        kept, record = await _store(request).match(match_id), table.record
    if kept is None:
        raise NoSuchMatch(match_id)
    found = transcript_of(kept, record, request.app.state.dice_keys)
    name = download_name(list(record.match.players), match_id, ".dice.json")
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(msgspec.json.encode(found), 200, attached, "application/json")


class GameOfMatch(msgspec.Struct):
    """A game of a match, counted from 1."""

    match_id: str
    number: int


@door.get("/matches/{match_id}/games/{number}", GameOfMatch)
async def replay(request: Request, body: GameOfMatch) -> Response:
    """A game of the match, action by action, counted from 1."""
    found = await read(request, body.match_id, Wanted("game", number=body.number))
    if bytes(found) == b"null":
        raise Problem(404, "request.unknown_number", n=body.number)
    imported = import_json(await _store(request).imported(body.match_id))
    return raw_answer(b'{"imported":' + msgspec.json.encode(imported) + b"," + bytes(found)[1:])


@door.get("/join/{code}")
async def invitation(request: Request) -> Response:
    """What the code invites to, and whose invitation it is."""
    person = await asker(request)
    kept = await match_for(person.id, await _invited(request), _store(request))
    start = await asyncio.to_thread(Record.start, kept)
    match = start.match
    [inviter] = [seat for seat in kept.seats if seat]
    answer = {
        "from": player_json(inviter),
        "yours": inviter.person == person.id,
        "id": kept.id,
        "variant": {"id": match.variant.id, "name": match.variant.name},
        "series": series_json(match.series),
        "target": match.target,
        "clock": decoded(kept.clock, ClockRules) if kept.clock else None,
        "fair": start.fair is not None,
    }
    return json_answer(answer)


async def _invited(request: Request) -> str:
    match_id = await _store(request).invited(request.path_params["code"])
    if match_id is None:
        raise Problem(404, "invitation.closed")
    return match_id


@door.post("/join/{code}")
async def join(request: Request) -> Response:
    """Takes the empty seat of the match to which the code invites."""
    code, match_id = request.path_params["code"], await _invited(request)
    person = await visitor(request)
    async with _tables(request).at(match_id, person.id) as table:
        if table.seats_of(person.id):
            raise Problem(409, "invitation.yours")
        if not await table.join(code, Seat(person.name, person.id)):
            raise Problem(409, "invitation.taken")
    return json_answer({"id": match_id})


@door.post("/matches/{match_id}/rematch")
async def rematch(request: Request) -> Response:
    """A new match with the same rules; the existing one if the opponent was faster."""
    person = await asker(request)
    async with _tables(request).at(request.path_params["match_id"], person.id) as table:
        if not table.seats_of(person.id):
            raise Problem(403, "rematch.players")
        following = await rematch_of(table, _store(request))
    return json_answer({"id": following})
