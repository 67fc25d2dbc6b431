"""The terminal game, played through by scripts."""

from __future__ import annotations

import errno
import io as streams
import os
from collections.abc import Sequence
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
from fullprime.errors import IllegalAction
from fullprime.formats.saved import load
from fullprime.play import place_name
from fullprime.tui.draft import Draft
from fullprime.tui.play import asking, run
from fullprime.tui.table import Player
from fullprime.tui.terminal import ConsoleTerminal, ScriptedTerminal

ANN_BEN = ("Ann", "Ben")


class Bot:
    """Does what the test wants, then rolls and makes its first legal play."""

    name = "Robo"

    def __init__(self, *wanted: Action) -> None:
        self._wanted = list(wanted)

    def choose(self, game: Game) -> Action | None:
        if self._wanted and self._wanted[0] in game.legal():
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
    script = ["8/5", "take", "", "roll", "double", "accept", "beaver"]
    evening = Evening(tmp_path, script, ["3-1"])
    assert evening.text.count("Not allowed. ") == 6
    assert len(evening.game.log) == 1  # and the dice stayed in the cup


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
    assert "Ben rolls 4-4 and plays 24/16 6/2(2)." in evening.text


def test_a_complete_play_can_be_replaced(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "8/5 6/5", "24/23 13/10", ""], ["3-1"])
    assert "Ann rolls 3-1 and plays 24/23 13/10." in evening.text


def test_a_play_picked_from_the_list(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "2", "moves", "99", "2", ""], ["3-1"])
    plays = Game.start(evening.match.variant).apply(Rolled((3, 1))).plays
    assert "A number picks a play from the list that moves shows." in evening.text
    assert f"The list has {len(plays)} plays." in evening.text
    assert f"Ann rolls 3-1 and plays {plays[1]}." in evening.text


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
    assert "Ann: the cube comes at 2: take or drop?" in evening.text
    assert "Ann takes; the cube is at 2." in evening.text
    assert (evening.game.stakes.value, evening.game.stakes.owner) == (2, 0)


@pytest.mark.rule("STD-CUBE-6")
def test_double_and_drop_and_the_next_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [*OPENED, "double", "pass", "pips", ""], ["3-1"])
    assert "Ben wins the game, 1 point: the double was dropped." in evening.text
    assert "Score: Ann 0, Ben 1." in evening.text
    assert "Pips: Ann 163, Ben 167; Ann leads by 4." in evening.text
    assert len(evening.match.games) == 2


@pytest.mark.rule("OPT-BEAVER", "OPT-RACCOON")
def test_beaver_and_raccoon(tmp_path: Path) -> None:
    script = [*OPENED, "double", "beaver", "raccoon", "take"]
    evening = Evening(tmp_path, script, ["3-1"], match=money(beavers=2))
    assert "Ann: the cube comes at 2: take or drop (or beaver to 4)?" in evening.text
    assert "Ben: the cube comes at 4: take or drop (or raccoon to 8)?" in evening.text
    assert "Ben raccoons to 8." in evening.text
    assert (evening.game.stakes.value, evening.game.stakes.owner) == (8, 0)


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
    script = ["", "resign 2", "accept", "", "", "resign 2", "accept", ""]
    evening = Evening(tmp_path, script, ["3-1", "3-1"])
    assert "match to 5, game 3: Ann 0, Ben 4. Crawford game: no doubling." in evening.text


# --- Resigning -------------------------------------------------------------------------------


@pytest.mark.rule("STD-WIN-6")
def test_resignation_declined_and_accepted(tmp_path: Path) -> None:
    script = ["", "resign", "decline", "resign many", "resign gammon", "accept"]
    evening = Evening(tmp_path, script, ["3-1"])
    assert "Ann offers to resign a single game (1 point)." in evening.text
    assert "Ben: Ann resigns a single game (1 point): accept or decline?" in evening.text
    assert "Ben declines; play goes on." in evening.text
    assert "Say resign 1, 2 or 3" in evening.text
    assert "Ben wins a gammon, 2 points by resignation." in evening.text
    assert evening.match.score == (0, 2)


def test_bots_double_answer_and_resign(tmp_path: Path) -> None:
    script = ["", "8/5 6/5", "", "take", "resign 3", "", "8/3 6/3", "", "accept", ""]
    robo = Bot(Doubled(), Accepted(), Resigned(2))
    match = Match.start(players=("Ann", "Robo"), target=Points(15))
    evening = Evening(tmp_path, script, ["3-1", "6-5"], seats=(None, robo), match=match)
    assert "Robo doubles to 2." in evening.text
    assert "Robo rolls 6-5 and plays " in evening.text
    assert "Robo wins a backgammon, 6 points by resignation." in evening.text


def test_a_bot_may_drop(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "double"], ["1-3"], seats=(None, Bot(Dropped())))
    assert "Ann wins the game, 1 point: the double was dropped." in evening.text


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
    script = ["", "resign 2", "accept", "", "", "resign 1", "accept", "no"]
    evening = Evening(tmp_path, script, ["3-1", "1-3"], match=money())
    assert evening.code == 0
    assert "Session: Ben is 2 points ahead (2)." in evening.text
    assert "Session: Ben is 1 point ahead (1)." in evening.text
    assert evening.text.count("Another game? Enter or no.") == 2
    assert len(evening.match.games) == 2


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


def test_real_dice_are_asked_for(tmp_path: Path) -> None:
    io = ScriptedTerminal(["", "seven", "31", "8/5 6/5", "", "", "quit"])
    match = Match.start(players=ANN_BEN, target=Points(1))
    path = tmp_path / "match.json"
    assert run(match, dice=EnteredDice(asking(io)), io=io, save_path=path) == 0
    assert "Real dice: first the die of Ann, then that of Ben." in io.text
    assert "Real dice: the roll of Ben." in io.text
    assert len(load(path.read_bytes())[0].game.log) == 2


def test_real_dice_can_be_typed_at_once(tmp_path: Path) -> None:
    io = ScriptedTerminal(
        ["7-0", "31", "8/5 6/5", "", "6 5", "24/13", "", "double", "take", "quit"]
    )
    match = Match.start(players=ANN_BEN, target=Points(3))
    path = tmp_path / "match.json"
    assert run(match, dice=EnteredDice(asking(io)), io=io, save_path=path) == 0
    assert "Opening throw, one die each: type both, Ann's first, such as 5-3." in io.text
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
    assert " wins the match " in evening.text


def test_copies_do_not_overwrite(tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    copy.write_text("precious")
    other = tmp_path / "other.json"
    Evening(tmp_path, [f"save {copy}", f"save {other}"])
    assert copy.read_text() == "precious"
    assert other.exists()
    evening = Evening(tmp_path, [f"save! {copy}"])
    assert copy.read_bytes() == evening.path.read_bytes()


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
    assert "The match is not saved: save FILE keeps it, quit again leaves it." in io.text
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
    assert "Say where: save FILE." in io.text
    assert "The match is not saved: " in io.text
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
    game = msgspec.structs.replace(start, position=position, roll=Roll(*dice), phase=Phase.TO_PLAY)
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
