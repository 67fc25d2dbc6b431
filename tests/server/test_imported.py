"""A match that was brought as a file is kept, listed, replayed, exported and deleted."""

from __future__ import annotations

import asyncio
import hashlib
import random
from pathlib import Path

import msgspec
import pytest

from fullprime import Match
from fullprime.action import Arranged
from fullprime.formats import saved
from fullprime.match import SetUp
from fullprime.notes import Analysis, Note, Notes
from fullprime.server.imported import brought, with_notes
from fullprime.server.record import Record
from fullprime.server.replay import replay_json
from fullprime.store import Import
from fullprime.store.store import Store
from server_client import Server, Visitor

TOKENS = ("A" * 43, "B" * 43)
NOTES = (
    Notes(about={"event": "Club evening"})
    .with_note(Note(text="The whole match"))
    .with_note(Note(text="Well begun", mark="!", analysis=Analysis(luck=0.25)), 0, 1)
    .with_note(Note(text="Another game"), 1)
)


def played(seed: int, actions: int = 150, begins: SetUp | None = None) -> Match:
    """A match at random, of at least two games; the second begins where it is said."""
    chance = random.Random(seed)
    match = Match.start(players=("Ann", "Ben"), target=7)
    match = match.apply("31").apply("8/5 6/5").apply("double").apply("drop").next_game(begins)
    while len(match.game.log) < actions and not match.is_over:
        if match.game.result:
            match = match.next_game()
        match = match.apply(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize("begins", [None, SetUp(score=(4, 3)), SetUp(position="6:2 / 6:2")])
def test_a_match_comes_back_from_its_log(begins: SetUp | None) -> None:
    match = msgspec.structs.replace(played(1, begins=begins), notes=NOTES)
    found = brought(match, 5)
    record = Record.start(found.kept).to_end(found.kept.events)
    assert record.match.notes != NOTES
    again = with_notes(record.match, found.notes)
    assert again == match
    assert saved.dump(again) == saved.dump(match)
    assert {note.person for note in found.notes} == {5}
    assert [event.version for event in found.kept.events] == list(
        range(1, len(found.kept.events) + 1)
    )


def test_the_digest_is_that_of_the_match_alone() -> None:
    match = played(2)
    digest = brought(match, 1).digest
    assert brought(msgspec.structs.replace(match, notes=NOTES), 2).digest == digest
    assert brought(saved.load(saved.dump(match))[0], 1).digest == digest
    assert brought(match.undo(), 1).digest != digest
    renamed = msgspec.structs.replace(match, players=("Ben", "Ann"))
    assert brought(renamed, 1).digest != digest


def test_plays_that_are_written_otherwise_are_the_same() -> None:
    start = Match.start(players=("Ann", "Ben"), target=1)
    one, other = (start.apply(dice) for dice in ("31", "31"))
    plays = [one.apply("8/5 6/5"), other.apply("6/5 8/5")]
    assert len({brought(match, 1).digest for match in plays}) == 1


def test_an_illegal_play_that_stood_is_shown_with_its_dice() -> None:
    match = Match.start(players=("Ann", "Ben"), target=1).apply("31")
    wrong = Arranged("24:2 13:5 8:3 6:5 / 24:2 13:4 7:1 8:3 6:5", 1, ((13, 7),))
    replay = replay_json(brought(match.apply(wrong), 1).kept, 1, {})
    assert replay is not None
    step = replay["steps"][-1]
    assert (step["dice"], step["play"], step["text"]) == ((3, 1), "13/7", "3-1: 13/7 (illegal)")
    assert step["state"]["last"]["steps"] == [[13, 7]]


async def _import(path: Path, match: Match) -> str:
    """For the first of two people."""
    store = await Store.open(path)
    try:
        for token in TOKENS:
            await store.new_person(hashlib.sha256(token.encode()).digest())
        found = brought(match, 1)
        imported = Import(1, "mat", "a.mat", b"s" * 32, found.digest)
        return await store.import_match(found.kept, found.summary, imported, found.notes)
    finally:
        await store.close()


def test_the_server_shows_it_and_plays_nothing_in_it(tmp_path: Path) -> None:
    match = msgspec.structs.replace(played(3, actions=9), notes=NOTES)
    assert not match.is_over
    match_id = asyncio.run(_import(tmp_path / "a.db", match))
    path = f"/api/matches/{match_id}"
    with Server(tmp_path / "a.db") as server:
        ann, ben = Visitor(server), Visitor(server)
        ann.cookie, ben.cookie = (f"fullprime={token}" for token in TOKENS)
        [listed] = ann.get("/api/matches")[1]
        file = {"format": "mat", "name": "a.mat"}
        assert (listed["id"], listed["imported"], listed["your_turn"]) == (match_id, file, False)
        assert [player["name"] for player in listed["players"]] == ["Ann", "Ben"]
        assert ben.get("/api/matches")[1] == []
        replay = ann.get(f"{path}/games/2")[1]
        assert [step["action"]["type"] for step in replay["steps"]] == [
            msgspec.to_builtins(action)["type"] for action in match.game.log
        ]
        with ann.sit(match_id) as table:
            assert (table.state["you"], table.state["can"]) == ([], [])
            assert table.do("roll")["code"] == "table.no_seat"
            version = table.state["version"]
        export = saved.load(ann.ask("GET", f"{path}/export")[2])[0]
        assert (export.games, export.notes.about) == (match.games, NOTES.about)
        status, branch = ann.post(f"{path}/branch", {"version": version, "opponent": "here"})
        assert status == 201
        on = ann.get(f"/api/matches/{branch['id']}")[1]
        assert (on["you"], on["version"]) == ([0, 1], version)
        branched = saved.load(ann.ask("GET", f"/api/matches/{branch['id']}/export")[2])[0]
        assert branched.notes == Notes()
        assert ben.delete(path) == 404
        assert ann.delete(path) == 204
        assert [each["id"] for each in ann.get("/api/matches")[1]] == [branch["id"]]
        assert ann.get(path)[0] == 404
