"""A real table in the page: dice are typed, and what goes wrong is recorded with its ruling."""

from __future__ import annotations

from typing import Any

import pytest

from fullprime.formats import saved
from fullprime.server.messages import Recorded
from server_client import Json, Server, Sitting, Visitor

TYPED = {"dice": "typed"}
WRONG = "24:2 13:5 8:3 6:4 5:1 / 24:2 13:5 8:3 6:5"


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server, "Ann")


def sit(ann: Visitor, **rules: Any) -> Sitting:
    opponent = {"kind": "here", "name": "Ben"}
    made = ann.new_match("backgammon", opponent=opponent, referee={**TYPED, **rules})
    return ann.sit(made["id"])


def ruled(table: Sitting, kind: str, **fields: Any) -> Json:
    """What the referee says about it."""
    answer = table.do(kind, **fields)
    assert answer["type"] == "ack", answer
    found: Json = table.events[-1]["ruling"]
    return found


def test_dice_are_typed_and_never_rolled(ann: Visitor) -> None:
    with sit(ann) as table:
        assert table.state["typed"]
        assert table.state["phase"] == "opening"
        assert table.do("roll")["code"] == "table.typed"
        assert table.do("rolled", dice=[5, 3])["type"] == "ack"
        assert (table.state["dice"], table.state["turn"]) == ([5, 3], 0)
        assert table.events[-1]["seat"] is None
        table.do("played", steps=[[13, 8], [13, 10]])
        assert "roll" not in table.state["can"]
        assert "roll" in table.state["calls"]
        assert table.do("rolled", dice=[6, 7])["type"] == "error"
        table.do("rolled", dice=[6, 6])
        assert table.events[-1]["seat"] == 1


def test_dice_typed_wrongly_are_taken_back(ann: Visitor) -> None:
    with sit(ann) as table:
        assert table.do("taken_back")["code"] == "IRR-3"
        table.do("rolled", dice=[5, 3])
        assert "take back" in table.state["calls"]
        assert table.do("taken_back")["type"] == "ack"
        assert (table.state["phase"], table.state["dice"]) == ("opening", None)
        table.do("rolled", dice=[3, 5])
        assert table.state["turn"] == 1
        table.do("played", steps=[[13, 8], [13, 10]])
        assert "take back" not in table.state["calls"]
        version = table.state["version"]
        table.reopen()
        assert table.state["version"] == version == 4


def test_a_cocked_throw_counts_for_nothing_even_when_it_was_typed(ann: Visitor) -> None:
    with sit(ann) as table:
        said = ruled(table, "voided", dice=None, reason="cocked")
        assert (said["code"], said["rule"]) == ("ruling.void_opening", "IRR-1")
        table.do("rolled", dice=[5, 3])
        said = ruled(table, "voided", dice=None, reason="touched")
        assert (said["rule"], said["values"]["dice"]) == ("IRR-2", "5-3")
        assert said["values"]["reason"]["code"] == "throw.touched"
        assert table.state["phase"] == "opening"
        table.do("rolled", dice=[5, 3])
        table.do("played", steps=[[13, 8], [13, 10]])
        said = ruled(table, "voided", dice=[6, 1], reason="off_board")
        assert said["message"].startswith("Ben's throw of 6-1 is void")


def test_an_illegal_play_is_demanded_back(ann: Visitor) -> None:
    with sit(ann, illegal_play="either_may_correct") as table:
        table.do("rolled", dice=[5, 3])
        said = ruled(table, "seen", steps=[[13, 8]])
        assert (said["code"], said["rule"]) == ("ruling.seen_either", "IRR-7")
        assert said["values"]["detail"]["code"] == "play.unplayed"
        assert {"demand 0", "demand 1"} <= set(table.state["calls"])
        said = ruled(table, "demanded", seat=0)
        assert said["message"] == "Ann calls for a legal play: Ann plays 5-3 again."
        assert table.state["phase"] == "to_play"
        ruled(table, "seen", steps=[[13, 8]])
        said = ruled(table, "rolled", dice=[4, 2])
        assert (said["code"], table.state["turn"]) == ("ruling.consent", 1)


def test_a_premature_throw_is_void_or_stands(ann: Visitor) -> None:
    for agreed, code in (("void", "ruling.early_void"), ("stands", "ruling.early_stands")):
        with sit(ann, premature_roll=agreed) as table:
            assert table.do("premature", dice=[5, 2])["rule"] == "STD-TURN-1"
            table.do("rolled", dice=[5, 3])
            said = ruled(table, "premature", dice=[5, 2])
            assert (said["code"], table.events[-1]["seat"]) == (code, 1)
            table.do("played", steps=[[13, 8], [13, 10]])
            assert table.state["dice"] == ([5, 2] if agreed == "stands" else None)


def test_a_wrong_set_up_is_reported_and_corrected(ann: Visitor) -> None:
    with sit(ann) as table:
        said = ruled(table, "misplaced", position=WRONG)
        assert said["rule"] == "IRR-8"
        assert table.state["rows"][0]["points"][4] == 1
        assert "reset" in table.state["calls"]
        assert ruled(table, "reset")["rule"] == "STD-SETUP-5"
        assert table.state["rows"][0]["points"][4] == 0
        refusal = table.do("reset")
        assert refusal["values"]["detail"]["code"] == "irregular.right_board"
        for dice, steps in (([5, 3], [[13, 8], [13, 10]]), ([6, 1], [[13, 7], [8, 7]])):
            table.do("rolled", dice=dice)
            table.do("played", steps=steps)
        assert not {"setup", "reset"} & set(table.state["calls"])
        assert table.do("misplaced", position=WRONG)["rule"] == "STD-SETUP-5"


def test_dice_are_mixed_and_thrown_for_seats_and_the_color_is_picked(ann: Visitor) -> None:
    with sit(ann, opening_winner_picks_colour=True, mix_dice_anytime=False) as table:
        assert ruled(table, "mixed", caller=1)["values"]["name"] == "Ben"
        said = ruled(table, "rolledoff", what="seats", dice=[2, 2])
        assert said["code"] == "ruling.rolloff_tie"
        said = ruled(table, "rolledoff", what="seats", dice=[2, 4])
        assert said["values"]["winner"] == "Ben"
        assert "rolloff seats" not in table.state["calls"]
        assert table.do("coloured", colour="white")["rule"] == "STD-SETUP-4"
        table.do("rolled", dice=[5, 3])
        assert {"rolloff dice", "mix"}.isdisjoint(table.state["calls"])
        assert "colour" in table.state["calls"]
        assert ruled(table, "coloured", colour="black")["rule"] == "STD-SETUP-4"


def test_who_has_no_seat_records_nothing_and_no_screen_types_dice(
    ann: Visitor, server: Server
) -> None:
    with sit(ann) as table, Visitor(server, "Eve").sit(table.id) as watcher:
        assert watcher.state["calls"] == []
        assert watcher.do("rolled", dice=[5, 3])["code"] == "table.no_seat"
        assert watcher.do("mixed", caller=0)["code"] == "table.no_seat"
    with ann.sit(ann.new_match("backgammon", referee=True)["id"]) as table:
        table.until(lambda: table.my_turn)
        assert not table.state["typed"]
        assert table.state["calls"] == []
        for kind, fields in RECORDED.items():
            assert table.do(kind, **fields)["code"] == "table.screen"


RECORDED: dict[str, Json] = {
    "rolled": {"dice": [5, 3]},
    "voided": {"dice": None, "reason": "cocked"},
    "premature": {"dice": [5, 3]},
    "misplaced": {"position": WRONG},
    "reset": {},
    "mixed": {"caller": 0},
    "rolledoff": {"what": "dice", "dice": [5, 3]},
    "taken_back": {},
}


def test_every_recorded_action_is_tried_at_a_screen() -> None:
    known = {each.__struct_config__.tag for each in Recorded.__args__}
    assert known == RECORDED.keys()


def test_dice_are_typed_only_where_both_players_sit(ann: Visitor) -> None:
    for opponent in ({"kind": "invite"}, {"kind": "bot"}):
        asked = {"game": "backgammon", "opponent": opponent, "referee": TYPED}
        status, problem = ann.post("/api/matches", asked)
        assert (status, problem["code"]) == (422, "request.typed")


def test_the_file_of_a_real_table_goes_on_with_typed_dice(ann: Visitor) -> None:
    with sit(ann, illegal_play="must_correct") as table:
        table.do("rolled", dice=[5, 3])
        path = f"/api/matches/{table.id}/export"
        _, _, data = ann.ask("GET", path)
        match, notes = saved.load(data)
        assert notes["dice"] == "entered"
        assert match.game.roll == (5, 3)
        assert match.settings.referee is not None
        _, _, text = ann.ask("GET", f"{path}?format=text")
        assert b"opening throw 5-3" in text
        table.do("taken_back")
        _, _, text = ann.ask("GET", f"{path}?format=text")
        assert b"dice taken back" in text
