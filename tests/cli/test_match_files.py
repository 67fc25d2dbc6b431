"""`fullprime show` and `fullprime convert`: single files, folders, faults, what is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from fullprime import Match, Points
from fullprime.action import Arranged
from fullprime.formats.saved import dump, load
from fullprime.notes import Notes, ReadingFault
from program import MODULE, environment, run, run_process

USAGE, NOT_UNDERSTOOD = 2, 3
FAULT = ReadingFault(line=7, game=1, text="Ben, 52: 13/8 6/3: no such play")


def short_match() -> Match:
    """Two games: one with the cube, the other with an illegal play, and not finished."""
    match = Match.start(players=("Ann", "Ben"), target=Points(5))
    for action in ("31", "8/5 6/5", "double", "take", "62", "24/18 13/11", "resign 2", "accept"):
        match = match.apply(action)
    match = match.next_game().apply("25")
    board = "24:2 13:5 8:3 6:5 / 24:2 13:4 8:3 6:5 3:1"
    match = match.apply(Arranged(board, 0, ((13, 8), (6, 3))))
    notes = Notes(about={"event": "Club night", "rating_0": "1600"}, faults=(FAULT,))
    return msgspec.structs.replace(match, notes=notes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    matches = tmp_path / "matches"
    (matches / "old").mkdir(parents=True)
    (matches / "one.json").write_bytes(dump(short_match()))
    (matches / "old" / "two.json").write_bytes(dump(Match.start(players=("Ann", "Ben"))))
    (matches / "readme").write_text("Nothing but words.")
    (matches / ".hidden.json").write_text("{}")
    return matches


# Show --------------------------------------------------------------------------------------------


def test_a_summary(folder: Path) -> None:
    done = run("show", str(folder / "one.json"))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "Ann - Ben",
        "Match to 5 points, Backgammon; read as json (Fullprime's own file)",
        "Event: Club night",
        "Rating of Ann: 1600",
        "Game 1, Backgammon, 0-0, 2 plays: Ben wins 4 (resignation)",
        "Game 2, Backgammon, 0-4, Crawford game, 1 play: not finished",
        "Score: Ann 0, Ben 4",
        "",
        "1 fault:",
        f"  line 7, game 1: {FAULT.text}",
    ]


def test_the_plays_of_a_game(folder: Path) -> None:
    done = run("show", str(folder / "one.json"), "--game", "1")
    assert done.stdout.splitlines() == [
        "Game 1, Backgammon, 0-0",
        "  Ann: 3-1: 8/5 6/5",
        "  Ben: double to 2",
        "  Ann: take",
        "  Ben: 6-2: 24/18 13/11",
        "  Ann: resign 4",
        "  Ben: accept",
        "  Ben wins 4 (resignation)",
    ]
    assert (
        "  Ben: 5-2: 13/8 6/3 (illegal)"
        in run("show", str(folder / "one.json"), "--game", "2").stdout
    )
    missing = run("show", str(folder / "one.json"), "--game", "3")
    assert missing.returncode == USAGE
    assert "the match has 2 games" in missing.stderr


def test_json_has_the_shape_of_the_design(folder: Path) -> None:
    shown = json.loads(run("show", str(folder / "one.json"), "--json").stdout)
    first, second = shown.pop("games")
    assert shown == {
        "format": "json",
        "players": ["Ann", "Ben"],
        "length": 5,
        "faults": [{"line": 7, "text": f"game 1: {FAULT.text}"}],
    }
    start = "4HPwATDgc/ABMA"
    assert first == {
        "score": [0, 0],
        "actions": [
            {"player": 0, "action": "move", "dice": [3, 1], "play": "8/5 6/5", "before": start},
            {"player": 1, "action": "double"},
            {"player": 0, "action": "take"},
            {
                "player": 1, "action": "move", "dice": [6, 2], "play": "24/18 13/11",
                "before": "sGfwATDgc/ABMA",
            },
            {"player": 0, "action": "resign", "points": 4},
            {"player": 1, "action": "accept"},
        ],
        "winner": 1,
        "points": 4,
    }  # fmt: skip
    assert second["score"] == [0, 4]
    assert second["winner"] is None
    assert second["actions"] == [
        {"player": 1, "action": "move", "dice": [5, 2], "play": "13/8 6/3", "before": start}
    ]


def test_a_game_without_gnu_ids_shows_position_text(tmp_path: Path) -> None:
    match = Match.start("coan_ki").apply("3-1").apply("5-2")
    file = tmp_path / "match.json"
    file.write_bytes(dump(match.apply(match.plays[0])))
    (move,) = json.loads(run("show", str(file), "--json").stdout)["games"][0]["actions"]
    assert move["before"] == "16:8 15:8 / 16:8 15:8"


def test_a_folder_has_a_line_for_each_match_and_a_table(folder: Path) -> None:
    done = run("show", str(folder))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"{folder}/old/two.json: Ann - Ben, 1 game, Score: Ann 0, Ben 0",
        f"{folder}/one.json: Ann - Ben, 2 games, Score: Ann 0, Ben 4, 1 fault",
        "Format    Files    Games    Plays   Faults",
        "json          2        3        3        1",
        "1 other file skipped: no match files",
    ]


def test_json_of_several_files_is_a_line_each(folder: Path) -> None:
    (folder / "broken.json").write_bytes(dump(short_match())[:-200])
    done = run("show", str(folder), "--json")
    assert done.returncode == NOT_UNDERSTOOD
    lines = {Path(line["file"]).name: line for line in map(json.loads, done.stdout.splitlines())}
    assert set(lines) == {"one.json", "two.json", "broken.json"}
    assert lines["one.json"]["length"] == 5
    assert "not a saved match" in lines["broken.json"]["error"]
    assert "1 file could not be read" in done.stderr


def test_a_file_that_fails_is_named_and_the_others_go_on(folder: Path) -> None:
    (folder / "broken.json").write_bytes(dump(short_match())[:-200])
    done = run("show", str(folder))
    assert done.returncode == NOT_UNDERSTOOD
    assert f"fullprime: {folder}/broken.json: not a saved match" in done.stderr
    assert f"{folder}/one.json: Ann - Ben" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_a_bar_on_the_terminal_leaves_the_output_alone(folder: Path) -> None:
    import pty

    master, terminal = pty.openpty()
    done = subprocess.run(
        [*MODULE, "show", str(folder)], stdout=subprocess.PIPE, stderr=terminal, timeout=60,
        env=environment(None) | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(terminal)
    drawn = os.read(master, 65536)
    os.close(master)
    assert b"3/3" in drawn
    assert done.stdout.decode() == run("show", str(folder)).stdout


def test_what_cannot_be_shown(folder: Path, tmp_path: Path) -> None:
    unknown = run("show", str(folder / "readme"))
    assert unknown.returncode == NOT_UNDERSTOOD
    assert "not a match file of a known format" in unknown.stderr
    absent = run("show", str(tmp_path / "absent.mat"))
    assert absent.returncode == USAGE
    assert "there is no file" in absent.stderr
    assert run("show", str(folder), "--game", "1").returncode == USAGE


def test_standard_input_is_read() -> None:
    done = run_process("show", "-", stdin=dump(short_match()))
    assert done.stdout.startswith("Ann - Ben\n")


def test_names_of_players_cannot_move_the_cursor(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(dump(Match.start(players=("Ann\x1b[2J", "Ben"))))
    assert "\x1b" not in run("show", str(file)).stdout


# Convert -----------------------------------------------------------------------------------------


def test_the_ending_names_the_format(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "match.text"
    done = run("convert", str(folder / "one.json"), str(target))
    assert done.returncode == 0
    assert target.read_text().startswith("Ann - Ben\nMatch to 5 points, Backgammon\n")
    assert "1 fault" in done.stderr
    assert "no program reads the match from it again" in done.stderr


def test_the_same_format_loses_nothing(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    assert run("convert", str(folder / "one.json"), str(target), "--to", "json").returncode == 0
    assert load(target.read_bytes())[0] == short_match()


def test_nothing_is_overwritten_unasked(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "match.json"
    target.write_text("mine")
    arguments = ("convert", str(folder / "one.json"), str(target))
    refused = run(*arguments)
    assert refused.returncode == NOT_UNDERSTOOD
    assert "--force overwrites it" in refused.stderr
    assert target.read_text() == "mine"
    assert run(*arguments, "--force").returncode == 0
    assert load(target.read_bytes())[0] == short_match()


def test_streams(folder: Path) -> None:
    data = (folder / "one.json").read_bytes()
    done = run_process("convert", "-", "-", "--to", "text", stdin=data)
    assert done.stdout.startswith("Ann - Ben\n")
    assert run("convert", str(folder / "one.json"), "-").returncode == USAGE


def test_a_folder_is_converted_whole(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("convert", str(folder), str(out), "--to", "text")
    assert done.returncode == 0
    written = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert written == {"one.text", "old/two.text"}
    assert "2 converted to text, 0 failed, 1 other file skipped" in done.stderr
    again = run("convert", str(folder), str(out), "--to", "text")
    assert again.returncode == NOT_UNDERSTOOD
    assert "0 converted to text, 2 failed" in again.stderr


def test_two_files_never_become_one(folder: Path, tmp_path: Path) -> None:
    (folder / "one.backup").write_bytes(dump(Match.start()))
    out = tmp_path / "out"
    run("convert", str(folder), str(out), "--to", "text")
    written = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert written == {"one.json.text", "one.backup.text", "old/two.text"}


def test_wrong_usage_of_convert(folder: Path, tmp_path: Path) -> None:
    one = str(folder / "one.json")
    ending = run("convert", one, str(tmp_path / "match.doc"))
    assert ending.returncode == NOT_UNDERSTOOD
    assert "expected one of: .json" in ending.stderr
    assert run("convert", one, str(folder)).returncode == USAGE
    assert run("convert", str(folder), str(tmp_path / "out")).returncode == USAGE
    assert run("convert", str(folder), one, "--to", "text").returncode == USAGE
    nowhere = run("convert", one, str(tmp_path / "no" / "match.json"))
    assert nowhere.returncode == NOT_UNDERSTOOD
    assert "does not exist" in nowhere.stderr


# Repair ------------------------------------------------------------------------------------------

FAULTY = """ 5 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2) 52: 13/8 24/23              64: 24/18 13/9
  3) 41: 24/23 13/9              53: 11/6 9/6
"""


def test_changes_are_proposed_and_never_made(tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_text(FAULTY)
    done = run("show", str(file), "--repair")
    assert done.returncode == 0
    assert done.stdout.splitlines()[:2] == [
        "Game 1:",
        "  1. line 6: read the roll as 51, not 52",
    ]
    assert file.read_text() == FAULTY
    told = json.loads(run("show", str(file), "--repair", "--json").stdout)
    first = told["proposals"][0]
    assert (first["game"], first["line"], first["change"]) == (1, 6, "dice")


def test_what_needs_no_repair_says_so(tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_text(FAULTY.replace("52: 13/8 24/23", "52: 13/8 24/22"))
    assert run("show", str(file), "--repair").stdout == "Every game is legal.\n"
    assert run("show", str(tmp_path), "--repair").returncode == USAGE
