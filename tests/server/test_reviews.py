"""Reviews over HTTP: made by themselves, kept once, and added up for each person."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from fullprime import Match
from fullprime.analysis.review import report_json, review, summary_json
from fullprime.formats import match_file
from random_matches import random_match
from server_client import Json, Server, Visitor, steps_at_random
from uploads import MAT, MATCH, bring

LONG = 15
"""The seed of a match that takes some seconds."""


def state_of(visitor: Visitor, match_id: str, query: str = "") -> Json:
    status, found = visitor.get(f"/api/matches/{match_id}/review{query}")
    assert status == 200, found
    assert set(found) == {"state", "progress", "report", "summary", "error"}
    answer: Json = found
    return answer


def finished(visitor: Visitor, match_id: str) -> Json:
    while (found := state_of(visitor, match_id, "?report=false"))["state"] in (
        "waiting",
        "running",
    ):
        assert found["report"] is None
        time.sleep(0.02)
    return state_of(visitor, match_id)


def resigned(visitor: Visitor, **fields: object) -> str:
    """A match of one game, which seat 1 resigns."""
    match_id: str = visitor.new_match("backgammon", target={"type": "points", "to": 1}, **fields)[
        "id"
    ]
    with visitor.sit(match_id) as table:
        table.until(lambda: "play" in table.state["can"])
        steps = steps_at_random(table.state["walk"], Random(1))
        assert table.do("played", steps=steps)["type"] == "ack"
        assert table.do("resigned", multiple=1)["type"] == "ack"
        assert table.do("accepted")["type"] == "ack"
        assert table.state["over"]
    return match_id


def test_an_imported_match_is_reviewed_by_itself(server: Server) -> None:
    ann = Visitor(server, "Ann")
    match_id = bring(ann, MAT)[1]["id"]
    found = finished(ann, match_id)
    assert (found["state"], found["error"], found["progress"]) == ("done", None, None)
    expected = review(MATCH)
    assert found["report"] == json.loads(json.dumps(report_json(expected, detail=True)))
    assert found["summary"]["date"] is None
    for told, short in zip(found["summary"]["players"], summary_json(expected), strict=True):
        worst, wanted = told.pop("worst"), short.pop("worst")
        assert told == short
        if wanted:
            board = {"variant": "backgammon", "turn_of": wanted["kind"] == "take", "rows": ...}
            assert worst | {"rows": ...} == json.loads(json.dumps(wanted)) | board
            assert sum(worst["rows"][0]["points"]) == 15
    [listed] = ann.get("/api/matches")[1]
    worst = expected.errors[0]
    assert listed["review"]["seat"] == 0
    assert listed["review"]["pr"] == expected.players[0].pr
    assert listed["review"]["worst"]["played"] == worst.played
    assert listed["review"]["worst"]["error"] == worst.error


def test_a_match_is_reviewed_when_it_is_over(server: Server) -> None:
    ann = Visitor(server, "Ann")
    playing = ann.new_match("backgammon")["id"]
    path = f"/api/matches/{playing}/review"
    assert state_of(ann, playing)["state"] == "none"
    status, problem = ann.post(path, {"plies": 2})
    assert (status, problem["code"]) == (409, "review.unfinished")
    over = resigned(ann)
    found = finished(ann, over)
    assert found["state"] == "done"
    assert found["report"]["games"][0]["decisions"][0]["plies"] == 2
    assert ann.post(f"/api/matches/{over}/review", {"plies": 2})[1]["state"] == "done"
    status, found = ann.post(f"/api/matches/{over}/review", {"plies": 3})
    assert (status, found["code"]) == (422, "request.invalid")
    ann.post(f"/api/matches/{over}/review", {"plies": 0})
    found = finished(ann, over)
    assert found["report"]["settings"]["plies"] == 0
    assert found["report"]["games"][0]["decisions"][0]["plies"] == 0


def test_a_server_can_leave_matches_alone(tmp_path: Path) -> None:
    with Server(tmp_path / "a.db", "--no-reviews") as server:
        ann = Visitor(server, "Ann")
        for match_id in (bring(ann, MAT)[1]["id"], resigned(ann)):
            assert state_of(ann, match_id)["state"] == "none"
            assert ann.post(f"/api/matches/{match_id}/review", {"plies": 0})[0] == 201
            assert finished(ann, match_id)["state"] == "done"


def test_watchers_see_it_and_cannot_cancel_it(server: Server) -> None:
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    over = resigned(ann)
    finished(ann, over)
    assert state_of(Visitor(server), over)["state"] == "done"
    path = f"/api/matches/{over}/review"
    assert ben.post(path, {})[0] == 201
    assert ben.delete(path) == 403
    assert ann.delete(path) == 204
    assert state_of(ann, over)["state"] == "done"  # what is kept stays


@pytest.fixture(scope="module")
def long_match() -> bytes:
    """Takes some seconds."""
    return match_file.dump(random_match(LONG, ("backgammon",)), "mat").data


def test_a_review_is_canceled_and_begun_again(server: Server, long_match: bytes) -> None:
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    match_id = bring(ann, long_match)[1]["id"]
    second = bring(ben, MAT)[1]["id"]
    path = f"/api/matches/{match_id}/review"
    while not (found := state_of(ann, match_id))["report"]:
        assert found["state"] in ("waiting", "running")
        time.sleep(0.02)
    assert found["state"] == "running"
    progress = found["progress"]
    assert 0 < progress["done"] < progress["total"]
    assert {each["plies"] for game in found["report"]["games"] for each in game["decisions"]} <= {
        *(0, 1, 2)
    }
    assert ann.delete(path) == 204
    assert state_of(ann, match_id) == dict.fromkeys(found) | {"state": "none"}
    assert ann.get("/api/matches")[1][0]["review"] is None
    assert finished(ben, second)["state"] == "done"
    assert ann.post(path, {"plies": 0})[1]["state"] in ("waiting", "running")
    assert finished(ann, match_id)["state"] == "done"


def test_the_next_server_goes_on(tmp_path: Path, long_match: bytes) -> None:
    server = Server(tmp_path / "a.db").start()
    ann = Visitor(server, "Ann")
    match_id = bring(ann, long_match)[1]["id"]
    over = resigned(ann)
    while state_of(ann, match_id)["progress"] is None:
        time.sleep(0.02)
    server.kill()
    server.start()
    assert state_of(ann, match_id)["state"] in ("waiting", "running")
    assert ann.delete(f"/api/matches/{match_id}/review") == 204
    assert finished(ann, over)["state"] == "done"
    assert server.stop() in (0, -15)


def test_the_same_match_is_computed_once(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Server(path) as server:
        ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
        own = [bring(person, MAT)[1]["id"] for person in (ann, ben)]
        found = [finished(person, each) for person, each in zip((ann, ben), own, strict=True)]
        assert found[0] == found[1]
        assert rows(path, "reviews") == 1
        assert rows(path, "reviewed") == 2
        assert ann.delete(f"/api/matches/{own[0]}") == 204
        assert finished(ben, own[1]) == found[0]
        assert ben.delete(f"/api/matches/{own[1]}") == 204
        assert rows(path, "reviews") == rows(path, "reviewed") == rows(path, "jobs") == 0
    assert (tmp_path / "home" / "cache" / "verdicts.db").exists()


def rows(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        [count] = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(count)


# Names and statistics ----------------------------------------------------------------------------


def with_names(first: str, second: str) -> bytes:
    match = Match.start(players=(first, second), target=3)
    for action in ("31", "24/23 13/10", "64", "24/14"):
        match = match.apply(action)
    return match_file.dump(match, "mat").data


def test_which_names_are_mine(server: Server) -> None:
    ann = Visitor(server)
    match_id = bring(ann, with_names("Ben", "AnnLee"))[1]["id"]
    found = finished(ann, match_id)
    [listed] = ann.get("/api/matches")[1]
    assert listed["review"] is None  # neither is known to be theirs
    empty = ann.get("/api/me/statistics")[1]
    assert (empty["matches"], empty["total"]["pr"]) == ([], None)
    me = ann.patch("/api/me", {"names": ["  annlee ", "annlee", "", "Ann  the great"]})[1]
    assert me["names"] == ["annlee", "Ann the great"]
    assert ann.get("/api/me")[1] == me
    [listed] = ann.get("/api/matches")[1]
    assert listed["review"]["seat"] == 1
    assert listed["review"]["pr"] == found["report"]["players"][1]["pr"]
    for wrong in ([1], ["x" * 41], ["x"] * 51):
        assert ann.patch("/api/me", {"names": wrong})[0] == 422
    assert ann.get("/api/me")[1] == me


def test_statistics(server: Server) -> None:
    ann = Visitor(server, "Ann")
    files = [with_names("Ann", "Ben"), with_names("Cleo", "Ann"), MAT]
    ids = [bring(ann, each)[1]["id"] for each in files]
    ids.append(resigned(ann, opponent={"kind": "here", "name": "Dan"}))
    reports = [finished(ann, each)["report"] for each in ids]
    seats = (0, 1, 0, 0)
    mine = [report["players"][seat] for report, seat in zip(reports, seats, strict=True)]
    found = ann.get("/api/me/statistics")[1]
    assert [each["id"] for each in found["matches"]] == ids
    assert [each["pr"] for each in found["matches"]] == [each["pr"] for each in mine]
    assert found["matches"][1]["opponent"]["name"] == "Cleo"
    assert found["matches"][0]["game"] == {"id": "backgammon", "name": "Backgammon"}
    kinds = ("checker", "doubling", "taking")
    for kind in kinds:
        error = sum(each[kind]["error"] for each in mine)
        count = sum(each[kind]["count"] for each in mine)
        rate = found["kinds"][kind]
        assert rate["decisions"] == count
        assert rate["pr"] == (pytest.approx(500 * error / count) if count else None)
    whole = found["total"]
    assert whole["matches"] == 4
    assert whole["decisions"] == sum(each["decisions"] for each in mine)
    assert whole["interval"] > 0
    assert [(each["name"], each["matches"]) for each in found["opponents"]] == [
        ("Ben", 2),
        ("Cleo", 1),
        ("Dan", 1),
    ]
    [game] = found["games"]
    assert game == {"id": "backgammon", "name": "Backgammon", **whole}
    assert ann.get("/api/me/statistics")[1] == found


def test_my_decisions_are_found(server: Server) -> None:
    ann = Visitor(server, "Ann")
    ids = [
        bring(ann, each)[1]["id"] for each in (with_names("Ann", "Ben"), with_names("Cleo", "Ann"))
    ]
    for each in ids:
        finished(ann, each)
    found = ann.get("/api/me/decisions?loss=0.1")[1]
    assert (found["matches"], found["count"]) == (2, 2)
    places = {(each["source"], each["address"], each["played"]) for each in found["found"]}
    assert places == {(ids[0], "1.1", "24/23 13/10"), (ids[1], "1.2", "24/14")}
    assert [len(each["rows"]) for each in found["found"]] == [2, 2]
    [first] = ann.get("/api/me/decisions?like=4HPwATDgc/ABMA&most=1")[1]["found"]
    assert (first["played"], first["distance"]) == ("24/23 13/10", 0)
    theirs = ann.get("/api/me/decisions?player=cleo&loss=0.1")[1]
    assert [each["player"] for each in theirs["found"]] == ["Cleo"]
    assert ann.get("/api/me/decisions?kind=pass&was=take")[1]["count"] == 0
    assert ann.get("/api/me/decisions?plan=nothing")[0] == 422
    assert ann.get("/api/me/decisions?loss=-1")[0] == 422
    assert Visitor(server).get("/api/me/decisions")[1]["count"] == 0
