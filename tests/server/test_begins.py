"""A match that begins in a position: played from the editor."""

from __future__ import annotations

from typing import Any

import pytest

from fullprime.formats import saved
from server_client import Json, Server, Visitor

RACE = "6:5 5:3 / 6:5 4:4"


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


def begun(ann: Visitor, dice: list[int] | None = None, **position: Any) -> Json:
    asked = {"position": {"position": RACE, **position}, "dice": dice}
    made = ann.new_match("backgammon", target={"type": "points", "to": 7}, **asked)
    found: Json = ann.get(f"/api/matches/{made['id']}")[1]
    return found


def test_a_match_begins_where_the_editor_stands(ann: Visitor) -> None:
    state = begun(ann, [3, 1], starter=1, cube=4, owner=0, score=[3, 5])
    assert (state["phase"], state["actor"], state["dice"]) == ("to_play", 1, [3, 1])
    assert state["rows"][1]["points"][:6] == [0, 0, 0, 0, 3, 5]
    assert state["score"] == [3, 5]
    assert (state["cube"]["value"], state["cube"]["owner"]) == (4, 0)
    assert (
        ann.get(f"/api/matches/{state['id']}/games/1")[1]["start"]["position"]
        == (state["position"])
    )
    _, _, data = ann.ask("GET", f"/api/matches/{state['id']}/export")
    match, _ = saved.load(data)
    assert match.score == (3, 5)
    assert match.game.turn == 1


def test_the_board_may_be_given_by_any_id(ann: Visitor) -> None:
    ids = ann.get("/api/position?variant=backgammon&text=6:5+5:3+/+6:5+4:4")[1]["ids"]
    meant = begun(ann)["position"]
    for name in ("gnubg_id", "xgid", "ogid", "fibs", "snowie"):
        assert begun(ann, position=ids[name])["position"] == meant, name


def test_it_goes_on_from_that_score(ann: Visitor) -> None:
    state = begun(ann, score=[6, 5], crawford=False)
    with ann.sit(state["id"]) as table:
        assert not table.state["crawford"]
        table.do("resigned", multiple=1)
        table.do("accepted")
        table.do("next_game")
        assert table.state["score"] == [6, 6]
        assert not table.state["crawford"]  # it was over before the match began here
        assert table.state["phase"] in ("opening", "to_play")
    assert begun(ann, score=[6, 5], crawford=True)["crawford"]


def test_what_no_match_can_begin_with_is_refused(ann: Visitor) -> None:
    money = {"type": "money", "stake": "1"}
    for fields, code in (
        ({"position": {"position": "6:16 / 6:5"}}, "position.bad"),
        ({"position": {"position": RACE, "score": [7, 0]}}, "rules.contradict"),
        ({"position": {"position": RACE, "score": [1, 0]}, "target": money}, "rules.contradict"),
        ({"position": {"position": RACE, "cube": 3}}, "rules.contradict"),
        ({"position": {"position": RACE, "owner": 0}}, "rules.contradict"),
        ({"position": {"position": RACE, "cube": 0}}, "request.invalid"),
        ({"position": {"position": RACE}, "dice": [7, 1]}, "dice.bad"),
        ({"dice": [3, 1]}, "request.dice"),
    ):
        asked = {"game": "backgammon", "target": {"type": "points", "to": 7}, **fields}
        status, problem = ann.post("/api/matches", asked)
        assert (status, problem["code"]) == (422, code), fields


def test_a_bot_answers_from_there(ann: Visitor) -> None:
    bot = {"kind": "bot", "level": None}
    made = ann.new_match(
        "plakoto", opponent=bot, position={"position": "6:15 / 6:15", "starter": 1}
    )
    with ann.sit(made["id"]) as table:
        table.until(lambda: table.my_turn)
        assert table.events[0]["action"]["type"] == "rolled"
        assert table.events[0]["seat"] == 1
