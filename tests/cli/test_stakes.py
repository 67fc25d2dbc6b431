"""What `cube`, `eval`, `hint` and `rollout` are asked to play for, and how they tell it."""

from __future__ import annotations

import json
import re

import pytest

from program import Done, run

USAGE, NOT_UNDERSTOOD = 2, 3
AT_A_SCORE = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10"
ROLLED = AT_A_SCORE.replace(":00:", ":31:")
GNU_JACOBY = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
RACE = "6:1 5:1 / 6:1 2:1"
FEW = ("--trials", "36", "--truncate", "2")


def heading(done: Done) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[0]


def test_an_owned_cube_shows_two_or_more() -> None:
    done = run("cube", RACE, "--owner", "me")
    assert done.returncode == NOT_UNDERSTOOD
    assert "an owned cube shows 1, expected 2, 4, 8 and so on" in done.stderr


def test_the_right_to_hit_is_yes_or_no() -> None:
    done = run("legal", "31", "--hit-right", "maybe", "no")
    assert done.returncode == USAGE and "'maybe': expected yes or no" in done.stderr
    assert run("legal", "31", "--hit-right", "yes", "no").returncode == 0


# Ids carry their stakes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [("cube",), ("eval",), ("hint",), ("rollout", *FEW)], ids=lambda words: words[0]
)
def test_ids_carry_their_stakes(command: tuple[str, ...]) -> None:
    name, *more = command
    assert "; you need 4, they need 5, cube 2 yours; " in heading(run(name, ROLLED, *more))


def test_the_id_of_the_other_side_is_seen_by_that_side() -> None:
    assert "; you need 5, they need 4, cube 2 theirs; " in heading(
        run("cube", AT_A_SCORE.replace(":1:00:", ":-1:00:"))
    )
    assert "; money, cube 1 in the middle, jacoby; " in heading(run("cube", GNU_JACOBY))


def test_options_stand_in_for_the_stakes_of_an_id() -> None:
    assert "; money, cube 1 in the middle; " in heading(run("cube", AT_A_SCORE, "--cube", "1"))
    assert "; money, cube 1 in the middle; " in heading(run("cube", GNU_JACOBY, "--beavers", "0"))
    scored = run("cube", AT_A_SCORE, "--away", "2,3")
    assert "; you need 2, they need 3, cube 1 in the middle; " in heading(scored)


def test_what_no_id_tells_is_added_to_it() -> None:
    late = AT_A_SCORE.replace(":3:2:", ":6:2:")
    told = heading(run("cube", late, "--holland", "--met", "fullprime-backgammon"))
    assert "; you need 1, they need 5, cube 2 yours, holland; " in told


def test_ids_carry_their_stakes_into_json() -> None:
    options = ("--away", "4,5", "--cube", "2", "--owner", "me")
    given = run("cube", "4HPwATDgc/ABMA", *options, "--json")
    assert run("cube", AT_A_SCORE, "--json").stdout == given.stdout
    assert run("cube", "-", "--json", stdin=f"{AT_A_SCORE}\n").stdout == given.stdout


def test_ids_carry_their_dice() -> None:
    assert run("hint", ROLLED).stdout == run("hint", AT_A_SCORE, "31").stdout
    assert "; 6-5 to play; " in heading(run("hint", ROLLED, "65"))
    untold = run("hint", AT_A_SCORE)
    assert untold.returncode == NOT_UNDERSTOOD
    assert "dice are missing: give two, such as 31" in untold.stderr
    rolled_out = run("rollout", ROLLED, "--play", "24/23 13/10", *FEW)
    assert (
        rolled_out.stdout == run("rollout", AT_A_SCORE, "31", "--play", "24/23 13/10", *FEW).stdout
    )
    assert "double, pass" in run("rollout", ROLLED, "--double", *FEW).stdout


# Stakes that cannot be ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--away", "65,3"), "'65,3': expected 1 to 64 points that a side needs"),
        (("--away", "3,0"), "'3,0': expected 1 to 64 points that a side needs"),
        (("--away", "five"), "'five': expected the points that you and they need, such as 5,7"),
        (("--cube", "0"), "0 is not in the range 1<=x<=4096"),
    ],
)
def test_numbers_that_no_game_has(given: tuple[str, ...], words: str) -> None:
    done = run("cube", RACE, *given)
    assert done.returncode == USAGE
    assert words in done.stderr


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("--cube 3", "the cube shows 3, expected 1, 2, 4, 8 and so on"),
        ("--jacoby --away 3,5", "Jacoby at a match score, expected money (OPT-SCOPE)"),
        ("--beavers 1 --away 3,5", "beavers at a match score, expected money (OPT-SCOPE)"),
        ("--beavers 3", "beavers 3, expected 1 or, with raccoons, 2"),
        ("--crawford", "Crawford for money, expected a match score (OPT-SCOPE)"),
        ("--holland", "Holland for money, expected a match score (OPT-SCOPE)"),
        (
            "--crawford --away 3,5",
            "crawford where the sides need 3 and 5 points, expected one that needs 1",
        ),
    ],
)
@pytest.mark.parametrize("command", ["cube", "eval"])
def test_stakes_that_cannot_be(command: str, given: str, words: str) -> None:
    done = run(command, RACE, *given.split())
    assert (done.returncode, done.stderr) == (NOT_UNDERSTOOD, f"fullprime: {words}\n")


def test_all_faults_of_the_stakes_are_told() -> None:
    told = run("cube", RACE, "--cube", "6", "--away", "3,5", "--jacoby", "--beavers", "1").stderr
    assert told.count("expected") == 3


def test_stakes_that_can_be() -> None:
    """The only game of a match to one point is its Crawford game."""
    assert run("cube", RACE, "--crawford", "--away", "1,1").returncode == 0
    house = run("cube", RACE, "--jacoby", "--away", "3,5", "--house-rules")
    assert "; you need 3, they need 5, cube 1 in the middle, jacoby; " in heading(house)


# What they say -----------------------------------------------------------------------------------


def rows(done: Done) -> dict[str, list[str]]:
    """The table of a cube decision: what is done, and the figures beside it."""
    table = done.stdout.split("\n\n")[1].splitlines()[1:-1]
    cells = [re.split("  +", line) for line in table]
    return {name: figures for name, *figures in cells}


def verdict(done: Done) -> str:
    return done.stdout.split("\n\n")[1].splitlines()[-1]


def test_the_owner_of_the_cube_redoubles() -> None:
    owned = (RACE, "--cube", "2", "--owner", "me")
    done = run("cube", *owned)
    assert list(rows(done)) == ["No redouble", "Redouble, take", "Redouble, pass"]
    assert verdict(done) == "Redouble, take."
    assert verdict(run("cube", AT_A_SCORE)) == "No redouble."
    assert json.loads(run("cube", *owned, "--json").stdout)["action"] == "double, take"


def test_beavers_in_words() -> None:
    behind = ("6:1 2:1 / 1:2", "--beavers")
    done = run("cube", *behind, "2")
    assert ", cube 1 in the middle, beavers, raccoons; " in heading(done)
    assert list(rows(done)) == ["No double", "Double, beaver", "Double, pass"]
    assert verdict(done) == "No double, beaver."
    assert ", cube 1 in the middle, beavers; " in heading(run("cube", *behind, "1"))
    ahead = run("cube", RACE, "--beavers", "1")
    assert "Double, take" in rows(ahead) and verdict(ahead) == "Double, take."


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            "--cube 2 --owner opponent",
            "You may not double. Once a double has been taken, the next ",
        ),
        ("--away 1,4 --crawford", "You may not double. Under the Crawford rule the game after a "),
        ("--away 3,1 --holland --rolls 1 1", "You may not double. Under the Holland rule neither "),
        ("--away 2,4 --cube 2 --owner me", "The cube is dead: its present value wins you the "),
    ],
)
def test_why_there_is_nothing_to_decide(given: str, words: str) -> None:
    done = run("cube", RACE, *given.split())
    assert verdict(done).startswith(words) and verdict(done).endswith("]")
    assert len(rows(done)) == 1
    assert "take point" not in done.stdout


def test_no_market_without_six_chances() -> None:
    assert "take point" in run("cube", RACE).stdout
    assert "take point" not in run("cube", "-v", "plakoto", "24:15 / 24:15").stdout


@pytest.mark.parametrize("command", [("eval", RACE), ("hint", RACE, "21")])
def test_headings_tell_of_the_cube(command: tuple[str, ...]) -> None:
    assert heading(run(*command)).endswith("; 2-ply, cubeful")
    assert run(*command).stdout == run(*command, "--cubeful").stdout
    assert heading(run(*command, "--cubeless")).endswith("; 2-ply, cubeless")
    assert heading(run(*command, "--plies", "0")).endswith("; 0-ply, cubeful")


def test_chances_to_win_the_match() -> None:
    """After a pass the match stands at 2-away 5-away, and the last roll wins three in four."""
    assert rows(run("cube", AT_A_SCORE))["Redouble, pass"][-1] == "74.36 %"
    last_roll = ("6:1 / 1:1", "--away", "1,1")
    assert "Match winning chance  75.00 %" in run("eval", *last_roll).stdout
    assert rows(run("cube", *last_roll))["No double"] == ["+0.5000", "75.00 %"]
    assert "Match" not in run("eval", "6:1 / 1:1").stdout + run("cube", "6:1 / 1:1").stdout
