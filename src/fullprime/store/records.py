"""Rows as values."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Person(NamedTuple):
    """A visitor, known by a cookie."""

    id: int
    name: str = ""
    settings: str = "{}"
    """A JSON object that belongs to the pages."""
    names: tuple[str, ...] = ()
    """Theirs in matches that were played elsewhere."""


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
    """Of an imported match: the names in the file, and for both the person who brought it."""
    events: tuple[Event, ...]
    owner: int | None = None
    """Who brought the match and alone may see it; None: it was played here."""

    def is_open_to(self, person: int | None) -> bool:
        """May this person see it? A match that was played here is open to all who know its id."""
        return self.owner in (None, person)


class Heading(NamedTuple):
    """What a match is known by: while this is the same, so is all that follows from its log."""

    id: str
    head: bytes
    """The link of its last event."""
    seats: Seats
    owner: int | None = None

    def is_open_to(self, person: int | None) -> bool:
        """As of the match itself."""
        return self.owner in (None, person)


class Listed(NamedTuple):
    """A line in a person's list of matches."""

    id: str
    summary: str
    changed: float
    seats: Seats
    owner: int | None = None
    """Who brought it; None: it was played here."""
    format: str = ""
    """Of the file that it was brought in,"""
    file: str = ""
    """and the name of the file."""
    review: str | None = None
    """The summary of its review; None: there is none yet."""
    reviewing: bool = False
    """Does a review wait, or is it being made?"""


class Import(NamedTuple):
    """Where a match comes from that was not played here."""

    person: int
    """Who brought it."""
    format: str
    file: str
    """The name of the file, to be shown; nothing is ever opened by it."""
    sha256: bytes
    """Of the file."""
    digest: bytes
    """Of the match: the same in whichever format it comes."""
    faults: str = "[]"
    """JSON: what was wrong in the file."""
    at: float = 0.0


class Note(NamedTuple):
    """A comment, a mark or both: on an action, on a game, or on the whole match.

    Counted from 0, as in `match.games[game].log[action]`.
    """

    person: int
    """Who has written it."""
    text: str = ""
    mark: str = ""
    game: int | None = None
    """None: the match."""
    action: int | None = None
    """None: the game itself."""
    at: float = 0.0
    """When it was changed."""


class Job(NamedTuple):
    """Long work that a process of its own does."""

    id: str
    person: int
    """For whom it is done: all people have their turns."""
    kind: str
    match: str | None = None
    task: str = "{}"
    """JSON: what is to be done."""
    state: Literal["waiting", "running", "done", "failed"] = "waiting"
    attempts: int = 0
    """How often it was begun."""
    result: str | None = None
    """JSON, where it is kept here."""
    error: str | None = None
    """JSON: why it failed."""

    @property
    def is_open(self) -> bool:
        """Is there something left to do?"""
        return self.state in ("waiting", "running")


class Review(NamedTuple):
    """The review of a match."""

    key: str
    """A hash of all that it depends on."""
    summary: str
    """JSON: the few figures that lists show."""
    report: bytes
    """JSON, deflated."""


class KeptCard(NamedTuple):
    """A card of a person: an error of their own, or one that they have answered."""

    id: str
    deck: str
    match: str | None = None
    """Where it comes from; None: from none that is left."""
    place: str = ""
    """In the match, as its review names it."""
    about: str = "{}"
    """JSON: of an error, what was decided."""
    schedule: str | None = None
    """JSON; None: it was not answered yet."""
    due: float | None = None
    times: int = 0
    """Answered so often."""
    cost: float = 0.0
    """Of the error."""


class KeptAnswer(NamedTuple):
    """An answer to a card."""

    card: str
    deck: str
    at: float
    seconds: float
    right: bool
    loss: float | None
    """None: something was counted."""
    grade: str
    before: str | None
    """JSON: the schedule of the card; None: it was new."""


class GatheredMatch(NamedTuple):
    """A match whose errors are cards."""

    match: str
    review: str
    """The key of the review that they come from."""
    seat: int
    """Whose errors."""
    themes: str = "{}"
    """JSON: what each theme has cost."""
