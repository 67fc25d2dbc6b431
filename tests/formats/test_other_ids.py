"""OGIDs, FIBS boards, Snowie's lines and ids within a text."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fullprime import Game, Position, Roll, Stakes, Variant, analysis
from fullprime.errors import BadPosition
from fullprime.formats.ids import from_gnubg_id, from_letters, known_id, read_position
from fullprime.formats.ids.fibs_board import fibs_board, from_fibs_board
from fullprime.formats.ids.in_text import id_within
from fullprime.formats.ids.match_id import match_id
from fullprime.formats.ids.ogid import from_ogid, ogid
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.snowie_line import from_snowie_line, snowie_line
from fullprime.formats.ids.xgid import from_xgid, xgid
from id_values import situations, wild

BACKGAMMON = Variant.load()
START = BACKGAMMON.start_position
WRITTEN = {ogid: from_ogid, fibs_board: from_fibs_board, snowie_line: from_snowie_line}
AFTER_52 = Position.parse("24:2 13:5 8:3 6:5 / 24:1 22:1 13:4 8:4 6:5")
OGID = "13cccchhhhjjjjj:66666888dddddoo:W1N:16:W:R:2:1:5C:7"
FIBS = str(fibs_board(AFTER_52, from_ogid(OGID)[1], ("Ann", "Ben")))
SNOWIE = str(snowie_line(AFTER_52, from_ogid(OGID)[1], ("Ann", "Ben")))


@pytest.mark.parametrize("write", WRITTEN)
@given(situation=situations(), seed=st.integers(0, 2**32))
def test_an_id_gives_back_what_it_was_made_of(
    write: Callable[..., str | None], situation: Situation, seed: int
) -> None:
    position = wild(seed)
    offers = {ogid: min(situation.offered, 1), fibs_board: min(situation.offered, 1)}
    stakes = situation.stakes
    if write is not snowie_line:
        stakes = msgspec.structs.replace(stakes, jacoby=False)
    if write is fibs_board:
        stakes = msgspec.structs.replace(stakes, crawford=False)
    told = msgspec.structs.replace(situation, stakes=stakes, offered=offers.get(write, 0))
    if write is ogid and told.dice:
        told = msgspec.structs.replace(told, dice=Roll(*sorted(told.dice)))
    text = write(position, told)
    assert text is not None
    read, again = WRITTEN[write](text)
    if write is fibs_board and told.length == 1:
        again = msgspec.structs.replace(again, stakes=stakes)
    assert (read, again) == (position, told)


def test_an_ogid_names_the_player_who_has_reached_the_position() -> None:
    position, told = from_ogid(OGID)
    assert position == AFTER_52
    assert (told.upper, told.dice, told.owner, told.stakes.value) == (False, (1, 6), "opponent", 2)
    assert (told.score, told.length, told.stakes.crawford) == ((1, 2), 5, True)
    assert ogid(position, told) == OGID.replace(":7", ":0")
    hit = Game.start(position=OGID.replace("13c", "14c"))
    assert hit.apply("24/18 6/5").turn == 1
    other = from_ogid(OGID.replace(":W:R", ":B:R"))
    assert (other[0], other[1].upper) == (AFTER_52.flipped(), True)


def test_while_a_double_waits_an_ogid_names_who_has_doubled() -> None:
    text = "13cccchhhhjjjjj:66666888dddddoo:N0O::B:D:0:0:3:0"
    position, told = from_ogid(text)
    assert (position, told.upper, told.offered) == (AFTER_52, False, 1)
    assert ogid(position, told) == text


def test_what_an_ogid_may_leave_out() -> None:
    board = "11jjjjjhhhccccc:ooddddd88866666:N0N"
    assert from_ogid(board) == from_ogid(f"OGID={board}:::::::") == (START, Situation())
    assert from_ogid(f"{board}:31:W::0:0:3L::15")[1].length == 3
    borne_off = from_ogid("11jjjjjhhhccccq:ooddddd88866666:N0N")[0]
    assert borne_off.other[0] == 1


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        (OGID, "13c", "13x", "the list of White's checkers of an OGID is '13xccc"),
        (OGID, ":W1N", ":W1X", "the cube of an OGID is 'W1X'"),
        (OGID, ":W1N", ":W13N", "the cube shows 8192"),
        (OGID, ":16:", ":17:", "the dice of an OGID is '17', expected two numbers"),
        (OGID, ":W:R", ":X:R", "the turn of an OGID is 'X'"),
        (OGID, ":5C", ":5X", "the length of an OGID is '5X'"),
        (OGID, ":7", ":7:3", "the number of checkers of an OGID is '3', expected 15"),
        (OGID, ":7", ":7:15:1", "an OGID has 11 fields with ':' between them, not 12"),
        (OGID, "13c", "1pc", "bar of the other side"),
        (OGID, "66666", "666666", "gives the side on roll 16 checkers"),
        (FIBS, ":Ben:5:", ":Ben:five:", "the length of a FIBS board is 'five'"),
        (FIBS, ":1:6:1:6:1:2", ":1:7:1:6:1:2", "the own first die of a FIBS board is '7'"),
        (FIBS, ":1:6:1:6:1:2", ":1:6:0:6:1:2", "the dice show 6 and 0"),
        (FIBS, ":1:6:1:6:1:2", ":0:6:1:6:1:2", "the turn of a FIBS board is '0'"),
        (FIBS, ":1:6:1:6:1:2", ":1:6:1:6:1:3", "the cube shows 3"),
        (FIBS, "Ann:", "", "a FIBS board has 52 fields with ':' between them, not 51"),
        (FIBS, ":5:1:2:0:", ":5:1:2:1:", "bar of the other side"),
        (SNOWIE, "5;0;0;0;1;Ann", "5;0;0;0;2;Ann", "the player on roll of a Snowie line is '2'"),
        (SNOWIE, ";6;1;", ";6;0;", "the dice show 6 and 0"),
        (SNOWIE, ";6;1;", ";6;9;", "the second die of a Snowie line is '9'"),
        (SNOWIE, "Ann;", "", "a Snowie line has 40 fields with ';' between them, not 39"),
    ],
)
def test_the_wrong_field_is_named(text: str, old: str, new: str, why: str) -> None:
    assert old in text
    with pytest.raises(BadPosition, match=why):
        read_position(BACKGAMMON, text.replace(old, new))


def test_a_fibs_board_seen_by_the_other_player() -> None:
    fields = FIBS.split(":")
    slots = [str(-int(slot)) for slot in fields[6:32]]
    fields[6:32] = slots  # both are O no more: colors change hands
    fields[32], fields[41] = "-1", "-1"
    assert from_fibs_board(":".join(fields))[0] == AFTER_52
    fields[6:32], fields[42] = slots[::-1], "1"
    assert from_fibs_board(":".join(fields)) == from_fibs_board(FIBS)
    fields[3] = "9999"
    assert from_fibs_board(":".join(fields) + " and more")[1].length == 0


def test_crawford_in_a_fibs_board() -> None:
    for crawford in (False, True):
        stakes = Stakes(away=(1, 3), crawford=crawford)
        board = fibs_board(START, Situation(stakes=stakes, match_length=5))
        assert from_fibs_board(str(board))[1].stakes == stakes


def test_positions_that_these_ids_cannot_say() -> None:
    for text in ("hand:15 / hand:15", "18p:1 6:14 / 7:1 6:14", "6:15 / 19:15"):
        position = Position.parse(text)
        assert all(write(position, Situation()) is None for write in WRITTEN)


@pytest.mark.parametrize("text", [OGID, FIBS, SNOWIE, f"OGID={OGID}", f" {FIBS} "])
def test_they_are_read_wherever_positions_are(text: str) -> None:
    assert Position.parse(text) == AFTER_52
    assert Game.start(position=text).position == AFTER_52
    assert analysis.Question.about(text).stakes.away == (4, 3)
    with pytest.raises(BadPosition, match="cannot express the board of Narde"):
        read_position(Variant.load("narde"), text)


def test_the_letters_of_the_key() -> None:
    assert from_letters("OAHDPAABDAOAHDPAABDA") == Position.parse("OAHDPAABDAOAHDPAABDA") == START
    assert Position.parse("OAHDPAABDAOAHDPAABDA") == from_gnubg_id("4HPwATDgc/ABMA")
    with pytest.raises(BadPosition, match="ends before all points are set"):
        Position.parse("P" * 20)


GNU, MATCH = "2ObBgDCY5+ABEA", "UYmqACAAGAAE"
IN_TEXT = (
    f"{GNU}:{MATCH}",
    f"Position ID: {GNU} Match ID: {MATCH}",
    f" GNU Backgammon  Position ID: {GNU}\n                 Match ID   : {MATCH}\n +13-14-",
    f" Position-ID: {GNU}    Match-ID: {MATCH}\n",
    f"Position ID: {GNU}, match ID: {MATCH}.",
    f"Positions-ID={GNU}== Match-ID={MATCH}".replace("==", ""),
    f"set board {GNU}\nset matchid {MATCH}",
    f"What is your representation of {GNU}, with the announcement {MATCH}?",
    f"({MATCH}) <{GNU}==>",
)


@pytest.mark.parametrize("text", IN_TEXT)
def test_gnu_ids_within_a_text(text: str) -> None:
    told = known_id(text)
    assert told is not None
    assert told.position == from_gnubg_id(GNU)
    assert match_id(told.situation) == MATCH


@pytest.mark.parametrize("frame", ["{}", "Look: {}", "<{}>", "{}, for money", "\n\n{}\n\nX:Ann"])
@pytest.mark.parametrize(
    "text", [f"OGID={OGID}", "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"]
)
def test_named_ids_within_a_text(text: str, frame: str) -> None:
    assert known_id(frame.format(text)) == known_id(text)
    if frame != "<{}>":
        assert known_id(frame.format(text[5:])) == known_id(text)


@pytest.mark.parametrize("text", [FIBS, SNOWIE])
def test_a_line_among_others(text: str) -> None:
    assert known_id(f"> a session\n{text}\n> roll") == known_id(text)
    assert known_id("the board: nobody knows") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "the start",
        "a representation",
        "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
        "hand:15/hand:15",
    ],
)
def test_texts_without_an_id(text: str) -> None:
    assert id_within(text) is None
    assert known_id(text) is None


@pytest.mark.parametrize(
    "around",
    [
        "xgid={}", "XGID = {}", "XGID\xa0= {}", "`XGID={}`", '"{}"', "[XGID={}]", "({})",
        "https://example.org/?xgid={}&side=1", "XGID\uff1d{}",
    ],
)  # fmt: skip
def test_what_is_around_an_xgid_does_not_count(around: str) -> None:
    body = "-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
    expected = from_xgid(body)
    assert known_id(around.format(body)) == (*expected, "idkind.xgid")
    for old, new in (("-", "\u2013"), (":", "%3A"), (":", "\uff1a")):
        assert known_id(around.format(body.replace(old, new))) == (*expected, "idkind.xgid")


def test_what_is_around_other_ids_does_not_count() -> None:
    for text in (f"ogid={OGID}", f'"OGID={OGID}"', f"OGID = {OGID}!"):
        assert known_id(text) == known_id(OGID)
    for text in (f'"{FIBS}"', FIBS.replace("board:", "BOARD:"), f"<b>{FIBS}</b>"):
        assert known_id(text) == known_id(FIBS)


def test_scores_below_zero_are_named() -> None:
    for line, score, field in (
        (FIBS, ":Ben:5:", "the own score of a FIBS board is '-1'"),
        (SNOWIE, ";Ben;1;", "the score of the player on roll of a Snowie line is '-1'"),
    ):
        head, found, rest = line.partition(score)
        assert found
        wrong = head + score + "-1" + rest[1:]
        with pytest.raises(BadPosition, match=f"{field}, expected a whole number from 0"):
            known_id(wrong)


def test_a_double_in_the_state_of_an_ogid() -> None:
    offered = "11ccccchhhjjjjj:66666888dddddoo:N0O::B:D:1:2:5:0"
    assert known_id(offered.replace("N0O", "N0N")) == known_id(offered)


def test_a_match_id_of_another_length_is_named() -> None:
    with pytest.raises(BadPosition, match="a GNU match id has 12 letters"):
        known_id("4HPwATDgc/ABMA:cAkAAAAAAAA")
    assert known_id("4HPwATDgc/ABMA:White to play")


def test_a_wrong_id_within_a_text_is_named() -> None:
    with pytest.raises(BadPosition, match="the dice show 7 and 1"):
        known_id("Position ID: 4HPwATDgc/ABMA Match ID: cIkHAAAAAAAE")
    with pytest.raises(BadPosition, match="a GNU position id has 14 letters"):
        known_id("Position ID: 4HPwATDgc")
    with pytest.raises(BadPosition, match="a GNU match id has 12 letters"):
        known_id("Position ID: 4HPwATDgc/ABMA, Match ID: cIkHAAA")
    with pytest.raises(BadPosition, match="expected position text such as"):
        read_position(BACKGAMMON, "Position ID 4HPwATDgc")


def test_all_ids_of_a_position_say_the_same() -> None:
    position, told = from_xgid("XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10")
    for write, read in WRITTEN.items():
        again, situation = read(str(write(position, told)))
        assert again == position
        dice = situation.dice and Roll(*sorted(situation.dice, reverse=True))
        assert xgid(again, msgspec.structs.replace(situation, dice=dice)) == xgid(position, told)


PIECES = st.sampled_from([*IN_TEXT, OGID, FIBS, SNOWIE, "XGID=", "OGID=", "board:", ":", ";", "-1"])


@given(st.text() | st.lists(PIECES | st.text(max_size=3), max_size=8).map("".join))
@example("board:" + ":" * 51)
@example("0;" * 40)
@example("::N0N")
@example("XGID=" + "-" * 26 + ":99:1:1:66:99999:-9999:3:99999:99")
def test_no_text_surprises_the_reader(text: str) -> None:
    try:
        read_position(BACKGAMMON, text)
    except BadPosition:
        return
    assert known_id(text.strip()) or "/" in text
