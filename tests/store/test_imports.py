"""Imported matches belong to who brought them, and notes to who wrote them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fullprime.store import Event, Import, Kept, Note, Seat
from fullprime.store.store import Store
from stores import Place, changed

LONG = "Ann of the name that is longer than any that can be typed here, " * 3
LOG = (Event(1, None, '{"a":1}'), Event(2, 0, '{"b":2}'))


def brought(match_id: str, person: int = 1, digest: bytes = b"d" * 32) -> tuple[Kept, str, Import]:
    seats = (Seat(LONG, person), Seat("Ben", person))
    kept = Kept(match_id, 0, b"{}", None, None, None, seats, LOG)
    faults = '[{"line":7,"text":"illegal play"}]'
    return kept, "summary", Import(person, "mat", "../a\0b.mat", b"s" * 32, digest, faults)


def with_people(place: Place, work: Callable[[Store], Awaitable[None]]) -> None:
    """Two people, and an empty store."""

    async def run() -> None:
        store = await Store.open(place)
        try:
            for token in (b"x", b"y"):
                await store.new_person(token * 32)
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_an_imported_match_comes_back_with_where_it_is_from(place: Place) -> None:
    kept, summary, imported = brought("m1")

    async def work(store: Store) -> None:
        assert await store.import_match(kept, summary, imported) == "m1"
        found = await store.match("m1")
        assert found == kept._replace(number=1, owner=1)
        assert [found.is_open_to(person) for person in (1, 2, None)] == [True, False, False]
        told = await store.imported("m1")
        assert told is not None
        assert told._replace(at=0) == imported._replace(file="../a\ufffdb.mat")
        assert told.at > 0
        [listed] = await store.matches_of(1, 9)
        assert (listed.id, listed.owner, listed.seats) == ("m1", 1, kept.seats)
        assert await store.matches_of(2, 9) == []

    with_people(place, work)


def test_a_match_that_was_played_here_is_open_and_not_imported(place: Place) -> None:
    async def work(store: Store) -> None:
        kept, summary, _ = brought("m1")
        await store.new_match(kept, summary)
        found = await store.match("m1")
        assert found == kept._replace(number=1)
        assert all(found.is_open_to(person) for person in (1, 2, None))
        assert await store.imported("m1") is None
        assert await store.imported("m2") is None
        assert [each.owner for each in await store.matches_of(1, 9)] == [None]

    with_people(place, work)


def test_the_same_match_is_kept_once_for_each_person(place: Place) -> None:
    async def work(store: Store) -> None:
        twice = [store.import_match(*brought(match_id)) for match_id in ("m1", "m2")]
        assert await asyncio.gather(*twice) == ["m1", "m1"]
        assert await store.import_match(*brought("m3", person=2)) == "m3"
        assert await store.import_match(*brought("m4", digest=b"e" * 32)) == "m4"
        assert await store.match("m2") is None
        assert await store.find_import(1, b"d" * 32) == "m1"
        assert await store.find_import(2, b"d" * 32) == "m3"
        assert await store.find_import(2, b"e" * 32) is None

    with_people(place, work)


def test_what_is_deleted_leaves_nothing_and_can_be_brought_again(place: Place) -> None:
    notes = [Note(1, "well played", game=0, action=1), Note(1, mark="?", game=0)]

    async def work(store: Store) -> None:
        await store.import_match(*brought("m1"), notes)
        assert [note._replace(at=0) for note in await store.notes("m1")] == notes[::-1]
        assert await store.hide_match("m1", 1)
        assert await store.match("m1") is None
        assert await store.import_match(*brought("m2")) == "m2"
        assert await store.notes("m2") == []
        assert await store.hide_match("m2", 1)

    with_people(place, work)
    for table in ("matches", "seats", "events", "imports", "notes"):
        assert changed(place, f"SELECT count(*) FROM {table}") == [(0,)]


def test_an_import_that_fails_leaves_nothing(place: Place) -> None:
    async def work(store: Store) -> None:
        twice = [Note(1, "one"), Note(1, "two")]
        [failure] = await asyncio.gather(
            store.import_match(*brought("m1"), twice), return_exceptions=True
        )
        assert isinstance(failure, Exception)
        assert await store.match("m1") is None
        assert await store.import_match(*brought("m1"), twice[:1]) == "m1"

    with_people(place, work)


PLACES = st.just((None, None)) | st.tuples(st.integers(0, 2), st.none() | st.integers(0, 2))
NOTES = st.builds(
    lambda person, text, mark, place: Note(person, text, mark, *place),
    st.sampled_from([1, 2]),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=50),
    st.sampled_from(["", "?", "??", "!"]),
    PLACES,
)


def spot(match_id: str, note: Note) -> tuple[Any, ...]:
    places = (-1 if number is None else number for number in (note.game, note.action))
    return (match_id, *places, note.person)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(["m1", "m2", "none"]), NOTES), max_size=20))
def test_notes_are_as_they_were_written_last(written: list[tuple[str, Note]]) -> None:
    """A dictionary by match, place and person says what there must be."""
    wanted: dict[tuple[Any, ...], Note] = {}

    async def work(store: Store) -> None:
        await store.import_match(*brought("m1"))
        await store.new_match(brought("m2")[0], "")
        for match_id, note in written:
            assert await store.set_note(match_id, note) == (match_id != "none")
            wanted.pop(spot(match_id, note), None)
            if match_id != "none" and (note.text or note.mark):
                wanted[spot(match_id, note)] = note
        for match_id in ("m1", "m2", "none"):
            expected = [wanted[key] for key in sorted(wanted) if key[0] == match_id]
            assert [note._replace(at=0.0) for note in await store.notes(match_id)] == expected

    with TemporaryDirectory() as folder:
        with_people(Path(folder) / "a.db", work)
