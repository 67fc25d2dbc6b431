"""`fullprime rollout`, `extend-rollout` and `verify-rollout`, as people and scripts meet them."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from program import MODULE, environment, run

USAGE, NOT_UNDERSTOOD = 2, 3
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def test_rollout(tmp_path: Path) -> None:
    done = run("rollout", "6:1 / 1:2", "--trials", "36", "--cubeless")
    assert done.stdout.splitlines()[1:] == [
        " Equity    S.E.   Win %  Gammon    BG  Lose G    BG",
        "+0.5000  0.0000    75.0     0.0   0.0     0.0   0.0",
        "36 trials, seed 1, 0-ply, cubeless",
    ]
    usual = run("rollout", "6:1 / 1:2", "--trials", "36").stdout.splitlines()
    assert usual[2].startswith("+1.0000  0.0000    75.0 ")
    assert usual[3] == "36 trials, seed 1, 0-ply, cubeful"
    file = tmp_path / "kept.json"
    done = run("rollout", "6:1 2:1 / 1:2", "--double", "--trials", "36", "--save", str(file))
    assert "double, pass  +1.0000\nBest cube action: no double\n" in done.stdout
    assert run("verify-rollout", str(file)).stdout.startswith(
        "Verified: 2 candidates \N{MULTIPLICATION SIGN} 36 trials"
    )
    done = run("extend-rollout", str(file), "--trials", "72")
    assert "72 trials, seed 1" in done.stdout
    assert done.stdout.startswith("Backgammon; money, cube 1 in the middle; net backgammon-")
    again = run("rollout", "6:1 2:1 / 1:2", "--double", "--trials", "72", "--save", f"{file}2")
    assert again.returncode == 0
    assert file.read_bytes() == Path(f"{file}2").read_bytes()
    kept = json.loads(file.read_bytes())
    plies = kept["lines"][0]["plies"]
    kept["lines"][0]["plies"] = 0
    file.write_text(json.dumps(kept))
    done = run("verify-rollout", str(file))
    assert (done.returncode, done.stdout) == (1, f"lines[0].plies: 0, expected {plies}\n")
    plays = run("rollout", START, "63", "--trials", "36", "--truncate", "2", "--json")
    lines = json.loads(plays.stdout)["lines"]
    assert len(lines) > 1 and all(line["name"] for line in lines)
    assert "joint standard errors" in run(
        "rollout", START, "63", "--trials", "36", "--truncate", "2", "--plies", "1"
    ).stdout  # fmt: skip
    assert "choose one of" in run("rollout", START, "31", "--double").stderr


def test_rollout_help_shows_its_own_depth() -> None:
    shown = " ".join(run("rollout", "--help").stdout.split())
    assert "for each play; default 0." in shown and "default 2" not in shown


def test_rolled_out_doubles_may_be_beavered() -> None:
    asked = ("rollout", "6:1 5:1 / 3:1 1:1", "--double", "--trials", "36")
    assert run(*asked).stdout.splitlines()[-2].endswith(": no double")
    assert run(*asked, "--beavers", "1").stdout.splitlines()[-2].endswith(": no double, beaver")
    done = run(*asked, "--beavers", "1", "--json")
    assert json.loads(done.stdout)["action"] == "no double, beaver"


def test_rollout_of_chosen_plays_in_phases() -> None:
    few = ("--trials", "36", "--truncate", "3", "--truncation-plies", "1")
    asked = ("rollout", START, "41", "--play", "13/9 6/5", "--play", "24/23 13/9", *few)
    done = run(*asked, "--phase", "0", "1", "--phase", "2", "0", "--no-variance-reduction")
    table = done.stdout.splitlines()
    assert sorted(line[:10] for line in table[2:4]) == ["13/9 6/5  ", "24/23 13/9"]
    assert table[-1] == (
        "36 trials, seed 1, 1-ply, 0-ply from ply 2, truncated after 3 plies, evaluated at 1-ply, "
        "cubeful, without variance reduction"
    )
    assert "0-ply, 2-ply from ply 1," in run(*asked[:3], *few, "--phase", "1", "2").stdout
    for more, words in (
        (("--play", "13/7"), "13/7"),
        (("--phase", "0", "1", "--plies", "1"), "choose one of --plies and --phase"),
        (("--phase", "0", "9"), "0<=x<=3"),
    ):
        done = run(*asked, *more)
        assert done.returncode and words in done.stderr
    assert (
        "a rollout of chosen plays: expected their dice, too"
        in run("rollout", START, "--play", "8/5 6/5").stderr
    )


def test_rollout_of_the_same_play_twice() -> None:
    few = ("--trials", "36", "--truncate", "1")
    done = run("rollout", START, "41", "--play", "13/9 6/5", "--play", "6/5 13/9", *few)
    assert len(done.stdout.splitlines()) == 4
    assert done.stdout.endswith("0-ply, truncated after 1 ply, cubeful\n")


def test_rollout_of_one_trial() -> None:
    few = ("--trials", "1", "--truncate", "1")
    for more in ((), ("41",), ("--double",)):
        told = run("rollout", START, *more, *few).stdout
        head, *rows = told.splitlines()[1:]
        assert "\n1 trial, seed 1, " in told and "inf" not in told and "joint" not in told
        assert rows[0].index("  -  ") + 3 == head.index("S.E.") + len("S.E.")


def test_rollout_whose_lead_has_no_error() -> None:
    """Both plays lead into the table of races, which knows all."""
    done = run("rollout", "6:1 4:1 1:1 / 3:2", "21", "--trials", "36", "--cubeless")
    assert "\nThe lead of the best is the same in every trial.\n" in done.stdout


def test_rollout_of_a_redouble() -> None:
    owned = ("--double", "--cube", "2", "--owner", "me", "--trials", "36")
    table = run("rollout", "6:1 2:1 / 1:2", *owned).stdout.splitlines()
    assert [line[:14] for line in table[2:4]] == ["no redouble   ", "redouble, take"]
    assert table[4:6] == ["redouble, pass  +1.0000", "Best cube action: no redouble"]


def test_rollout_in_json() -> None:
    asked = ("rollout", "6:1 2:1 / 1:2", "--trials", "36", "--json")
    decision = json.loads(run(*asked, "--double", "--cube", "2", "--owner", "me").stdout)
    assert (decision["double_pass"], decision["action"]) == (1.0, "no double")
    assert [line["name"] for line in decision["lines"]] == ["no double", "double, take"]
    position = json.loads(run(*asked).stdout)
    assert decision["stopped"] == position["stopped"] == "trials"
    assert "action" not in position
    stopped = run(*asked, "--trials", "432", "--standard-error", "1").stdout
    assert json.loads(stopped)["stopped"] == "standard error"


def test_a_rollout_is_extended_by_more_trials_only(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("rollout", "6:1 2:1 / 1:2", "--trials", "36", "--save", str(file))
    before = file.read_bytes()
    for trials in ("1", "36"):
        done = run("extend-rollout", str(file), "--trials", trials)
        assert done.returncode == NOT_UNDERSTOOD
        assert f"{trials} trials, expected more than the 36 in {file}" in done.stderr
    assert file.read_bytes() == before


def test_rollouts_do_not_support_holland_while_it_is_in_force() -> None:
    asked = ("rollout", "6:1 2:1 / 1:2", "--away", "3,1", "--trials", "36", "--json")
    done = run(*asked, "--holland", "--rolls", "1", "1")
    assert done.returncode == NOT_UNDERSTOOD
    assert done.stderr == (
        "fullprime: Rollouts do not support the Holland rule while it is in force: "
        "both sides must have rolled twice\n"
    )
    later = [run(*asked, "--holland", *more).stdout for more in ((), ("--rolls", "2", "2"))]
    assert later[0] == later[1] == run(*asked).stdout


def interrupted_on_a_terminal(*arguments: str, until: bytes) -> bytes:
    """All that is shown by a command that is interrupted once it has shown this."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (24, 100))
    command, given = [*MODULE, *arguments], environment(None)
    told = b""
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=given
    ) as program:
        os.close(theirs)
        while until not in told:
            told += os.read(ours, 4096)
        program.send_signal(signal.SIGINT)
        with suppress(OSError):  # that is how a terminal ends
            while more := os.read(ours, 4096):
                told += more
    os.close(ours)
    assert program.returncode == 0
    return told


def test_ctrl_c_ends_a_rollout_with_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    asked = ("rollout", START, "--trials", "1000000", "--save", str(file))
    told = interrupted_on_a_terminal(*asked, until=b" left")
    assert b" of 1000000 trials, " in told and b" a second, " in told
    assert b". Stopped early." in told
    kept = json.loads(file.read_bytes())
    assert kept["stopped"] == "cancelled"
    trials = kept["lines"][0]["cubeless"]["count"]
    assert 36 <= trials < 1_000_000
    assert run("verify-rollout", str(file)).stdout.startswith(
        f"Verified: 1 candidate \N{MULTIPLICATION SIGN} {trials} trials, net "
    )


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--truncate", "99999999999999"), "truncated after 99999999999999 plies, expected 1 to"),
        (("--truncate", "0"), "truncated after 0 plies, expected 1 to"),
        (("--phase", "999999999999", "3"), "a phase from ply 999999999999, expected 0 to"),
    ],
)
def test_trials_have_an_end(options: tuple[str, ...], reason: str) -> None:
    done = run("rollout", "6:1 / 1:1", "--trials", "36", *options)
    assert (done.returncode, done.stdout) == (3, "")
    assert reason in done.stderr
