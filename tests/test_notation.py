"""Plays as players write them, and the rule that is named when one is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import generate
from fullprime import IllegalAction, Position, Roll, Variant, legal_plays, read_play
from fullprime.errors import BadPlay, FullprimeError
from fullprime.notation import read_routes

BACKGAMMON = Variant.load("backgammon")
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def read(position: str, roll: str, text: str) -> str:
    return str(read_play(BACKGAMMON, BACKGAMMON.position(position), Roll.parse(roll), text))


@given(st.integers(min_value=0, max_value=2**32), st.booleans())
@settings(max_examples=300, deadline=None)
def test_every_play_reads_back(seed: int, played: bool) -> None:
    board, dice = (generate.played if played else generate.wild)(Random(seed))
    position, roll = Position.of(board.mover, board.other), Roll(*dice)
    plays = legal_plays(BACKGAMMON, position, roll)
    assert len({str(play) for play in plays}) == len(plays)
    for play in plays:
        assert read_play(BACKGAMMON, position, roll, str(play)).position == play.position


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(START, "3-1", text)
    except FullprimeError as error:
        assert str(error)


@given(st.text(alphabet="0123456789/*()baroff ,", max_size=40))
@settings(max_examples=500)
def test_nearly_right_text_is_read_or_refused(text: str) -> None:
    try:
        read("bar:1 13:5 6:5 / 24:2 21:1 6:5", "4-1", text)
    except FullprimeError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("position", "roll", "text", "play"),
    [
        (START, "31", "8/5 6/5", "8/5 6/5"),
        (START, "31", "6/5,8/5", "8/5 6/5"),
        (START, "65", "24/13", "24/13"),
        (START, "65", "24/18/13", "24/13"),
        (START, "65", "24/18 18/13", "24/13"),
        (START, "66", "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"),
        (START, "66", "24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)"),
        (START, "11", "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"),
        ("bar:1 6:2 / 6:2 4:1 13:2", "64", "BAR/21*/15", "bar/21*/15"),
        ("bar:1 6:2 / 6:2 4:1 13:2", "64", "bar/15", "bar/21*/15"),
        ("bar:1 6:2 / 6:2 4:1 13:2", "64", "25/21*/15", "bar/21*/15"),
        ("bar:1 6:2 / 6:2 4:1 13:2", "64", "b/15", "bar/21*/15"),
        ("6:1 3:2 1:1 / 1:2", "61", "6/off 1/off", "6/off 1/off"),
        ("6:1 3:2 1:1 / 1:2", "61", "6/0 1/o", "6/off 1/off"),
        ("8:2 / 21:1 5:2", "44", "8/4*(2) 4/off(2)", "8/4*/off 8/off"),
        ("13:1 / 15:1 5:2", "31", "13/9", "13/9"),
        ("13:1 / 15:1 5:2", "31", "13/10*/9", "13/10*/9"),
        ("13:1 / 15:1 5:2", "31", "13/10/9", "13/10*/9"),
        ("24:2 / 7:2 6:2 5:2 4:2 3:2 2:2", "61", "pass", "(no play)"),
        ("24:2 / 7:2 6:2 5:2 4:2 3:2 2:2", "61", "(no play)", "(no play)"),
    ],
)
def test_ways_of_writing(position: str, roll: str, text: str, play: str) -> None:
    assert read(position, roll, text) == play


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got nothing"),
        ("hello", "cannot read 'hello'"),
        ("8/5/", "cannot read '8/5/'"),
        ("8/5(0)", "cannot read"),
        ("8/25", "bad place 25"),
        ("0/5", "bad place 0"),
        ("6/b", "bad place 'b'"),
        ("o/5", "bad place 'o'"),
        ("8-5", "cannot read '8-5'"),
        ("8/5 6/5 x", "cannot read 'x' in '8/5 6/5 x'"),
    ],
)
def test_unreadable(text: str, message: str) -> None:
    with pytest.raises(BadPlay) as caught:
        read(START, "31", text)
    assert message in str(caught.value)


def test_several_meanings_are_asked_about() -> None:
    """One blot can be hit on either way: the player must say which."""
    with pytest.raises(BadPlay, match="several ways, say which: 13/10\\*/9 or 13/12\\*/9"):
        read("13:1 / 15:1 13:1 5:2", "31", "13/9")


@pytest.mark.rule("VAR-ENTRY", "VAR-RIGHT")
@pytest.mark.parametrize(
    ("position", "roll", "text", "rule"),
    [
        ("hand:2 22:13 / hand:15", "63", "22/19 hand/22", "VAR-ENTRY"),
        ("16:14 13:1 / 24:14 15:1", "31", "13/10 10/9", "VAR-RIGHT"),
    ],
)
def test_the_rules_of_empty_boards_are_named(
    position: str, roll: str, text: str, rule: str
) -> None:
    dutch = Variant.load("dutch")
    with pytest.raises(IllegalAction) as caught:
        read_play(dutch, dutch.position(position), Roll.parse(roll), text)
    assert caught.value.rule == rule, caught.value


@pytest.mark.rule("VAR-PIN")
@pytest.mark.parametrize(
    ("position", "roll", "text"),
    [
        ("13:2 11p:1 / 24:2 14:1", "21", "11/10"),
        ("13:2 11p:1 / 24:2 14:1", "21", "13/11"),
        ("6:2 5:2 3p:1 / 24:2 22:1", "65", "6/off"),
    ],
)
def test_pins_are_named(position: str, roll: str, text: str) -> None:
    tapa = Variant.load("tapa")
    with pytest.raises(IllegalAction, match="VAR-PIN"):
        read_play(tapa, tapa.position(position), Roll.parse(roll), text)


def test_the_cap_is_named() -> None:
    capped = Variant.load("backgammon", {"cap5": True})
    with pytest.raises(IllegalAction, match=r"5 of yours stand on 6.*VAR-CAP5"):
        read_play(capped, capped.position("8:2 6:5 / 24:2"), Roll(2, 2), "8/6")


def test_a_prisoner_is_not_pinned_again() -> None:
    pins = Variant(name="pins", start="24:15", landing="pin")
    position = pins.position("7:2 5:1 1:12 / 20p:1 12:14")
    assert str(read_play(pins, position, Roll(6, 2), "7/1 7/5")) == "7/1 7/5"


def test_moves_are_taken_apart() -> None:
    moves = read_routes("bar/21* 13/7(2)")
    assert [str(move) for move in moves] == ["bar/21", "13/7", "13/7"]
    assert moves[0].hits == {21}


@pytest.mark.parametrize(
    ("position", "roll", "text", "rule"),
    [
        # What must be played
        ("13:1 / 20:2 5:13", "62", "13/11", "STD-FORCE-3"),
        ("24:1 9:1 2:13 / 24:2 7:2 6:2", "65", "24/19", "STD-MOVE-2"),
        ("14:1 5:1 / 17:2 5:13", "61", "5/4", "STD-FORCE-5"),
        ("6:1 3:1 / 24:2 1:2", "53", "3/off", "STD-OFF-9"),
        (START, "31", "8/5", "STD-FORCE-1"),
        (START, "66", "24/18(2)", "STD-FORCE-1"),
        ("18:1 6:2 / 23:2 3:3", "44", "18/14", "STD-FORCE-6"),
        (START, "31", "pass", "STD-TURN-2"),
        # Moving
        (START, "31", "8/9", "STD-MOVE-1"),
        (START, "31", "9/8", "STD-MOVE-1"),
        (START, "53", "13/9", "STD-MOVE-4"),
        (START, "53", "13/8 6/3 8/7", "STD-MOVE-4"),
        (START, "51", "24/19 6/5", "STD-MOVE-2"),
        ("13:1 / 17:2 15:2 5:11", "53", "13/5", "STD-MOVE-4"),
        (START, "44", "24/21", "STD-DBL-1"),
        ("13:1 / 17:2 5:13", "53", "13/8/5", "STD-MOVE-2"),
        ("13:1 / 15:1 13:2", "31", "13/12/9", "STD-MOVE-2"),
        (START, "31", "6/4 8/6", "STD-MOVE-4"),
        (START, "31", "8/5 6/5 13/12", "STD-MOVE-4"),
        # Hitting
        (START, "31", "8/5* 6/5", "STD-HIT-1"),
        ("bar:1 8:3 6:5 / 13:2 4:1", "43", "bar/21* 8/5*", "STD-HIT-1"),
        # The bar
        ("bar:1 13:2 / 6:2 5:2", "65", "13/7", "STD-BAR-1"),
        ("bar:1 13:2 / 6:2 5:2", "65", "bar/19", "STD-BAR-3"),
        ("bar:1 13:2 / 6:2 5:2", "65", "bar/22", "STD-BAR-2"),
        ("bar:2 6:2 / 13:2 12:2", "64", "bar/15", "STD-BAR-1"),
        ("bar:1 6:2 / 6:2 4:2", "64", "bar/15", "STD-BAR-3"),
        # Bearing off
        ("7:1 1:3 / 1:2", "21", "1/off", "STD-OFF-1"),
        ("bar:1 6:2 5:2 4:2 3:2 / 23:1 3:2", "62", "bar/19 6/off", "STD-OFF-1"),
        ("5:1 2:1 1:2 / 1:2", "31", "2/off", "STD-OFF-3"),
        ("5:1 2:1 1:2 / 1:2", "31", "5/off", "STD-OFF-2"),
        ("7:1 6:1 / 1:2", "54", "7/off", "STD-OFF-3"),
        ("6:1 5:1 / 1:2", "32", "5/off 6/5", "STD-MOVE-4"),
        ("16:1 3:2 / 1:2", "44", "16/off 3/off", "STD-MOVE-4"),
    ],
)
def test_the_rule_is_named(position: str, roll: str, text: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        read(position, roll, text)
    assert caught.value.rule == rule, caught.value
    assert f"roll {Roll.parse(roll)} in {position}" in str(caught.value)


@given(st.integers(min_value=0, max_value=2**32), st.booleans())
@settings(max_examples=100, deadline=None)
def test_every_refusal_has_a_rule(seed: int, played: bool) -> None:
    """Random moves are either a legal play or refused by name; the two never mix."""
    rng = Random(seed)
    board, dice = (generate.played if played else generate.wild)(rng)
    position, roll = Position.of(board.mover, board.other), Roll(*dice)
    places = [str(point) for point in range(1, 25)] + ["bar", "off"]
    moves = [f"{rng.choice(places)}/{rng.choice(places)}" for _ in range(rng.randint(1, 4))]
    finals = {play.position for play in legal_plays(BACKGAMMON, position, roll)}
    try:
        assert read_play(BACKGAMMON, position, roll, " ".join(moves)).position in finals
    except IllegalAction as error:
        assert error.rule.startswith("STD-")
    except BadPlay as error:
        assert "several ways" in str(error)
