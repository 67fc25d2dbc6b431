"""GNU Backgammon's files: what it writes is read, what we write reads back the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from corpus import CORPUS, indexed
from fullprime import Match, Money, Phase, Points, Settings, Variant
from fullprime.action import (
    Accepted,
    Arranged,
    Beavered,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
)
from fullprime.errors import BadFile
from fullprime.formats.ids.match_id import from_match_id
from fullprime.formats.match_file import dump, load, sniff
from fullprime.formats.sgf import lexer as sgf_lexer
from fullprime.formats.sgf.lexer import read_collection
from fullprime.match import BestOf, SetUp
from fullprime.notes import Note
from random_matches import random_match

SAMPLE = Path(__file__).parents[1] / "data" / "matches" / "sample.sgf"
OPENING = ";B[31qtst]"
"""Black, seat 1, begins with 8/5 6/5."""


def tree(nodes: str, root: str = "MI[length:0]") -> bytes:
    return f"(;FF[4]GM[6]{root}{nodes})".encode()


def game_of(nodes: str, root: str = "MI[length:0]") -> Match:
    return load(tree(nodes, root))


def properties(data: bytes) -> list[dict[str, list[str]]]:
    """Of every node, in any order: of moves the dice, since steps may be written in any order."""
    found = []
    for game in read_collection(data.decode()).trees:
        for node in game:
            values = {
                name: values
                for name, values in node.properties.items()
                if name not in ("AP", "RE", "RU")
            }
            for name in ("W", "B"):
                if name in values and values[name][0][0].isdecimal():
                    values[name] = [values[name][0][:2]]
            found.append(values)
    return found


# Reading ------------------------------------------------------------------------------------------


def test_the_sample() -> None:
    match = load(SAMPLE)
    assert match.players == ("Ann", "Ben [1]")
    assert match.target == Points(3)
    assert match.scores == ((2, 0), (2, 0))
    assert match.notes.about["event"] == "Club evening"
    assert match.notes.about["rating_1"] == "1588"
    assert match.notes.whole.text == "Two games, one of them short."
    assert match.notes.of(0, 3).text == "Running into it."
    assert match.notes.of(0, 3).mark == "?"


def test_what_the_program_thought() -> None:
    found = load(SAMPLE).notes.of(0, 3).analysis
    assert found is not None
    assert found.played == 1
    assert [each.play for each in found.candidates] == ["8/2 6/2", "24/18 18/14"]
    assert [each.by for each in found.candidates] == ["rollout, 36 trials", "2-ply"]
    assert found.candidates[1].equity == -0.321182
    assert found.candidates[1].outcome == (
        0.335498,
        0.092101,
        0.003328,
        0.38565,
        0.176861,
        0.006562,
    )
    assert found.cube is not None
    assert found.cube.chances
    assert (found.cube.no_double, found.cube.double_take) == (0.483192, 0.446986)
    assert found.cube.double_pass is None
    first = load(SAMPLE).notes.of(0, 1).analysis
    assert first is not None
    assert first.luck == 0.025


@pytest.mark.parametrize(
    "value",
    [
        "E ver 3 2C 1 0.0 1",
        "E ver 2 2C 0 1 0.0",
        "E ver 1 9 9 9 9 2C 0 1 0.0",
        "E 9 9 9 9 2C 0 1 0.0",
    ],
)
def test_cube_decisions_of_every_version(value: str) -> None:
    outputs = "0.6 0.2 0.01 0.1 0.02 0.3 0.5 0.6 0.2 0.01 0.1 0.02 0.3 0.4"
    found = game_of(f"{OPENING};W[double]DA[{value} {outputs}]").notes.of(0, 2).analysis
    assert found is not None
    assert found.cube is not None
    assert (found.cube.no_double, found.cube.double_take) == (0.5, 0.4)
    assert (found.cube.by, found.cube.chances, found.cube.double_pass) == ("2-ply", False, 1.0)
    assert found.cube.outcome == (0.4, 0.19, 0.01, 0.3, 0.08, 0.02)


@pytest.mark.parametrize("value", ["", "E", "E ver 3 2C", "X", "E ver 3 " + "nan " * 20])
def test_analysis_that_makes_no_sense_is_kept(value: str) -> None:
    data = tree(f"{OPENING}DA[{value}]A[0][zzz {value}][qtst {value}]LU[x]")
    found = load(data).notes.of(0, 1).analysis
    assert found is not None
    assert (found.cube, found.candidates, found.luck) == (None, (), None)
    assert dump(load(data), "sgf").data.decode().count(f"DA[{value}]A[0][zzz {value}]") == 1


def test_a_roll_that_cannot_be_played_has_a_candidate() -> None:
    match = game_of(f"{OPENING}A[0][E ver 3 0.5 0.1 0.01 0.1 0.01 0.2 0C 0 1 0.0 1]")
    found = match.notes.of(0, 1).analysis
    assert found is not None
    assert [(each.play, each.by) for each in found.candidates] == [("-", "0-ply")]


def test_letters_of_both_sides() -> None:
    log = game_of(";B[52lqac];W[53hcfc]").game.log
    assert [set(action.steps) for action in log if isinstance(action, Played)] == [
        {(24, 22), (13, 8)},
        {(8, 3), (6, 3)},
    ]


def test_beavers_and_raccoons_are_doubles_by_the_other_side() -> None:
    match = game_of(f"{OPENING};W[double];B[double];W[double];B[take];W[61mghg]")
    assert Beavered() in match.game.log
    assert Raccooned() in match.game.log
    assert (match.game.stakes.value, match.game.stakes.owner) == (8, 1)


def test_resignations_stand_in_the_result() -> None:
    match = game_of(f"{OPENING};PL[W]DI[64]", "MI[length:5]RE[B+2R]")
    assert match.score == (0, 2)
    assert match.game.log[-2] == Resigned(2)
    assert match.game.log[-3] == Rolled((6, 4))


def test_dice_that_were_set_are_those_of_the_move() -> None:
    with_dice = game_of(f";PL[W]DI[32]{OPENING};PL[W]DI[64];W[64xrrn]")
    assert with_dice.game.log == game_of(f"{OPENING};W[64xrrn]").game.log


def test_a_position_may_be_all_there_is() -> None:
    match = game_of(";PL[B]AE[a:y]AW[b:c][y]AB[x][w][w];CV[4];CP[w];PL[B]DI[52]", "MI[length:0]")
    set_up = SetUp(position="2:2 1:1 / bar:1 3:1 2:1", starter=1, cube=4, owner=0)
    assert match.begins == set_up
    assert match.game.roll == (5, 2)
    before = game_of(";PL[B]DI[52];CV[4];CO[w];AE[a:x]AW[b:c][y]AB[x][w][w]")
    assert before == match


def test_the_board_may_be_set_up_later() -> None:
    match = game_of(f"{OPENING};PL[B]AE[a:y]AW[b:c]AB[x][w][w];B[52wzwz]")
    assert match.game.log[2] == Arranged("2:2 1:1 / 3:1 2:1", 1)
    with pytest.raises(BadFile, match="line 1: some points of a board that was played on"):
        game_of(f"{OPENING};AW[b]")
    with pytest.raises(BadFile, match="a side has more than 15 checkers"):
        game_of(";AW[b]")


def test_rules() -> None:
    crawford = game_of("", "MI[length:5][ws:4][bs:1]RU[Crawford:CrawfordGame]")
    assert crawford.game.stakes.crawford
    after = game_of("", "MI[length:5][ws:4][bs:1]RU[Crawford]")
    assert not after.game.stakes.crawford
    assert game_of("", "AP[GNU Backgammon:1]MI[length:5]").settings.crawford is False
    assert game_of("", "AP[Another:1]MI[length:5]").settings.crawford is None
    assert game_of("", "MI[length:0]RU[Jacoby]").settings.jacoby
    assert game_of("", "MI[length:5]RU[NoCube:Crawford]").settings.cube is False
    assert game_of("", "RU[Hypergammon3]").variant.id == "hypergammon"
    automatic = game_of(f"{OPENING};W[double];B[drop]", "MI[length:0]CV[2]RE[W+2]")
    assert (automatic.settings.murphy, automatic.score) == (None, (2, 0))
    with pytest.raises(BadFile, match="hypergammon1 is not known, expected one of: hypergammon3"):
        game_of("", "RU[Hypergammon1]")


@pytest.mark.parametrize(
    "data",
    [
        b" ( ; GaMe [6] FF[4]\n ; Black [31 qtst]".replace(b" qtst", b"qtst") + b")",
        b"(;FF[4]GM[6](;B[31qtst](;W[64xrrn])(;W[64mgmi]))(;B[31adde]))".replace(
            b"(;W[64xrrn])(;W[64mgmi])", b""
        ),
        b"(;CA[UTF-8]MI[length:0];B[31qtst]B[52lqac])",
        "(;GM[6]\r\n;B[31qtst])".encode("utf-16"),
    ],
)
def test_everything_that_the_format_allows(data: bytes) -> None:
    assert load(data).game.log == game_of(OPENING).game.log


def test_character_sets() -> None:
    assert game_of("", "PW[Kévin]").players[0] == "Kévin"
    latin = "(;GM[6]CA[ISO-8859-2]PW[Łukasz])".encode("iso-8859-2")
    assert load(latin).players[0] == "Łukasz"
    assert load("(;GM[6]CA[nonsense]PW[Kévin])".encode("cp1252")).players[0] == "Kévin"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"(;GM[1]FF[4];B[aa])", "an SGF file of Go (GM[1]): expected GM[6]"),
        (b"(;FF[4])", "names no game"),
        (b"(;GM[6]SZ[24:1];)", "without a move or a position"),
        (b"(;GM[6]\n;B[31qtst]\n;W[9]\n)", "line 3: '9' is no move"),
        (b"(;GM[6]\n;B[31qtst", "line 2: the file ends in the middle of a value"),
        (b"(;GM[6]\n;B[31qtst]", "line 2: the file ends in the middle of a game"),
        (b"(;GM[6];B[31qtst]\n]x)", "line 2: ']' is no part of a property"),
        (b"(;GM[6]MI[length:99999])", "a match to 99999 points"),
        (b"(;GM[6];PL[W]DI[70])", "'70' are no dice"),
        (b"(;GM[6];CV[3])", "the cube shows 3"),
        (b"(;GM[6];B[31qtst];CV[4])", "the cube is set up in the middle of a game"),
    ],
)
def test_refusals_say_why(data: bytes, fault: str) -> None:
    with pytest.raises(BadFile) as error:
        load(data)
    assert fault in str(error.value)


def test_other_games_are_no_matches() -> None:
    assert sniff(b"(;GM[1])") is not None
    with pytest.raises(BadFile, match="chess"):
        load(b"(;GM[3])")


def test_a_truncated_file_gives_what_is_there() -> None:
    data = SAMPLE.read_bytes()
    for end in range(60, len(data), 97):
        found = load(data[:end], strict=False)
        assert found.notes.faults
        assert found.players[0] in ("Ann", "White")


@pytest.mark.parametrize(
    "data",
    [
        b"(" * 10**5,
        b"(;GM[6]" + b"(;" * 10**4,
        b"(;GM[6];C[" + b"\\" * 10**5,
        b"(;" + b"[" * 10**5,
        b"(;GM[6]" + b"(;B[31qtst]" * 1000 + b")" * 1000,
        b"(;GM[6]MI[length:"
        + b"9" * 10**5
        + b"][ws:"
        + b"9" * 10**5
        + b"];CV["
        + b"8" * 10**5
        + b"])",
        b"(;GM[6];AW" + b"[a:z]" * 10**5 + b")",
        b"(;GM[6]" + b";AE[a:y]AW[b]" * 1000 + b")",
    ],
    ids=range(8),
)
def test_nothing_takes_long(data: bytes) -> None:
    try:
        load(data, strict=False)
    except BadFile as error:
        assert len(str(error)) < 500


def test_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_lexer, "MOST_VALUES", 100)
    for much in (";", "(", ";C[]", ";C[" + "][" * 100 + "]"):
        with pytest.raises(BadFile, match="more than 100 nodes"):
            load(tree(much * 101))


@given(st.binary(max_size=200))
@example(b"\\")
@effort(max_examples=60)
def test_random_bytes_are_refused(data: bytes) -> None:
    _only_bad_files(b"(;GM[6]" + data)
    _only_bad_files(b"(;" + data)


@given(st.randoms(use_true_random=False), st.integers(1, 6))
@effort(max_examples=60, deadline=None)
def test_mutated_files_are_refused_or_read(rng: Random, changes: int) -> None:
    data = bytearray(SAMPLE.read_bytes())
    for _ in range(changes):
        start = rng.randrange(len(data))
        piece = rng.choice((b"", b"[", b"]", b"(", b")", b";", b"\\", data[: rng.randrange(90)]))
        data[start : start + rng.randrange(20)] = piece
    _only_bad_files(bytes(data))


def _only_bad_files(data: bytes) -> None:
    for strict in (True, False):
        try:
            found = load(data, strict=strict)
            assert dump(found, "json").data
        except BadFile as error:
            assert len(str(error)) < 2000


# Writing ------------------------------------------------------------------------------------------


def course(match: Match) -> list[object]:
    """What happened, without what the format may leave out."""
    found: list[object] = [match.scores]
    for game in match.games:
        stage = game.begun or game
        for action in game.log:
            if isinstance(action, Played):
                found.append((stage.turn, sorted(stage.roll or ()), stage.position))
            stage = stage.apply(action)
        found.append((game.result and game.result[:2], game.position if game.result else None))
    return found


def comes_back(match: Match) -> None:
    written = dump(match, "sgf")
    assert written.losses == ()
    assert load(written.data) == match


@pytest.mark.parametrize("seed", range(12))
def test_random_matches_come_back(seed: int) -> None:
    comes_back(random_match(seed))


@pytest.mark.long
def test_a_thousand_matches_come_back() -> None:
    for seed in range(12, 1000):
        comes_back(random_match(seed))


def test_resignations_at_any_time_come_back() -> None:
    opened = Match.start(target=5).apply("31")
    turn = opened.apply("8/5 6/5")
    dances = turn.apply(Arranged("bar:1 13:6 8:3 6:5 / 14:7 6:2 5:4 2:2", 1))
    for match in (Match.start(target=5), opened, turn, turn.apply("52"), dances.apply("52")):
        for by in (0, 1):
            on_turn = match.game.turn == by and match.game.phase is not Phase.OPENING
            comes_back(match.apply(Resigned(2) if on_turn else Resigned(2, by)).apply(Accepted()))


def test_notes_come_back() -> None:
    match = load(SAMPLE)
    comes_back(match)
    written = dump(match, "sgf")
    theirs = [{**node} for node in properties(SAMPLE.read_bytes())]
    theirs[0]["GC"] = ["Two games, one of them short."]  # without the break in the line
    assert properties(written.data) == theirs


def test_comments_may_hold_anything() -> None:
    match = game_of(OPENING)
    text = "[a] \\ ; (b)\n\\"
    noted = msgspec.structs.replace(
        match, players=("A]n\\n", "Ben"), notes=match.notes.comment(text, 0, 1).comment(text, 0)
    )
    comes_back(noted)


def test_a_comment_beside_a_roll_is_moved() -> None:
    match = game_of(OPENING)
    noted = msgspec.structs.replace(match, notes=match.notes.comment("A good roll.", 0, 0))
    written = dump(noted, "sgf")
    assert any("comments are moved" in loss for loss in written.losses)
    assert load(written.data).notes.of(0, 1).text == "A good roll."


def test_set_ups_come_back() -> None:
    for set_up in (
        SetUp(position="24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", starter=1),
        SetUp(position="bar:1 6:2 / bar:2 24:1", cube=4, owner=1, score=(3, 4), crawford=True),
        SetUp(score=(4, 4)),
        SetUp(cube=2),
    ):
        comes_back(Match.start(target=5, begins=set_up))


def test_illegal_plays_leave_their_board() -> None:
    nodes = f"{OPENING};W[52mkmg];B[61lrqr]"
    match = load(tree(nodes), strict=False)
    written = dump(match, "sgf")
    assert written.losses == (
        "The list of faults in the file that it came from is left out.",
        "Of illegal plays only the board after them is written.",
    )
    assert course(load(written.data)) == course(match)
    first = load(tree(";W[52mkmg];B[61lrqr]"), strict=False)
    assert course(load(dump(first, "sgf").data)) == course(first)


def test_what_is_lost_is_named() -> None:
    match = (
        Match.start(target=Money.of("5 beans"), settings=Settings(beavers=2, murphy=None))
        .apply("33")
        .apply("31")
        .apply("8/5 6/5")
        .apply("resign")
        .apply("decline")
    )
    notes = msgspec.structs.replace(
        match.notes.with_note(Note(spent=2.5), 0, 2), clock={"a": 1}, about={"site": "here"}
    )
    assert dump(msgspec.structs.replace(match, notes=notes), "sgf").losses == (
        "The stake is left out.",
        "Facts about the match are left out: site.",
        "The rules of the clock are left out.",
        "Opening throws that were equal are left out.",
        "The time that was spent is left out.",
        "Resignations that were declined are left out.",
    )


@pytest.mark.parametrize(
    ("match", "fault"),
    [
        (Match.start("plakoto"), "not Plakoto"),
        (Match.start(Variant.load("backgammon", {"cap5": True})), "not Backgammon with options"),
        (Match.start(["backgammon", "nackgammon"], target=5), "not of several in turn"),
        (Match.start(target=BestOf(3)), "not a best of games"),
    ],
)
def test_what_cannot_be_written_is_refused(match: Match, fault: str) -> None:
    with pytest.raises(BadFile, match=fault):
        dump(match, "sgf")


def test_a_closed_out_player_who_passed() -> None:
    closed = SetUp(position="6:2 5:2 4:2 3:2 2:3 1:4 / bar:1 8:2 6:12")
    match = Match.start(begins=closed).apply("21").apply("2/off 1/off").apply(Passed()).apply("21")
    match = match.apply(match.plays[0])
    comes_back(match)


# The collection -----------------------------------------------------------------------------------


ANALYZED = [name for name, kind in indexed().items() if kind.startswith("gnubg sgf")]


@pytest.mark.parametrize("file", ANALYZED)
def test_analysis_survives(file: str) -> None:
    data = (CORPUS / file).read_bytes()
    match = load(data, strict=False)
    written = dump(match, "sgf").data
    kept = msgspec.structs.replace(match.notes, faults=())
    again = load(written, strict=False)
    assert msgspec.structs.replace(again.notes, faults=()) == kept
    assert properties(written) == properties(data)


POSITIONS = [name for name in indexed() if name.startswith("gnubg_positions/") and ".sgf" in name]


@pytest.mark.parametrize("file", POSITIONS)
def test_positions_are_those_of_their_ids(file: str) -> None:
    with (CORPUS / "gnubg_positions" / "positions.tsv").open(encoding="utf-8") as lines:
        truth = dict(line.split("\t", 1) for line in lines)
    position_id, match_id = truth[Path(file).stem].split()
    match = load(CORPUS / file)
    told = from_match_id(match_id)
    assert match.position.gnubg_id == position_id
    assert match.game.turn == (0 if told.upper else 1)
    assert set(match.game.roll or ()) == set(told.dice or ())
    assert match.score == told.score[:: 1 if told.upper else -1]
    stakes = told.stakes.seen_by(match.game.turn)
    assert (match.game.stakes.value, match.game.stakes.owner) == (stakes.value, stakes.owner)
    assert (match.game.stakes.crawford, match.game.stakes.jacoby) == (
        stakes.crawford,
        stakes.jacoby,
    )


ROOT = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Ben]"


def test_text_before_the_first_game_is_ignored() -> None:
    match = load(f"# saved (by a program)\n\n{ROOT};W[31hefe])".encode())
    assert match.players == ("Ann", "Ben")
    with pytest.raises(BadFile, match="line 3, game 1"):
        load(f"# saved (by a program)\n\n{ROOT};W[31hefd])".encode())


def test_of_several_matches_the_first_is_read() -> None:
    data = f"{ROOT};W[31hefe])\n{ROOT.replace('Ann', 'Cleo')};W[31hefe])".encode()
    match = load(data, strict=False)
    assert (match.players, len(match.games)) == (("Ann", "Ben"), 1)
    assert [(each.line, each.text[:13]) for each in match.notes.faults] == [(2, "another match")]


def test_a_cube_limit_comes_back() -> None:
    for limit in (None, 2, 64, 4096):
        match = Match.start(settings=Settings(cube_limit=limit)).apply("31").apply("8/5 6/5")
        assert load(dump(match, "sgf").data).settings.cube_limit == limit
    written = dump(Match.start(settings=Settings(cube_limit=64)), "sgf").data
    assert load(written.replace(b"CubeLimit64", b"CubeLimit48")).settings.cube_limit is None
