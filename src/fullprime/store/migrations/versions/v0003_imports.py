"""Imported matches, and notes to any match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing is imported or written yet."""
    with op.batch_alter_table("seats") as seats:  # names in files can be long
        seats.alter_column("name", type_=sa.Text(), existing_nullable=False)
    op.create_table(
        "imports",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("format", sa.String(40), nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("sha256", sa.LargeBinary(32), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("faults", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("person", "digest"),
    )
    op.create_table(
        "notes",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True),
        sa.Column("action", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("mark", sa.String(20), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute("UPDATE about SET version = 3")
