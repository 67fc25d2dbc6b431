"""Cards to train with, the answers to them, and which matches have become cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nothing is answered yet."""
    op.create_table(
        "cards",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("deck", sa.String(20), nullable=False),
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id")),
        sa.Column("place", sa.String(20), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("file", sa.LargeBinary),
        sa.Column("schedule", sa.Text),
        sa.Column("due", sa.Float),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
    )
    op.create_index("cards_by_due", "cards", ["person", "deck", "due"])
    op.create_table(
        "answers",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("card", sa.String(60), nullable=False),
        sa.Column("deck", sa.String(20), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float),
        sa.Column("grade", sa.String(10), nullable=False),
        sa.Column("before", sa.Text),
    )
    op.create_index("answers_by_person", "answers", ["person", "at"])
    op.create_table(
        "gathered",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("review", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("themes", sa.Text, nullable=False),
    )
    op.execute("UPDATE about SET version = 5")
