"""The HTTP side: people, matches, replay, export, positions, analysis, pages and problems."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from fullprime import Variant, variants
from fullprime.errors import messages
from fullprime.formats import saved
from fullprime.protocols.jsonl import answer
from fullprime.series import all_series
from fullprime.server.pages import PAGES
from server_client import Server, Visitor

TAVLI = {"id": "tavli", "name": "Tavli"}


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


def test_health_and_description(server: Server) -> None:
    stranger = Visitor(server)
    for path in ("/healthz", "/readyz"):
        assert stranger.get(path)[0] == 200
    assert stranger.cookie == "", "whoever looks after the server is nobody"
    described = stranger.get("/openapi.json")[1]
    assert {"/api/matches", "/api/analysis", "/api/position"} <= set(described["paths"])


def test_a_cookie_for_a_stranger_and_none_for_a_friend(server: Server) -> None:
    visitor = Visitor(server)
    assert visitor.ask("GET", "/api/me")[1]["Set-Cookie"] is None, "nothing is kept of a stranger"
    _, headers, _ = visitor.ask("PATCH", "/api/me", {"name": "Ann"})
    given = headers["Set-Cookie"]
    assert re.fullmatch(
        r"fullprime=\d+\.[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax", given
    )
    assert visitor.ask("GET", "/api/me")[1]["Set-Cookie"] is None
    for forged in ("fullprime=" + "A" * 43, "fullprime=short", "fullprime=" + "ä" * 9):
        other = Visitor(server)
        other.cookie = forged
        sent = {"Cookie": forged.encode()}
        assert other.ask("PATCH", "/api/me", {"name": "Ann"}, sent)[1]["Set-Cookie"]


def test_name_and_settings_are_kept(server: Server) -> None:
    ann = Visitor(server)
    assert ann.get("/api/me") == (200, {"name": "", "settings": {}, "names": []})
    ann.patch("/api/me", {"name": "  Ann   Lee "})
    ann.patch("/api/me", {"settings": {"theme": "dark", "sound": False}})
    kept = {"name": "Ann Lee", "settings": {"theme": "dark", "sound": False}, "names": []}
    assert ann.get("/api/me") == (200, kept)
    wrong: dict[str, Any]
    for wrong in (
        {"name": "x" * 41},
        {"settings": []},
        {"colour": 1},
        {"settings": {"x": "y" * 20000}},
    ):
        status, problem = ann.patch("/api/me", wrong)
        assert (status, problem["status"]) == (422, 422)
    assert ann.get("/api/me") == (200, kept)


# Problems ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/matches/nothing", None, 404),
        ("GET", "/api/matches/nothing/export", None, 404),
        ("GET", "/api/matches/nothing/games/1", None, 404),
        ("GET", "/nowhere", None, 404),
        ("GET", "/static/nothing.js", None, 404),
        ("GET", "/static/../server/app.py", None, 404),
        ("PUT", "/api/me", {}, 405),
        ("POST", "/api/matches", {"game": "chess"}, 422),
        ("POST", "/api/matches", {"game": "../x.toml"}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "seat": 2}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "options": {"nonsense": True}}, 422),
        (
            "POST",
            "/api/matches",
            {"game": "backgammon", "target": {"type": "best_of", "games": 4}},
            422,
        ),
        ("POST", "/api/matches", {"game": "backgammon", "target": {"type": "best_of"}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "clock": {"minutes": 0}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "opponent": {"level": "grandmaster"}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "opponent": {"pr": 99}}, 422),
        ("POST", "/api/matches", b"{", 422),
        ("POST", "/api/matches", b"[" * 60_000, 422),
        ("PATCH", "/api/me", b'{"settings": {"a": ' + b"[" * 60_000, 400),
        ("POST", "/api/matches", {"game": "backgammon", "colour": 1}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "settings": {"colour": 1}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "settings": {"referee": {}}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "target": {"type": "time"}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "target": {"to": 3, "games": 3}}, 422),
        ("POST", "/api/matches", {"game": "backgammon", "clock": {"minutes": 5, "x": 1}}, 422),
        ("POST", "/api/matches", {"game": 1}, 422),
        ("POST", "/api/matches", {}, 422),
        ("GET", "/api/matches/nothing/games/one", None, 422),
        ("PATCH", "/api/me", b'{"name": "\\ud800"}', 422),
        ("PATCH", "/api/me", b'{"settings": {"a": "\\ud800"}}', 422),
        ("POST", "/api/join/nothing", {}, 404),
        ("POST", "/api/matches/nothing/rematch", {}, 404),
        ("GET", "/api/position?variant=backgammon&text=nonsense", None, 422),
        ("GET", "/api/position?variant=..%2Fown.toml", None, 422),
        ("POST", "/api/analysis", {"variant": "backgammon", "position": "24:15"}, 422),
        (
            "POST",
            "/api/analysis",
            {
                "variant": "plakoto",
                "options": {"mother_rule": "draw_only"},
                "position": "24:15 / 24:15",
                "plies": 2,
            },
            422,
        ),
        (
            "POST",
            "/api/analysis",
            {"variant": "backgammon", "position": "6:1 / 6:1", "dice": [7, 1]},
            422,
        ),
    ],
)
def test_problems(ann: Visitor, method: str, path: str, body: object, status: int) -> None:
    found, headers, content = ann.ask(method, path, body)
    problem = json.loads(content)
    assert (found, problem["status"]) == (status, status)
    assert headers["Content-Type"] == "application/problem+json"
    assert set(problem) == {"type", "title", "status", "detail", "code", "values"}
    assert problem["code"] in messages()
    assert problem["detail"]
    assert headers["Content-Security-Policy"]


def test_names_of_games_are_refused_in_one_sentence(ann: Visitor) -> None:
    series = ann.post("/api/analysis", {"variant": "tavli", "position": "24:15 / 24:15"})[1]
    assert series["detail"] == "tavli is a series of games; choose one of portes, plakoto, fevga"
    unknown = ann.post("/api/matches", {"game": "nope"})[1]
    assert unknown["detail"] == "There is no game called 'nope'."


def test_a_body_of_another_type_is_refused(ann: Visitor) -> None:
    answer = ann.ask("PATCH", "/api/me", b'{"name": "Eve"}', {"Content-Type": "text/plain"})
    assert answer[0] == 422
    assert ann.get("/api/me")[1]["name"] == "Ann"


def test_contradictions_are_told(ann: Visitor) -> None:
    asked = {"game": "backgammon", "settings": {"jacoby": True, "beavers": 1}}
    detail = ann.post("/api/matches", asked)[1]["detail"]
    assert "Jacoby: only in money play" in detail
    assert "beavers: only in money play" in detail
    asked["settings"]["house_rules"] = True  # type: ignore[index]
    assert ann.post("/api/matches", asked)[0] == 201


def test_a_match_with_a_cube_limit(ann: Visitor) -> None:
    made = ann.new_match("backgammon", settings={"cube_limit": 64})
    _, state = ann.get(f"/api/matches/{made['id']}")
    assert state["settings"]["cube_limit"] == 64
    status, refused = ann.post(
        "/api/matches", {"game": "backgammon", "settings": {"cube_limit": 48}}
    )
    assert status == 422
    assert "a cube limit of 48" in refused["detail"]


def test_balkan_starts_with_what_the_page_sends(ann: Visitor) -> None:
    """It knows that no game of the series has the cube, and leaves Crawford as usual."""
    _, catalogue = ann.get("/api/variants")
    series = {each["id"]: each["cube"] for each in catalogue["series"]}
    assert series == {"tavli": False, "balkan": False}
    usual = {"cube": None, "crawford": None, "holland": False, "murphy": 0, "house_rules": False}
    for options in ({}, {"western_first_game": True}):
        asked = {"game": "balkan", "options": options, "settings": usual}
        assert ann.post("/api/matches", asked)[0] == 201
    detail = ann.post("/api/matches", {"game": "balkan", "settings": {"crawford": True}})[1][
        "detail"
    ]
    assert "Crawford: needs the cube, but Backgammon (bulgarian) is played without it" in detail


def test_other_sites_change_nothing(ann: Visitor) -> None:
    for origin in ("http://elsewhere.example", "null", ann.origin.replace("http:", "ftp:") + "0"):
        answer = ann.ask("PATCH", "/api/me", {"name": "Eve"}, {"Origin": origin})
        assert answer[0] == 403
    assert ann.get("/api/me")[1]["name"] == "Ann"


def test_large_bodies_are_refused(ann: Visitor) -> None:
    assert ann.ask("POST", "/api/position", b" " * 70_000)[0] == 413
    connection = http.client.HTTPConnection("127.0.0.1", ann.server.port, timeout=30)
    connection.request("POST", "/api/position", iter([b" " * 9] * 9), encode_chunked=True,
                       headers={"Transfer-Encoding": "chunked"})  # fmt: skip
    assert connection.getresponse().status == 413
    connection.close()


# Pages -------------------------------------------------------------------------------------------


def test_pages_are_one_shell_with_a_policy(server: Server) -> None:
    for page in PAGES:
        path = re.sub(r"{\w+(:path)?}", "a%2Fb" if "text" in page else "x1", page)
        visitor = Visitor(server)
        status, headers, content = visitor.ask("GET", path)
        assert (status, b'<main id="main"' in content) == (200, True), path
        assert not visitor.cookie, "who only looks leaves no trace"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"]


def test_files_are_asked_for_again_only_if_they_have_changed(server: Server) -> None:
    visitor = Visitor(server)
    for path in ("/favicon.svg", "/static/js/main.js"):
        status, headers, _ = visitor.ask("GET", path)
        assert (status, bool(headers["ETag"])) == (200, True)
    unchanged = visitor.ask("GET", path, headers={"If-None-Match": headers["ETag"]})
    assert (unchanged[0], unchanged[2]) == (304, b"")


# What can be played ------------------------------------------------------------------------------


def test_variants_and_series(server: Server) -> None:
    found = Visitor(server).get("/api/variants")[1]
    assert [each["id"] for each in found["variants"]] == [variant.id for variant in variants()]
    assert [each["id"] for each in found["series"]] == [series.id for series in all_series()]
    for each in found["variants"]:
        variant, board = Variant.load(each["id"]), each["board"]
        points = board["points"]
        assert board["across"] == [variant.across(p) for p in range(1, points + 1)]
        assert [board["across"][p - 1] for p in board["across"]] == list(range(1, points + 1))
        for row, counts in zip(each["start"], (variant.start_position.mover,) * 2, strict=True):
            assert row["points"] == list(counts[1 : points + 1])
            assert sum(row["points"]) + row["bar"] + row["hand"] + row["off"] == board["checkers"]
        for view in board["views"]:
            assert {place["seat"] for place in view["off"]} == {0, 1}
            assert bool(view["hand"]) == bool(variant.start_position.mover[26])
            assert bool(view["bar"]) == (variant.landing == "hit")
        for option in each["options"]:
            chosen = True if option["choices"] is None else option["choices"][-1]
            assert isinstance(chosen, bool | int | str)


def test_levels(server: Server) -> None:
    levels = Visitor(server).get("/api/levels")[1]
    assert levels[0]["name"] == "beginner"
    assert [level["strongest"] for level in levels].count(True) == 1
    rates = [level["rates"]["backgammon"]["pr"] for level in levels]
    assert rates == sorted(rates, reverse=True)


def test_an_invitation_tells_what_it_is(ann: Visitor, server: Server) -> None:
    clock = {"minutes": 5, "delay": 12}
    asked = {"opponent": {"kind": "invite"}, "target": {"type": "points", "to": 3}, "clock": clock}
    match = ann.new_match("tavli", **asked)
    ben = Visitor(server, "Ben")
    path = f"/api{match['invite']}"
    status, told = ben.get(path)
    assert (status, told["yours"], told["from"]["name"]) == (200, False, "Ann")
    assert (told["series"], told["target"], told["clock"]) == (
        TAVLI,
        asked["target"],
        clock | {"kind": "delay"},
    )
    assert ann.get(path)[1] == told | {"yours": True}
    ben.post(path)
    assert ben.get(path)[0] == 404
    assert [each["you"] for each in ben.get("/api/matches")[1]] == [[1]]


# Replay, export, rematch -------------------------------------------------------------------------


def played_match(ann: Visitor) -> str:
    """Two short games: a resignation each."""
    match = ann.new_match("backgammon", target={"type": "points", "to": 4})
    with ann.sit(match["id"]) as table:
        for game in (1, 2):
            table.until(lambda: table.state["actor"] is not None)
            table.do("resigned", multiple=1 if game == 1 else 3)
            table.do("accepted")
            if game == 1:
                table.do("next_game")
                table.until(lambda: table.state["actor"] is not None)
                while table.state["turn"] != table.state["score"].index(0):
                    table.do("played", steps=_first(table.state))
                    table.do("roll")
        assert table.state["phase"] == "over"
    return str(match["id"])


def _first(state: dict[str, Any]) -> list[Any]:
    steps, node = [], 0
    while state["walk"]["nodes"][node]["next"]:
        source, target, _, _, node = state["walk"]["nodes"][node]["next"][0]
        steps.append([source, target])
    return steps


def test_replay_and_export(ann: Visitor) -> None:
    match_id = played_match(ann)
    status, headers, content = ann.ask("GET", f"/api/matches/{match_id}/export")
    assert (status, "attachment" in headers["Content-Disposition"]) == (200, True)
    match, _ = saved.load(content)
    state = ann.get(f"/api/matches/{match_id}")[1]
    assert state["score"] == list(match.shown_score)
    assert match.players == ("Ann", "Black")
    for number, game in enumerate(match.games, 1):
        replay = ann.get(f"/api/matches/{match_id}/games/{number}")[1]
        assert replay["games"] == len(match.games)
        assert len(replay["steps"]) == len(game.log)
        assert replay["start"]["phase"] == "opening"
        assert replay["steps"][-1]["state"]["phase"] == "over"
        assert replay["steps"][-1]["state"]["rows"] == (
            state["rows"] if number == len(match.games) else replay["steps"][-2]["state"]["rows"]
        )
    for number in (0, 3, -1):
        assert ann.get(f"/api/matches/{match_id}/games/{number}")[0] == 404
    text = ann.ask("GET", f"/api/matches/{match_id}/export?format=text")[2].decode()
    assert "Game 2, Backgammon" in text
    assert "resign 3" in text
    assert ann.ask("GET", f"/api/matches/{match_id}/export?format=pdf")[0] == 422


def test_a_rematch_is_one_for_both(ann: Visitor, server: Server) -> None:
    match_id = played_match(ann)
    while ann.get(f"/api/matches/{match_id}")[1]["winner"] is None:
        with ann.sit(match_id) as table:
            table.do("next_game")
            table.until(lambda: table.state["actor"] is not None)
            table.do("resigned", multiple=3)
            table.do("accepted")
    with ann.sit(match_id) as table:
        status, first = ann.post(f"/api/matches/{match_id}/rematch")
        assert status == 200
        table.until(lambda: table.state["rematch"] == first["id"])
    assert ann.post(f"/api/matches/{match_id}/rematch") == (200, first)
    again = ann.get(f"/api/matches/{first['id']}")[1]
    assert (again["target"], again["you"]) == ({"type": "points", "to": 4}, [0, 1])
    assert ann.post(f"/api/matches/{first['id']}/rematch")[0] == 409
    assert Visitor(server).post(f"/api/matches/{match_id}/rematch")[0] == 403


def test_my_matches(ann: Visitor) -> None:
    over = played_match(ann)
    mine = ann.new_match("tavli")["id"]
    with ann.sit(mine) as table:
        table.until(lambda: table.state["actor"] is not None)
    listed = ann.get("/api/matches")[1]
    assert [match["id"] for match in listed] == [mine, over]
    assert listed[0]["your_turn"]
    assert listed[0]["series"] == TAVLI
    assert listed[0]["variant"]["id"] == "portes"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", listed[0]["changed"])
    assert set(listed[0]) >= {"players", "score", "target", "state", "winner"}


# Positions and analysis --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gnubg_id", "xgid", "ogid", "fibs", "snowie"])
def test_every_id_of_a_position_leads_back_to_it(ann: Visitor, name: str) -> None:
    text = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
    asked = ann.get(f"/api/position?variant=backgammon&text={quote(text)}")[1]
    found = asked["ids"][name] + (f":{asked['ids']['match_id']}" if name == "gnubg_id" else "")
    pasted = f"What would you play?\n\n{found}\n"
    again = ann.get(f"/api/position?variant=backgammon&text={quote(pasted)}")[1]
    if name == "ogid":  # the smaller die first
        again |= {"dice": again["dice"][::-1], "left": again["left"][::-1]}
    assert again == asked


def test_positions_by_text_and_by_hand(ann: Visitor) -> None:
    start = ann.get("/api/position?variant=backgammon")[1]
    by_id = ann.get("/api/position?variant=backgammon&text=4HPwATDgc/ABMA")[1]
    assert start == by_id
    assert start["ids"]["gnubg_id"] == "4HPwATDgc/ABMA"
    asked = {"variant": "backgammon", "rows": start["rows"], "dice": [3, 1]}
    by_hand = ann.post("/api/position", asked)[1]
    assert by_hand == {**start, "dice": [3, 1], "left": [3, 1], "ids": by_hand["ids"]}
    assert ann.post("/api/position", {**asked, "dice": [2, 2]})[1]["left"] == [2, 2, 2, 2]
    asked["rows"][0]["points"][5] = 4
    faults = ann.post("/api/position", asked)[1]["faults"]
    assert [fault["message"] for fault in faults] == [
        "the side on roll has 14 checkers, expected 15"
    ]
    assert faults[0]["code"] == "position.checkers"
    assert faults[0]["values"]["n"] == 14
    owned = {**asked, "stakes": {"cube": 4, "owner": "me"}}
    assert ann.post("/api/position", owned)[1]["stakes"]["owner"] == "me"
    assert ann.post("/api/position", {**asked, "stakes": {"cube": 3}})[0] == 422
    house_rules = {"away": [3, 5], "jacoby": True, "beavers": 3}
    assert ann.post("/api/position", {**asked, "stakes": house_rules})[0] == 200
    assert ann.post("/api/position", {**asked, "dice": [0, 1]})[0] == 422


def test_ids_of_other_programs_tell_all_of_a_position(ann: Visitor) -> None:
    xgid = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
    read = ann.get(f"/api/position?variant=backgammon&text={quote(xgid)}")[1]
    assert (read["dice"], read["black"], read["faults"]) == ([5, 2], True, [])
    assert read["ids"]["xgid"] == xgid
    stakes = read["stakes"]
    assert (stakes["cube"], stakes["owner"], stakes["away"]) == (2, "me", [2, 3])
    fields = {name: read[name] for name in ("rows", "dice", "stakes", "black")}
    by_hand = ann.post("/api/position", {"variant": "backgammon", **fields})[1]
    shorter = xgid.replace(":2:3:0:5:", ":0:1:0:3:")
    assert by_hand == {**read, "length": 3, "ids": {**by_hand["ids"], "xgid": shorter}}
    longer = ann.post("/api/position", {"variant": "backgammon", "length": 5, **fields})[1]
    assert longer == read
    both = f"{read['ids']['gnubg_id']}:{by_hand['ids']['match_id']}"
    again = ann.get(f"/api/position?variant=backgammon&text={quote(both)}")[1]
    assert again == by_hand
    assert ann.get(f"/api/position?variant=narde&text={quote(xgid)}")[0] == 422
    assert ann.get("/api/position?variant=narde")[1]["ids"]["match_id"] is None


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_every_start_can_be_edited(ann: Visitor, name: str) -> None:
    start = ann.get(f"/api/position?variant={name}")[1]
    assert start["faults"] == []
    asked = {"variant": name, "rows": start["rows"]}
    assert ann.post("/api/position", asked)[1] == start


def test_analysis_of_a_roll(ann: Visitor) -> None:
    asked = {"variant": "backgammon", "position": "4HPwATDgc/ABMA", "dice": [3, 1], "plies": 0}
    found = ann.post("/api/analysis", asked)[1]
    best = found["plays"][0]
    assert (best["text"], best["steps"]) == ("8/5 6/5", [[8, 5], [6, 5]])
    assert sum(best["outcome"]) == pytest.approx(1)
    assert len(found["plays"]) == 16
    equities = [play["equity"] for play in found["plays"]]
    assert equities == sorted(equities, reverse=True)
    stated = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    by_id = ann.post("/api/analysis", {**asked, "position": stated, "dice": None})[1]
    assert by_id["plays"][0]["text"] == "8/5 6/5"
    deeper = ann.post("/api/analysis", {**asked, "plies": None})[1]
    assert (deeper["plies"], deeper["plays"][0]["plies"]) == (2, 2)


def test_analysis_says_why_where_that_is_wanted(ann: Visitor) -> None:
    asked = {"variant": "backgammon", "position": "4HPwATDgc/ABMA", "dice": [3, 1], "plies": 0}
    assert "reasons" not in ann.post("/api/analysis", asked)[1]
    [reason] = ann.post("/api/analysis", {**asked, "reasons": True})[1]["reasons"]
    assert (reason["key"], reason["args"]) == (
        "reason.point_makes_home",
        {"point": 5, "n": 2, "m": 1},
    )
    race = {"variant": "backgammon", "position": "6:2 5:1 / 6:2", "plies": 0, "reasons": True}
    assert all(reason["text"] for reason in ann.post("/api/analysis", race)[1]["reasons"])


def test_analysis_before_a_roll(ann: Visitor) -> None:
    asked = {"variant": "backgammon", "position": "6:2 5:1 / 6:2", "plies": 0}
    found = ann.post("/api/analysis", asked)[1]
    assert sum(found["outcome"]) == pytest.approx(1)
    cube = found["cube"]
    doubled = min(cube["double_take"], cube["double_pass"])
    assert found["equity"] == pytest.approx(max(cube["no_double"], doubled))
    assert cube["action"]
    without = ann.post("/api/analysis", {"variant": "tapa", "position": "24:15 / 24:15"})[1]
    assert without["cube"] is None
    assert without["outcome"] is None  # games can be drawn


def test_every_roll_of_a_position(ann: Visitor) -> None:
    asked = {"variant": "backgammon", "position": "6:1 2:1 / 1:2", "plies": 0}
    status, found = ann.post("/api/rolls", {**asked, "dice": [3, 1]})
    assert status == 200
    assert (len(found["rolls"]), sum(each["weight"] for each in found["rolls"])) == (21, 36)
    best = next(each for each in found["rolls"] if sorted(each["dice"]) == [2, 6])
    assert (best["play"], best["equity"]) == ("6/off 2/off", 1.0)
    assert best["luck"] == pytest.approx(1.0 - found["mean"])
    assert (found["plies"], found["cubeful"]) == (0, True)
    assert ann.post("/api/rolls", {**asked, "every": True})[0] == 422


def test_an_analysis_that_nobody_waits_for_frees_its_place(ann: Visitor) -> None:
    body = json.dumps({"variant": "backgammon", "position": "4HPwATDgc/ABMA"}).encode()
    for _ in range(4):
        connection = http.client.HTTPConnection("127.0.0.1", ann.server.port, timeout=30)
        connection.request("POST", "/api/analysis", body, {"Content-Type": "application/json"})
        connection.close()
    asked = {"variant": "backgammon", "position": "4HPwATDgc/ABMA", "dice": [3, 1], "plies": 2}
    assert ann.post("/api/analysis", asked)[1]["plays"][0]["text"] == "8/5 6/5"


# The command -------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "own.db") as server:
        second = served(tmp_path / "own.db", 0)
        assert second.returncode == 3
        assert second.stderr.startswith("fullprime: ")
        assert second.stderr.endswith("own.db: it is in use by another server\n")
        taken = served(tmp_path / "other.db", server.port)
        assert (taken.returncode, "cannot listen" in taken.stderr) == (3, True)
        visitor = Visitor(server)
        with visitor.sit(visitor.new_match("backgammon")["id"]):
            assert server.stop() == 0


def served(data: Path, port: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fullprime", "serve", "--no-open", "--port", str(port)]
    return subprocess.run(
        [*command, "--data", str(data)], capture_output=True, text=True, timeout=60
    )


def test_analysis_without_the_cube(ann: Visitor) -> None:
    """As JSON lines answer the same."""
    about = {"position": "6:3 5:3 4:3 3:2 2:2 / 6:4 5:3 3:3 1:3", "plies": 0}
    for cubeful in (True, False):
        found = ann.post("/api/analysis", {**about, "cubeful": cubeful})[1]
        line = json.dumps({"op": "eval", **about, "cubeful": cubeful}).encode()
        assert found["equity"] == answer(line)["equity"]
        assert found["cubeful"] is cubeful
        assert found["cube"]["action"] == "no double"


def test_a_stake_may_be_beans(server: Server) -> None:
    ann = Visitor(server)
    for target, kept in (
        ({"type": "money", "stake": "5 beans"}, {"stake": "5", "unit": "beans"}),
        ({"type": "money", "stake": "5", "unit": "beans"}, {"stake": "5", "unit": "beans"}),
        ({"type": "money", "stake": ""}, {"stake": "1", "unit": ""}),
        ({"type": "money", "stake": 0.5}, {"stake": "0.5", "unit": ""}),
        ({"type": "money"}, {"stake": "1", "unit": ""}),
    ):
        state = ann.get(f"/api/matches/{ann.new_match('backgammon', target=target)['id']}")[1]
        assert state["target"] == {"type": "money", **kept}
    for stake in ("5 5", "1" * 60_000, "-1"):
        body = {"game": "backgammon", "target": {"type": "money", "stake": stake}}
        status, problem = ann.post("/api/matches", body)
        assert (status, problem["code"]) == (422, "rules.stake_text")
