"""Match ids and XGIDs: examples, round trips, and what other programs have written."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import generate
from fullprime import Position, Stakes, Variant
from fullprime.dice import Roll
from fullprime.errors import BadPosition
from fullprime.formats.ids import from_gnubg_id, gnubg_id, read_id, read_position
from fullprime.formats.match_id import from_match_id, match_id
from fullprime.formats.situation import Situation
from fullprime.formats.xgid import from_xgid, xgid

BACKGAMMON = Variant.load()
START = BACKGAMMON.start_position
TRUTH = Path(__file__).parents[3] / "shared" / "corpus" / "truth"
KNOWN = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
KNOWN_MATCH = Situation(stakes=Stakes(value=2, owner=0, turned=True, away=(2, 3)), match_length=5)


def wild(seed: int) -> Position:
    board, _ = generate.wild(Random(seed))
    return Position.of(board.mover, board.other)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    length = draw(st.integers(0, 64))
    points = st.integers(0, max(0, length - 1))
    money = length == 0
    owner = draw(st.sampled_from((0, 1, None)))
    stakes = Stakes(
        value=1 << draw(st.integers(0, 12)),
        owner=owner,
        turned=owner is not None,
        away=None if money else (length - draw(points), length - draw(points)),
        crawford=not money and draw(st.booleans()),
        jacoby=money and draw(st.booleans()),
    )
    return Situation(
        upper=draw(st.booleans()),
        dice=Roll(*sorted(dice, reverse=True)) if dice else None,
        stakes=stakes,
        match_length=length,
    )


def in_match(length: int, score: tuple[int, int] = (0, 0), **stakes: Any) -> Situation:
    away = length - score[0], length - score[1]
    return Situation(stakes=Stakes(away=away, **stakes), match_length=length)


@given(situations())
def test_a_match_id_gives_back_what_it_was_made_of(situation: Situation) -> None:
    assert from_match_id(match_id(situation)) == situation


@given(situations(), st.integers(0, 2**32), st.booleans())
def test_an_xgid_gives_back_what_it_was_made_of(
    situation: Situation, seed: int, bare: bool
) -> None:
    position = wild(seed)
    text = xgid(position, situation)
    assert text is not None
    assert from_xgid(text.removeprefix("XGID=") if bare else text) == (position, situation)


@given(situations())
def test_stakes_come_back_from_a_situation(situation: Situation) -> None:
    shortest = msgspec.structs.replace(situation, match_length=0)
    assert from_match_id(match_id(shortest)).stakes == situation.stakes


def test_a_known_match_id() -> None:
    known = msgspec.structs.replace(KNOWN_MATCH, dice=Roll(5, 2))
    assert from_match_id("UYmqACAAGAAE") == known
    assert match_id(known) == "UYmqACAAGAAE"


def test_an_offered_double_is_the_question_before_it() -> None:
    offered = from_match_id("UREgA2ABEAAE")
    assert (offered.upper, offered.dice, offered.stakes.value) == (False, None, 2)
    assert from_xgid("------------oO------------:0:0:-1:D:15:62:0:64:10")[1].dice is None


def test_a_match_knows_no_jacoby_rule_whatever_old_programs_write() -> None:
    assert not from_match_id("UYmqACAAGAAA").stakes.jacoby
    assert match_id(in_match(5, jacoby=True)) == match_id(in_match(5))


def test_a_known_xgid() -> None:
    position, situation = from_xgid(KNOWN)
    assert gnubg_id(position) == "2ObBgDCY5+ABEA"
    assert situation == msgspec.structs.replace(KNOWN_MATCH, upper=True, dice=Roll(5, 2))
    assert (situation.owner, situation.length, situation.score) == ("me", 5, (3, 2))
    assert xgid(position, situation) == KNOWN


def test_rules_of_money_in_an_xgid() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:{}:0:10"
    told = [from_xgid(text.format(flags))[1] for flags in range(4)]
    assert [(each.stakes.jacoby, each.stakes.animals) for each in told] == [
        (False, 0), (True, 0), (False, 1), (True, 1),
    ]  # fmt: skip
    assert [xgid(START, each) for each in told] == [text.format(flags) for flags in range(4)]


def test_what_people_write_instead_of_an_xgid() -> None:
    whole = from_xgid(KNOWN)
    assert from_xgid(KNOWN.removesuffix(":10")) == whole
    assert from_xgid(f"{KNOWN}\n\nX:me O:you") == whole
    assert not from_xgid(KNOWN.replace(":-1:-1:", ":-1:0:"))[1].upper


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("UYmqACAAGAA", "12 letters"),
        (match_id(in_match(5, (5, 0))), "5 points in a match to 5"),
        (match_id(in_match(70)), "needs 70 points, expected 64"),
        (match_id(Situation(stakes=Stakes(crawford=True))), "belongs to a match"),
        ("cIkHAAAAAAAE", "the dice show 7 and 1"),
        ("cIkBAAAAAAAE", "the dice show 3 and 0"),
        ("YAkAAAAAAAAE", "the owner of the cube is 2, expected 0, 1 or 3"),
        ("fwkAAAAAAAAE", "the cube shows 32768, expected 4096"),
    ],
)
def test_bad_match_ids(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        from_match_id(text)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (":5:10", "", "10 fields with ':' between them, not 8"),
        ("-a--BBB", "-a-?BBB", "the board of an XGID is"),
        ("-a--BBB", "-P--BBB", "the board of an XGID is"),
        ("-a--BBB", "Aa--BBB", "bar of the other side"),
        ("-B-:1", "-Ba:1", "bar of the other side"),
        ("-a--BBB", "-a-OBBB", "gives the other side 30 checkers, expected 15 at most"),
        (":1:-1:-1:52", ":13:-1:-1:52", "the cube shows 8192"),
        (":-1:-1:52", ":-1:2:52", "the turn of an XGID is '2'"),
        (":52:", ":B:", "the dice of an XGID is 'B'"),
        (":52:", ":57:", "the dice of an XGID is '57'"),
        (":2:3:0:5", ":2:5:0:5", "5 points in a match to 5"),
    ],
)
def test_bad_xgids(old: str, new: str, why: str) -> None:
    assert old in KNOWN
    with pytest.raises(BadPosition, match=why):
        from_xgid(KNOWN.replace(old, new))


def test_positions_that_no_xgid_can_say() -> None:
    three = Position.parse("24:1 23:1 22:1 / 24:1 23:1 22:1", 3)
    for position in (
        three,
        Position.parse("hand:15 / hand:15"),
        Position.parse("18p:1 6:14 / 7:1 6:14"),
        Position.parse("6:15 / 19:15"),
    ):
        assert xgid(position, Situation()) is None


def test_ids_are_read_wherever_positions_are() -> None:
    assert read_position(BACKGAMMON, f" {KNOWN} ") == from_gnubg_id("2ObBgDCY5+ABEA")
    both = read_id(BACKGAMMON, "2ObBgDCY5+ABEA:UYmqACAAGAAE")
    assert both == (from_xgid(KNOWN)[0], from_match_id("UYmqACAAGAAE"))
    assert read_id(BACKGAMMON, "6:2 / 24:2") is None
    with pytest.raises(BadPosition, match="cannot describe the board of Narde"):
        read_position(Variant.load("narde"), KNOWN)
    assert Situation(stakes=Stakes(away=(3, 5))).score == (2, 0)


def rows(name: str) -> list[dict[str, str]]:
    file = TRUTH / name
    if not file.exists():
        pytest.skip(f"{file.name} is not on this machine")
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def counts(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def test_match_ids_of_gnu_backgammon() -> None:
    found = rows("position_match_id_truth.tsv")
    assert len(found) > 100
    for row in found:
        told = from_match_id(row["match_id"])
        player = int(row["player_on_move(fMove)"])
        owners = {-1: None, player: "me", 1 - player: "opponent"}
        scores = int(row["score_p0"]), int(row["score_p1"])
        assert told.upper == (player == 0)
        assert told.owner == owners[int(row["cube_owner"])]
        assert told.stakes.value == int(row["cube"])
        assert told.length == int(row["match_length"])
        assert told.score == scores[:: -1 if player else 1]
        assert told.stakes.crawford == (row["crawford"] == "1")
        assert told.stakes.jacoby == (row["jacoby"] == "1" and not told.length)
        dice = [int(n) for n in row["dice"] if n.isdigit()]
        if told.dice:
            assert sorted(told.dice) == sorted(dice)
        if row["gamestate"] == "1" and row["doubled"] == row["resigned"] == "0":
            assert match_id(told) == row["match_id"]


def test_xgids_as_gnu_backgammon_reads_them() -> None:
    read = 0
    for row in rows("xgid_truth.tsv"):
        if row["check_vs_independent_parser"] != "ok":
            continue
        position, told = from_xgid(row["xgid"])
        assert position.mover[1:26] == counts(row["onroll_1_24_bar"])
        assert position.other[1:26] == counts(row["opponent_1_24_bar"])
        assert gnubg_id(position) == row["gnubg_position_id"]
        theirs = from_match_id(row["gnubg_match_id"])
        assert theirs.stakes.away == told.stakes.away
        assert (theirs.stakes.value, theirs.owner) == (told.stakes.value, told.owner)
        assert theirs.stakes.crawford == told.stakes.crawford
        assert sorted(theirs.dice or ()) == sorted(told.dice or ())
        read += 1
    assert read > 100
