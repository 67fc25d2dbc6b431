"""The tutor at a table: warns before an error is final, and never gets in the way of a match."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from fullprime.analysis.tutor import Caution, Tutor
from fullprime.game import Game
from fullprime.server import bots
from fullprime.variant import Variant
from server_client import Server, Sitting, Visitor

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
BOT = {"kind": "bot", "level": "casual"}
CARELESS = [[24, 23], [13, 10]]
"""Of a 3-1, which makes the 5 point."""
BEST = [[8, 5], [6, 5]]
LAST_ROLL = "6:1 / 1:1"
"""Wins three times out of four: a double, and a take."""


@pytest.fixture
def ann(server: Server) -> Visitor:
    """Of whose server the tables of races are made, which takes a while the first time."""
    visitor = Visitor(server, "Ann")
    assert visitor.post("/api/analysis", {"position": LAST_ROLL})[0] == 200
    return visitor


def tutored(ann: Visitor, level: str, **fields: Any) -> Sitting:
    """A match against a bot that begins with a 3-1 of Ann's."""
    usual = {
        "opponent": BOT,
        "tutor": {"level": level, "least": 0.08},
        "position": {"position": START, "starter": 0},
        "dice": [3, 1],
        "target": {"type": "money", "stake": "1"},
    }
    table = ann.sit(ann.new_match("backgammon", **usual | fields)["id"])
    table.until(lambda: table.my_turn)
    return table


@pytest.mark.parametrize("level", ["nudge", "candidates", "full"])
def test_each_level_says_what_it_should_and_no_more(ann: Visitor, level: str) -> None:
    with tutored(ann, level) as table:
        version = table.state["version"]
        warning = table.do("played", steps=CARELESS)
        common = {"type", "ack", "version", "kind", "level", "played"}
        more = {
            "nudge": set(),
            "candidates": {"choices"},
            "full": {"choices", "best", "error", "size", "plies", "reasons"},
        }
        assert warning.keys() == common | more[level]
        assert (warning["type"], warning["kind"], warning["played"]) == (
            "warning",
            "checker",
            "24/23 13/10",
        )
        assert warning["version"] == version == ann.get(f"/api/matches/{table.id}")[1]["version"]
        if level == "candidates":
            assert all(each.keys() == {"name", "steps"} for each in warning["choices"])
            names = [each["name"] for each in warning["choices"]]
            assert names == sorted(names) and {"8/5 6/5", "24/23 13/10"} <= set(names)
        if level == "full":
            best, mine = (
                next(each for each in warning["choices"] if each["name"] == name)
                for name in ("8/5 6/5", "24/23 13/10")
            )
            assert warning["choices"][0] is best
            assert (best["name"], best["steps"], warning["best"]) == ("8/5 6/5", BEST, "8/5 6/5")
            assert mine["error"] == warning["error"] >= 0.08
            assert (warning["size"], warning["plies"]) == ("blunder", 2)
            assert warning["reasons"] and all(each["text"] for each in warning["reasons"])


def test_an_action_can_be_taken_back_or_made_anyway(ann: Visitor) -> None:
    with tutored(ann, "nudge") as table:
        version = table.state["version"]
        assert table.do("played", steps=CARELESS)["type"] == "warning"
        assert table.do("played", steps=CARELESS)["type"] == "warning", "counted once"
        assert table.do("played", steps=BEST)["type"] == "ack"
        rows = [each for each in table.events if each["version"] > version][:2]
        assert [each["action"]["type"] for each in rows] == ["warned", "played"]
        assert rows[0]["action"]["taken_back"] is True
        assert rows[0]["action"]["played"] == "24/23 13/10"
        assert (table.state["tutor"]["warned"], table.state["tutor"]["taken_back"]) == (1, 1)
    with tutored(ann, "nudge") as table:
        assert table.do("played", steps=CARELESS)["type"] == "warning"
        assert table.do("played", steps=CARELESS, anyway=True)["type"] == "ack"
        assert (table.state["tutor"]["warned"], table.state["tutor"]["taken_back"]) == (1, 0)
        record = ann.get(f"/api/matches/{table.id}/games/1")[1]
        assert "warned" not in [step["action"]["type"] for step in record["steps"]]
        branch = ann.post(f"/api/matches/{table.id}/branch", {"version": 2})[1]["id"]
        known = ann.get(f"/api/matches/{branch}")[1]["tutor"]
        assert known == {"level": "nudge", "least": 0.08, "warned": 0, "taken_back": 0}


def test_what_was_acknowledged_is_never_warned_of(ann: Visitor) -> None:
    with tutored(ann, "full") as table:
        first = table.ask("played", steps=CARELESS, anyway=True)
        version = table.answer(first)["version"]
        again = table.ask("played", steps=CARELESS, version=version - 1, ack=first)
        assert table.answer(again) == {"type": "ack", "ack": first, "version": version}


def test_a_good_play_a_wrong_one_and_a_stale_one_are_answered_as_ever(ann: Visitor) -> None:
    with tutored(ann, "full") as table:
        wrong = table.do("played", steps=[[24, 3]])
        assert (wrong["type"], wrong["rule"] is None) == ("error", False)
        stale = table.answer(table.ask("played", version=7, steps=CARELESS))
        assert (stale["type"], stale["stale"]) == ("error", True)
        assert table.do("played", steps=BEST)["type"] == "ack"


def test_the_cube_and_resignations_are_watched_too(ann: Visitor) -> None:
    ends = {"position": LAST_ROLL, "starter": 0}
    with tutored(ann, "full", position=ends, dice=None) as table:
        missed = table.do("roll")
        assert (missed["type"], missed["kind"]) == ("warning", "double")
        assert (missed["played"], missed["best"]) == ("no double", "double")
        assert missed["error"] == pytest.approx(0.5)
        assert table.state["dice"] is None, "nothing was thrown"
        lost = table.do("resigned", multiple=1)
        assert (lost["kind"], lost["best"], lost["played"]) == ("resign", "play on", "resign")
        assert [each["name"] for each in lost["choices"]] == ["play on", "resign"]
        assert lost["error"] == pytest.approx(2.0)
        assert table.do("doubled")["type"] == "ack"
        assert (table.state["tutor"]["warned"], table.state["tutor"]["taken_back"]) == (2, 2)


def test_without_a_right_to_double_there_is_nothing_to_say_about_the_cube(ann: Visitor) -> None:
    theirs = {"position": LAST_ROLL, "starter": 0, "cube": 2, "owner": 1}
    with tutored(ann, "full", position=theirs, dice=None) as table:
        assert table.do("roll")["type"] == "ack"
        assert table.state["tutor"]["warned"] == 0


def test_a_wrong_answer_to_a_double_is_warned_of(ann: Visitor) -> None:
    ends = {"position": "4:1 2:1 / 1:1", "starter": 1}  # 23 of 36 rolls win
    with tutored(
        ann, "full", position=ends, dice=None, opponent={"kind": "bot", "level": None}
    ) as table:
        table.until(lambda: table.state["phase"] == "offered")
        warning = table.do("dropped")
        assert (warning["kind"], warning["played"], warning["best"]) == ("take", "pass", "take")
        costs = [(each["name"], each["error"]) for each in warning["choices"]]
        assert costs[0] == ("take", 0)
        assert costs[1] == ("pass", pytest.approx(1 - 2 * 10 / 36))


def test_the_tutor_is_changed_during_a_match_and_stays(ann: Visitor) -> None:
    with tutored(ann, "off") as table:
        assert table.do("tutor", level="full", least=0.02)["type"] == "ack"
        assert table.state["tutor"]["level"] == "full"
        assert table.do("played", steps=CARELESS)["type"] == "warning"
        assert table.do("tutor", level="off", least=0.02)["type"] == "ack"
        assert table.do("played", steps=CARELESS)["type"] == "ack"
    with tutored(ann, "nudge") as table:
        table.do("tutor", level="candidates", least=0.04)
        ann.post(f"/api/matches/{table.id}/abandon")
        following = ann.post(f"/api/matches/{table.id}/rematch")[1]["id"]
        known = ann.get(f"/api/matches/{following}")[1]["tutor"]
        assert (known["level"], known["least"], known["warned"]) == ("candidates", 0.04, 0)


def test_no_tutor_sits_beside_people_or_at_a_real_table(ann: Visitor) -> None:
    on = {"level": "full", "least": 0.04}
    for fields in ({"opponent": {"kind": "here"}}, {"opponent": {"kind": "invite"}},
                   {"opponent": BOT, "referee": True}):  # fmt: skip
        status, problem = ann.post("/api/matches", {"game": "backgammon", "tutor": on, **fields})
        assert (status, problem["code"]) == (422, "tutor.people")
    match_id = ann.new_match("backgammon", opponent={"kind": "here"})["id"]
    with ann.sit(match_id) as table:
        table.until(lambda: table.my_turn)
        assert table.state["tutor"] is None
        assert table.do("tutor", **on)["code"] == "tutor.people"
    stranger = Visitor(ann.server, "Eve")
    with tutored(ann, "full") as table:
        assert stranger.get(f"/api/matches/{table.id}")[1]["tutor"] is None
    status, problem = ann.post(
        "/api/matches", {"game": "backgammon", "tutor": {"level": "loud", "least": 0.04}}
    )
    assert status == 422


def test_a_tutor_that_fails_or_dawdles_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.start(Variant.load())

    def fails(*_: object) -> Caution | None:
        raise ZeroDivisionError

    def dawdles(*_: object) -> Caution | None:
        time.sleep(0.2)
        return Caution(kind="checker", played="", best="", error=1.0, plies=0, choices=())

    monkeypatch.setattr(bots, "PATIENCE", 0.05)
    for way in (fails, dawdles):
        monkeypatch.setattr(bots, "caution", way)
        thinkers = bots.Thinkers()
        assert asyncio.run(thinkers.consider(game, None, Tutor("full"))) is None
        thinkers.close()
