"""A match in a person's list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from fullprime.server.board import board_json
from fullprime.server.record import Record
from fullprime.server.state import player_json
from fullprime.server.summary import summary_json
from fullprime.shapes import decoded
from fullprime.store import Kept, Listed, Person
from fullprime.variant import Variant

if TYPE_CHECKING:
    from fullprime.store.store import Store

MOST: Final = 2000
"""Matches that figures about a person are made of: the newest."""
WORST: Final = ("played", "best", "error", "size", "kind", "game", "turn", "dice")
"""What a list shows of an error; the board is left out."""

Json = dict[str, Any]


async def up_to_date(listed: Listed, store: Store) -> Listed | None:
    """With the summary of this version; one that an older version wrote is computed once more."""
    if "rows" in decoded(listed.summary, dict):
        return listed
    kept = await store.match(listed.id)
    if kept is None:  # deleted meanwhile, from another page
        return None
    summary = await asyncio.to_thread(_summary, kept)
    await store.summarize(listed.id, summary)
    return listed._replace(summary=summary)


def _summary(kept: Kept) -> str:
    return summary_json(Record.start(kept).to_end(kept.events), kept.seats)


def listed_json(match: Listed, person: Person) -> Json:
    """What a page shows of it; docs/server.md describes every field."""
    summary = decoded(match.summary, dict)
    actor = summary.pop("actor")
    between = summary.pop("over") and summary["state"] == "playing"
    options, balance = summary.pop("options"), Decimal(summary.pop("balance"))
    if summary["state"] == "waiting" and None not in match.seats:
        summary["state"] = "playing"
    acting = None if actor is None else match.seats[actor]
    mine = acting is not None and acting.person == person.id
    imported = match.owner is not None
    you = [n for n, seat in enumerate(match.seats) if seat and seat.person == person.id]
    own = own_seat(match, person)
    return {
        "id": match.id,
        "players": [player_json(seat) for seat in match.seats],
        "you": you,
        "opponent": _opponent(match, you),
        **summary,
        "outcome": _outcome(summary, [own] if imported and own is not None else you, balance),
        "board": board_json(Variant.load(summary["variant"]["id"], options)),
        "your_turn": bool(mine or between) and not imported,
        "imported": {"format": match.format, "name": match.file} if imported else None,
        "review": _review(match, own),
        "reviewing": match.reviewing,
        "changed": datetime.fromtimestamp(match.changed, UTC).isoformat(timespec="seconds"),
    }


def own_seat(match: Listed, person: Person) -> int | None:
    """Where this person sat; of a match that was played elsewhere, the seat with their name."""
    you = [n for n, seat in enumerate(match.seats) if seat and seat.person == person.id]
    if len(you) == 1:
        return you[0]
    own = {name.casefold() for name in (person.name, *person.names) if name}
    named = [n for n in you if (seat := match.seats[n]) and seat.name.casefold() in own]
    if len(named) == 1:
        return named[0]
    return None if match.owner is not None else you[0]


def _review(match: Listed, seat: int | None) -> Json | None:
    """What the review says of that seat in a few figures; null: there is none, or no own seat."""
    if match.review is None or seat is None:
        return None
    found = decoded(match.review, dict)["players"][seat]
    worst = found["worst"] and {name: found["worst"][name] for name in WORST}
    fields = ("pr", "interval", "decisions", "luck")
    return {**{name: found[name] for name in fields}, "worst": worst, "seat": seat}


def _opponent(match: Listed, you: Sequence[int]) -> Json:
    """Whom you play: a person, a bot, one who is invited, or someone here at the same screen."""
    if len(you) == 2:
        kind = "here" if match.owner is None else "imported"
        return {**player_json(match.seats[1]), "kind": kind}
    seat = match.seats[1 - you[0]]
    found = player_json(seat)
    return found if seat else {**found, "kind": "invited"}


def _outcome(summary: Json, you: Sequence[int], balance: Decimal) -> str | None:
    """What came of it for you; null while it is played, and for who has played both sides."""
    if summary["state"] != "over" or len(you) == 2:
        return None
    winner = summary["winner"]
    if summary["target"]["type"] == "money" and balance:
        winner = 0 if balance > 0 else 1
    if winner is None:
        return "even"
    return "won" if winner == you[0] else "lost"
