"""The tables of jobs and reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fullprime.formats import saved
from fullprime.match import Match
from fullprime.store import Job, Kept, Review, Seat
from fullprime.store.store import Store
from stores import Place


def with_store(place: Place, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(place)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def person(store: Store, number: int) -> int:
    return (await store.new_person(bytes([number]) * 32)).id


async def match(store: Store, match_id: str, owner: int) -> str:
    start = saved.dump(Match.start())
    seats = Seat("Ann", owner), Seat("Bot")
    kept = Kept(match_id, 0, start, None, None, None, seats, ())
    assert await store.new_match(kept, "{}")
    return match_id


def test_whoever_was_served_least_lately_comes_next(place: Place) -> None:
    async def work(store: Store) -> None:
        ann, ben = await person(store, 1), await person(store, 2)
        for job_id, owner in (("a1", ann), ("a2", ann), ("b1", ben)):
            await store.jobs.add(Job(job_id, owner, "test"))
        await store.jobs.add(Job("o1", ben, "other"))
        served = {ann: 1.0, ben: 0.0}
        taken = [await store.jobs.take("test", served.__getitem__) for _ in range(4)]
        assert [job and job.id for job in taken] == ["b1", "a1", "a2", None]
        assert taken[0] == Job("b1", ben, "test", state="running", attempts=1)
        assert await store.jobs.open_of("test") == 3
        assert await store.jobs.open_of("test", ben) == 1

    with_store(place, work)


def test_what_is_wanted_comes_first(place: Place) -> None:
    async def work(store: Store) -> None:
        ann, ben = await person(store, 1), await person(store, 2)
        for job_id, owner in (("a1", ann), ("a2", ann), ("b1", ben), ("b2", ben)):
            await store.jobs.add(Job(job_id, owner, "test"))
        served = {ann: 1.0, ben: 0.0}
        wanted = {"a2": 0.0, "b2": 0.0, "gone": 0.0}
        taken = [await store.jobs.take("test", served.__getitem__, wanted) for _ in range(4)]
        assert [job and job.id for job in taken] == ["b2", "a2", "b1", "a1"]

    with_store(place, work)


def test_what_was_running_waits_again(place: Place) -> None:
    async def begin(store: Store) -> None:
        ann = await person(store, 1)
        await store.jobs.add(Job("a", ann, "test"))
        await store.jobs.add(Job("b", ann, "test"))
        await store.jobs.take("test", lambda _: 0.0)
        await store.jobs.change("b", state="failed", error="{}")

    async def go_on(store: Store) -> None:
        await store.jobs.recover()
        found = await store.jobs.of_kind("test")
        assert [(job.id, job.state, job.attempts) for job in found] == [
            ("a", "waiting", 0),
            ("b", "failed", 0),
        ]

    with_store(place, begin)
    with_store(place, go_on)


def test_a_review_is_kept_once_and_goes_with_its_last_match(place: Place) -> None:
    async def work(store: Store) -> None:
        ann = await person(store, 1)
        first, second = [await match(store, name, ann) for name in ("m1", "m2")]
        found = Review("key", '{"players":[]}', b"report")
        await store.reviews.keep(first, found, "canceled")
        assert await store.reviews.of_match(first) is None
        await store.jobs.add(Job("j", ann, "review", first))
        await store.reviews.keep(first, found, "j")
        assert await store.reviews.of_match(first) == found
        assert await store.jobs.of_match(first, "review") is None
        assert not await store.reviews.share(second, "another")
        assert await store.reviews.share(second, "key")
        assert [each.review for each in await store.matches_of(ann, 9)] == [found.summary] * 2
        await store.jobs.add(Job("k", ann, "review", first))
        assert [each.reviewing for each in await store.matches_of(ann, 9)] == [False, True]
        assert await store.hide_match(first, ann)
        assert await store.jobs.get("k") is None
        assert await store.reviews.of_match(second) == found
        assert await store.hide_match(second, ann)
        assert not await store.reviews.share(second, "key")  # nothing is left of it

    with_store(place, work)


def test_a_review_takes_the_place_of_an_earlier_one(place: Place) -> None:
    async def work(store: Store) -> None:
        ann = await person(store, 1)
        match_id = await match(store, "m", ann)
        for key in ("quick", "deep"):
            await store.jobs.add(Job(key, ann, "review", match_id))
            await store.reviews.keep(match_id, Review(key, "{}", b""), key)
        assert (await store.reviews.of_match(match_id)) == Review("deep", "{}", b"")
        assert not await store.reviews.share(match_id, "quick")

    with_store(place, work)
