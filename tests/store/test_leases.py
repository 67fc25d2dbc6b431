"""Leases: who has a match writes to it, and who has lost it does not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from fullprime.store import Event, Kept, Seat, leases
from fullprime.store.fenced import Fenced
from fullprime.store.leases import Leases
from fullprime.store.log import Entry
from fullprime.store.store import Store
from postgres import Postgres

ANN = Seat("Ann", 1)
PATIENCE = 60.0
Work = Callable[[Store, Store], Awaitable[None]]


def with_two(url: str, work: Work) -> None:
    """Two servers of one database, in which there is a match."""

    async def run() -> None:
        async with await Store.open(url, shared=True) as one:
            await one.new_person(b"x" * 32)
            match = Kept("m1", 0, b"{}", '{"minutes":1}', None, None, (ANN, ANN), ())
            await one.new_match(match, "{}")
            invitation = match._replace(id="m2", invite="code", seats=(ANN, None))
            await one.new_match(invitation, "{}")
            async with await Store.open(url, shared=True) as other:
                await work(one, other)

    asyncio.run(run())


def of(store: Store) -> Leases:
    assert store.database.leases
    return store.database.leases


async def is_lost(store: Store, fence: int, match_id: str = "m1") -> bool:
    """Can nothing be written any more with this number?"""
    kept = await store.match(match_id)
    assert kept
    before = len(kept.events)
    with pytest.raises(Fenced):
        await store.append(match_id, [Event(before + 1, 0, "{}")], "late", fence=fence)
    kept = await store.match(match_id)
    return kept is not None and len(kept.events) == before


def test_a_match_has_one_server(postgres: Postgres) -> None:
    async def work(one: Store, other: Store) -> None:
        fence = await one.claim("m1")
        assert fence
        assert await other.claim("m1") is None
        assert await other.claim("none") is None
        holder = await of(other).holder("m1")
        assert holder
        assert (holder.id, holder.late) == (of(one).id, False)
        assert await of(one).holder("m1") is None
        await one.append("m1", [Event(1, 0, "{}")], "", fence=fence)
        assert await is_lost(other, fence), "the number is another server's"
        assert await is_lost(one, fence + 1)
        again = await one.claim("m1")
        assert again
        assert again > fence
        assert await is_lost(one, fence)
        await of(one).release("m1", fence)
        assert await other.claim("m1") is None, "what was released is not what it has now"
        await of(one).release("m1", again)
        assert await other.claim("m1")

    with_two(postgres.database(), work)


def test_who_is_buried_writes_nothing(postgres: Postgres) -> None:
    async def work(one: Store, other: Store) -> None:
        fence, joining = await one.claim("m1"), await one.claim("m2")
        assert fence
        assert joining
        assert await of(other).bury(of(one).id) == [], "it is not late"
        assert await other.claim("m1") is None
        assert await of(other).bury(of(one).id, sure=True) == ["m1"], "its clock runs"
        assert await is_lost(one, fence)
        with pytest.raises(Fenced):
            await one.join("m2", "code", ANN, fence=joining)
        assert await one.invited("code") == "m2"
        new = await other.claim("m1")
        assert new
        assert new > fence
        assert await is_lost(one, fence)
        await other.append("m1", [Event(1, 0, "{}")], "", fence=new)
        assert not await of(one).beat(), "it hears of it"
        assert await one.claim("m2") is None, "and has to begin again"
        await of(one).register()
        assert await of(one).beat()
        assert await one.claim("m2")

    with_two(postgres.database(), work)


def test_nothing_is_taken_over_while_it_is_being_written(postgres: Postgres) -> None:
    """What was on its way to the disk is seen by who takes the match over."""

    async def work(one: Store, other: Store) -> None:
        fence = await one.claim("m1")
        assert fence
        log = one.database._log  # type: ignore[attr-defined]
        entry = Entry("m1", [Event(1, 0, "{}")], "", None, fence)
        async with log.transaction():
            await one.database._add([entry])  # type: ignore[attr-defined]
            burying = asyncio.create_task(of(other).bury(of(one).id, sure=True))
            done, _ = await asyncio.wait([burying], timeout=0.3)
            assert not done
        await asyncio.wait_for(burying, PATIENCE)
        assert await other.claim("m1")
        kept = await other.match("m1")
        assert kept
        assert len(kept.events) == 1

    with_two(postgres.database(), work)


def test_who_leaves_is_not_waited_for(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE", 3600.0)

    async def work(one: Store, other: Store) -> None:
        fence = await one.claim("m1")
        assert fence
        assert await of(other).others() == {of(one).id: False}
        await of(one).leave()
        assert await of(other).others() == {of(one).id: True}
        assert await is_lost(one, fence)
        assert await other.claim("m1")

    with_two(postgres.database(), work)


def test_news_reach_the_others(postgres: Postgres) -> None:
    async def work(one: Store, other: Store) -> None:
        heard: dict[str, asyncio.Queue[tuple[str, str]]] = {}
        for name, store in (("one", one), ("other", other)):
            queue: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
            heard[name] = queue
            await of(store).listen(lambda *news, queue=queue: queue.put_nowait(news))
        await of(one).tell("kind", "about it")
        found = await asyncio.wait_for(heard["other"].get(), PATIENCE)
        assert found == ("kind", "about it")
        await of(other).tell("answer", "")
        assert await asyncio.wait_for(heard["one"].get(), PATIENCE) == ("answer", "")

    with_two(postgres.database(), work)


def test_time_without_any_server_is_known(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()

    async def gaps(lease: float) -> int:
        monkeypatch.setattr(leases, "LEASE", lease)
        async with await Store.open(url, shared=True) as store:
            return len(await of(store).gaps())

    assert asyncio.run(gaps(3600.0)) == 1, "nobody knows what was before the first"
    assert asyncio.run(gaps(3600.0)) == 1, "so soon afterwards that it is no outage"
    assert asyncio.run(gaps(0.0)) == 2
