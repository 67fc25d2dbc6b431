"""The tutor in the terminal game."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from fullprime import Action, Doubled, Game, ListedDice, Match, Money, Phase, Played
from fullprime.analysis.tutor import Tutor
from fullprime.formats.saved import load
from fullprime.match import SetUp
from fullprime.tui.play import run
from fullprime.tui.table import Player
from fullprime.tui.terminal import ScriptedTerminal
from program import run as fullprime

NUDGE = "there is something better than 24/23 13/10."
CARELESS = {(24, 23), (13, 10)}
BEST = {(8, 5), (6, 5)}
LISTED = "24/23 13/10 (yours)"


class Bot:
    """Rolls and makes its first legal play; before that, what the test wants."""

    name = "Robo"

    def __init__(self, first: Action | None = None) -> None:
        self._first = first

    def choose(self, game: Game) -> Action | None:
        if self._first in game.legal():
            first, self._first = self._first, None
            return first
        return None if game.phase is Phase.TO_ROLL else game.legal()[0]


class Evening:
    """A script against a bot, and what has come of it."""

    def __init__(
        self,
        folder: Path,
        script: Sequence[str],
        dice: Sequence[str] = ("31", "65"),
        *,
        tutor: str = "full 0.08",
        match: Match | None = None,
        bot: Player | None = None,
        quick: bool = False,
    ) -> None:
        self.io = ScriptedTerminal(script, 80)
        path = folder / "match.json"
        run(
            match or Match.start(players=("Ann", "Robo"), target=Money()),
            seats=(None, bot or Bot()),
            dice=ListedDice(list(dice)),
            io=self.io,
            save_path=path,
            confirm=not quick,
            tutor=Tutor.parse(tutor),
        )
        self.match, self.notes = load(path.read_bytes())

    @property
    def text(self) -> str:
        return self.io.text

    @property
    def plays(self) -> list[set[tuple[object, object]]]:
        return [set(action.steps) for action in self.match.game.log if isinstance(action, Played)]


def test_a_play_is_taken_back_by_enter_and_another_is_made(tmp_path: Path) -> None:
    found = Evening(tmp_path, ["", "24/23 13/10", "", "", "8/5 6/5", "", "quit"])
    assert NUDGE in found.text and LISTED in found.text
    assert "y plays it anyway, Enter takes it back." in found.text
    assert "a blunder (2-ply)." in found.text and "makes your 5-point" in found.text
    assert found.plays[0] == BEST
    assert found.notes.items() >= {"tutor": "full 0.08", "warned": 1, "taken_back": 1}.items()


def test_a_play_is_made_anyway(tmp_path: Path) -> None:
    found = Evening(tmp_path, ["", "24/23 13/10", "", "y", "quit"], tutor="nudge 0.08")
    assert NUDGE in found.text and LISTED not in found.text and "Equity" not in found.text
    assert found.plays[0] == CARELESS
    assert (found.notes["warned"], found.notes["taken_back"]) == (1, 0)


def test_a_candidate_is_picked_by_its_number(tmp_path: Path) -> None:
    found = Evening(tmp_path, ["", "24/23 13/10", "4", "quit"], tutor="candidates 0.08", quick=True)
    assert LISTED in found.text and "Equity" not in found.text and "loses" not in found.text
    listed = re.findall(r"^\d  (.*)$", found.text, re.MULTILINE)
    assert listed == sorted(listed) and listed[3] == "8/5 6/5"
    assert found.plays[0] == BEST
    assert (found.notes["warned"], found.notes["taken_back"]) == (1, 1)


def test_the_cube_is_watched_and_no_dice_are_thrown_before_the_answer(tmp_path: Path) -> None:
    ending = Match.start(
        players=("Ann", "Robo"), target=Money(), begins=SetUp(position="6:1 / 1:1", starter=0)
    )
    found = Evening(tmp_path, ["", "", "r", "resign 1", "y", "n", "double"], (), match=ending)
    assert found.text.count("something better than rolling.") == 2
    assert "y rolls anyway, Enter takes it back." in found.text
    assert "something better than resigning." in found.text
    assert [action.name for action in found.match.game.log] == ["double", "take"]
    assert (found.notes["warned"], found.notes["taken_back"]) == (2, 2)


def test_the_tutor_is_set_at_the_table(tmp_path: Path) -> None:
    script = ["", "tutor", "tutor nudge", "tutor 0.5", "tutor loud", "24/23 13/10", "", "quit"]
    found = Evening(tmp_path, script, tutor="off")
    assert "Tutor: off" in found.text and "Tutor: nudge, from 0.04" in found.text
    assert "Tutor: nudge, from 0.5" in found.text and "expected one of off, nudge" in found.text
    assert found.plays[0] == CARELESS, "a small error now"
    assert found.notes["tutor"] == "nudge 0.5"


def test_the_hint_for_who_is_doubled_says_what_the_other_answer_costs(tmp_path: Path) -> None:
    ending = Match.start(
        players=("Ann", "Robo"), target=Money(), begins=SetUp(position="4:1 2:1 / 1:1", starter=1)
    )
    script = ["hint", "pass", "", "take", "quit"]
    found = Evening(tmp_path, script, ("65",), match=ending, bot=Bot(Doubled()))
    assert "Take  -0.5556\nPass  -1.0000  0.4444\nTake." in found.text
    assert "something better than a pass." in found.text


@pytest.mark.parametrize("more", [["--two"], ["--bots"], ["--referee"]])
def test_only_against_the_computer(more: list[str], tmp_path: Path) -> None:
    done = fullprime("play", "--tutor", "full", *more, home=tmp_path)
    assert done.returncode == 2
    assert "--tutor belongs to a match of a person against the computer" in done.stderr


def test_the_command_keeps_it_with_the_match(tmp_path: Path) -> None:
    file = str(tmp_path / "m.json")
    begun = ["play", "--tutor", "full", "--tutor-from", "0.02", "--seed", "1", "--save", file]
    assert fullprime(*begun, stdin="quit\n", home=tmp_path).returncode == 0
    kept = json.loads(Path(file).read_text("utf-8"))["table"]
    assert (kept["tutor"], kept["warned"]) == ("full 0.02", 0)
    resume = ["play", "--resume", file, "--tutor", "nudge"]
    again = fullprime(*resume, stdin="tutor\nquit\n", home=tmp_path)
    assert "Tutor: nudge, from 0.02" in again.stdout
    alone = fullprime("play", "--tutor-from", "0.02", home=tmp_path)
    assert (alone.returncode, "--tutor-from belongs to --tutor" in alone.stderr) == (2, True)
