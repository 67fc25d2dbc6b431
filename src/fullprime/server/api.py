"""Matches over HTTP."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fullprime.formats import saved
from fullprime.server.new_match import LONGEST_NAME, NewMatch, kept_match
from fullprime.server.people import Visitor, known
from fullprime.server.problems import Problem
from fullprime.server.record import Record
from fullprime.server.rematch import rematch_of
from fullprime.server.replay import replay_json
from fullprime.server.summary import summary_json
from fullprime.server.tables import Tables
from fullprime.server.transcript import transcript
from fullprime.store import Kept, Listed, Person, Seat

if TYPE_CHECKING:
    from fullprime.store.store import Store

MOST_LISTED = 200
MOST_SETTINGS = 16_000

router = APIRouter(prefix="/api")


class Me(BaseModel):
    """Changes of one's own name and settings."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = Field(None, max_length=LONGEST_NAME)
    settings: dict[str, Any] | None = Field(None, description="Belongs to the pages.")


def _json(content: object, response: Response | None = None, status: int = 200) -> Response:
    """The answer, with the cookie that the visitor may have got."""
    answer = Response(msgspec.json.encode(content), status, media_type="application/json")
    if response:
        answer.raw_headers += [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
    return answer


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


# People --------------------------------------------------------------------------------------


@router.get("/me")
async def me(person: Visitor, response: Response) -> Response:
    """Who I am."""
    return _json(_person(person), response)


@router.patch("/me")
async def change_me(changes: Me, person: Visitor, request: Request, response: Response) -> Response:
    """Keeps my name, or my settings."""
    if changes.name is not None:
        person = person._replace(name=" ".join(changes.name.split()))
    if changes.settings is not None:
        person = person._replace(settings=msgspec.json.encode(changes.settings).decode())
    if len(person.settings) > MOST_SETTINGS:
        raise Problem(422, f"settings of {MOST_SETTINGS} characters at most")
    await _store(request).change_person(person)
    return _json(_person(person), response)


def _person(person: Person) -> dict[str, Any]:
    return {"name": person.name, "settings": msgspec.Raw(person.settings.encode())}


# Matches -------------------------------------------------------------------------------------


@router.post("/matches", status_code=201)
async def new_match(
    asked: NewMatch, person: Visitor, request: Request, response: Response
) -> Response:
    """Begins a match."""
    kept, match = await asyncio.to_thread(kept_match, asked, person)
    await _store(request).new_match(kept, summary_json(Record(match), kept.seats))
    invite = f"/join/{kept.invite}" if kept.invite else None
    return _json({"id": kept.id, "invite": invite}, response, 201)


@router.get("/matches")
async def my_matches(person: Visitor, request: Request, response: Response) -> Response:
    """My matches, the newest first."""
    listed = await _store(request).matches_of(person.id, MOST_LISTED)
    return _json([_listed(each, person) for each in listed], response)


def _listed(match: Listed, person: Person) -> dict[str, Any]:
    summary = msgspec.json.decode(match.summary, type=dict)
    actor = summary.pop("actor")
    between = summary.pop("over") and summary["state"] == "playing"
    seated = [seat for seat in match.seats if seat]
    if summary["state"] == "waiting" and len(seated) == 2:
        summary["state"] = "playing"
    acting = None if actor is None else match.seats[actor]
    mine = acting is not None and acting.person == person.id
    return {
        "id": match.id,
        "players": [_player(seat) for seat in match.seats],
        "you": [n for n, seat in enumerate(match.seats) if seat and seat.person == person.id],
        **summary,
        "your_turn": bool(mine or between),
        "changed": datetime.fromtimestamp(match.changed, UTC).isoformat(timespec="seconds"),
    }


def _player(seat: Seat | None) -> dict[str, Any]:
    if seat is None:
        return {"name": "", "kind": "person", "level": None}
    return {"name": seat.name, "kind": "bot" if seat.is_bot else "person", "level": seat.level}


@router.get("/matches/{match_id}")
async def match_state(match_id: str, request: Request) -> Response:
    """What a page shows of a match."""
    person = await known(request, _store(request))
    async with _tables(request).at(match_id) as table:
        return _json(table.state(person.id if person else None))


@router.get("/matches/{match_id}/games/{number}")
async def replay(match_id: str, number: int, request: Request) -> Response:
    """A game of the match, action by action, counted from 1."""
    kept = await _kept(request, match_id)
    found = await asyncio.to_thread(replay_json, kept, number)
    if found is None:
        raise Problem(404, f"the match has no game {number}")
    return _json(found)


@router.get("/matches/{match_id}/export")
async def export(
    match_id: str,
    request: Request,
    format: Literal["json", "text"] = "json",  # noqa: A002
) -> Response:
    """The match as a file."""
    kept = await _kept(request, match_id)
    make = _as_file if format == "json" else transcript
    content = await asyncio.to_thread(make, kept)
    kind = ("application/json", "json") if format == "json" else ("text/plain", "txt")
    name = f"fullprime-{match_id}.{kind[1]}"
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind[0], headers=attached)


async def _kept(request: Request, match_id: str) -> Kept:
    kept = await _store(request).match(match_id)
    if kept is None:
        raise Problem(404, f"there is no match {match_id}")
    return kept


def _as_file(kept: Kept) -> bytes:
    return saved.dump(Record.start(kept).to_end(kept.events).match)


@router.get("/join/{code}")
async def invitation(code: str, person: Visitor, request: Request, response: Response) -> Response:
    """What the code invites to, and whose invitation it is."""
    kept = await _kept(request, await _invited(request, code))
    match = (await asyncio.to_thread(Record.start, kept)).match
    [inviter] = [seat for seat in kept.seats if seat]
    answer = {
        "from": _player(inviter),
        "yours": inviter.person == person.id,
        "id": kept.id,
        "variant": {"id": match.variant.id, "name": match.variant.name},
        "series": match.series.name if match.series else None,
        "target": match.target,
        "clock": msgspec.json.decode(kept.clock) if kept.clock else None,
    }
    return _json(answer, response)


async def _invited(request: Request, code: str) -> str:
    match_id = await _store(request).invited(code)
    if match_id is None:
        raise Problem(404, "this invitation is not open any more")
    return match_id


@router.post("/join/{code}")
async def join(code: str, person: Visitor, request: Request, response: Response) -> Response:
    """Takes the empty seat of a match to which the code invites."""
    match_id = await _invited(request, code)
    async with _tables(request).at(match_id) as table:
        if table.seats_of(person.id):
            raise Problem(409, "the invitation is for somebody else: you sit here already")
        if not await table.join(code, Seat(person.name or _colour(table.seats), person.id)):
            raise Problem(409, "somebody else has taken the seat")
    return _json({"id": match_id}, response)


def _colour(seats: tuple[Seat | None, Seat | None]) -> str:
    return ("White", "Black")[seats.index(None)]


@router.post("/matches/{match_id}/rematch")
async def rematch(match_id: str, person: Visitor, request: Request, response: Response) -> Response:
    """A new match with the same rules; the one that exists already, if it does."""
    async with _tables(request).at(match_id) as table:
        if not table.seats_of(person.id):
            raise Problem(403, "only the players can have a rematch")
        following = await rematch_of(table, _store(request))
    return _json({"id": following}, response)
