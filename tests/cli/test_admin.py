"""`fullprime admin` on a file and on PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from fullprime.cli import cli
from fullprime.errors import FullprimeError
from fullprime.formats import saved
from fullprime.match import Match
from fullprime.server.record import Record, encode
from fullprime.store import Event, Job, Kept, Note, Person, Seat, Seats
from fullprime.store.store import Store
from stores import Place, changed, options

START = saved.dump(Match.start())


def admin(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["admin", *arguments])


def refusal(*arguments: str) -> str:
    """What is said where the command ends with a fault."""
    found = admin(*arguments)
    assert isinstance(found.exception, FullprimeError), found.output
    return f"{found.output}{found.exception}"


def match(match_id: str, seats: Seats, invite: str | None = None) -> Kept:
    """After an opening throw and a play."""
    kept = Kept(match_id, 0, START, None, invite, None, seats, ())
    record, events = Record.start(kept), []
    for number, wish in enumerate(("31", "8/5 6/5"), 1):
        game = record.match.game
        record, action = record.after(game.read(wish))
        events.append(Event(number, 0, encode(action), at=1.5))
    return kept._replace(events=tuple(events))


@pytest.fixture
def evening(place: Place) -> Place:
    """Ann has played against a bot and against Ben, and has written a note."""

    async def play() -> None:
        async with await Store.open(place) as store:
            for token, name in ((b"a", "Ann"), (b"b", "Ben"), (b"c", "")):
                person = await store.new_person(token * 32)
                await store.change_person(person._replace(name=name))
            ann, ben = Seat("Ann", 1), Seat("Ben", 2)
            await store.new_match(match("alone", (ann, Seat("Fullprime"))), "{}")
            await store.new_match(match("both", (ann, ben)), "{}")
            await store.set_note("both", Note(1, "Well played", game=0))
            await store.jobs.add(Job("j1", 1, "review", "both", state="failed"))

    asyncio.run(play())
    return place


def read(place: Place, *wanted: str) -> list[Any]:
    """Matches of a store, and who its people are."""

    async def look() -> list[Any]:
        async with await Store.look(place) as store:
            people = [await store.person(letter * 32) for letter in (b"a", b"b", b"c")]
            return [people, *[await store.match(each) for each in wanted]]

    return asyncio.run(look())


def test_a_backup_comes_back_in_either_database(
    evening: Place, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copies" / "monday.db"
    assert admin("backup", str(copy), *options(evening)).output == f"{copy}: 2 matches\n"
    assert "never replaces anything" in refusal("backup", str(copy), *options(evening))
    there = read(evening, "alone", "both")
    others: list[Place] = [tmp_path / "new.db"]
    if not isinstance(evening, Path):
        others.append(request.getfixturevalue("postgres").database())
    for other in others:
        assert admin("restore", str(copy), *options(other)).output == "2 matches restored\n"
        assert read(other, "alone", "both") == there
        assert admin("check", *options(other)).output == "No damage found\n"
        assert "is not empty" in refusal("restore", str(copy), *options(other))
        assert asyncio.run(a_newcomer(other)) == 4, "numbers that were given are not given again"


async def a_newcomer(place: Place) -> int:
    async with await Store.open(place) as store:
        return (await store.new_person(b"d" * 32)).id


def test_damage_is_found_and_whole_matches_are_exported(evening: Place, tmp_path: Path) -> None:
    assert admin("check", *options(evening)).output == "No damage found\n"
    changed(evening, "UPDATE events SET action = '{}' WHERE match = 'both' AND version = 2")
    assert "both: The record of match both is damaged at action 2" in refusal(
        "check", *options(evening)
    )
    files = tmp_path / "files"
    assert "1 match could not be exported" in refusal("export", str(files), *options(evening))
    assert [file.name for file in files.iterdir()] == ["alone.json"]
    loaded, _ = saved.load((files / "alone.json").read_bytes())
    assert len(loaded.game.log) == 2


def test_a_log_that_breaks_the_rules_is_found_though_its_links_fit(place: Place) -> None:
    async def forge() -> None:
        async with await Store.open(place) as store:
            await store.new_person(b"a" * 32)
            kept = match("forged", (Seat("Ann", 1), Seat("Fullprime")))
            wrong = Event(3, 1, '{"type":"took"}')
            await store.new_match(kept._replace(events=(*kept.events, wrong)), "{}")

    asyncio.run(forge())
    assert "forged: it cannot be played again" in refusal("check", *options(place))


def test_what_no_one_needs_is_pruned(evening: Place) -> None:
    async def invite() -> None:
        async with await Store.open(evening) as store:
            await store.new_match(match("open", (Seat("Ann", 1), None), invite="code"), "{}")

    asyncio.run(invite())
    nothing = "0 visitors, 0 invitations, 0 jobs deleted\n"
    assert admin("prune", *options(evening)).output == nothing
    changed(evening, "UPDATE people SET since = 1")
    changed(evening, "UPDATE matches SET changed = 1")
    changed(evening, "UPDATE jobs SET at = 1")
    found = admin("prune", "--days", "30", *options(evening)).output
    assert found == "1 visitors, 1 invitations, 1 jobs deleted\n"
    people, alone, both, gone = read(evening, "alone", "both", "open")
    assert people[2] is None
    assert alone and both and gone is None


def test_a_match_is_deleted_even_if_it_is_damaged(evening: Place) -> None:
    changed(evening, "UPDATE matches SET start = 'x' WHERE id = 'alone'")
    asked = CliRunner().invoke(
        cli, ["admin", "delete", "--match", "alone", *options(evening)], input="n\n"
    )
    assert asked.exit_code == 1
    deleted = admin("delete", "--match", "alone", "--yes", *options(evening))
    assert deleted.output == "match alone is deleted\n"
    assert admin("check", *options(evening)).output == "No damage found\n"
    assert "there is no match alone" in refusal(
        "delete", "--match", "alone", "--yes", *options(evening)
    )


def test_of_a_person_nothing_is_left_but_the_matches_of_others(evening: Place) -> None:
    wanted = ("delete", "--match", "both", "--seat", "0", "--yes", *options(evening))
    assert admin(*wanted).output == "the person at seat 0 of both is deleted, with 1 match\n"
    people, alone, both = read(evening, "alone", "both")
    assert people == [None, Person(2, "Ben"), Person(3)]
    assert alone is None
    assert [seat.name for seat in both.seats] == ["", "Ben"]
    assert len(both.events) == 2
    assert changed(evening, "SELECT count(*) FROM notes") == [(0,)]
    assert b"Ann" not in both.start
    assert admin("check", *options(evening)).output == "No damage found\n"
    bot = ("delete", "--match", "bots", "--seat", "1", "--yes", *options(evening))
    asyncio.run(against_a_bot(evening))
    assert "no person sits at seat 1" in refusal(*bot)


async def against_a_bot(place: Place) -> None:
    async with await Store.open(place) as store:
        await store.new_match(match("bots", (Seat("Ben", 2), Seat("Fullprime"))), "{}")


@pytest.mark.parametrize("command", ["check", "backup", "export"])
def test_a_store_that_is_not_there_is_not_made(command: str, tmp_path: Path) -> None:
    arguments = [] if command == "check" else [str(tmp_path / "to")]
    missing = tmp_path / "none.db"
    assert "nothing is kept there yet" in refusal(command, *arguments, "--data", str(missing))
    assert not missing.exists()


def test_a_store_of_another_kind_is_refused() -> None:
    assert "expected postgresql://" in refusal("check", "--store", "mysql://somewhere/x")
    found = refusal("check", "--store", "postgresql://ann:secret@127.0.0.1:1/x")
    assert "cannot be used" in found
    assert "secret" not in found
