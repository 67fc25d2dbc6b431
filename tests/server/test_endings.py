"""Leaving a match, deleting it, looking on, and what lists say of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fullprime.server.record import Abandoned, Record
from fullprime.store import Kept
from server_client import Server, Sitting, Visitor

BOT = {"kind": "bot", "level": "casual"}
INVITE = {"kind": "invite"}
MONEY = {"type": "money", "stake": "0.50"}


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


@pytest.fixture
def ben(server: Server) -> Visitor:
    return Visitor(server, "Ben")


def shared(ann: Visitor, ben: Visitor, **fields: Any) -> str:
    """A match of both, Ann at seat 0."""
    match = ann.new_match("backgammon", opponent=INVITE, **fields)
    assert ben.post(f"/api{match['invite']}")[0] == 200
    return str(match["id"])


def begun(table: Sitting) -> Sitting:
    table.until(lambda: table.state["actor"] is not None)
    return table


def listed(visitor: Visitor, match_id: str) -> dict[str, Any]:
    [found] = [each for each in visitor.get("/api/matches")[1] if each["id"] == match_id]
    return dict(found)


def ids(visitor: Visitor) -> list[str]:
    return [each["id"] for each in visitor.get("/api/matches")[1]]


# Leaving a match ---------------------------------------------------------------------------------


def test_who_leaves_loses_and_the_other_sees_it(ann: Visitor, ben: Visitor) -> None:
    match_id = shared(ann, ben)
    with ben.sit(match_id) as table:
        version = begun(table).state["version"]
        status, state = ann.post(f"/api/matches/{match_id}/abandon")
        assert (status, state["over"], state["winner"]) == (200, True, 1)
        table.until(lambda: table.state["over"])
        assert table.state["abandoned"] == {"by": 0}
        assert table.state["result"] == {
            "winner": 1, "points": 1, "multiple": 1, "by": "abandonment",
        }  # fmt: skip
        left = {"type": "abandoned", "by": 0}
        told = {"version": version + 1, "seat": 0, "action": left, "text": "left the match"}
        assert table.events[-1] == told
        assert table.do("next_game")["type"] == "error"
    assert (listed(ann, match_id)["outcome"], listed(ben, match_id)["outcome"]) == ("lost", "won")
    assert listed(ben, match_id)["abandoned"] == {"by": 0}
    replay = ben.get(f"/api/matches/{match_id}/games/1")[1]
    assert replay["steps"][-1]["action"] == left
    text = ben.ask("GET", f"/api/matches/{match_id}/export?format=text")[2].decode()
    assert text.endswith("  Ann: left the match\n  Ben wins 1 (abandonment)\n")
    assert ben.post(f"/api/matches/{match_id}/rematch")[0] == 200


def test_an_abandoned_match_is_the_same_when_it_is_loaded_again(tmp_path: Path) -> None:
    with Server(tmp_path / "a.db", "--seed", "3") as server:
        ann = Visitor(server, "Ann")
        match_id = ann.new_match("backgammon", opponent=BOT)["id"]
        before = ann.post(f"/api/matches/{match_id}/abandon")[1]
        server.kill()
        server.start()
        assert ann.get(f"/api/matches/{match_id}")[1] == before
        assert before["winner"] == 1


def test_a_session_counts_the_game_that_was_left(ann: Visitor, ben: Visitor) -> None:
    match_id = shared(ann, ben, target=MONEY)
    state = ben.post(f"/api/matches/{match_id}/abandon")[1]
    assert (state["winner"], state["balance"], state["over"]) == (None, "0.50", True)
    assert (listed(ann, match_id)["outcome"], listed(ben, match_id)["outcome"]) == ("won", "lost")


def test_between_two_games_no_game_is_lost_with_the_match(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", target={"type": "points", "to": 5})["id"]
    with ann.sit(match_id) as table:
        begun(table).do("resigned", multiple=1)
        table.do("accepted")
        score, result = table.state["score"], table.state["result"]
    state = ann.post(f"/api/matches/{match_id}/abandon")[1]
    assert (state["score"], state["result"], state["winner"]) == (score, result, None)
    assert state["abandoned"] == {"by": None}
    text = ann.ask("GET", f"/api/matches/{match_id}/export?format=text")[2].decode()
    assert text.count(" wins ") == 1


def test_alone_at_one_screen_no_one_wins(ann: Visitor) -> None:
    match_id = ann.new_match("plakoto")["id"]
    state = ann.post(f"/api/matches/{match_id}/abandon")[1]
    assert (state["over"], state["winner"], state["score"]) == (True, None, [0, 0])
    assert state["result"] == {"winner": None, "points": 0, "multiple": 0, "by": "abandonment"}
    assert listed(ann, match_id)["outcome"] is None


def test_what_cannot_be_left(ann: Visitor, ben: Visitor) -> None:
    waiting = ann.new_match("backgammon", opponent=INVITE)["id"]
    status, problem = ann.post(f"/api/matches/{waiting}/abandon")
    assert (status, problem["code"]) == (409, "table.alone")
    match_id = ann.new_match("backgammon")["id"]
    status, problem = ben.post(f"/api/matches/{match_id}/abandon")
    assert (status, problem["code"]) == (403, "table.no_seat")
    ann.post(f"/api/matches/{match_id}/abandon")
    status, problem = ann.post(f"/api/matches/{match_id}/abandon")
    assert (status, problem["code"]) == (409, "abandon.over")
    assert ann.post("/api/matches/nothing/abandon")[0] == 404


# Deleting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", [BOT, INVITE, {"kind": "here", "name": ""}])
def test_a_match_without_another_person_is_deleted(ann: Visitor, opponent: object) -> None:
    match = ann.new_match("backgammon", opponent=opponent)
    assert ann.delete(f"/api/matches/{match['id']}") == 204
    assert ids(ann) == []
    with pytest.raises(ConnectionClosed) as closed:
        ann.sit(match["id"])
    assert closed.value.rcvd and closed.value.rcvd.code == 4404
    assert ann.get(f"/api/matches/{match['id']}")[0] == 404
    assert ann.delete(f"/api/matches/{match['id']}") == 404
    if match["invite"]:
        assert ann.get(f"/api{match['invite']}")[0] == 404


def test_a_match_of_two_leaves_one_list_at_a_time(ann: Visitor, ben: Visitor) -> None:
    match_id = shared(ann, ben)
    assert ann.delete(f"/api/matches/{match_id}") == 204
    assert (ids(ann), ids(ben)) == ([], [match_id])
    assert ann.get(f"/api/matches/{match_id}")[0] == 200
    assert ben.delete(f"/api/matches/{match_id}") == 204
    assert ben.get(f"/api/matches/{match_id}")[0] == 404


def test_only_players_delete(ann: Visitor, ben: Visitor) -> None:
    match_id = ann.new_match("backgammon")["id"]
    assert ben.delete(f"/api/matches/{match_id}") == 403
    assert ids(ann) == [match_id]


def test_a_deleted_rematch_can_be_made_again(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon")["id"]
    ann.post(f"/api/matches/{match_id}/abandon")
    first = ann.post(f"/api/matches/{match_id}/rematch")[1]["id"]
    assert ann.delete(f"/api/matches/{first}") == 204
    again = ann.post(f"/api/matches/{match_id}/rematch")[1]["id"]
    assert again != first
    assert ann.get(f"/api/matches/{again}")[0] == 200


# Looking on --------------------------------------------------------------------------------------


def test_watchers_are_counted(ann: Visitor, ben: Visitor, server: Server) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        assert begun(table).state["watchers"] == 0
        match_id = table.state["id"]
        with ben.sit(match_id) as first, ben.sit(match_id):
            assert (first.state["watchers"], first.state["you"]) == (1, [])
            with Visitor(server).sit(match_id) as stranger:
                assert stranger.state["watchers"] == 2
                table.until(lambda: table.heard and table.heard[-1]["watchers"] == 2)
        table.until(lambda: table.heard[-1]["watchers"] == 0)


# Lists -------------------------------------------------------------------------------------------


def test_a_list_has_what_a_thumbnail_needs(ann: Visitor, ben: Visitor) -> None:
    match_id = ann.new_match("plakoto", opponent=BOT)["id"]
    found, state = listed(ann, match_id), ann.get(f"/api/matches/{match_id}")[1]
    assert (found["board"], found["white"]) == (state["board"], None)
    assert [sum(row["points"]) for row in found["rows"]] == [15, 15]
    assert (found["opponent"]["kind"], found["opponent"]["level"]) == ("bot", "casual")
    assert (found["outcome"], found["abandoned"]) == (None, None)
    waiting = ann.new_match("backgammon", opponent=INVITE)
    assert listed(ann, waiting["id"])["opponent"]["kind"] == "invited"
    ben.post(f"/api{waiting['invite']}")
    opponents = [listed(each, waiting["id"])["opponent"] for each in (ann, ben)]
    assert [(each["kind"], each["name"]) for each in opponents] == [
        ("person", "Ben"),
        ("person", "Ann"),
    ]
    here = ann.new_match("backgammon", opponent={"kind": "here", "name": "Cleo"})["id"]
    opponent = listed(ann, here)["opponent"]
    assert (opponent["kind"], opponent["name"]) == ("here", "Cleo")


def test_lists_of_an_older_version_are_completed(tmp_path: Path) -> None:
    with Server(tmp_path / "a.db", "--seed", "3") as server:
        ann = Visitor(server, "Ann")
        match_id = ann.new_match("backgammon", opponent={"kind": "here", "name": "Ben"})["id"]
        with ann.sit(match_id) as table:
            begun(table)
        before = listed(ann, match_id)
        server.stop()
        with sqlite3.connect(tmp_path / "a.db") as connection:
            connection.execute('UPDATE matches SET summary = \'{"series": "Tavli"}\'')
        connection.close()
        server.start()
        assert listed(ann, match_id) == before


def test_nothing_follows_in_a_log_that_someone_has_left() -> None:
    record = Record.start(_kept())
    left, _ = record.after(Abandoned(1))
    assert (left.winner, left.is_over, left.version) == (0, True, 1)
    with pytest.raises(Exception, match="over"):
        left.after(Abandoned(0))


def _kept() -> Kept:
    from fullprime.formats import saved
    from fullprime.match import Match

    start = saved.dump(Match.start(target=3))
    return Kept("m1", 1, start, None, None, None, (None, None), ())
