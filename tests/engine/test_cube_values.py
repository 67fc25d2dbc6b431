"""The cube in the kernel: against a slow game of small steps, and against itself one roll deep."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime import Position, Roll, Stakes, Variant, _kernel, legal_plays
from fullprime.dice import ROLLS
from fullprime.engine import Cube, Outcome, Search, Wager
from fullprime.engine.bearoff import shared_cube_table
from fullprime.engine.evaluators import new_evaluator
from fullprime.engine.result_values import MONEY
from fullprime.engine.wager import seen_by_the_other
from nets import net_of, random_arrays

BACKGAMMON = Variant.load("backgammon")
NET = net_of(random_arrays(3, large=60))
NO_TABLE = _kernel.CubeBearoff(_kernel.make_cube_bearoff(0, 1))
STEPS = 60
Six = tuple[float, ...]
Floats = npt.NDArray[np.float64]


def money(jacoby: bool = False) -> _kernel.CubeStakes:
    centred = (1.0, 1.0, 1.0, -1.0, -1.0, -1.0) if jacoby else MONEY
    return _kernel.CubeStakes(centred, [MONEY], True, [True], [True])


def race_to(mine: int, theirs: int) -> _kernel.CubeStakes:
    """A match in which every point is worth the same until it is won, which keeps sums simple."""

    def worth(points: int, cube: int) -> float:
        won = min(points * cube, mine) if points > 0 else -min(-points * cube, theirs)
        return float(won)

    levels = next(k for k in range(9) if 2**k >= max(mine, theirs)) + 1
    owned = [tuple(worth(points, 2**k) for points in (1, 2, 3, -1, -2, -3)) for k in range(levels)]
    may = [[2**k < away for k in range(levels)] for away in (mine, theirs)]
    return _kernel.CubeStakes(owned[0], owned, False, *may)


def chances(win: float, gammons: float = 0.0, lost_gammons: float = 0.0) -> Six:
    lose = 1 - win
    return (win * (1 - gammons), win * gammons, 0.0, lose * (1 - lost_gammons),
            lose * lost_gammons, 0.0)  # fmt: skip


# A live cube: the chance to win goes up and down by small steps, and both may double at any time.


def slow_live(owned: Sequence[Six], may: Sequence[Sequence[bool]], gammons: float) -> Floats:
    """[holder, step]: at the first value of the cube; a last level that may double is repeated."""
    p = np.linspace(0, 1, STEPS + 1)
    above: Floats | None = None
    for k in reversed(range(len(owned))):
        w = np.array(owned[k])
        dead = p * (w[0] + gammons * (w[1] - w[0])) + (1 - p) * w[3]
        values = np.array([dead] * 3)
        for _ in range(4 * STEPS * STEPS):
            kept = values.copy()
            kept[:, 1:-1] = (values[:, :-2] + values[:, 2:]) / 2
            raised = 2 * values if above is None else above
            for holder, row in enumerate(kept):
                if may[0][k] and holder in (0, 1):
                    row[:] = np.maximum(row, np.minimum(raised[2], w[0]))
                if may[1][k] and holder in (0, 2):
                    row[:] = np.minimum(row, np.maximum(raised[1], w[3]))
                row[0], row[-1] = dead[0], dead[-1]
            values = kept
        above = values
    assert above is not None
    return above


@pytest.mark.parametrize("gammons", [0.0, 0.3])
def test_live_cube_for_money(gammons: float) -> None:
    slow = slow_live([MONEY], [[True], [True]], gammons)
    for step in range(STEPS + 1):
        values = money().kept(chances(step / STEPS, gammons), 1.0)
        found = (values.centred, values.mine[0], values.theirs[0])
        assert found == pytest.approx(slow[:, step], abs=0.05)


@pytest.mark.parametrize("away", [(2, 2), (2, 4), (4, 2), (3, 5), (1, 3)])
def test_live_cube_in_a_match(away: tuple[int, int]) -> None:
    levels = next(k for k in range(9) if 2**k >= max(away)) + 1
    owned = [
        tuple(
            float(min(m * 2**k, away[0]) if m > 0 else -min(-m * 2**k, away[1]))
            for m in (1, 2, 3, -1, -2, -3)
        )
        for k in range(levels)
    ]
    may = [[2**k < need for k in range(levels)] for need in away]
    slow = slow_live(owned, may, 0.2)
    for step in range(STEPS + 1):
        values = race_to(*away).kept(chances(step / STEPS, 0.2), 1.0)
        found = (values.centred, values.mine[0], values.theirs[0])
        assert found == pytest.approx(slow[:, step], abs=0.05)


@pytest.mark.parametrize(
    ("win", "centred", "mine", "theirs"),
    [(0.5, 0.0, 0.25, -0.25), (0.8, 1.0, 1.0, 0.5), (0.2, -1.0, -0.5, -1.0), (1.0, 1.0, 1.0, 1.0)],
)
def test_money_without_gammons(win: float, centred: float, mine: float, theirs: float) -> None:
    """Known by heart: with a live cube the take point is 20 %."""
    values = money().kept(chances(win), 1.0)
    assert (values.centred, values.mine[0], values.theirs[0]) == pytest.approx(
        (centred, mine, theirs)
    )


def test_a_dead_cube_changes_nothing() -> None:
    for six in (chances(0.3, 0.2, 0.4), chances(0.9, 0.1)):
        values = money().kept(six, 0.0)
        equity = Outcome(*six).equity
        assert (values.centred, values.mine[0], values.theirs[0]) == pytest.approx((equity,) * 3)


def test_jacoby_counts_no_gammons_in_the_middle() -> None:
    values, usual = (money(jacoby).kept(chances(0.6, 0.5), 0.7) for jacoby in (True, False))
    assert values.centred < usual.centred
    assert values.mine == usual.mine


sixes = st.lists(st.integers(1, 1000), min_size=6, max_size=6).map(
    lambda parts: tuple(part / sum(parts) for part in parts)
)
stakes = st.one_of(
    st.builds(money, st.booleans()),
    st.builds(race_to, st.integers(1, 25), st.integers(1, 25)),
)


@given(stakes, sixes, st.floats(0, 1))
def test_the_cube_is_good_to_have(cube: _kernel.CubeStakes, six: Six, life: float) -> None:
    values, dead = cube.kept(six, life), cube.kept(six, 0.0)
    assert values.mine[0] >= dead.mine[0] - 1e-9
    assert values.theirs[0] <= dead.theirs[0] + 1e-9
    best = cube.best(values)
    assert best.centred >= values.centred
    assert best.mine[0] >= values.mine[0]
    assert best.theirs == values.theirs


@given(stakes, sixes, st.floats(0, 1))
def test_what_one_side_has_the_other_lacks(cube: _kernel.CubeStakes, six: Six, life: float) -> None:
    values = cube.kept(six, life)
    seen = cube.flipped().kept((*six[3:], *six[:3]), life)
    assert seen.centred == pytest.approx(-values.centred, abs=1e-9)
    assert seen.mine == pytest.approx([-value for value in values.theirs], abs=1e-9)


@given(sixes)
def test_a_take_that_is_worth_less_than_dropping_is_dropped(six: Six) -> None:
    cube = money()
    values = cube.kept(six, 0.7)
    expected = max(values.centred, min(cube.taken(values, 0), 1.0))
    assert cube.best(values).centred == expected


def test_last_value_of_a_match_cube() -> None:
    """At one point each the cube is of no use to anybody."""
    values = race_to(1, 1).kept(chances(0.7, 0.3), 0.7)
    assert values.centred == values.mine[0] == values.theirs[0] == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((MONEY, [], True, [], []), "1 to 8 values"),
        ((MONEY, [MONEY] * 9, False, [False] * 9, [False] * 9), "1 to 8 values"),
        ((MONEY, [MONEY], False, [True], [False]), "from the last value"),
        ((MONEY, [MONEY] * 2, True, [True] * 2, [True] * 2), "for money one value"),
    ],
)
def test_stakes_that_cannot_be(arguments: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _kernel.CubeStakes(*arguments)


# Looking ahead ----------------------------------------------------------------------------------

POSITIONS = (
    "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
    "13:2 8:3 7:2 6:3 5:2 4:3 / 24:2 13:5 8:3 6:5",
    "6:2 5:1 3:1 / 6:1 4:2 2:1",
    "bar:1 20:2 8:3 6:4 5:2 / 13:4 8:3 6:5 5:2 off:1",
)


@cache
def searching(plies: int) -> Search:
    table = _kernel.Bearoff(_kernel.make_bearoff(15, 2, 1))
    return Search(BACKGAMMON, NET, table, cube_table=NO_TABLE, plies=plies)


def negated(worths: Sequence[float]) -> list[float]:
    return [-worth for worth in (*worths[3:], *worths[:3])]


def kept(plies: int, position: Position, cube: Cube) -> _kernel.CubeValues:
    """As the kernel says."""
    return searching(plies).kernel.outlook(position.raw, MONEY, negated(MONEY), *cube.kernel)[1]


def as_row(values: _kernel.CubeValues, levels: int) -> Floats:
    return np.array([values.centred, *values.mine[:levels], *values.theirs[:levels]])


def seen(cube: Cube) -> Cube:
    """By the other side."""
    return Cube(cube.stakes.flipped(), seen_by_the_other(cube.holder), cube.level)


def slow_kept(plies: int, position: Position, cube: Cube, levels: int) -> Floats:
    """One roll after the other, the replies chosen by the bare net, with the cube."""
    if BACKGAMMON.end(position) is not None or plies == 0:
        return as_row(kept(0, position, cube), levels)
    place = {"nobody": 0, "mine": 1, "theirs": 1 + levels}[cube.holder.name] + cube.level
    total = np.zeros(1 + 2 * levels)
    for roll in ROLLS:
        plays = legal_plays(BACKGAMMON, position, roll)
        rollers = [play.position.flipped() for play in plays]
        chances = searching(0).evaluate(rollers)
        values = [
            (slow_after(0, roller, seen(cube), levels)[place], found.flipped().equity)
            for roller, found in zip(rollers, chances, strict=True)
        ]
        best = rollers[values.index(max(values))]
        total += roll.weight * slow_after(plies - 1, best, seen(cube), levels)
    return total / 36


def slow_after(plies: int, roller: Position, cube: Cube, levels: int) -> Floats:
    """What the side that has just moved has; the other may double now."""
    row = slow_kept(plies, roller, cube, levels)
    mine, theirs = row[1 : 1 + levels], row[1 + levels :]
    cash = 2.0 ** np.arange(levels)
    raised = 2 * theirs if levels == 1 else np.append(theirs[1:], np.inf)
    best = np.maximum(mine, np.where(np.isinf(raised), mine, np.minimum(raised, cash)))
    centred = max(row[0], min(raised[0], cash[0]))
    return np.array([-centred, *-theirs, *-best])


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize(
    ("plies", "holder"),
    [
        (0, _kernel.Holder.nobody),
        *((1, holder) for holder in _kernel.Holder),
        (2, _kernel.Holder.nobody),
    ],
)
def test_looking_ahead_with_the_cube(text: str, plies: int, holder: _kernel.Holder) -> None:
    """Money, and a match that is long enough for every double to matter."""
    position = Position.parse(text)
    for stakes, levels in ((money(), 1), (race_to(64, 64), 7)):
        cube = Cube(stakes, holder)
        found = as_row(kept(plies, position, cube), levels)
        assert found == pytest.approx(slow_kept(plies, position, cube, levels), abs=1e-9)


@pytest.mark.parametrize("text", POSITIONS)
def test_looking_ahead_after_a_double(text: str) -> None:
    """Everybody plays for the cube as it will be."""
    position = Position.parse(text)
    for stakes, levels in ((money(), 1), (race_to(64, 64), 7)):
        cube = Cube(stakes, _kernel.Holder.nobody).taken
        assert cube.holder == _kernel.Holder.theirs
        assert cube.level == (levels > 1)
        row = slow_kept(1, position, cube, levels)
        taken = 2 * row[2] if levels == 1 else row[1 + levels + 1]
        assert stakes.taken(kept(1, position, cube), 0) == pytest.approx(taken, abs=1e-9)


def test_a_cube_that_cannot_be() -> None:
    position = Position.parse(POSITIONS[0])
    for holder, level, words in (("mine", 1, "level 1 .* 0 to 0"), ("nobody", -1, "level -1")):
        with pytest.raises(ValueError, match=words):
            kept(1, position, Cube(money(), _kernel.Holder[holder], level))
    with pytest.raises(ValueError, match="not in the middle"):
        kept(1, position, Cube(race_to(5, 5), _kernel.Holder.nobody, 1))


@pytest.mark.parametrize("holder", list(_kernel.Holder))
def test_plays_are_ranked_by_the_state_of_the_cube(holder: _kernel.Holder) -> None:
    position, cube = Position.parse(POSITIONS[1]), Cube(money(), holder)
    asked = (position.raw, 6, 4, MONEY, negated(MONEY), *cube.kernel)
    rows, finished = searching(1).kernel.plays(*asked)
    assert finished
    number, after, _, worth, plies = rows[0]
    assert plies == 1
    best = slow_after(1, Position(after).flipped(), seen(cube), 1)
    assert worth == pytest.approx(best[list(_kernel.Holder).index(holder)], abs=1e-9)
    worths = [row[3] for row in rows if row[4] == plies]
    assert worths == sorted(worths, reverse=True)
    assert 0 <= number < len(rows)


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("away", [None, (5, 5)])
def test_who_will_have_to_drop_still_plays_well(plies: int, away: tuple[int, int] | None) -> None:
    """After all plays the other side doubles, and this one drops: with the cube all are worth the
    same, but somebody might forget to double."""
    position, roll = BACKGAMMON.position("6:1 4:1 1:1 / 3:2"), Roll(2, 1)
    cube = Wager(Stakes(away=away)).cube
    evaluator, plays = new_evaluator(BACKGAMMON, plies), legal_plays(BACKGAMMON, position, roll)
    with_it, without = (evaluator.rank(position, roll, plays, MONEY, c) for c in (cube, None))
    assert with_it[0].equity == with_it[1].equity == -1.0
    assert with_it[0].play == without[0].play


def test_races_at_home_are_exact() -> None:
    """For money, at any depth; not at a score."""
    table = shared_cube_table()
    position = Position.parse("6:2 5:1 3:1 / 6:1 4:2 2:1")
    [exact] = table.judge(BACKGAMMON.kernel, position.raw)
    assert exact is not None
    for plies in (0, 1, 2):
        search = Search(BACKGAMMON, NET, plies=plies)
        for jacoby in (False, True):
            cube = Cube(money(jacoby), _kernel.Holder.nobody)
            _, values = search.outlook(position, cube)
            assert values.centred == exact.centred_undoubled
            assert values.mine[0] == exact.owned_undoubled
            assert values.theirs[0] == exact.against
        match = Cube(race_to(5, 5), _kernel.Holder.nobody)
        assert search.outlook(position, match)[1].centred != exact.centred_undoubled
