"""A match can be taken off a person's list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """All matches are on the lists of their players."""
    op.add_column("seats", sa.Column("hidden", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE about SET version = 2")
