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
        options = [part for setting in settings for part in ("-c", setting)]
        command = [str(self._programs / "postgres"), "-D", str(self._folder / "data"), *options]
        log = (self._folder / "log").open("a")
        self._process = subprocess.Popen(command, stderr=log, **self._as)
        log.close()
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.execute("postgres", "SELECT 1")
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < deadline, (self._folder / "log").read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """As if its machine had failed; then it is started again."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)
        self._start()

    def database(self) -> str:
        """The URL of a new, empty one."""
        name = f"test{next(self._numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return f"postgresql://postgres@/{name}?host={self._folder}"

    def execute(self, database: str, *statements: str) -> None:
        """Runs statements by another connection."""

        async def run() -> None:
            connection = await asyncpg.connect(
                host=str(self._folder), user="postgres", database=database
            )
            try:
                for statement in statements:
                    await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(run())

    def close(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)


def _user(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None
