"""Turns of several batches, named doublets, bonus turns and numbers left to the opponent."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import family_generate
import family_oracle
from fullprime import (
    Doubled,
    Game,
    IllegalAction,
    Named,
    Phase,
    Played,
    Position,
    Resigned,
    Roll,
    Rolled,
    Stakes,
    Took,
    Variant,
    legal_plays,
)
from fullprime.protocols.jsonl import answer


def on_roll(name: str, position: str, rolls: tuple[int, int] = (5, 5), **options: object) -> Game:
    """A game in which the side to move is about to roll."""
    variant = Variant.load(name, options)  # type: ignore[arg-type]
    return Game(
        variant=variant,
        stakes=Stakes(cube=variant.cube),
        position=variant.remembering(variant.position(position), rolls),
        phase=Phase.TO_ROLL,
        rolls=rolls,
    )


def played(game: Game, *actions: object) -> Game:
    """Rolls as texts of digits, plays as texts, named doublets as numbers."""
    for action in actions:
        if isinstance(action, int):
            game = game.apply(Named(action))
        elif "/" in str(action) or action == "pass":
            game = game.apply(game.read(str(action)))
        else:
            game = game.apply(Rolled(Roll.parse(str(action))))
    return game


@pytest.mark.rule("VAR-PROG")
def test_a_doublet_climbs_batch_by_batch() -> None:
    game = played(on_roll("gul_bara", "24:2 / 24:1 1:14"), "44")
    assert game.numbers is not None
    assert (game.numbers.batch, game.numbers.later) == (((4,) * 4,), ((5,) * 4, (6,) * 4))
    game = played(game, "24/16(2)")
    assert (game.phase, game.turn) == (Phase.TO_PLAY, 0)
    game = played(game, "16/6(2)")
    assert game.numbers is not None
    assert game.numbers.left == (6,) * 4
    with pytest.raises(IllegalAction, match="STD-MOVE-1"):
        game.read("16/10")
    game = played(game, "6/off(2)")
    assert game.result is not None
    assert (game.result.winner, game.result.points) == (0, 2)


def test_an_unfinished_batch_ends_the_turn() -> None:
    game = played(on_roll("gul_bara", "20:2 / 24:1 23:1 22:1 21:1 20:1 2:10"), "44", "20/16(2)")
    assert (game.phase, game.turn, game.roll) == (Phase.TO_ROLL, 1, None)


@pytest.mark.parametrize(("rolls", "batches"), [(0, 1), (2, 1), (3, 6)])
def test_the_first_three_rolls_are_plain(rolls: int, batches: int) -> None:
    game = played(on_roll("gul_bara", "24:15 / 24:15", (rolls, rolls)), "11")
    assert game.numbers is not None
    assert 1 + len(game.numbers.later) == batches


def test_own_rolls_are_counted_in_play() -> None:
    game = Game.start(Variant.load("gul_bara")).apply(Rolled((5, 2)))
    for _ in range(3):
        for _ in (0, 1):
            game = played(game, "21")
            game = game.apply(Played.of(game.plays[0]))
    game = played(game, "66")
    assert game.numbers is not None
    assert game.numbers.later == ()
    game = played(on_roll("gul_bara", "24:15 / 24:15", (3, 3)), "55")
    assert game.numbers is not None
    assert game.numbers.later == ((6,) * 4,)


@pytest.mark.rule("VAR-REST")
def test_the_rest_goes_to_the_opponent() -> None:
    where = "20:2 / 24:1 23:1 22:1 21:1 20:1 2:10"
    game = played(on_roll("gul_bara", where, rest="opponent"), "44", "20/16(2)")
    assert (game.phase, game.turn, game.inherited) == (Phase.TO_PLAY, 1, True)
    assert game.numbers is not None
    assert game.numbers.left == (4, 4, 5, 5, 5, 5, 6, 6, 6, 6)
    assert game.verbs == ("play", "resign")
    game = played(game, "24/20 23/19")
    assert game.inherited
    while game.inherited:
        game = game.apply(Played.of(game.plays[0]))
    assert (game.phase, game.turn) == (Phase.TO_ROLL, 1)  # his own roll comes now
    assert game.rolls == (6, 5)
    # Whoever could not play at all leaves nothing.
    shut = on_roll("gul_bara", "20:2 / 7:5 4:5 3:5", rest="opponent")
    stuck = played(shut, "44", "pass")
    assert (stuck.phase, stuck.turn, stuck.inherited) == (Phase.TO_ROLL, 1, False)


@pytest.mark.rule("VAR-NAMED", "VAR-BONUS")
def test_a_doublet_is_named_after_two_and_one() -> None:
    game = played(on_roll("acey_deucey", "24:2 / 24:2 8:2"), "21", "24/22 22/21")
    assert game.phase is Phase.TO_NAME
    assert game.verbs == ("name", "resign")
    with pytest.raises(IllegalAction, match="STD-TURN-1"):
        game.apply(Rolled((3, 1)))
    game = played(game, 6)
    with pytest.raises(IllegalAction, match="VAR-NAMED"):
        game.apply(Named(3))
    assert game.numbers is not None
    assert game.numbers.batch == ((6,) * 4,)
    game = played(game, "21/3 24/18")
    assert (game.phase, game.turn, game.bonus) == (Phase.TO_ROLL, 0, True)
    assert game.rolls == (6, 5)


def test_a_named_doublet_that_cannot_be_played_out_earns_nothing() -> None:
    game = played(on_roll("acey_deucey", "24:2 / 24:2 8:2"), "21", "24/22 24/23", 6, "22/4")
    assert (game.phase, game.turn, game.bonus) == (Phase.TO_ROLL, 1, False)


def test_nothing_is_named_after_half_of_two_and_one() -> None:
    game = played(on_roll("acey_deucey", "13:1 / 15:2 13:2 24:11"), "21", "13/11")
    assert (game.phase, game.turn) == (Phase.TO_ROLL, 1)


def test_doublets_earn_a_turn_unless_the_players_say_otherwise() -> None:
    entered = ("66", "hand/19(4)")
    start = "hand:15 / hand:15"
    assert played(on_roll("acey_deucey", start), *entered).bonus
    other = played(on_roll("acey_deucey", start, bonus_on_doubles=False), *entered)
    assert (other.turn, other.bonus) == (1, False)


def test_nobody_doubles_before_a_bonus_turn() -> None:
    game = on_roll("russian", "hand:15 / hand:15")
    assert "double" in game.verbs
    game = played(game, "33", "hand/22(4)", "hand/21(4)")
    assert (game.turn, game.bonus) == (0, True)
    assert "double" not in game.verbs
    with pytest.raises(IllegalAction, match="VAR-BONUS"):
        game.apply(Doubled())
    game = played(game, "21", "hand/24 hand/23")
    assert (game.turn, game.bonus) == (1, False)


@pytest.mark.rule("VAR-BONUS")
def test_the_roll_alone_earns_a_turn_where_the_players_read_it_so() -> None:
    half = ("acey_deucey", "24:2 / 24:2 8:2")
    rolled = ("21", "24/22 24/23", 6, "22/4")
    assert played(on_roll(*half), *rolled).turn == 1
    game = played(on_roll(*half, bonus_always=True), *rolled)
    assert (game.phase, game.turn, game.bonus) == (Phase.TO_ROLL, 0, True)
    blocked = on_roll("acey_deucey", "13:1 / 15:2 13:2 24:11", bonus_always=True)
    game = played(blocked, "21", "13/11")  # nothing is named, but it was a 2-1
    assert (game.phase, game.turn, game.bonus) == (Phase.TO_ROLL, 0, True)
    shut = on_roll("acey_deucey", "bar:1 13:2 / 6:2 5:2", bonus_always=True)
    game = played(shut, "66", "pass")
    assert (game.turn, game.bonus) == (0, True)
    assert played(game, "65", "pass").turn == 1
    plain = on_roll("acey_deucey", "24:2 / 13:2", bonus_always=True, bonus_on_doubles=False)
    assert played(plain, "66", "24/18(2)").turn == 1


@pytest.mark.rule("VAR-BONUS")
def test_a_double_before_a_bonus_turn_where_the_players_read_it_so() -> None:
    game = on_roll("russian", "hand:15 / hand:15", double_before_bonus=True)
    game = played(game, "33", "hand/22(4)", "hand/21(4)")
    assert (game.turn, game.bonus) == (0, True)
    assert "double" in game.verbs
    taken = game.apply(Doubled()).apply(Took())
    assert (taken.stakes.value, taken.stakes.owner, taken.turn) == (2, 1, 0)
    assert taken.verbs == ("roll", "resign")
    early = on_roll("russian", "hand:15 / hand:15", double_before_bonus=True)
    early = early.apply(Doubled()).apply(Took())
    early = played(early, "33", "hand/22(4)", "hand/21(4)")
    with pytest.raises(IllegalAction, match="STD-CUBE-7"):  # the cube is the opponent's now
        early.apply(Doubled())


@pytest.mark.parametrize("always", [False, True])
def test_bonus_turns_are_those_of_the_oracle(always: bool) -> None:
    """Whole turns of random positions: who is on roll afterwards."""
    options = {"bonus_always": always}
    rng, seen = Random(7), Counter[bool]()
    rules = family_oracle.with_options(family_oracle.RULES["acey_deucey"], options)
    while seen[True] < 25 or (seen[False] < 10 and not always):
        case = family_generate.played(rng, "acey_deucey", options)
        a, b = case.dice
        if not (a == b or a + b == 3):
            continue
        board, rolls = case.board, case.rolls
        position = Position.of(board.mover, board.other)
        game = Game(
            variant=Variant.load("acey_deucey", options), stakes=Stakes(cube=False),
            position=position, phase=Phase.TO_ROLL, rolls=rolls,
        )  # fmt: skip
        if family_oracle.result(rules, board) or game.closed_out:
            continue
        game, line, named = game.apply(Rolled((a, b))), [], None
        while game.roll:
            if game.phase is Phase.TO_NAME:
                named = rng.randint(1, 6)
                game = game.apply(Named(named))
                continue
            play = rng.choice(game.plays)
            line += [family_oracle.Step(s.source, s.target, s.die) for s in play.steps]
            game = game.apply(Played.of(play))
        if game.result:
            continue
        earned = family_oracle.complete(rules, board, (a, b), tuple(line), rolls, named)
        assert game.bonus == earned, (case, line)
        assert game.turn == (0 if earned else 1)
        seen[earned] += 1


def test_the_complement_ends_with_the_game() -> None:
    game = played(on_roll("russian", "24:1 off:14 / 23:15"), "55", "24/4", "4/off")
    assert game.result is not None
    assert (game.result.winner, game.result.multiple) == (0, 3)  # all in the table of entry


def test_options_of_the_complement() -> None:
    waiting = on_roll("russian", "hand:15 / hand:15", complement_after_entry=True)
    game = played(waiting, "33", "hand/22(4)")
    assert (game.turn, game.bonus) == (0, True)  # no complement, but a doublet played out
    plain = on_roll("russian", "hand:15 / hand:15", (0, 0), first_doublet_plain=True)
    game = played(plain, "33", "hand/22(4)")
    assert (game.turn, game.bonus) == (1, False)
    game = played(game, "21", "hand/24 hand/23", "33")
    assert game.numbers is not None
    assert game.numbers.later == ((4,) * 4,)


@pytest.mark.rule("VAR-START")
def test_the_starter_may_choose() -> None:
    start = Game.start(Variant.load("russian", {"opening": "choice"})).apply(Rolled((5, 3)))
    assert (start.phase, start.turn, start.may_reroll) == (Phase.TO_PLAY, 0, True)
    again = start.apply(Rolled((6, 6)))
    assert (again.roll, again.rolls, again.may_reroll) == (Roll(6, 6), (1, 0), False)
    with pytest.raises(IllegalAction, match="STD-TURN-1"):
        again.apply(Rolled((2, 1)))
    kept = start.apply(Played.of(start.plays[0]))
    assert kept.turn == 1
    reroll = Game.start(Variant.load("portes")).apply(Rolled((5, 2)))
    assert (reroll.phase, reroll.turn) == (Phase.TO_ROLL, 0)
    use = Game.start(Variant.load("russian")).apply(Rolled((5, 3)))
    assert not use.may_reroll


@pytest.mark.rule("VAR-SCORE2")
def test_never_more_than_two_points() -> None:
    game = on_roll("portes", "1:1 off:14 / bar:1 23:14")
    result = played(game, "65", "1/off").result
    assert result is not None
    assert (result.winner, result.points) == (0, 2)


@pytest.mark.rule("VAR-MOTHER")
def test_a_pinned_mother_decides() -> None:
    game = on_roll("plakoto", "7:12 3:3 / 24:1 13:13 5:1")
    result = played(game, "21", "3/1^ 7/6").result
    assert result is not None
    assert (result.winner, result.points, result.by) == (0, 2, "mother")
    with pytest.raises(IllegalAction, match="VAR-MOTHER"):
        played(game, "21", "3/1^ 7/6").apply(Rolled((3, 1)))
    # The trapper's own start must be empty, unless the players say otherwise.
    still = "24:10 7:2 3:3 / 24:1 13:13 5:1"
    assert played(on_roll("plakoto", still), "21", "3/1^ 7/6").result is None
    at_once = played(on_roll("plakoto", still, mother_rule="immediate"), "21", "3/1^ 7/6")
    assert at_once.result is not None
    none = played(on_roll("tapa", "7:12 3:3 / 24:1 13:13 5:1"), "21", "3/1^ 7/6")
    assert none.result is None


def test_two_pinned_mothers_are_a_draw() -> None:
    game = on_roll("plakoto", "24p:1 7:11 3:3 / 24:1 13:13 1:1")
    game = played(game, "21", "3/1^ 7/6")
    assert game.result == (None, 0, 0, "mothers")


def test_named_doublets_in_json_lines() -> None:
    asked = {
        "id": 1, "op": "legal", "variant": "acey_deucey", "position": "24:2 / 8:2 24:2",
        "dice": [2, 1], "named": 6,
    }  # fmt: skip
    plays = answer(json.dumps(asked).encode())["plays"]
    assert len(plays) == 4
    assert all("named" not in play for play in plays)
    asked.pop("named")
    plays = answer(json.dumps(asked).encode())["plays"]
    assert {play["named"] for play in plays} == {1, 2, 3, 4, 5, 6}
    assert len({play["position"] for play in plays}) == len(plays)
    asked["position"] = "13:1 / 15:2 13:2 24:11"
    assert answer(json.dumps(asked).encode())["plays"] == [
        {"steps": [[13, 11]], "position": "11:1 / 24:11 15:2 13:2", "named": None}
    ]


def test_the_rest_is_played_by_the_rules_of_a_turn() -> None:
    game = on_roll("gul_bara", "16:1 / 24:14 18:1", (4, 4), crazy_narde=True, rest="opponent")
    game = game.apply(Rolled((5, 5)))
    game = game.apply(Played.of(game.plays[0]))
    assert game.inherited
    assert all(sum(s.source == 24 for s in play.steps) <= 1 for play in game.plays)


def test_a_doublet_is_not_named_after_the_end() -> None:
    asked = {
        "op": "legal", "variant": "acey_deucey", "position": "2:1 1:1 / 20:2", "dice": [2, 1],
    }  # fmt: skip
    plays = answer(json.dumps(asked).encode())["plays"]
    assert [play["named"] for play in plays if play["position"].startswith("off:15")] == [None]


def test_a_fresh_roll_of_the_last_winner_is_not_thrown_again() -> None:
    variant = Variant.load("backgammon", {"opening": "choice"})
    assert not Game.start(variant, starter=1).apply(Rolled((3, 3))).may_reroll


def test_the_presets_of_gul_bara() -> None:
    limited = Variant.load("gul_bara", {"fevga_limits": True})
    wall = limited.position("11:2 10:2 9:2 8:2 7:2 6:2 5:3 / 24:15")
    assert len(legal_plays(limited, wall, Roll(2, 1))) == 6  # the wall must be opened
    crazy = Variant.load("gul_bara", {"crazy_narde": True})
    plays = legal_plays(crazy, crazy.start_position, Roll(6, 6))
    assert [str(play) for play in plays] == ["24/18(2)"]  # two, in a first turn


def test_a_resignation_for_more_than_the_game_counts_is_refused() -> None:
    with pytest.raises(IllegalAction, match="as many times the cube as the game can count"):
        on_roll("portes", "6:2 / 6:2").apply(Resigned(3))
