"""What alembic runs for every command: on the connection of the store, in its transaction."""

from __future__ import annotations

from alembic import context

from fullprime.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
