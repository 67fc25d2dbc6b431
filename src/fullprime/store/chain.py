"""The chain through the log of a match: every event has a hash over all that came before it.

The first link is the match as it began, and the match keeps the last one. So an event that was
changed, left out, added or put elsewhere no longer fits, nor does a log whose end was cut off. It
finds damage, by whatever has caused it; who can write to the database can also forge all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import msgspec

from fullprime.store.records import Event

_BEGINNING: Final = b"fullprime log 1\n"
_encode: Final = msgspec.json.Encoder().encode


def first_link(match_id: str, start: str, clock: str | None) -> bytes:
    """Of a match in which nothing has happened."""
    return sha256(_BEGINNING + _encode((match_id, start, clock))).digest()


def next_link(before: bytes, event: Event) -> bytes:
    """Of this event, after one with that link."""
    return sha256(before + _encode(tuple(event))).digest()


def links(before: bytes, events: Iterable[Event]) -> Iterator[bytes]:
    """Of events that follow each other."""
    for event in events:
        before = next_link(before, event)
        yield before


def first_damage(first: bytes, log: Iterable[tuple[Event, bytes]], head: bytes) -> int | None:
    """The number of the first event that does not fit, or that is missing; None: all is well."""
    link, number = first, 0
    for number, (event, kept) in enumerate(log, 1):
        link = next_link(link, event)
        if event.version != number or kept != link:
            return number
    return None if link == head else number + 1
