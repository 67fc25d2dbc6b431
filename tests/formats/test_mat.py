"""Match text in the dialects of the programs and sites that write it."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime import Match, load
from fullprime.action import Action, Arranged, Beavered, Dropped, Played, Resigned, Rolled, Took
from fullprime.errors import BadFile
from fullprime.formats.mat import gam
from fullprime.formats.mat import reader as mat
from fullprime.formats.match_file import sniff
from fullprime.game import Phase

GNUBG = """ 5 point match

 Game 1
 Ann : 0                        Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/18 18/13             52: 13/11 13/8
  3)  Doubles => 2                Takes
  4) 61: 13/7 8/7                44: 24/20 24/20 13/9 13/9
  5) 54: 13/9 13/8               Doubles => 4
  6)  Drops                       Wins 2 points
"""
XG = """\ufeff; [Site "A club"]\r
; [Player 1 "Ben"]\r
; [Player 2 "Ann"]\r
; [Player 1 Elo "1600.00/0"]\r
; [Player 2 Elo "1732.50/210"]\r
; [EventDate "2026.10.08"]\r
; [EventTime "18.00"]\r
; [Variation "Backgammon"]\r
; [Crawford "On"]\r
; [CubeLimit "1024"]\r
\r
5 point match\r
\r
 Game 1\r
 Ann : 0                               Ben : 0\r
  1)                                   31: 8/5 6/5                       \r
  2) 65: 24/13                         52: 13/11 13/8                    \r
  3)  Doubles => 2                      Takes                            \r
  4) 61: 13/7 8/7                      44: 24/20(2) 13/9(2)              \r
  5) 54: 13/9 13/8                     Doubles => 4                     \r
  6)  Drops                                                              \r
                                       Wins 2 point\r
\r
\r
\r
"""
FOXAMON = """; [Site "Foxamon"]
; [Player 1 "Ann"]
; [Player 2 "Ben"]
; [Jacoby "Off"]
; [Cubelimit "64"]

5 point match

 Game 1
 Ann: 0                           Ben: 0
  1)                                     13: 8/5 6/5
  2) 56: 24/18 18/13                     25: 13/11 13/8
  3) Doubles => 2                        Takes
  4) 16: 13/7 8/7                        44: 24/20 24/20 13/9 13/9
  5) 45: 13/9 13/8                      Doubles => 4
  6) Drops                               Wins 2 points
"""
CHOUE = """5 point match


Game 1
 Ann : 0                               Ben: 0
  1)                                   31: 8/5 6/5
  2) 65: 24/13                         52: 13/11 13/8
  3) Doubles ==> 2                     Takes
  4) 61: 13/7 8/7                      44: 24/20(2) 13/9(2)
  5) 54: 13/9 13/8 0/0                Doubles ==> 4
  6) Drops                             Wins 2 point
"""
WITHOUT_COLUMNS = """5 point match
Game 1
Ann: 0  Ben: 0
1) 31: 8/5 6/5
2) 65: 24/13 52: 13/11 13/8
3) Doubles => 2 Takes
4) 61: 13/7 8/7 44: 24/20(2) 13/9(2)
5) 54: 13/9 13/8 Doubles => 4
6) Drops Wins 2 points
"""
TABS = """5 point match
Game 1
Ann : 0\tBen : 0
1)\t\t\t31: 8/5 6/5
2)\t65: 24/13\t52: 13/11 13/8
3)\tDoubles => 2\tTakes
4)\t61: 13/7 8/7\t44: 24/20(2) 13/9(2)
5)\t54: 13/9 13/8\tDoubles => 4
6)\tDrops
"""
GRID = """ 5 point match

 Game 1
 Ann,1811 : 0                     Ben,1702 : 0
  1)                             13: 8/5 6/5
  2) 56: 24/18 18/13             25: 13/11 13/8
  3)  Doubles => 2                Takes
  4) 16: 13/7 8/7                44: 24/20 24/20 13/9 13/9
  5) 45: 13/9 13/8               Doubles => 4
  6)  Drops
                                  Wins 2 points
"""
NAMED = """Match to 5 points
Game 1
Ann : 0    Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/13                   52: 13/11 13/8
  3) Doubles to 2                Accepts
  4) 61: 13/7 8/7                44: 24/20(2) 13/9(2)
  5) 54: 13-9 13 / 8            Redoubles to 4
  6) Passes
  Ben wins 2 points and the match
"""
DOTS = GNUBG.replace(")  ", ".  ").replace(") ", ". ")
BARE_DICE = (
    GNUBG.replace(":              ", "")
    .replace(": 1", " 1")
    .replace(": 8", " 8")
    .replace(": 2", " 2")
)
ENCLOSED = re.sub(r"\b(\d)(\d):", r"(\1-\2)", GNUBG)
SPACED = re.sub(r"\b(\d)(\d):", r"\1 \2 :", GNUBG)
ANNOTATED = """ 5 point match

 Game 1 of 7 (Crawford)
 Ann : 0 (Crawford)             Ben : 0
  1)                             31: 8/5 6/5 [0:12]
  2) 65: *24/18*/13 (-0.02)      52: 13/11 13/8 {11:58}
  3)  Doubles => 2 (+0.4)         Takes
  4) 61: 13/7 8/7   ; bold!      44: 24/20(2)* 13/9(2)
Ann doubles her chances here, which is no pass for Ben.
Ben wins this easily, I think; 12:30 h, http://example.org/?at=12:31
{He should play 31: 8/5 6/5*}
  5) 54: 13/9x 13/8 +0.012       Doubles => 4
  6)  Drops                       Wins 2 points
"""
QUOTED = "Ann wrote:\n>\n" + "".join(f"> {line}\n" for line in GNUBG.split("\n"))
PAGE = f"<html><body><pre>{GNUBG.replace('=>', '=&gt;')}</pre></body></html>"
WIDE = (
    GNUBG.replace("    ", "\u3000\u3000")
    .replace(": 2", "\uff1a 2")
    .replace(" : ", "\u202f\uff1a\u200e ")
)
DIALECTS = (
    *(GNUBG, XG, FOXAMON, CHOUE, WITHOUT_COLUMNS, TABS, GRID, NAMED),
    *(DOTS, BARE_DICE, ENCLOSED, SPACED, ANNOTATED, QUOTED, PAGE, WIDE),
)


def read(text: str, *, strict: bool = True) -> Match:
    return load(text.encode(), strict=strict)


def game(rows: str, length: int = 5, names: str = " Ann : 0                Ben : 0") -> str:
    return f" {length} point match\n\n Game 1\n{names}\n{rows}\n"


def sorted_dice(log: tuple[Action, ...]) -> list[Action]:
    return [Rolled(max(a.dice, a.dice[::-1])) if isinstance(a, Rolled) else a for a in log]


@pytest.mark.parametrize("text", DIALECTS)
def test_every_dialect_says_the_same(text: str) -> None:
    found, usual = read(text), read(GNUBG)
    assert sniff(text.encode()) is not None
    assert found.players == ("Ann", "Ben")
    assert found.score == (0, 2)
    assert sorted_dice(found.game.log) == sorted_dice(usual.game.log)


def test_tags_say_where_it_was_played() -> None:
    about = read(XG).notes.about
    assert about["site"] == "A club"
    assert about["date"] == "2026-10-08"
    assert about["time"] == "18:00"
    # XG's first player stands on the right.
    assert (about["rating_0"], about["experience_0"]) == ("1732.50", "210")
    assert (about["rating_1"], about["experience_1"]) == ("1600.00", "0")


def test_tags_of_a_few_programs() -> None:
    tags = '; [Date "2026.3.1"]\n; [Time "9:05"]\n; [Location "Here"]\n'
    assert read(tags + GNUBG).notes.about == {
        "date": "2026-03-01",
        "time": "09:05",
        "place": "Here",
    }


def test_names_with_ratings() -> None:
    assert read(GRID).notes.about["rating_1"] == "1702"


def test_a_comma_in_a_rating_is_a_decimal_point() -> None:
    text = '; [Player 1 "Ann"]\n; [Player 1 Elo "9,00/0"]\n' + GNUBG
    assert read(text).notes.about["rating_0"] == "9.00"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, ending: str) -> None:
    text = GNUBG.replace("Ann", "Zoé").replace("\n", ending)
    assert load(text.encode(encoding)).players == ("Zoé", "Ben")


def test_a_money_session_with_its_rules() -> None:
    tags = '; [Jacoby "On"]\n; [Beaver "On"]\n; [Variation "NackGammon"]\n'
    rows = "  1) 31: 8/5 6/5                 52: 13/11 13/8"
    found = read(tags + game(rows, length=0))
    assert found.settings.jacoby
    assert found.settings.beavers == 1
    assert found.variant.id == "nackgammon"


def test_beavers_and_raccoons_have_no_takes() -> None:
    rows = """  1)                             31: 8/5 6/5
  2)  Doubles => 2                Beavers => 4
  3)  Beavers => 8
  4) 65: 24/18 18/13             52: 13/11 13/8"""
    found = read(game(rows, length=0)).game
    assert Beavered() in found.log and Took() in found.log
    assert found.stakes.value == 8
    assert found.stakes.owner == 1


def test_a_beaver_may_be_passed() -> None:
    rows = """  1)                             31: 8/5 6/5
  2)  Doubles => 2                Beavers => 4
  3)  Drops                       Wins 2 points"""
    found = read(game(rows, length=0))
    assert found.game.log[-1] == Dropped()
    assert found.score == (0, 2)


@pytest.mark.parametrize(
    ("ending", "score"),
    [
        ("  2) 65: ????                    Wins 2 point", (0, 2)),
        ("  2) 00: ????\n                                 Wins 1 point", (0, 1)),
        ("  2) Resigned Match               Wins 3 points", (0, 3)),
        ("  2) Concedes\n                                  Wins 2 points", (0, 2)),
        ("  2)  Losses 2 point              Wins 2 point and the match", (0, 2)),
        ("  2)  Losses 2 points", (0, 2)),
        ("  2) Resigns gammon", (0, 2)),
        ("  2) Resigns", (0, 1)),
        ("      Ben wins a gammon", (0, 2)),
        ("  2) Ann ran out of time", (0, 1)),
        ("  2) Disconnected", (0, 1)),
        ("      Wins a backgammon", (3, 0)),
        ("                                  Wins the game", (0, 1)),
        ("  2) 65:                         Wins 1 point", (0, 1)),
        ("      Wins 1 point", (1, 0)),
        ("                                  Wins 1 point", (0, 1)),
    ],
)
def test_endings(ending: str, score: tuple[int, int]) -> None:
    found = read(game(f"  1)                             31: 8/5 6/5\n{ending}"))
    assert found.score == score
    assert found.game.result is not None
    assert found.game.result.by == "resignation"


def test_the_next_score_line_says_how_a_game_ended() -> None:
    text = GNUBG.replace("  6)  Drops                       Wins 2 points\n", "  6)  Drops\n")
    text += "\n Game 2\n Ann : 0                        Ben : 2\n  1) 31: 8/5 6/5\n"
    assert read(text).scores_before == ((0, 0), (0, 2))
    text = text.replace("               Doubles => 4\n  6)  Drops\n", "\n  6)  Concedes\n")
    assert read(text.replace(" Ben : 2", " Ben : 4")).score == (0, 4)


def test_empty_plays_are_dances_forced_plays_or_unknown() -> None:
    rows = "  1)                             31: 8/5 6/5\n  2) 65:"
    assert read(game(rows)).game.phase is Phase.TO_PLAY
    rows += "                          52: 13/11 13/8"
    with pytest.raises(BadFile, match="line 6, game 1: Ann, 65:: the play is missing"):
        read(game(rows))


@pytest.mark.parametrize(
    "word",
    [
        "",
        "Cannot Move",
        "cannot move",
        "(no play)",
        "Dances",
        "0/0",
        "none",
        "Pass",
        "passes",
        "no move?!",
    ],
)
def test_words_for_a_dance(word: str) -> None:
    closed = "-" * 19 + "bbbbbb" + "B"
    found = read(game(f"; Set Pos={closed}/0\n  1) 66: {word}", length=0))
    assert found.game.log[-1] == Played(())


def test_comments_stay_where_they_are() -> None:
    text = GNUBG.replace(" 5 point", "; About the match.\n 5 point")
    text = text.replace("  1)   ", "; About the game.\n  1)   ")
    text = text.replace("  3)  Doubles", "; About 52.\n# Twice.\n  3)  Doubles")
    notes = read(text).notes
    assert notes.whole.text == "About the match."
    assert notes.of(0).text == "About the game."
    assert notes.of(0, 5).text == "About 52.\nTwice."


def test_a_board_that_was_set_up() -> None:
    board = "-a----E-C---eE---c-e----B-"
    rows = f"; Set Pos={board}/-1\n  1)                             31: 8/5 6/5"
    found = read(game(rows, length=0))
    assert found.begins is not None
    assert found.begins.starter == 1
    assert (found.begins.cube, found.begins.owner) == (2, 0)
    assert found.game.position.other[24] == 1, "Ben's checker on the ace point, now seen by Ann"


def test_an_illegal_play_that_stood() -> None:
    dump = (
        "5;0;1;0;0;Ann;Ben;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-4;-1;0;0;0;2;0;0;0;"
    )
    rows = f"  1)                             31: Illegal play ({dump})\n  2) 65: 24/13"
    with pytest.raises(BadFile, match="an illegal play, which was left to stand"):
        read(game(rows))
    found = read(game(rows), strict=False)
    assert isinstance(found.game.log[1], Arranged)
    assert found.game.position.mover[5] == 1
    assert len(found.notes.faults) == 1


def test_players_who_change_columns() -> None:
    text = GNUBG + (
        "\n Game 2\n Ben : 2                        Ann : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    )
    assert read(text).score == (0, 3)


def test_a_row_that_makes_no_sense() -> None:
    with pytest.raises(BadFile, match="line 5, game 1: cannot read '9x: 8/5'"):
        read(game("  1) 9x: 8/5"))
    assert len(read(game("  1) 9x: 8/5\n  2) 31: 8/5 6/5"), strict=False).notes.faults) == 1


def test_a_single_game_of_jellyfish() -> None:
    text = "Ann                              Ben\n" + "".join(GNUBG.splitlines(True)[4:])
    found = read(text)
    assert found.players == ("Ann", "Ben")
    assert found.score == (0, 2)
    assert gam.looks_like(text.encode()) and not mat.looks_like(text.encode())


def test_a_session_of_gammonempire() -> None:
    text = """Ann  Ben

1) 31: 8/5 6/5              52: 13/11 13/8
2) Doubles => 2             Drops
Wins 1 points

1)                          31: 8/5 6/5
2) 65: 24/13                Doubles => 2
3) Drops
                            Wins 1 points
"""
    assert read(text).scores == ((1, 0), (1, 1))


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_truncated_files_give_what_is_there(part: float) -> None:
    text = GNUBG[: int(len(GNUBG) * part)]
    found = read(text, strict=False)
    whole = read(GNUBG).game.log
    assert found.game.log == whole[: len(found.game.log)] or found.notes.faults


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"\x00" * 100, b"no match at all", b"5 point match\n", b"\xff\xfe"]
)
def test_what_is_no_match(data: bytes) -> None:
    with pytest.raises(BadFile):
        load(data)


@given(st.data())
def test_only_bad_files_are_refused(data: st.DataObject) -> None:
    """Whatever a file has become, it is read or refused, and nothing else happens."""
    text = list(data.draw(st.sampled_from(DIALECTS)))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.integers(0, 12)))
        text[at:end] = data.draw(st.text("0123456789/()*:;-barofDW \n", max_size=6) | st.text())
    try:
        found = load("".join(text).encode(), strict=data.draw(st.booleans()))
    except BadFile:
        return
    assert found.games


@given(st.binary(max_size=400))
def test_bytes_of_any_kind(data: bytes) -> None:
    with suppress(BadFile):
        load(b" 5 point match\n Game 1\n Ann : 0   Ben : 0\n" + data, strict=False)


def test_resigning_out_of_turn_names_the_player() -> None:
    found = read(game("  1)                             31: 8/5 6/5\n      Wins 2 points"))
    assert found.game.log[-2] == Resigned(2, 1)


NACK = "-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0"


@pytest.mark.parametrize(
    ("rows", "starter"),
    [
        (
            f"  1)                                 12: Illegal play (1;0;1;0;1;Ann;Ben;0;0;0;1;0;0;"
            f"{NACK};6;4;)\n  2) 64: 24/18 18/14                 43: 24/20 23/20",
            0,
        ),
        (
            f"  1) 12: Illegal play (1;0;1;0;0;Ben;Ann;0;0;0;1;0;0;{NACK};6;1;) 61: 13/7 8/7\n"
            "  2) 31: 8/5 6/5",
            1,
        ),
    ],
)
def test_nackgammon_of_dailygammon_begins_with_an_illegal_play(rows: str, starter: int) -> None:
    found = read(game(rows))
    assert found.variant.id == "nackgammon"
    assert found.starters == (starter,)
    assert found.begins is None
    assert len(found.game.log) == 4


def test_another_board_that_is_set_up_so() -> None:
    board = NACK.replace("2;2;0", "2;1;1")
    rows = f"  1) 12: Illegal play (0;0;1;0;0;Ben;Ann;0;0;0;1;0;0;{board};6;1;) 61: 25/24 13/7"
    found = read(game(rows, length=0))
    assert found.begins is not None and found.begins.starter == 1


def test_two_illegal_plays_in_a_row() -> None:
    dump = "5;0;1;0;0;Ann;Ben;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-4;-1;0;0;0;2;0"
    after = "5;0;1;0;0;Ben;Ann;0;0;0;1;0;0;-2;0;0;0;1;4;0;3;0;0;0;-5;5;0;0;0;-3;0;-4;-1;0;0;0;2;0"
    rows = "  1)                                 31: 8/5 6/5"
    rows += f"\n  2) 31: Illegal play ({after};0;0;) 31: Illegal play ({dump};0;0;)"
    found = read(game(rows), strict=False)
    assert sum(isinstance(action, Arranged) for action in found.game.log) == 2


def test_a_forfeit_has_no_play() -> None:
    found = read(game("  1)                \n   Wins 2 points"))
    assert found.game.result is not None and found.game.result.winner == 0


def test_words_behind_a_play_are_left_out() -> None:
    found = read(game("  1) 31: 8/5 6/5 ?!            52: 13/11 13/8 ILLEGAL?"))
    assert [type(action) for action in found.game.log] == [Rolled, Played] * 2


OPENED = "  1)                             31: 8/5 6/5\n"


def test_a_last_play_that_is_half_made_is_a_resignation() -> None:
    found = read(game(f"{OPENED}  2) 65: 24/18                   Wins 2 points"))
    assert found.score == (0, 2)
    assert found.game.log[-3:-1] == (Rolled((6, 5)), Resigned(2))
    with pytest.raises(BadFile, match="65: 24/17"):
        read(game(f"{OPENED}  2) 65: 24/17                   Wins 2 points"))
    with pytest.raises(BadFile, match="65: 24/18"):
        read(game(f"{OPENED}  2) 65: 24/18                   52: 13/11 13/8"))


ALMOST = "; Set Pos=-BA-----------------bb----/0\n"


def test_the_last_checkers_may_be_borne_off_without_a_word() -> None:
    found = read(game(f"{ALMOST}  1) 66: ???\n      Wins 1 point", length=0))
    assert found.game.result is not None and found.game.result.by == "bearing off"


def test_the_board_says_who_has_won() -> None:
    found = read(game(f"{ALMOST}  1) 66: 1/0 1/0 2/0             Wins 1 point", length=0))
    assert found.score == (1, 0)
    with pytest.raises(BadFile, match="the other player has won"):
        read(game(f"{ALMOST}  1) 66: 1/0 1/0 2/0             Wins 4 points", length=0))


def test_a_board_within_a_game() -> None:
    start = "-b----E-C---eE---c-e----B-"
    rows = f"; Set Pos={start}/0\n{OPENED}"
    assert read(game(rows)).begins is None, "that is how every game begins"
    after = "; Set Pos=-b----E-C---eE---b-db---B-/0\n"
    found = read(game(f"{rows}{after}  2) 65: 24/13"))
    assert not any(isinstance(action, Arranged) for action in found.game.log)
    changed = after.replace("b---B-", "b--A-A")
    found = read(game(f"{rows}{changed}  2) 43: 25/22 13/9"))
    assert isinstance(found.game.log[2], Arranged)


@pytest.mark.parametrize(("word", "points"), [("normal", 1), ("gammon", 2), ("backgammon", 3)])
def test_resigning_by_its_kind(word: str, points: int) -> None:
    assert read(game(f"{OPENED}  2) Resign {word}")).score == (0, points)


def test_a_box_of_remarks() -> None:
    text = "+-----------+\n|  Club night |\n+-----------+\n" + GNUBG
    assert read(text).notes.whole.text == "Club night"


@pytest.mark.parametrize(
    "line",
    ["1) 31: " + "1/11" * 10**5, ": 0  " * 10**5, "\t" * 10**6, "Wins " * 10**5, "a,1" * 10**5,
     "illegal play (" * 10**4 + ";" * 10**5, "; [" + "a " * 10**5, " " * 10**6 + "1)"],
)  # fmt: skip
def test_endless_lines_take_no_time(line: str) -> None:
    """None of the patterns may try all ways of reading a line."""
    with suppress(BadFile):
        read(f" 5 point match\n Game 1\n{line}\n{line}\n", strict=False)


@pytest.mark.parametrize(
    "line",
    [
        "5 point match (Crawford)",
        "5 point match:",
        "5 pt. match",
        "5 pts match",
        "Match length: 5",
    ],
)
def test_the_length_in_other_words(line: str) -> None:
    assert load(GNUBG.replace(" 5 point match", line).encode()).needed == 5


def test_the_length_below_the_first_heading() -> None:
    text = GNUBG.replace(" 5 point match\n", "").replace(" Game 1\n", " Game 1\n 5 point match\n")
    assert load(text.encode()).needed == 5


@pytest.mark.parametrize("name", ["12) Ann", "#1 Ann", "; Ann", "Game 2", "5 point match"])
def test_names_that_look_like_something_else(name: str) -> None:
    match = load(GNUBG.replace("Ann", name).encode())
    assert match.players == (name, "Ben")
    assert match.games == load(GNUBG.encode()).games


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_utf_16_with_and_without_a_mark(encoding: str) -> None:
    text = GNUBG.replace("Ben", "Zoé")
    assert load(text.encode(encoding)) == load(text.encode())


@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_result_that_cannot_be_counts_as_the_next_score_says(points: int) -> None:
    text = f""" 5 point match

 Game 1
 Ann : 0                        Ben : 0
  1) 31: 8/5 6/5                 66: ????
      Wins 2008 point

 Game 2
 Ann : {points}                        Ben : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
"""
    match = load(text.encode(), strict=False)
    assert match.scores_before[1] == (points, 0)
    (fault,) = match.notes.faults
    assert "2008 points cannot be won" in fault.text


def test_missing_games_are_a_fault_of_the_game_after_them() -> None:
    text = f"{GNUBG}\n Game 4\n Ann : 1                        Ben : 3\n  1) 31: 8/5 6/5\n"
    match = load(text.encode(), strict=False)
    (fault,) = match.notes.faults
    assert (fault.game, fault.line) == (2, 12)
    assert fault.text.endswith("after the games before it is 0-2; games may be missing")
    assert match.score == (1, 3)


def test_a_file_of_several_matches_gives_the_first() -> None:
    both = f"{GNUBG}\n{GNUBG.replace('Ann', 'Cleo')}"
    with pytest.raises(BadFile, match="line 14, game 1: another match begins here"):
        read(both)
    found = read(both, strict=False)
    assert (found.players, found.score, len(found.games)) == (("Ann", "Ben"), (0, 2), 1)
    assert len(found.notes.faults) == 1


def test_games_in_another_order_are_no_other_match() -> None:
    first = GNUBG.replace("Game 1", "Game 2").replace("Ben : 0", "Ben : 2")
    found = read(first + GNUBG, strict=False)
    assert len(found.games) == 2
    assert found.notes.faults[0].text.startswith("the score line says 0-0")


def test_games_for_money_may_all_be_called_the_first() -> None:
    money = GNUBG.replace("5 point", "0 point")
    assert len(read(money * 3, strict=False).games) == 3
    assert len(read(money + money.replace("Ann", "Cleo"), strict=False).games) == 1


def test_a_remark_before_the_first_row() -> None:
    found = read(game("Ann doubles soon.\n  1) 31: 8/5 6/5"))
    assert len(found.game.log) == 2
    assert found.notes.of(0).text == "Ann doubles soon."


def test_players_who_change_columns_and_their_spelling() -> None:
    second = (
        "\n Game 2\n BEN : 2                        ann : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    )
    assert read(GNUBG + second).score == (0, 3)


def test_the_length_may_come_again_with_every_game() -> None:
    second = GNUBG.replace("Game 1", "Game 2").replace("Ben : 0", "Ben : 2")
    assert read(GNUBG + second).score == (0, 4)


def test_players_without_a_name() -> None:
    assert read(game("  1) 31: 8/5 6/5", names="  : 0              : 0")).players == (
        "Player 1",
        "Player 2",
    )


def test_what_stands_behind_a_play_is_no_part_of_it() -> None:
    found = read(game("  1) 31: 8/5 6/5               Dobla => 2"), strict=False)
    assert found.game.log[1] == Played(((8, 5), (6, 5)))
    assert [fault.text for fault in found.notes.faults] == ["cannot read 'Dobla => 2'"]


def test_a_result_with_a_number_ends_rows_without_columns() -> None:
    rows = "  1) 31: 8/5 6/5 52: 13/11 13/8\n  2) 61: 13/7 8/7\n  3) Losses 1 point Wins 1 point"
    assert read(game(rows)).score == (0, 1)


def test_names_in_japanese_of_old_windows() -> None:
    text = GNUBG.replace("Ann", "\u671b\u6708\u6b63\u884c")
    assert load(text.encode("cp932")).players == ("\u671b\u6708\u6b63\u884c", "Ben")


def test_the_head_of_a_file_may_end_within_a_letter() -> None:
    long = ("; " + "Z\u00e9" * 200 + "\n") * 20
    assert load((GNUBG + long).encode()).players == ("Ann", "Ben")
