"""The terminal game, played through by scripts."""

from __future__ import annotations

import errno
import io as streams
import os
import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from random import Random

import msgspec
import pytest
from rich.console import Console

import generate
import oracle
from fullprime import (
    Accepted,
    Action,
    BestOf,
    Doubled,
    Dropped,
    EnteredDice,
    Game,
    ListedDice,
    Match,
    Money,
    Passed,
    Phase,
    Played,
    Points,
    Position,
    Resigned,
    Roll,
    Rolled,
    SeededDice,
    Settings,
    Took,
    Variant,
)
from fullprime.dice import Dice
from fullprime.engine import Engine, Evaluator, Outcome
from fullprime.errors import IllegalAction, sentences
from fullprime.formats.saved import load
from fullprime.numbers_to_play import Numbers
from fullprime.play import place_name
from fullprime.rulebook import rules_of
from fullprime.tui import words
from fullprime.tui.commands import AT_THE_TABLE, IN_THE_GAME
from fullprime.tui.console import ConsoleTerminal
from fullprime.tui.draft import Draft
from fullprime.tui.play import run
from fullprime.tui.table import Player
from fullprime.tui.terminal import ScriptedTerminal

ANN_BEN = ("Ann", "Ben")


class Bot:
    """Does what the test wants, then rolls and makes its first legal play."""

    name = "Robo"

    def __init__(self, *wanted: Action) -> None:
        self._wanted = list(wanted)

    def choose(self, game: Game) -> Action | None:
        if self._wanted and self._wanted[0] in game.legal(resignations=True):
            return self._wanted.pop(0)
        if game.phase is Phase.TO_ROLL:
            return None
        return game.legal()[0]


class Evening:
    """A scripted evening: what was shown, how it ended, and what lies on the disk."""

    def __init__(
        self,
        folder: Path,
        script: Sequence[str | BaseException],
        dice: Sequence[str] | Dice = (),
        *,
        match: Match | None = None,
        seats: tuple[Player | None, Player | None] = (None, None),
        width: int = 80,
        engine: Engine | None = None,
        **options: bool,
    ) -> None:
        self.path = folder / "match.json"
        self.io = ScriptedTerminal(script, width)
        self.code = run(
            match or Match.start(players=ANN_BEN, target=Points(5)),
            seats=seats,
            dice=ListedDice(dice) if isinstance(dice, (list, tuple)) else dice,  # type: ignore[arg-type]
            io=self.io,
            save_path=self.path,
            engine=engine,
            **options,  # type: ignore[arg-type]
        )
        self.match, self.notes = load(self.path.read_bytes())

    @property
    def text(self) -> str:
        return self.io.text

    @property
    def game(self) -> Game:
        return self.match.game


def money(**settings: object) -> Match:
    """A money session."""
    return Match.start(players=ANN_BEN, target=Money(), settings=Settings(**settings))  # type: ignore[arg-type]


# --- Whole games -----------------------------------------------------------------------------


def whole_game(seed: int) -> tuple[list[str], list[str], Match]:
    """What two people type in a game to one point, their dice, and how it ends."""
    match = Match.start(players=ANN_BEN, target=Points(1))
    dice = SeededDice(seed)
    typed: list[str] = []
    thrown: list[str] = []
    while not match.game.result:
        if match.game.phase is Phase.TO_PLAY:
            play = match.game.plays[len(thrown) % len(match.game.plays)]
            typed += [""] if len(match.game.plays) == 1 else [str(play), ""]
            match = match.apply(Played.of(play))
        elif "pass" in match.game.verbs:
            # Nobody is asked, unless there is the cube to think of.
            typed += [""] if "double" in match.game.verbs else []
            match = match.apply(Passed())
        else:
            roll = dice.roll()
            typed.append("")
            thrown.append(str(roll))
            match = match.apply(Rolled(roll))
    return typed, thrown, match


@pytest.mark.parametrize("seed", range(8))
def test_two_people_play_a_game_to_the_end(tmp_path: Path, seed: int) -> None:
    typed, thrown, expected = whole_game(seed)
    evening = Evening(tmp_path, typed, thrown, match=Match.start(players=ANN_BEN, target=Points(1)))
    assert evening.code == 0
    assert evening.match == expected
    assert expected.winner is not None
    assert evening.io.shown[-1].startswith(f"{ANN_BEN[expected.winner]} wins the match ")


def test_a_match_against_a_bot_over_several_games(tmp_path: Path) -> None:
    script = ["", *["", "moves", "1"] * 400]
    evening = Evening(
        tmp_path, script, SeededDice(3), seats=(None, Bot()), confirm=False,
        match=Match.start(players=("Ann", "Robo"), target=BestOf(3)),
    )  # fmt: skip
    assert evening.code == 0
    assert evening.match.winner is not None
    assert len(evening.match.games) >= 2
    assert "Robo rolls " in evening.text
    assert "Enter begins the next game." in evening.text
    assert evening.notes["seat1"] == "Robo"
    assert evening.notes["seat0"] is None
    assert evening.notes["seed"] == 3


def test_two_bots_need_nobody(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [], SeededDice(1), seats=(Bot(), Bot()), match=money())
    assert evening.code == 0
    assert evening.game.result


# --- Turns -----------------------------------------------------------------------------------


@pytest.mark.rule("STD-OPEN-1")
def test_opening_throw_and_ties(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "roll"], ["3-3", "2-5"])
    assert "Ann throws 3, Ben throws 3: a tie, again." in evening.text
    assert "Ann throws 2, Ben throws 5: Ben begins." in evening.text
    assert evening.game.turn == 1


@pytest.mark.rule("OPT-MURPHY")
def test_an_automatic_double_is_told(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [""], ["3-3"], match=money(murphy=1))
    assert "a tie, and the cube goes to 2." in evening.text


@pytest.mark.rule("STD-MOVE-2")
def test_a_refused_play_names_the_rule_and_changes_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "24/19 13/10", "rhubarb", "8/x", "8/5 6/5"], ["3-1"])
    assert "(STD-MOVE-" in evening.text
    assert (
        "There is no command 'rhubarb'. Now: play, resign; help lists everything." in evening.text
    )
    assert "Cannot read '8/x'" in evening.text
    assert len(evening.game.log) == 1
    assert "Ann: 8/5 6/5. Enter plays it, undo takes it back." in evening.text


@pytest.mark.rule("STD-TURN-1", "STD-CUBE-3")
def test_nothing_out_of_turn(tmp_path: Path) -> None:
    script = ["8/5", "take", "double", "resign", "", "roll", "double", "accept", "beaver"]
    evening = Evening(tmp_path, script, ["3-1"])
    assert refusals(evening) == [
        ("the game has not begun", "STD-TURN-1"),
        ("there is no double to answer", "STD-CUBE-5"),
        ("the game has not begun", "STD-OPEN-3"),
        ("the game has not begun", "STD-WIN-6"),
        ("the dice are already on the table", "STD-TURN-1"),
        ("the dice are already on the table", "STD-OPEN-3"),
        ("there is no resignation to answer", "STD-WIN-6"),
        ("there is no double to answer", "OPT-BEAVER"),
    ]
    assert len(evening.game.log) == 1  # and the dice stayed in the cup


def refusals(evening: Evening) -> list[tuple[str, str]]:
    """The reasons and the rules of everything that was not allowed."""
    return re.findall(r"^Not allowed(?:: )?(.*?)\. .*\(([A-Z0-9-]+)\)$", evening.text, re.MULTILINE)


@pytest.mark.rule("STD-TURN-1", "STD-WIN-6")
def test_offers_are_answered_first(tmp_path: Path) -> None:
    script = [*OPENED, "8/5", "decline", "pass", "double", "resign", "roll", "8/5", "raccoon"]
    evening = Evening(tmp_path, [*script, "beaver", "beaver", "resign"], ["3-1"],
                      match=money(beavers=1))  # fmt: skip
    assert refusals(evening) == [
        ("the dice are not thrown yet", "STD-TURN-1"),
        ("there is no resignation to answer", "STD-WIN-6"),
        ("", "STD-TURN-2"),
        ("answer the double first", "STD-WIN-6"),
        ("answer the double first", "STD-TURN-1"),
        ("answer the double first", "STD-TURN-1"),
        ("this game has no raccoons", "OPT-RACCOON"),
        ("it cannot be raised any more", "OPT-BEAVER"),
        ("answer the beaver first", "STD-WIN-6"),
    ]
    script = [*OPENED, "resign", "y", "resign", "double", "take"]
    assert refusals(Evening(tmp_path, script, ["3-1"])) == [
        ("answer the resignation first", "STD-WIN-6"),
        ("answer the resignation first", "STD-CUBE-3"),
        ("there is no double to answer", "STD-CUBE-5"),
    ]
    raised = Evening(tmp_path, [*OPENED, "double", "raccoon"], ["3-1"], match=money(beavers=2))
    assert refusals(raised) == [("you can only raccoon a beaver", "OPT-RACCOON")]


def test_a_play_entered_step_by_step_and_taken_back(tmp_path: Path) -> None:
    script = ["", "8/5", "undo", "24/23", "13/10", "undo", "undo", "undo", "8/5", "6/5", ""]
    evening = Evening(tmp_path, script, ["3-1"])
    assert "Ann: 8/5 so far; still to play: 1." in evening.text
    assert "Ann: 24/23 so far; still to play: 3." in evening.text
    assert "Ann: 24/23 13/10. Enter plays it, undo takes it back." in evening.text
    assert "There is nothing to take back." in evening.text
    assert evening.game.log[-1] == Game.start(evening.match.variant).apply(Rolled((3, 1))).read(
        "8/5 6/5"
    )


def test_a_part_is_drawn_on_the_board(tmp_path: Path) -> None:
    shown = Evening(tmp_path, ["", "8/5"], ["3-1"]).io.shown
    assert [line.split()[-2] for line in shown if line.endswith(" pips")][-2:] == ["167", "164"]


def test_doubles_in_parts(tmp_path: Path) -> None:
    script = ["", "24/18 13/11", "", "", "24/16", "6/2", "6/2", "undo", "6/2", ""]
    evening = Evening(tmp_path, script, ["6-2", "4-4"])
    assert "Ben: 24/16 so far; still to play: 4, 4." in evening.text
    assert "Ben rolls 4-4 and plays 24/16 6/2 6/2." in evening.text


def test_a_complete_play_can_be_replaced(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "8/5 6/5", "24/23 13/10", ""], ["3-1"])
    assert "Ann rolls 3-1 and plays 24/23 13/10." in evening.text


def test_a_whole_play_replaces_a_part(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "8/6", "8/6 13/8", "24/18", "undo", "undo", "24/18"], ["5-2"])
    assert "Ann: 8/6 13/8. Enter plays it, undo takes it back." in evening.text
    assert "24/18 is 6 pips" in evening.text  # the play that was entered is not forgotten
    assert "Ann: 5-2 to play." in evening.io.shown[-6:]


def test_a_play_is_told_as_it_was_written(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "6/5,8/5", ""], ["3-1"])
    assert "Ann: 6/5 8/5. Enter plays it, undo takes it back." in evening.text
    assert "Ann rolls 3-1 and plays 6/5 8/5." in evening.text
    evening = Evening(tmp_path, ["", "24/18", "18/13", ""], ["6-5"])
    assert "Ann: 24/18 18/13. Enter plays it, undo takes it back." in evening.text


@pytest.mark.rule("STD-HIT-1")
def test_hits_that_were_not_written_are_shown(tmp_path: Path) -> None:
    match = replayed(Match.start(players=ANN_BEN, target=Points(5)), "62: 24/18 13/11")
    evening = Evening(tmp_path, ["", "8/7 13/7", "8/7* 13/7", "undo", "8/7"], ["6-1"], match=match)
    assert "Ben: 8/7 13/7 (13/7* 8/7). Enter plays it, undo takes it back." in evening.text
    assert "Ben: 8/7* 13/7. Enter plays it, undo takes it back." in evening.text
    assert "Ben: 8/7 (8/7*) so far; still to play: 6." in evening.text


def test_the_bar_and_off_can_be_written_in_other_ways(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "b/23", "undo", "25/23 6/5"], ["2-1"], match=dancing_match())
    assert "Ben: b/23 so far; still to play: 1." in evening.text
    assert "Ben: 25/23 6/5. Enter plays it, undo takes it back." in evening.text


def test_a_play_picked_from_the_list(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "2", "moves", "99", "2", ""], ["3-1"])
    plays = Game.start(evening.match.variant).apply(Rolled((3, 1))).plays
    assert "A number picks a play from the list that moves or hint shows." in evening.text
    assert f"The list has {len(plays)} plays." in evening.text
    assert f"Ann rolls 3-1 and plays {plays[1]}." in evening.text


def test_hint(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "hint", "1", "", ""], ["3-1"])
    shown = evening.io.shown
    listed = shown[shown.index("> hint") + 1 :][:6]
    assert listed[0].split()[:3] == ["Play", "Equity", "Error"]
    assert listed[1].split()[:3] == ["1", "8/5", "6/5"]
    assert [line.split()[0] for line in listed[1:]] == list("12345")
    assert "Ann rolls 3-1 and plays 8/5 6/5." in evening.text


def test_hint_before_the_roll_tells_the_outlook(tmp_path: Path) -> None:
    """To the seat that has to do something: roll, or answer a double."""
    script = ["", "8/5 6/5", "", "hint", "double", "hint"]
    shown = Evening(tmp_path, script, ["3-1"]).io.shown
    asked = [number for number, line in enumerate(shown) if line == "> hint"]
    before, doubled = (shown[number + 1 : number + 13] for number in asked)
    assert before[0].startswith("Equity  -")  # Ann made a point
    for lines, ahead in ((before[1:], False), (doubled, True)):
        assert lines[0].split() == ["Games", "Gammons", "Backgammons"]
        won, lost = (float(line.split()[1]) for line in lines[1:3])
        assert (won > 50 > lost) == ahead
    assert before[4].startswith("Match winning chance  4")
    assert before[-2:] == ["No double.", "(2-ply, cubeful)"]
    assert [line.split()[0] for line in doubled[5:8]] == ["Take", "Pass", "Take."]
    assert doubled[8] == "(2-ply, cubeful)"


def test_rolls_before_the_roll(tmp_path: Path) -> None:
    script = ["", "rolls", "8/5 6/5", "", "rolls"]
    shown = Evening(tmp_path, script, ["3-1"]).text.splitlines()
    first, second = (number for number, line in enumerate(shown) if line == "> rolls")
    assert "before you throw the dice" in shown[first + 1]
    assert shown[second + 1].split() == list("123456")
    assert any(line.startswith("Mean of the 36 rolls: ") for line in shown[second:])


def test_hint_says_what_has_to_be_done_first(tmp_path: Path) -> None:
    text = Evening(tmp_path, ["hint", "", "8/5 6/5", "", "resign 1", "y", "hint"], ["3-1"]).text
    assert "There is nothing to play before the dice are thrown." in text
    assert "before the offer is answered: accept or decline." in text


def test_hint_of_what_can_still_be_played(tmp_path: Path) -> None:
    shown = Evening(tmp_path, ["", "24/21", "hint", "9"], ["3-1"]).io.shown
    *listed, depth = shown[shown.index("> hint") + 2 : shown.index("> 9") - 1]
    assert depth == "(2-ply, cubeful)"
    assert listed and all("24/2" in line for line in listed)
    assert any(line.startswith("The list has ") for line in shown)


def test_hint_asks_the_engine_at_the_score(tmp_path: Path) -> None:
    """Both need one point: nobody plays for a gammon."""

    class Gambler(Evaluator):
        def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
            """Only gammons speak for the first play."""
            bold = Outcome(0.0, 0.4, 0.0, 0.6, 0.0, 0.0)
            return [(Outcome.of(0.5) if n else bold).flipped() for n in range(len(positions))]

    engine = Engine(Gambler(Variant.load()))

    def best(match: Match) -> str:
        evening = Evening(tmp_path, ["", "hint"], ["3-1"], match=match, engine=engine)
        return next(line for line in evening.io.shown if line.startswith("1  "))

    assert "24/21 24/23  +0.2000" in best(money(cube=False))
    assert "24/21 24/23" not in best(Match.start(players=ANN_BEN, target=Points(1)))


def test_hint_in_narrow_terminals(tmp_path: Path) -> None:
    for width in (40, 64, 80):
        shown = Evening(tmp_path, ["", "hint"], ["3-1"], width=width).io.shown
        listed = shown[shown.index("> hint") + 1 :][:6]
        assert max(map(len, listed)) <= width
        assert "Equity" in listed[0]
        assert ("Gammon" in listed[0]) == (width >= 64)


def test_the_list_shrinks_with_what_is_entered(tmp_path: Path) -> None:
    shown = Evening(tmp_path, ["", "8/5", "moves"], ["3-1"]).io.shown
    listed = shown[shown.index("> moves") + 1 :]
    assert "".join(listed).count("8/5") >= 4
    assert all("8/5" in line or "8/4" in line for line in listed[:2])


def test_without_confirmation_a_complete_play_is_played(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "8/5", "6/5"], ["3-1"], confirm=False)
    assert evening.game.turn == 1
    assert evening.game.phase is Phase.TO_ROLL


@pytest.mark.rule("STD-BAR-6", "STD-FORCE-7")
def test_no_play_is_shown_and_confirmed(tmp_path: Path) -> None:
    match = dancing_match()
    evening = Evening(tmp_path, ["", ""], ["6-6"], match=match)
    assert "Ben: 6-6 cannot be played. Enter goes on." in evening.text
    assert "Ben rolls 6-6 and cannot move." in evening.text


def replayed(match: Match, *turns: str) -> Match:
    """The match after these rolls and plays."""
    for turn in turns:
        roll, play = turn.split(": ")
        match = match.apply(Rolled(Roll.parse(roll)))
        match = match.apply(match.game.read(play))
    return match


def dancing_match() -> Match:
    """Ben is on the bar, and Ann holds her six point."""
    return replayed(
        Match.start(players=ANN_BEN, target=Points(5)),
        "62: 24/18 13/11",
        "31: 8/5 6/5",
        "53: 8/3 6/3",
        "43: 24/20 24/21",
        "42: 8/4* 6/4",
    )


@pytest.mark.rule("STD-TURN-3")
def test_a_closed_out_player_is_asked_only_if_he_may_double(tmp_path: Path) -> None:
    closed = closed_out_match()
    evening = Evening(tmp_path, [""], match=closed)
    assert "Ben: closed out; Enter passes, or double to 2." in evening.text
    assert "Ben is closed out and does not roll." in evening.text
    cubeless = closed_out_match(cube=False)
    evening = Evening(tmp_path, [], match=cubeless)
    assert "Ben is closed out and does not roll." in evening.text
    assert "Ben: " not in evening.text


def closed_out_match(cube: bool = True) -> Match:
    """Two of Ben's checkers are on the bar, and Ann holds her whole home board."""
    return replayed(
        Match.start(players=ANN_BEN, target=Points(5), settings=Settings(cube=cube)),
        "31: 8/5 6/5",
        "21: 24/22 24/23",
        "33: 13/10(2) 6/3*(2)",
        "66: pass",
        "44: 10/2*(2)",
        "66: pass",
        "44: 13/9(2) 8/4(2)",
        "66: pass",
        "44: 9/1(2)",
    )


def test_a_forced_play_needs_enter_only(tmp_path: Path) -> None:
    typed, thrown, expected = whole_game(2)
    evening = Evening(tmp_path, typed, thrown, match=Match.start(players=ANN_BEN, target=Points(1)))
    assert "has one legal play, " in evening.text
    assert evening.match == expected


# --- The cube --------------------------------------------------------------------------------

OPENED = ["", "8/5 6/5", ""]  # Ann begins with 3-1; Ben is to roll or to double


@pytest.mark.rule("STD-CUBE-5")
def test_double_and_take(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [*OPENED, "double", "take"], ["3-1"])
    assert "Ben: Enter rolls, or double to 2." in evening.text
    assert "Ann: double to 2: take or pass (costs 1 point)?" in evening.text
    assert "Ann takes; the cube is at 2." in evening.text
    assert (evening.game.stakes.value, evening.game.stakes.owner) == (2, 0)


@pytest.mark.rule("STD-CUBE-6")
def test_double_and_drop_and_the_next_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [*OPENED, "double", "pass", "pips", ""], ["3-1"])
    assert "Ben wins the game, 1 point: the double was passed." in evening.text
    assert "Score: Ann 0, Ben 1." in evening.text
    assert "Pips: Ann 163, Ben 167; Ann leads by 4." in evening.text
    assert len(evening.match.games) == 2


@pytest.mark.rule("OPT-BEAVER", "OPT-RACCOON")
def test_beaver_and_raccoon(tmp_path: Path) -> None:
    script = [*OPENED, "double", "beaver", "raccoon", "take"]
    evening = Evening(tmp_path, script, ["3-1"], match=money(beavers=2))
    assert "Ann: double to 2: take, pass (costs 1 point) or beaver to 4?" in evening.text
    assert "Ben: beaver to 4: take, pass (costs 2 points) or raccoon to 8?" in evening.text
    assert "Ann: raccoon to 8: take or pass (costs 4 points)?" in evening.text
    assert "Ben raccoons to 8." in evening.text
    assert (evening.game.stakes.value, evening.game.stakes.owner) == (8, 0)


@pytest.mark.rule("OPT-BEAVER")
def test_a_dropped_beaver_is_called_so(tmp_path: Path) -> None:
    script = [*OPENED, "double", "beaver", "drop"]
    evening = Evening(tmp_path, script, ["3-1"], match=money(beavers=1))
    assert "Ann wins the game, 2 points: the beaver was passed." in evening.text


@pytest.mark.rule("STD-CUBE-5")
def test_other_words_for_take_and_drop(tmp_path: Path) -> None:
    assert "Ann takes" in Evening(tmp_path, [*OPENED, "double", "accept"], ["3-1"]).text
    for word in ("decline", "refuse", "pass"):
        assert "Ann passes." in Evening(tmp_path, [*OPENED, "double", word], ["3-1"]).text


@pytest.mark.rule("OPT-BEAVER")
def test_no_beaver_unless_agreed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [*OPENED, "double", "beaver"], ["3-1"])
    assert "(OPT-BEAVER)" in evening.text
    assert evening.game.phase is Phase.OFFERED


@pytest.mark.rule("STD-CUBE-11")
def test_a_dead_cube_may_be_turned_but_is_called_pointless(tmp_path: Path) -> None:
    dead = Match.start(players=ANN_BEN, target=Points(1), settings=Settings(crawford=False))
    evening = Evening(tmp_path, [*OPENED, "double"], ["3-1"], match=dead)
    assert "or double to 2 (pointless: the cube is dead)." in evening.text
    assert "(STD-CUBE-11)" in evening.text
    assert evening.game.phase is Phase.OFFERED


@pytest.mark.rule("OPT-CRAWFORD")
def test_the_crawford_game_is_announced(tmp_path: Path) -> None:
    script = ["", "resign 2", "y", "accept", "", "", "resign 2", "y", "accept", ""]
    evening = Evening(tmp_path, script, ["3-1", "3-1"])
    assert "match to 5, game 3: Ann 0, Ben 4. Crawford: no cube." in evening.text
    usual = msgspec.structs.replace(
        evening.match, players=("White", "Fullprime"), target=Points(25)
    )
    assert len(words.header(usual, words.table_names(usual))) <= 79


def test_a_match_to_one_point_says_nothing_of_crawford(tmp_path: Path) -> None:
    one = Match.start(players=ANN_BEN, target=Points(1))
    evening = Evening(tmp_path, ["", "rules", "resign 2", "y", "accept"], ["1-2"], match=one)
    assert "match to 1, game 1: Ann 0, Ben 0." in evening.text
    assert "Crawford:" not in evening.text
    rules = {tuple(line.rsplit(None, 1)) for line in evening.io.shown if line.endswith(" off")}
    assert {("Crawford", "off"), ("Cube", "off")} <= rules
    assert "Ann wins the match 1-0." in evening.text
    assert "2-0" not in evening.text


# --- Resigning -------------------------------------------------------------------------------


@pytest.mark.rule("STD-WIN-6")
def test_resignation_declined_and_accepted(tmp_path: Path) -> None:
    script = ["", "resign", "y", "decline", "resign many", "resign gammon", "yes", "accept"]
    evening = Evening(tmp_path, script, ["3-1"])
    assert "Ann: resign a gammon (2 points)? y resigns, Enter or n goes on." in evening.text
    assert "Ann offers to resign a single game (1 point)." in evening.text
    assert "Ben: Ann resigns a single game (1 point): accept or decline?" in evening.text
    assert "Ben declines; play goes on." in evening.text
    assert "Type resign 1, 2 or 3" in evening.text
    assert "Ben wins a gammon by resignation, 2 points." in evening.text
    assert evening.match.score == (0, 2)


@pytest.mark.parametrize("confirm", [True, False])
def test_enter_alone_resigns_nothing(tmp_path: Path, confirm: bool) -> None:
    script = ["", "resign 3", "", "pips"]
    seats = (None, Bot(Accepted()))
    evening = Evening(tmp_path, script, ["3-1"], seats=seats, confirm=confirm)
    assert "Ann: resign a backgammon (3 points)? y resigns, Enter or n goes on." in evening.text
    assert not evening.game.result
    assert not any(isinstance(action, Resigned) for action in evening.game.log)
    script[2] = "y"
    evening = Evening(tmp_path, script, ["3-1"], seats=seats, confirm=confirm)
    assert evening.match.score == (0, 3)


def test_resigning_is_confirmed(tmp_path: Path) -> None:
    script = ["", "resign 2", "no", "resign", "pips", "resign", "8/5 6/5", ""]
    evening = Evening(tmp_path, script, ["3-1"], seats=(None, Bot(Accepted())))
    assert "Pips: Ann 167" in evening.text  # anything else is done instead
    assert "resigns a" not in evening.text
    assert not evening.game.result


def test_bots_double_answer_and_resign(tmp_path: Path) -> None:
    script = ["", "8/5 6/5", "", "take", "resign 3", "y", "", "8/3 6/3", "", "accept", ""]
    robo = Bot(Doubled(), Accepted(), Resigned(2))
    match = Match.start(players=("Ann", "Robo"), target=Points(15))
    evening = Evening(tmp_path, script, ["3-1", "6-5"], seats=(None, robo), match=match)
    assert "Robo doubles to 2." in evening.text
    assert "Robo rolls 6-5 and plays " in evening.text
    assert "Robo wins a backgammon by resignation, 6 points." in evening.text


def test_a_bot_may_drop(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "double"], ["1-3"], seats=(None, Bot(Dropped())))
    assert "Ann wins the game, 1 point: the double was passed." in evening.text


def test_a_bot_that_breaks_the_rules_ends_the_evening(tmp_path: Path) -> None:
    class Cheat:
        name = "Cheat"

        def choose(self, game: Game) -> Action:
            return Took()

    evening = Evening(tmp_path, [""], ["1-3"], seats=(None, Cheat()))
    assert evening.code == 1
    assert "The game cannot go on: a take is not allowed" in evening.text
    assert "Saved. To go on: " in evening.text


# --- Money -----------------------------------------------------------------------------------


def test_a_money_session_asks_whether_to_go_on(tmp_path: Path) -> None:
    script = ["", "resign 2", "y", "accept", "", "", "resign 1", "y", "accept", "no"]
    evening = Evening(tmp_path, script, ["3-1", "1-3"], match=money(), confirm=False)
    assert evening.code == 0
    assert "Session: Ben is 2 points ahead (2)." in evening.text
    assert "Session: Ben is 1 point ahead (1)." in evening.text
    assert evening.text.count("Another game? Enter or no.") == 2
    assert len(evening.match.games) == 2


@pytest.mark.rule("OPT-JACOBY")
def test_a_gammon_that_does_not_count_is_not_called_one(tmp_path: Path) -> None:
    script = ["", "resign 2", "y", "accept"]
    evening = Evening(tmp_path, script, ["3-1"], match=money(jacoby=True))
    assert "Ann offers to resign a single game (1 point)." in evening.text
    assert "Ben wins a single game by resignation, 1 point." in evening.text


def test_between_games_there_is_nothing_to_do(tmp_path: Path) -> None:
    said = ["resign", "double", "moves", "undo", "8/5", "3", "rhubarb", "pips"]
    evening = Evening(tmp_path, [*OPENED, "double", "drop", *said], ["3-1"])
    assert evening.text.count("The game is over.\nEnter begins the next game.") == 6
    assert "There is no command 'rhubarb'. Help lists everything." in evening.text
    assert "Not allowed" not in evening.text


# --- The screen ------------------------------------------------------------------------------


def captions(evening: Evening) -> list[str]:
    """Who is at the bottom of each board drawn."""
    return [line.split()[-3] for line in evening.io.shown if line.endswith(" pips")][1::2]


def test_two_people_see_the_board_from_their_own_side(tmp_path: Path) -> None:
    assert captions(Evening(tmp_path, [*OPENED, "board"], ["3-1"]))[-1] == "Ben"
    assert captions(Evening(tmp_path, [*OPENED], ["3-1"], flip=False))[-1] == "Ann"


def test_against_a_bot_the_human_is_at_the_bottom(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [""], ["3-1"], seats=(Bot(), None))
    assert set(captions(evening)) == {"Ben"}


def test_without_flipping_the_numbers_are_explained(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [*OPENED, ""], ["3-1", "6-5"], flip=False)
    assert "Ben: 6-5 to play, counted from your own home." in evening.text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_board_and_prompt_fit_the_screen(tmp_path: Path, width: int) -> None:
    evening = Evening(tmp_path, ["", "help", "moves"], ["1-1", "3-1"], width=width, ascii=True)
    drawn = [line for line in evening.io.shown if "|" in line or "+-" in line]
    assert max(map(len, drawn)) <= width
    after = evening.io.shown.index("> help")
    board = evening.io.shown.index("", after - 30)
    assert after - board < 24
    assert evening.text.isascii()


def test_bots_show_the_board_after_every_turn(tmp_path: Path) -> None:
    one = Match.start(players=("Prime", "Robo"), target=Points(1))
    evening = Evening(tmp_path, [], SeededDice(1), seats=(Bot(), Bot()), match=one)
    turns = [action for action in evening.game.log if isinstance(action, (Played, Passed))]
    assert evening.text.count("BAR") == len(turns)


def test_bots_can_be_followed(tmp_path: Path) -> None:
    one = Match.start(players=("Prime", "Robo"), target=Points(1))
    seats = (Bot(), Bot())
    evening = Evening(tmp_path, [], SeededDice(5), match=one, seats=seats, pace=0.5)  # type: ignore[arg-type]
    turns = sum(isinstance(action, Played) for action in evening.game.log)
    assert evening.io.pauses == [0.5] * (turns - 1)  # after the last the result is told
    assert not Evening(tmp_path / "..", [], SeededDice(5), match=one, seats=seats).io.pauses
    against = Evening(tmp_path, [""], ["3-1"], seats=(None, Bot()), pace=0.5)  # type: ignore[arg-type]
    assert not against.io.pauses  # the player sets the pace


def test_the_points_of_a_bot_are_its_own(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "", ""], ["1-6", "6-5"], seats=(None, Bot()))
    assert "Ben rolls 6-1 and plays " in evening.text
    assert evening.text.count(" (its own points).") == 1
    unflipped = Evening(tmp_path, OPENED, ["1-3"], flip=False)
    assert "Ben rolls 3-1 and plays 8/5 6/5 (own points)." in unflipped.text
    assert "own points" not in Evening(tmp_path, OPENED, ["1-3"]).text


def test_used_dice_lose_their_brackets(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "8/5", "6/5"], ["1-3"])
    dice = [line.split("│")[-3].strip() for line in evening.io.shown if "BAR" in line][1:]
    assert dice == ["[3] [1]", "3  [1]", "3   1"]


def test_a_resized_window_is_drawn_again(tmp_path: Path) -> None:
    class Shrinking(ScriptedTerminal):
        def ask(self, prompt: str) -> str:
            answer = super().ask(prompt)
            self.width = 40 if answer == "pips" else self.width
            return answer

    io = Shrinking(["", "", "pips", ""])
    match = Match.start(players=ANN_BEN, target=Points(5))
    run(match, dice=ListedDice(["3-1"]), io=io, save_path=tmp_path / "match.json")
    borders = [len(line.strip()) for line in io.shown if "┌" in line]
    assert borders == [67, 67, 40]


def test_the_rules_are_listed(tmp_path: Path) -> None:
    agreed = Settings(jacoby=True, beavers=2, murphy=1)
    match = Match.start(players=ANN_BEN, target=Money(Decimal("0.50")), settings=agreed)
    shown = Evening(tmp_path, ["rules"], match=match).io.shown
    listed = dict(line.split(None, 1) for line in shown[shown.index("> rules") + 1 :][:7])
    assert listed["Played"] == "money at 0.50 a point"
    assert (listed["Cube"], listed["Jacoby"], listed["Crawford"]) == ("on", "on", "off")
    assert listed["Beavers"] == "on, and raccoons"
    assert "Automatic doubles  1 in a game" in shown
    assert "Closed out         passes" in shown
    shown = Evening(tmp_path, ["rules"]).io.shown
    assert {"Crawford           on", "Jacoby             off", "Beavers            off"} <= set(
        shown
    )


def test_the_winner_of_the_opening_throw_is_asked_for_a_color(tmp_path: Path) -> None:
    typed = ["", "8/5", "moves", "", "color red", "white", "color black", "rules"]
    evening = Evening(tmp_path, typed, ["2-4"], match=money(winner_picks_color=True))
    assert evening.game.white == 1
    assert "Ben: choose your color: white or black?" in evening.text
    assert "Not allowed: choose white or black first." in evening.text
    assert "There is nothing to play before a color is chosen" in evening.text
    assert "Which color? Type: color white" in evening.text
    assert "Ben takes white." in evening.text
    assert "Not allowed: the colors are settled." in evening.text
    assert "Winner picks color  on" in evening.text
    assert any(line.strip().startswith("▸ ○ Ben") for line in evening.io.shown)


def test_a_bot_keeps_the_colors(tmp_path: Path) -> None:
    match = money(winner_picks_color=True)
    evening = Evening(tmp_path, ["", "quit"], ["2-4"], match=match, seats=(None, Engine(plies=0)))
    assert "Ben takes black." in evening.text
    assert evening.game.white == 0


def test_a_stake_in_beans(tmp_path: Path) -> None:
    match = Match.start(players=ANN_BEN, target=Money.of("5 beans"))
    match = match.apply("31").apply("resign 3").apply("accept").next_game()
    shown = Evening(tmp_path, ["rules", "score"], match=match).text
    assert "money at 5 beans a point" in shown
    assert "Ben is 15 beans ahead (3 points)" in shown


def test_the_rules_of_the_game_are_listed(tmp_path: Path) -> None:
    pins = Match.start(players=ANN_BEN, target=Points(5), variant=Variant.load("tapa"))
    evening = Evening(tmp_path, ["rules", "rules all", "rules var-pin", "rules pins"], match=pins)
    shown = evening.io.shown
    first, second, third = map(shown.index, ("> rules", "> rules all", "> rules var-pin"))
    short = " ".join(" ".join(shown[first:second]).split())
    whole = " ".join(" ".join(shown[second:third]).split())
    for line in rules_of(pins.variant).differences:
        assert line.says.text in short and line.says.text in whole
    assert "(VAR-PIN)" not in short and "(VAR-PIN)" in whole
    assert shown[shown.index("> rules var-pin") + 1] == f"{sentences()['VAR-PIN']} (VAR-PIN)"
    assert shown[shown.index("> rules pins") + 1].startswith("Type rules, rules all")


def test_a_word_is_explained(tmp_path: Path) -> None:
    shown = Evening(tmp_path, ["glossary Blots", "glossary blto", "glossary"]).io.shown
    assert shown[shown.index("> glossary Blots") + 1].startswith("Blot: A checker alone")
    assert "Unknown term 'blto'" in shown[shown.index("> glossary blto") + 1]
    assert "anchor, " in shown[shown.index("> glossary") + 1]


def test_help_has_everything_that_can_be_typed(tmp_path: Path) -> None:
    text = Evening(tmp_path, ["help"]).text
    assert len(words.help_lines(80)) == len(words.HELP)  # no line is wrapped
    typed = {*IN_THE_GAME, *AT_THE_TABLE} - {"", "pass"}
    assert [word for word in typed if word not in text] == []
    assert "r u m d t b h q" in text


def test_long_names_do_not_flood_the_screen(tmp_path: Path) -> None:
    match = Match.start(players=("A" * 200, "B" * 200), target=Points(5))
    evening = Evening(tmp_path, ["", "8/5 6/5", ""], ["3-1"], match=match)
    assert max(map(len, evening.io.shown[:-1])) <= 110
    assert evening.match.players == ("A" * 200, "B" * 200)


# --- Real dice -------------------------------------------------------------------------------


def with_real_dice(
    tmp_path: Path, script: Sequence[str], seats: tuple[Player | None, Player | None] = (None, None)
) -> Evening:
    return Evening(tmp_path, script, EnteredDice(ScriptedTerminal([]).ask), seats=seats)


def test_real_dice_are_asked_for(tmp_path: Path) -> None:
    evening = with_real_dice(tmp_path, ["", "seven", "31", "8/5 6/5", "", "roll", "quit"])
    assert evening.text.count("Type what the dice show, such as 5-3.") == 2
    assert "Bad dice 'seven': expected two numbers from 1 to 6, such as 3-1." in evening.text
    assert len(evening.game.log) == 2


def test_real_dice_can_be_taken_back(tmp_path: Path) -> None:
    script = ["31", "undo", "63", "24/18", "undo", "undo", "undo", "51", "undo", "43"]
    evening = with_real_dice(tmp_path, script)
    assert evening.text.count("The opening throw is taken back.") == 3
    assert evening.text.count("There is nothing to take back.") == 1
    assert evening.game.log == (Rolled((4, 3)),)
    script = ["31", "8/5 6/5", "", "undo", "66", "undo", "double", "take", "66"]
    evening = with_real_dice(tmp_path, script)
    assert "There is nothing to take back." in evening.text  # the play was confirmed
    assert "The roll of Ben is taken back." in evening.text
    assert evening.game.stakes.value == 2


def test_dice_of_the_program_are_not_taken_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "undo"], ["3-1"])
    assert "There is nothing to take back." in evening.text
    assert len(evening.game.log) == 1


def test_the_dice_of_a_bot_are_typed_at_the_usual_prompt(tmp_path: Path) -> None:
    aside = tmp_path / "aside.json"
    said = [
        "",
        "help",
        "board",
        "pips",
        "moves",
        f"save {aside}",
        "double",
        "resign",
        "8/5",
        "nine",
    ]
    script = ["31", "8/5 6/5", "", *said, "55", "undo", "65", "quit"]
    evening = with_real_dice(tmp_path, script, (None, Bot()))
    asked = "Ben: roll its dice and type them, such as 5-3."
    assert evening.text.count(asked) == len(said) + 2
    assert evening.text.count("It is Ben's turn: only its dice can be typed now.") == 2
    assert aside.exists()
    assert "The roll of Ben is taken back." in evening.text  # together with its play
    assert Rolled((6, 5)) in evening.game.log
    assert Rolled((5, 5)) not in evening.game.log


def test_bots_may_play_with_real_dice(tmp_path: Path) -> None:
    evening = with_real_dice(tmp_path, ["3-1", "6-5"], (Bot(), Bot()))
    assert "Ben: roll its dice and type them, such as 5-3." in evening.text
    assert len(evening.game.log) == 4


def test_real_dice_may_fall_off_the_board(tmp_path: Path) -> None:
    """Nobody keeps a record of it, so nothing is in the log; the rule is the same."""
    script = [
        "cocked",
        "53",
        "cocked",
        "31",
        "8/5 6/5",
        "",
        "off 62",
        "touched",
        "on checker",
        "65",
    ]
    evening = Evening(tmp_path, [*script, "cocked"], EnteredDice(lambda _: ""))
    again = "Both dice are thrown again. (IRR-1; Rules of Backgammon (bkgm.com), Irregularities 1)"
    for told in (
        f"The opening throw is void: a die does not lie flat. {again}",
        f"The opening throw of 5-3 is void: a die does not lie flat. {again}",
        f"Ben's throw of 6-2 is void: a die has left the right-hand half of the board. {again}",
        "Ben's throw is void: a die was touched before it lay still.",
        f"Ben's throw is void: a die lies on a checker. {again}",
        f"Ben's throw of 6-5 is void: a die does not lie flat. {again}",
    ):
        assert told in evening.text
    assert [action.name for action in evening.game.log] == ["roll", "play"]
    late = Evening(tmp_path, ["31", "resign", "y", "cocked"], EnteredDice(lambda _: ""))
    assert "Not allowed: it is not the time to throw." in late.text
    assert "cocked, off" in Evening(tmp_path, ["help"], EnteredDice(lambda _: "")).text
    assert "no command 'cocked'" in Evening(tmp_path, ["cocked"], ["3-1"]).text


def test_real_dice_can_be_typed_at_once(tmp_path: Path) -> None:
    io = ScriptedTerminal(
        ["7-0", "31", "8/5 6/5", "", "6 5", "24/13", "", "double", "take", "quit"]
    )
    match = Match.start(players=ANN_BEN, target=Points(3))
    path = tmp_path / "match.json"
    assert run(match, dice=EnteredDice(io.ask), io=io, save_path=path) == 0
    assert "Opening throw, one die each: type both, Ann's first, such as 5-3 (or help)." in io.text
    assert "Bad dice '7-0': expected two numbers from 1 to 6" in io.text
    assert "Ben: roll and type the dice, such as 5-3, or double to 2." in io.text
    game = load(path.read_bytes())[0].game
    assert (game.stakes.value, len(game.log)) == (2, 6)


# --- Saving ----------------------------------------------------------------------------------


def test_every_action_is_on_the_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    seen: list[int] = []

    class Watching(ScriptedTerminal):
        def ask(self, prompt: str) -> str:
            seen.append(len(load(path.read_bytes())[0].game.log))
            return super().ask(prompt)

    match = Match.start(players=ANN_BEN, target=Points(1))
    run(match, dice=ListedDice(["3-1"]), io=Watching(OPENED), save_path=path)
    assert seen == [0, 1, 1, 2]
    assert list(tmp_path.iterdir()) == [path]


def test_a_resumed_match_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    typed, _, expected = whole_game(4)
    one = Match.start(players=ANN_BEN, target=Points(1))
    half = Evening(tmp_path, [*typed[:40], "quit"], SeededDice(4), match=one)
    assert half.code == 0
    assert f"Saved. To go on: fullprime resume {half.path}" in half.text
    notes = half.notes
    dice = SeededDice(int(notes["seed"] or 0), int(notes["stream"] or 0), int(notes["thrown"] or 0))
    rest = Evening(tmp_path, [*typed[40:], *[""] * 3], dice, match=half.match)
    assert rest.match == expected


@pytest.mark.parametrize(
    ("end", "code"), [("quit", 0), ("q", 0), (EOFError(), 0), (KeyboardInterrupt(), 130)]
)
def test_leaving_saves(tmp_path: Path, end: str | BaseException, code: int) -> None:
    evening = Evening(tmp_path, ["", end], ["3-1"])
    assert evening.code == code
    assert evening.game.phase is Phase.TO_PLAY
    assert evening.io.shown[-1] == f"Saved. To go on: fullprime resume {evening.path}"


def test_a_finished_match_can_be_looked_at_again(tmp_path: Path) -> None:
    _, _, expected = whole_game(1)
    evening = Evening(tmp_path, [], [], match=expected)
    assert (evening.code, evening.match) == (0, expected)
    assert evening.io.shown[0] == "This match is over."
    assert " wins the match " in evening.text


def test_no_folder_is_made_by_a_slip_at_the_table(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "x.json"
    evening = Evening(tmp_path, [f"save {path}", f"save! {path}", "", "pips"], ["3-1"])
    told = f"Could not save to {path}: the folder {path.parent} does not exist."
    assert evening.text.count(told) == 2
    assert not path.parent.exists()


def test_copies_do_not_overwrite(tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    copy.write_text("precious")
    other = tmp_path / "other.json"
    Evening(tmp_path, [f"save {copy}", f"save {other}"])
    assert copy.read_text() == "precious"
    assert other.exists()
    evening = Evening(tmp_path, [f"save! {copy}"])
    assert copy.read_bytes() == evening.path.read_bytes()


@pytest.mark.parametrize("name", ["~nosuchuser/x", "x" * 300, "a\0b", "\udcff/\0"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    evening = Evening(tmp_path, [f"save {name}", f"save! {name}", "", "pips"], ["3-1"])
    assert evening.text.count("Could not save to ") == 2
    assert "Pips: " in evening.text
    assert evening.code == 0


class Meddling(ScriptedTerminal):
    """Somebody else writes into the file when this player says pips."""

    path: Path

    def ask(self, prompt: str) -> str:
        answer = super().ask(prompt)
        if answer == "pips":
            self.path.write_text("theirs")
        return answer


@pytest.mark.parametrize("how", ["", "save"])
def test_two_programs_do_not_overwrite_each_other(tmp_path: Path, how: str) -> None:
    path, other = tmp_path / "match.json", tmp_path / "match-3.json"
    (tmp_path / "match-2.json").write_text("taken")
    io = Meddling(["", "pips", *([how] if how else []), "8/5 6/5", "", "", "quit"])
    io.path = path
    match = Match.start(players=ANN_BEN, target=Points(5))
    assert run(match, dice=ListedDice(["3-1", "6-5"]), io=io, save_path=path) == 0
    assert io.text.count(f"Another program has changed {path}; ") == 1
    assert "from now on this match is kept in match-3.json beside it." in io.text
    assert path.read_text() == "theirs"
    assert (tmp_path / "match-2.json").read_text() == "taken"
    assert len(load(other.read_bytes())[0].game.log) == 3
    assert io.shown[-1].endswith(f" {other}")


def test_a_match_that_ends_unsaved_does_not_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_space)
    match = Match.start(players=ANN_BEN, target=Points(1))
    script = ["", "resign", "y", "accept"]
    io = ScriptedTerminal(script)
    assert run(match, dice=ListedDice(["3-1"]), io=io, save_path=tmp_path / "match.json") == 1
    assert io.shown[-1] == "The match is not saved."
    assert run(match, dice=ListedDice(["3-1"]), io=ScriptedTerminal(script)) == 0  # none wanted


def test_a_disk_that_refuses_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    full = [True]

    def no_space(handle: int) -> None:
        if full[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    class Emptying(ScriptedTerminal):
        def ask(self, prompt: str) -> str:
            answer = super().ask(prompt)
            full[0] = full[0] and answer != "double"
            return answer

    monkeypatch.setattr(os, "fsync", no_space)
    match = Match.start(players=ANN_BEN, target=Points(5))
    io = ScriptedTerminal([*OPENED, "quit", "quit"])
    assert run(match, dice=ListedDice(["3-1"]), io=io, save_path=path) == 0
    assert f"Could not save to {path}: No space left on device." in io.text
    assert io.text.count("Could not save") == 1
    assert (
        "The match is not saved. Type save FILE to keep it, or quit again to leave it." in io.text
    )
    assert io.shown[-1] == "The match is not saved."
    assert list(tmp_path.iterdir()) == []

    io = ScriptedTerminal(OPENED)
    assert run(match, dice=ListedDice(["3-1"]), io=io, save_path=path) == 1

    io = Emptying([*OPENED, "double"])
    assert run(match, dice=ListedDice(["3-1"]), io=io, save_path=path) == 0
    assert f"The match is on the disk again: {path}" in io.text


def test_without_a_file_quitting_asks_once_more(tmp_path: Path) -> None:
    match = Match.start(players=ANN_BEN, target=Points(5))
    path = tmp_path / "late.json"
    io = ScriptedTerminal(["", "save", "quit", f"save {path}", "8/5 6/5", "", "quit"])
    assert run(match, dice=ListedDice(["3-1"]), io=io) == 0
    assert "Type where to save it: save FILE." in io.text
    assert "The match is not saved. Type save FILE" in io.text
    assert len(load(path.read_bytes())[0].game.log) == 2  # the file keeps up from then on


# --- Parts of the table ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_every_play_can_be_entered_step_by_step(seed: int) -> None:
    dice = SeededDice(seed)
    game = Game.start(Match.start(target=Points(1)).variant).apply(Rolled((2, 1)))
    for _ in range(seed * 2):
        game = game.apply(Played.of(game.plays[seed % len(game.plays)]))
        if game.phase is Phase.OVER or game.closed_out:
            return
        game = game.apply(Rolled(dice.roll()))
    for play in game.plays[:40]:
        draft = Draft(game)
        for number, step in enumerate(play.steps, 1):
            source, target = step.wire
            assert play in draft.plays
            draft.enter(f"{source}/{target}")
            assert len(draft.written) > 0
            if number == len(play.steps):
                assert draft.play is not None
                assert draft.play.position == play.position
        while draft.undo():
            pass
        assert draft.position == game.position


@pytest.mark.rule("STD-FORCE-1", "STD-FORCE-3", "STD-FORCE-5")
@pytest.mark.parametrize("rule", ["", "STD-FORCE-1", "STD-FORCE-3", "STD-FORCE-5", "STD-OFF-9"])
def test_a_first_step_is_kept_just_if_a_legal_play_begins_with_it(rule: str) -> None:
    rng = Random(7)
    for _ in range(25):
        board, dice = generate.binding(rng, rule) if rule else generate.wild(rng)
        if dice[0] != dice[1]:
            check_first_steps(board, dice)


def check_first_steps(board: oracle.Board, dice: tuple[int, int]) -> None:
    """Compares with the oracle, which tries every sequence."""
    ends = oracle.plays(board, dice)
    most = max(len(steps) for steps in ends.values())
    found = oracle.sequences(board, oracle.numbers_of(dice))
    allowed = {steps[0][:2] for steps, end in found if steps and len(steps) == most and end in ends}
    start = Game.start(Variant.load("backgammon"))
    position = Position.of(*board)
    numbers = Numbers.of(start.variant, position, Roll(*dice))
    game = msgspec.structs.replace(
        start, position=position, roll=Roll(*dice), numbers=numbers, phase=Phase.TO_PLAY
    )
    for source, target in {steps[0][:2] for steps, _ in found if steps}:
        draft = Draft(game)
        try:
            draft.enter(f"{place_name(source)}/{place_name(target)}")
        except IllegalAction:
            assert (source, target) not in allowed
        else:
            # A checker that uses both numbers may be written as one move: then that is the play.
            assert draft.play or (source, target) in allowed


def test_a_real_terminal_shows_colour_only_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def shown(**options: object) -> str:
        file = streams.StringIO()
        console = Console(file=file, width=80, **options)  # type: ignore[arg-type]
        terminal = ConsoleTerminal(console, streams.StringIO("roll\n"))
        terminal.draw(["│ ○ ● [6] [4]"])
        terminal.say("[bold]Ann[/bold] :smile: 12")
        assert terminal.ask("> ") == "roll\n"
        with pytest.raises(EOFError):
            terminal.ask("> ")
        return file.getvalue()

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    plain = "│ ○ ● [6] [4]\n[bold]Ann[/bold] :smile: 12\n> roll\n"
    assert shown() == plain
    monkeypatch.setenv("TERM", "dumb")
    assert shown(force_terminal=True) == plain
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[1;36m○" in shown(force_terminal=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "36m" not in shown(force_terminal=True)


# Looking back, and other programs --------------------------------------------------------------


def test_history_lists_the_game_or_the_match(tmp_path: Path) -> None:
    turns = [
        "",
        "8/5 6/5",
        "",
        "double",
        "pass",
        "history",
        "",
        "history 1",
        "history all",
        "history 7",
    ]
    evening = Evening(tmp_path, turns, ["3-1", "6-2"])
    first = ["Game 1, Backgammon, 0-0", "  Ann: 3-1: 8/5 6/5", "  Ben: double to 2", "  Ann: drop"]
    shown = evening.text
    assert shown.count("\n".join(first)) == 3
    assert "Match to 5 points, Backgammon\n\nGame 1" in shown
    assert "There is no game '7'." in shown


def test_export_writes_by_the_ending(tmp_path: Path) -> None:
    file, copy = tmp_path / "match.text", tmp_path / "copy.json"
    typed = ["", f"export {file}", f"export {file}", f"export! {file}", f"export {copy}"]
    bad = [f"export {tmp_path}/match.doc", f"export {tmp_path}/no/match.json", "export"]
    evening = Evening(tmp_path, [*typed, *bad], ["3-1"])
    assert file.read_text().startswith("Ann - Ben\n")
    assert load(copy.read_bytes())[0] == evening.match
    assert evening.text.count(f"Written to {file}") == 2
    assert "no program reads the match from it again" in evening.text
    assert f"'export! {file}' overwrites it." in evening.text
    assert "expected one of: .json" in evening.text
    assert "does not exist." in evening.text
    assert "It can end with .json" in evening.text


def test_a_match_that_was_over_stays_open_for_commands(tmp_path: Path) -> None:
    _, _, over = whole_game(1)
    evening = Evening(tmp_path, ["history all", ""], [], match=over)
    assert (evening.code, evening.match) == (0, over)
    assert "has won the match" in evening.text
