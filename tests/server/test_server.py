"""The WebSocket of a match: what is answered, to whom, and what changes nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fullprime.errors import sentences
from server_client import Server, Sitting, Visitor


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


@pytest.fixture
def ben(server: Server) -> Visitor:
    return Visitor(server, "Ben")


def opened(table: Sitting) -> Sitting:
    """After the opening throw, which the server makes."""
    table.until(lambda: table.state["actor"] is not None)
    return table


def play_first(table: Sitting) -> dict[str, Any]:
    walk, steps, node = table.state["walk"], [], 0
    while walk["nodes"][node]["next"]:
        source, target, _, _, node = walk["nodes"][node]["next"][0]
        steps.append([source, target])
    return table.do("played", steps=steps)


def test_a_state_has_every_field_of_the_contract(ann: Visitor) -> None:
    match = ann.new_match("backgammon", opponent={"kind": "here", "name": "Ben"})
    with ann.sit(match["id"]) as table:
        state = opened(table).state
    assert set(state) >= {
        *("id", "version", "variant", "board", "players", "you", "target", "score", "needed"),
        *("game", "settings", "crawford", "phase", "turn", "actor", "dice", "left", "rows"),
        *("pips", "cube", "can", "resignations", "walk", "free", "last", "result", "winner"),
        *("clock", "rematch", "invite"),
    }
    assert [player["name"] for player in state["players"]] == ["Ann", "Ben"]
    assert state["you"] == [0, 1]
    assert state["phase"] == "to_play"
    assert sorted(state["left"]) == sorted(state["dice"])
    assert sum(state["rows"][0]["points"]) == 15
    assert state["resignations"] == [1, 2, 3]
    assert state["board"]["across"][0] == 24
    first = table.events[0] if table.events else None
    assert first is None or first["action"]["type"] == "rolled"


def test_a_play_is_seen_with_its_text_and_its_events(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        turn = opened(table).state["turn"]
        answer = play_first(table)
        assert answer == {"type": "ack", "ack": answer["ack"], "version": table.state["version"]}
        assert table.events[-1]["seat"] == turn
        last = table.state["last"]
        assert last["seat"] == turn
        assert len(last["events"]) == len(last["steps"])
        assert table.events[-1]["text"].endswith(f": {last['text']}")
        assert table.state["turn"] == 1 - turn
        assert table.state["can"] == ["roll", "double", "resign"]


def test_a_returning_client_gets_what_it_missed(ann: Visitor) -> None:
    match = ann.new_match("backgammon")
    with ann.sit(match["id"]) as table:
        seen = opened(table).state["version"]
        play_first(table)
        table.do("roll")
        expected = [event for event in table.events if event["version"] > seen]
        state = table.state
    with ann.sit(match["id"], seen) as table:
        assert table.events == expected
        assert table.state == state
    with ann.sit(match["id"], state["version"]) as table:
        assert table.events == []
    with ann.sit(match["id"], 999) as table:
        assert table.events == []
        assert table.state == state


def test_the_same_key_is_acknowledged_again_and_done_once(ann: Visitor) -> None:
    match = ann.new_match("backgammon")
    with ann.sit(match["id"]) as table:
        opened(table)
        play_first(table)
        before = table.state["version"]
        first = table.do("roll", ack="once")
        again = table.do("roll", ack="once", version=before)
        assert first == again == {"type": "ack", "ack": "once", "version": before + 1}
        assert table.state["version"] == before + 1
    with ann.sit(match["id"]) as table:  # the key is on the disk, too
        assert table.do("roll", ack="once", version=before) == first


def test_keys_belong_to_their_senders(ann: Visitor, ben: Visitor) -> None:
    match = ann.new_match("backgammon", opponent={"kind": "invite"})
    ben.post("/api" + match["invite"])
    with ann.sit(match["id"]) as first, ben.sit(match["id"]) as second:
        both = (opened(first), opened(second))
        starter = both[first.state["turn"]]
        other = both[1 - first.state["turn"]]
        steps = _any_play(starter)
        assert starter.do("played", steps=steps, ack="key")["type"] == "ack"
        other.until(lambda: other.state["version"] == starter.state["version"])
        answer = other.do("roll", ack="key")
        assert answer["version"] == starter.state["version"] + 1


def _any_play(table: Sitting) -> list[Any]:
    walk, steps, node = table.state["walk"], [], 0
    while walk["nodes"][node]["next"]:
        source, target, _, _, node = walk["nodes"][node]["next"][0]
        steps.append([source, target])
    return steps


# What is refused ---------------------------------------------------------------------------------


def refusals(table: Sitting, version: int) -> None:
    """Nothing has changed, and the table can still be used."""
    table.send({"type": "hello", "version": None})
    table.until(lambda: table.state["version"] == version)


def test_an_old_version_is_stale(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        opened(table)
        play_first(table)
        version = table.state["version"]
        answer = table.do("roll", version=version - 1)
        assert (answer["type"], answer["stale"], answer["version"]) == ("error", True, version)
        refusals(table, version)


def test_an_illegal_play_names_its_rule(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        version = opened(table).state["version"]
        answer = table.do("played", steps=[[24, 1]])
        assert answer["type"] == "error"
        assert answer["rule"] in sentences()
        assert answer["code"] == answer["rule"]
        nothing = table.do("played", steps=[])
        assert (nothing["code"], nothing["values"]["detail"]["code"]) == (
            "STD-TURN-2",
            "play.possible",
        )
        assert answer["stale"] is False
        assert table.do("took")["rule"] == "STD-CUBE-5"
        assert table.do("next_game")["rule"] == "STD-OBJ-1"
        rolled = table.do("roll")
        assert rolled["rule"] == "STD-TURN-1"
        assert rolled["error"].startswith("rolling is not allowed") and "2-1" not in rolled["error"]
        refusals(table, version)


def test_out_of_turn_and_out_of_place(ann: Visitor, ben: Visitor, server: Server) -> None:
    match = ann.new_match("backgammon", opponent={"kind": "invite"})
    stranger = Visitor(server, "Eve")
    with ann.sit(match["id"]) as first:
        assert first.do("roll")["code"] == "table.alone"
        ben.post("/api" + match["invite"])
        with ben.sit(match["id"]) as second, stranger.sit(match["id"]) as watching:
            both = (opened(first), opened(second))
            other = both[1 - first.state["turn"]]
            version = other.state["version"]
            assert other.state["walk"] is None
            assert other.state["can"] == []
            assert other.do("played", steps=[[6, 5]])["code"] == "table.turn"
            assert other.do("roll", seat=first.state["turn"])["code"] == "table.other_seat"
            assert watching.state["you"] == []
            assert watching.do("roll")["code"] == "table.no_seat"
            for table in (*both, watching):
                refusals(table, version)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no JSON",
        "[]",
        "null",
        '{"type":"rolled","dice":[6,6],"version":1,"ack":"a"}',
        '{"type":"voided","dice":null,"reason":"cocked","version":1,"ack":"a"}',
        '{"type":"roll"}',
        '{"type":"roll","version":"1","ack":"a"}',
        '{"type":"roll","version":1,"ack":""}',
        '{"type":"roll","version":1,"ack":"' + "a" * 41 + '"}',
        '{"type":"roll","version":1,"ack":"a","seat":2}',
        '{"type":"played","steps":[[8]],"version":1,"ack":"a"}',
        '{"type":"played","steps":[[8,true]],"version":1,"ack":"a"}',
        '{"type":"named","number":7,"version":1,"ack":"a"}',
        '{"type":"played","steps":' + json.dumps([[8, 7]] * 41) + ',"version":1,"ack":"a"}',
        '{"type":"hello","version":-1}',
        "[" * 4000,
        '{"type":"roll","version":1,"ack":"\\ud800"}',
    ],
)
def test_malformed_messages(ann: Visitor, message: str) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        version = opened(table).state["version"]
        table.send(message)
        table.until(lambda: any(heard["type"] == "error" for heard in table.heard))
        [error] = [heard for heard in table.heard if heard["type"] == "error"]
        assert error["error"]
        assert error["version"] == version
        refusals(table, version)


def test_the_key_of_a_malformed_message_comes_back(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        table.send({"type": "dance", "ack": "key", "version": 1})
        assert table.answer("key")["type"] == "error"


def closed_with(table: Sitting) -> int:
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            table.hear()
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code


@pytest.mark.parametrize(
    ("abuse", "code"),
    [
        (lambda table: table.send(b"\x00binary"), 1008),
        (lambda table: table.send('{"type":"roll","ack":"' + "x" * 4096 + '"}'), 1009),
        (lambda table: table.send('"' + "ä" * 2048 + '"'), 1009),
        (lambda table: table.send("x" * 100_000), 1009),
        (lambda table: [table.send('{"type":"ping"}') for _ in range(101)], 1008),
    ],
    ids=["binary", "oversized", "oversized in bytes", "huge", "flood"],
)
def test_abuse_ends_the_connection_of_the_sender_alone(
    ann: Visitor, ben: Visitor, abuse: Callable[[Sitting], object], code: int
) -> None:
    match = ann.new_match("backgammon", opponent={"kind": "invite"})
    ben.post("/api" + match["invite"])
    with ann.sit(match["id"]) as table, ben.sit(match["id"]) as other:
        version = opened(table).state["version"]
        abuse(table)
        assert closed_with(table) == code
        refusals(other, version)
        other.until(
            lambda: {"type": "presence", "here": [False, True], "watchers": 0} in other.heard
        )


def test_the_first_message_is_a_hello(server: Server, ann: Visitor) -> None:
    match = ann.new_match("backgammon")
    address = f"ws://127.0.0.1:{server.port}/ws/matches/{match['id']}"
    with connect(address, origin=Origin(ann.origin)) as socket:
        socket.send('{"type":"roll","version":0,"ack":"a"}')
        answer = json.loads(socket.recv(10))
    assert (answer["ack"], answer["code"]) == ("a", "message.hello")


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null"])
def test_other_sites_cannot_connect(server: Server, ann: Visitor, origin: str | None) -> None:
    match = ann.new_match("backgammon")
    address = f"ws://127.0.0.1:{server.port}/ws/matches/{match['id']}"
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(address, origin=None if origin is None else Origin(origin)),
    ):
        pass
    assert caught.value.response.status_code == 403


def test_a_match_that_is_not_there(ann: Visitor) -> None:
    with pytest.raises(ConnectionClosed) as caught:
        ann.sit("nothing")
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4404


# Who plays ---------------------------------------------------------------------------------------


def test_two_people_by_invitation(ann: Visitor, ben: Visitor, server: Server) -> None:
    match = ann.new_match("backgammon", opponent={"kind": "invite"}, seat=1)
    assert match["invite"].startswith("/join/")
    with ann.sit(match["id"]) as first:
        assert first.state["you"] == [1]
        assert first.state["invite"] == match["invite"]
        assert first.state["phase"] == "opening"
        assert ann.post("/api" + match["invite"])[0] == 409
        assert ann.get("/api/matches")[1][0]["state"] == "waiting"
        assert ben.post("/api" + match["invite"]) == (200, {"id": match["id"]})
        opened(first)
        assert first.state["invite"] is None
        assert [player["name"] for player in first.state["players"]] == ["Ben", "Ann"]
        assert [event["version"] for event in first.events] == list(range(1, len(first.events) + 1))
        with ben.sit(match["id"]) as second:
            first.until(
                lambda: {"type": "presence", "here": [True, True], "watchers": 0} in first.heard
            )
            both = (second, first)
            for _ in range(4):
                actor = both[first.state["actor"]]
                other = both[1 - first.state["actor"]]
                answer = play_first(actor) if actor.state["walk"] else actor.do("roll")
                other.until(lambda at=answer["version"], it=other: it.state["version"] == at)
        assert Visitor(server).post("/api" + match["invite"])[0] == 404
    [listed] = ben.get("/api/matches")[1]
    assert listed["state"] == "playing"
    assert listed["players"][1]["name"] == "Ann"


def test_several_tabs_see_the_same(ann: Visitor) -> None:
    match = ann.new_match("backgammon")
    with ann.sit(match["id"]) as first, ann.sit(match["id"]) as second:
        opened(first)
        answer = play_first(first)
        second.until(lambda: second.state.get("version") == answer["version"])
        assert second.state == first.state


@pytest.mark.parametrize("opponent", [{"kind": "bot", "level": "casual"}, {"kind": "bot"}])
def test_a_bot_plays_to_the_end(ann: Visitor, opponent: dict[str, Any]) -> None:
    one_point = {"type": "points", "to": 1}
    match = ann.new_match("hypergammon" if len(opponent) == 1 else "backgammon",
                          opponent=opponent, target=one_point)  # fmt: skip
    with ann.sit(match["id"]) as table:
        while table.state["phase"] != "over":
            if not table.my_turn:
                table.hear()
            elif table.state["walk"]:
                play_first(table)
            else:
                verbs = {"roll": "roll", "accept": "accepted", "take": "took", "pass": "passed"}
                table.do(next(verbs[verb] for verb in table.state["can"] if verb in verbs))
        assert table.state["winner"] in (0, 1)
        assert table.state["players"][1]["kind"] == "bot"
        assert table.state["result"]["winner"] == table.state["winner"]
        versions = [event["version"] for event in table.events]
        assert versions == sorted(set(versions))


def test_levels_are_for_games_with_a_net(ann: Visitor) -> None:
    tapa = {"game": "tapa", "options": {"mother_rule": "immediate"}}
    asked = tapa | {"opponent": {"kind": "bot", "level": "club"}}
    status, problem = ann.post("/api/matches", asked)
    assert (status, "no neural net" in problem["detail"]) == (422, True)


def test_the_cube_and_a_resignation(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon", target={"type": "money", "stake": "0.5"},
                               settings={"beavers": 2})["id"]) as table:  # fmt: skip
        opened(table)
        play_first(table)
        for kind in ("doubled", "beavered", "raccooned", "took"):
            assert table.do(kind)["type"] == "ack", kind
        assert table.state["cube"] == {
            "on": True, "value": 8, "owner": 1 - table.state["turn"], "offer": 0, "animals": 0,
        }  # fmt: skip
        table.do("resigned", multiple=2)
        assert table.state["phase"] == "resigning"
        table.do("declined")
        table.do("resigned", multiple=2)
        table.do("accepted")
        assert table.state["result"] == {
            "winner": 1 - table.state["turn"], "points": 16, "multiple": 2, "by": "resignation",
        }  # fmt: skip
        assert table.state["winner"] is None
        table.do("next_game")
        opened(table)
        assert table.state["game"] == 2
        assert table.state["last"] is None
        assert sum(table.state["score"]) == 16


def test_the_winner_of_the_opening_throw_chooses_a_color(ann: Visitor) -> None:
    match_id = ann.new_match("backgammon", settings={"winner_picks_color": True})["id"]
    with ann.sit(match_id) as table:
        table.until(lambda: table.state["phase"] == "to_color")
        assert table.state["white"] is None
        assert table.state["can"] == ["colour", "resign"]
        winner = table.state["actor"]
        assert table.do("coloured", colour="green")["type"] == "error"
        assert table.do("coloured", colour="black")["type"] == "ack"
        assert (table.state["white"], table.state["phase"]) == (1 - winner, "to_play")
        play_first(table)
    assert "black" in ann.ask("GET", f"/api/matches/{match_id}/export?format=text")[2].decode()


def lose(table: Sitting) -> None:
    """The one who must act gives a single game away."""
    table.do("resigned", multiple=1)
    table.do("accepted")


def test_a_session_lasts_until_it_is_ended(tmp_path: Path) -> None:
    with Server(tmp_path / "matches.db") as server:
        ann = Visitor(server, "Ann")
        money = {"type": "money", "stake": "0.5"}
        match_id = ann.new_match("backgammon", target=money)["id"]
        end_a_session(ann, match_id)
        server.kill()
        server.start()
        assert ann.get(f"/api/matches/{match_id}")[1]["over"]
        assert ann.get("/api/matches")[1][0]["state"] == "over"
        steps = ann.get(f"/api/matches/{match_id}/games/2")[1]["steps"]
        assert steps[-1]["action"] == {"type": "end_session"}
        told = ann.ask("GET", f"/api/matches/{match_id}/export?format=text")[2].decode()
        assert told.splitlines()[-1].endswith(": end of the session")
        assert told.count(" wins 1 (resignation)") == 2
        assert ann.post(f"/api/matches/{match_id}/rematch")[0] == 200


def end_a_session(ann: Visitor, match_id: str) -> None:
    """After two games."""
    with ann.sit(match_id) as table:
        opened(table)
        assert table.do("end_session")["rule"] == "STD-OBJ-1"
        lose(table)
        assert ann.post(f"/api/matches/{match_id}/rematch")[0] == 409
        table.do("next_game")
        opened(table)
        lose(table)
        points = table.state["score"][0] - table.state["score"][1]
        assert table.do("end_session")["type"] == "ack"
        assert table.state["over"]
        assert table.state["winner"] is None
        assert float(table.state["balance"]) == points * 0.5
        for late in ("next_game", "end_session"):
            assert table.do(late)["rule"] == "STD-PLAY-2"


def test_a_match_to_points_is_not_ended_by_a_player(ann: Visitor) -> None:
    match = ann.new_match("backgammon", target={"type": "points", "to": 3})
    with ann.sit(match["id"]) as table:
        opened(table)
        lose(table)
        assert table.do("end_session")["rule"] == "STD-PLAY-2"
        assert not table.state["over"]


def test_the_referee_lets_the_opponent_decide(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon", referee=True)["id"]) as table:
        opened(table)
        assert table.state["free"]
        offender = table.state["turn"]
        for answer in ("demanded", "condoned"):
            assert table.do("seen", steps=[[24, 23]])["type"] == "ack"
            assert table.state["phase"] == "seen"
            assert table.state["actor"] == 1 - offender
            assert table.state["last"]["steps"] == [[24, 23]]
            assert {"demand", "condone"} <= set(table.state["can"])
            assert table.do(answer)["type"] == "ack"
            assert (table.state["last"] is None) == (answer == "demanded")
        assert table.state["turn"] == 1 - offender
        assert table.state["rows"][offender]["points"][22] == 1
        assert table.do("demanded")["rule"] == "IRR-5"


def test_without_a_referee_nothing_is_free(ann: Visitor) -> None:
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        assert not opened(table).state["free"]
        assert table.do("seen", steps=[[24, 23]])["rule"] == "IRR-4"


# The clock ---------------------------------------------------------------------------------------


def test_who_runs_out_of_time_loses_the_game(ann: Visitor) -> None:
    match = ann.new_match("backgammon", target={"type": "points", "to": 2},
                          clock={"minutes": 0.005, "delay": 0.2})  # fmt: skip
    with ann.sit(match["id"]) as table:
        late = opened(table).state["actor"]
        clock = table.state["clock"]
        assert clock["running"] == late
        assert 0 < clock["left"][late] <= clock["left"][1 - late] == pytest.approx(0.3)
        table.until(lambda: table.state["phase"] == "over")
        assert table.events[-1]["action"] == {"type": "timed_out"}
        assert (table.events[-1]["seat"], table.events[-1]["text"]) == (late, "loses on time")
        result = table.state["result"]
        assert (result["winner"], result["points"], result["by"]) == (1 - late, 1, "time")
        assert table.state["clock"]["left"][late] == 0
        assert table.state["clock"]["running"] is None
        while table.state["winner"] is None:  # the delay alone is left
            table.do("next_game")
            table.until(lambda: table.state["phase"] == "over")
    state = ann.get(f"/api/matches/{match['id']}")[1]
    assert state["winner"] is not None
    assert {each["by"] for each in state["results"]} == {"time"}
    replay = ann.get(f"/api/matches/{match['id']}/games/1")[1]
    assert replay["steps"][-1]["state"]["result"]["by"] == "time"


def test_a_double_that_nobody_answers_is_dropped(ann: Visitor) -> None:
    match = ann.new_match("backgammon", clock={"minutes": 0.01, "delay": 0})
    with ann.sit(match["id"]) as table:
        opened(table)
        play_first(table)
        table.do("doubled")
        table.until(lambda: table.state["phase"] == "over")
        assert table.state["result"]["by"] == "time"
        cube = table.state["cube"]
        assert (cube["value"], cube["offer"]) == (1, 2)  # it lies as it was passed


def test_the_clock_of_the_other_does_not_run(ann: Visitor) -> None:
    match = ann.new_match("backgammon", clock={"minutes": 1, "delay": 0})
    with ann.sit(match["id"]) as table:
        first = opened(table).state["actor"]
        time.sleep(0.05)
        play_first(table)
        left = table.state["clock"]["left"]
        assert left[first] < 60 - 0.05
        assert left[1 - first] > left[first]
        assert table.state["clock"]["running"] == 1 - first
    spent = left[first]
    with ann.sit(match["id"]) as table:  # it stands while nobody is at the table
        assert table.state["clock"]["left"][first] == pytest.approx(spent)
