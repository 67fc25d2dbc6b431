"""Tables in memory: what fails ends nothing else, and who is gone leaves nothing behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from fullprime.action import Action
from fullprime.dice import SeededDice
from fullprime.fair_dice.keys import DiceKeys
from fullprime.game import Game
from fullprime.server import driver
from fullprime.server.bots import Bot, Thinkers, bot_for
from fullprime.server.client import Client
from fullprime.server.messages import Ask, read
from fullprime.server.new_match import NewMatch, kept_match
from fullprime.server.record import Record
from fullprime.server.summary import summary_json
from fullprime.server.table import House, Table
from fullprime.server.tables import NoSuchMatch, Tables
from fullprime.server.watch import Watch
from fullprime.store import Event, Job, Person, Seat
from fullprime.store.store import Store

Work = Callable[[Store, Tables], Awaitable[None]]
PATIENCE = 60


def with_tables(path: Path, work: Work) -> None:
    async def run() -> None:
        store, thinkers = await Store.open(path / "matches.db"), Thinkers()
        await store.new_person(b"x" * 32)
        house = House(
            store,
            thinkers,
            lambda match, thrown: SeededDice(5, match, thrown),
            DiceKeys.fresh(),
            pace=0.0,
            watch=Watch(store.try_write, lambda failure: None),
        )
        try:
            await asyncio.wait_for(work(store, Tables(house)), PATIENCE)
        finally:
            thinkers.close()
            await store.close()

    asyncio.run(run())


async def new_match(store: Store, kind: str = "here", **fields: Any) -> str:
    wanted = {"game": "hypergammon", "opponent": {"kind": kind}, **fields}
    asked = msgspec.convert(wanted, NewMatch)
    kept, match = kept_match(asked, Person(1, "Ann"))
    await store.new_match(kept, summary_json(Record(match), kept.seats))
    return kept.id


async def heard(client: Client, kind: str) -> Any:
    """The next message of that kind."""
    while True:
        text = await client.next()
        assert text is not None, "sent away"
        message = msgspec.json.decode(text)
        if message["type"] == kind:
            return message


async def ask(table: Table, client: Client, kind: str, ack: str, **fields: Any) -> None:
    message = read(
        msgspec.json.encode({"type": kind, "version": table.version, "ack": ack, **fields}).decode()
    )
    assert isinstance(message, tuple)
    await table.ask(client, *message)


async def opened(table: Table, client: Client) -> None:
    await table.hello(client, None)
    while table.game.actor is None:
        await heard(client, "events")


def test_a_table_leaves_memory_with_the_last_client(tmp_path: Path) -> None:
    async def work(store: Store, tables: Tables) -> None:
        match_id = await new_match(store)
        async with tables.at(match_id, 1) as table, tables.at(match_id, 1) as again:
            assert table is again
            await opened(table, Client(1))
        await asyncio.sleep(0)
        assert tables.loaded == 0
        with pytest.raises(NoSuchMatch):
            async with tables.at("nothing", 1):
                pass
        assert tables.loaded == 0

    with_tables(tmp_path, work)


def test_a_bot_acts_when_its_table_is_loaded(tmp_path: Path) -> None:
    async def work(store: Store, tables: Tables) -> None:
        match_id = await new_match(store, "bot")
        async with tables.at(match_id, 1):
            pass  # nobody stays, and yet the throw is made and the bot plays until it must wait
        while tables.loaded:
            await asyncio.sleep(0.01)
        kept = await store.match(match_id)
        assert kept is not None
        assert Record.start(kept).to_end(kept.events).match.game.actor == 0

    with_tables(tmp_path, work)


CLOSED_OUT = "bar:1 6:5 5:5 4:4 / 8:2 7:1 6:2 5:2 4:2 3:2 2:2 1:2"
CLOSING = "8:2 7:1 6:2 5:2 4:2 3:2 2:2 1:2 / bar:1 6:5 5:5 4:4"


@pytest.mark.parametrize(
    ("position", "dice"),
    [
        pytest.param(CLOSING, (2, 1), id="after a play"),
        pytest.param(CLOSED_OUT, None, id="when a log that ends there is loaded"),
    ],
)
def test_nobody_is_asked_for_the_pass_that_the_table_makes(
    tmp_path: Path, position: str, dice: tuple[int, int] | None
) -> None:
    """Whoever answered it would be refused, because the table had passed meanwhile."""

    async def work(store: Store, tables: Tables) -> None:
        begins: Any = {"position": {"position": position}, "dice": dice}
        rules: Any = {"game": "backgammon", "settings": {"cube": False}}
        match_id = await new_match(store, **begins, **rules)
        async with tables.at(match_id, 1) as table:
            ann = Client(1)
            states = [
                msgspec.json.decode(table.state(1))
            ]  # as a page gets it over HTTP, before it has a line
            await table.hello(ann, 0)
            if dice:
                await ask(table, ann, "played", "play", steps=[[8, 6], [7, 6]])
            while states[-1]["version"] < (2 if dice else 1):
                states.append((await heard(ann, "events"))["state"])
            passing, passed = states[-2:]
            assert passing["phase"] == "to_roll"
            assert (passing["can"], passing["resignations"]) == ([], [])
            assert passed["version"] == passing["version"] + 1
            assert "roll" in passed["can"]
            await ask(table, ann, "roll", "roll", version=passed["version"])
            assert table.version == passed["version"] + 1

    with_tables(tmp_path, work)


class FailingBot:
    def choose(self, _: Game) -> Action | None:
        raise ZeroDivisionError("a bot that fails")


def test_a_bot_that_fails_disturbs_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots: list[Bot] = [FailingBot()]
    monkeypatch.setattr(driver, "bot_for", lambda _: bots[0])

    async def work(store: Store, tables: Tables) -> None:
        failing, other = await new_match(store, "bot"), await new_match(store)
        async with tables.at(failing, 1) as first, tables.at(other, 1) as second:
            ann, ben = Client(1), Client(1)
            await opened(second, ben)
            await opened(first, ann)
            while first.game.actor == 0:
                action = "roll" if "roll" in first.game.verbs else "resigned"
                await ask(first, ann, action, f"a{first.version}")
            assert "a bot that fails" in (await heard(ann, "error"))["error"]
            before = second.version
            await ask(second, ben, "resigned", "b")
            assert second.version == before + 1
            bots[0] = bot_for(Seat("Fullprime"))
            before = first.version
            await first.hello(ann, None)  # whoever comes again wakes it
            while first.version == before:
                await heard(ann, "events")

    with_tables(tmp_path, work)


class SlowBot:
    def __init__(self) -> None:
        self.thinking, self.go_on = threading.Event(), threading.Event()

    def choose(self, game: Game) -> Action | None:
        self.thinking.set()
        assert self.go_on.wait(PATIENCE)
        return bot_for(Seat("Fullprime")).choose(game)


def test_nobody_waits_for_a_bot_that_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowBot()
    monkeypatch.setattr(driver, "bot_for", lambda _: slow)

    async def work(store: Store, tables: Tables) -> None:
        async with (
            tables.at(await new_match(store, "bot"), 1) as first,
            tables.at(await new_match(store), 1) as second,
        ):
            ann = Client(1)
            await opened(first, ann)
            if first.game.actor == 0:
                await ask(first, ann, "resigned", "a")
            await asyncio.to_thread(slow.thinking.wait, PATIENCE)
            ben = Client(1)
            await opened(second, ben)
            await ask(second, ben, "resigned", "b")
            assert second.version > 1
            assert not slow.go_on.is_set()
            before = first.version
            slow.go_on.set()
            while first.version == before:
                await heard(ann, "events")

    with_tables(tmp_path, work)


def test_what_cannot_be_written_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(
        _: Store, match_id: str, events: Sequence[Event], summary: str, __: Job | None
    ) -> None:
        raise OperationalError(f"{match_id} {events} {summary}", None, Exception("disk full"))

    async def work(store: Store, tables: Tables) -> None:
        match_id = await new_match(store)
        async with tables.at(match_id, 1) as table:
            ann = Client(1)
            await opened(table, ann)
            while ann.waits:
                await ann.next()
            before = table.record
            with monkeypatch.context() as patched:
                patched.setattr(Store, "append", refuse)
                await ask(table, ann, "resigned", "a")
            assert table.record is before
            told = msgspec.json.decode(await ann.next() or b"")
            assert (told["type"], told["code"]) == ("closing", "server.database")
            assert told["retry"] > 0
            assert await ann.next() is None, "sent away, and not told that it was done"
            async with tables.at(match_id, 1) as fresh:
                assert fresh is not table
                assert fresh.version == before.version
                ben = Client(1)
                await fresh.hello(ben, None)
                await ask(fresh, ben, "resigned", "a")
                assert (await heard(ben, "ack"))["version"] == before.version + 1

    with_tables(tmp_path, work)


def test_a_client_that_does_not_read_is_sent_away(tmp_path: Path) -> None:
    cut: list[bool] = []
    client = Client(1, most=30, cut=lambda: cut.append(True))
    client.send(b"x" * 40)
    assert client.waits == 40, "one message always fits"
    client.send(b"y")
    assert (client.closed, client.waits, cut) == (True, 0, [True])
    client.send(b"z")
    assert asyncio.run(client.next()) is None


def test_asks_are_read_with_all_their_fields() -> None:
    found = read('{"type":"roll","version":3,"ack":"a","seat":1}')
    assert isinstance(found, tuple)
    assert found[0] == Ask(version=3, ack="a", seat=1)
