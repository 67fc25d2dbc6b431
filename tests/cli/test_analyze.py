"""`fullprime analyze`: one file, folders, faults, what other programs read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fullprime import Match, SeededDice
from fullprime.cli.match_files import Found
from fullprime.cli.reviewed import Reviewed, review_file
from fullprime.engine import Engine, play_match
from fullprime.formats.saved import dump
from program import run

USAGE, NOT_UNDERSTOOD = 2, 3
FILES = Path(__file__).parents[1] / "data" / "matches"
HEAD = " 3 point match\n\n Game 1\n Ann : 0              Ben : 0\n"
MATCH = HEAD + "  1) 31: 24/23 13/10   62: 24/18 13/11\n  2) 65: 24/13\n"
ILLEGAL = HEAD + "  1) 31: 8/5 6/4       64: 24/14\n"


def test_a_table_and_the_errors() -> None:
    shown = run("analyze", "-", "--plies", "0", stdin=MATCH)
    assert shown.returncode == 0
    assert "Ann - Ben\nMatch to 3 points" in shown.stdout
    assert "24/23 13/10  8/5 6/5" in shown.stdout
    assert "Luck-adjusted" in shown.stdout
    assert run("analyse", "-", "--plies", "0", stdin=MATCH).stdout == shown.stdout


def test_json() -> None:
    told = json.loads(run("analyze", "-", "--plies", "1", "--json", stdin=MATCH).stdout)
    assert [player["name"] for player in told["players"]] == ["Ann", "Ben"]
    first = told["games"][0]["decisions"][0]
    assert (first["turn"], first["player"], first["kind"]) == (1, 0, "checker")
    assert (first["played"], first["best"]) == ("24/23 13/10", "8/5 6/5")
    assert first["plies"] == told["settings"]["plies"] == 1
    assert first["position"] == "4HPwATDgc/ABMA"
    assert [each["kind"] for each in told["games"][0]["decisions"]] == [
        *("checker", "double", "checker", "double", "checker")
    ]


def test_me() -> None:
    shown = run("analyze", "-", "--plies", "0", "--me", "ben", stdin=MATCH)
    assert "24/23 13/10" not in shown.stdout
    refused = run("analyze", "-", "--plies", "0", "--me", "Zoe", stdin=MATCH)
    assert refused.returncode == NOT_UNDERSTOOD
    assert "no player is 'Zoe', only Ann and Ben" in refused.stderr


def test_close_decisions_and_rollouts() -> None:
    few = ("--plies", "0", "--trials", "36")
    shown = run("analyze", "-", *few, "--close", "--rollout", "blunders", stdin=MATCH)
    assert "0-ply, net" in shown.stdout
    assert "; close decisions 1-ply" in shown.stdout
    told = json.loads(run("analyze", "-", *few, "--rollout", "1.2", "--json", stdin=MATCH).stdout)
    made = told["games"][0]["decisions"]
    assert [each["rollout"] is not None for each in made] == [False, False, True, False, False]
    assert made[2]["rollout"]["trials"] == 36
    assert told["settings"]["close"] is None
    theirs = run("analyze", "-", *few, "--me", "Ben", "--rollout", "blunders", stdin=MATCH)
    assert "rollout" not in theirs.stdout
    line = next(each for each in shown.stdout.splitlines() if "24/23 13/10" in each)
    assert line.split()[-2:] == ["rollout", "blunder"]
    refused = run("analyze", "-", *few, "--rollout", "1.9", stdin=MATCH)
    assert refused.returncode == NOT_UNDERSTOOD
    assert "unknown decision '1.9', expected one of: 1.1, 1.2-double" in refused.stderr


def test_the_luck_of_the_dice() -> None:
    shown = run("analyze", "-", "--plies", "0", "--luck", stdin=MATCH).stdout
    told = json.loads(run("analyze", "-", "--plies", "0", "--json", stdin=MATCH).stdout)
    rolls = told["games"][0]["rolls"]
    sums = [sum(each["luck"] for each in rolls if each["player"] == seat) for seat in (0, 1)]
    assert f"1             {sums[0]:+.3f}  {sums[1]:+.3f}" in shown
    lines = [
        line.split() for line in shown.split("Game  Turn  Player  Dice    Luck\n")[1].split("\n")
    ]
    order = sorted(rolls, key=lambda each: -abs(each["luck"]))
    assert [line[-1] for line in lines if line] == [f"{each['luck']:+.3f}" for each in order]
    assert "Luck in game" not in run("analyze", "-", "--plies", "0", stdin=MATCH).stdout


def test_faults_are_listed() -> None:
    shown = run("analyze", "-", "--plies", "0", stdin=ILLEGAL)
    assert shown.returncode == 0
    assert "Faults of the file:\n  line 5: game 1: Ann" in shown.stdout


def test_what_is_no_match() -> None:
    refused = run("analyze", "-", stdin="hello\n")
    assert refused.returncode == NOT_UNDERSTOOD
    assert "not a match file" in refused.stderr
    assert run("analyze", "nowhere.mat").returncode == USAGE


def test_an_empty_match(tmp_path: Path) -> None:
    file = tmp_path / "new.json"
    file.write_bytes(dump(Match.start(players=("Ann", "Ben"), target=5)))
    shown = run("analyze", str(file))
    assert shown.returncode == 0
    assert "Nothing to review." in shown.stdout


@pytest.mark.parametrize(("game", "target"), [("tavli", 3), ("plakoto", 1)])
def test_other_games(game: str, target: int, tmp_path: Path) -> None:
    engines = Engine(plies=0, name="Ann"), Engine(plies=0, name="Ben")
    file = tmp_path / "match.json"
    file.write_bytes(dump(play_match(*engines, SeededDice(1), target=target, variant=game)))
    told = json.loads(run("analyze", str(file), "--plies", "0", "--json").stdout)
    assert {player["pr"] for player in told["players"]} == {0.0}
    assert "plakoto" in told["settings"]["evaluators"]


def test_a_folder_with_an_index(tmp_path: Path) -> None:
    """The broken file is named, the others are reviewed."""
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "old").mkdir(parents=True)
    (folder / "a.mat").write_text(MATCH)
    (folder / "old" / "a.mat").write_text(ILLEGAL)
    (folder / "notes.md").write_text("no match\n")
    (folder / "broken.json").write_bytes(dump(Match.start())[:-20])
    shown = run("analyze", str(folder), "--plies", "0", "--me", "Ann", "--out", str(out))
    assert shown.returncode == NOT_UNDERSTOOD
    assert "2 matches reviewed\n1 file could not be read\n1 other file skipped\n" in shown.stdout
    assert "Ann: PR" in shown.stdout
    assert "broken.json" in shown.stderr
    index = json.loads((out / "index.json").read_text())["reports"]
    assert [each.get("report") for each in index] == ["a.json", None, "a-2.json"]
    report = json.loads((out / "a.json").read_text())
    assert report["players"] == index[0]["players"]
    assert index[2]["faults"] == 1
    page = (out / "index.html").read_text()
    for entry in index:
        assert Path(entry["file"]).name in page
        if "page" in entry:
            assert f'href="{entry["page"]}"' in page
            assert "<h2>Summary</h2>" in (out / entry["page"]).read_text()
    assert "2 matches reviewed; 1 file could not be read; 1 other file skipped; Ann: PR" in page


def test_a_mistake_of_ours_does_not_stop_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.mat").write_text(MATCH)
    (tmp_path / "b.mat").write_text(MATCH.replace("Ben", "Eve"))

    def report(batch: object, found: Found, before: str = "") -> Reviewed:
        if found.path.stem == "a":
            raise ZeroDivisionError("a slip")
        return review_file(found, 0, None, before)

    monkeypatch.setattr(sys.modules["fullprime.cli.analyze"]._Batch, "report", report)
    shown = run("analyze", str(tmp_path), "--plies", "0")
    assert shown.returncode == NOT_UNDERSTOOD
    assert "a.mat: a mistake of the program: ZeroDivisionError: a slip" in shown.stderr
    assert "1 match reviewed" in shown.stdout


def test_every_format_that_is_read() -> None:
    shown = run("analyze", str(FILES), "--plies", "0", "--json")
    assert shown.returncode == 0
    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert len(lines) == len(list(FILES.iterdir()))
    assert all(any(game["decisions"] for game in line["games"]) for line in lines)
