"""Files of every version open with every match in them, and no failure damages one."""

from __future__ import annotations

import asyncio
import io
import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from fullprime.errors import BadFile
from fullprime.formats import saved
from fullprime.store import schema
from fullprime.store.migrate import configuration, migrate
from fullprime.store.store import Store
from kept_store import told
from postgres import Postgres
from server_client import Server, Visitor, at_random

KEPT = Path(__file__).parents[1] / "data" / "stores"
VERSIONS = range(1, schema.VERSION)


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a file that a program of an earlier version has left."""
    return copied(request.param, tmp_path)


def copied(version: int, folder: Path) -> Path:
    path = folder / f"schema-{version}.db"
    shutil.copy(KEPT / path.name, path)
    return path


def rows_of(path: Path) -> dict[str, list[Any]]:
    """Everything in a file."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = [name for name, sql in found if sql and sql.startswith("CREATE TABLE")]
        rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return {"schema": found, **rows}


async def opened(path: Path) -> None:
    await (await Store.open(path)).close()


@pytest.mark.parametrize("version", VERSIONS)
def test_every_match_is_there_as_before(version: int, tmp_path: Path) -> None:
    said = json.loads((KEPT / f"schema-{version}.json").read_text())
    with Server(copied(version, tmp_path)) as server:
        for person in said:
            visitor = Visitor(server)
            visitor.cookie = person["cookie"]
            now = told(visitor)
            shown = [
                {name: match[name] for name in before}
                for match, before in zip(now, person["matches"], strict=True)
            ]
            assert shown == person["matches"]
            for match in now:
                export = visitor.ask("GET", f"/api/matches/{match['id']}/export")[2]
                loaded, _ = saved.load(export)
                assert len(loaded.games) == len(match["positions"])
        visitor.cookie = said[0]["cookie"]
        check_that_it_goes_on(visitor)


def check_that_it_goes_on(visitor: Visitor) -> None:
    """A match of an old file is played on, and deleted."""
    match_id = next(
        match["id"]
        for match in visitor.get("/api/matches")[1]
        if match["opponent"]["kind"] == "bot" and match["state"] == "playing"
    )
    with visitor.sit(match_id) as table:
        table.until(lambda: table.my_turn)
        version = table.state["version"]
        assert table.do(**at_random(table.state, random.Random(1)))["type"] == "ack"
        assert table.state["version"] > version
    assert visitor.delete(f"/api/matches/{match_id}") == 204


def test_rows_are_not_changed(old: Path) -> None:
    before = rows_of(old)
    asyncio.run(opened(old))
    after = rows_of(old)
    assert after["about"] == [(schema.VERSION,)]
    assert after["alembic_version"] == [(schema.REVISION,)]
    kept = before.keys() - {"schema", "about", "alembic_version"}
    assert kept >= {"people", "matches", "seats", "events"}
    for name in kept:  # new columns come last
        width = len(before[name][0]) if before[name] else None
        assert [row[:width] for row in after[name]] == before[name]
    for name in {
        "imports",
        "notes",
        "jobs",
        "reviews",
        "reviewed",
        "cards",
        "answers",
        "gathered",
    } - kept:
        assert after[name] == []
    asyncio.run(opened(old))
    assert rows_of(old) == after


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


def test_migrated_tables_are_those_of_a_new_file(old: Path) -> None:
    asyncio.run(opened(old))
    with create_engine(f"sqlite:///{old}").connect() as connection:
        assert differences(connection) == []
    connection.engine.dispose()


def test_the_migrations_alone_make_the_tables() -> None:
    with create_engine("sqlite://").connect() as connection:
        assert differences(connection)
        for script in scripts():
            with Operations.context(MigrationContext.configure(connection)):
                script.module.upgrade()
        assert differences(connection) == []
    connection.engine.dispose()


def test_the_migrations_make_the_tables_in_postgresql_too(postgres: Postgres) -> None:
    """And those that the store makes at once are the same."""
    migrated, made = postgres.database(), postgres.database()

    async def found(url: str, make: Callable[[Connection], None]) -> list[Any]:
        engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
        async with engine.begin() as connection:
            await connection.run_sync(make)
            different = await connection.run_sync(differences)
        await engine.dispose()
        return different

    def from_the_first(connection: Connection) -> None:
        first_version(connection)
        migrate(connection, 1)

    async def both() -> None:
        assert await found(migrated, from_the_first) == []
        assert await found(made, schema.metadata.create_all) == []
        await (await Store.open(migrated)).close()

    asyncio.run(both())


def first_version(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        next(scripts()).module.upgrade()


def scripts() -> Iterator[Any]:
    """The migrations, the first one first."""
    found = ScriptDirectory.from_config(configuration()).walk_revisions()
    return reversed(list(found))


def test_the_last_migration_is_this_version() -> None:
    assert [script.revision for script in scripts()] == [
        f"{version:04}" for version in range(1, schema.VERSION + 1)
    ]


def test_migrations_are_written_for_postgresql_too() -> None:
    written = io.StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    with Operations.context(context):
        for script in scripts():
            script.module.upgrade()
    assert "ALTER TABLE seats ADD COLUMN hidden INTEGER DEFAULT '0' NOT NULL" in written.getvalue()
    assert "ALTER TABLE seats ALTER COLUMN name TYPE TEXT" in written.getvalue()
    for table in schema.metadata.tables.keys() - {schema.revision.name}:
        assert f"CREATE TABLE {table} (" in written.getvalue()


def test_a_migration_that_fails_changes_nothing(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("ALTER TABLE events ADD COLUMN hash TEXT")
        connection.execute("PRAGMA journal_mode=WAL")
    before = rows_of(old)
    with pytest.raises(BadFile, match="is as it was: duplicate column name: hash") as refusal:
        asyncio.run(opened(old))
    assert f"{old}: cannot be brought from schema" in str(refusal.value)
    assert rows_of(old) == before
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("ALTER TABLE events DROP COLUMN hash")
    asyncio.run(opened(old))


KILLED = """
import asyncio, os, shutil, signal, sys
from itertools import count
from pathlib import Path
from sqlalchemy import Engine, event
from fullprime.store import migrate
from fullprime.store.store import Store

def opened(path, last):
    numbers = count(1)
    def statement(*_):
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)
    event.listen(Engine, "before_cursor_execute", statement)
    event.listen(Engine, "commit", statement)
    asyncio.run(Store.open(path))

old = Path(sys.argv[1])
for last in count(1, 5):
    path = old.with_name(f"killed-{last:03}.db")
    shutil.copy(old, path)
    if not (child := os.fork()):
        opened(path, last)
        os._exit(0)
    if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        break
"""
"""Opens copies of a file: the first is killed at its first statement, the next at the sixth."""


def test_who_is_killed_while_migrating_finds_everything(tmp_path: Path) -> None:
    old = copied(1, tmp_path)
    before = rows_of(old)
    subprocess.run([sys.executable, "-c", KILLED, str(old)], check=True)
    *killed, whole = sorted(tmp_path.glob("killed-*.db"))
    assert len(killed) > 10
    for path in killed:
        assert rows_of(path) == before
    asyncio.run(opened(killed[-1]))
    ours, theirs = rows_of(killed[-1]), rows_of(whole)
    assert ours | {"schema": ...} == theirs | {"schema": ...}  # constraints come in any order
    assert ours["about"] == [(schema.VERSION,)]


def test_a_start_without_migration_does_without_alembic(tmp_path: Path) -> None:
    program = (
        "import asyncio, pathlib, sys\n"
        "from fullprime.store.store import Store\n"
        "for _ in range(2):\n"
        "    asyncio.run(asyncio.run(Store.open(pathlib.Path(sys.argv[1]))).close())\n"
        "assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "new.db")], check=True)


def test_unknown_versions_are_refused() -> None:
    refused = pytest.raises(BadFile, match="cannot be brought from schema 0")
    with create_engine("sqlite://").connect() as connection, refused:
        migrate(connection, 0)
    connection.engine.dispose()
