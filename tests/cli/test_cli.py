"""The command as people and scripts meet it: good input, every kind of bad, pipes and signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import fullprime
from fullprime import Match, Points, Variant
from fullprime.cli import cli
from fullprime.engine import net_for
from fullprime.formats.saved import dump, load
from fullprime.tui.console import ConsoleTerminal
from program import MODULE, environment, run, run_process

USAGE, NOT_UNDERSTOOD, INTERRUPTED, READER_GONE = 2, 3, 130, 141
HUGE = "9" * 2_000_000
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
LEGAL = '{"id":1,"op":"legal","variant":"backgammon","position":"1:1 / 6:3","dice":[6,5]}'


# Good input --------------------------------------------------------------------------------------


def test_version() -> None:
    assert run_process("--version").stdout == f"fullprime, version {fullprime.__version__}\n"


def test_legal() -> None:
    done = run("legal", "--dice", "31")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 16
    assert any(line.startswith("8/5 6/5 ") for line in done.stdout.splitlines())


def test_legal_in_json() -> None:
    done = run("legal", "-d", "6-5", "-p", "1:1 / 6:3", "--json")
    expected = {"plays": [{"steps": [[1, "off"]], "position": "off:15 / 6:3"}]}
    assert json.loads(done.stdout) == expected
    piped = run_process("legal", "-d", "65", "-p", "-", "--json", stdin="1:1 / 6:3\n")
    assert json.loads(piped.stdout) == expected


@pytest.mark.parametrize("name", ["xg", "gnubg", "bgblitz", "snowie"])
def test_an_export_of_another_program_brings_position_dice_and_score(name: str) -> None:
    file = Path(__file__).parents[1] / "data" / "positions" / f"{name}.txt"
    export = file.read_text(encoding="latin-1")
    shown = run("hint", "-", "--plies", "0", stdin=export).stdout
    known = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
    assert shown == run("hint", known, "--plies", "0").stdout
    assert "you need 2, they need 3" in shown and "5-2 to play" in shown


def test_legal_of_another_game_with_a_value() -> None:
    position = ["-p", "hand:1 22:14 / hand:15", "-d", "63", "-v", "dutch"]
    assert len(run("legal", *position).stdout.splitlines()) == 2
    assert len(run("legal", *position, "-o", "entry=free").stdout.splitlines()) > 2
    bad = run("legal", *position, "-o", "entry=late")
    assert bad.returncode == NOT_UNDERSTOOD
    assert 'got "late", expected one of bar, free, all_first' in bad.stderr


def test_hint() -> None:
    done = run("hint", START, "31")
    heading, columns, *rows, blank, why = done.stdout.splitlines()
    assert (blank, why) == ("", "The best play makes your 5-point: 2 home points instead of 1.")
    assert heading.startswith(
        "Backgammon; money, cube 1 in the middle; 3-1 to play; net backgammon-"
    )
    assert heading.endswith("; 2-ply, cubeful")
    titles = "Play Equity Error Win % Gammon BG Lose G BG Ply"
    assert " ".join(columns.split()) == titles
    assert len(rows) == 5
    assert rows[0].startswith("1  8/5 6/5")
    assert len(set(map(len, (columns, *rows)))) == 1  # aligned
    assert len(run("hint", START, "31", "--top", "2").stdout.splitlines()) == 6
    everything = run("hint", START, "31", "--all").stdout.splitlines()[:-2]
    assert len(everything) == 18
    assert {row.split()[-1] for row in everything[2:]} == {"2"}  # all at full depth


def test_hint_marks_losses_across_depths() -> None:
    lines = run("hint", "31", "--plies", "2", "--top", "16").stdout.splitlines()[2:-2]
    rows = [line.split() for line in lines]
    assert rows[0][-1] == "2"
    assert any(row[-1] == "0" for row in rows)
    assert all(("~" in "".join(row)) == (row[-1] != "2") for row in rows)


def test_hint_without_chances() -> None:
    """Where a game can be drawn there are points only."""
    done = run("hint", "24:15 / 24:15", "65", "-v", "plakoto")
    net = net_for(Variant.load("plakoto"))
    assert net
    assert done.stdout.splitlines()[0] == (
        f"Plakoto; money, no cube; 6-5 to play; net {net.name}; 2-ply, cubeless"
    )
    assert done.stdout.splitlines()[1].split() == ["Play", "Equity", "Error", "Ply"]


def test_hint_of_a_named_doublet() -> None:
    done = run("hint", "24:2 / 24:2 8:2", "21", "-v", "acey_deucey", "--named", "6", "--all")
    assert done.stdout.count("(6-6)") == 4


def test_eval() -> None:
    done = run("eval", "6:1 / 1:2", "--cubeless")
    heading, *lines = done.stdout.splitlines()
    assert heading.endswith("; 2-ply, cubeless")
    assert lines == [
        "Equity  +0.5000 (cubeless)",
        "       Games  Gammons  Backgammons",
        " Won  75.0 %    0.0 %        0.0 %",
        "Lost  25.0 %    0.0 %        0.0 %",
        "          Pips  Wasted  Effective  Rolls",
        " On roll     6    4.21      10.21  1.250",
        "Opponent     2    6.17       8.17  1.000",
    ]
    cubeful = run("eval", "6:1 / 1:2").stdout.splitlines()
    assert cubeful[1:] == ["Equity  +1.0000 (cubeful)", *lines[1:]]
    draws = ("eval", "24:15 / 24:15", "-v", "plakoto", "-o", "mother_rule=draw_only")
    points = run(*draws).stdout.splitlines()
    assert points[0].startswith("Plakoto")
    assert points[0].endswith("; money, no cube; hand-made evaluator; 0-ply, cubeless")
    assert len(points) == 2


def test_eval_of_a_race_in_json() -> None:
    mine, theirs = json.loads(run("eval", "6:1 / 1:2", "--json").stdout)["race"]
    assert mine == {"pips": 6, "wasted": 4.208, "effective": 10.208, "rolls": 1.25}
    assert theirs == {"pips": 2, "wasted": 6.167, "effective": 8.167, "rolls": 1.0}
    assert "race" not in json.loads(run("eval", START, "--json").stdout)


def test_json_is_that_of_json_lines() -> None:
    fields = {"variant": "backgammon", "position": START}
    plays = {"op": "plays", "dice": [3, 1], **fields}
    lines = "\n".join(map(json.dumps, (plays, {"op": "eval", **fields})))
    first, second = run("jsonl", stdin=lines).stdout.splitlines()
    shown = [run("hint", START, "31", "--json"), run("eval", "-", "--json", stdin=f"{START}\n")]
    answers = [done.stdout.replace("{", '{"id":null,', 1).strip() for done in shown]
    assert answers == [first, second]
    top = json.loads(run("hint", START, "31", "--json", "--top", "3").stdout)["plays"]
    assert top == json.loads(first)["plays"][:3]


@pytest.mark.parametrize("name", [variant.id for variant in fullprime.variants()])
def test_play_every_game_to_the_end(name: str, tmp_path: Path) -> None:
    done = run(
        "play", "-v", name, "--bots", "--plies", "0", "--match", "1", "--seed", "2", home=tmp_path
    )
    assert done.returncode == 0
    assert "wins the match" in done.stdout


def test_legal_with_an_option() -> None:
    assert len(run("legal", "-d", "65", "--option", "cap5").stdout.splitlines()) == 6


def test_perft() -> None:
    assert run("perft").stdout.splitlines()[-1] == "total 447"
    assert json.loads(run("perft", "--depth", "2", "--json").stdout) == {"nodes": 202_782}


def test_jsonl() -> None:
    done = run_process("jsonl", stdin='{"id":1,"op":"perft","variant":"backgammon","depth":1}\n')
    assert done.returncode == 0
    assert json.loads(done.stdout)["nodes"] == 447


def test_met() -> None:
    *_, heads, late, first, second, third = run("met", "--length", "3").stdout.splitlines()
    assert heads.split() == ["1", "2", "3"]
    assert late.split() == ["1*", "50.0", "51.2", "67.7"]
    assert first.split() == ["1", "50.0", "67.7", "75.1"]
    assert second.split() == ["2", "32.3", "50.0", "59.9"]
    assert third.split() == ["3", "24.9", "40.1", "50.0"]


def test_met_in_json() -> None:
    table = json.loads(run("met", "--json").stdout)
    assert table["name"] == "Kazaross-XG2"
    assert len(table["before"]) == len(table["after"]) == 25
    assert table["before"][1][:2] == [0.32264, 0.5]
    longer = json.loads(run("met", "--length", "64", "--json").stdout)
    assert len(longer["before"]) == len(longer["before"][63]) == len(longer["after"]) == 64


def test_met_fits_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["fullprime.cli.met"], "screen_width", lambda: 40)
    shown = CliRunner().invoke(cli, ["met", "--length", "15"]).output.splitlines()
    assert max(len(line) for line in shown if "https:" not in line) <= 40
    heads = [line.split()[0] for line in shown if line.startswith("     ")]
    assert heads == ["1", "7", "13"]


def test_met_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.xml"
    path.write_text("<met>\n</met>")
    done = run("met", str(path))
    assert done.returncode == NOT_UNDERSTOOD
    assert "mine.xml': line 1: 0 elements 'info' in 'met', expected 1" in done.stderr
    assert "did you mean 'kazaross-xg2'?" in run("met", "kazaross").stderr


def test_info() -> None:
    assert "backgammon" in run("info").stdout
    assert json.loads(run("info", "--json").stdout)["version"] == fullprime.__version__


def test_info_about_a_game() -> None:
    net = net_for(Variant.load())
    assert net
    shown = run("info", net.variant_id).stdout
    assert f"net      {net.name}, trained on {net.variant_id}" in shown
    assert f"{net.card.gpu_seconds:,} seconds of a GPU, {net.card.positions:,} positions" in shown
    assert "strength: " in shown
    assert net.pruner is None or f"looks ahead with the pruner {net.pruner.name}" in shown
    assert "plakoto" not in shown
    about = json.loads(run("info", "standard", "--json").stdout)
    assert [net["name"] for net in about["nets"]] == [net.name]
    assert [variant["id"] for variant in about["variants"]] == [net.variant_id]
    assert "net      plakoto-" in run("info", "mahbusa").stdout
    unknown = run("info", "chess")
    assert unknown.returncode == NOT_UNDERSTOOD
    assert "unknown variant 'chess'" in unknown.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    done = run("completion", shell)
    assert done.returncode == 0
    assert "_FULLPRIME_COMPLETE" in done.stdout


def test_completion_completes() -> None:
    words = {"COMP_WORDS": "fullprime legal --variant back", "COMP_CWORD": "3"}
    done = subprocess.run(
        [Path(sys.executable).parent / "fullprime"],
        env={**os.environ, **words, "_FULLPRIME_COMPLETE": "bash_complete"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == "plain,backgammon\n"


def test_completion_of_named_rules() -> None:
    words = {"COMP_WORDS": "fullprime legal --option c", "COMP_CWORD": "3"}
    done = subprocess.run(
        [Path(sys.executable).parent / "fullprime"],
        env={**os.environ, **words, "_FULLPRIME_COMPLETE": "bash_complete"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == "plain,cap5\n"


@pytest.mark.parametrize(
    "command", ["", "play", "legal", "hint", "eval", "met", "perft", "jsonl", "info", "completion"]
)
def test_help_fits_a_terminal(command: str) -> None:
    done = run(*command.split(), "--help")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "Example" in done.stdout or command == "info"


# Bad input ---------------------------------------------------------------------------------------

BAD_POSITIONS = {
    "garbage": ('{"op":', "expected two sides"),
    "empty": ("", "expected position text such as"),
    "16 checkers": ("6:16 / 6:15", "the side on roll has 16 checkers, expected 15"),
    "negative": ("6:-3 / 6:15", "a count is 0 to 15"),
    "shared point": ("6:15 / 19:15", "both sides stand on the 6"),
    "huge": (f"6:{HUGE} / 6:15", "a count is 0 to 15"),
    "truncated": ("24:2 13:5 8:3 6:5 / 24:2 13:", "cannot read '13:'"),
    "truncated id": ("4HPwATDgc/AB", "a GNU id of 14 characters"),
    "finished": ("off:15 / 6:3", "the game is over"),
    "not text": ("\udcff\udcfe", "bad position"),
}


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        *product(["legal -d 31 -p", "perft -p"], BAD_POSITIONS),
        *product(["hint", "eval"], ["16 checkers", "huge", "finished"]),
    ],
)
def test_bad_positions(command: str, kind: str) -> None:
    text, message = BAD_POSITIONS[kind]
    dice = ["31"] if command == "hint" else []
    if kind == "huge":
        done = run_process(*command.split(), "-", *dice, stdin=text)
    else:
        done = run(*command.split(), text, *dice)
    assert done.returncode == NOT_UNDERSTOOD
    assert done.stdout == ""
    assert done.stderr.startswith("fullprime: ") and message in done.stderr


@pytest.mark.parametrize(
    "command", ["legal -d 31", "perft", "play", "hint 4HPwATDgc/ABMA 31", "eval 4HPwATDgc/ABMA"]
)
def test_unknown_variant_and_option(command: str, tmp_path: Path) -> None:
    unknown = run(*command.split(), "--variant", "bakgammon", home=tmp_path)
    assert unknown.returncode == NOT_UNDERSTOOD
    assert "did you mean 'backgammon'?" in unknown.stderr
    option = run(*command.split(), "--option", "cap6", home=tmp_path)
    assert option.returncode == NOT_UNDERSTOOD
    assert "unknown option of backgammon 'cap6'" in option.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("legal -d 31", 0),
        ("fly", USAGE),
        ("legal -d 01", NOT_UNDERSTOOD),
    ],
)
def test_exit_code_of_a_process(arguments: str, code: int, tmp_path: Path) -> None:
    assert run_process(*arguments.split(), home=tmp_path).returncode == code


@pytest.mark.parametrize("dice", ["0-1", "7-1", "1", "3-1-1", "x", "", "9" * 10_000])
def test_bad_dice(dice: str) -> None:
    for done in (run("legal", "--dice", dice), run("hint", START, dice)):
        assert done.returncode == NOT_UNDERSTOOD
        assert "expected two numbers from 1 to 6" in done.stderr


@pytest.mark.parametrize("command", ["hint 24:15/24:15 31", "eval 24:15/24:15", "play --bots"])
def test_plies_need_a_search(command: str, tmp_path: Path) -> None:
    game = ("plakoto", "-o", "mother_rule=draw_only")
    done = run(*command.split(), "--plies", "1", "--variant", *game, home=tmp_path)
    assert done.returncode == NOT_UNDERSTOOD
    reason = "Plakoto with mother_rule has no neural net yet"
    assert f"1-ply: {reason}; only 0-ply is available" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["legal", START, "31", "extra"],
        ["legal", START, "31", "--dice", "31"],
        ["legal", START, "31", "-p", START],
        ["why"],
        ["perft", "--depth", "0"],
        ["perft", "--depth", "deep"],
        ["completion", "tcsh"],
        ["completion"],
        ["jsonl", "--fast"],
        ["info", "backgammon", "more"],
        ["hint", START, "31", "--top", "0"],
        ["hint", START, "31", "--top", "3", "--all"],
        ["hint", START, "31", "--plies", "4"],
        ["eval", START, "31"],
        ["eval", START, "--plies", "-1"],
        ["play", "--plies", "4"],
        ["play", "--match", "0"],
        ["play", "--match", "3", "--money"],
        ["play", "--two", "--bots"],
        ["play", "--stake", "much"],
        ["play", "--stake", "5"],
        ["play", "--save", ""],
        ["play", "--seed", "-1"],
        ["play", "--name", " "],
        ["play", "--two", "--name", "Black"],
        ["play", "--automatic", "often"],
        ["play", "--name", "A", "--name", "B", "--name", "C"],
    ],
)
def test_wrong_usage(arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, home=tmp_path)
    assert done.returncode == USAGE
    assert "Usage: fullprime" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [["legal"], ["hint"], ["hint", START], ["legal", "-p", START]]
)
def test_dice_that_are_missing(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == NOT_UNDERSTOOD
    assert done.stderr == ("fullprime: dice are missing: give two, such as 31\n")


def test_position_and_dice_in_either_way() -> None:
    """The start if there is no position; a single word may be dice."""
    for command in ("legal", "hint"):
        shown = run(command, START, "31")
        assert shown.returncode == 0
        for words in ([START, "-d", "31"], ["-p", START, "31"], ["-p", START, "-d", "31"],
                      ["31"], ["-d", "31"], ["-", "31"]):  # fmt: skip
            assert run(command, *words, stdin=f"{START}\n").stdout == shown.stdout
    assert run("eval").stdout == run("eval", "-p", START).stdout == run("eval", START).stdout
    assert run("why", "61", "8/2").stdout == run("why", START, "61", "8/2").stdout


def test_jsonl_answers_every_kind_of_bad_line() -> None:
    lines = [
        b"garbage",
        b'{"id":2,"op":"legal","variant":"chess","position":"1:1 / 6:3","dice":[6,5]}',
        *(
            json.dumps({**json.loads(LEGAL), "position": text}).encode()
            for kind, (text, _) in BAD_POSITIONS.items()
            if kind not in ("huge", "not text")
        ),
        LEGAL.replace("[6,5]", "[7,0]").encode(),
        b'{"id":"' + HUGE.encode() + b'"}',
        b"\xff\xfe\x00",
        LEGAL.encode()[:-20],
    ]
    done = run_process("jsonl", stdin=b"\n".join([*lines, LEGAL.encode(), LEGAL.encode()[:30]]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len(answers) == len(lines) + 2
    assert all(set(answer) == {"id", "error"} for answer in answers[:-2])
    assert "plays" in answers[-2]
    assert "error" in answers[-1]


def closed_output(arguments: Sequence[str], stdin: bytes, home: Path) -> tuple[int, str]:
    """Runs the command with a standard output that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*MODULE, *arguments], input=stdin, stdout=writer,
            stderr=subprocess.PIPE, timeout=60, env=environment(home),
        )  # fmt: skip
    finally:
        os.close(writer)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(
    "command",
    ["legal -d 31", "legal -d 31 --json", "perft", "jsonl", "info", "completion bash",
     "hint 4HPwATDgc/ABMA 31", "eval 4HPwATDgc/ABMA --json",
     "play --bots --plies 0 --match 1 --seed 1", "play --seed 1"],
)  # fmt: skip
def test_closed_pipe(command: str, tmp_path: Path) -> None:
    code, err = closed_output(command.split(), b'{"op":"info"}\n', tmp_path)
    assert (code, err) == (READER_GONE, "")


def test_interrupt() -> None:
    """At once, by the signal itself, while it works on a request, which is known from its answer to
    the one before."""
    process = subprocess.Popen(
        [*MODULE, "jsonl"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # Tests that run in the background may have been told to ignore interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        process.stdin.write('{"op":"info"}\n{"op":"perft","variant":"backgammon","depth":6}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=200)
    assert (process.returncode, err) == (-signal.SIGINT, "")


def test_interrupt_of_other_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fullprime.analysis.answers.evaluate", interrupted)
    done = run("eval")
    assert done.returncode == INTERRUPTED
    assert done.stderr.strip() == "fullprime: interrupted"


# Play --------------------------------------------------------------------------------------------


def test_play_leaves_and_resumes(tmp_path: Path) -> None:
    first = run_process("play", "--seed", "5", stdin="quit\n", home=tmp_path)
    assert first.returncode == 0
    assert "python -m fullprime play --resume" in first.stdout
    again = run_process("play", "--resume", stdin="board\nquit\n", home=tmp_path)
    assert again.returncode == 0
    assert "match to 5" in again.stdout


def test_play_says_at_once_that_a_net_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setenv("FULLPRIME_SIMD", "abacus")
        done = run_process("play", "--seed", "5", home=tmp_path)
    assert done.returncode == 3
    assert "FULLPRIME_SIMD=abacus" in done.stderr
    again = run_process("play", "--seed", "5", home=tmp_path)
    assert again.returncode == 0
    assert "not finished" not in again.stdout


def test_plies_are_chosen_anew_when_a_match_goes_on(tmp_path: Path) -> None:
    """They say how well the computer plays, not what is played."""
    run("play", "--seed", "5", "--plies", "0", home=tmp_path)
    again = run("play", "--resume", "--plies", "1", stdin="\nhint\n", home=tmp_path)
    assert again.returncode == 0
    assert "Equity" in again.stdout
    assert "(1-ply, cubeful)" in again.stdout


def test_no_match_is_ever_overwritten(tmp_path: Path) -> None:
    for seed in "567":
        run("play", "--seed", seed, home=tmp_path)
    files = sorted((tmp_path / "matches").iterdir())
    seeds = [json.loads(file.read_bytes())["table"]["seed"] for file in files]
    assert seeds == [5, 6, 7]
    run("play", "--resume", home=tmp_path)
    assert sorted((tmp_path / "matches").iterdir()) == files


def test_resume_goes_on_with_the_last_match_wherever_it_is(tmp_path: Path) -> None:
    run("play", "--match", "3", home=tmp_path)
    run("play", "--match", "9", "--save", str(tmp_path / "ann.json"), home=tmp_path)
    assert "match to 9" in run("play", "--resume", home=tmp_path).stdout


def test_entered_dice_stay_entered(tmp_path: Path) -> None:
    run("play", "--enter-dice", "--two", stdin="31\n", home=tmp_path)
    again = run("play", "--resume", stdin="8/5 6/5\n\n", home=tmp_path)
    assert "roll and type the dice" in again.stdout


def test_options_are_not_dropped(tmp_path: Path) -> None:
    run("play", home=tmp_path)
    done = run("play", "--resume", "--match", "9", "--two", "--ascii", home=tmp_path)
    assert done.returncode == USAGE
    assert "leave out --match, --two" in done.stderr
    both = run("play", "--resume", "--save", str(tmp_path / "x.json"), home=tmp_path)
    assert both.returncode == USAGE
    assert "leave out --save" in both.stderr


def test_closed_streams(tmp_path: Path) -> None:
    for command in (
        "legal -d 31 >&-",
        "play --bots --plies 0 --match 1 >&-",
        "jsonl <&-",
        "play <&-",
    ):
        done = subprocess.run(
            ["bash", "-c", f"{sys.executable} -m fullprime {command}"],
            capture_output=True, text=True, env=environment(tmp_path), timeout=60,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), command


def test_play_with_contradictory_settings(tmp_path: Path) -> None:
    done = run("play", "--match", "5", "--jacoby", "--beavers", "1", home=tmp_path)
    assert done.returncode == NOT_UNDERSTOOD
    assert "Jacoby: only in money play" in done.stderr
    assert "beavers: only in money play" in done.stderr
    assert list(tmp_path.iterdir()) == []
    house = run("play", "--match", "5", "--jacoby", "--house-rules", home=tmp_path)
    assert house.returncode == 0


def test_a_stake_of_nothing_is_refused(tmp_path: Path) -> None:
    done = run("play", "--money", "--stake", "0", home=tmp_path)
    assert done.returncode == NOT_UNDERSTOOD
    assert "a stake of 0" in done.stderr
    done = run("play", "--money", "--stake", "5 5", home=tmp_path)
    assert done.returncode == NOT_UNDERSTOOD
    assert "such as 0.50 or 5 beans" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_play_two_bots_to_the_end(tmp_path: Path) -> None:
    done = run_process("play", "--bots", "--match", "2", "--seed", "2", "--ascii", home=tmp_path)
    assert done.returncode == 0
    assert "wins the match" in done.stdout
    assert done.stdout.isascii()


def test_bots_play_at_a_pace_where_a_person_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[float] = []

    def note(*_: object, pace: float, **__: object) -> int:
        paces.append(pace)
        return 0

    monkeypatch.setattr(sys.modules["fullprime.cli.play"], "run", note)
    run("play", "--bots", home=tmp_path)
    run("play", "--bots", "--pace", "0.25", home=tmp_path)
    monkeypatch.setattr(ConsoleTerminal, "is_watched", True)
    run("play", "--bots", home=tmp_path)
    run("play", "--bots", "--pace", "0", home=tmp_path)
    assert paces == [0, 0.25, 1, 0]
    assert ConsoleTerminal(Console(force_terminal=True)).is_watched
    assert run("play", "--bots", "--pace", "-1", home=tmp_path).returncode == USAGE


def test_illegal_plays_and_garbage_at_the_table(tmp_path: Path) -> None:
    typed = ["8/2 24/23", "hello", "8/9", HUGE, "99", "take", "\x00\x01", "quit"]
    done = run(
        "play", "--two", "--enter-dice", stdin="\n".join(["7-0", "3-1", *typed]), home=tmp_path
    )
    assert done.returncode == 0
    shown = " ".join(done.stdout.split())
    assert "expected two numbers from 1 to 6" in shown
    assert "(STD-" in shown
    assert "Not allowed" in shown
    assert "-m fullprime play --resume" in shown


def match_file(folder: Path) -> Path:
    path = folder / "match.json"
    path.write_bytes(dump(Match.start(target=Points(3))))
    return path


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a match file of a known format"),
        (b"garbage", "not a match file of a known format"),
        (b'{"position":1}', "not a saved match"),
        (b"\xff\xfe\x00", "not a match file of a known format"),
        (dump(Match.start(target=Points(3)))[:100], "not a saved match"),
        (b"[" * 1_000_000, "not a match file of a known format"),
        (dump(Match.start(target=Points(3)), {"seed": 1, "stream": "q"}), "not numbers"),
        (dump(Match.start(target=Points(3))).replace(b"backgammon", b"chess"), "unknown variant"),
        (
            dump(Match.start(target=Points(3))).replace(
                b'"actions": []', b'"actions": [{"type":"rolled","dice":[7,1]}]'
            ),
            "bad dice",
        ),
    ],
)
def test_bad_saved_matches(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(data)
    done = run("play", "--resume", str(path), home=tmp_path)
    assert done.returncode == NOT_UNDERSTOOD
    assert message in done.stderr and str(path) in done.stderr
    assert path.read_bytes() == data


MAT = """ 7 point match

 Game 1
 Ann : 0                             Ben : 0
  1) 31: 8/5 6/5                     62: 24/18 13/11
  2)  Doubles => 2                    Takes
"""


def test_a_match_of_another_program_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    path.write_text(MAT)
    resume = ("play", "--resume", str(path), "--two")
    done = run(*resume, "--seed", "3", stdin="history\n", home=tmp_path)
    assert done.returncode == 0
    shown = " ".join(done.stdout.split())
    assert "The file stays as it is." in shown
    assert "  Ben: take\n" in done.stdout
    assert "Ann: Enter rolls" in shown
    assert path.read_text() == MAT
    again = run("play", "--resume", stdin="history\n", home=tmp_path)  # now it is one of ours
    assert "  Ben: take\n" in again.stdout
    refused = run(*resume, "--match", "9", home=tmp_path)
    assert refused.returncode == USAGE
    assert "keeps its own rules: leave out --match" in refused.stderr


def test_a_match_of_another_program_is_played_against_the_computer(tmp_path: Path) -> None:
    path, kept = tmp_path / "match.mat", tmp_path / "kept.json"
    path.write_text(MAT.replace("8/5 6/5", "8/5 7/6"))
    done = run("play", "--resume", str(path), "--save", str(kept), home=tmp_path)
    assert "fault" in done.stdout
    assert "which `fullprime show` lists" in " ".join(done.stdout.split())
    match, table = load(kept.read_bytes())
    assert match.players == ("Ann", "Ben")
    assert (table["seat0"], table["seat1"]) == (None, "Ben")


def test_a_match_that_is_over_can_be_looked_at_and_exported(tmp_path: Path) -> None:
    path, out = tmp_path / "match.mat", tmp_path / "out.json"
    end = "Takes\n  3)   Wins 2 points\n"
    path.write_text(MAT.replace(" 7 point", " 2 point").replace("Takes\n", end))
    done = run("play", "--resume", str(path), stdin=f"history\nexport {out}\n", home=tmp_path)
    assert done.returncode == 0
    assert "This match is over." in done.stdout
    assert "Ann wins 2 (resignation)" in done.stdout
    assert load(out.read_bytes())[0].winner == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--save", "{}"],
        ["serve", "--data", "{}"],
        ["rollout", "1:1 / 1:1", "--trials", "36", "--save", "{}"],
    ],
)
def test_no_folder_is_made_by_a_slip(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "missing" / "x.json"
    done = run(*(word.format(path) for word in arguments), home=tmp_path / "home")
    assert done.returncode == NOT_UNDERSTOOD
    assert f"the folder {path.parent} does not exist" in done.stderr
    assert not path.parent.exists()
    assert not done.stdout


def test_missing_and_existing_files(tmp_path: Path) -> None:
    missing = run("play", "--resume", str(tmp_path / "none.json"), home=tmp_path)
    assert missing.returncode == NOT_UNDERSTOOD
    assert "no saved match at" in missing.stderr
    path = match_file(tmp_path)
    before = path.read_bytes()
    existing = run("play", "--save", str(path), home=tmp_path)
    assert existing.returncode == NOT_UNDERSTOOD
    assert f"--resume {path}" in existing.stderr
    assert path.read_bytes() == before
    folder = run("play", "--resume", str(tmp_path), home=tmp_path)
    assert folder.returncode == USAGE


def test_numbers_that_nobody_means() -> None:
    done = run("legal", "-d", "31", "-o", f"score={'9' * 5000}")
    assert done.returncode == NOT_UNDERSTOOD
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("given", [("--cube",), ("--crawford",), ("--automatic", "3")])
def test_a_match_to_one_point_has_no_use_for_the_cube(
    given: tuple[str, ...], tmp_path: Path
) -> None:
    done = run("play", "--match", "1", *given, home=tmp_path)
    assert done.returncode == USAGE
    assert f"played without the cube: leave out {given[0]}" in done.stderr


def test_pace_belongs_to_bots(tmp_path: Path) -> None:
    done = run("play", "--two", "--pace", "3", home=tmp_path)
    assert done.returncode == USAGE and "--pace belongs to --bots" in done.stderr


def test_a_series_is_no_single_game() -> None:
    done = run("legal", "-d", "31", "-v", "tavli")
    assert done.returncode == NOT_UNDERSTOOD
    assert "tavli is a series of games; choose one of portes, plakoto, fevga" in done.stderr


def test_the_right_to_hit_can_be_given() -> None:
    """8/5* hits at once; without the right a checker has to come home first."""
    about = ("legal", "-v", "dutch", "8:1 7:14 / 24:1 20:1 6:13", "31", "--hit-right")
    assert "8/5*/4" in run(*about, "yes", "no").stdout
    assert "8/5*/4" not in run(*about, "no", "no").stdout
