"""The tables. Only kinds of columns that every database has."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    TypeDecorator,
    UniqueConstraint,
    types,
)

VERSION: Final = 6
"""Of this schema; a file of a later one is refused, one of an earlier one is migrated."""
REVISION: Final = f"{VERSION:04}"
"""The same, as the migrations are named."""

WHOLE: Final = -1
"""In place of a game or an action: all of them. A key has no nulls."""


class _WithoutNull(TypeDecorator[str]):
    """PostgreSQL keeps no text with the character NUL, and no one has a use for it."""

    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        """As it is kept, and looked for."""
        return value and value.replace("\0", "\ufffd")


class String(_WithoutNull):
    """A text of at most so many characters."""

    impl = types.String
    cache_ok = True


class Text(_WithoutNull):
    """A text of any length."""

    impl = types.Text
    cache_ok = True


metadata: Final = MetaData()

about: Final = Table("about", metadata, Column("version", Integer, primary_key=True))

revision: Final = Table(  # belongs to alembic, which makes it itself where it is missing
    "alembic_version", metadata, Column("version_num", String(32), primary_key=True)
)

people: Final = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # the SHA-256 of the cookie
    Column("name", String(40), nullable=False, default=""),
    Column("settings", Text, nullable=False, default="{}"),
    Column("since", Float, nullable=False),
    Column("names", Text, nullable=False, default="[]"),  # theirs in imported matches
)

matches: Final = Table(
    "matches",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", String(20), nullable=False, unique=True),
    Column("start", Text, nullable=False),  # the file of the match before its first action
    Column("clock", Text),
    Column("invite", String(40), unique=True),  # until the opponent has come
    Column("rematch", String(20)),
    Column("summary", Text, nullable=False),  # can be computed: lists would replay every match
    Column("changed", Float, nullable=False),
    Column("head", LargeBinary(32), nullable=False),  # the link of the last event
)

seats: Final = Table(
    "seats",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id")),  # null: a bot
    Column("name", Text, nullable=False),  # of an imported match: as long as in the file
    Column("level", String(40)),
    Column("habits", BigInteger),  # which person of that level the bot is
    Column("hidden", Integer, nullable=False, default=0),  # 1: not on the person's list
)
Index("seats_by_person", seats.c.person)

events: Final = Table(
    "events",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer),  # null: the opening roll
    Column("action", Text, nullable=False),
    Column("person", Integer, ForeignKey("people.id")),  # who sent it; null: the server
    Column("ack", String(40)),
    Column("spent", Float, nullable=False, default=0.0),  # seconds on the clock of the actor
    Column("at", Float, nullable=False),
    Column("hash", LargeBinary(32), nullable=False),  # its link: a hash over all before it
    UniqueConstraint("match", "person", "ack"),
)

imports: Final = Table(
    "imports",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),  # alone may see it
    Column("format", String(40), nullable=False),
    Column("file", Text, nullable=False),  # its name, to be shown; nothing is ever opened by it
    Column("sha256", LargeBinary(32), nullable=False),  # of the file
    Column("digest", LargeBinary(32), nullable=False),  # of the match, in whichever format
    Column("faults", Text, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("person", "digest"),
)

notes: Final = Table(
    "notes",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("game", Integer, primary_key=True),  # from 0; WHOLE: the match itself
    Column("action", Integer, primary_key=True),  # from 0; WHOLE: the game itself
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),  # who has written it
    Column("text", Text, nullable=False),
    Column("mark", String(20), nullable=False),
    Column("at", Float, nullable=False),
)

jobs: Final = Table(
    "jobs",
    metadata,
    Column("number", Integer, primary_key=True),  # in the order in which they were added
    Column("id", String(20), nullable=False, unique=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),  # for whom
    Column("kind", String(20), nullable=False),
    Column("match", String(20), ForeignKey("matches.id")),  # null: it is about none
    Column("task", Text, nullable=False),
    Column("state", String(10), nullable=False),  # waiting, running, done, failed
    Column("attempts", Integer, nullable=False, default=0),  # begun so often
    Column("result", Text),
    Column("error", Text),  # why it failed
    Column("at", Float, nullable=False),
)
Index("jobs_by_state", jobs.c.kind, jobs.c.state)
Index("jobs_by_match", jobs.c.match)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("key", String(64), primary_key=True),  # a hash of all that the report depends on
    Column("summary", Text, nullable=False),  # the few figures that lists show
    Column("report", LargeBinary, nullable=False),  # JSON, deflated
    Column("at", Float, nullable=False),
)

reviewed: Final = Table(
    "reviewed",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("review", String(64), ForeignKey("reviews.key"), nullable=False),
)
Index("reviewed_by_review", reviewed.c.review)

cards: Final = Table(  # those of one's own errors, and all that were answered
    "cards",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("id", String(60), primary_key=True),
    Column("deck", String(20), nullable=False),
    Column("match", String(20), ForeignKey("matches.id")),  # null: it comes from none that is left
    Column("place", String(20), nullable=False),  # in the match, as its review names it
    Column("about", Text, nullable=False),  # of an error: what was decided, and its theme
    Column("file", LargeBinary),  # the match that waits, deflated; null: made by rule
    Column("schedule", Text),  # null: not answered yet
    Column("due", Float),  # the same as in the schedule, to look for it
    Column("times", Integer, nullable=False, default=0),  # answered so often
    Column("cost", Float, nullable=False, default=0.0),  # of the error
)
Index("cards_by_due", cards.c.person, cards.c.deck, cards.c.due)

answers: Final = Table(
    "answers",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),
    Column("card", String(60), nullable=False),
    Column("deck", String(20), nullable=False),
    Column("at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("right", Integer, nullable=False),
    Column("loss", Float),  # null: something was counted
    Column("grade", String(10), nullable=False),
    Column("before", Text),  # the schedule of the card; null: it was new
)
Index("answers_by_person", answers.c.person, answers.c.at)

gathered: Final = Table(  # whose errors of which matches are cards already
    "gathered",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("review", String(64), nullable=False),  # its key: another review is gathered again
    Column("seat", Integer, nullable=False),  # as the names of the person say
    Column("themes", Text, nullable=False),  # what each has cost
)
