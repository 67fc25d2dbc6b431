"""Solved games: their values, their files, and what the engine and every door make of them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from benchmarks.solved import equities, random_positions, rolled_out

import program
import slow_solver
from fullprime import Game, Position, Stakes, Variant, _kernel, analysis, arrays, legal_plays
from fullprime.action import Doubled, Played, Rolled, Took
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.dice import ROLLS, Roll
from fullprime.engine import (
    Engine,
    Evaluator,
    Outcome,
    SolvedEvaluator,
    SolveProgress,
    can_be_solved,
    evaluator_for,
    evaluator_name,
    solve,
)
from fullprime.engine.evaluators import deepest
from fullprime.engine.levels import human_error
from fullprime.engine.solved import CLOSE, solution_for, table_path
from fullprime.engine.solved_evaluator import is_exact
from fullprime.errors import FullprimeError
from fullprime.protocols import jsonl
from fullprime.server.analysis import Task

ONE = Variant(name="One", id="one", checkers=1, start="24:1")
TWO = Variant(name="Two", id="two", checkers=2, start="24:1 23:1")
HYPERGAMMON = Variant.load("hypergammon")
MONEY = np.array([1.0, 2.0, 3.0, -1.0, -2.0, -3.0])
RULES_OF_ONE: dict[str, dict[str, Any]] = {
    "usual": {},
    "single games": {"score": 1},
    "last off": {"goal": "last_off", "score": 1},
}
RULES_OF_TWO: dict[str, dict[str, Any]] = {
    "no hit-and-run": {"no_hit_and_run": True},
    "cap": {"cap": 1},
    "blots close": {"block": 1},
    "one path": {"geometry": "parallel12"},
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of their own, in which the game of two checkers is solved once for all."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("FULLPRIME_HOME", str(folder))
        solve(TWO)
        yield folder


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is solved."""
    monkeypatch.setenv("FULLPRIME_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def one_file(tmp_path: Path) -> str:
    file = tmp_path / "one.toml"
    file.write_text('name = "One"\ncheckers = 1\nstart = "24:1"\n')
    return str(file)


def numbers(variant: Variant, positions: list[Position]) -> arrays.Floats:
    return solve(variant).table.numbers(arrays.pack(positions))


# Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES_OF_ONE)
def test_one_checker_as_a_slow_solver_has_it(fresh: Path, name: str) -> None:
    variant = Variant(name="One", checkers=1, start="24:1", **RULES_OF_ONE[name])
    slow = slow_solver.solved_slowly(variant)
    found = numbers(variant, slow.positions)
    assert np.abs(found[:, :6] @ MONEY - slow.cubeless).max() < 1e-6
    assert np.abs(found[:, 6:] - slow.undoubled).max() < 1e-6
    assert np.abs(found[:, :6].sum(axis=1) - 1.0).max() < 1e-6


def test_by_hand(home: Path) -> None:
    """One checker each, on the last roll: 27 of 36 throws bear off from the six-point."""
    table, position = solve(TWO).table, TWO.position("6:1 / 1:1")
    assert table.chances(position.raw)[0] == pytest.approx(27 / 36, abs=1e-6)
    kept = table.kept(position.raw, jacoby=False)
    assert (kept.centred, 2 * kept.theirs[0]) == pytest.approx((0.5, 1.0), abs=1e-6)


def test_two_checkers_as_their_plays_have_it(home: Path) -> None:
    """What a position is worth follows from the positions that its plays lead to."""
    positions = random_positions(TWO, 40, seed=4)
    assert worst_difference(TWO, solve(TWO).table, positions) < 1e-6


@pytest.mark.parametrize("name", RULES_OF_TWO)
def test_other_rules(home: Path, name: str) -> None:
    """The same in games with other rules, about solved; the usual table is farther off."""
    variant = Variant(name="Other", checkers=2, start="24:1 23:1", **RULES_OF_TWO[name])
    table = _kernel.Solved(variant.kernel, about_solved(variant, threads=1, close=0.002))
    positions = random_positions(variant, 30, seed=5)
    assert worst_difference(variant, table, positions) < 0.02
    assert worst_difference(variant, solve(TWO).table, positions) > 0.04


def about_solved(variant: Variant, threads: int, close: float) -> bytes:
    """The table after a few sweeps, until changes are smaller than this."""
    solver = _kernel.Solver(variant.kernel)
    while solver.stage != _kernel.SolveStage.done:
        while solver.sweep(threads) > close:
            pass
        solver.advance(threads)
    return bytes(solver.table)


def worst_difference(variant: Variant, table: _kernel.Solved, positions: list[Position]) -> float:
    """Between what the table says and what it says of the next positions."""
    apart = []
    for position in positions:
        cubeless, cubeful = 0.0, np.zeros(4)
        for roll in ROLLS:
            plays = legal_plays(variant, position, roll)
            held = np.array([held_after(variant, table, play.position) for play in plays])
            cubeless += roll.weight / 36 * (held[:, :6] @ MONEY).max()
            cubeful += roll.weight / 36 * held[:, 6:].max(axis=0)
        [found] = table.numbers(arrays.pack([position]))
        apart += [abs(found[:6] @ MONEY - cubeless), *abs(found[6:] - cubeful)]
    return float(max(apart))


def held_after(variant: Variant, table: _kernel.Solved, after: Position) -> list[float]:
    """By the side that has just played: chances, and equities by its view of the cube."""
    if (end := variant.end(after)) is not None:
        single = 1 if end > 0 else -1
        return [*Outcome.finished(end), end, end, single, end]
    [found] = table.numbers(arrays.pack([after.flipped()]))
    own, centered, jacoby, against = found[6:]
    doubled = min(2 * against, 1.0)
    held = [-against, *(-max(each, doubled) for each in (centered, jacoby, own))]
    return [*found[3:6], *found[:3], *held]


def test_rollouts_agree(home: Path) -> None:
    """All of fifty positions but one or two within three standard errors."""
    positions = random_positions(TWO, 50, seed=2)
    table = solve(TWO).table
    means, errors = rolled_out(TWO, table, positions, 500, seed=3)
    exact = equities(table, arrays.pack(positions))
    assert np.sum(np.abs(means - exact) > 3 * errors + 1e-6) <= 2
    assert abs(np.mean(means - exact)) < 4 * np.sqrt(np.sum(errors**2)) / len(positions)


# The same bits ------------------------------------------------------------------------------------


def test_any_number_of_threads() -> None:
    one, two, five = (about_solved(TWO, threads, close=0.2) for threads in (1, 2, 5))
    assert one == two == five


class StoppedError(Exception):
    pass


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.8])
def test_stopped_and_resumed(fresh: Path, share: float) -> None:
    path = table_path(ONE)
    part, whole = path.with_suffix(".part"), solve(ONE)
    good, last = path.read_bytes(), int(share * whole.sweeps) + 1
    path.unlink()

    def stop(progress: SolveProgress) -> None:
        if progress.sweeps == last:
            raise StoppedError

    with pytest.raises(StoppedError):
        solve(ONE, stop)
    assert part.exists()
    assert not path.exists()
    seen = list[SolveProgress]()
    resumed = solve(ONE, seen.append)
    assert (resumed.sweeps, resumed.change) == (whole.sweeps, whole.change)
    assert seen[0].sweeps == last + 1
    assert seen[-1].share == 1.0
    assert path.read_bytes() == good
    assert not part.exists()


def test_a_damaged_part_is_not_used(fresh: Path) -> None:
    def stop(progress: SolveProgress) -> None:
        if progress.sweeps == 5:
            raise StoppedError

    with pytest.raises(StoppedError):
        solve(ONE, stop)
    part = table_path(ONE).with_suffix(".part")
    part.write_bytes(part.read_bytes()[:-1])
    seen = list[SolveProgress]()
    assert solve(ONE, seen.append).change <= CLOSE
    assert seen[0].sweeps == 1


def test_damaged_tables_are_made_again(fresh: Path) -> None:
    solve(ONE)
    path = table_path(ONE)
    good = path.read_bytes()
    flipped = bytearray(good)
    flipped[5000] ^= 4
    for bad in (good[:-7], good[:40], b"", bytes(flipped), good + b"x"):
        path.write_bytes(bad)
        assert solve(ONE).sweeps > 0
        assert path.read_bytes() == good
    assert solve(ONE).sweeps == 0


def test_where_nothing_can_be_written(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("FULLPRIME_HOME", str(blocked))
    assert solve(ONE).table.chances(ONE.position("1:1 / 1:1").raw)[1] == 1.0


# Which games --------------------------------------------------------------------------------------


def test_games_that_can_be_solved() -> None:
    assert can_be_solved(HYPERGAMMON)
    assert can_be_solved(HYPERGAMMON.with_options({"no_hit_and_run": True}))
    for game in ("backgammon", "plakoto", "acey_deucey"):
        assert not can_be_solved(Variant.load(game))
    with pytest.raises(FullprimeError, match="Backgammon cannot be solved: expected a game of up"):
        solve(Variant.load())
    four = Variant(name="Four", checkers=4, start="24:2 23:2")
    assert not can_be_solved(four)
    with pytest.raises(ValueError, match="cannot be solved"):
        _kernel.Solver(four.kernel)


def test_games_without_a_value(fresh: Path) -> None:
    """Where a checker bears off by its own number only, both sides redouble without an end."""
    endless = Variant(name="Endless", checkers=1, start="24:1", bear_off="exact")
    with pytest.raises(FullprimeError, match="values still change by 0"):
        solve(endless)
    assert solution_for(endless) is None
    assert not list((fresh / "cache").glob("*"))


def test_larger_games_wait_until_they_are_solved(fresh: Path) -> None:
    assert solution_for(HYPERGAMMON) is None
    assert evaluator_name(HYPERGAMMON).startswith("net hypergammon-")
    assert deepest(HYPERGAMMON) == 3
    assert not analysis.evaluate(variant="hypergammon", plies=0).exact


def test_names_and_starts_share_a_table(home: Path) -> None:
    other = Variant(name="Other", checkers=2, start="13:2", summary="The same game.")
    assert table_path(other) == table_path(TWO)
    assert table_path(Variant(name="Two", checkers=2, start="13:2", score=1)) != table_path(TWO)


def test_wrong_bytes_and_positions(home: Path) -> None:
    with pytest.raises(ValueError, match="no table of that game"):
        _kernel.Solved(TWO.kernel, b"too few")
    with pytest.raises(ValueError, match="not in the table"):
        solve(TWO).table.chances(ONE.start_position.raw)
    solver = _kernel.Solver(ONE.kernel)
    with pytest.raises(ValueError, match="another game or stage"):
        solver.restore(_kernel.SolveStage.plays, b"x")
    with pytest.raises(ValueError, match="nothing is left"):
        solver.restore(_kernel.SolveStage.done, b"")
    with pytest.raises(ValueError, match="threads are 1 to 256"):
        solver.sweep(0)


# The engine ---------------------------------------------------------------------------------------


def test_the_engine_plays_the_best_play_of_the_table(home: Path) -> None:
    table, engine, rng = solve(TWO).table, Engine(), Random(6)
    decided = 0
    while decided < 60:
        game = Game.start(TWO, stakes=Stakes(cube=False)).apply(Rolled((2, 1)))
        while not game.is_over:
            action = engine.choose(game)
            if isinstance(action, Played) and len(game.plays) > 1:
                held = {
                    play.position: np.array(held_after(TWO, table, play.position)[:6]) @ MONEY
                    for play in game.plays
                }
                chosen = game.apply(action).position.flipped()
                if (worth := held.get(chosen)) is not None:
                    assert worth == pytest.approx(max(held.values()), abs=1e-9)
                    decided += 1
            game = game.apply(action or Rolled((rng.randint(1, 6), rng.randint(1, 6))))


def test_cube_actions_are_those_of_the_table(home: Path) -> None:
    table, seen = solve(TWO).table, set[str]()
    for position in random_positions(TWO, 200, seed=8):
        verdict = analysis.cube(position, variant=TWO)
        kept = table.kept(position.raw, jacoby=False)
        assert verdict.no_double == kept.centred
        assert verdict.double_take == 2 * kept.theirs[0]
        seen.add(str(verdict.action))
        owned = analysis.cube(position, variant=TWO, stakes={"cube": 2, "owner": "me"})
        assert owned.no_double == kept.mine[0]
        jacoby = analysis.cube(position, variant=TWO, stakes={"jacoby": True})
        assert jacoby.no_double == table.kept(position.raw, jacoby=True).centred
    assert seen >= {"no double", "double, take", "double, pass", "too good, pass"}


def test_the_engine_doubles_and_answers(home: Path) -> None:
    engine = Engine()
    game = Game.start(TWO, position="6:1 / 1:1")
    assert engine.choose(game) == Doubled()
    assert engine.choose(game.apply(Doubled())) == Took()


def test_one_evaluator_for_all_depths(home: Path) -> None:
    judge = evaluator_for(TWO)
    assert isinstance(judge, SolvedEvaluator)
    assert evaluator_for(TWO) is judge
    assert deepest(TWO) == 0
    assert Engine().depth(TWO, 2) == Engine(plies=3).depth(TWO) == 0
    again = pickle.loads(pickle.dumps(judge))
    assert again.evaluate([TWO.start_position]) == judge.evaluate([TWO.start_position])


def test_people_who_err_see_the_table(home: Path) -> None:
    erring = human_error(TWO, 0, 1, 0.05, evaluator_for(TWO))
    ranked = erring.turns(TWO.start_position, Roll(3, 1))
    assert len(ranked) == 3


class Own(Evaluator):
    def evaluate(self, positions: object) -> list[Outcome]:
        raise NotImplementedError


# What is exact ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "cubeful", "exact"),
    [
        (Stakes(), True, True),
        (Stakes(), False, True),
        (Stakes(animals=2), True, True),
        (Stakes(jacoby=True), True, True),
        (Stakes(jacoby=True), False, False),
        (Stakes(jacoby=True, animals=1), True, False),
        (Stakes(jacoby=True, animals=1, turned=True, owner=0, value=2), True, True),
        (Stakes(away=(8, 5)), True, False),
        (Stakes(away=(1, 1)), False, False),
        (Stakes(away=(1, 1)), True, True),
        (Stakes(flat=True), True, False),
        (Stakes(holland=True), True, False),
    ],
)
def test_what_is_exact(home: Path, stakes: Stakes, cubeful: bool, exact: bool) -> None:
    assert is_exact(TWO, stakes, cubeful, (0, 0)) == exact
    assert is_exact(TWO, stakes, cubeful, (2, 2)) == (exact or stakes.holland)


def test_only_what_the_table_says_is_exact(home: Path) -> None:
    assert Engine().is_exact(TWO, Stakes(), True, (0, 0))
    assert not Engine(Own(TWO)).is_exact(TWO, Stakes(), True, (0, 0))
    assert not Engine(level="club").is_exact(TWO, Stakes(), True, (0, 0))
    assert analysis.evaluate(variant=TWO).exact
    assert not analysis.evaluate(variant=TWO, stakes={"away": (8, 5)}).exact


def test_the_command_line_says_so(fresh: Path, one_file: str) -> None:
    done = program.run("eval", "--variant", one_file, home=fresh)
    first = done.stdout.splitlines()[0]
    assert first == "One; money, cube 1 in the middle; solved game; exact, cubeful"
    assert (fresh / "cache").exists(), "asked about such a game, any door solves it first"
    for command in (("hint", "31"), ("cube",)):
        shown = program.run(*command, "--variant", one_file, home=fresh).stdout
        assert "solved game; exact, cubeful" in shown
        as_json = program.run(*command, "--variant", one_file, "--json", home=fresh).stdout
        assert json.loads(as_json)["exact"] is True
    match = program.run("eval", "--variant", one_file, "--away", "8,5", home=fresh).stdout
    assert "solved game; 0-ply, cubeful" in match
    usual = json.loads(program.run("eval", "6:1 / 1:1", "--json", home=fresh).stdout)
    assert "exact" not in usual


def test_the_command_solve(fresh: Path, one_file: str) -> None:
    done = program.run("solve", one_file, home=fresh)
    assert done.returncode == 0
    first, _, *rows, last = done.stdout.splitlines()
    assert first.startswith("One: solved in ")
    assert rows[0].split() == ["Cubeless", "+0.45277"]
    assert last.startswith("Table: ")
    assert last.endswith("0.0 MB")
    again = program.run("solve", one_file, "--json", home=fresh)
    found = json.loads(again.stdout)
    assert found["sweeps"] == 0
    assert found["start"]["centered"] == analysis.evaluate(variant=ONE).equity
    refused = program.run("solve", "backgammon", home=fresh)
    assert refused.returncode == 3
    assert refused.stderr.startswith("fullprime: Backgammon cannot be solved")


def test_json_lines_and_the_server_say_so(home: Path, one_file: str) -> None:
    for request in ({"op": "eval"}, {"op": "plays", "dice": [3, 1]}, {"op": "cube"}):
        answer = jsonl.answer(json.dumps(request | {"variant": one_file}).encode())
        assert answer["exact"] is True
        assert answer["plies"] == 0
    for roll in (None, Roll(3, 1)):
        question = Question(TWO, TWO.start_position, roll)
        answer = Task(question, None, None, every=False, reasons=True).answer(Engine())
        assert (answer["net"], answer["solved"], answer["exact"]) == (None, True, True)
    assert Depth.of(Question(TWO, TWO.start_position)).exact
