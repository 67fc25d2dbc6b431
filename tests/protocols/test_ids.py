"""`id` over JSON lines: any text of a position in, all its names out."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import generate
from fullprime import Position, Roll
from fullprime.formats.ids import gnubg_id
from fullprime.formats.ids.match_id import match_id
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.xgid import xgid
from fullprime.formats.stakes_fields import LARGEST_CUBE, MOST_AWAY, StakesFields
from fullprime.protocols.jsonl import answer

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
NAMES = ("gnubg_id", "match_id", "xgid")


def ask(text: str) -> dict[str, Any]:
    """As it goes over the wire."""
    line = json.dumps({"id": 7, "op": "id", "text": text}).encode()
    reply: dict[str, Any] = json.loads(msgspec.json.encode(answer(line)))
    assert reply.pop("id") == 7
    return reply


def both(reply: dict[str, Any]) -> str:
    return f"{reply['gnubg_id']}:{reply['match_id']}"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    board, _ = generate.wild(Random(draw(st.integers(0, 2**32))))
    return Position.of(board.mover, board.other)


@st.composite
def stakes_fields(draw: st.DrawFn) -> StakesFields:
    """What ids can tell: Jacoby's rule and beavers for money, Crawford's in a match."""
    away = draw(st.none() | st.tuples(*[st.integers(1, MOST_AWAY)] * 2))
    owners: tuple[Literal["me", "opponent"] | None, ...] = (None, "me", "opponent")
    owner = draw(st.sampled_from(owners))
    return StakesFields(
        cube=1 << draw(st.integers(int(owner is not None), LARGEST_CUBE.bit_length() - 1)),
        owner=owner,
        away=away,
        crawford=away is not None and draw(st.booleans()),
        jacoby=away is None and draw(st.booleans()),
        beavers=int(away is None and draw(st.booleans())),
    )


rolls = st.none() | st.builds(Roll, st.integers(1, 6), st.integers(1, 6))


@given(positions(), stakes_fields(), rolls, st.booleans())
def test_an_xgid_tells_everything_and_comes_back(
    position: Position, stakes: StakesFields, roll: Roll | None, upper: bool
) -> None:
    text = xgid(position, Situation(stakes=stakes.stakes(house_rules=True), dice=roll, upper=upper))
    assert text is not None
    reply = ask(text)
    assert list(reply) == ["position", *NAMES, "dice", "stakes"]
    assert reply["position"] == str(position)
    assert reply["gnubg_id"] == gnubg_id(position)
    assert reply["xgid"] == text
    assert reply["dice"] == (sorted(roll, reverse=True) if roll else None)
    assert reply["stakes"] == json.loads(msgspec.json.encode(stakes))


@given(positions(), stakes_fields(), rolls, st.booleans())
def test_both_ids_of_gnu_backgammon_tell_all_but_beavers(
    position: Position, stakes: StakesFields, roll: Roll | None, upper: bool
) -> None:
    told = Situation(stakes=stakes.stakes(house_rules=True), dice=roll, upper=upper)
    text = f"{gnubg_id(position)}:{match_id(told)}"
    reply = ask(text)
    assert both(reply) == text
    assert ask(reply["xgid"]) == reply
    known = msgspec.structs.replace(stakes, beavers=0)
    assert reply["stakes"] == json.loads(msgspec.json.encode(known))


@given(positions())
def test_position_text_and_bare_ids_are_for_money(position: Position) -> None:
    reply = ask(str(position))
    assert reply["position"] == str(position)
    assert reply["dice"] is None
    assert reply["stakes"] == json.loads(msgspec.json.encode(StakesFields()))
    assert ask(reply["gnubg_id"]) == ask(both(reply)) == ask(reply["xgid"]) == reply


def test_the_start_of_a_match() -> None:
    assert ask("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:2:0:7:10") == {
        "position": START,
        "gnubg_id": "4HPwATDgc/ABMA",
        "match_id": "cInlACAAAAAE",
        "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:2:0:7:10",
        "dice": [3, 1],
        "stakes": {
            "cube": 1, "owner": None, "away": [7, 5], "crawford": False,
            "jacoby": False, "beavers": 0, "holland": False,
        },
    }  # fmt: skip


@pytest.mark.parametrize("around", [" {} ", "\n{}\t"])
def test_blanks_around_it_do_not_matter(around: str) -> None:
    for text in (START, "4HPwATDgc/ABMA", "4HPwATDgc/ABMA==", "4HPwATDgc/ABMA:cAkAAAAAAAAE"):
        assert ask(around.format(text)) == ask(START)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("hand:15 / hand:15", []),
        ("18p:1 6:14 / 7:1 6:14", []),
        ("6:15 / 19:15", ["gnubg_id", "match_id"]),
        ("24:1 23:1 22:1 / 24:1 23:1 22:1", list(NAMES)),
        ("1:2 / off:15", list(NAMES)),
    ],
)
def test_ids_that_cannot_say_it_are_null(text: str, named: list[str]) -> None:
    reply = ask(text)
    assert reply["position"] == text
    assert [name for name in NAMES if reply[name]] == named
    assert all(reply[name] is None for name in NAMES if name not in named)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'6:2 / 24:2', a GNU id of 14 characters, an XGID, an OGID, a FIBS board or"),
        (" \n", "expected position text such as"),
        ("the start", "expected position text such as"),
        ("cAkAAAAAAAAE", "expected position text such as"),
        ("6:2", "expected two sides with one '/' between them"),
        ("16:8 15:8 / 16:8 15:8", "the side on roll has 16 checkers, expected 15"),
        ("//////////////", "the id ends before all points are set"),
        ("4HPwATDgc/ABMA:YAkAAAAAAAAE", "the owner of the cube is 2, expected 0, 1 or 3"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:2:0:7:10", "the dice of an XGID is '77'"),
        ("XGID=", "an XGID has 10 fields"),
    ],
)
def test_bad_text(text: str, why: str) -> None:
    reply = ask(text)
    assert list(reply) == ["error"]
    assert reply["error"].startswith("bad position ")
    assert why in reply["error"]


@pytest.mark.parametrize("fields", [{}, {"text": 7}, {"text": START, "variant": "backgammon"}])
def test_the_request_is_a_text_and_nothing_else(fields: dict[str, Any]) -> None:
    reply = answer(json.dumps({"op": "id", **fields}).encode())
    assert reply["error"].startswith("bad request: ")
