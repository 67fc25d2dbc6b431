"""What tests of several folders share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import slow_tests

if TYPE_CHECKING:
    from postgres import Postgres
    from server_client import Server
    from stores import Place


# No test depends on how fast the machine is.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Tests see no table of a solved game, nor anything else, that the user has made; nor what the
    program found out before it was changed."""
    home = config.rootpath / ".pytest_cache" / "home"
    os.environ.setdefault("FULLPRIME_HOME", str(home))
    os.environ.setdefault("FULLPRIME_GIVES_WAY", "0")  # what a test waits for must come
    if not hasattr(config, "workerinput"):
        for kept in (home / "cache").glob("verdicts.db*"):
            kept.unlink()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow_tests.mark(items)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that do not end it."""
    from server_client import Server  # the kernel's tests run where there is no web extra

    with Server(tmp_path_factory.mktemp("server") / "matches.db", "--seed", "7") as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One for all tests, with a database for each."""
    from postgres import Postgres, binaries

    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is NOT tested: it is not installed")
    running = Postgres(programs)
    yield running
    running.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Of a store that is not there yet: once in a file, and once in PostgreSQL."""
    if request.param == "sqlite":
        return tmp_path / "b.db"
    running: Postgres = request.getfixturevalue("postgres")
    return running.database()
