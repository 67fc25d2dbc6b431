"""What can be asked about a match besides playing it: why a play is not allowed, and a new match
that goes on from any of its earlier turns."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.action import Played
from fullprime.errors import FullprimeError, IllegalAction
from fullprime.fair_dice.actions import OfDice
from fullprime.game import Game
from fullprime.play import Place
from fullprime.server import bots
from fullprime.server.door import Door, json_answer
from fullprime.server.imported import without_notes
from fullprime.server.messages import MOST_STEPS, refusal_json
from fullprime.server.new_match import new_id
from fullprime.server.people import visitor, who_asks
from fullprime.server.problems import Problem
from fullprime.server.record import OfTutor, Record, decode
from fullprime.server.summary import summary_json
from fullprime.server.tables import match_for
from fullprime.store import Event, Kept, Person, Seat, Seats

if TYPE_CHECKING:
    from fullprime.store.store import Store

NEW_BOT: Final = "casual"
"""How well a bot plays that takes the place of a person, where the game has levels."""

Json = dict[str, Any]
door = Door("/api")


# Why not? ----------------------------------------------------------------------------------------


class WhyBody(msgspec.Struct, forbid_unknown_fields=True):
    """The steps made so far, and the one that the board has refused."""

    steps: Annotated[list[tuple[Place, Place]], Meta(max_length=MOST_STEPS)]


@door.post("/matches/{match_id}/why", WhyBody)
async def why(request: Request, body: WhyBody) -> Response:
    """The rule against these steps, and what in them it is about; null if they are a play."""
    match_id, who = request.path_params["match_id"], await who_asks(request)
    async with request.app.state.tables.at(match_id, who) as table:
        game = table.game
    return json_answer(await asyncio.to_thread(_objection, game, Played(tuple(body.steps))))


def _objection(game: Game, play: Played) -> Json | None:
    try:
        game.apply(play)
    except IllegalAction as refusal:
        return refusal_json(refusal.fault)
    except FullprimeError:  # it could mean several plays: nothing is wrong with it
        return None
    return None


# Play on from here -------------------------------------------------------------------------------


class BranchBody(msgspec.Struct, forbid_unknown_fields=True):
    """After which row of the log to go on, and against whom."""

    version: Annotated[int, Meta(ge=0)]
    opponent: Literal["bot", "here"] = "bot"
    level: str | None = None
    """Of the bot; without one it plays as the bot of this match, or as a casual player."""


@door.post("/matches/{match_id}/branch", BranchBody, status=201)
async def branch(request: Request, body: BranchBody) -> Response:
    """A new match that begins as this one did, up to that row; it has no clock."""
    store: Store = request.app.state.store
    kept = await match_for(await who_asks(request), request.path_params["match_id"], store)
    person = await visitor(request)
    following, summary = await asyncio.to_thread(_branched, kept, body, person)
    await store.new_match(following, summary)
    return json_answer({"id": following.id}, 201)


def _branched(kept: Kept, body: BranchBody, person: Person) -> tuple[Kept, str]:
    if body.version > len(kept.events) or None in kept.seats:
        raise Problem(422, "branch.version", n=len(kept.events))
    played = [event for event in kept.events[: body.version] if _is_of_game(event)]
    events = tuple(
        event._replace(version=number, person=None, ack=None, spent=0.0)
        for number, event in enumerate(played, 1)
    )
    cut = without_notes(kept)._replace(
        id=new_id(), clock=None, invite=None, rematch=None, events=events, owner=None
    )
    tutor = Record.start(kept).to_end(kept.events).tutor
    cut = cut._replace(start=Record.start(cut)._replace(tutor=tutor, fair=None).file)
    record = Record.start(cut).to_end(events)
    if record.match.game.result:
        raise Problem(422, "branch.over")
    cut = cut._replace(seats=_seats(kept, record, body, person))
    return cut, summary_json(record, cut.seats)


def _is_of_game(event: Event) -> bool:
    """The new match has its own warnings, and other dice; its tutor is that of the match, as it is
    now."""
    return not isinstance(decode(event.action), OfTutor | OfDice)


def _seats(kept: Kept, record: Record, body: BranchBody, person: Person) -> Seats:
    """The person sits where they sat; a watcher, or who had both seats, where the turn is."""
    me = Seat(person.name, person.id)
    if body.opponent == "here":
        return me, Seat("", person.id)
    mine = [number for number, seat in enumerate(kept.seats) if seat and seat.person == person.id]
    number = mine[0] if len(mine) == 1 else record.match.game.turn
    other = kept.seats[1 - number]
    bot = other if other and other.is_bot and not body.level else _bot(record, body.level)
    return (bot, me) if number else (me, bot)


def _bot(record: Record, wished: str | None) -> Seat:
    level = wished or NEW_BOT
    try:
        bots.check_level(level, record.match.rotation)
    except FullprimeError:
        if wished:
            raise
        return Seat(bots.NAME)
    return Seat(bots.NAME, None, level, secrets.randbits(32))
