"""The other games of the family in the terminal: batches, names, bonus turns, the ring."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fullprime import (
    EnteredDice,
    Match,
    Named,
    Phase,
    Played,
    Points,
    Roll,
    Rolled,
    SeededDice,
    Variant,
    variants,
)
from fullprime.notation import read_routes
from fullprime.tui.play import run
from fullprime.tui.terminal import ScriptedTerminal
from tui.test_tui import ANN_BEN, Evening


def match_of(name: str, **options: str | bool | int) -> Match:
    return Match.start(players=ANN_BEN, target=Points(5), variant=Variant.load(name, options))


def test_a_doublet_is_named_by_its_number(tmp_path: Path) -> None:
    script = ["", "", "hand/24 hand/23", "", "5/1", "7", "6-6", "hand/19(4)", "", "quit"]
    evening = Evening(tmp_path, script, ["5-3", "2-1"], match=match_of("acey_deucey"))
    assert "Ann: name the doublet to take, 1 to 6." in evening.text
    assert "Not allowed: name a doublet first." in evening.text
    assert "Name the doublet by its number, 1 to 6." in evening.text
    assert "Ann takes 6-6." in evening.text
    assert "Ann goes on with 6 6 6 6 and plays hand/19(4)." in evening.text
    assert "Ann: another turn; Enter rolls." in evening.text
    assert (evening.game.phase, evening.game.turn, evening.game.bonus) == (Phase.TO_ROLL, 0, True)


def test_a_name_at_the_wrong_time_names_the_rule(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["", "name 3", "quit"], ["5-3"], match=match_of("acey_deucey"))
    assert "(VAR-NAMED)" in evening.text


def test_batches_follow_each_other(tmp_path: Path) -> None:
    script = ["", "hand/24 hand/23", "", "", "hand/22(4)", "", "hand/21(3)", "21/17", "", "quit"]
    evening = Evening(tmp_path, script, ["2-1", "3-3"], match=match_of("russian"))
    assert "[3] [3] then 4(4)" in evening.text
    assert "Ben: 3-3 to play." in evening.text
    assert "Ben: 4 4 4 4 to play." in evening.text
    assert "hand/21(3) so far; still to play: 4." in evening.text
    assert "Ben goes on with 4 4 4 4 and plays hand/21(3) 21/17." in evening.text
    assert evening.game.bonus


def test_the_starter_may_throw_afresh(tmp_path: Path) -> None:
    script = ["", "roll", "hand/24(4)", "", "quit"]
    evening = Evening(tmp_path, script, ["5-3", "1-1"], match=match_of("russian", opening="choice"))
    assert "Ann: 5-3 to play. (roll throws both dice again)" in evening.text
    assert "Ann: 1-1 to play." in evening.text


def test_numbers_left_over_are_told(tmp_path: Path) -> None:
    match = match_of("gul_bara", rest="opponent", cascade_after=0)
    # White's sixes run into Black's start, so what is left of them is Black's.
    evening = Evening(tmp_path, ["", "", "24/18(4)", "", "quit"], ["5-3", "6-6"], match=match)
    assert evening.game.turn == 1
    script = ["", "", "24/19(4)", "", "24/18(3) 18/12", "quit"]
    evening = Evening(tmp_path, script, ["5-3", "5-5"], match=match)
    assert "Ann: 6 6 6 6 to play." in evening.text


def test_a_roll_on_the_ring_is_played_as_a_whole(tmp_path: Path) -> None:
    script = ["", "", "16/11", "undo", "16/12", "16/11 16/13", "", "quit"]
    evening = Evening(tmp_path, script, ["5-3", "5-3"], match=match_of("coan_ki"))
    assert "Ann: 16/11 so far; still to play: 3." in evening.text
    assert "(VAR-RING)" in evening.text
    assert "Ann rolls 5-3 and plays 16/11 16/13." in evening.text
    assert evening.game.turn == 1


def typed_game(name: str, seed: int) -> tuple[list[str], list[str], Match]:
    """What two people type in a game to one point, their dice, and how it ends."""
    match = Match.start(players=ANN_BEN, target=Points(1), variant=Variant.load(name))
    dice, rng = SeededDice(seed), Random(seed)
    typed: list[str] = []
    thrown: list[str] = []
    while match.winner is None:
        game = match.game
        if game.result:
            match, typed = match.next_game(), [*typed, ""]
        elif game.phase is Phase.TO_PLAY:
            play = rng.choice(game.plays)
            typed += [""] if len(game.plays) == 1 else [str(play), ""]
            match = match.apply(Played.of(play))
        elif game.phase is Phase.TO_NAME:
            number = rng.randint(1, 6)
            typed.append(str(number))
            match = match.apply(Named(number))
        elif "pass" in game.verbs:
            typed += [""] if "double" in game.verbs else []
            match = match.apply(game.legal()[0])
        else:
            roll = dice.roll()
            typed, thrown = [*typed, ""], [*thrown, str(roll)]
            match = match.apply(Rolled(Roll(*roll)))
    return typed, thrown, match


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_two_people_play_every_game_to_the_end(tmp_path: Path, name: str) -> None:
    """Every play can be typed as the program itself writes it."""
    typed, thrown, expected = typed_game(name, 3)
    start = Match.start(players=ANN_BEN, target=Points(1), variant=Variant.load(name))
    evening = Evening(tmp_path, typed, thrown, match=start)
    assert evening.match == expected
    assert "wins the match" in evening.text


@pytest.mark.parametrize("width", [80, 40, 30])
def test_every_line_fits_in_every_game(width: int) -> None:
    for variant in variants():
        typed, thrown, _ = typed_game(variant.id, 1)
        start = Match.start(players=ANN_BEN, target=Points(1), variant=variant)
        io = ScriptedTerminal([*typed[:24], "quit"], width)
        run(start, dice=SeededDice(1), io=io)
        assert thrown
        boards = [line for line in io.text.splitlines() if set(line) & set("│┌└├")]
        assert all(len(line) <= width for line in boards), variant.id


def test_real_dice_may_be_thrown_afresh(tmp_path: Path) -> None:
    script = ["63", "moves", "1", "undo", "roll 5-5", "quit"]
    match = match_of("russian", opening="choice")
    evening = Evening(tmp_path, script, EnteredDice(lambda _: ""), match=match)
    assert "Ann: hand/19/16" in evening.text or "Ann: hand/19 hand/22" in evening.text
    assert evening.game.roll == (5, 5)


def test_a_star_with_a_count_marks_the_first(tmp_path: Path) -> None:
    """As the program itself writes it."""
    assert [route.hits for route in read_routes("6/3*(2)")] == [{3}, frozenset()]
