"""What is changed in a log behind the program's back is found, and disturbs no other match."""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from fullprime.errors import BadFile
from fullprime.store import DamagedMatch, Event, Kept, Seat, database, rows
from fullprime.store.chain import first_damage, first_link, links
from fullprime.store.store import Store
from postgres import Postgres
from stores import Place, append, changed

SEATS = (Seat("Ann", 1), Seat("Fullprime"))
EVENTS = [
    Event(n, n % 2, f'{{"type":"n{n}"}}', 1, f"k{n}", n / 7, 1.6e9 + n / 3) for n in range(1, 7)
]


def with_store(place: Place, work: Callable[[Store], Awaitable[Any]]) -> None:
    async def run() -> None:
        store = await Store.open(place)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def two_matches(store: Store) -> None:
    """One grows event by event, the other has its log at once, as a branch does."""
    await store.new_person(b"x" * 32)
    for match_id, events in (("m1", ()), ("m2", tuple(EVENTS))):
        await store.new_match(Kept(match_id, 0, b"{}", None, None, None, SEATS, events), "{}")
    for begin, end in ((0, 1), (1, 3), (3, 6)):
        await append(store, "m1", EVENTS[begin:end], "{}")


DAMAGE = {
    "another action": ("UPDATE events SET action = '{}' WHERE version = 3", 3),
    "another player": ("UPDATE events SET seat = 0 WHERE version = 5", 5),
    "another sender": ("UPDATE events SET person = NULL WHERE version = 2", 2),
    "another key": ("UPDATE events SET ack = 'k' WHERE version = 4", 4),
    "a longer clock": ("UPDATE events SET spent = spent - 0.01 WHERE version = 6", 6),
    "another time": ("UPDATE events SET at = at + 1 WHERE version = 1", 1),
    "one left out": ("DELETE FROM events WHERE version = 3", 3),
    "the first left out": ("DELETE FROM events WHERE version = 1", 1),
    "the end cut off": ("DELETE FROM events WHERE version > 4", 5),
    "all cut off": ("DELETE FROM events WHERE version > 0", 1),
    "one added": (
        "INSERT INTO events (match, version, action, spent, at, hash) "
        "SELECT match, 7, action, spent, at, hash FROM events WHERE version = 6 AND match = 'm1'",
        7,
    ),
    "another link": ("UPDATE events SET hash = (SELECT head FROM matches WHERE id = 'm2') "
                     "WHERE version = 2", 2),
    "another head": ("UPDATE matches SET head = (SELECT head FROM matches WHERE id = 'm2')", 7),
    "another beginning": ("UPDATE matches SET start = '{} '", 1),
    "another clock": ("UPDATE matches SET clock = '{}'", 1),
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGE)
def test_every_damage_is_found(place: Place, kind: str) -> None:
    statement, first = DAMAGE[kind]
    with_store(place, two_matches)
    here = "id = 'm1'" if statement.startswith("UPDATE matches") else "match = 'm1'"
    if not statement.startswith("INSERT"):
        statement += f" AND {here}" if "WHERE version" in statement else f" WHERE {here}"
    changed(place, statement)

    async def look(store: Store) -> None:
        with pytest.raises(DamagedMatch) as damage:
            await store.match("m1")
        assert damage.value.event == first
        assert "damaged at action" in str(damage.value)
        other = await store.match("m2")
        assert other is not None
        assert list(other.events) == EVENTS

    with_store(place, look)


def damaged_logs(tries: int, seed: int) -> int:
    """Any of 10,000 events is changed, left out, doubled or put elsewhere; how many were found."""
    chance = random.Random(seed)
    events = [Event(n, n % 2, f'{{"type":"n{n}"}}', 1, f"k{n}", n / 7) for n in range(1, 101)]
    first = first_link("m1", "{}", None)
    whole = list(zip(events, links(first, events), strict=True))
    head = whole[-1][1]
    assert first_damage(first, whole, head) is None
    found = 0
    for _ in range(tries):
        log, at = list(whole), chance.randrange(len(whole))
        kind = chance.choice(["bit", "link", "left out", "doubled", "swapped", "cut off"])
        if kind == "bit":
            log[at] = (_with_a_bit_turned(log[at][0], chance), log[at][1])
        elif kind == "link":
            link = bytearray(log[at][1])
            link[chance.randrange(len(link))] ^= 1 << chance.randrange(8)
            log[at] = (log[at][0], bytes(link))
        elif kind == "left out":
            del log[at]
        elif kind == "doubled":
            log.insert(at, log[at])
        elif kind == "swapped":
            log[at], log[at - 1] = log[at - 1], log[at]
        else:
            del log[at:]
        found += first_damage(first, log, head) is not None
    return found


def _with_a_bit_turned(event: Event, chance: random.Random) -> Event:
    """In any of its fields."""
    name = chance.choice(Event._fields)
    value: Any = getattr(event, name)
    if isinstance(value, str):
        at = chance.randrange(len(value))
        turned: Any = value[:at] + chr(ord(value[at]) ^ 1 << chance.randrange(7)) + value[at + 1 :]
    elif isinstance(value, float):
        [bits] = struct.unpack("<Q", struct.pack("<d", value))
        [turned] = struct.unpack("<d", struct.pack("<Q", bits ^ 1 << chance.randrange(52)))
    else:
        turned = value ^ 1 << chance.randrange(16)
    return event._replace(**{name: turned})


def test_every_bit_of_a_log_counts() -> None:
    assert damaged_logs(1000, seed=1) == 1000


@pytest.mark.long
def test_every_bit_of_a_log_counts_ten_thousand_times() -> None:
    found = damaged_logs(10_000, seed=2)
    print(f"{found} of 10,000 damaged logs found")
    assert found == 10_000


def test_what_was_not_touched_is_whole(place: Place) -> None:
    async def look(store: Store) -> None:
        for match_id in ("m1", "m2"):
            kept = await store.match(match_id)
            assert kept is not None
            assert list(kept.events) == EVENTS

    with_store(place, two_matches)
    with_store(place, look)


def test_what_is_added_while_a_match_is_read_is_no_damage(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = rows.seats

    async def work(store: Store) -> None:
        await two_matches(store)

        async def meanwhile(*arguments: Any) -> Any:
            """Between what is read of the match and what is read of its log."""
            await append(store, "m1", [EVENTS[0]._replace(version=7, ack="k7")], "{}")
            return await seats(*arguments)

        monkeypatch.setattr(rows, "seats", meanwhile)
        before = await store.match("m1")
        monkeypatch.setattr(rows, "seats", seats)
        after = await store.match("m1")
        assert before is not None
        assert after is not None
        assert [len(before.events), len(after.events)] == [6, 7]

    with_store(place, work)


def test_many_tables_share_a_transaction_and_one_that_fails_hurts_no_other(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.new_person(b"x" * 32)
        ids = [f"m{number}" for number in range(100)]
        for match_id in ids:
            await store.new_match(Kept(match_id, 0, b"{}", None, None, None, SEATS, ()), "{}")
        written: list[int] = []
        write = store._log._write

        async def counted(entries: Any) -> None:
            written.append(len(entries))
            await write(entries)

        store._log._write = counted
        actions: dict[str, Any] = dict.fromkeys(ids, EVENTS[0])
        del actions["m7"]
        actions["m8"] = Event(1, 0, "{}", 99)  # there is no such person
        actions["none"] = EVENTS[0]
        fences = {match_id: await store.claim(match_id) or 0 for match_id in actions}
        appended = (
            store.append(match_id, [event], "1", fence=fences[match_id])
            for match_id, event in actions.items()
        )
        found = await asyncio.gather(*appended, return_exceptions=True)
        failed = zip(actions, found, strict=True)
        assert {match_id for match_id, each in failed if each is not None} == {"m8", "none"}
        assert max(written) > 10
        for match_id in ids:
            kept = await store.match(match_id)
            assert kept is not None
            assert len(kept.events) == (match_id not in ("m7", "m8"))

    with_store(place, work)


def test_a_database_that_was_started_again_is_written_on(postgres: Postgres) -> None:
    async def work(store: Store) -> None:
        await store.new_person(b"x" * 32)
        await store.new_match(Kept("m1", 0, b"{}", None, None, None, SEATS, ()), "{}")
        fence = await store.claim("m1")
        assert fence
        await store.append("m1", EVENTS[:1], "{}", fence=fence)
        killing = asyncio.create_task(asyncio.to_thread(postgres.kill))
        await store.append("m1", EVENTS[1:2], "{}", fence=fence)  # waits, if it comes too late
        await killing
        await store.append("m1", EVENTS[2:], "{}", fence=fence)
        kept = await store.match("m1")
        assert kept is not None
        assert list(kept.events) == EVENTS

    with_store(postgres.database(), work)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_to_the_database_that_breaks_costs_no_action(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Nobody knows then whether it was written: what is there is not written again."""
    write = database.PostgresDatabase._write
    broken: list[Any] = []

    async def breaking(self: Any, entries: Any) -> None:
        if when == "after":
            await write(self, entries)
        if not broken:
            broken.append(entries)
            self._log.terminate()
            raise ConnectionResetError
        if when == "before":
            await write(self, entries)

    async def work(store: Store) -> None:
        await store.new_person(b"x" * 32)
        await store.new_match(Kept("m1", 0, b"{}", None, None, None, SEATS, ()), "{}")
        monkeypatch.setattr(database.PostgresDatabase, "_write", breaking)
        await append(store, "m1", EVENTS[:2], "{}")
        await append(store, "m1", EVENTS[2:], "{}")
        kept = await store.match("m1")
        assert kept is not None
        assert list(kept.events) == EVENTS
        assert broken

    with_store(postgres.database(), work)


def test_a_database_has_one_server(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "HANDOVER", 0.2)
    url = postgres.database()

    async def work(_: Store) -> None:
        with pytest.raises(BadFile, match="in use by another server"):
            await Store.open(url)

    with_store(url, work)
    with_store(url, work)
