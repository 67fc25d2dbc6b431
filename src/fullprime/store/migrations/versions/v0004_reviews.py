"""Jobs, reviews of matches, and the names of people in imported matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing is reviewed yet."""
    op.add_column("people", sa.Column("names", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "jobs",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(20), nullable=False, unique=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id")),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("error", sa.Text),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("jobs_by_state", "jobs", ["kind", "state"])
    op.create_index("jobs_by_match", "jobs", ["match"])
    op.create_table(
        "reviews",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("report", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "reviewed",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("review", sa.String(64), sa.ForeignKey("reviews.key"), nullable=False),
    )
    op.create_index("reviewed_by_review", "reviewed", ["review"])
    op.execute("UPDATE about SET version = 4")
