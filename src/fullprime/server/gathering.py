"""Errors of a person become cards, match by match, as their reviews are done."""

from __future__ import annotations

import asyncio
import time
import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from fullprime.formats import saved
from fullprime.practice import Card, Was, gather
from fullprime.practice.cards import ERRORS
from fullprime.practice.errors import Sums
from fullprime.practice.grading import Kind
from fullprime.server.listed import MOST, own_seat
from fullprime.server.record import Record
from fullprime.server.reviewing import unpacked
from fullprime.shapes import decoded
from fullprime.store import GatheredMatch, Kept, KeptCard, Person

if TYPE_CHECKING:
    from fullprime.store.store import Store

AT_ONCE: Final = 1.0
"""Seconds after which the rest waits for the next request."""


class About(msgspec.Struct, frozen=True):
    """What is kept beside the match of a card."""

    kind: Kind
    theme: str
    was: Was


class _Waiting(NamedTuple):
    """A match whose errors are no cards yet."""

    match: str
    review: str
    seat: int


async def gather_errors(store: Store, person: Person) -> int:
    """Makes cards of errors in new reviews; how many matches are left for the next time."""
    waiting = await _waiting(store, person)
    deadline = time.monotonic() + AT_ONCE
    while waiting and time.monotonic() < deadline:
        await _gather(store, person.id, waiting.pop(0))
    return len(waiting)


async def _waiting(store: Store, person: Person) -> list[_Waiting]:
    reviewed = await store.training.reviewed(person.id)
    done = {(e.match, e.review, e.seat) for e in await store.training.gathered(person.id)}
    if not reviewed:
        return []
    listed = await store.matches_of(person.id, MOST)
    seats = ((match.id, own_seat(match, person)) for match in listed if match.id in reviewed)
    found = [_Waiting(name, reviewed[name], seat) for name, seat in seats if seat is not None]
    return [each for each in found if tuple(each) not in done]


async def _gather(store: Store, person: int, waiting: _Waiting) -> None:
    kept = await store.match(waiting.match)
    review = await store.reviews.of_match(waiting.match)
    if kept is None or review is None:
        return
    report = bytes(unpacked(review.report))
    themes, cards = await asyncio.to_thread(_gathered, kept, report, waiting.seat)
    found = GatheredMatch(waiting.match, review.key, waiting.seat, themes)
    await store.training.gather(person, found, cards)


def _gathered(kept: Kept, report: bytes, seat: int) -> tuple[str, list[tuple[KeptCard, bytes]]]:
    match = Record.start(kept).to_end(kept.events).match
    found = gather(match, report, seat)
    cards = [(_kept(card, kept.id), _packed(card)) for card in found.cards]
    return msgspec.json.encode(found.themes).decode(), cards


def _kept(card: Card, match_id: str) -> KeptCard:
    assert card.was is not None  # noqa: S101 - it is an error
    about = About(card.kind, card.theme, card.was)
    return KeptCard(
        id=card.id,
        deck=ERRORS,
        match=match_id,
        place=card.place,
        about=msgspec.json.encode(about).decode(),
        cost=card.was.error,
    )


def _packed(card: Card) -> bytes:
    return zlib.compress(saved.dump(card.match))


def error_card(kept: KeptCard, file: bytes) -> Card:
    """The card again."""
    about = decoded(kept.about, About)
    match, _ = saved.load(zlib.decompress(file))
    return Card(kept.id, kept.deck, about.kind, match, about.theme, was=about.was, place=kept.place)


async def themes_of(store: Store, person: int) -> list[dict[str, Sums]]:
    """What themes have cost in each match."""
    found = await store.training.gathered(person)
    return [decoded(each.themes, dict[str, Sums]) for each in found]
