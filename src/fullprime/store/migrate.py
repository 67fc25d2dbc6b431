"""Brings a file of an earlier version up to date, with alembic.

Loaded only where there is something to migrate.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from fullprime.errors import BadFile
from fullprime.store import schema

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def migrate(connection: Connection, version: int) -> None:
    """Takes the tables from that version to this one, in the transaction of the connection."""
    config = configuration(connection)
    try:
        # Files of the first two versions, and those that were never migrated, know no alembic.
        command.stamp(config, f"{version:04}")
        command.upgrade(config, schema.REVISION)
    except Exception as error:
        raise BadFile(
            f"cannot be brought from schema {version} to {schema.VERSION}, and is as it was: "
            f"{error.__cause__ or error}"
        ) from error


def configuration(connection: Connection | None = None) -> Config:
    """What alembic otherwise reads from a file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
