"""Match ids and XGIDs: examples, round trips, and what other programs have written."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime import Game, Match, Position, Stakes, Variant
from fullprime.analysis.question import Question
from fullprime.dice import Roll
from fullprime.errors import BadPosition
from fullprime.formats.ids import from_gnubg_id, gnubg_id, read_id, read_position
from fullprime.formats.ids.match_id import from_match_id, match_id
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.xgid import from_xgid, xgid
from id_values import situations, wild

BACKGAMMON = Variant.load()
START = BACKGAMMON.start_position
KNOWN = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
KNOWN_MATCH = Situation(stakes=Stakes(value=2, owner=0, turned=True, away=(2, 3)), match_length=5)


def in_match(length: int, score: tuple[int, int] = (0, 0), **stakes: Any) -> Situation:
    away = length - score[0], length - score[1]
    return Situation(stakes=Stakes(away=away, **stakes), match_length=length)


@given(situations(), st.integers(0, 3))
def test_a_match_id_gives_back_what_it_was_made_of(situation: Situation, resigning: int) -> None:
    situation = msgspec.structs.replace(situation, resigning=resigning)
    assert from_match_id(match_id(situation)) == situation


@given(situations(), st.integers(0, 2**32), st.booleans(), st.integers(0, 99), st.booleans())
def test_an_xgid_gives_back_what_it_was_made_of(
    situation: Situation, seed: int, bare: bool, limit: int, raccoon: bool
) -> None:
    position = wild(seed)
    situation = msgspec.structs.replace(situation, cube_limit=limit)
    if raccoon and not situation.dice:
        situation = msgspec.structs.replace(situation, offered=3)
    text = xgid(position, situation)
    assert text is not None
    assert from_xgid(text.removeprefix("XGID=") if bare else text) == (position, situation)


@given(situations())
def test_stakes_come_back_from_a_situation(situation: Situation) -> None:
    shortest = msgspec.structs.replace(situation, match_length=0, session=(0, 0))
    assert from_match_id(match_id(shortest)).stakes == situation.stakes


def test_a_known_match_id() -> None:
    known = msgspec.structs.replace(KNOWN_MATCH, dice=Roll(5, 2))
    assert from_match_id("UYmqACAAGAAE") == known
    assert match_id(known) == "UYmqACAAGAAE"


def test_an_offered_double_is_the_question_before_it() -> None:
    offered = from_match_id("UREgA2ABEAAE")
    assert (offered.upper, offered.dice, offered.stakes.value) == (False, None, 2)
    assert offered.offered == 1
    assert match_id(offered) == "UREgA2ABEAAE"


@pytest.mark.parametrize(("dice", "offered"), [("D", 1), ("B", 2), ("R", 3)])
def test_what_is_offered_in_an_xgid_is_kept(dice: str, offered: int) -> None:
    text = f"XGID=------------oO------------:0:0:-1:{dice}:0:0:3:0:10"
    position, told = from_xgid(text)
    assert (told.upper, told.dice, told.stakes.value, told.offered) == (True, None, 1, offered)
    assert xgid(position, told) == text
    assert from_xgid(text.replace(f":{dice}:", f":{2 * dice}:")) == (position, told)
    assert from_match_id(match_id(told)).offered == {1: 1, 2: 2, 3: 1}[offered]


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
    money = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{}:0:0:0:10"
    assert from_xgid(money.format(7))[1].score == (7, 0)
    assert from_xgid(money.format(-7))[1].score == (0, 0)
    assert from_xgid(money.format(99999))[1].score == (0, 0)


def test_a_score_comes_back_as_it_went_in() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:8"
    assert xgid(*from_xgid(text)) == text
    game = Game.start(position=text)
    assert game.xgid() == Question.about(text).xgid() == text.replace(":5:8", ":5:10")
    assert Question.about(game).xgid() == game.xgid()
    assert Question.about(text, stakes={"away": [2, 2]}).xgid() != game.xgid()
    in_match = Match.start(target=5).apply("31")
    assert str(in_match.game.xgid()).endswith(":0:0:0:5:10")


def test_a_double_on_the_table_is_in_the_xgid_of_a_game() -> None:
    game = Game.start(position="24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", stakes=Stakes(animals=2))
    assert ":1:00:" in str(game.xgid())
    for action, dice in (("double", "D"), ("beaver", "B"), ("raccoon", "R")):
        game = game.apply(action)
        assert f":1:{dice}:" in str(game.xgid())


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
        (":52:", ":X:", "the dice of an XGID is 'X'"),
        (":52:", ":DB:", "the dice of an XGID is 'DB'"),
        (":52:", ":57:", "the dice of an XGID is '57'"),
        (":2:3:0:5", ":2:5:0:5", "5 points in a match to 5"),
        (
            ":2:3:0:5",
            ":-1:3:0:5",
            "the score of X of an XGID is '-1', expected a whole",
        ),
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
    with pytest.raises(BadPosition, match="cannot express the board of Narde"):
        read_position(Variant.load("narde"), KNOWN)
    assert Situation(stakes=Stakes(away=(3, 5))).score == (2, 0)


def test_an_xgid_names_the_cube_limit_that_was_agreed() -> None:
    limited = str(xgid(START, Situation(stakes=Stakes(cube_limit=64))))
    assert limited.endswith(":6")
    # Programs write 8 or 10 where there is none: what it says is kept, and binds no one.
    assert from_xgid(limited)[1] == Situation(cube_limit=6)
