"""How a person plays: the reviews of their matches, one by one and added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis.review.rating import performance_of
from fullprime.practice.progress import leaks
from fullprime.server.door import Door, json_answer
from fullprime.server.gathering import gather_errors, themes_of
from fullprime.server.listed import MOST, own_seat
from fullprime.server.people import asker
from fullprime.server.state import player_json
from fullprime.shapes import decoded
from fullprime.store import Listed, Person
from fullprime.summation import total

if TYPE_CHECKING:
    from fullprime.store.store import Store

KINDS: Final = ("checker", "doubling", "taking")

Json = dict[str, Any]
door = Door("/api")


class StatisticsAsked(msgspec.Struct):
    """What is wanted besides."""

    themes: Annotated[bool, Meta(description="By theme, too; new reviews are read for that.")] = (
        False
    )


@door.get("/me/statistics", StatisticsAsked)
async def statistics(request: Request, asked: StatisticsAsked) -> Response:
    """Your PR match by match, the oldest first, and added up by opponent, by game and by kind."""
    person = await asker(request)
    store: Store = request.app.state.store
    listed = await store.matches_of(person.id, MOST)
    found = (_played(match, person) for match in reversed(listed))
    mine = sorted((each for each in found if each), key=lambda each: each.date)
    return json_answer(
        {
            "matches": [_match_json(each) for each in mine],
            "total": _rate_json(mine),
            "opponents": _by(mine, "opponent"),
            "games": _by(mine, "game"),
            "kinds": {kind: _rate_json(mine, [kind]) for kind in KINDS},
            **(await _themes(store, person) if asked.themes else {}),
        }
    )


async def _themes(store: Store, person: Person) -> Json:
    """`gathering`: matches whose themes are not known yet; ask again."""
    left = await gather_errors(store, person)
    return {"themes": leaks(await themes_of(store, person.id), least=1), "gathering": left}


class _Played(NamedTuple):
    """A match of a person that is reviewed."""

    id: str
    date: str
    game: Json
    opponent: Json
    review: Json
    """What its summary says of this person."""


def _played(match: Listed, person: Person) -> _Played | None:
    seat = own_seat(match, person)
    if match.review is None or seat is None:
        return None
    review, summary = decoded(match.review, dict), decoded(match.summary, dict)
    changed = datetime.fromtimestamp(match.changed, UTC).isoformat(timespec="seconds")
    other = player_json(match.seats[1 - seat])
    return _Played(
        id=match.id,
        date=review["date"] or changed,
        game=summary["series"] or summary["variant"],
        opponent={name: other[name] for name in ("name", "kind", "level")},
        review=review["players"][seat],
    )


def _match_json(match: _Played) -> Json:
    fields = ("pr", "interval", "decisions", "luck")
    return {
        "id": match.id,
        "date": match.date,
        **{name: match.review[name] for name in fields},
        "game": match.game,
        "opponent": match.opponent,
    }


def _by(matches: Sequence[_Played], field: str) -> list[Json]:
    """One entry for each opponent or game, most matches first."""
    groups: dict[bytes, list[_Played]] = {}
    for match in matches:
        groups.setdefault(msgspec.json.encode(getattr(match, field)), []).append(match)
    found = [{**getattr(group[0], field), **_rate_json(group)} for group in groups.values()]
    return sorted(found, key=lambda each: -each["matches"])


def _rate_json(matches: Sequence[_Played], kinds: Iterable[str] = KINDS) -> Json:
    """The PR of all decisions of several matches."""
    sums = [match.review["kinds"][kind] for kind in kinds for match in matches]
    count = sum(each["count"] for each in sums)
    error = total(each["error"] for each in sums)
    pr, interval = performance_of(count, error, total(each["squares"] for each in sums))
    return {
        "pr": pr,
        "interval": interval,
        "decisions": count,
        "error": error,
        "matches": len(matches),
    }
