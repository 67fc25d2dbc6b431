"""The bear-off table with the cube: against brute force, published figures, and itself."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

import bearoff_solver
from engine.test_bearoff import GONE, Home, home, race, random_home
from fullprime import Position, Variant, _kernel, legal_plays
from fullprime.dice import ROLLS
from fullprime.engine import bearoff

BACKGAMMON = Variant.load("backgammon")
HEAD = 8
POINT = 32 * 36**5
ROWS = comb(bearoff.WITH_CUBE + 6, 6)
"""Ways of a side to stand."""
TEN_THOUSAND = 10_000


@pytest.fixture(scope="module")
def made() -> bytes:
    return _kernel.make_cube_bearoff(bearoff.WITH_CUBE, 2)


@pytest.fixture(scope="module")
def table(made: bytes) -> _kernel.CubeBearoff:
    return _kernel.CubeBearoff(made)


def on(*points: int) -> Home:
    """`on(5, 2)`: a checker on the 5 point and one on the 2 point."""
    return tuple(points.count(point) for point in range(1, 7))


def doubling(equities: _kernel.CubeEquities) -> tuple[float, float, float]:
    """Owned, centred, against, the roller free to double."""
    return equities.owned, equities.centred, equities.against


def undoubled(equities: _kernel.CubeEquities) -> tuple[float, float, float]:
    return equities.owned_undoubled, equities.centred_undoubled, equities.against


# Against brute force ----------------------------------------------------------------------------


@pytest.mark.parametrize("checkers", [5, pytest.param(bearoff.WITH_CUBE, marks=pytest.mark.long)])
def test_all_positions(made: bytes, table: _kernel.CubeBearoff, checkers: int) -> None:
    """With so many checkers a side or fewer: all numbers as they are stored, and ten thousand
    positions as they are asked for."""
    homes = bearoff_solver.Homes(checkers)
    exact = bearoff_solver.cube_equities(homes)
    index = np.array([_kernel.bearoff_index(row) for row in homes.rows])
    stored = np.frombuffer(made, np.int32, offset=HEAD).reshape(ROWS, ROWS, 3)
    goes_on = np.arange(len(index)) != homes.off
    difference = (stored[np.ix_(index, index)] / POINT - exact)[np.ix_(goes_on, goes_on)]
    assert np.abs(difference).max() < 1e-9

    exact_doubling = bearoff_solver.with_doubling(exact)
    rng = Random(9)
    for _ in range(TEN_THOUSAND):
        mine, theirs = (random_home(rng, rng.randint(1, checkers)) for _ in range(2))
        at = homes.number[mine], homes.number[theirs]
        found = table.equities(mine, theirs)
        assert undoubled(found) == pytest.approx(exact[at], abs=1e-6)
        assert doubling(found) == pytest.approx(exact_doubling[at], abs=1e-6)
        assert found.double_take == pytest.approx(2 * exact[at][2], abs=1e-6)


# Published figures ------------------------------------------------------------------------------

TWO_CHECKERS = """
            1,2,3,11,12 4,13 5 14 6 22 23 24,15 25 33 34 16 35 26 44 36 45 46 55 56 66
1,2,3,11,12           5    5 5  5 5  5  5     5  5  5  5  5  5  5  5  5  5  5  5  5  5
4,13                  5    5 5  5 5  5  5     5  5  5  5  5  5  5  5  5  5  5  5  5  5
5                     5    5 5  5 5  5  5     5  5  5  5  5  5  5  5  5  5  5  5  5  5
14                    5    5 5  5 5  5  5     5  5  5  5  5  5  5  5  5  5  5  5  5  5
6                     5    5 5  5 5  5  5     5  5  5  5  5  5  5  5  5  5  5  5  5  5
22                    4    4 4  4 4  4  5     5  5  5  5  5  5  5  5  5  5  5  5  5  5
23                    4    4 4  4 4  4  4     5  5  5  5  5  5  5  5  5  5  5  5  5  5
24,15                 4    4 4  4 4  4  4     4  5  5  5  5  5  5  5  5  5  5  5  5  5
25                    4    4 3  3 3  3  3     4  4  5  5  5  5  5  5  5  5  5  5  5  5
33                    1    1 1  1 1  3  3     4  4  5  5  5  5  5  5  5  5  5  5  5  5
34                    1    1 1  1 1  3  3     4  4  4  4  5  5  5  5  5  5  5  5  5  5
16                    1    1 1  1 1  1  1     3  4  4  4  5  5  5  5  5  5  5  5  5  5
35                    1    1 1  1 1  1  1     3  4  4  4  4  5  5  5  5  5  5  5  5  5
26                    1    1 1  1 1  1  1     3  4  4  4  4  4  5  5  5  5  5  5  5  5
44                    1    1 1  1 1  1  1     1  4  4  4  4  4  4  5  5  5  5  5  5  5
36                    1    1 1  1 1  1  1     1  4  4  4  4  4  4  5  5  5  5  5  5  5
45                    1    1 1  1 1  1  1     1  4  4  4  4  4  4  5  5  5  5  5  5  5
46                    1    1 1  1 1  1  1     1  3  4  4  4  4  4  4  4  4  5  5  5  5
55                    1    1 1  1 1  1  1     1  1  4  4  4  4  4  4  4  4  5  5  5  5
56                    1    1 1  1 1  1  1     1  1  2  2  3  4  4  4  4  4  4  5  5  5
"""
"""Cube actions with two checkers or fewer a side; a row for the side to roll, a column for the
other. Bob Koca, Curing Your Short Bearoff Blues, 2007 (bkgm.com/articles/Koca)."""


def action(found: _kernel.CubeEquities) -> int:
    """In the numbers of that article."""
    doubled = min(1, found.double_take)
    if doubled >= found.owned_undoubled:
        return 4 if doubled < 1 else 5  # a redouble: take, drop
    if doubled >= found.centred_undoubled:
        return 3  # a double, but no redouble
    return 2 if doubled >= 0 else 1  # no double: take, beaver


def test_two_checkers_a_side(table: _kernel.CubeBearoff) -> None:
    head, *lines = TWO_CHECKERS.strip().splitlines()
    for line in lines:
        rows, *actions = line.split()
        for columns, published in zip(head.split(), actions, strict=True):
            for mine, theirs in product(rows.split(","), columns.split(",")):
                found = table.equities(on(*map(int, mine)), on(*map(int, theirs)))
                assert action(found) == int(published), (mine, theirs)


def test_jacoby_paradox(table: _kernel.CubeBearoff) -> None:
    """5-2 against 4-1, the cube on two: redoubling brings the equity from 0.48 down to 0.22.
    Against two checkers on the ace point, who cannot miss, it is right.

    Chris Bray, Backgammon, The Independent, 12 September 1997; found by Oswald Jacoby, 1970.
    """
    found = table.equities(on(5, 2), on(4, 1))
    assert round(2 * found.owned_undoubled, 2) == 0.48
    assert round(2 * found.double_take, 2) == 0.22
    assert found.centred == found.double_take > found.centred_undoubled
    stronger = table.equities(on(5, 2), on(1, 1))
    assert stronger.owned == stronger.double_take > stronger.owned_undoubled


def test_two_rolls_against_ten_good_numbers(table: _kernel.CubeBearoff) -> None:
    """Gerry Tansey, This Article Is Brought To You By The Numbers 324 & 1296, 2014: no redouble
    0.537, redouble and take 1.074; ten good numbers of the other are a drop, eleven a take."""
    drop, take = table.equities(on(1, 1, 1), on(5, 4)), table.equities(on(1, 1, 1), on(4, 4))
    assert round(drop.owned_undoubled, 3) == 0.537
    assert round(drop.double_take, 3) == 1.074
    assert drop.owned == 1 > take.owned == take.double_take


@pytest.mark.parametrize(("rolls", "percent"), [(2, 14), (3, 21)])
def test_as_many_rolls_each(table: _kernel.CubeBearoff, rolls: int, percent: int) -> None:
    """A drop: the other wins so rarely. Masayuki Mochizuki, Bear off cube action, 2013."""
    pile = home(p1=2 * rolls)
    found = table.equities(pile, pile)
    assert round(100 * (1 - found.against) / 2) == percent
    assert found.owned == found.centred == 1 < found.double_take


def test_last_roll(table: _kernel.CubeBearoff) -> None:
    """Who is off at once with 27 throws of 36 wins 18 / 36 by playing on, and twice that when he
    doubles: the other may as well drop. With 26 throws he is doubled in."""
    sure = table.equities(on(6), on(1))
    assert undoubled(sure) == (0.5, 0.5, 0.5)
    assert sure.owned == sure.centred == sure.double_take == 1
    less = table.equities(on(2, 2), on(1))
    assert doubling(less) == pytest.approx((32 / 36, 32 / 36, 16 / 36))


# Against itself ---------------------------------------------------------------------------------


def test_access_to_the_cube_never_hurts(made: bytes) -> None:
    """Of all positions, to the last place; nobody wins or loses more than the cube."""
    stored = np.frombuffer(made, np.int32, offset=HEAD).reshape(-1, 3).astype(np.int64)
    owned, centred, against = stored.T
    doubled = np.minimum(2 * against, POINT)
    best = np.maximum(owned, doubled), np.maximum(centred, doubled), against
    for more, less in (*pairwise((owned, centred, against)), *pairwise(best)):
        assert np.all(more >= less)
    assert np.abs(stored).max() == POINT


def test_cubeless_lies_between(table: _kernel.CubeBearoff) -> None:
    cubeless = _kernel.Bearoff(_kernel.make_bearoff(6, 6, 2))
    rng = Random(10)
    for _ in range(1000):
        mine, theirs = (random_home(rng, rng.randint(1, 6)) for _ in range(2))
        equity = 2 * cubeless.wins(mine, theirs) / 36**5 - 1
        found = table.equities(mine, theirs)
        assert found.owned_undoubled + 1e-7 > equity > found.against - 1e-7


@pytest.mark.parametrize("seed", range(5))
def test_equities_follow_from_one_another(table: _kernel.CubeBearoff, seed: int) -> None:
    """One roll ahead by the legal plays of the game."""
    rng = Random(seed)
    for _ in range(10):
        mine, theirs = (random_home(rng, rng.randint(1, 6)) for _ in range(2))
        totals = np.zeros(3)
        for roll in ROLLS:
            plays = legal_plays(BACKGAMMON, race(mine, theirs), roll)
            after = [table.equities(theirs, play.position.mover[1:7]) for play in plays]
            held = [[-equity for equity in reversed(doubling(found))] for found in after]
            totals += roll.weight * np.max(held, axis=0)
        assert undoubled(table.equities(mine, theirs)) == pytest.approx(totals / 36, abs=1e-9)


def test_the_play_may_depend_on_the_cube(table: _kernel.CubeBearoff) -> None:
    """Otherwise one table of plays would do."""

    def best(mine: Home, theirs: Home, owner: int) -> set[Position]:
        plays = legal_plays(BACKGAMMON, race(mine, theirs), roll)
        worth = {
            play.position: -doubling(table.equities(theirs, play.position.mover[1:7]))[2 - owner]
            for play in plays
        }
        return {position for position in worth if worth[position] == max(worth.values())}

    rng = Random(11)
    found = 0
    for _ in range(500):
        mine, theirs = (random_home(rng, rng.randint(3, 6)) for _ in range(2))
        roll = rng.choice(ROLLS)
        found += not best(mine, theirs, 0) & best(mine, theirs, 2)
    assert found


def test_any_number_of_threads_makes_the_same(made: bytes) -> None:
    assert {_kernel.make_cube_bearoff(6, threads) for threads in (1, 3, 8)} == {made}


def test_a_larger_table_begins_like_a_smaller_one(table: _kernel.CubeBearoff) -> None:
    small = _kernel.CubeBearoff(_kernel.make_cube_bearoff(2, 1))
    rows = [home(p6=2), home(p1=1, p4=1), home(p3=1), GONE]
    for mine, theirs in product(rows, rows):
        assert undoubled(small.equities(mine, theirs)) == undoubled(table.equities(mine, theirs))


# What is asked for ------------------------------------------------------------------------------


def judge(
    table: _kernel.CubeBearoff, position: Position, variant: Variant = BACKGAMMON
) -> _kernel.CubeEquities | None:
    [found] = table.judge(variant.kernel, position.raw)
    return found


def test_positions_of_a_game(table: _kernel.CubeBearoff) -> None:
    found = judge(table, race(on(5, 2), on(4, 1)))
    assert found is not None
    assert undoubled(found) == undoubled(table.equities(on(5, 2), on(4, 1)))


@pytest.mark.parametrize(
    "text", ["1:7 / 1:1", "1:1 / 1:7", "7:1 / 1:1", "bar:1 / 1:1", "off:15 / 1:1", "1:1 / off:15"]
)
def test_positions_beyond_the_table(table: _kernel.CubeBearoff, text: str) -> None:
    """Too many checkers, not at home, or off."""
    assert judge(table, BACKGAMMON.position(text)) is None


def test_gammons(table: _kernel.CubeBearoff) -> None:
    """With three checkers in all, a side that has none off may lose two points."""
    hyper = Variant.load("hypergammon")
    flat = Variant(name="Flat", start=hyper.start, checkers=hyper.checkers, score=1)
    for mine, theirs in ((home(p6=3), home(p6=2)), (home(p6=2), home(p6=3))):
        position = race(mine, theirs, 3)
        assert judge(table, position, hyper) is None
        assert judge(table, position, flat) is not None
    assert judge(table, race(home(p6=2), home(p6=2), 3), hyper) is not None


def test_games_that_bear_off_otherwise(table: _kernel.CubeBearoff) -> None:
    fevga = Variant.load("fevga")
    assert judge(table, race(home(p6=1), home(p6=1), fevga.checkers), fevga) is None


def test_many_at_once(table: _kernel.CubeBearoff) -> None:
    raw = race(on(1), on(1)).raw + BACKGAMMON.start_position.raw
    first, second = table.judge(BACKGAMMON.kernel, raw)
    assert first is not None
    assert second is None
    assert table.judge(BACKGAMMON.kernel, b"") == []
    with pytest.raises(ValueError, match="64 bytes"):
        table.judge(BACKGAMMON.kernel, raw[1:])


def test_opened_when_first_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the cache folder, once for all."""
    monkeypatch.setenv("FULLPRIME_HOME", str(tmp_path))
    assert bearoff.shared_cube_table() is bearoff.shared_cube_table()
    [file] = (tmp_path / "cache").iterdir()
    assert file.name == bearoff.CUBE_NAME
    assert 10_000_000 < file.stat().st_size < 11_000_000


@pytest.mark.parametrize(("checkers", "threads"), [(-1, 1), (9, 1), (2, 0), (2, 257)])
def test_tables_that_cannot_be_made(checkers: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"a table with the cube has|threads are"):
        _kernel.make_cube_bearoff(checkers, threads)


def test_bytes_that_are_no_table() -> None:
    good = _kernel.make_cube_bearoff(2, 1)
    for bad in (b"", good[:-1], good + b"\0", b"\xff" * len(good), _kernel.make_bearoff(3, 2, 1)):
        with pytest.raises(ValueError, match="no bear-off table with the cube"):
            _kernel.CubeBearoff(bad)
    with pytest.raises(ValueError, match="that many"):
        _kernel.CubeBearoff(good).equities(home(p1=3), home(p1=1))
