"""The engine over JSON lines: exact shapes, and an answer to everything."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fullprime
import generate
import oracle
import rows
from fullprime import Position, Variant, variants
from fullprime.engine import nets
from fullprime.engine.evaluators import deepest
from fullprime.engine.search import MOST_TURNS
from fullprime.protocols.jsonl import LONGEST_LINE, answer, serve

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
LEGAL = {"id": 1, "op": "legal", "variant": "backgammon", "position": START, "dice": [3, 1]}
PLAYS = LEGAL | {"op": "plays"}
EVAL = {"id": 1, "op": "eval", "variant": "backgammon", "position": START}
BARE = {"plies": 0, "cubeful": False}
"""Without looking ahead and without the cube, where what is expected is known."""


def ask(**request: Any) -> dict[str, Any]:
    """As it goes over the wire."""
    reply: dict[str, Any] = json.loads(msgspec.json.encode(answer(json.dumps(request).encode())))
    return reply


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
    names = [net["name"] for net in reply["nets"]]
    assert names == [net.name for net in nets()]
    assert list(reply["nets"][0]) == [
        "name", "variant", "serves", "hash", "sizes", "tails", "feature_version", "recipe",
        "experiments", "gpu_seconds", "positions", "strength", "pruner", "own",
    ]  # fmt: skip
    serving = {game for net in reply["nets"] for game in net["serves"]}
    assert serving == {variant["id"] for variant in reply["variants"]}, "every game has a net"
    backgammon = reply["variants"][0]
    assert backgammon["id"] == "backgammon"
    assert backgammon["name"] == "Backgammon"
    assert "standard" in backgammon["aliases"]
    assert "cap5" in backgammon["options"]


# What a position is worth ------------------------------------------------------------------------


def expected_points(outcome: list[float]) -> float:
    return sum(p * worth for p, worth in zip(outcome, (1, 2, 3, -1, -2, -3), strict=True))


def test_eval() -> None:
    reply = ask(**EVAL | BARE)
    assert list(reply) == ["id", "equity", "outcome", "plies", "cubeful"]
    assert (reply["plies"], reply["cubeful"]) == (0, False)
    assert len(reply["outcome"]) == 6
    assert sum(reply["outcome"]) == pytest.approx(1, abs=1e-9)
    assert reply["equity"] == pytest.approx(expected_points(reply["outcome"]), abs=1e-9)
    assert 0 < reply["equity"] < 0.2
    assert ask(**EVAL | BARE | {"stakes": {}}) == reply
    assert ask(**EVAL | BARE | {"position": "4HPwATDgc/ABMA"}) == reply


def test_what_is_left_out() -> None:
    """2-ply with the cube, of the start of backgammon."""
    usual = {"plies": 2, "cubeful": True}
    reply = ask(**EVAL)
    assert reply == ask(**EVAL | usual) == ask(id=1, op="eval")
    assert reply != ask(**EVAL | usual | {"plies": 1}) != ask(**EVAL | usual | {"cubeful": False})
    plays = ask(**PLAYS)
    assert plays == ask(**PLAYS | usual) == ask(id=1, op="plays", dice=[3, 1])
    assert plays["plays"][0]["plies"] == 2
    cube = {"id": 1, "op": "cube"}
    assert ask(**cube) == ask(**EVAL | cube | {"plies": 2})
    rollout = {"id": 1, "op": "rollout", "trials": 36, "truncate": 2}
    assert ask(**rollout) == ask(**EVAL | rollout | {"plies": 0, "cubeful": True})


def test_games_without_cube() -> None:
    """The usual depth, and no cube where there is none."""
    start = {"variant": "gul_bara", "position": "24:15 / 24:15"}
    usual = {"plies": 2, "cubeful": False}
    assert ask(**EVAL | start) == ask(**EVAL | start | usual)
    assert ask(**PLAYS | start) == ask(**PLAYS | start | usual)


def test_an_id_brings_dice_and_stakes() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:3:2:0:7:10"
    stakes = {"cube": 2, "owner": "me", "away": [4, 5]}
    start = {"position": START, "stakes": stakes}
    for request in (EVAL, EVAL | {"op": "cube"}):
        assert ask(**request | {"position": text}) == ask(**request | start)
    undiced = {name: PLAYS[name] for name in PLAYS if name != "dice"}
    assert ask(**undiced | {"position": text}) == ask(**PLAYS | start)
    assert ask(**PLAYS | {"position": text, "dice": [6, 5]}) == ask(
        **PLAYS | start | {"dice": [6, 5]}
    )
    assert ask(**undiced)["error"].startswith("dice are missing: give two, such as 31")


def test_house_rules() -> None:
    odd = {"stakes": {"away": [3, 5], "jacoby": True}}
    assert "Jacoby at a match score" in ask(**EVAL | odd)["error"]
    assert "equity" in ask(**EVAL | odd | {"house_rules": True})


def test_eval_at_the_end_is_exact() -> None:
    """Two checkers on the ace point are off with any roll; one on the 6 is, with 27 of 36."""
    sure = {"id": 1, "equity": 1.0, "outcome": [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]} | BARE
    assert ask(**EVAL | BARE | {"position": "1:2 / 1:2"}) == sure
    chance = ask(**EVAL | BARE | {"position": "6:1 / 1:2"})
    assert chance["outcome"] == pytest.approx([27 / 36, 0, 0, 9 / 36, 0, 0])
    assert chance["equity"] == pytest.approx(0.5)


def test_plays() -> None:
    reply = ask(**PLAYS | BARE)
    assert list(reply) == ["id", "plays", "plies", "cubeful"]
    assert (reply["plies"], reply["cubeful"]) == (0, False)
    best = reply["plays"][0]
    assert list(best) == ["steps", "position", "equity", "outcome", "plies"]
    assert best["steps"] == [[8, 5], [6, 5]]
    equities = [play["equity"] for play in reply["plays"]]
    assert equities == sorted(equities, reverse=True)
    for play in reply["plays"]:
        assert play["plies"] == 0
        assert sum(play["outcome"]) == pytest.approx(1, abs=1e-9)
        assert play["equity"] == pytest.approx(expected_points(play["outcome"]), abs=1e-9)
    legal = ask(**LEGAL)["plays"]
    bare = [{"steps": play["steps"], "position": play["position"]} for play in reply["plays"]]
    assert sorted(bare, key=str) == sorted(legal, key=str)


def test_reasons_only_where_they_are_wanted() -> None:
    """The shapes stay what they are for everybody else."""
    reply = ask(**PLAYS | BARE | {"reasons": True})
    assert list(reply) == ["id", "plays", "plies", "cubeful", "reasons"]
    assert reply["plays"] == ask(**PLAYS | BARE)["plays"]
    [reason] = reply["reasons"]
    assert reason["text"] == "The best play makes your 5-point: 2 home points instead of 1."
    cube = ask(op="cube", position="6:1 5:1 / 6:1 2:1", reasons=True)
    assert [each["kind"] for each in cube["reasons"]][:1] == ["window"]


def test_plays_without_a_play() -> None:
    blocked = "24:2 / 7:2 6:2 5:2 4:2 3:2 2:2"
    [play] = ask(**PLAYS | {"position": blocked})["plays"]
    assert play["steps"] == [] and play["position"] == blocked


def test_plays_that_end_the_game() -> None:
    [play] = ask(**PLAYS | {"position": "1:1 / 6:15"})["plays"]
    assert play["equity"] == 2
    assert play["outcome"] == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("request_", [PLAYS, EVAL], ids=["plays", "eval"])
def test_stakes(request_: dict[str, Any]) -> None:
    """The chances stay; what they are worth does not."""
    position = {"position": "6:3 5:3 4:3 3:3 2:3 / bar:2 24:2 13:5 8:6", "dice": [6, 5]}
    asked = request_ | {name: position[name] for name in position if name in request_}

    def first(**stakes: Any) -> tuple[Any, list[float]]:
        reply = ask(**asked | BARE | {"stakes": stakes})
        found = reply["plays"][0] if "plays" in reply else reply
        return found["equity"], found["outcome"]

    money, outcome = first()
    win, lose = sum(outcome[:3]), sum(outcome[3:])
    assert first(jacoby=True) == (pytest.approx(win - lose), outcome)
    assert first(jacoby=True, cube=2, owner="me") == (pytest.approx(money), outcome)
    assert first(cube=4, owner="opponent") == (pytest.approx(money), outcome)
    assert first(away=[1, 1], crawford=False) == (pytest.approx(win - lose), outcome)
    at_score = first(away=[2, 5], crawford=False)[0]
    assert win - lose < at_score


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_every_game_answers(variant: Variant) -> None:
    asked = {"variant": variant.id, "position": variant.text(variant.start_position)}
    value, ranking = ask(**EVAL | BARE | asked), ask(**PLAYS | BARE | asked | {"dice": [5, 3]})
    for found in (value, ranking["plays"][0]):
        if variant.can_be_drawn:
            assert found["outcome"] is None
            assert found["points"] == pytest.approx(found["equity"])
        else:
            assert sum(found["outcome"]) == pytest.approx(1)
            assert "points" not in found
    ahead = ask(**EVAL | asked | {"plies": 1})
    assert ahead["plies"] == min(1, deepest(variant)) == 1


def test_plays_name_their_doublet_as_legal_does() -> None:
    asked = {"variant": "acey_deucey", "dice": [2, 1], "position": "24:2 / 24:2 8:2"}

    def plays(op: str, **more: int) -> set[tuple[str, int | None]]:
        found = ask(**LEGAL | asked | {"op": op} | more)["plays"]
        return {(play["position"], play.get("named", 0)) for play in found}

    assert plays("plays") == plays("legal")
    assert plays("plays", named=6) == plays("legal", named=6)


def test_more_plays_than_can_be_listed() -> None:
    """Doublets that climb have whole turns without number; the best of them are answered."""
    crowd = "24:3 20:2 16:2 11:2 9:2 8:2 7:2 / 24:15"
    asked = {"variant": "gul_bara", "position": crowd, "dice": [1, 1], "rolls": [5, 5]}
    plays = ask(**PLAYS | asked | {"plies": 0})["plays"]
    assert len(plays) == MOST_TURNS
    assert len(plays[0]["steps"]) > 12


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plies": 4}, "bad request: plies: expected a whole number, at most 3"),
        ({"plies": -1}, "bad request: plies: expected a whole number, at least 0"),
        ({"plies": 1.5}, "bad request"),
        ({"stakes": {"away": [0, 3]}}, "stakes: away[0]: expected a whole number, at least 1"),
        ({"stakes": {"away": [65, 3]}}, "stakes: away[0]: expected a whole number, at most 64"),
        ({"stakes": {"away": 3}}, "stakes: away: expected a list or null, got a whole number"),
        ({"stakes": {"cube": 3}}, "the cube shows 3, expected 1, 2, 4, 8 and so on"),
        ({"stakes": {"cube": 0}}, "stakes: cube: expected a whole number, at least 1"),
        ({"stakes": {"away": [3, 5], "jacoby": True}}, "Jacoby at a match score, expected money"),
        ({"stakes": {"crawford": True}}, "Crawford for money, expected a match score"),
        ({"stakes": {"owner": "us"}}, "stakes: owner: unknown value 'us'"),
        ({"stakes": {"pot": 1}}, "stakes: pot: unknown field"),
        ({"position": "6:16 / 6:15"}, "16 checkers, expected 15"),
        ({"position": "off:15 / 6:3"}, "the game is over"),
        ({"variant": "chess"}, "unknown variant 'chess'"),
        ({"options": {"cap6": True}}, "unknown option of backgammon 'cap6'"),
        ({"rolls": [-1, 0]}, "bad request"),
        ({"trials": 9}, "bad request: trials: unknown field"),
    ],
)
@pytest.mark.parametrize("request_", [PLAYS, EVAL], ids=["plays", "eval"])
def test_bad_questions(request_: dict[str, Any], change: dict[str, Any], message: str) -> None:
    reply = ask(**request_ | change)
    assert set(reply) == {"id", "error"}
    assert message in reply["error"]


def test_dice_belong_to_plays() -> None:
    assert "dice: unknown field" in ask(**EVAL | {"dice": [3, 1]})["error"]
    assert "named 3: no doublet is named after 3-1" in ask(**PLAYS | {"named": 3})["error"]
    assert "bad dice [7, 1]" in ask(**PLAYS | {"dice": [7, 1]})["error"]


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"op": "fly"},
            "unknown op 'fly', expected one of: "
            "legal, why, perft, plays, eval, cube, rollout, id, info",
        ),
        ({"op": None}, "op: missing, expected one of: legal, why"),
        ({"variant": "chess"}, "unknown variant 'chess'"),
        ({"variant": 7}, "bad request: variant: expected text or null, got a whole number"),
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
        ({"dices": [1, 2]}, "dices: unknown field"),
    ],
)
def test_bad_requests(change: dict[str, Any], message: str) -> None:
    reply = ask(**LEGAL | change)
    assert set(reply) == {"id", "error"}
    assert reply["id"] == 1
    assert message in reply["error"]


def test_perft_counts_one_turn_if_no_depth_is_given() -> None:
    assert ask(op="perft", variant="backgammon") == ask(op="perft", variant="backgammon", depth=1)


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


def test_rollout() -> None:
    fields = {"op": "rollout", "variant": "backgammon", "position": "6:1 / 1:2"}
    found = ask(trials=36, seed=5, cubeful=False, **fields)
    assert found["equity"] == pytest.approx(0.5)
    assert found["outcome"] == pytest.approx([0.75, 0, 0, 0.25, 0, 0])
    errors = found["standard_errors"]
    assert [errors["equity"], *errors["outcome"]] == pytest.approx([0.0] * 7, abs=1e-9)
    assert (found["trials"], found["seed"]) == (36, 5)
    assert found["net"].startswith("backgammon-")
    cubeful = ask(trials=36, cubeful=True, stakes={"owner": "me", "cube": 2}, **fields)
    assert cubeful["equity"] == pytest.approx(1.0)
    assert "trials: expected a whole number, at least 1" in ask(trials=0, **fields)["error"]
    both = {"cap5": True, "no_hit_and_run": True}
    assert ask(**fields, options=both)["error"] == (
        "Backgammon with cap5 and no_hit_and_run has no neural net yet and cannot be rolled out"
    )


def test_rollout_of_a_roll() -> None:
    """Given, or brought by an id: its best plays, with the same dice for all."""
    few = {"op": "rollout", "trials": 36, "truncate": 2}
    found = ask(dice=[4, 1], **few)
    names = [line["name"] for line in found["lines"]]
    assert len(names) > 1 and "24/23 13/9" in names
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:41:0:0:0:0:10"
    assert ask(position=text, **few) == found
    assert "bad dice" in ask(dice=[7, 1], **few)["error"]


def test_rollouts_do_not_support_the_holland_rule() -> None:
    fields = {"op": "rollout", "variant": "backgammon", "position": "6:1 / 1:2", "trials": 36}
    fields |= {"stakes": {"away": [3, 1], "holland": True}, "cubeful": True}
    assert ask(rolls=[1, 0], **fields)["error"] == (
        "Rollouts do not support the Holland rule while it is in force: both sides must have "
        "rolled twice"
    )
    assert ask(rolls=[2, 2], **fields)["trials"] == ask(**fields)["trials"] == 36


def test_games_without_a_cube() -> None:
    fields = {"op": "cube", "position": "24:15 / 24:15"}
    found = ask(variant="plakoto", **fields)
    assert found["action"] == "no double"
    assert found["no_double"] == found["double_take"]


def test_an_answer_does_not_wait_for_the_next_request() -> None:
    """Both requests come in together; the first is answered before the second is looked at."""
    seen: list[str] = []

    class Out(io.BytesIO):
        def flush(self) -> None:
            seen.append(self.getvalue().decode().splitlines()[-1])

    lines = io.BytesIO(b'{"id":1,"op":"info"}\n{"id":2,"op":"hello"}\n')
    serve(lines, Out())
    assert [json.loads(line)["id"] for line in seen] == [1, 2]
