"""Why a play is not allowed, and matches that go on from an earlier turn of another."""

from __future__ import annotations

import pytest

from server_client import Server, Sitting, Visitor


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


def opened(table: Sitting) -> Sitting:
    table.until(lambda: table.state["actor"] is not None)
    return table


def first_play(table: Sitting) -> list[list[object]]:
    walk, steps, node = table.state["walk"], [], 0
    while walk["nodes"][node]["next"]:
        source, target, _, _, node = walk["nodes"][node]["next"][0]
        steps.append([source, target])
    return steps


def test_a_refused_step_has_its_rule(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", opponent={"kind": "here", "name": "Ben"})["id"]
    with ann.sit(match_id) as table:
        opened(table)
        _, why = ann.post(f"/api/matches/{match_id}/why", {"steps": [[6, 24]]})
        assert (why["rule"], why["code"]) == ("STD-MOVE-1", "STD-MOVE-1")
        assert why["values"]["detail"]["code"] == "play.backward"
        closed = [[24, 24 - 5]] if 5 in table.state["dice"] else [[13, 1]]
        assert ann.post(f"/api/matches/{match_id}/why", {"steps": closed})[1]["rule"]
        good = first_play(table)
        assert ann.post(f"/api/matches/{match_id}/why", {"steps": good}) == (200, None)
        assert table.state["version"] == ann.get(f"/api/matches/{match_id}")[1]["version"]


def test_a_match_goes_on_from_an_earlier_turn(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", opponent={"kind": "here", "name": "Ben"})["id"]
    with ann.sit(match_id) as table:
        before = opened(table).state
        table.do("played", steps=first_play(table))
        table.do("roll")
    path = f"/api/matches/{match_id}/branch"
    status, made = ann.post(path, {"version": before["version"], "opponent": "here"})
    assert status == 201
    branched = ann.get(f"/api/matches/{made['id']}")[1]
    same = ("rows", "dice", "turn", "actor", "version", "cube", "score", "target", "walk")
    assert {name: branched[name] for name in same} == {name: before[name] for name in same}
    assert branched["you"] == [0, 1]
    with ann.sit(made["id"]) as table:
        table.do("played", steps=first_play(opened(table)))
    assert ann.get(f"/api/matches/{match_id}")[1]["version"] == before["version"] + 2


def test_a_bot_takes_the_other_seat(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", opponent={"kind": "here"}, clock={"minutes": 9})["id"]
    with ann.sit(match_id) as table:
        turn, version = opened(table).state["turn"], table.state["version"]
    made = ann.post(f"/api/matches/{match_id}/branch", {"version": version})[1]
    state = ann.get(f"/api/matches/{made['id']}")[1]
    assert (state["you"], state["clock"]) == ([turn], None)
    assert (state["players"][1 - turn]["kind"], state["players"][1 - turn]["level"]) == (
        "bot",
        "casual",
    )


def test_the_bot_plays_at_the_level_that_is_chosen(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", opponent={"kind": "bot", "level": "casual"})["id"]
    path, wish = f"/api/matches/{match_id}/branch", {"version": 0, "level": "expert"}
    made = ann.post(path, wish)[1]
    state = ann.get(f"/api/matches/{made['id']}")[1]
    assert [player["level"] for player in state["players"]] == [None, "expert"]
    status, problem = ann.post(path, wish | {"level": "genius"})
    assert status == 422 and "genius" in problem["detail"]


def test_nothing_goes_on_from_the_end_or_from_nowhere(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", opponent={"kind": "here"})["id"]
    with ann.sit(match_id) as table:
        opened(table)
        table.do("resigned", multiple=1)
        table.do("accepted")
        version = table.state["version"]
    path = f"/api/matches/{match_id}/branch"
    for wrong, code in ((version, "branch.over"), (version + 1, "branch.version")):
        status, problem = ann.post(path, {"version": wrong})
        assert (status, problem["code"]) == (422, code)
    assert ann.post("/api/matches/none/branch", {"version": 0})[0] == 404
