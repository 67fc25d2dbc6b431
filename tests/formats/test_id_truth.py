"""What GNU Backgammon says about ids, held against ours in both directions."""

from __future__ import annotations

import csv
import json
from typing import Any

import msgspec
import pytest

from fullprime import Position, Roll
from fullprime.formats.ids import from_gnubg_id, gnubg_id, known_id
from fullprime.formats.ids.fibs_board import fibs_board, from_fibs_board
from fullprime.formats.ids.match_id import from_match_id, match_id
from fullprime.formats.ids.ogid import ogid
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.snowie_line import from_snowie_line, snowie_line
from fullprime.formats.ids.xgid import from_xgid, xgid
from id_values import corpus, table

POSITIONS = "truth/position_match_id_truth.tsv"


def counts(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def without(situation: Situation, **fields: Any) -> Situation:
    """The same but for what a format cannot hold."""
    return msgspec.structs.replace(situation, **fields)


def test_position_ids_in_both_directions() -> None:
    found = table(POSITIONS)
    assert len(found) > 100
    for row in found:
        position = from_gnubg_id(row["position_id"])
        mover = [int(row["onroll_off"]), *counts(row["onroll_1_24_bar"]), 0]
        other = [int(row["opp_off"]), *counts(row["opponent_1_24_bar"]), 0]
        assert position == Position.of(mover, other)
        assert gnubg_id(position) == row["position_id"]


def test_match_ids_in_both_directions() -> None:
    for row in table(POSITIONS):
        told = from_match_id(row["match_id"])
        player, actor = int(row["player_on_move(fMove)"]), int(row["decision_player(fTurn)"])
        owners = {-1: None, player: "me", 1 - player: "opponent"}
        scores = int(row["score_p0"]), int(row["score_p1"])
        assert told.upper == (player == 0)
        assert told.owner == owners[int(row["cube_owner"])]
        assert told.stakes.value == int(row["cube"])
        assert told.length == int(row["match_length"])
        assert told.score == scores[:: -1 if player else 1]
        assert told.stakes.crawford == (row["crawford"] == "1")
        assert told.stakes.jacoby == (row["jacoby"] == "1" and not told.length)
        assert told.offered == int(row["doubled"])
        assert told.resigning == int(row["resigned"])
        assert (actor != player) == bool(told.offered or told.resigning)
        assert sorted(told.dice or (0, 0)) == sorted(map(int, row["dice"]))
        assert match_id(told) == row["match_id"]


def test_fibs_boards_in_both_directions() -> None:
    for row in table(POSITIONS):
        board = row["fibs_rawboard_p1_view"]
        position, told = from_fibs_board(board)
        meant = from_match_id(row["match_id"])
        assert gnubg_id(position) == row["position_id"]
        # It has neither Jacoby's rule nor resignations, and the dice as they were rolled.
        stakes = msgspec.structs.replace(meant.stakes, jacoby=False)
        assert without(told, dice=None) == without(meant, stakes=stakes, resigning=0, dice=None)
        assert sorted(told.dice or ()) == sorted(meant.dice or ())
        assert plain(str(fibs_board(position, told, ("root", "gnubg")))) == plain(board)


def plain(board: str) -> list[str]:
    """The larger die first, and without the checkers on the bar, which it leaves out."""
    fields = board.split(":")
    for die in (33, 35):
        fields[die : die + 2] = sorted(fields[die : die + 2], reverse=True)
    fields[47:49] = "0", "0"
    return fields


def test_xgids_in_both_directions() -> None:
    found = table("truth/xgid_truth.tsv")
    assert sum(":-1:" in row["xgid"] and row["xgid"].split(":")[3] == "-1" for row in found) == 65
    for row in found:
        position, told = from_xgid(row["xgid"])
        assert position.mover[1:26] == counts(row["onroll_1_24_bar"])
        assert position.other[1:26] == counts(row["opponent_1_24_bar"])
        assert gnubg_id(position) == row["gnubg_position_id"]
        theirs = from_match_id(row["gnubg_match_id"])
        # It puts the player on roll below, forgets offers and scores of money sessions, and has
        # neither beavers nor a largest cube.
        fields = {"upper": False, "dice": None, "offered": 0, "cube_limit": 10, "session": (0, 0)}
        stakes = msgspec.structs.replace(told.stakes, animals=0)
        assert without(told, stakes=stakes, **fields) == without(theirs, **fields)
        assert sorted(told.dice or ()) == sorted(theirs.dice or ())
        whole = known_id(row["xgid"])
        assert whole
        below = whole._replace(situation=without(told, upper=False))
        assert below.match_id == row["gnubg_match_id"]
        written = str(xgid(position, told))
        assert from_xgid(written) == (position, sorted_dice(told))
        assert same(written) == same(row["xgid"])


def sorted_dice(told: Situation) -> Situation:
    dice = Roll(*sorted(told.dice, reverse=True)) if told.dice else None
    return without(told, dice=dice)


def same(text: str) -> list[str]:
    fields = text.split(":")
    fields[4] = "".join(sorted(fields[4]))
    return fields


def test_snowie_lines_in_both_directions() -> None:
    truth = {row["base"]: row for row in table("gnubg_positions/positions.tsv")}
    lines = sorted(corpus("gnubg_positions").glob("*.snowie.txt"))
    assert len(lines) > 10
    for file in lines:
        line = file.read_text().strip()
        position, told = from_snowie_line(line)
        row = truth[file.name.split(".")[0]]
        assert (gnubg_id(position), match_id(told)) == (row["position_id"], row["match_id"])
        *fields, first, second, _ = line.split(";")
        names = (fields[5], fields[6])
        dice = sorted((first, second), reverse=True)
        assert snowie_line(position, told, names) == ";".join([*fields, *dice, ""])


def test_ids_that_programs_give_side_by_side() -> None:
    file = corpus("wild_ids/backgammonsimplified_backgammon-engine-kit__cases.csv")
    with file.open(encoding="utf-8") as lines:
        cases = list(csv.DictReader(lines))
    assert len(cases) > 10
    for case in cases:
        first, second = known_id(case["xgid"]), known_id(case["gnuid"])
        assert first and second
        assert first.position == second.position
        limit = first.situation.cube_limit
        assert first.situation == without(second.situation, cube_limit=limit)
        assert xgid(first.position, first.situation) == case["xgid"]
        assert match_id(first.situation) == case["gnuid"].partition(":")[2]


def test_xgids_as_another_reader_understands_them() -> None:
    file = corpus("wild_ids/kevung_blunderDB__xgid_corpus.json")
    for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
        _, told = from_xgid(case["xgid"])
        stakes = told.stakes
        assert list(told.dice or (0, 0)) == case["dice"]
        assert told.upper == (case["playerOnRoll"] == 1)
        assert stakes.value == 1 << case["cubeValueExp"]
        away = list(stakes.away or (-1, -1))
        assert away[:: -1 if told.upper else 1] == case["score"]
        assert (stakes.jacoby, stakes.animals) == (case["hasJacoby"], case["hasBeaver"])
        owner = {None: -1, "me": case["playerOnRoll"], "opponent": 1 - case["playerOnRoll"]}
        assert owner[told.owner] == case["cubeOwner"]


@pytest.mark.parametrize("name", ["position-a", "position-b"])
def test_positions_that_others_give_in_every_form(name: str) -> None:
    file = corpus(
        f"wild_ids/backgammonsimplified_backgammon-engine-kit__{name}.cross-format-parity.json"
    )
    sources = json.loads(file.read_text(encoding="utf-8"))["sources"]
    told = {kind: known_id(sources[kind]["raw_source"]["value"]) for kind in ("xgid", "gnuid")}
    first, second = told["xgid"], told["gnuid"]
    assert first and second
    assert (first.position, first.situation.stakes) == (second.position, second.situation.stakes)


def test_every_kind_of_position_goes_through_every_id() -> None:
    file = corpus("wild_ids/kevung_gammonNet__corpus_t01.jsonl")
    boards = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(boards) > 200
    for board in boards:
        points, bars = board["points"], board["bar"]
        mover = [board["off"][0], *(max(0, n) for n in points), bars[0], 0]
        other = [board["off"][1], *(max(0, -n) for n in reversed(points)), bars[1], 0]
        position = Position.of(mover, other)
        assert list(position.pips) == board["pips"]
        for write in (xgid, ogid, fibs_board, snowie_line):
            for upper in (False, True):
                text = write(position, Situation(upper=upper))
                found = known_id(str(text))
                assert found and (found.position, found.situation.upper) == (position, upper)
        assert known_id(str(gnubg_id(position))) == (position, Situation(), None)
