"""A game from the opening throw to its result, through `Game.apply` alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import generate
from fullprime import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Game,
    IllegalAction,
    Passed,
    Phase,
    Played,
    Position,
    Raccooned,
    Resigned,
    Rolled,
    Stakes,
    Took,
    Variant,
)
from fullprime.errors import BadAction, BadDice, sentences

BACKGAMMON = Variant.load("backgammon")
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
CLOSED_OUT = "bar:1 6:14 / 13:3 6:2 5:2 4:2 3:2 2:2 1:2"


def new_game(**stakes: Any) -> Game:
    return Game.start(BACKGAMMON, Stakes(**stakes))


def game_at(position: str, turn: int = 0, **stakes: Any) -> Game:
    """A game in which this position waits for a roll, both sides having rolled often."""
    return Game(
        variant=BACKGAMMON,
        stakes=Stakes(**stakes),
        position=BACKGAMMON.position(position),
        phase=Phase.TO_ROLL,
        turn=turn,
        rolls=(9, 9),
    )


def after(game: Game, *actions: Action | str) -> Game:
    """Applies actions; a text is a play in notation."""
    for action in actions:
        game = game.apply(game.read(action) if isinstance(action, str) else action)
    return game


def refused(game: Game, action: Action) -> str:
    """The rule by which the game refuses the action."""
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    assert caught.value.sentence == sentences()[caught.value.rule]
    assert caught.value.rule in str(caught.value)
    return caught.value.rule


# Board and set-up --------------------------------------------------------------------------------


@pytest.mark.rule("STD-BOARD-1", "STD-BOARD-2")
def test_points_and_their_two_numbers() -> None:
    assert [BACKGAMMON.across(point) for point in (24, 13, 6)] == [1, 12, 19]
    assert {BACKGAMMON.across(point) for point in range(1, 25)} == set(range(1, 25))
    assert len(BACKGAMMON.start_position.mover) == 24 + 3  # the points, and off, bar, hand


@pytest.mark.rule("STD-SETUP-1")
def test_start() -> None:
    game = new_game()
    assert str(game.position) == START
    assert game.position.pips == (167, 167)
    assert sum(game.position.mover) == 15


@pytest.mark.rule("STD-SETUP-2", "STD-CUBE-1")
def test_cube_at_the_start() -> None:
    stakes = new_game().stakes
    assert (stakes.value, stakes.owner, stakes.turned) == (1, None, False)
    assert len({action.dice for action in new_game().legal() if isinstance(action, Rolled)}) == 36


# Opening and turns -------------------------------------------------------------------------------


@pytest.mark.rule("STD-OPEN-1")
def test_the_higher_die_starts_with_both_numbers() -> None:
    game = after(new_game(), Rolled((3, 5)))
    assert (game.turn, game.roll, game.phase) == (1, (3, 5), Phase.TO_PLAY)
    assert len(game.plays) == 9
    assert after(new_game(), Rolled((5, 3))).turn == 0


@pytest.mark.rule("STD-OPEN-1")
def test_a_tie_is_thrown_again() -> None:
    game = after(new_game(), Rolled((4, 4)))
    assert (game.phase, game.stakes.value, game.ties) == (Phase.OPENING, 1, 1)


@pytest.mark.rule("STD-OPEN-2")
def test_turns_alternate() -> None:
    game = after(new_game(), Rolled((3, 5)), "8/3 6/3")
    assert (game.turn, game.phase) == (0, Phase.TO_ROLL)
    game = after(game, Rolled((6, 6)), "24/18(2) 13/7(2)")
    assert (game.turn, game.phase, game.rolls) == (1, Phase.TO_ROLL, (1, 1))


@pytest.mark.rule("STD-OPEN-3")
def test_no_double_before_the_first_play() -> None:
    assert refused(new_game(), Doubled()) == "STD-OPEN-3"
    opened = after(new_game(), Rolled((5, 3)))
    assert refused(opened, Doubled()) == "STD-OPEN-3"
    assert set(opened.verbs) == {"play", "resign"}
    assert set(after(opened, "8/3 6/3").verbs) == {"roll", "double", "resign"}
    offered = after(opened, "8/3 6/3", Doubled())
    assert refused(offered, Doubled()) == "STD-CUBE-3"


@pytest.mark.rule("STD-TURN-1")
def test_order_of_a_turn() -> None:
    to_roll = after(new_game(), Rolled((5, 3)), "8/3 6/3")
    assert refused(to_roll, Played(((8, 5),))) == "STD-TURN-1"
    rolled = after(to_roll, Rolled((2, 1)))
    assert refused(rolled, Rolled((2, 1))) == "STD-TURN-1"
    with pytest.raises(IllegalAction, match="STD-TURN-1"):
        to_roll.read("8/5")


@pytest.mark.rule("STD-TURN-2")
def test_nobody_passes_while_a_play_exists() -> None:
    game = after(new_game(), Rolled((5, 3)))
    assert refused(game, Played(())) == "STD-TURN-2"
    assert refused(game, Passed()) == "STD-TURN-2"
    blocked = after(game_at("24:2 / 6:2 5:2 4:2 3:2 2:2 7:2"), Rolled((6, 1)))
    assert [action for action in blocked.legal() if isinstance(action, Played)] == [Played(())]
    assert after(blocked, Played(())).turn == 1
    assert after(blocked, Passed()) == after(blocked, Played(()))
    assert refused(new_game(), Passed()) == "STD-TURN-1"


@pytest.mark.rule("STD-TURN-3")
def test_closed_out_player_passes_but_may_double() -> None:
    game = game_at(CLOSED_OUT)
    assert game.closed_out
    assert game.verbs == ("pass", "double", "resign")
    assert refused(game, Rolled((6, 1))) == "STD-TURN-3"
    passed = after(game, Passed())
    assert (passed.turn, passed.rolls) == (1, (9, 9))
    assert after(game, Doubled(), Took(), Passed()).stakes.value == 2


@pytest.mark.rule("STD-TURN-3")
def test_rolling_while_closed_out_can_be_agreed() -> None:
    game = Game.start(BACKGAMMON, skip_closed_out=False)
    position = BACKGAMMON.position(CLOSED_OUT)
    game = Game(
        variant=BACKGAMMON, stakes=game.stakes, position=position, phase=Phase.TO_ROLL,
        skip_closed_out=False,
    )  # fmt: skip
    assert refused(game, Passed()) == "STD-TURN-2"
    assert after(game, Rolled((6, 1)), Played(())).turn == 1


def test_blocked_on_the_bar_only_for_now_is_not_closed_out() -> None:
    five_points = game_at("bar:1 6:14 / 13:5 6:2 5:2 4:2 3:2 2:2")
    assert not five_points.closed_out
    assert "roll" in five_points.verbs


# End and value -----------------------------------------------------------------------------------


@pytest.mark.rule("STD-OBJ-1", "STD-WIN-1", "STD-WIN-2", "STD-WIN-3", "STD-WIN-4", "STD-WIN-5")
@pytest.mark.parametrize(
    ("loser", "points"),
    [("bar:1 6:13", 2), ("18:15", 4), ("22:1 18:14", 6), ("bar:1 18:14", 6)],
)
def test_last_checker_off(loser: str, points: int) -> None:
    game = after(game_at(f"1:1 / {loser}", value=2, turned=True), Rolled((6, 5)), "1/off")
    assert game.phase is Phase.OVER
    assert game.result is not None
    assert (game.result.winner, game.result.points, game.result.by) == (0, points, "bearing off")
    assert game.legal() == () and game.actor is None
    for late in (Rolled((3, 1)), Doubled(), Took(), Resigned(1), Played(()), Passed()):
        assert refused(game, late) == "STD-WIN-1"


@pytest.mark.rule("STD-WIN-6")
@pytest.mark.parametrize("multiple", [1, 2, 3])
def test_resignation(multiple: int) -> None:
    game = game_at(START, turn=1, value=4, owner=0, turned=True)
    offered = after(game, Resigned(multiple))
    assert (offered.actor, offered.verbs) == (0, ("accept", "decline"))
    over = after(offered, Accepted())
    assert over.result is not None
    assert over.result == (0, 4 * multiple, multiple, "resignation")
    going_on = after(offered, Declined())
    assert (going_on.phase, going_on.actor, going_on.resigning) == (Phase.TO_ROLL, 1, 0)


@pytest.mark.rule("STD-WIN-6")
def test_resigning_after_the_roll_and_bad_resignations() -> None:
    rolled = after(new_game(), Rolled((5, 3)))
    declined = after(rolled, Resigned(1), Declined())
    assert (declined.phase, declined.roll, declined.plays) == (Phase.TO_PLAY, (5, 3), rolled.plays)
    assert refused(rolled, Resigned(0)) == "STD-WIN-6"
    assert refused(rolled, Resigned(4)) == "STD-WIN-6"
    assert refused(rolled, Accepted()) == "STD-WIN-6"
    assert refused(new_game(), Resigned(1)) == "STD-WIN-6"
    offered = after(game_at(START), Doubled())
    assert refused(offered, Resigned(1)) == "STD-WIN-6"


# The cube ----------------------------------------------------------------------------------------


@pytest.mark.rule("STD-CUBE-2")
def test_without_the_cube() -> None:
    game = game_at(START, cube=False)
    assert "double" not in game.verbs
    assert refused(game, Doubled()) == "STD-CUBE-2"


@pytest.mark.rule("STD-CUBE-3")
def test_double_only_before_rolling() -> None:
    game = after(game_at(START), Rolled((3, 1)))
    assert refused(game, Doubled()) == "STD-CUBE-3"


@pytest.mark.rule("STD-CUBE-4")
def test_either_side_may_turn_a_centred_cube() -> None:
    for turn in (0, 1):
        assert "double" in game_at(START, turn=turn).verbs


@pytest.mark.rule("STD-CUBE-5", "STD-CUBE-7", "STD-CUBE-9")
def test_take() -> None:
    game = after(game_at(START), Doubled())
    assert (game.actor, game.verbs) == (1, ("take", "drop"))
    assert refused(game, Rolled((3, 1))) == "STD-TURN-1"
    taken = after(game, Took())
    assert (taken.stakes.value, taken.stakes.owner, taken.turn) == (2, 1, 0)
    assert taken.verbs == ("roll", "resign")
    assert refused(taken, Doubled()) == "STD-CUBE-9"
    later = after(taken, Rolled((3, 1)), "8/5 6/5", Rolled((3, 1)), "8/5 6/5")
    assert refused(later, Doubled()) == "STD-CUBE-7"
    assert refused(later, Took()) == "STD-CUBE-5"
    assert refused(later, Dropped()) == "STD-CUBE-5"


@pytest.mark.rule("STD-CUBE-6", "STD-CUBE-10")
def test_a_drop_costs_the_value_before_the_offer() -> None:
    first = after(game_at(START), Doubled(), Dropped())
    assert first.result == (0, 1, 1, "drop")
    # The other side drops a redouble to 4 without a checker off: exactly 2.
    again = after(game_at(START, turn=1, value=2, owner=1, turned=True), Doubled(), Dropped())
    assert again.result == (1, 2, 1, "drop")
    assert refused(again, Took()) == "STD-CUBE-5"


@pytest.mark.rule("STD-CUBE-8")
def test_the_cube_has_no_limit() -> None:
    game = game_at(START)
    for _ in range(7):
        game = after(game, Doubled(), Took(), Rolled((3, 1)))
        game = game.apply(Played.of(game.plays[0]))
    assert game.stakes.value == 128
    for _ in range(13):
        game = after(game, Doubled(), Took(), Rolled((6, 5)))
        game = game.apply(Played.of(game.plays[0]))
    assert game.stakes.value == 2**20


@pytest.mark.rule("STD-CUBE-11")
def test_dead_cube_is_legal_and_flagged() -> None:
    game = game_at(START, value=2, owner=0, turned=True, away=(2, 5))
    assert game.stakes.is_dead(0) and not game.stakes.is_dead(1)
    assert "double" in game.verbs


# Optional rules ----------------------------------------------------------------------------------


@pytest.mark.rule("OPT-MURPHY")
@pytest.mark.parametrize(("limit", "value"), [(0, 1), (1, 2), (2, 4), (None, 4)])
def test_automatic_doubles(limit: int | None, value: int) -> None:
    game = after(new_game(murphy=limit), Rolled((3, 3)), Rolled((5, 5)), Rolled((6, 2)))
    assert (game.stakes.value, game.stakes.owner, game.turn) == (value, None, 0)
    dropped = after(game, "24/18 13/11", Doubled(), Dropped())
    assert dropped.result == (1, value, 1, "drop")
    taken = after(game, "24/18 13/11", Doubled(), Took())
    assert taken.stakes.value == 2 * value


@pytest.mark.rule("OPT-MURPHY", "STD-CUBE-2", "OPT-CRAWFORD")
@pytest.mark.parametrize("stakes", [{"cube": False}, {"crawford": True}])
def test_no_automatic_double_without_a_cube(stakes: dict[str, Any]) -> None:
    assert after(new_game(murphy=None, **stakes), Rolled((3, 3))).stakes.value == 1


@pytest.mark.rule("OPT-LIMIT")
def test_no_double_takes_the_cube_past_its_limit() -> None:
    below = game_at(START, value=2, owner=0, cube_limit=4)
    assert "double" in below.verbs
    at_it = after(below, Doubled(), Took())
    assert (at_it.stakes.value, at_it.stakes.is_dead(0), at_it.stakes.is_dead(1)) == (4, True, True)
    mine = game_at(START, value=4, owner=0, cube_limit=4)
    assert "double" not in mine.verbs
    assert mine.is_chance
    assert refused(mine, Doubled()) == "OPT-LIMIT"


@pytest.mark.rule("OPT-LIMIT", "OPT-BEAVER", "OPT-RACCOON", "OPT-MURPHY")
def test_nothing_else_raises_the_cube_past_its_limit() -> None:
    doubled = after(game_at(START, animals=2, cube_limit=4), Doubled())
    beaver = after(doubled, Beavered())
    assert beaver.verbs == ("take", "drop")
    assert refused(beaver, Raccooned()) == "OPT-LIMIT"
    assert after(beaver, Took()).stakes.value == 4
    lower = after(game_at(START, animals=2, cube_limit=2), Doubled())
    assert (lower.verbs, refused(lower, Beavered())) == (("take", "drop"), "OPT-LIMIT")
    ties = after(new_game(murphy=None, cube_limit=2), Rolled((3, 3)), Rolled((5, 5)))
    assert (ties.stakes.value, ties.ties) == (2, 2)


@pytest.mark.rule("OPT-BEAVER")
def test_beaver() -> None:
    game = after(game_at(START, animals=1), Doubled())
    assert game.verbs == ("take", "drop", "beaver")
    beaver = after(game, Beavered())
    assert (beaver.actor, beaver.verbs) == (0, ("take", "drop"))
    accepted = after(beaver, Took())
    assert (accepted.stakes.value, accepted.stakes.owner, accepted.turn) == (4, 1, 0)
    assert after(beaver, Dropped()).result == (1, 2, 1, "drop")
    assert refused(after(game_at(START), Doubled()), Beavered()) == "OPT-BEAVER"
    assert refused(game_at(START, animals=1), Beavered()) == "OPT-BEAVER"
    redoubled = after(game_at(START, animals=1, value=2, owner=0), Doubled(), Beavered(), Took())
    assert (redoubled.stakes.value, redoubled.stakes.owner) == (8, 1)


@pytest.mark.rule("OPT-RACCOON")
def test_raccoon() -> None:
    beaver = after(game_at(START, animals=2), Doubled(), Beavered())
    raccoon = after(beaver, Raccooned())
    assert (raccoon.actor, raccoon.verbs) == (1, ("take", "drop"))
    accepted = after(raccoon, Took())
    assert (accepted.stakes.value, accepted.stakes.owner) == (8, 1)
    assert after(raccoon, Dropped()).result == (0, 4, 1, "drop")
    later = after(accepted, Rolled((3, 1)), "8/5 6/5", Doubled(), Took())
    assert later.stakes.value == 16
    assert refused(after(game_at(START, animals=1), Doubled(), Beavered()), Raccooned()) == (
        "OPT-RACCOON"
    )
    echo = after(game_at(START, animals=3), Doubled(), Beavered(), Raccooned(), Beavered(), Took())
    assert (echo.stakes.value, echo.stakes.owner) == (16, 1)


@pytest.mark.rule("OPT-JACOBY")
@pytest.mark.parametrize(
    ("stakes", "points"),
    [
        ({"jacoby": True}, 1),
        ({"jacoby": False}, 2),
        ({"jacoby": True, "value": 2}, 2),  # doubled automatically
        ({"jacoby": True, "value": 2, "owner": 0, "turned": True}, 4),
    ],
)
def test_jacoby(stakes: dict[str, Any], points: int) -> None:
    game = after(game_at("1:1 / 13:15", **stakes), Rolled((6, 5)), "1/off")
    assert game.result is not None and game.result.points == points


@pytest.mark.rule("OPT-JACOBY")
def test_jacoby_is_switched_on_by_a_take() -> None:
    game = after(game_at("1:1 / 13:15", jacoby=True), Doubled(), Took(), Rolled((2, 1)), "1/off")
    assert game.result is not None and game.result.points == 4
    resigned = after(game_at(START, jacoby=True), Resigned(3), Accepted())
    assert resigned.result == (1, 1, 1, "resignation")


@pytest.mark.rule("OPT-CRAWFORD")
def test_no_cube_in_the_crawford_game() -> None:
    assert refused(game_at(START, crawford=True), Doubled()) == "OPT-CRAWFORD"


@pytest.mark.rule("OPT-HOLLAND")
def test_holland() -> None:
    game = after(new_game(holland=True), Rolled((5, 3)), "8/3 6/3")  # seat 0 has rolled once
    assert refused(game, Doubled()) == "OPT-HOLLAND"
    game = after(game, Rolled((3, 1)), "8/5 6/5")
    assert refused(game, Doubled()) == "OPT-HOLLAND"
    game = after(game, Rolled((6, 5)), "24/13")
    assert refused(game, Doubled()) == "OPT-HOLLAND"
    game = after(game, Rolled((6, 5)), "24/13")
    assert (game.rolls, game.turn) == ((2, 2), 0)
    assert "double" in game.verbs


# Everything legal, nothing else ------------------------------------------------------------------


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=30, deadline=None)
def test_random_games_end(seed: int) -> None:
    """Any legal action leads on; the checkers stay; what `legal` lists, `apply` accepts."""
    rng = Random(seed)
    game = new_game(animals=2, murphy=None)
    for _ in range(3000):
        if game.phase is Phase.OVER:
            break
        legal = game.legal()
        kinds = {type(action) for action in legal if not isinstance(action, Dropped)}
        kind = rng.choice(sorted(kinds, key=lambda kind: kind.__name__))
        game = game.apply(rng.choice([action for action in legal if isinstance(action, kind)]))
        assert sum(game.position.mover) == sum(game.position.other) == 15
    assert game.result is not None
    replayed = new_game(animals=2, murphy=None)
    for action in game.log:
        replayed = replayed.apply(action)
    assert replayed == game


def test_steps_that_nobody_can_make_are_refused() -> None:
    """The right checkers at the end are not enough: every step must be walked."""
    opened = after(new_game(), Rolled((3, 1)))
    for steps in (
        ((6, 4), (8, 6)),
        ((13, 8), (8, 9)),
        ((8, 24), (24, 5), (6, 5)),
        ((8, 5), (6, 5), (13, 13)),
        ((24, "off"), ("off", 20)),
    ):
        assert refused(opened, Played(steps)).startswith("STD-")
    blocked = after(game_at("13:1 / 17:2 5:13"), Rolled((5, 3)))
    assert refused(blocked, Played(((13, 8), (8, 5)))) == "STD-MOVE-2"
    merged = after(opened, Played(((24, 20),)))
    assert merged.log[-1] == Played(((24, 21), (21, 20)))


@pytest.mark.parametrize(
    "action",
    [
        Rolled(None),  # type: ignore[arg-type]
        Played(((8, 5, 3),)),  # type: ignore[arg-type]
        Resigned(10**5000),
        Resigned("all"),  # type: ignore[arg-type]
        42,
        None,
    ],
)
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(BadAction, match="not an action"):
        new_game().apply(action)


def test_dice_nobody_can_throw() -> None:
    for dice in ((0, 1), (7, 1), (3, -1)):
        with pytest.raises(BadDice, match="1 to 6"):
            new_game().apply(Rolled(dice))


def test_a_game_is_a_value() -> None:
    game = new_game()
    with pytest.raises(AttributeError):
        game.turn = 1  # type: ignore[misc]
    assert after(game, Rolled((5, 3))) == after(game, Rolled((5, 3)))
    assert game.phase is Phase.OPENING


@pytest.mark.rule("STD-MOVE-6")
def test_no_play_puts_both_colours_on_a_point() -> None:
    rng = Random(6)
    for _ in range(200):
        board, dice = generate.wild(rng)
        game = game_at(str(Position.of(board.mover, board.other)))
        if game.closed_out:
            continue
        for play in game.apply(Rolled(dice)).plays:
            assert BACKGAMMON.faults(play.position) == []
