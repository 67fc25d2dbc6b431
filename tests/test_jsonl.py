"""The engine over JSON lines: exact shapes, and an answer to everything."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fullprime
import generate
import oracle
import rows
from fullprime import Position
from fullprime.protocols.jsonl import LONGEST_LINE, answer, serve

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
LEGAL = {"id": 1, "op": "legal", "variant": "backgammon", "position": START, "dice": [3, 1]}


def ask(**request: Any) -> dict[str, Any]:
    return answer(json.dumps(request).encode())


def test_legal() -> None:
    reply = ask(**LEGAL)
    assert set(reply) == {"id", "plays"}
    assert reply["id"] == 1
    assert len(reply["plays"]) == 16
    assert {
        "steps": [[8, 5], [6, 5]],
        "position": "24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5",
    } in reply["plays"]


def test_legal_names_bar_and_off() -> None:
    reply = ask(**LEGAL | {"position": "bar:1 6:2 / 6:2 4:1 13:2", "dice": [6, 4]})
    assert reply["plays"] == [
        {"steps": [["bar", 21], [21, 15]], "position": "15:1 6:2 / bar:1 13:2 6:2"}
    ]
    reply = ask(**LEGAL | {"position": "1:1 / 6:3", "dice": [6, 5]})
    assert reply["plays"] == [{"steps": [[1, "off"]], "position": "off:15 / 6:3"}]


def test_legal_without_a_play() -> None:
    blocked = "24:2 / 7:2 6:2 5:2 4:2 3:2 2:2"
    assert ask(**LEGAL | {"position": blocked})["plays"] == [{"steps": [], "position": blocked}]


def test_legal_takes_ids_options_and_rolls() -> None:
    assert ask(**LEGAL | {"position": "4HPwATDgc/ABMA"}) == ask(**LEGAL)
    assert ask(**LEGAL | {"rolls": [1, 1]}) == ask(**LEGAL)
    capped = ask(**LEGAL | {"options": {"cap5": True}, "dice": [6, 5]})
    assert len(capped["plays"]) == 6


def test_legal_agrees_with_the_oracle() -> None:
    rng = Random(8)
    for _ in range(100):
        board, dice = generate.wild(rng)
        reply = ask(**LEGAL | {"position": rows.board_text(board), "dice": list(dice)})
        found = [Position.parse(play["position"]) for play in reply["plays"]]
        assert {oracle.Board(p.mover, p.other) for p in found} == set(oracle.plays(board, dice))
        assert len(found) == len(set(found))


def test_perft() -> None:
    reply = ask(id="a", op="perft", variant="backgammon", depth=1)
    assert list(reply) == ["id", "nodes", "by_roll"]
    assert reply["nodes"] == 447
    assert reply["by_roll"] == {
        "11": 42, "21": 15, "22": 75, "31": 16, "32": 17, "33": 73, "41": 14, "42": 18, "43": 17,
        "44": 52, "51": 8, "52": 8, "53": 9, "54": 9, "55": 4, "61": 10, "62": 14, "63": 14,
        "64": 14, "65": 7, "66": 11,
    }  # fmt: skip
    assert ask(id=2, op="perft", variant="backgammon", depth=2) == {"id": 2, "nodes": 202_782}
    counts = {"nackgammon": 547, "hypergammon": 195, "longgammon": 59, "dutch": 21, "tapa": 59}
    counts |= dict.fromkeys(("portes", "tavla", "tayla", "misere"), 447)
    for name, nodes in counts.items():
        assert ask(op="perft", variant=name, depth=1)["nodes"] == nodes
    near_the_end = ask(op="perft", variant="backgammon", depth=1, position="1:1 / 1:1")
    assert near_the_end["nodes"] == 21


def test_info() -> None:
    reply = ask(id=None, op="info")
    assert reply["version"] == fullprime.__version__
    assert reply["nets"] == []
    backgammon = reply["variants"][0]
    assert backgammon["id"] == "backgammon"
    assert backgammon["name"] == "Backgammon"
    assert "standard" in backgammon["aliases"]
    assert "cap5" in backgammon["options"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"op": "fly"}, "unknown op 'fly', expected one of: legal, why, perft, info"),
        ({"op": None}, "unknown op None"),
        ({"variant": "chess"}, "unknown variant 'chess'"),
        ({"variant": 7}, "bad request: Expected `str`, got `int`"),
        ({"position": ""}, "expected position text such as"),
        ({"position": "24:16 / 24:2"}, "16 checkers, expected 15"),
        ({"position": "24:-1 / 24:2"}, "a count is 0 to 15"),
        ({"position": "6:15 / 19:15"}, "both sides stand on the 6"),
        ({"position": "off:15 / 6:3"}, "the game is over"),
        ({"dice": [0, 1]}, "bad dice [0, 1]"),
        ({"dice": [7, 1]}, "bad dice [7, 1]"),
        ({"dice": [1]}, "bad dice [1]"),
        ({"dice": [1, 2, 3]}, "bad dice [1, 2, 3]"),
        ({"dice": "31"}, "bad request"),
        ({"dice": [True, 1]}, "bad dice [True, 1]"),
        ({"options": {"cap6": True}}, "unknown option of backgammon 'cap6'"),
        ({"options": {"cap5": 1}}, "expected true or false"),
        (
            {"variant": "dutch", "options": {"entry": "late"}},
            "expected one of bar, free, all_first",
        ),
        ({"rolls": [-1, 0]}, "bad request"),
        ({"dices": [1, 2]}, "unknown field `dices`"),
    ],
)
def test_bad_requests(change: dict[str, Any], message: str) -> None:
    reply = ask(**LEGAL | change)
    assert set(reply) == {"id", "error"}
    assert reply["id"] == 1
    assert message in reply["error"]


@pytest.mark.parametrize("depth", [0, -1, 10, "1", 1.5, None, 10**30])
def test_bad_depths(depth: Any) -> None:
    assert "bad request" in ask(op="perft", variant="backgammon", depth=depth)["error"]


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b"null", b"1e999", b"[" * 100_000, b'{"id":"\xff"}', b"\x00", b"{}"]
)
def test_garbage(line: bytes) -> None:
    assert set(answer(line)) == {"id", "error"}


@given(st.binary())
def test_any_bytes_are_answered(line: bytes) -> None:
    assert "id" in answer(line)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(LEGAL)), json_values)
def test_any_value_in_any_field_is_answered(field: str, value: Any) -> None:
    reply = ask(**LEGAL | {field: value})
    assert set(reply) in ({"id", "plays"}, {"id", "error"}, {"id", "nodes"})


def served(data: bytes) -> list[dict[str, Any]]:
    out = io.BytesIO()
    serve(io.BytesIO(data), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_stream_goes_on_after_errors() -> None:
    good = json.dumps(LEGAL).encode()
    replies = served(b"\n".join([good, b"rubbish", b"", b'{"id":3}', good]))
    assert [reply["id"] for reply in replies] == [1, None, 3, 1]
    assert replies[0] == replies[3]


def test_a_huge_line_is_refused_and_passed_over() -> None:
    huge = b'{"id":1,"op":"' + b"x" * (3 * LONGEST_LINE) + b'"}'
    replies = served(huge + b"\n" + json.dumps(LEGAL).encode())
    assert "too long" in replies[0]["error"]
    assert len(replies) == 2 and "plays" in replies[1]
