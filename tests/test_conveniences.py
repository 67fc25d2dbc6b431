"""What Python users may write: texts and values where actions, variants and positions are meant."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import fullprime
from fullprime import (
    Accepted,
    Beavered,
    BestOf,
    Declined,
    Doubled,
    Dropped,
    FullprimeError,
    Game,
    IllegalAction,
    ListedDice,
    Match,
    Money,
    Named,
    Passed,
    Phase,
    Played,
    Points,
    Position,
    Raccooned,
    Resigned,
    Roll,
    Rolled,
    SeededDice,
    Stakes,
    Took,
    Variant,
    analysis,
    legal_plays,
    variants,
)
from fullprime.action import Voided
from fullprime.engine import Engine, Evaluator, Outcome, RolloutSettings
from fullprime.errors import BadAction, BadDice, BadPlay, BadPosition
from fullprime.referee import TableRules

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"


def offered(animals: int = 0) -> Game:
    """Seat 0 has doubled."""
    return Game.start(stakes=Stakes(animals=animals), position="6:2 / 24:2").apply("double")


class Runner(Evaluator):
    """Wants to leave the opponent's ace point."""

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The other side has just played."""
        return [Outcome.of(0.5 + 0.1 * position.other[24]) for position in positions]


# Starting -----------------------------------------------------------------------------------------


def test_a_game_starts_by_name_file_or_value(tmp_path: Path) -> None:
    file = tmp_path / "short"
    file.write_text('name = "Short"\nstart = "6:3"\ncheckers = 3\n')
    assert Game.start().variant == variants()[0]
    assert Game.start("plakoto") == Game.start(Variant.load("plakoto"))
    assert Game.start("standard").variant.id == "backgammon"
    assert Game.start(file).variant.name == Variant.load(file).name == "Short"
    assert Match.start(target=3, variant="plakoto").variant == Variant.load("plakoto")


def test_options_and_stakes_of_a_game() -> None:
    game = Game.start("backgammon", Stakes(jacoby=True), options={"cap5": True})
    assert game.variant == Variant.load("backgammon", {"cap5": True})
    assert game.stakes.jacoby
    assert not Game.start("plakoto").stakes.cube
    assert Variant.load(game.variant, {"cap5": False}).cap == 0


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA", XGID, START, Position.parse(START)])
def test_a_game_starts_in_any_position(text: str | Position) -> None:
    game = Game.start(position=text, starter=1)
    assert (game.phase, game.actor, game.position) == (Phase.TO_ROLL, 1, Position.parse(START))
    assert "double" in game.verbs


def test_an_id_brings_its_dice_and_stakes() -> None:
    game = Game.start(position="XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:1:0:5:10")
    assert (game.phase, game.roll, game.actor) == (Phase.TO_PLAY, Roll(5, 2), 0)
    assert game.stakes == Stakes(value=2, owner=1, turned=True, away=(3, 4))
    other = Game.start(position=game.xgid() or "", starter=1)
    assert other.stakes == Stakes(value=2, owner=0, turned=True, away=(4, 3))
    assert Game.start(stakes=Stakes(), position=game.xgid() or "").stakes == Stakes()
    assert not Game.start("portes", position="4HPwATDgc/ABMA").stakes.cube


@pytest.mark.parametrize("text", ["31", "13"])
def test_a_game_as_an_xgid(text: str) -> None:
    game = Game.start(stakes=Stakes(away=(5, 4))).apply(text)
    again = Game.start(position=game.xgid() or "", starter=game.turn)
    assert (again.position, again.roll and sorted(again.roll)) == (game.position, [1, 3])
    assert again.stakes == game.stakes and again.xgid() == game.xgid()
    assert Game.start("fevga").xgid() is None


def test_a_position_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadPosition, match="checkers, expected 15"):
        Game.start("plakoto", position=Position.parse("6:2 / 6:2", 2))
    with pytest.raises(FullprimeError, match="already over in"):
        Game.start(position="/ 6:2")


def test_a_match_starts_by_its_points() -> None:
    assert Match.start(target=7) == Match.start(target=Points(7))
    assert Match.start() == Match.start(target=Money())


TAVLI = ("portes", "plakoto", "fevga")


@pytest.mark.parametrize("games", ["tavli", TAVLI, list(TAVLI), "portes, plakoto, fevga"])
def test_a_match_starts_by_the_names_of_its_games(games: str | Sequence[str]) -> None:
    expected = tuple(map(Variant.load, TAVLI))
    match = Match.start(games, target=5)
    assert match.rotation == expected and match == Match.start(variant=games, target=5)
    assert (match.series is not None) == (games == "tavli")


def test_a_match_starts_by_its_series() -> None:
    assert Match.start(series="tavli") == Match.start("tavli")
    assert Match.start(rotation=TAVLI) == Match.start(TAVLI)
    assert Match.start(Variant.load("plakoto")) == Match.start("plakoto")
    with pytest.raises(FullprimeError, match=r"unknown variant 'tavly'.*did you mean 'tavli'"):
        Match.start("tavly")
    with pytest.raises(FullprimeError, match="unknown series 'tavly'"):
        Match.start(series="tavly")


# Applying -----------------------------------------------------------------------------------------


def test_a_roll_and_a_play_are_actions() -> None:
    game = Game.start().apply(Roll(3, 1))
    play = game.plays[5]
    assert game.log == (Rolled((3, 1)),)
    assert game.apply(play).log[-1] == game.apply(str(play)).log[-1] == Played.of(play)
    assert Match.start().apply(Roll(3, 1)).apply(play).game == game.apply(play)


@pytest.mark.parametrize("text", ["31", "3-1", " 3 1 ", "3,1", "roll 3-1", "ROLL 31"])
def test_dice_in_words(text: str) -> None:
    assert Game.start().apply(text).roll == Roll(3, 1)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take", Took()),
        ("drop", Dropped()),
        ("pass", Dropped()),
        ("Beaver", Beavered()),
    ],
)
def test_answers_to_the_cube_in_words(text: str, action: fullprime.Action) -> None:
    assert offered(animals=1).apply(text) == offered(animals=1).apply(action)


def test_other_actions_in_words() -> None:
    game = offered(animals=2).apply("beaver")
    assert game.apply("raccoon").log[-1] == Raccooned()
    game = Game.start(position="6:2 / 24:2")
    assert game.apply("redouble").log[-1] == Doubled()
    for words, multiple in (("resign", 1), ("resign  gammon", 2), ("resign 3", 3)):
        assert game.apply(words).log[-1] == Resigned(multiple)
    assert game.apply("resign").apply("accept").log[-1] == Accepted()
    for words in ("decline", "refuse", "reject"):
        assert game.apply("resign").apply(words).log[-1] == Declined()


def test_a_pass_is_what_the_game_waits_for() -> None:
    closed = Game.start(position="bar:1 6:2 / 6:2 5:2 4:2 3:2 2:2 1:2")
    assert closed.apply("pass").log[-1] == Passed()
    blocked = Game.start(position="bar:1 6:2 / 6:2 5:2 4:2 3:2 2:2").apply("6-5")
    assert blocked.apply("pass").log[-1] == Played(())


@pytest.mark.parametrize("text", ["5", "5-5", "name 5", "55"])
def test_a_doublet_is_named(text: str) -> None:
    game = Game.start("acey_deucey", position="6:2 / 24:2").apply("21").apply("6/3")
    assert game.phase is Phase.TO_NAME
    assert game.apply(text).log[-1] == Named(5)


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("dubble", BadAction, "'dubble' while the game waits for: roll; .*did you mean 'double'"),
        ("roll", BadAction, "expected one of: roll 3-1, double, resign"),
        ("8/5", IllegalAction, "the play 8/5 is not allowed"),
        ("take", IllegalAction, "a take is not allowed"),
        ("roll 7-1", BadDice, "expected two numbers from 1 to 6"),
        ("", BadAction, "cannot read ''"),
    ],
)
def test_words_that_do_not_fit(text: str, kind: type[Exception], why: str) -> None:
    with pytest.raises(kind, match=why):
        Game.start(position="6:2 / 24:2").apply(text)


def test_dice_and_words_where_a_play_is_due() -> None:
    game = Game.start().apply("31")
    with pytest.raises(IllegalAction, match="the roll 3-1 is not allowed"):
        game.apply("31")
    with pytest.raises(BadPlay, match="expected from/to, such as 8/5"):
        game.apply("left")
    with pytest.raises(BadAction, match="expected 6 or 6-6"):
        game.apply("name 7")


@pytest.mark.parametrize(
    "dice", [(3.0, 1), (True, 1), (7, 9), (0, 1), (3, None), (3, "1"), (1.5, 2), ([], 1)]
)
def test_a_roll_that_no_dice_show(dice: tuple[int, int]) -> None:
    with pytest.raises(BadDice, match="expected two numbers from 1 to 6"):
        Roll(*dice)


def test_two_numbers_are_dice() -> None:
    assert Game.start().apply((3, 1)) == Game.start().apply("31")
    with pytest.raises(BadDice, match="expected two numbers from 1 to 6"):
        Game.start().apply((3, 7))


def test_legal_actions_leave_resignations_out() -> None:
    game = Game.start(position="6:2 / 24:2")
    assert not any(isinstance(action, Resigned) for action in game.legal())
    assert game.legal(True) == game.legal(resignations=True)
    assert game.legal(resignations=True) == (*game.legal(), *map(Resigned, (1, 2, 3)))
    assert offered().legal(resignations=True) == (Took(), Dropped())


def test_an_illegal_play_can_be_answered_by_resigning() -> None:
    rules = TableRules(illegal_play="opponent_option")
    game = Game.start(table=rules).apply("31").apply(fullprime.action.Seen(((8, 5),)))
    assert Resigned(1) in game.legal(resignations=True)
    assert Resigned(1) not in game.legal()


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_every_legal_action_can_be_written(name: str) -> None:
    """In games played at random, with the cube where the game has one."""
    rng, game = random.Random(name), Game.start(name, Stakes(animals=2))
    for _ in range(60):
        if game.is_over:
            break
        legal = game.legal(resignations=True)
        for action in (*rng.sample(legal, min(4, len(legal))), legal[-1]):
            assert game.apply(words_of(game, action)) == game.apply(action)
        game = game.apply(rng.choice([a for a in game.legal() if not isinstance(a, Dropped)]))


def words_of(game: Game, action: fullprime.Action) -> str:
    match action:
        case Rolled(dice):
            return str(Roll(*dice))
        case Played():
            return next(str(play) for play in game.plays if Played.of(play) == action)
        case Named(number):
            return f"{number}-{number}"
        case Resigned(multiple):
            return f"resign {multiple}"
        case _:
            return action.name


# Looking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAA", f" {XGID} "])
def test_any_id_is_a_position(text: str) -> None:
    assert Position.parse(text) == Position.parse(START)


def test_what_is_no_id_is_told_as_position_text() -> None:
    with pytest.raises(BadPosition, match="cannot read '6x'"):
        Position.parse("6x / 6:1")
    with pytest.raises(BadPosition, match="fields"):
        Position.parse("XGID=1")


@pytest.mark.parametrize("text", [START, "bar:1 6:2 / 3:1", "6:2 / 20:3"])
def test_ids_lead_back(text: str) -> None:
    position = Position.parse(text)
    assert Position.parse(position.gnubg_id or "") == Position.parse(position.xgid() or "")
    assert Position.parse(position.xgid() or "") == position


def test_positions_without_an_id() -> None:
    pinned = Position.parse("18p:1 6:14 / 7:2 6:13")
    assert pinned.gnubg_id is None and pinned.xgid() is None


@pytest.mark.parametrize(
    ("text", "race"),
    [(START, False), ("6:2 / 18:2", True), ("7:2 / 19:2", False), ("bar:1 / 1:1", False)],
)
def test_a_race(text: str, race: bool) -> None:
    position = Position.parse(text)
    assert position.is_race == position.flipped().is_race == race


def test_no_contact_is_what_the_kernel_calls_a_race() -> None:
    for text in (START, "6:2 / 18:2", "7:2 / 19:2", "12:3 / 11:1", "13:1 / 12:3", "1:1 / 24:1"):
        position = Position.parse(text)
        kind = fullprime._kernel.kind_of(position.raw)
        assert position.is_race == (kind is fullprime._kernel.Kind.race), text


def test_how_a_game_stands() -> None:
    game = Game.start()
    assert game.is_chance and not game.is_over and game.winner is None
    assert not game.apply("31").is_chance
    later = game.apply("31").apply("8/5 6/5")
    assert not later.is_chance  # seat 1 may double
    crawford = Game.start(stakes=Stakes(crawford=True), position="6:2 / 24:2")
    assert crawford.is_chance
    closed = Game.start(stakes=Stakes(cube=False), position="bar:1 / 6:2 5:2 4:2 3:2 2:2 1:2")
    assert not closed.is_chance
    over = later.apply("double").apply("pass")
    assert over.is_over and over.winner == 1 and not over.is_chance


def test_a_draw_has_no_winner() -> None:
    game = Game.start("plakoto", position="24p:1 3:14 / 24:1 1:14").apply("21")
    over = game.apply("3/1^ 3/2")
    assert over.is_over and over.winner is None
    assert repr(over) == "<Game of Plakoto: drawn (mothers)>"


@pytest.mark.parametrize(
    ("game", "best"),
    [
        (Game.start().apply("31"), "8/5 6/5"),
        (Game.start(), None),
        (Game.start(position="6:1 / 24:1 6:5"), Doubled()),
        (Game.start(position="6:1 / 24:1 6:5").apply("double"), Dropped()),
    ],
)
def test_the_best_action(game: Game, best: fullprime.Action | str | None) -> None:
    found = game.best(plies=0)
    assert (str(found) if isinstance(best, str) else found) == best
    assert found is None or game.apply(found).log


def test_the_best_action_by_another_engine() -> None:
    game = Game.start().apply("31")
    assert str(game.best(by=Engine(plies=0))) == "8/5 6/5"
    assert str(game.best(by=Runner())) == "24/21 24/23"


def test_a_match_speaks_for_its_game() -> None:
    match = Match.start(target=1).apply("31")
    game = match.game
    assert (match.position, match.plays, match.legal()) == (game.position, game.plays, game.legal())
    assert match.legal(True) == game.legal(True)
    assert match.best(plies=0) == game.best(plies=0)
    assert not match.is_chance and match.undo().is_chance
    assert match.undo() == Match.start(target=1)
    assert analysis.plays(match, plies=0) == analysis.plays(game, plies=0)


def test_a_match_is_over_when_it_is_won() -> None:
    match = Match.start(target=2).apply("31").apply("resign").apply("accept")
    assert match.game.is_over and not match.is_over
    assert match.next_game().apply("13").apply("resign").apply("accept").is_over is False
    assert match.next_game().apply("31").apply("resign").apply("accept").is_over


# Undoing ------------------------------------------------------------------------------------------


def test_undo_takes_back_any_number_of_actions() -> None:
    games = [Game.start("russian", Stakes(value=2))]
    for action in ("31", "hand/22 hand/24", "double", "take", "6-5"):
        games.append(games[-1].apply(action))
    for actions in range(len(games)):
        assert games[-1].undo(actions) == games[len(games) - 1 - actions]
    assert games[-1].undo().undo() == games[-3]


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_undo_goes_back_in_every_game(name: str) -> None:
    rng, games = random.Random(name), [Game.start(name)]
    while len(games) < 40 and not games[-1].is_over:
        games.append(games[-1].apply(rng.choice(games[-1].legal())))
    for actions in (1, len(games) // 2, len(games) - 1):
        assert games[-1].undo(actions) == games[-1 - actions]


def test_undo_of_what_began_in_a_position() -> None:
    game = Game.start(position="6:2 / 24:2", starter=1)
    assert game.apply("31").undo() == game


def test_undo_of_something_at_a_real_table() -> None:
    game = Game.start(table=TableRules())
    assert game.apply(Voided((5, 3), "cocked")).apply("31").undo(2) == game


@pytest.mark.parametrize("actions", [2, -1])
def test_no_more_can_be_undone_than_was_done(actions: int) -> None:
    with pytest.raises(FullprimeError, match=f"cannot undo {actions} actions: the game has 1"):
        Game.start().apply("31").undo(actions)


# Showing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Position.parse(START), f"Position.parse('{START}')"),
        (Position.parse("2:1 / 1:1", 2), "Position.parse('2:1 / 1:1', 2)"),
        (Roll(3, 1), "Roll(3, 1)"),
        (Variant.load("plakoto"), "Variant.load('plakoto')"),
        (Variant.load(None, {"cap5": True}), "Variant.load('backgammon', {'cap5': True})"),
        (Stakes(value=2, owner=1), "Stakes(value=2, owner=1)"),
        (fullprime.Settings(holland=True), "Settings(holland=True)"),
        (
            Variant.load("fevga").start_position.remembering((3, 0), (True, False), (False, True)),
            "Position.parse('24:15 / 24:15').remembering"
            "((3, 0), hit_right=(True, False), doublet=(False, True))",
        ),
    ],
)
def test_a_short_repr_rebuilds_the_value(value: object, text: str) -> None:
    assert repr(value) == text
    assert eval(text, vars(fullprime)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Game.start(), "<Game of Backgammon: before the opening throw>"),
        (Game.start().apply("31"), "<Game of Backgammon: seat 0 to play 3-1>"),
        (offered(), "<Game of Backgammon: seat 1 to answer the cube>"),
        (offered().apply("drop"), "<Game of Backgammon: seat 0 has won 1 point (drop)>"),
        (
            Match.start(players=("Ann", "Ben"), target=7),
            "<Match to 7 points: Ann 0, Ben 0; <Game of Backgammon: before the opening throw>>",
        ),
        (legal_plays(Variant.load(), Position.parse("6:1 / 1:1"), Roll(2, 1))[0], "<Play 6/3>"),
        (Engine(), "Engine()"),
        (Engine(level="club", person=3, name="Ann"), "Engine(level='club', person=3, name='Ann')"),
        (Engine(Runner(), plies=1), "Engine(<Runner>, plies=1)"),
        (SeededDice(7), "SeededDice(7, stream=0, thrown=0)"),
    ],
)
def test_a_repr_in_a_few_words(value: object, text: str) -> None:
    assert repr(value) == text


def test_a_rollout_is_printed_as_a_table() -> None:
    found = analysis.rollout("6:1 / 1:1", settings=RolloutSettings(trials=36), cubeful=False)
    assert repr(found) == "<RolledOut of 36 trials: +0.5000>"
    assert str(found).splitlines()[-1] == "36 trials, seed 1, 0-ply, cubeless"
    assert "+0.5000" in str(found)


def test_a_long_list_of_plays_is_shown_in_part() -> None:
    many = legal_plays(Variant.load(), Position.parse(START), Roll(2, 2))
    assert repr(many).startswith(f"<{len(many)} plays: {many[0]}; ")
    assert repr(many).endswith("; ...>") and repr(many).count(";") == 20


def test_a_variant_of_a_file_says_so(tmp_path: Path) -> None:
    file = tmp_path / "my_game.toml"
    file.write_text('name = "Mine"\nstart = "6:3"\ncheckers = 3\n')
    assert repr(Variant.load(file)) == "<Variant 'my_game'>"


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_printing_shows_the_board(name: str) -> None:
    game = Game.start(name)
    assert "White" in str(game) and "Black" in str(game)
    assert str(game).isascii() and len(str(game).splitlines()) > 10
    match = Match.start(players=("Ann", "Ben"), target=BestOf(3), variant=name)
    assert str(match).startswith("best of 3: Ann 0, Ben 0\n")
    assert str(Match.start()).startswith("for money: White 0, Black 0\n")


def test_a_match_shows_no_more_points_than_it_needs() -> None:
    match = Match.start(target=1).apply("31").apply("resign gammon").apply("accept")
    assert str(match).startswith("to 1 point: White 0, Black 1\n")
    assert repr(match).startswith("<Match to 1 point: White 0, Black 1;")
    assert "Black 1" in match._repr_svg_()


def test_a_notebook_shows_the_match() -> None:
    match = (
        Match.start(players=("Ann", "B<n"), target=3).apply("31").apply("resign").apply("accept")
    )
    picture = match.next_game()._repr_svg_()
    assert picture.startswith("<svg") and "Ann 0" in picture and "B&lt;n 1" in picture
    assert str(Match.start(target=1)).startswith("to 1 point:")


# Importing ----------------------------------------------------------------------------------------


def in_new_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_is_quick() -> None:
    slow = ("numpy", "rich", "click", *(f"fullprime.{name}" for name in fullprime._LAZY))
    for how in ("import fullprime", "from fullprime import *"):
        code = f"{how}; import sys; print([name for name in {slow} if name in sys.modules])"
        assert in_new_python(code) == "[]"


@pytest.mark.parametrize("name", fullprime._LAZY)
def test_a_room_is_imported_when_it_is_used(name: str) -> None:
    assert (
        in_new_python(f"import fullprime; print(fullprime.{name}.__name__)") == f"fullprime.{name}"
    )
    assert name in dir(fullprime)


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="module 'fullprime' has no attribute 'chess'"):
        _ = fullprime.chess


def test_dice_of_a_list_may_be_texts() -> None:
    assert ListedDice(["31"]).roll() == Roll(3, 1)
