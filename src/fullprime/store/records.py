"""Rows as values."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    """A visitor, known by a cookie."""

    id: int
    name: str = ""
    settings: str = "{}"
    """A JSON object that belongs to the pages."""


class Seat(NamedTuple):
    """Who sits at a table: a person, or else a bot."""

    name: str
    person: int | None = None
    level: str | None = None
    habits: int | None = None
    """Which person of that level the bot is; two err in their own ways."""

    @property
    def is_bot(self) -> bool:
        return self.person is None


Seats = tuple[Seat | None, Seat | None]
"""One is empty until the opponent has come."""


class Event(NamedTuple):
    """One action of the log, as it is kept."""

    version: int
    seat: int | None
    """None: of neither player, as the opening roll."""
    action: str
    """JSON."""
    person: int | None = None
    """Who sent it; None: the server did it."""
    ack: str | None = None
    spent: float = 0.0
    """Seconds that the seat on the clock has used for it."""
    at: float = 0.0


class Kept(NamedTuple):
    """A match with everything that is kept of it."""

    id: str
    number: int
    """Matches are counted from 1."""
    start: bytes
    """The file of the match before its first action."""
    clock: str | None
    invite: str | None
    rematch: str | None
    seats: Seats
    events: tuple[Event, ...]


class Listed(NamedTuple):
    """A line in a person's list of matches."""

    id: str
    summary: str
    changed: float
    seats: Seats
