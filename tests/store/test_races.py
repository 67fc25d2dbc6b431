"""Sixty-four at once want what only one can have."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fullprime.store import Import, Job
from fullprime.store.fenced import Conflict
from fullprime.store.store import Store
from store_evening import ANN, BEN, event, match
from stores import Place, changed

AT_ONCE = 64
INVITED = (ANN, None)


async def all_at_once(ask: Callable[[int], Awaitable[object]]) -> list[object]:
    """The answers; a refusal is None."""
    found = await asyncio.gather(*map(ask, range(AT_ONCE)), return_exceptions=True)
    assert all(isinstance(each, Conflict) or not isinstance(each, Exception) for each in found)
    return [None if isinstance(each, Conflict) else each for each in found]


def race(place: Place, rounds: int) -> None:
    """An empty seat, a rematch, the end of a match, and a file that is brought."""

    async def run() -> None:
        async with await Store.open(place) as store:
            await store.new_person(b"a" * 32)
            await store.new_person(b"b" * 32)
            for number in range(rounds):
                await one_round(store, str(number))

    asyncio.run(run())
    count = "SELECT count(*) FROM"
    assert changed(place, f"{count} seats WHERE person = 2") == [(rounds,)]
    assert changed(place, f"{count} jobs") == [(rounds,)]
    assert changed(place, f"{count} imports") == [(rounds,)]
    assert changed(place, f"{count} events") == [(rounds,)]
    assert changed(place, f"{count} matches") == [(3 * rounds,)]


async def one_round(store: Store, number: str) -> None:
    first, again, brought = f"a{number}", f"b{number}", f"c{number}"
    await store.new_match(match(first, invite=number, seats=INVITED), "{}")
    fence = await store.claim(first) or 0
    joined = await all_at_once(lambda _: store.join(first, number, BEN, fence=fence))
    assert joined.count(True) == 1
    ended = await all_at_once(
        lambda n: _done(
            store.append(first, [event(1, ack=f"k{n}")], "{}", _review(first, n), fence=fence)
        )
    )
    assert ended.count(True) == 1
    rematch = await all_at_once(
        lambda n: store.new_match(match(f"{again}-{n}"), "{}", rematch_of=first)
    )
    assert rematch.count(True) == 1
    source = Import(1, "mat", "a.mat", b"s" * 32, number.encode().zfill(32))
    ids = await all_at_once(lambda n: store.import_match(match(f"{brought}-{n}"), "{}", source))
    assert len(set(ids)) == 1
    assert await store.match(str(ids[0])) is not None


async def _done(write: Awaitable[None]) -> bool:
    await write
    return True


def _review(match_id: str, number: int) -> Job:
    return Job(f"{match_id}-{number}", 1, "review", match_id)


def test_only_one_of_many_has_it(place: Place) -> None:
    race(place, 2)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_only_one_of_many_has_it_two_hundred_times(tmp_path: Path) -> None:
    race(tmp_path / "m.db", 200)
