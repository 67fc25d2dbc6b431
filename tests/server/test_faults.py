"""A database that fails: players and monitors hear of it, and nothing is shown that is not kept."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from fullprime.server.watch import Watch
from server_client import PATIENCE, Server, Sitting, Visitor

FAILING = """
import sqlite3, sys
from pathlib import Path
from fullprime.store.database import SqliteFile

order = Path(sys.argv.pop(1))
write = SqliteFile.write

async def maybe(database, entries):
    await maybe_fail()
    await write(database, entries)

SqliteFile.write = maybe
from fullprime.store.store import Store
try_write = Store.try_write

async def try_it(store):
    await maybe_fail()
    await try_write(store)

async def maybe_fail():
    if order.exists():
        failure = sqlite3.OperationalError(order.read_text())
        failure.sqlite_errorcode = 13 if "full" in str(failure) else 1034
        raise failure

Store.try_write = try_it
from fullprime.cli import main
main()
"""
"""The program with a disk that fails while there is a file that says how."""


def failing(tmp_path: Path) -> tuple[Server, Path]:
    order = tmp_path / "order"
    program = ["-c", FAILING, str(order)]
    return Server(tmp_path / "m.db", program=program, log=tmp_path / "log"), order


def until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(0.1)


def closing(table: Sitting) -> dict[str, object]:
    """The last word that a player hears."""
    with pytest.raises(ConnectionClosed) as closed:
        table.until(lambda: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    return next(message for message in table.heard if message["type"] == "closing")


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    server, order = failing(tmp_path)
    with server:
        ann = Visitor(server, "Ann")
        match_id = ann.new_match("hypergammon")["id"]
        with ann.sit(match_id) as table:
            table.until(lambda: table.state["actor"] is not None)
            version = table.state["version"]
            order.write_text("database or disk is full")
            until(lambda: ann.get("/readyz")[0] == 503)
            assert ann.get("/readyz")[1]["code"] == "server.full"
            asked = table.ask("resigned", multiple=1)
            said = closing(table)
            assert (said["code"], said["retry"]) == ("server.full", 10.0)
            assert ann.get("/healthz")[0] == 200
            order.unlink()
            table._open(version)
            again = table.ask("resigned", version, ack=asked, multiple=1)
            assert table.answer(again) == {"type": "ack", "ack": again, "version": version + 1}
        until(lambda: ann.get("/readyz")[0] == 200)


def test_after_a_failed_sync_the_process_stops(tmp_path: Path) -> None:
    server, order = failing(tmp_path)
    with server:
        ann = Visitor(server, "Ann")
        match_id = ann.new_match("hypergammon")["id"]
        with ann.sit(match_id) as table:
            table.until(lambda: table.state["actor"] is not None)
            order.write_text("disk I/O error")
            table.ask("resigned", multiple=1)
            assert closing(table)["code"] == "server.disk"
        assert server._process is not None
        assert server._process.wait(PATIENCE) != 0
        order.unlink()
        server._process.stdout.close()  # type: ignore[union-attr]
        server.start()
        assert ann.get(f"/api/matches/{match_id}")[1]["version"] == table.state["version"]
    said = (tmp_path / "log").read_text()
    assert "stopped, so that nothing is shown that is not on the disk" in said


def test_who_plays_hears_that_the_server_ends(tmp_path: Path) -> None:
    with Server(tmp_path / "m.db") as server:
        ann = Visitor(server, "Ann")
        with ann.sit(ann.new_match("hypergammon")["id"]) as table:
            assert server._process is not None
            server._process.send_signal(signal.SIGTERM)
            said = closing(table)
            assert (said["code"], said["retry"]) == ("server.restarting", 1.0)
        assert server._process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("code", "told", "stops"),
    [
        (sqlite3.SQLITE_FULL, "server.full", False),
        (sqlite3.SQLITE_BUSY, "server.database", False),
        (sqlite3.SQLITE_CONSTRAINT | 8 << 8, "server.database", False),
        (sqlite3.SQLITE_IOERR | 4 << 8, "server.disk", True),  # a sync
        (sqlite3.SQLITE_READONLY, "server.disk", True),
        (sqlite3.SQLITE_CORRUPT, "server.disk", True),
    ],
)
def test_what_follows_from_a_failure(code: int, told: str, stops: bool) -> None:
    given_up: list[Exception] = []

    async def write() -> None:
        failure = sqlite3.OperationalError("no")
        failure.sqlite_errorcode = code
        raise OperationalError("UPDATE", {}, failure)

    async def run() -> None:
        watch = Watch(write, given_up.append)
        assert [str((await watch.ready()).code) for _ in range(2)] == [told] * 2  # type: ignore[union-attr]
        assert (len(given_up), watch.stopped) == (int(stops), stops)

    asyncio.run(run())


def test_figures_of_the_server(server: Server) -> None:
    ann = Visitor(server, "Ann")
    with ann.sit(ann.new_match("hypergammon")["id"]) as table:
        table.until(lambda: table.state["actor"] is not None)
        status, headers, content = ann.ask("GET", "/metrics")
    text = content.decode()
    assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["fullprime_actions_total"]) >= 1
    assert float(figures["fullprime_sockets"]) >= 1
    assert float(figures['fullprime_commit_seconds_bucket{le="+Inf"}']) == float(
        figures["fullprime_commit_seconds_count"]
    )
    assert float(figures['fullprime_requests_total{method="PATCH",status="200"}']) >= 1
    assert all(
        "# TYPE " + line.split()[2] in text for line in text.splitlines() if "# HELP" in line
    )
