"""Rollouts over HTTP: the figures of the command line, shown as they grow, canceled at any time."""

from __future__ import annotations

import json
import time

import pytest

from program import run
from server_client import Json, Server, Visitor

START = "4HPwATDgc/ABMA"
RACE = "6:2 5:2 / 6:2 4:2"
CONTACT = "6:2 5:2 4:1 / 22:1 3:2 2:2"
ENDLESS = {"position": START, "dice": [4, 1], "trials": 12_960, "plies": 1}


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


def begun(visitor: Visitor, **asked: object) -> Json:
    status, job = visitor.post("/api/rollouts", asked)
    assert status == 201, job
    found: Json = job
    return found


def finished(visitor: Visitor, job: Json) -> Json:
    while job["state"] in ("waiting", "running"):
        time.sleep(0.01)
        job = visitor.get(f"/api/rollouts/{job['id']}")[1]
    return job


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        ({"position": CONTACT, "dice": [5, 4], "trials": 72}, [CONTACT, "54"]),
        (
            {"position": CONTACT, "dice": [3, 1], "trials": 24, "plies": 2, "seed": 7},
            [CONTACT, "31", "--plies", "2", "--seed", "7"],
        ),
        (
            {"position": RACE, "trials": 144, "stakes": {"away": [3, 5]}},
            [RACE, "--double", "--away", "3,5"],
        ),
        (
            {"position": RACE, "trials": 144, "double": False, "cubeful": False},
            [RACE, "--cubeless"],
        ),
        (
            {"variant": "hypergammon", "trials": 36},
            ["--variant", "hypergammon", "--double"],
        ),
    ],
)
def test_the_same_figures_as_the_command(ann: Visitor, asked: Json, command: list[str]) -> None:
    job = finished(ann, begun(ann, **asked))
    assert (job["state"], job["error"]) == ("done", None)
    progress = job["progress"]
    assert progress["trials"] == progress["expected"] == asked["trials"]
    printed = run("rollout", *command, "--trials", str(asked["trials"]), "--json")
    assert progress["result"] == json.loads(printed.stdout)


def test_the_figures_grow_until_it_is_canceled(ann: Visitor) -> None:
    job = begun(ann, position=START, double=False, trials=12_960)
    path = f"/api/rollouts/{job['id']}"
    seen: list[Json] = []
    while len(seen) < 3:
        time.sleep(0.01)
        progress = ann.get(path)[1]["progress"]
        if progress and progress not in seen:
            seen.append(progress)
    trials = [each["trials"] for each in seen]
    assert trials == sorted(set(trials))
    assert trials[0] < 12_960
    assert all(each["expected"] == 12_960 and each["seconds_left"] > 0 for each in seen)
    assert seen[-1]["result"]["standard_errors"]["equity"] > 0
    assert seen[-1]["result"]["trials"] == trials[-1]
    assert ann.delete(path) == 204
    assert ann.get(path)[1]["code"] == "job.unknown"
    assert ann.delete(path) == 404
    begun(ann, position=RACE, trials=1)


def test_play_goes_on_beside_rollouts(server: Server) -> None:
    """Longer ones than any match: the bot, analysis and the table answer meanwhile."""
    visitors = [Visitor(server, name) for name in ("Ann", "Ben", "Ann")]
    jobs = [begun(visitor, **ENDLESS) for visitor in visitors]
    ann = visitors[0]
    assert ann.post("/api/rollouts", ENDLESS)[1]["code"] == "job.yours"
    match = ann.new_match("hypergammon", opponent={"kind": "bot"})
    with ann.sit(match["id"]) as table:
        while table.state["version"] < 8:
            table.until(lambda: table.my_turn or table.state["phase"] == "over")
            assert table.state["phase"] != "over"
            walk = table.state["walk"]
            answer = table.do("played", steps=_first(walk)) if walk else table.do("roll")
            assert answer["type"] == "ack"
    asked = {"position": START, "dice": [3, 1], "plies": 0}
    assert ann.post("/api/analysis", asked)[1]["plays"][0]["text"] == "8/5 6/5"
    for visitor, job in zip(visitors, jobs, strict=True):
        path = f"/api/rollouts/{job['id']}"
        assert visitor.get(path)[1]["state"] in ("running", "waiting")
        assert visitor.delete(path) == 204


def _first(walk: Json) -> list[list[object]]:
    steps, node = [], walk["nodes"][0]
    while node["next"]:
        source, target, _, _, number = node["next"][0]
        steps.append([source, target])
        node = walk["nodes"][number]
    return steps


def test_nobody_else_sees_or_ends_it(ann: Visitor, server: Server) -> None:
    job = begun(ann, position=RACE, trials=1)
    path = f"/api/rollouts/{job['id']}"
    ben = Visitor(server, "Ben")
    assert ben.get(path)[1]["code"] == "job.unknown"
    assert ben.delete(path) == 404
    stranger = Visitor(server)
    assert (stranger.get(path)[0], stranger.cookie) == (404, "")
    assert ann.get(path)[0] == 200


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"trials": 0}, "request.invalid"),
        ({"trials": 12_961}, "request.invalid"),
        ({"plies": 3}, "request.invalid"),
        ({"seed": -1}, "request.invalid"),
        ({"every": True}, "request.invalid"),
        ({"position": "6:16 / 6:5"}, "position.bad"),
        (
            {"variant": "backgammon", "options": {"cap5": True, "no_hit_and_run": True}},
            "rollout.no_net",
        ),
    ],
)
def test_what_cannot_be_rolled_out_is_refused_at_once(ann: Visitor, asked: Json, code: str) -> None:
    status, problem = ann.post("/api/rollouts", asked)
    assert (status, problem["code"]) == (422, code)


def test_what_turns_out_to_be_impossible_is_said(ann: Visitor) -> None:
    stakes = {"cube": 2, "owner": "opponent"}
    asked = {"position": START, "stakes": stakes, "double": True, "trials": 36}
    job = finished(ann, begun(ann, **asked))
    assert job["state"] == "failed"
    assert "your opponent owns the cube" in job["error"]["message"]
