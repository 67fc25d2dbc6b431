"""A real table: everything that can go wrong at it, and what the rules say about it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fullprime import (
    Accepted,
    Declined,
    Doubled,
    EnteredDice,
    Game,
    Match,
    Numbers,
    Phase,
    Played,
    Points,
    Position,
    Resigned,
    Roll,
    Rolled,
    Settings,
    Stakes,
    Variant,
)
from fullprime.action import (
    Action,
    Coloured,
    Condoned,
    Demanded,
    Misplaced,
    Mixed,
    Premature,
    Reset,
    RolledOff,
    Seen,
    TableAction,
    Voided,
)
from fullprime.engine import Engine
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.errors import BadAction, BadDice, BadPosition, FullprimeError, IllegalAction
from fullprime.formats.saved import dump, load
from fullprime.referee import AGREED, SOURCES, TableRules, has_contact, ruling
from fullprime.tui.referee import COMMANDS, HELP
from program import run as command_line
from tui.test_tui import ANN_BEN, Evening

OPTION, EITHER, MUST = "opponent_option", "either_may_correct", "must_correct"
WRONG = "24:2 13:5 8:3 6:4 5:1 / 24:2 13:5 8:3 6:5"
"""Seat 0 has put a checker of the six point on the five."""
ONLY_ONE = "13:1 / 20:2 5:13"
"""With 6-2 there is one legal play, 13/7."""


def table(variant: str = "backgammon", **rules: Any) -> Game:
    """A game at a real table, before the opening throw."""
    return Game.start(Variant.load(variant), table=TableRules(**rules))


def opened(dice: tuple[int, int] = (5, 3), **rules: Any) -> Game:
    return table(**rules).apply(Rolled(dice))


def standing(text: str, dice: tuple[int, int], **rules: Any) -> Game:
    """Seat 0 has thrown these dice in that position."""
    game = opened(**rules)
    position = game.variant.position(text)
    numbers = Numbers.of(game.variant, position, Roll(*dice))
    return msgspec.structs.replace(game, position=position, roll=Roll(*dice), numbers=numbers)


def seen(*steps: tuple[int | str, int | str]) -> Seen:
    return Seen(steps)


def refused(game: Game, action: Action) -> IllegalAction:
    """Why the game does not take this action."""
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    return caught.value


def illegal(**rules: Any) -> Game:
    """Seat 0 has played the 5 of a 5-3 only."""
    return opened(**rules).apply(seen((13, 8)))


# --- Throws ----------------------------------------------------------------------------------


@pytest.mark.rule("IRR-1")
@pytest.mark.parametrize("reason", ["cocked", "off_board", "on_checker"])
def test_a_throw_that_does_not_lie_right_is_thrown_again(reason: Any) -> None:
    game = table()
    void = game.apply(Voided((5, 3), reason))
    assert msgspec.structs.replace(void, log=(), begun=None) == game
    assert void.log == (Voided((5, 3), reason),)
    later = opened().apply(Played(((13, 8), (13, 10))))
    assert later.apply(Voided(None, reason)).legal() == later.legal()
    assert refused(opened(), Voided(None, reason)).rule == "STD-TURN-1"
    with pytest.raises(BadDice):
        game.apply(Voided((5, 7), reason))


@pytest.mark.rule("IRR-1")
def test_a_die_on_a_checker_counts_where_that_is_agreed() -> None:
    error = refused(table(die_on_checker="valid"), Voided((5, 3), "on_checker"))
    assert error.rule == "IRR-1"
    assert "flat on a checker counts" in error.detail
    assert table(die_on_checker="valid").apply(Voided((5, 3), "cocked")).phase is Phase.OPENING


@pytest.mark.rule("IRR-2")
def test_dice_that_were_touched_are_thrown_again() -> None:
    told = ruling(table(), Voided((5, 3), "touched"), ANN_BEN)
    assert told is not None and told.clause == "IRR-2"
    assert str(told) == (
        "The opening throw of 5-3 is void: a die was touched before it lay still. "
        "Both dice are thrown again. (IRR-2; Backgammon365, Rolling the Dice 4)"
    )
    assert table().apply(Voided((5, 3), "touched")).phase is Phase.OPENING


@pytest.mark.rule("IRR-6")
def test_a_premature_throw_is_void() -> None:
    game = opened()
    early = game.apply(Premature((5, 2)))
    assert msgspec.structs.replace(early, log=game.log, begun=game.begun) == game
    after = early.apply(early.read("13/8 13/10"))
    assert (after.phase, after.turn, after.roll) == (Phase.TO_ROLL, 1, None)
    assert refused(after, Premature((5, 2))).rule == "STD-TURN-1"


@pytest.mark.rule("IRR-6")
def test_a_premature_throw_stands_by_the_waiver_where_the_play_is_forced() -> None:
    game = standing(ONLY_ONE, (6, 2))
    assert [str(play) for play in game.plays] == ["13/7"]
    told = ruling(game, Premature((5, 2)), ANN_BEN)
    assert told is not None
    assert told.text.endswith("too early: it stands, as the play was forced, and is played next.")
    early = game.apply(Premature((5, 2)))
    assert refused(early, Premature((4, 2))).rule == "IRR-6"
    after = early.apply(early.read("13/7"))
    assert (after.phase, after.turn, after.roll) == (Phase.TO_PLAY, 1, Roll(5, 2))
    assert after.early is None and after.rolls == (1, 1)


@pytest.mark.rule("IRR-6")
def test_a_premature_throw_stands_by_the_waiver_without_contact() -> None:
    game = standing("6:5 5:5 4:5 / 6:5 5:5 4:5", (3, 1))
    told = ruling(game, Premature((5, 2)))
    assert told is not None and "no more contact" in told.text
    after = game.apply(Premature((5, 2))).apply(game.read("6/3 6/5"))
    assert (after.turn, after.roll) == (1, Roll(5, 2))


@pytest.mark.rule("IRR-6")
def test_a_premature_throw_stands_where_that_is_agreed() -> None:
    game = opened(premature_roll="stands")
    told = ruling(game, Premature((5, 2)))
    assert told is not None and told.source == AGREED
    after = game.apply(Premature((5, 2))).apply(game.read("13/8 13/10"))
    assert (after.phase, after.turn, after.roll) == (Phase.TO_PLAY, 1, Roll(5, 2))


@pytest.mark.rule("IRR-6", "STD-TURN-3")
def test_premature_dice_are_lost_on_a_player_who_is_closed_out() -> None:
    game = standing("8:1 6:2 5:2 4:2 3:2 2:2 1:1 / bar:1 6:14", (6, 1), premature_roll="stands")
    after = game.apply(Premature((5, 2))).apply(game.read("8/1"))
    assert (after.phase, after.turn, after.early) == (Phase.TO_ROLL, 1, None)
    assert "pass" in after.verbs


def test_contact() -> None:
    backgammon = Variant.load()
    assert has_contact(backgammon, backgammon.start_position)
    assert has_contact(backgammon, backgammon.position("13:1 / 13:1"))
    assert has_contact(backgammon, backgammon.position("bar:1 / 1:1"))
    assert not has_contact(backgammon, backgammon.position("12:1 / 12:1"))
    fevga = Variant.load("fevga")  # both run the same way, half a board apart
    assert has_contact(fevga, fevga.position("14:1 / 1:1"))
    assert has_contact(fevga, fevga.position("1:1 / 14:1"))
    assert not has_contact(fevga, fevga.position("12:1 / 12:1"))
    russian = Variant.load("russian")  # both run home to the same points
    assert has_contact(russian, russian.position("2:1 / 1:1"))


# --- Illegal plays ---------------------------------------------------------------------------


@pytest.mark.rule("IRR-4")
def test_an_illegal_play_must_be_corrected_where_that_is_agreed() -> None:
    game = illegal(illegal_play=MUST)
    assert game.verbs == ("demand",)
    for action in (Rolled((6, 1)), Doubled(), Condoned(), Voided(None, "cocked"), Resigned(1)):
        error = refused(game, action)
        assert error.rule == "IRR-4"
        assert error.detail == ("a legal play comes first: the 3 has not been played, STD-FORCE-1")
    again = game.apply(Demanded())
    before = opened(illegal_play=MUST)
    assert msgspec.structs.replace(again, log=before.log) == before
    assert [action.name for action in again.log] == ["roll", "seen", "demand"]
    assert game.apply(Demanded(0)).plays == before.plays


@pytest.mark.rule("IRR-4", "IRR-5")
def test_the_opponent_rolls_and_the_play_stands() -> None:
    game = illegal(illegal_play=OPTION)
    assert (game.phase, game.turn, game.actor) == (Phase.SEEN, 0, 1)
    assert {"demand", "condone", "roll", "double"} <= set(game.verbs)
    after = game.apply(Rolled((6, 1)))
    assert after.position.other[13] == 4 and after.position.other[8] == 4
    assert (after.phase, after.turn, after.irregular) == (Phase.TO_PLAY, 1, None)
    told = ruling(game, Rolled((6, 1)), ANN_BEN)
    assert told is not None
    assert told.text == "Ben goes on with a roll, so the play of Ann stands for good."


@pytest.mark.rule("IRR-5")
@pytest.mark.parametrize(
    "acceptance", [Rolled((6, 1)), Doubled(), Condoned(), Voided(None, "cocked")]
)
def test_acceptance_is_final(acceptance: Action) -> None:
    game = illegal(illegal_play=OPTION).apply(acceptance)
    error = refused(game, Demanded())
    assert (error.rule, error.detail) == ("IRR-5", "the illegal play has been accepted")
    assert refused(game, Condoned()).rule == "IRR-5"


@pytest.mark.rule("IRR-4")
def test_the_opponent_calls_for_a_legal_play() -> None:
    game = illegal(illegal_play=OPTION).apply(Demanded(1))
    assert (game.turn, game.roll, len(game.plays)) == (0, Roll(5, 3), 9)
    after = game.apply(game.read("13/8 13/10"))
    assert after.turn == 1
    assert refused(after, Demanded()).rule == "IRR-4"  # there is nothing more to call for


@pytest.mark.rule("IRR-3")
def test_a_player_who_has_lifted_the_dice_does_not_take_the_play_back() -> None:
    error = refused(illegal(illegal_play=OPTION), Demanded(0))
    assert (error.rule, error.detail) == ("IRR-3", "the call is the opponent's")


@pytest.mark.rule("IRR-7")
@pytest.mark.parametrize("caller", [0, 1, None])
def test_either_player_calls_until_the_next_throw(caller: Any) -> None:
    game = illegal(illegal_play=EITHER)
    assert game.apply(Demanded(caller)).roll == Roll(5, 3)
    late = game.apply(Rolled((6, 1)))
    assert refused(late, Demanded(caller)).rule == "IRR-7"
    told = ruling(game, Rolled((6, 1)))
    assert told is not None and told.clause == "IRR-7"


REST = {"correction": "remaining_numbers"}


@pytest.mark.rule("IRR-4")
def test_a_call_brings_back_the_whole_roll_or_what_is_left_of_it() -> None:
    whole = illegal(illegal_play=OPTION).apply(Demanded())
    assert whole.plays == opened().plays
    rest = illegal(illegal_play=OPTION, **REST).apply(Demanded())
    assert rest.numbers is not None and rest.numbers.left == (3,)
    assert rest.position.mover[8] == 4  # the 5 stays where it was played
    assert {str(play) for play in rest.plays} == {"24/21", "13/10", "8/5", "6/3"}
    assert refused(rest, Played(((13, 8), (13, 10)))).rule == "STD-MOVE-4"
    done = rest.apply(rest.read("6/3"))
    assert (done.turn, done.phase) == (1, Phase.TO_ROLL)
    assert done.position.other[3] == 1 and done.position.other[8] == 4
    match = Match.start(target=Points(3), settings=Settings(referee=done.table))
    for action in done.log:
        match = match.apply(action)
    assert load(dump(match))[0] == match
    assert match.game.position == done.position
    again = done.apply(Misplaced(WRONG))
    assert again.position.other[5] == 1 and again.apply(Reset()).plays == opened().plays


@pytest.mark.rule("IRR-4")
@pytest.mark.parametrize(
    ("text", "dice", "steps", "left"),
    [
        ("13:3 / 24:2", (5, 5), ((13, 3),), (5, 5)),  # 13/8/3 in one hand
        ("13:3 / 24:2", (5, 5), ((13, 8), (13, 8), (13, 8)), (5,)),
        ("13:3 / 24:2", (6, 5), (), (6, 5)),  # nothing was played
        ("13:3 / 24:2", (5, 3), ((13, 9),), (5, 3)),  # not a step of this roll
        ("14:1 5:1 / 17:2 5:13", (6, 1), ((5, 4),), (6, 1)),  # the 6 cannot follow that
    ],
)
def test_the_rest_is_played_where_a_legal_play_begins_so(
    text: str, dice: tuple[int, int], steps: Any, left: tuple[int, ...]
) -> None:
    before = standing(text, dice, illegal_play=OPTION, **REST)
    called = before.apply(Seen(steps)).apply(Demanded())
    assert called.numbers is not None and called.numbers.left == left
    legal = {play.position for play in before.plays}
    assert {play.position for play in called.plays} <= legal


def test_a_doublet_is_still_named_when_the_rest_was_called_for() -> None:
    game = table("acey_deucey", illegal_play=OPTION, **REST)
    game = game.apply(Rolled((5, 3))).apply(Rolled((2, 1))).apply(seen(("hand", 24)))
    game = game.apply(Demanded())
    assert [str(play) for play in game.plays] == ["hand/23", "24/22"]
    game = game.apply(game.read("hand/23"))
    assert game.phase is Phase.TO_NAME


@pytest.mark.rule("IRR-4", "IRR-7")
def test_a_call_is_ruled_by_the_text_that_allows_it() -> None:
    bkgm, rolling, error = SOURCES["IRR-4"], SOURCES["IRR-3"], SOURCES["IRR-7"]
    cases: list[tuple[dict[str, str], Any, str, str]] = [
        ({"illegal_play": OPTION}, None, "IRR-4", bkgm),
        ({"illegal_play": OPTION, **REST}, None, "IRR-4", rolling),
        ({"illegal_play": EITHER}, None, "IRR-7", error),
        ({"illegal_play": EITHER}, 0, "IRR-7", error),
        ({"illegal_play": EITHER}, 1, "IRR-7", error),
        ({"illegal_play": EITHER, **REST}, 0, "IRR-7", error),
        ({"illegal_play": EITHER, **REST}, 1, "IRR-4", rolling),
    ]
    for rules, caller, clause, source in cases:
        told = ruling(illegal(**rules), Demanded(caller), ANN_BEN)
        assert told is not None and (told.clause, told.source) == (clause, source), (rules, caller)
    seen_so = ruling(opened(illegal_play=EITHER), seen((13, 8)), ANN_BEN)
    assert seen_so is not None and seen_so.source == error
    rest = ruling(illegal(illegal_play=OPTION, **REST), Demanded(), ANN_BEN)
    assert rest is not None
    assert rest.text == "Ben calls for the remaining numbers: Ann plays 3."


@pytest.mark.rule("IRR-4")
def test_forbidden_illegal_plays_are_refused_as_at_a_screen() -> None:
    assert refused(opened(), seen((13, 8))).rule == "STD-FORCE-1"
    assert refused(table(illegal_play=OPTION), seen((13, 8))).rule == "STD-TURN-1"


def test_a_legal_play_that_was_seen_is_played() -> None:
    game = opened(illegal_play=OPTION)
    assert game.apply(seen((13, 8), (13, 10))) == game.apply(game.read("13/8 13/10"))
    # Nobody steps like this, but the position is that of a legal play.
    assert game.apply(seen((13, 9), (9, 8), (13, 10))) == game.apply(game.read("13/8 13/10"))
    assert ruling(game, seen((13, 8), (13, 10))) is None


def test_checkers_move_as_they_were_seen() -> None:
    game = opened(illegal_play=OPTION)
    nothing = game.apply(seen())
    assert nothing.position == game.position and nothing.irregular is not None
    assert nothing.irregular.fault.rule == "STD-TURN-2"
    backwards = game.apply(seen((6, 8), (6, 9)))
    assert backwards.position.mover[8] == 4 and backwards.position.mover[9] == 1
    assert game.apply(seen((6, "off"))).position.mover[0] == 1


@pytest.mark.rule("STD-MOVE-1", "STD-MOVE-6")
def test_what_nobody_can_see() -> None:
    game = opened(illegal_play=OPTION)
    assert refused(game, seen((5, 3))).rule == "STD-MOVE-1"
    assert refused(game, seen(("bar", 20))).rule == "STD-MOVE-1"
    assert refused(game, seen(("off", 20))).rule == "STD-MOVE-1"
    assert refused(game, seen((6, "bar"))).rule == "STD-MOVE-1"
    assert refused(game, seen((24, 19))).rule == "STD-MOVE-6"


@pytest.mark.rule("STD-HIT-1")
def test_an_illegal_play_hits() -> None:
    game = standing("24:2 6:5 / 9:1 6:5", (6, 5), illegal_play=OPTION)
    hit = game.apply(seen((24, 16)))
    assert hit.position.other[25] == 1 and hit.position.other[9] == 0
    check_checkers(hit.variant, hit.position)


@pytest.mark.rule("VAR-PIN")
def test_illegal_plays_where_checkers_are_pinned() -> None:
    plakoto = Variant.load("plakoto")
    position = plakoto.position("24:13 10p:1 5:1 / 24:13 15:1 20p:1")
    game = msgspec.structs.replace(
        table("plakoto", illegal_play=OPTION).apply(Rolled((6, 5))),
        phase=Phase.TO_PLAY,
        position=position,
        roll=Roll(6, 5),
        numbers=Numbers.of(plakoto, position, Roll(6, 5)),
    )
    assert refused(game, seen((10, 9))).rule == "VAR-PIN"
    freed = game.apply(seen((5, 2)))
    assert freed.position.pinned == (frozenset({10}), frozenset())
    assert plakoto.faults(freed.position) == []
    assert refused(game, seen((24, 1))).rule == "STD-MOVE-6"
    bare = plakoto.position("24:14 5:1 / 24:14 16:1")
    numbers = Numbers.of(plakoto, bare, Roll(6, 5))
    pinned = msgspec.structs.replace(game, position=bare, numbers=numbers).apply(seen((24, 9)))
    assert pinned.position.pinned == (frozenset(), frozenset({16}))


@pytest.mark.rule("VAR-RIGHT")
def test_what_a_game_remembers_survives_an_illegal_play() -> None:
    dutch = Variant.load("dutch")
    position = dutch.position("20:13 6:2 / 18:15").remembering((3, 2), (True, False))
    game = msgspec.structs.replace(
        table("dutch", illegal_play=OPTION).apply(Rolled((6, 5))),
        position=position,
        numbers=Numbers.of(dutch, position, Roll(6, 5)),
    )
    moved = game.apply(seen((20, 12))).position
    assert moved == dutch.position("20:12 12:1 6:2 / 18:15").remembering((3, 2), (True, False))


@pytest.mark.rule("IRR-4", "STD-WIN-1")
def test_an_illegal_play_that_would_win_waits_for_the_answer() -> None:
    game = standing("6:1 1:1 / 6:3", (2, 1), illegal_play=OPTION)
    game = game.apply(seen((6, "off"), (1, "off")))
    assert game.phase is Phase.SEEN and game.result is None
    assert game.verbs == ("demand", "condone")
    assert refused(game, Rolled((2, 1))).rule == "STD-WIN-1"
    assert game.apply(Demanded()).roll == Roll(2, 1)
    over = game.apply(Condoned())
    assert over.result is not None and over.result.winner == 0


@pytest.mark.rule("IRR-6", "IRR-4")
def test_premature_dice_wait_for_the_answer_to_an_illegal_play() -> None:
    game = opened(illegal_play=OPTION, premature_roll="stands").apply(Premature((5, 2)))
    game = game.apply(seen((13, 8)))
    assert refused(game, Rolled((6, 6))).rule == "STD-TURN-1"
    assert game.apply(Condoned()).roll == Roll(5, 2)
    again = game.apply(Demanded())
    assert again.apply(again.read("13/8 13/10")).roll == Roll(5, 2)


def test_a_bot_at_a_real_table_calls_for_a_legal_play() -> None:
    bot = Engine(HandmadeEvaluator(Variant.load()))
    assert bot.choose(illegal(illegal_play=OPTION)) == Demanded()


# --- Before the game -------------------------------------------------------------------------


@pytest.mark.rule("STD-SETUP-3")
def test_a_throw_for_seats_checkers_or_dice() -> None:
    game = table().apply(RolledOff("seats", (3, 3))).apply(RolledOff("seats", (5, 3)))
    assert refused(game, RolledOff("seats", (6, 1))).detail == "the seats are decided"
    told = ruling(game, RolledOff("dice", (2, 4)), ANN_BEN)
    assert told is not None
    assert told.text == "For the choice of dice Ann throws 2, Ben 4: Ben chooses."
    tie = ruling(game, RolledOff("dice", (2, 2)), ANN_BEN)
    assert tie is not None and tie.text.endswith("a tie, again.")
    assert refused(opened(), RolledOff("seats", (6, 1))).rule == "STD-SETUP-3"


@pytest.mark.rule("STD-SETUP-4")
@pytest.mark.parametrize(("colour", "white"), [("white", 1), ("black", 0)])
def test_the_winner_of_the_opening_throw_picks_a_colour(colour: Any, white: int) -> None:
    rules: dict[str, Any] = {"opening_winner_picks_colour": True}
    game = opened((2, 4), **rules).apply(Coloured(colour))
    assert game.white == white
    assert refused(game, Coloured(colour)).detail == "the colors are chosen"
    assert refused(table(**rules), Coloured(colour)).rule == "STD-SETUP-4"
    late = game.apply(game.read("8/4 6/4"))
    assert late.white == white
    assert refused(late, Coloured(colour)).rule == "STD-SETUP-4"
    assert refused(opened(), Coloured(colour)).rule == "STD-SETUP-4"


@pytest.mark.rule("STD-SETUP-5", "IRR-8")
def test_a_wrong_set_up_is_put_right_before_the_first_play() -> None:
    wrong = table().apply(Misplaced(WRONG))
    assert wrong.position.mover[5] == 1
    assert wrong.apply(Reset()).position == wrong.variant.start_position
    thrown = wrong.apply(Rolled((3, 5)))
    assert thrown.turn == 1 and thrown.position.other[5] == 1  # as the starter sees it
    right = thrown.apply(Reset())
    assert right.plays == opened((3, 5)).plays and right.setup is None


@pytest.mark.rule("STD-SETUP-5", "IRR-8")
@pytest.mark.parametrize("dice", [(5, 3), (3, 5)])
def test_the_first_play_is_made_again_with_the_same_dice(dice: tuple[int, int]) -> None:
    game = opened(dice).apply(Misplaced(WRONG))
    seat0 = game.position.mover if game.turn == 0 else game.position.other
    assert seat0[5] == 1
    played = game.apply(game.read("13/8 13/10"))
    doubled = played.apply(Doubled())
    for late in (played, doubled, played.apply(Rolled((6, 1)))):
        again = late.apply(Reset())
        assert (again.turn, again.roll, again.stakes.value) == (game.turn, Roll(*dice), 1)
        assert again.plays == opened(dice).plays
        assert again.log == (*late.log, Reset())


@pytest.mark.rule("STD-SETUP-5")
def test_after_the_second_play_the_set_up_stands() -> None:
    game = opened().apply(Misplaced(WRONG))
    game = game.apply(game.read("13/8 13/10")).apply(Rolled((6, 1)))
    game = game.apply(game.read("13/7 8/7"))
    error = refused(game, Reset())
    assert (error.rule, error.detail) == (
        "STD-SETUP-5", "2 plays have been made, and the board stands",
    )  # fmt: skip
    assert refused(opened(), Reset()).detail == "the set-up was not wrong"
    longer = opened(setup_error_window=2).apply(Misplaced(WRONG))
    longer = longer.apply(longer.read("13/8 13/10")).apply(Rolled((6, 1)))
    longer = longer.apply(longer.read("13/7 8/7"))
    assert longer.apply(Reset()).roll == Roll(5, 3)


@pytest.mark.rule("STD-SETUP-5", "IRR-8")
@pytest.mark.parametrize("dice", [(5, 3), (3, 5)])
def test_a_wrong_set_up_is_noticed_after_the_first_play(dice: tuple[int, int]) -> None:
    """The play was made from the wrong board, and is made again from the right one."""
    played = opened(dice).apply(Played(((13, 8), (13, 10))))
    for late in (played, played.apply(Rolled((6, 1)))):
        wrong = late.apply(Misplaced(WRONG))
        seats = (wrong.position.mover, wrong.position.other)
        seat0, seat1 = seats if wrong.turn == 0 else seats[::-1]
        assert (seat0[5], seat1[5]) == (1, 0)
        assert (wrong.turn, wrong.roll, wrong.rolls) == (late.turn, late.roll, late.rolls)
        assert wrong.log == (*late.log, Misplaced(WRONG))
        told = ruling(late, Misplaced(WRONG), ANN_BEN)
        assert told is not None and told.clause == "IRR-8"
        again = wrong.apply(Reset())
        assert (again.turn, again.roll) == (opened(dice).turn, Roll(*dice))
        assert again.plays == opened(dice).plays
        assert again.log == (*wrong.log, Reset())
        same = again.apply(Played(((13, 8), (13, 10))))
        assert same.position == played.position


@pytest.mark.rule("STD-SETUP-5", "IRR-8")
def test_a_wrong_set_up_is_noticed_too_late() -> None:
    game = opened().apply(Played(((13, 8), (13, 10)))).apply(Rolled((6, 1)))
    game = game.apply(Played(((13, 7), (8, 7))))
    error = refused(game, Misplaced(WRONG))
    assert error.rule == "STD-SETUP-5"
    assert error.detail == "2 plays have been made, and the board stands"
    never = opened(setup_error_window=0).apply(Played(((13, 8), (13, 10))))
    assert "1 play has been made" in refused(never, Misplaced(WRONG)).detail
    far = "24:2 18:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
    first = opened().apply(Played(((13, 8), (13, 10))))
    assert "cannot have been made from that board" in refused(first, Misplaced(far)).detail
    assert refused(opened().apply(Resigned(1)), Misplaced(WRONG)).detail == "the game is under way"


@pytest.mark.rule("IRR-8")
def test_what_is_no_wrong_set_up() -> None:
    right = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
    assert refused(table(), Misplaced(right)).detail == "the board stands like this"
    assert refused(table(), Misplaced("off:15 / 6:15")).rule == "IRR-8"
    with pytest.raises(BadPosition):
        table().apply(Misplaced("24:2 13:5 / 24:99"))


@pytest.mark.rule("STD-SETUP-5")
def test_a_wrong_set_up_can_be_described_twice() -> None:
    game = table().apply(Misplaced(WRONG)).apply(Rolled((5, 3)))
    game = game.apply(Misplaced("24:2 13:5 8:3 6:3 5:2 / 24:2 13:5 8:3 6:5"))
    assert game.position.mover[5] == 2
    assert game.apply(Reset()).plays == opened().plays


@pytest.mark.rule("STD-SETUP-6")
def test_the_dice_are_mixed_at_any_time() -> None:
    for game in (table(), opened(), illegal(illegal_play=OPTION)):
        assert msgspec.structs.replace(game.apply(Mixed(0)), log=game.log, begun=game.begun) == game
    told = ruling(opened(), Mixed(0), ("White", "Black"))
    assert told is not None
    assert "Black, White, Black, White" in told.text
    over = opened().apply(Resigned(1)).apply(Accepted())
    assert refused(over, Mixed(0)).rule == "STD-SETUP-6"


@pytest.mark.rule("STD-SETUP-6")
def test_the_dice_are_mixed_before_a_game_only_where_that_is_agreed() -> None:
    assert table(mix_dice_anytime=False).apply(Mixed(1)).log == (Mixed(1),)
    assert refused(opened(mix_dice_anytime=False), Mixed(1)).rule == "STD-SETUP-6"


# --- Without a referee, and rulings ----------------------------------------------------------

EVERYTHING: tuple[TableAction, ...] = (
    Voided(None, "cocked"), Voided((5, 3), "touched"), Premature((5, 2)), seen((13, 8)),
    Demanded(), Condoned(), Misplaced(WRONG), Reset(), Mixed(0), RolledOff("seats", (5, 3)),
)  # fmt: skip


@pytest.mark.parametrize("action", EVERYTHING, ids=lambda action: type(action).__name__)
def test_without_a_referee_there_are_no_irregularities(action: Action) -> None:
    game = Game.start(Variant.load())
    error = refused(game, action)
    assert error.detail == "this game has no referee"
    assert error.rule in SOURCES
    assert ruling(game, action) is None


def test_every_clause_has_a_ruling_with_its_source() -> None:
    rules: dict[str, Any] = {"illegal_play": OPTION, "opening_winner_picks_colour": True}
    started, playing, waiting = table(**rules), opened(**rules), illegal(**rules)
    played = playing.apply(Misplaced(WRONG))
    cases: list[tuple[Game, Action, str]] = [
        (started, RolledOff("seats", (5, 3)), "STD-SETUP-3"),
        (playing, Coloured("white"), "STD-SETUP-4"),
        (played, Reset(), "STD-SETUP-5"),
        (playing, Mixed(1), "STD-SETUP-6"),
        (started, Voided(None, "cocked"), "IRR-1"),
        (started, Voided(None, "touched"), "IRR-2"),
        (playing, seen((13, 8)), "IRR-4"),
        (waiting, Demanded(), "IRR-4"),
        (waiting, Condoned(), "IRR-5"),
        (waiting, Doubled(), "IRR-5"),
        (playing, Premature((5, 2)), "IRR-6"),
        (illegal(illegal_play=EITHER), Rolled((5, 2)), "IRR-7"),
        (started, Misplaced(WRONG), "IRR-8"),
    ]
    for game, action, clause in cases:
        told = ruling(game, action, ANN_BEN)
        assert told is not None and told.clause == clause
        assert told.source == SOURCES[clause]
        assert told.text[0].isupper() and told.text.endswith(".")
        game.apply(action)
    assert ruling(playing, Played(((13, 8), (13, 10)))) is None
    assert {clause for _, _, clause in cases} == set(SOURCES) - {"IRR-3"}
    told = ruling(opened(illegal_play=MUST), seen((13, 8)))
    assert told is not None and told.source == AGREED


# --- Typed -----------------------------------------------------------------------------------


def recorded(folder: Path, *typed: str, **rules: Any) -> Evening:
    """What a referee types, and what comes of it."""
    match = Match.start(
        players=ANN_BEN, target=Points(5), settings=Settings(referee=TableRules(**rules))
    )
    return Evening(folder, typed, EnteredDice(input), match=match)


BEFORE = ("setup " + WRONG, "reset", "cocked", "53", "touched", "5-3", "premature 52")
"""IRR-8, IRR-1, IRR-2 and IRR-6; then Ann plays 5-3."""


@pytest.mark.rule("IRR-1", "IRR-2", "IRR-3", "IRR-4", "IRR-5", "IRR-6", "IRR-7", "IRR-8")
def test_all_eight_irregularities_are_typed(tmp_path: Path) -> None:
    evening = recorded(tmp_path, *BEFORE, "seen 13/8", "condone", "demand", "undo", "61",
                       illegal_play=OPTION)  # fmt: skip
    clauses = ["IRR-8", "STD-SETUP-5", "IRR-1", "IRR-2", "IRR-6", "IRR-4", "IRR-5", "IRR-5",
               "IRR-3"]  # fmt: skip
    assert _clauses(evening) == clauses
    assert evening.game.turn == 1 and evening.game.position.other[8] == 4  # the play stands
    demanded = recorded(tmp_path, *BEFORE, "seen 13/8", "demand", "13/8 13/10", "", "61",
                        illegal_play=OPTION)  # fmt: skip
    assert _clauses(demanded) == [*clauses[:6], "IRR-4"]
    assert demanded.game.turn == 1 and demanded.game.position.other[10] == 1
    rolled = recorded(tmp_path, *BEFORE, "seen 13/8", "61", "demand Ann", illegal_play=EITHER)
    assert _clauses(rolled) == [*clauses[:5], "IRR-7", "IRR-7", "IRR-7"]
    assert rolled.game.position == evening.game.position
    for each in (evening, demanded, rolled):
        again, _ = load(dump(each.match))
        assert again == each.match  # the evening's match was itself read from its file


def _clauses(evening: Evening) -> list[str]:
    """The clauses of everything that the referee has said, in order."""
    return [
        clause
        for line in evening.io.shown
        for clause, source in SOURCES.items()
        if f"({clause}; {source})" in line
    ]


def test_an_illegal_play_is_offered_as_seen(tmp_path: Path) -> None:
    evening = recorded(tmp_path, "53", "13/9", "13/8", "", "8/4", "seen", "condone",
                       illegal_play=OPTION)  # fmt: skip
    assert "Enter it as seen? seen 13/9" in evening.text
    assert "Enter it as seen? seen 13/8\n" in evening.text
    assert "Enter it as seen? seen 13/8 8/4" in evening.text
    assert "Ann rolls 5-3 and plays nothing, which is not legal" in evening.text
    assert evening.game.turn == 1
    assert "as seen?" not in recorded(tmp_path, "53", "13/9").text


def test_a_legal_play_can_be_typed_as_seen(tmp_path: Path) -> None:
    evening = recorded(tmp_path, "53", "seen 13/8/5", illegal_play=OPTION)
    assert "Ann rolls 5-3 and plays 13/5." in evening.text
    assert isinstance(evening.game.log[-1], Played)


def test_a_throw_is_voided_right_after_it_was_typed(tmp_path: Path) -> None:
    evening = recorded(tmp_path, "53", "13/8 13/10", "", "61", "off", "61", "on checker",
                       "on a checker 66", "on top", "61", die_on_checker="reroll")  # fmt: skip
    assert evening.game.log[2:6] == (
        Voided((6, 1), "off_board"), Voided((6, 1), "on_checker"), Voided((6, 6), "on_checker"),
        Rolled((6, 1)),
    )  # fmt: skip
    assert "On what? Type: on checker." in evening.text
    valid = recorded(tmp_path, "53", "on checker", die_on_checker="valid")
    assert valid.game.log == (Rolled((5, 3)),)
    assert "flat on a checker counts" in valid.text


def test_choices_before_the_game_are_typed(tmp_path: Path) -> None:
    evening = recorded(tmp_path, "mix", "mix an", "mix Zoe", "rolloff cups 5-3",
                       "rolloff seats 3-3", "rolloff seats 5-3", "35", "mix", "colour red",
                       "colour black", opening_winner_picks_colour=True)  # fmt: skip
    assert evening.game.log == (
        Mixed(0), RolledOff("seats", (3, 3)), RolledOff("seats", (5, 3)), Rolled((3, 5)),
        Mixed(1), Coloured("black"),
    )  # fmt: skip
    assert evening.game.white == 0
    for asked in ("Who wants it?", "Who is 'Zoe'?", "A throw for what?", "Which color?"):
        assert asked in evening.text
    assert "Ben takes black and its side; Ann plays white." in evening.text


def test_commands_of_the_referee_are_shown_only_where_there_is_one(tmp_path: Path) -> None:
    with_referee = recorded(tmp_path, "help", "rules", illegal_play=MUST).text
    alone = Evening(tmp_path, ["help", "rules", "cocked"], ["3-1"]).text
    for name, _ in HELP:
        assert name in with_referee and name not in alone
    assert all(any(verb in name for name, _ in HELP) for verb in COMMANDS)
    assert "Illegal plays" in with_referee and "Illegal plays" not in alone
    assert "There is no command 'cocked'" in alone


def test_what_is_expected_after_an_illegal_play(tmp_path: Path) -> None:
    option = recorded(tmp_path, "53", "seen 13/8", "resign", "8/5", illegal_play=OPTION)
    assert "Ben: demand a legal play from Ann, or condone this one; rolling acc" in option.text
    must = recorded(tmp_path, "53", "seen 13/8", "61", "double", illegal_play=MUST)
    assert "Ben: demand a legal play from Ann." in must.text
    assert "a legal play comes first: the 3 has not been played, STD-FORCE-1" in must.text


@pytest.mark.rule("IRR-3")
def test_nothing_is_taken_back_before_the_first_play(tmp_path: Path) -> None:
    evening = recorded(tmp_path, "undo", "53", "undo", "53", "13/8 13/10", "", "undo")
    assert evening.text.count("There is nothing to take back.") == 1
    assert _clauses(evening) == ["IRR-3"]


def test_a_dropped_double_is_told_although_the_dice_were_mixed(tmp_path: Path) -> None:
    evening = recorded(tmp_path, "53", "13/8 13/10", "", "double", "mix", "drop", "quit")
    assert "the double was passed" in evening.text


def test_the_command_line(tmp_path: Path) -> None:
    done = command_line("play", "--referee", "--illegal-play", "must-correct", "--picks-colour",
                        "--premature-roll", "stands", "--die-on-checker", "valid", "--quick",
                        "--correction", "remaining-numbers",
                        stdin="53\nseen 13/8\n61\n", home=tmp_path)  # fmt: skip
    assert done.returncode == 0
    assert "the 3 has not been played" in done.stdout
    again = command_line("play", "--resume", stdin="demand\nrules\n13/10\n\n", home=tmp_path)
    assert "Illegal plays       must correct" in again.stdout
    assert "Called-for play     remaining numbers" in again.stdout
    assert "Player 1 goes on with 3 and plays 13/10." in again.stdout
    for wrong in (("--illegal-play", "forbid"), ("--referee", "--bots")):
        assert command_line("play", *wrong, home=tmp_path).returncode == 2


# --- Anything can happen ---------------------------------------------------------------------


def happening(rng: Random, game: Game) -> Action:
    """Something regular most of the time; games that are given up at once show little."""
    verbs = [verb for verb in game.verbs if verb not in ("resign", "drop")] or ["resign"]
    if rng.random() < 0.6:
        verb = rng.choice(verbs)
        return rng.choice([a for a in game.legal(resignations=True) if a.name == verb])
    if game.plays and rng.random() < 0.4:
        return Seen(Played.of(rng.choice(game.plays)).steps[:1])
    if len(game.log) < 5:
        early: tuple[Action, ...] = (Misplaced(WRONG), Reset(), Rolled((6, 4)))
        return rng.choice(early)
    dice = rng.randint(1, 6), rng.randint(1, 6)
    seat: Any = rng.randint(0, 1)
    places: list[int | str] = [*range(1, 25)]
    steps = tuple(
        (rng.choice([*places, "bar"]), rng.choice([*places, "off"]))
        for _ in range(rng.randint(0, 3))
    )
    reasons: Any = ("cocked", "off_board", "on_checker", "touched")
    irregular: list[Action] = [
        Voided(rng.choice([None, dice]), rng.choice(reasons)), Premature(dice), Seen(steps),
        Seen(steps[:1]), Seen(()), Demanded(rng.choice([None, seat])), Condoned(), Misplaced(WRONG),
        Reset(), Mixed(seat), RolledOff("dice", dice), Coloured("black"), Declined(),
    ]  # fmt: skip
    return rng.choice(irregular)


@settings(max_examples=40, deadline=None)
@given(
    rng=st.randoms(use_true_random=False),
    illegal_play=st.sampled_from(["forbid", MUST, OPTION, EITHER]),
    premature_roll=st.sampled_from(["void", "stands"]),
    correction=st.sampled_from(["whole_roll", "remaining_numbers"]),
    window=st.integers(0, 2),
    variant=st.sampled_from(["backgammon", "hypergammon", "dutch", "plakoto", "fevga", "russian"]),
)
def test_whatever_happens_is_recorded(
    rng: Random, illegal_play: Any, premature_roll: Any, correction: Any, window: int, variant: str
) -> None:
    rules = TableRules(
        illegal_play=illegal_play, premature_roll=premature_roll, setup_error_window=window,
        opening_winner_picks_colour=True, correction=correction,
    )  # fmt: skip
    match = Match.start(
        target=Points(3), settings=Settings(referee=rules), variant=Variant.load(variant)
    )
    for _ in range(80):
        if match.winner is not None:
            break
        if match.game.result:
            match = match.next_game()
        action = happening(rng, match.game)
        try:
            ruled = ruling(match.game, action)
            match = match.apply(action)
        except FullprimeError as error:
            assert isinstance(error, (IllegalAction, BadPosition, BadAction))
            assert action not in match.game.legal(resignations=True)
            continue
        assert ruled is None or ruled.clause in SOURCES
        check_checkers(match.game.variant, match.game.position)
    assert load(dump(match))[0] == match


def check_checkers(variant: Variant, position: Position) -> None:
    assert sum(position.mover) == sum(position.other) == variant.checkers
    assert variant.faults(position) == []


def test_a_wrong_set_up_does_not_count_as_a_turn() -> None:
    """It is still the first turn, in which two checkers may leave the head with 6-6."""
    game = Game.start(Variant.load("narde"), table=TableRules()).apply(Rolled((5, 2)))
    game = game.apply(Misplaced("24:14 23:1 / 24:15")).apply(Rolled((6, 6)))
    assert max(sum(s.source == 24 for s in play.steps) for play in game.plays) == 2


@pytest.mark.rule("IRR-6")
def test_a_play_is_not_forced_while_a_doublet_is_to_be_named() -> None:
    variant = Variant.load("acey_deucey")
    game = Game(
        variant=variant, stakes=Stakes(cube=False), position=variant.position("24:1 / 12:2"),
        phase=Phase.TO_ROLL, rolls=(3, 3), table=TableRules(),
    ).apply(Rolled((2, 1)))  # fmt: skip
    assert len(game.plays) == 1
    told = ruling(game, Premature((3, 1)))
    assert told is not None and "forced" not in told.text
    naming = game.apply(game.read("24/21"))
    assert naming.phase is Phase.TO_NAME
    assert naming.apply(Premature((3, 1))).phase is Phase.TO_NAME


def test_nothing_is_seen_where_no_piece_can_stand() -> None:
    rules = TableRules(illegal_play="opponent_option")
    game = Game.start(Variant.load("coan_ki"), table=rules).apply(Rolled((5, 2)))
    game = game.apply(Rolled((5, 3)))
    assert "beyond them" in refused(game, Seen(((16, 24),))).detail
