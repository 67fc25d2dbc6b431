"""Every event has a hash over all that came before it, and every match that of its last one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from fullprime.store.chain import first_link, links
from fullprime.store.records import Event

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """What is there is linked as it is."""
    for table, column in (("matches", "head"), ("events", "hash")):
        op.add_column(
            table,
            sa.Column(column, sa.LargeBinary(32), nullable=False, server_default=sa.text("''")),
        )
    if not op.get_context().as_sql:
        _link(op.get_bind())
    op.execute("UPDATE about SET version = 6")


def _link(connection: sa.Connection) -> None:
    matches = connection.execute(sa.text("SELECT id, start, clock FROM matches")).all()
    log = sa.text(f"SELECT {', '.join(_COLUMNS)} FROM events WHERE match = :id ORDER BY version")  # noqa: S608
    set_hash = sa.text("UPDATE events SET hash = :hash WHERE match = :id AND version = :version")
    set_head = sa.text("UPDATE matches SET head = :hash WHERE id = :id")
    for match in matches:
        head = first_link(*match)
        events = [Event(*row) for row in connection.execute(log, {"id": match.id})]
        for event, link in zip(events, links(head, events), strict=True):
            row = {"id": match.id, "version": event.version, "hash": link}
            connection.execute(set_hash, row)
            head = link
        connection.execute(set_head, {"id": match.id, "hash": head})


_COLUMNS = ("version", "seat", "action", "person", "ack", "spent", "at")
