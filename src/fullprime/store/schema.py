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
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION: Final = 2
"""Of this schema; a file of a later one is refused."""
MIGRATIONS: Final = {
    2: ("ALTER TABLE seats ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0",),
}
"""What makes a file of the version before into one of this version."""

metadata: Final = MetaData()

about: Final = Table("about", metadata, Column("version", Integer, primary_key=True))

people: Final = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # the SHA-256 of the cookie
    Column("name", String(40), nullable=False, default=""),
    Column("settings", Text, nullable=False, default="{}"),
    Column("since", Float, nullable=False),
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
)

seats: Final = Table(
    "seats",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id")),  # null: a bot
    Column("name", String(40), nullable=False),
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
    UniqueConstraint("match", "person", "ack"),
)
