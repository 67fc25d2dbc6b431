"""The store: what was written is there, also after it was closed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from fullprime.errors import BadFile
from fullprime.store import Event, Kept, Person, Seat
from fullprime.store.fenced import Conflict
from fullprime.store.store import Store
from stores import Place, append

ANN = Seat("Ann", 1)


def match(match_id: str = "m1", **changes: Any) -> Kept:
    kept = Kept(match_id, 0, b"{}", None, None, None, (ANN, Seat("Fullprime")), ())
    return kept._replace(**changes)


def with_store(place: Place, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(place)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def nothing(_: Store) -> None: ...


def test_people_are_known_by_the_hash_of_their_cookie(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.db"

    async def write(store: Store) -> None:
        assert await store.person(b"x" * 32) is None
        ann = await store.new_person(b"x" * 32)
        await store.change_person(ann._replace(name="Ann", settings='{"dark":true}'))

    async def read(store: Store) -> None:
        assert await store.person(b"x" * 32) == Person(1, "Ann", '{"dark":true}')
        assert await store.person(b"y" * 32) is None

    with_store(path, write)
    with_store(path, read)


def test_a_match_and_its_log_come_back(place: Place) -> None:
    events = [Event(1, None, '{"a":1}', at=1.5), Event(2, 0, '{"b":2}', 1, "key", 0.25, 2.5)]

    async def write(store: Store) -> None:
        await store.new_person(b"x" * 32)
        assert await store.new_match(match(clock='{"minutes":1}'), "first")
        await append(store, "m1", events[:1], "second")
        await append(store, "m1", events[1:], "third")

    async def read(store: Store) -> None:
        kept = await store.match("m1")
        assert kept == match(number=1, clock='{"minutes":1}', events=tuple(events))
        [listed] = await store.matches_of(1, 10)
        assert (listed.id, listed.summary, listed.seats) == ("m1", "third", kept.seats)
        assert await store.match("m2") is None
        assert await store.matches_of(2, 10) == []

    with_store(place, write)
    with_store(place, read)


def test_no_version_and_no_key_is_written_twice(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.new_person(b"x" * 32)
        await store.new_match(match(), "")
        await append(store, "m1", [Event(1, 0, "{}", 1, "key")], "kept")
        for twice in (Event(1, 0, "{}"), Event(2, 0, "{}", 1, "key")):
            with pytest.raises(Conflict):
                await append(store, "m1", [twice], "lost")
        kept = await store.match("m1")
        assert kept is not None
        assert len(kept.events) == 1
        assert (await store.matches_of(1, 1))[0].summary == "kept"

    with_store(place, work)


def test_an_invitation_is_taken_once(place: Place) -> None:
    async def work(store: Store) -> None:
        for token in (b"x", b"y"):
            await store.new_person(token * 32)
        await store.new_match(match(invite="code", seats=(None, ANN)), "")
        assert await store.invited("code") == "m1"
        ben, fence = Seat("Ben", 2), await store.claim("m1") or 0
        assert await store.join("m1", "code", ben, fence=fence)
        assert not await store.join("m1", "code", ben, fence=fence)
        assert await store.invited("code") is None
        kept = await store.match("m1")
        assert kept is not None
        assert kept.seats == (ben, ANN)

    with_store(place, work)


def test_a_match_has_one_rematch(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.new_person(b"x" * 32)
        await store.new_match(match(), "")
        assert await store.new_match(match("m2"), "", rematch_of="m1")
        assert not await store.new_match(match("m3"), "", rematch_of="m1")
        assert await store.match("m3") is None

    with_store(place, work)


def test_a_file_has_one_server(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(BadFile, match="in use by another server"):
            await Store.open(tmp_path / "b.db")
        await store.try_write()

    with_store(tmp_path / "b.db", work)
    with_store(tmp_path / "b.db", nothing)


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store._engine.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert found == ["wal", 2, 1]

    with_store(tmp_path / "b.db", work)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database at all, only a text that is long enough" * 9)
    with pytest.raises(BadFile, match="cannot be used"):
        with_store(tmp_path / "text", nothing)
    with_store(tmp_path / "b.db", nothing)
    with sqlite3.connect(tmp_path / "b.db") as connection:
        connection.execute("INSERT INTO about VALUES (99)")
    connection.close()
    with pytest.raises(BadFile, match="later version"):
        with_store(tmp_path / "b.db", nothing)


def test_a_match_is_deleted_when_it_is_on_no_list(place: Place) -> None:
    async def work(store: Store) -> None:
        for token in (b"x", b"y"):
            await store.new_person(token * 32)
        await store.new_match(match(seats=(ANN, Seat("Ben", 2))), "")
        await append(store, "m1", [Event(1, 0, "{}", 1, "key")], "")
        await store.new_match(match("m0"), "")
        assert await store.new_match(match("m2"), "", rematch_of="m1")
        assert not await store.hide_match("m1", 1)
        assert [each.id for each in await store.matches_of(1, 9)] == ["m2", "m0"]
        assert [each.id for each in await store.matches_of(2, 9)] == ["m1"]
        assert await store.hide_match("m2", 1)
        kept = await store.match("m1")
        assert kept is not None
        assert (kept.rematch, len(kept.events)) == (None, 1)
        assert await store.hide_match("m1", 2)
        assert await store.match("m1") is None
        assert await store.match("m0") is not None

    with_store(place, work)
