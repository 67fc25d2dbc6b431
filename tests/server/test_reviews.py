"""Reviews over HTTP: made by themselves, kept once, and added up for each person."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from fullprime import Match, analysis
from fullprime.action import Accepted, Resigned
from fullprime.analysis.review import report_json, review, summary_json
from fullprime.engine.rollout_result import RolloutSettings
from fullprime.formats import match_file
from random_matches import random_match
from server_client import Json, Server, Visitor, steps_at_random
from uploads import MAT, MATCH, bring

LONG = 15
"""The seed of a match that takes some seconds."""


FIELDS = ("state", "progress", "report", "summary", "error")


def state_of(visitor: Visitor, match_id: str, query: str = "") -> Json:
    status, found = visitor.get(f"/api/matches/{match_id}/review{query}")
    assert status == 200, found
    assert found.keys() == {*FIELDS, "deepening", "rollouts"}
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


def a_turn_of_each(game: str, games: int) -> bytes:
    """A match that is not over: a few turns at random, then the next game of its series."""
    match, rng = Match.start(players=("Ann", "Ben"), variant=game, target=9), Random(1)
    for number in range(games):
        if number:
            match = match.apply(Resigned(1)).apply(Accepted()).next_game()
        for _ in range(6):
            match = match.apply(rng.choice(match.game.legal()))
    return match_file.dump(match, "json").data


def test_whatever_is_brought_is_reviewed_as_far_as_it_goes(server: Server) -> None:
    """Cut off, with an illegal play, empty, a series of three games, another game."""
    ann = Visitor(server, "Ann")
    brought = {
        "cut.mat": MAT[: MAT.rindex(b"4")],
        "illegal.mat": MAT.replace(b"18/14", b"18/13"),
        "empty.json": match_file.dump(Match.start(players=("Ann", "Ben")), "json").data,
        "tavli.json": a_turn_of_each("tavli", 3),
        "plakoto.json": a_turn_of_each("plakoto", 1),
    }
    told = {}
    for name, data in brought.items():
        status, answer = bring(ann, data, f"name={name}")
        assert status == 201, answer
        found = finished(ann, answer["id"])
        assert found["state"] == "done", found
        report = found["report"]
        games = [len(game["decisions"]) for game in report["games"]]
        told[name] = len(report["faults"]), games
    assert told == {
        "cut.mat": (1, [5]),
        "illegal.mat": (1, [5]),
        "empty.json": (0, [0]),
        "tavli.json": (0, [2, 3, 1]),
        "plakoto.json": (0, [2]),
    }


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
    assert state_of(ann, match_id) == dict.fromkeys(found) | {"state": "none", "rollouts": []}
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


# Deeper -----------------------------------------------------------------------------------------


def deepened(visitor: Visitor, match_id: str) -> Json:
    """When nothing more is being computed."""
    while True:
        found = state_of(visitor, match_id, "?report=false")
        jobs = [found["deepening"] or {"state": ""}, *found["rollouts"], found]
        if not any(job["state"] in ("waiting", "running") for job in jobs):
            return state_of(visitor, match_id)
        time.sleep(0.05)


def test_close_decisions_are_looked_at_again(tmp_path: Path) -> None:
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in ("21", "24/23 13/11", "43", "24/20 13/10"):
        match = match.apply(action)
    close = match_file.dump(match, "mat").data
    expected = report_json(review(match, close=True), detail=True)
    assert {each["plies"] for each in expected["games"][0]["decisions"]} == {2, 3}
    with Server(tmp_path / "a.db", "--deepening") as server:
        ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
        match_id = bring(ann, close)[1]["id"]
        found = deepened(ann, match_id)
        assert (found["state"], found["deepening"], found["rollouts"]) == ("done", None, [])
        assert found["report"] == json.loads(json.dumps(expected))
        assert ann.post(f"/api/matches/{match_id}/review", {"plies": 2})[1]["state"] == "done"
        # Someone else who has the same match gets the deepest review that there is.
        assert deepened(ben, bring(ben, close)[1]["id"])["report"] == found["report"]


def test_a_decision_is_rolled_out(server: Server) -> None:
    ann = Visitor(server, "Ann")
    match_id = bring(ann, with_names("Ann", "Ben"))[1]["id"]
    path = f"/api/matches/{match_id}/review/rollouts"
    finished(ann, match_id)
    asked = {"address": "1.1", "trials": 36, "seed": 7}
    status, job = ann.post(path, asked)
    assert (status, job["address"], job["trials"], job["plies"]) == (201, "1.1", 36, 0)
    found = deepened(ann, match_id)
    first, *others = found["report"]["games"][0]["decisions"]
    rollout = analysis.rollout(
        Match.start(players=("Ann", "Ben"), target=3).apply("31"),
        plays=["8/5 6/5", "24/23 13/10"],
        settings=RolloutSettings(trials=36, seed=7),
    )
    best, played = (line.equity.mean for line in rollout.lines)
    assert (first["best"], first["plies"], first["rollout"]["trials"]) == ("8/5 6/5", 0, 36)
    assert first["error"] == best - played
    assert found["report"]["players"][0]["checker"]["error"] == first["error"]
    assert found["summary"]["players"][0]["worst"]["error"] >= first["error"]
    assert all(each["rollout"] is None for each in others)
    # It stays when something else is rolled out, and when the review is made again.
    assert ann.post(path, asked | {"address": "1.2"})[0] == 201
    again = deepened(ann, match_id)["report"]["games"][0]["decisions"]
    assert again[0] == first
    assert [each["rollout"] is None for each in again].count(False) == 2
    assert ann.post(f"/api/matches/{match_id}/review", {})[1]["state"] == "done"
    assert deepened(ann, match_id)["report"]["games"][0]["decisions"] == again
    ann.post(f"/api/matches/{match_id}/review", {"plies": 1})
    flatter = deepened(ann, match_id)["report"]
    assert flatter["settings"]["plies"] == 1
    assert flatter["games"][0]["decisions"][0]["rollout"] == first["rollout"]


def test_a_rollout_is_canceled(server: Server) -> None:
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    match_id = bring(ann, with_names("Ann", "Ben"))[1]["id"]
    path = f"/api/matches/{match_id}/review/rollouts"
    finished(ann, match_id)
    long = {"address": "1.1", "trials": 12_960, "plies": 2}
    job = ann.post(path, long)[1]
    assert ann.post(path, long)[1]["code"] == "job.yours"
    while not (shown := state_of(ann, match_id, "?report=false")["rollouts"][0])["progress"]:
        time.sleep(0.05)
    assert shown["progress"]["expected"] == 12_960
    assert shown["progress"]["result"]["lines"][0]["name"] == "8/5 6/5"
    assert ben.delete(f"{path}/{job['id']}") == 404
    assert ann.delete(f"{path}/{job['id']}") == 204
    found = deepened(ann, match_id)
    assert found["rollouts"] == []
    assert found["report"]["games"][0]["decisions"][0]["rollout"] is None
    assert ann.post(path, {"address": "9.9"})[1]["code"] == "review.no_decision"
    assert ann.post(path, {"address": "1.1", "trials": 0})[0] == 422
    assert ben.post(path, {"address": "1.1"})[0] == 404
    over = resigned(ann)
    assert ben.post(f"/api/matches/{over}/review/rollouts", {"address": "1.1"})[0] == 403


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
    while (themes := ann.get("/api/me/statistics?themes=true")[1])["gathering"]:
        time.sleep(0.02)
    assert sum(each["decisions"] for each in themes["themes"]) == whole["decisions"]
    assert {"opening"} <= {each["theme"] for each in themes["themes"]}
    assert not any(each["leak"] for each in themes["themes"])  # too few to say so


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
    assert ann.get("/api/me/decisions?opponent=Ben&loss=0.1")[1]["count"] == 1
    everyone = ann.get("/api/me/decisions?everyone=true&loss=0")[1]
    assert {each["player"] for each in everyone["found"]} == {"Ann", "Ben", "Cleo"}
    shown = next(each for each in everyone["found"] if each["played"] == "24/14")
    assert shown["steps"] == [[24, 18], [18, 14]]
    assert shown["best_steps"] != shown["steps"]
    assert ann.get("/api/me/decisions?plan=nothing")[0] == 422
    assert ann.get("/api/me/decisions?loss=-1")[0] == 422
    assert Visitor(server).get("/api/me/decisions")[1]["count"] == 0
