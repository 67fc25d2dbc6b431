"""Solved games at match scores: chances, tables, files, and where answers are exact."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from benchmarks.solved import random_positions

import program
import slow_solver
from fullprime import Game, Match, Position, Stakes, Variant, _kernel, analysis, legal_plays
from fullprime.action import Doubled, Dropped, Rolled, Took
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.dice import ROLLS
from fullprime.engine import Engine, SolveProgress, solve_match, solved_match
from fullprime.engine.result_values import worth_of_equity
from fullprime.engine.solved_match import (
    CLOSE,
    MatchScore,
    SolvedScores,
    exact_scores,
    lane_of,
    lanes_at,
    scores_to,
)
from fullprime.engine.wager import Wager
from fullprime.errors import FullprimeError
from fullprime.game import Phase
from fullprime.match_equity import MatchEquity

ONE = Variant(name="One", id="one", checkers=1, start="24:1")
TWO = Variant(name="Two", id="two", checkers=2, start="24:1 23:1")
SINGLE = Variant(name="Single", id="single", checkers=1, start="24:1", score=1)
HYPERGAMMON = Variant.load("hypergammon")
SEVEN = range(1, 8)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of their own, in which games are solved once for all."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("FULLPRIME_HOME", str(folder))
        solve_match(ONE, 7, 7)
        solve_match(TWO, 2, 2)
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


def scores_of(variant: Variant) -> SolvedScores:
    found = exact_scores(variant, Stakes(away=(1, 1)))
    assert found
    return found


# Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "most", "least"), [(ONE, 5, 2), (SINGLE, 3, 2)])
def test_one_checker_as_a_slow_solver_has_it(
    home: Path, variant: Variant, most: int, least: int
) -> None:
    """Every position, in every state of the cube, for both sides, and every score."""
    slow = slow_solver.SlowMatch(variant, most, least)
    scores = solve_match(variant, most, least).scores
    for (mine, theirs, crawford), values in slow.values.items():
        score = MatchScore(mine, theirs, crawford)
        table = scores.table(score)
        assert table
        chance = scores.chance(mine, theirs, not crawford)
        assert chance == pytest.approx(slow.chances[mine, theirs, crawford], abs=2e-7)
        found = np.array([table.worths(position.raw) for position in slow.positions])
        lanes = lanes_at(score)
        for (side, (value, owner)), right in values.items():
            if side and score.even:
                continue
            lane = lanes.index(lane_of(score, side, value, owner))
            assert np.abs((1.0 + found[:, lane]) / 2.0 - right).max() < 5e-7


def test_two_checkers_as_their_plays_have_it(home: Path) -> None:
    """What a position is worth follows from those that its plays lead to."""
    scores = scores_of(TWO)
    for stakes in (
        Stakes(away=(2, 2)),
        Stakes(away=(2, 1)),
        Stakes(away=(1, 2)),
        Stakes(away=(1, 2), crawford=True),
        Stakes(away=(2, 2), value=2, owner=0, turned=True),
    ):
        for position in random_positions(TWO, 5, seed=3):
            mine = chance_of(scores, position, stakes, 0)
            mean = sum(
                roll.weight
                / 36
                * max(chance_after(scores, play.position, stakes) for play in plays)
                for roll in ROLLS
                if (plays := legal_plays(TWO, position, roll))
            )
            assert mine == pytest.approx(mean, abs=2e-7)


def chance_of(scores: SolvedScores, position: Position, stakes: Stakes, seat: int) -> float:
    """Of a seat that rolls and does not double now."""
    wager = Wager(stakes, seat, scores)
    kept = scores.kept(position, wager)
    own = kept.mine[0] if stakes.owner == seat else kept.theirs[0]
    equity = kept.centred if stakes.owner is None else own
    return worth_of_equity(equity, stakes, seat, scores)


def chance_after(scores: SolvedScores, after: Position, stakes: Stakes) -> float:
    """Of seat 0, which has just played; seat 1 may double."""
    away = stakes.away
    assert away

    def won(seat: int, points: int) -> float:
        return scores.chance(away[seat] - points, away[1 - seat], after_crawford=1 in away)

    if (end := TWO.end(after)) is not None:
        return won(0, end * stakes.value)
    other = chance_of(scores, after.flipped(), stakes, 1)
    may = stakes.owner != 0 and stakes.value < away[1] and not stakes.crawford
    if may:
        taken = stakes.doubled(owner=0)
        offered = min(chance_of(scores, after.flipped(), taken, 1), won(1, stakes.value))
        other = max(other, offered)
    return 1.0 - other


def test_even_and_uneven_add_up(home: Path) -> None:
    scores = scores_of(ONE)
    for mine in SEVEN:
        for theirs in SEVEN:
            assert scores.chance(mine, theirs) + scores.chance(theirs, mine) == pytest.approx(1.0)
        assert scores.chance(mine, mine) == 0.5
    assert scores.chance(0, 3) == 1.0
    assert scores.chance(3, -1) == 0.0


def test_more_points_never_help_less(home: Path) -> None:
    scores = scores_of(ONE)
    for theirs in SEVEN:
        column = [scores.chance(mine, theirs) for mine in SEVEN]
        assert all(a >= b - 10 * CLOSE for a, b in pairwise(column))
    after = [scores.chance(mine, 1, after_crawford=True) for mine in SEVEN]
    assert all(a >= b - 10 * CLOSE for a, b in pairwise(after))


def test_a_dead_cube_is_the_last_game(home: Path) -> None:
    """At 2-away 2-away a cube of two decides the match, as the game at 1-away 1-away does."""
    scores = scores_of(TWO)
    for position in random_positions(TWO, 30, seed=9):
        last = chance_of(scores, position, Stakes(away=(1, 1)), 0)
        for owner in (0, 1):
            dead = Stakes(away=(2, 2), value=2, owner=owner, turned=True)
            assert chance_of(scores, position, dead, 0) == pytest.approx(last, abs=2e-7)
            verdict = analysis.cube(position, variant=TWO, stakes=dead)
            assert str(verdict.action) == "no double"


def test_after_the_crawford_game_the_side_behind_doubles(home: Path) -> None:
    behind = analysis.cube(variant=SINGLE, stakes={"away": (3, 1)})
    assert str(behind.action) == "double, take"
    ahead = analysis.cube(variant=SINGLE, stakes={"away": (1, 3)})
    assert not ahead.action.doubles
    crawford = analysis.cube(variant=SINGLE, stakes={"away": (3, 1), "crawford": True})
    assert crawford.forbidden == "OPT-CRAWFORD"


def test_the_leader_has_a_free_pass(home: Path) -> None:
    """Where the other side needs an even number of points, half of them in doubled games, a pass
    leaves as many games to win. The leader passes whenever the other side is the favorite."""
    scores = solve_match(SINGLE, 5, 1).scores
    after = [scores.chance(needed, 1, after_crawford=True) for needed in range(1, 6)]
    assert after[0] == 0.5
    assert after[2] == pytest.approx(0.25, abs=1e-4), "one doubled game, then the last"
    assert after[4] == pytest.approx(0.125, abs=1e-3)
    assert 0.4 < after[1] < 0.45
    assert 0.18 < after[3] < 0.22
    verdicts = [
        analysis.cube(position, variant=SINGLE, stakes={"away": (2, 1)})
        for position in random_positions(SINGLE, 60, seed=4)
    ]
    for verdict in verdicts:
        ahead = verdict.outcome[0] > 0.5 + 1e-6
        assert (verdict.double_take > verdict.double_pass) == ahead


def test_states_of_the_cube() -> None:
    assert len(lanes_at(MatchScore(1, 1))) == 1
    assert len(lanes_at(MatchScore(2, 1, crawford=True))) == 2
    assert len(lanes_at(MatchScore(2, 2))) == 2
    assert len(lanes_at(MatchScore(4, 3))) == 8
    assert len(lanes_at(MatchScore(7, 7))) == 6
    assert len(lanes_at(MatchScore(7, 2))) == 12
    assert len(list(scores_to(7, 7))) == 34
    assert list(map(str, scores_to(3, 2))) == ["1-1", "2-1", "3-1", "2-1c", "2-2", "3-1c", "3-2"]


# Files --------------------------------------------------------------------------------------------


class StoppedError(Exception):
    pass


def test_stopped_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(progress: SolveProgress) -> None:
        if progress.share > 0.8:
            raise StoppedError

    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    monkeypatch.setenv("FULLPRIME_HOME", str(whole))
    solve_match(ONE, 3, 2)
    monkeypatch.setenv("FULLPRIME_HOME", str(resumed))
    with pytest.raises(StoppedError):
        solve_match(ONE, 3, 2, stop)
    assert len(list(resumed.rglob("*.part"))) == 1
    seen = list[SolveProgress]()
    solve_match(ONE, 3, 2, seen.append)
    assert seen[0].share > 0.7
    assert not list(resumed.rglob("*.part"))
    assert tables_in(whole) == tables_in(resumed)
    assert len(tables_in(whole)) == 1 + 7 + 1, "for money, at scores, and their chances"
    assert solve_match(ONE, 3, 2).sweeps == 0


def tables_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.table")}


def test_damaged_tables_are_made_again(fresh: Path) -> None:
    scores = solve_match(ONE, 2, 1).scores
    path = scores.path(MatchScore(2, 1))
    good = path.read_bytes()
    path.write_bytes(good[:-1])
    assert solve_match(ONE, 2, 1).sweeps > 0
    assert path.read_bytes() == good


def test_chances_that_are_lost_are_found_again(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = solve_match(ONE, 3, 2).scores
    [kept] = fresh.rglob("*-scores.table")
    good = kept.read_bytes()
    kept.unlink()
    other = SolvedScores(ONE)
    assert not other.knows(MatchScore(3, 2)), "what follows is worth something unknown"
    monkeypatch.setattr(solved_match, "_OPEN", {})
    assert solve_match(ONE, 3, 2).sweeps == 0
    assert kept.read_bytes() == good
    assert scores.knows(MatchScore(3, 2))


def test_another_start_has_other_chances(home: Path) -> None:
    nearer = msgspec.structs.replace(SINGLE, start="6:1")
    chances = [solve_match(each, 2, 1).scores.chance(2, 1, True) for each in (SINGLE, nearer)]
    assert abs(chances[0] - chances[1]) > 0.01


def test_what_cannot_be_solved(home: Path) -> None:
    with pytest.raises(FullprimeError, match="expected scores up to 7 points away"):
        solve_match(ONE, 8, 2)
    with pytest.raises(FullprimeError, match="cannot be solved at match scores"):
        solve_match(Variant(name="No cube", checkers=1, start="24:1", cube=False), 2, 2)
    with pytest.raises(FullprimeError, match="Backgammon cannot be solved"):
        solve_match(Variant.load(), 2, 2)
    lane = _kernel.CubeLane([1.0] * 3 + [-1.0] * 3, -1, 0)
    for lanes, fault in (
        ([lane] * 3, "expected 1, 2, 4"),
        ([lane, lane], "look the same"),
        ([_kernel.CubeLane([2.0] * 6, -1, 0)], "between -1 and 1"),
        ([_kernel.CubeLane([1.0] * 6, 1, 0)], "not there"),
    ):
        with pytest.raises(ValueError, match=fault):
            _kernel.MatchSolver(ONE.kernel, lanes)
    with pytest.raises(ValueError, match="no table of that game"):
        _kernel.MatchSolved(ONE.kernel, 1, b"few")


# The engine ---------------------------------------------------------------------------------------


def test_where_answers_are_exact(home: Path) -> None:
    def exact(**stakes: Any) -> bool:
        return analysis.evaluate(variant=ONE, stakes=stakes).exact

    assert exact(away=(7, 5))
    assert exact(away=(7, 5), cube=2, owner="me")
    assert exact(away=(7, 1), crawford=True)
    assert not exact(away=(8, 5)), "more points than are solved"
    assert not exact(away=(7, 5), holland=True)
    assert not exact(away=(7, 5), cube_limit=2)
    assert not analysis.evaluate(variant=ONE, stakes={"away": (3, 2)}, cubeful=False).exact
    own_table = {"away": (3, 2)}
    given = analysis.evaluate(variant=ONE, stakes=own_table, table=MatchEquity.load())
    assert not given.exact
    assert not analysis.evaluate(variant=TWO, stakes={"away": (4, 2)}).exact, "not in seconds"
    assert not analysis.evaluate(variant=HYPERGAMMON, stakes={"away": (2, 2)}, plies=0).exact


def test_the_engine_plays_the_match_by_it(home: Path) -> None:
    """Across all three decisions, no other does better by the table."""
    engine, scores = Engine(), scores_of(TWO)
    stakes = Stakes(away=(2, 1))
    seen = set[object]()
    for position in random_positions(TWO, 60, seed=12):
        game = Game.start(TWO, stakes, position=position, starter=0)
        action = engine.choose(game)
        kept = chance_of(scores, position, stakes, 0)
        taken = chance_of(scores, position, stakes.doubled(owner=1), 0)
        passed = scores.chance(1, 1)
        if abs(min(taken, passed) - kept) > 1e-6:
            assert (action == Doubled()) == (min(taken, passed) > kept)
        if action == Doubled():
            answer = engine.choose(game.apply(Doubled()))
            if abs(taken - passed) > 1e-6:
                assert answer == (Took() if taken < passed else Dropped())
            seen.add(answer)
        seen.add(action)
    assert {Doubled(), Took(), Dropped()} <= seen


def test_plays_are_those_of_the_table(home: Path) -> None:
    scores, stakes = scores_of(TWO), Stakes(away=(1, 2))
    for position in random_positions(TWO, 10, seed=13):
        ranked = analysis.plays(position, "63", variant=TWO, stakes=stakes)
        best = max(chance_after(scores, each.play.position, stakes) for each in ranked)
        chosen = chance_after(scores, ranked[0].play.position, stakes)
        assert chosen == pytest.approx(best, abs=1e-9)
        assert worth_of_equity(ranked[0].equity, stakes, 0, scores) == pytest.approx(best, abs=1e-9)


def test_in_a_whole_match(home: Path) -> None:
    """Every decision of a match to three points is exact, before the Crawford game and after."""
    engine, rng, scores = Engine(), Random(5), set[MatchScore]()
    for _ in range(6):
        match = Match.start(ONE, target=3)
        while not match.is_over:
            game = match.game
            if game.is_over:
                match = match.next_game()
                continue
            if game.phase is Phase.TO_ROLL:
                question = Question.in_game(game)
                if question.stakes.cube:
                    assert Depth.of(question).exact
                    scores.add(MatchScore.of(question.stakes))
            match = match.apply(
                engine.choose(game) or Rolled((rng.randint(1, 6), rng.randint(1, 6)))
            )
    assert {MatchScore(3, 3), MatchScore(3, 1, crawford=True)} <= scores


def test_the_command_line(fresh: Path, one_file: str) -> None:
    done = program.run("solve", one_file, "--match", "3", "2", home=fresh)
    assert done.returncode == 0
    first, head, *rows, last = done.stdout.splitlines()
    assert first.startswith("One: solved at 3-away 2-away and all scores that can follow, in ")
    assert head.split() == ["Needs", "Wins", "%"]
    assert rows[-1].split("  ")[0] == "3 against 2"
    assert last.startswith("7 tables: ")
    again = json.loads(
        program.run("solve", one_file, "--match", "2", "3", "--json", home=fresh).stdout
    )
    assert again["sweeps"] == 0
    assert again["scores"][-1]["away"] == [3, 2]
    shown = program.run("cube", "--variant", one_file, "--away", "3,2", home=fresh).stdout
    assert "solved game; exact, cubeful" in shown
    refused = program.run("solve", one_file, "--match", "8", "2", home=fresh)
    assert refused.returncode == 2
