"""The shipped log of PostgreSQL: what docs/run-your-own.md says brings a lost database back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from fullprime.cli import cli
from postgres import Postgres, binaries
from quick_player import QuickPlayer
from server_client import Server, Visitor

ROOT = Path(__file__).parents[2]


def said(name: str, file: str) -> str:
    """A command as people are told to use it."""
    found = re.search(rf"{name}\s*=\s*'?(.+?)'?$", (ROOT / file).read_text(), re.MULTILINE)
    assert found
    return found[1]


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """One of its own, since it is lost."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is NOT tested: it is not installed")
    running = Postgres(programs)
    yield running
    running.close()


def test_a_lost_database_comes_back_from_its_shipped_log(postgres: Postgres) -> None:
    place = postgres.database()
    with Server(place, "--seed", "1") as server:
        quick = QuickPlayer(Visitor(server, "Ann"))
        assert quick.go_on(4) is None
        postgres.ship(said("archive_command", "deploy/compose.postgresql.yaml"))
        assert quick.go_on(8) is None, "what comes after the copy is in the log alone"
        postgres.shipped()
        last = max(quick.acked.values())
        server.kill()
        postgres.lose_and_restore(said("restore_command", "docs/run-your-own.md"))
        found = CliRunner().invoke(cli, ["admin", "check", "--store", place])
        assert found.output == "No damage found\n"
        server.start()
        assert Visitor(server, "Ben").get("/readyz")[0] == 200
        quick.acked.clear()
        assert quick.go_on(3) is None, "the cookie is known, and play goes on"
        assert min(quick.acked.values()) > last
