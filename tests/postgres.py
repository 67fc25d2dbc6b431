"""A PostgreSQL for tests, without a service: started when the first test wants it, with a database
of its own for each."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg

USERS: Final = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; any other user will do."""
QUICK: Final = ("fsync=off", "full_page_writes=off", "max_connections=40", "shared_buffers=16MB")
"""Nothing here must survive the machine."""
PATIENCE: Final = 60.0


def binaries() -> Path | None:
    """The folder of `initdb` and `postgres`; None: PostgreSQL is not installed."""
    named = os.environ.get("FULLPRIME_PG_BIN")
    folders = [Path(named)] if named else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if found := shutil.which("initdb"):
        folders.append(Path(found).resolve().parent)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


class Postgres:
    """A server in a folder of its own, reached by a socket there."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._settings: tuple[str, ...] = ()
        """Beyond the usual ones."""
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path is short
        self._as: dict[str, Any] = {"cwd": "/", "stdout": subprocess.DEVNULL}
        if os.geteuid() == 0:
            user = next(filter(None, map(_user, USERS)))
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._as |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._numbers = count(1)
        self._run("initdb", "-U", "postgres", "-E", "UTF8", "--locale=C", "-A", "trust", "-N")
        self._start()

    def _run(self, program: str, *options: str) -> None:
        command = [str(self._programs / program), "-D", str(self._folder / "data"), *options]
        subprocess.run(command, check=True, **self._as)

    def _start(self) -> None:
        settings = [f"unix_socket_directories={self._folder}", "listen_addresses=", *QUICK]
        settings += self._settings
        options = [part for setting in settings for part in ("-c", setting)]
        command = [str(self._programs / "postgres"), "-D", str(self._folder / "data"), *options]
        log = (self._folder / "log").open("a")
        self._process = subprocess.Popen(command, stderr=log, **self._as)
        log.close()
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.execute("postgres", "CREATE TEMPORARY TABLE ready (id int)")
            except (OSError, asyncpg.PostgresError):  # or it reads a log that was shipped
                assert time.monotonic() < deadline, (self._folder / "log").read_text()
                time.sleep(0.05)

    def _stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)

    def kill(self) -> None:
        """As if its machine had failed; then it is started again."""
        self._stop()
        self._start()

    def ship(self, command: str) -> None:
        """From now on its log goes where this `archive_command` brings it, in the folder `shipped`,
        beside a copy of everything as it is now."""
        (self._folder / "shipped").mkdir(mode=0o777)
        (self._folder / "shipped").chmod(0o777)
        self._settings = ("archive_mode=on", f"archive_command={self._in_shipped(command)}")
        self.kill()
        options = ("-h", str(self._folder), "-U", "postgres", "--checkpoint=fast")
        copy = str(self._folder / "shipped" / "base")
        program = str(self._programs / "pg_basebackup")
        subprocess.run([program, "-D", copy, *options], check=True, **self._as)

    def shipped(self) -> None:
        """Returns when all that has happened so far is there."""
        self.execute("postgres", "SELECT pg_switch_wal()")
        deadline = time.monotonic() + PATIENCE
        while self.value(
            "SELECT last_archived_wal < pg_walfile_name(pg_current_wal_lsn() - 1)"
            " FROM pg_stat_archiver"
        ):
            assert time.monotonic() < deadline, (self._folder / "log").read_text()
            time.sleep(0.05)

    def lose_and_restore(self, command: str) -> None:
        """Its disk is lost; it begins again with the copy and what `restore_command` brings."""
        self._stop()
        shutil.rmtree(self._folder / "data")
        (self._folder / "shipped" / "base").rename(self._folder / "data")
        (self._folder / "data" / "recovery.signal").touch()
        self._settings = (f"restore_command={self._in_shipped(command)}",)
        self._start()

    def _in_shipped(self, command: str) -> str:
        return command.replace("/backup", str(self._folder / "shipped"))

    def database(self) -> str:
        """The URL of a new, empty one."""
        name = f"test{next(self._numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return f"postgresql://postgres@/{name}?host={self._folder}"

    def execute(self, database: str, *statements: str) -> None:
        """Runs statements by another connection."""

        async def run() -> None:
            connection = await self._connected(database)
            try:
                for statement in statements:
                    await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(run())

    def value(self, query: str) -> Any:
        """The first value that a query finds."""

        async def run() -> Any:
            connection = await self._connected("postgres")
            try:
                return await connection.fetchval(query)
            finally:
                await connection.close()

        return asyncio.run(run())

    async def _connected(self, database: str) -> Any:
        return await asyncpg.connect(host=str(self._folder), user="postgres", database=database)

    def close(self) -> None:
        self._stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def _user(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None
