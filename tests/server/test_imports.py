"""Match files over HTTP: brought, recognized, private, repaired, annotated and exported."""

from __future__ import annotations

import json
import random
import re
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from fullprime.formats import match_file
from fullprime.formats.match_file import load
from fullprime.server.exports import download_name
from fullprime.server.imports import file_name
from server_client import Server, Visitor, at_random
from uploads import ACTIONS, MAT, MATCH, bring

SAMPLE = Path(__file__).parents[1] / "data" / "matches" / "sample.sgf"
WRONG_DIE = MAT.replace(b"52:", b"62:")


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


@pytest.fixture
def ben(server: Server) -> Visitor:
    return Visitor(server, "Ben")


def test_a_file_becomes_a_match(ann: Visitor) -> None:
    status, found = bring(ann, MAT, "name=C:%5Cgames/club%00.mat")
    match_id = found.pop("id")
    assert (status, found) == (
        201,
        {
            "format": "mat",
            "known": False,
            "players": ["Ann", "Ben"],
            "games": 1,
            "faults": [],
            "proposals": [],
        },
    )
    path = f"/api/matches/{match_id}"
    state, replay = ann.get(path)[1], ann.get(f"{path}/games/1")[1]
    expected = {"format": "mat", "name": "club.mat", "faults": []}
    assert state["imported"] == replay["imported"] == expected
    assert len(replay["steps"]) == len(MATCH.game.log)
    [listed] = ann.get("/api/matches")[1]
    assert listed["opponent"]["kind"] == "imported"
    assert listed["imported"] == {"format": "mat", "name": "club.mat"}


def test_a_match_of_the_server_is_not_imported(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon")["id"]
    assert ann.get(f"/api/matches/{match_id}")[1]["imported"] is None
    assert ann.get(f"/api/matches/{match_id}/games/1")[1]["imported"] is None


def test_the_same_match_is_recognized(ann: Visitor, ben: Visitor) -> None:
    first = bring(ann, MAT)[1]
    again = bring(ann, match_file.dump(MATCH, "sgf").data)[1]
    assert (again["id"], again["known"], again["format"]) == (first["id"], True, "sgf")
    other = bring(ben, MAT)[1]
    assert (other["known"], other["id"] == first["id"]) == (False, False)


def test_faults_and_repairs(ann: Visitor) -> None:
    status, found = bring(ann, WRONG_DIE)
    assert (status, bool(found["faults"]), bool(found["proposals"])) == (201, True, True)
    assert set(found["faults"][0]) == {"line", "game", "action", "text"}
    assert ann.get(f"/api/matches/{found['id']}")[1]["imported"]["faults"] == found["faults"]
    assert [each["n"] for each in found["proposals"]] == [
        number for number, _ in enumerate(found["proposals"], 1)
    ]
    [right] = [each for each in found["proposals"] if each["change"] == "dice"][:1]
    status, mended = bring(ann, WRONG_DIE, f"name=a.mat&repair={right['n']}")
    assert (status, mended["faults"], mended["proposals"]) == (201, [], found["proposals"])
    assert mended["id"] != found["id"]
    assert bring(ann, MAT)[1]["id"] == mended["id"]
    for numbers in ("99", "0", "x", "1,", "1,1"):
        assert bring(ann, WRONG_DIE, f"repair={numbers}")[0] == 422


def test_faults_of_several_games_are_repaired_together(ann: Visitor) -> None:
    match = MATCH.apply("double").apply("drop").next_game()
    for action in (*ACTIONS[:4], "43", "13/6"):
        match = match.apply(action)
    data = match_file.dump(match, "mat").data
    wrong = data.replace(b"52:", b"62:").replace(b"43:", b"42:")
    proposals = bring(ann, wrong)[1]["proposals"]
    first, second = (
        next(each for each in proposals if (each["game"], each["change"]) == (game, "dice"))
        for game in (1, 2)
    )
    halfway = bring(ann, wrong, f"repair={first['n']}")[1]
    assert {fault["game"] for fault in halfway["faults"]} == {2}
    whole = bring(ann, wrong, f"repair={first['n']},{second['n']}")[1]
    assert whole["faults"] == []


@pytest.mark.parametrize(
    "data", [b"", b" \n", b"garbage", bytes(range(256)) * 40, b"{}", b"\xff\xfe\x00", b"(;FF[4]"]
)
def test_what_is_no_match_is_refused(ann: Visitor, data: bytes) -> None:
    status, problem = bring(ann, data)
    assert (status, problem["code"]) == (422, "import.unreadable")
    assert problem["values"]["error"] in problem["detail"]
    assert ann.get("/api/matches")[1] == []


def test_files_have_at_most_8_mib(ann: Visitor) -> None:
    most = 8 * 2**20
    status, problem = bring(ann, b"x" * (most + 1))
    assert (status, problem["code"], problem["values"]["n"]) == (413, "request.large", most)
    assert bring(ann, b"x" * most)[0] == 422
    assert ann.post("/api/matches", {"game": "x" * 70_000})[0] == 413


# Exports -----------------------------------------------------------------------------------------


def test_a_match_is_exported_in_every_format(ann: Visitor) -> None:
    match_id = bring(ann, MAT)[1]["id"]
    path = f"/api/matches/{match_id}"
    offered = ann.get(f"{path}/exports")[1]
    assert {each["format"] for each in offered} >= {"json", "sgf", "mat", "xg_text", "text"}
    for each in offered:
        assert set(each) == {"format", "title", "ending", "losses"}
        status, headers, content = ann.ask("GET", f"{path}/export?format={each['format']}")
        name = f"fullprime-Ann-Ben-{match_id[:8]}{each['ending']}"
        assert status == 200
        assert headers["Content-Disposition"] == f'attachment; filename="{name}"'
        if each["format"] != "text":
            assert load(content).games == MATCH.games
    assert ann.ask("GET", f"{path}/export")[2] == ann.ask("GET", f"{path}/export?format=json")[2]


def test_formats_that_cannot_hold_a_match_are_not_offered(ann: Visitor) -> None:
    match_id = ann.new_match("plakoto")["id"]
    offered = [each["format"] for each in ann.get(f"/api/matches/{match_id}/exports")[1]]
    assert "json" in offered
    assert "sgf" not in offered
    assert ann.get(f"/api/matches/{match_id}/export?format=sgf")[0] == 422


# Comments and marks ------------------------------------------------------------------------------


def put(visitor: Visitor, match_id: str, **note: Any) -> tuple[int, Any]:
    status, _, content = visitor.ask("PUT", f"/api/matches/{match_id}/notes", note)
    return status, json.loads(content)


def test_notes_are_kept_shown_exported_and_deleted(ann: Visitor) -> None:
    match_id = bring(ann, MAT)[1]["id"]
    path = f"/api/matches/{match_id}"
    whole = {"game": None, "action": None, "text": "A club evening", "mark": ""}
    game = {"game": 0, "action": None, "text": "The first", "mark": ""}
    play = {"game": 0, "action": 1, "text": "سلام\nwell begun", "mark": "!"}
    for note in (play, game, whole):
        assert put(ann, match_id, **note) == (200, note)
    assert ann.get(f"{path}/notes")[1] == [whole, game, play]
    replay = ann.get(f"{path}/games/1")[1]
    assert replay["match_note"] == {"text": "A club evening", "mark": ""}
    assert replay["note"] == {"text": "The first", "mark": ""}
    assert [(step["index"], step["note"]) for step in replay["steps"][:3]] == [
        (0, None),
        (1, {"text": play["text"], "mark": "!"}),
        (2, None),
    ]
    for kind in ("json", "sgf"):
        notes = load(ann.ask("GET", f"{path}/export?format={kind}")[2]).notes
        assert (notes.of(0, 1).text, notes.of(0, 1).mark) == (play["text"], "!")
    text = ann.ask("GET", f"{path}/export?format=text")[2].decode()
    assert all(line in text for line in ("# A club evening", "  # The first", "# ! سلام"))
    assert put(ann, match_id, game=0, action=1)[0] == 200
    assert ann.get(f"{path}/notes")[1] == [whole, game]


def test_notes_of_a_file_belong_to_who_brought_it(ann: Visitor) -> None:
    match_id = bring(ann, SAMPLE.read_bytes())[1]["id"]
    replay = ann.get(f"/api/matches/{match_id}/games/1")[1]
    assert replay["match_note"]["text"]
    assert ann.get(f"/api/matches/{match_id}/notes")[1][0]["text"] == replay["match_note"]["text"]


def test_everyone_has_their_own_notes(ann: Visitor, ben: Visitor, server: Server) -> None:
    made = ann.new_match("backgammon", opponent={"kind": "invite"})
    ben.post(f"/api{made['invite']}")
    match_id, watcher = made["id"], Visitor(server)
    assert put(ann, match_id, text="mine")[0] == put(ben, match_id, text="and mine")[0] == 200
    status, problem = put(watcher, match_id, text="not mine")
    assert (status, problem["code"]) == (403, "note.players")
    seen = [who.get(f"/api/matches/{match_id}/notes")[1] for who in (ann, ben, watcher)]
    assert [[note["text"] for note in notes] for notes in seen] == [["mine"], ["and mine"], []]


@pytest.mark.parametrize(
    "wrong",
    [
        {"mark": "!!!"},
        {"text": "x" * 8001},
        {"text": "a\0b"},
        {"game": -1},
        {"game": 1},
        {"game": 0, "action": 80},
        {"action": 0},
        {"text": 5},
        {"by": "Ann"},
    ],
)
def test_notes_are_checked(ann: Visitor, wrong: dict[str, Any]) -> None:
    match_id = ann.new_match("backgammon")["id"]
    assert put(ann, match_id, **{"text": "x", **wrong})[0] == 422
    assert ann.get(f"/api/matches/{match_id}/notes")[1] == []


# Names -------------------------------------------------------------------------------------------

HOSTILE = (
    "../", "..\\", "/etc/passwd", "C:\\", "\0", "\r\n", '"', ";", "%2e%2e/", "CON", "nul.txt",
    "COM1", "\u202e", "\u2066", "\u200d", "é", "سلام", "名", "\ud7ff", "💥", "~", "$HOME", "`id`",
    "|", "*", "?", "<script>", " ", ".", "filename*=UTF-8''x", "a" * 4096,
)  # fmt: skip


def hostile_names() -> list[str]:
    chance = random.Random(31)
    return ["".join(chance.choices(HOSTILE, k=chance.randint(1, 6))) for _ in range(5000)]


def test_names_of_downloads_are_made_of_letters_and_digits() -> None:
    names = hostile_names()
    for first, second in zip(names, names[1:] + names[:1], strict=True):
        name = download_name([first, second], "2c7fb32dfc18", ".mat")
        assert re.fullmatch(r"fullprime-(?:[A-Za-z0-9]+-)*2c7fb32d\.mat", name), first
        assert len(name) < 100
    assert download_name(["Ann", "Ben"], "2c7fb32dfc18", ".mat") == "fullprime-Ann-Ben-2c7fb32d.mat"


def test_names_of_uploads_are_shown_and_no_more() -> None:
    for name in hostile_names():
        shown = file_name(name)
        assert shown.isprintable()
        assert len(shown) <= 120
        assert not set(shown) & {"/", "\\"}


def test_hostile_names_of_players_and_files_go_through(ann: Visitor) -> None:
    names = hostile_names()[:3]
    for first, second in pairwise(names):
        match = msgspec.structs.replace(MATCH, players=(first, second))
        data = match_file.dump(match, "json").data
        status, found = bring(ann, data, f"name={quote(first[:2000])}")
        assert status == 201
        assert all(name.isprintable() and len(name) <= 40 for name in found["players"])
        for kind in ("json", "mat", "sgf", "text"):
            status, headers, _ = ann.ask("GET", f"/api/matches/{found['id']}/export?format={kind}")
            assert status == 200
            assert re.fullmatch(
                r'attachment; filename="fullprime-[A-Za-z0-9-]+\.[a-z]+"',
                headers["Content-Disposition"],
            )


# Play goes on ------------------------------------------------------------------------------------


def test_play_goes_on_while_a_file_is_read(ann: Visitor, ben: Visitor) -> None:
    """The file needs all the time that a reader gets; acknowledgements come meanwhile."""
    row = b"%3d) 31: 8/5 6/5                 64: 24/18 18/14\n"
    data = MAT + b"".join(row % (number % 999) for number in range(3, 60_000))
    found: list[tuple[int, Any]] = []
    upload = threading.Thread(target=lambda: found.append(bring(ann, data)))
    match_id = ben.new_match("backgammon", opponent={"kind": "here"})["id"]
    done, chance = 0, random.Random(5)
    with ben.sit(match_id) as table:
        upload.start()
        while done < 80:
            table.until(lambda: table.my_turn or table.state["phase"] == "over")
            if not upload.is_alive():
                break
            assert table.do(**at_random(table.state, chance))["type"] == "ack"
            done += upload.is_alive()
    upload.join()
    assert (found[0][0], found[0][1]["code"]) == (422, "import.slow")
    assert done >= 10
