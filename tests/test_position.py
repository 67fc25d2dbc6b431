"""Positions: their text, their ids and what is refused."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import generate
from fullprime import Game, Position, Variant
from fullprime.errors import BadPosition, FullprimeError
from fullprime.formats.ids import from_gnubg_id, gnubg_id, read_position
from fullprime.render.text import board_text

BACKGAMMON = Variant.load("backgammon")
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"

seeds = st.integers(min_value=0, max_value=2**32)


def wild(seed: int) -> Position:
    board, _ = generate.wild(Random(seed))
    return Position.of(board.mover, board.other)


@given(seeds)
def test_text_and_repr_rebuild_the_position(seed: int) -> None:
    position = wild(seed)
    assert Position.parse(str(position)) == position
    assert eval(repr(position)) == position
    assert hash(Position.parse(str(position))) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position


@given(seeds)
def test_gnubg_id_rebuilds_the_position(seed: int) -> None:
    position = wild(seed)
    text = gnubg_id(position)
    assert text is not None and len(text) == 14
    assert from_gnubg_id(text) == position
    assert read_position(BACKGAMMON, f" {text}== ") == position


@pytest.mark.parametrize(
    ("text", "position_id"),
    [
        (START, "4HPwATDgc/ABMA"),
        ("24:2 13:5 8:3 6:5 / 24:1 22:1 13:4 8:4 6:5", "4PPgASTgc/ABMA"),
        ("1:1 / 7:1", "QAAABAAAAAAAAA"),
        ("7:1 / 1:1", "AQAAAAEAAAAAAA"),
    ],
)
def test_known_gnubg_ids(text: str, position_id: str) -> None:
    assert gnubg_id(Position.parse(text)) == position_id
    assert str(from_gnubg_id(position_id)) == text


def test_positions_that_an_id_cannot_say() -> None:
    assert gnubg_id(Position.parse("24:1 23:1 22:1 / 24:1 23:1 22:1", 3)) is None
    assert gnubg_id(Position.parse("hand:15 / hand:15")) is None
    assert gnubg_id(Position.parse("18p:1 6:14 / 7:1 6:14")) is None
    assert gnubg_id(Position.parse("7:1 6:14 / 18p:1 6:14")) is None


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABM", "4HPwATDgc/ABM!", "/" * 14, "=" * 14])
def test_bad_gnubg_ids(text: str) -> None:
    with pytest.raises(BadPosition, match="id"):
        from_gnubg_id(text)


def test_an_id_with_a_match_id_behind_it() -> None:
    assert read_position(BACKGAMMON, "4HPwATDgc/ABMA:cAkAAAAAAAAA") == BACKGAMMON.start_position
    with pytest.raises(BadPosition, match="a GNU id of 14 characters"):
        read_position(BACKGAMMON, "4HPwATDgc/ABM")


def test_an_id_with_both_sides_on_a_point_is_refused() -> None:
    shared = gnubg_id(Position.parse("6:15 / 19:15"))
    assert shared is not None
    with pytest.raises(BadPosition, match="both sides stand on the 6"):
        read_position(BACKGAMMON, shared)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (Position.parse, BACKGAMMON.position, from_gnubg_id):
        try:
            assert isinstance(read(text), Position)
        except BadPosition as error:
            assert error.faults


words = st.tuples(
    st.sampled_from(["1", "6", "13", "24", "25", "0", "bar", "hand", "off", "6p", "x", ""]),
    st.integers(min_value=-2, max_value=40),
).map(lambda pair: f"{pair[0]}:{pair[1]}")


@given(st.lists(words, max_size=6), st.lists(words, max_size=6))
def test_nearly_right_text_is_read_or_refused(mine: list[str], theirs: list[str]) -> None:
    text = f"{' '.join(mine)} / {' '.join(theirs)}"
    try:
        position = BACKGAMMON.position(text)
    except FullprimeError as error:
        assert "bad position" in str(error)
    else:
        assert BACKGAMMON.faults(position) == []
        assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("24:2 13:5 8:3 6:6 / 24:2", "the side on roll has 16 checkers, expected 15"),
        ("24:2 / 24:16", "the other side has 16 checkers, expected 15"),
        ("24:-2 / 24:2", "'24:-2': a count is 0 to 15"),
        ("25:1 / 24:2", "'25:1': no such point"),
        ("0:1 / 24:2", "'0:1': no such point"),
        ("6:2 6:3 / 24:2", "6 is listed twice"),
        ("6:2 / 24:2 / 1:1", "expected two sides"),
        ("6:2", "expected two sides"),
        ("six:two / 24:2", "cannot read 'six:two'"),
        ("6:2 off:2 / 24:2", "the side on roll has 4 checkers, expected 15"),
        ("6:15 / 19:15", "both sides stand on the 6 (the other side's 19)"),
        ("off:15 / off:15", "both sides have borne off"),
        ("6p:1 1:14 / 19:1 24:1", "nothing is ever pinned in Backgammon"),
        ("hand:1 / 24:2", "no checker is ever in hand in Backgammon"),
        ("6p:2 1:13 / 19:1", "only one checker on a point can be pinned"),
        (f"6:{'9' * 5000} / 24:2", "a count is 0 to 15"),
    ],
)
def test_faults_are_told(text: str, fault: str) -> None:
    with pytest.raises(BadPosition) as caught:
        BACKGAMMON.position(text)
    assert fault in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_all_faults_are_told_together() -> None:
    with pytest.raises(BadPosition) as caught:
        BACKGAMMON.position("25:1 6:-1 / x 7:1 7:1")
    assert len(caught.value.faults) == 4


def test_off_is_named_only_where_needed() -> None:
    assert str(Position.parse("1:1 off:14 / 6:3")) == "1:1 / 6:3"
    assert str(Position.parse("off:15 / 6:3")) == "off:15 / 6:3"
    three = Position.parse("24:1 23:1 22:1 / 24:1 23:1 22:1", 3)
    assert three.text(3) == "24:1 23:1 22:1 / 24:1 23:1 22:1"
    assert repr(three) == "Position.parse('24:1 23:1 22:1 / 24:1 23:1 22:1', 3)"
    assert eval(repr(three.flipped())) == three.flipped()
    uneven = Position.of([0] * 27, [1] * 27)
    assert eval(repr(uneven)) == uneven


def test_pips_count_the_bar_and_the_hand() -> None:
    assert Position.parse("bar:1 1:1 / hand:2 6:1").pips == (26, 56)


def test_a_position_cannot_be_changed() -> None:
    position = Position.parse(START)
    with pytest.raises(AttributeError, match="cannot be changed"):
        position._raw = b""
    with pytest.raises(BadPosition, match="64 bytes"):
        Position(b"")
    with pytest.raises(BadPosition, match="27 counts"):
        Position.of([0] * 26, [0] * 27)


def test_flipping_twice_changes_nothing() -> None:
    position = Position.parse("bar:1 6:14 / 24:2 1:13")
    assert position.flipped() != position
    assert position.flipped().flipped() == position


@pytest.mark.rule("STD-BOARD-3")
@pytest.mark.parametrize("home_left", [False, True])
def test_the_drawing_is_no_part_of_a_position(home_left: bool) -> None:
    """The mirrored drawing shows the same checkers; the position does not know of it."""
    drawn = "".join(board_text(Game.start(BACKGAMMON), home_left=home_left, ascii=True))
    plain = "".join(board_text(Game.start(BACKGAMMON), ascii=True))
    assert [drawn.count(glyph) for glyph in "XO"] == [plain.count(glyph) for glyph in "XO"]
    assert (drawn == plain) is not home_left
