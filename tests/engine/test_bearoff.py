"""The bear-off table: against hand-made numbers, brute force, and itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

import bearoff_solver
from fullprime import Position, Variant, _kernel, legal_plays, variants
from fullprime.dice import ROLLS, Roll
from fullprime.engine import BearoffEvaluator, Evaluator, HandmadeEvaluator, Outcome, bearoff
from fullprime.position import OFF, PLACES

BACKGAMMON = Variant.load("backgammon")
SURE_ALONE = 36**3
SURE_WIN = 36**5
TEN_THOUSAND = 10_000

Home = tuple[int, ...]
"""Checkers on points 1 to 6."""

GONE: Home = (0, 0, 0, 0, 0, 0)


def home(**points: int) -> Home:
    """`home(p6=2, p1=1)`: two checkers on the 6 point and one on the ace point."""
    return tuple(points.get(f"p{point}", 0) for point in range(1, 7))


def homes(most: int) -> Iterator[Home]:
    """All positions with up to so many checkers."""
    return (row for row in product(range(most + 1), repeat=6) if sum(row) <= most)


def random_home(rng: Random, checkers: int) -> Home:
    places = [rng.randint(1, 6) for _ in range(checkers)]
    return tuple(places.count(point) for point in range(1, 7))


def race(mine: Home, theirs: Home, checkers: int = 15) -> Position:
    """The position with the rest borne off."""
    mover, other = ([checkers - sum(row), *row, *[0] * (PLACES - 7)] for row in (mine, theirs))
    return Position.of(mover, other)


def random_race(rng: Random, most: int, checkers: int = 15) -> Position:
    mine, theirs = (random_home(rng, rng.randint(1, most)) for _ in range(2))
    return race(mine, theirs, checkers)


@pytest.fixture(scope="module")
def full() -> _kernel.Bearoff:
    """All checkers alone, and enough of both."""
    return _kernel.Bearoff(_kernel.make_bearoff(15, 6, 2))


# A second, slow opinion -------------------------------------------------------------------------


def moved(row: Home, die: int) -> set[Home]:
    """What one number can do. At home it can always be played."""
    back = max((point for point in range(1, 7) if row[point - 1]), default=0)
    after = set()
    for point in range(1, 7):
        if row[point - 1] and (point >= die or point == back):
            left = list(row)
            left[point - 1] -= 1
            if point > die:
                left[point - die - 1] += 1
            after.add(tuple(left))
    return after or {row}


@cache
def turns(row: Home, roll: Roll) -> frozenset[Home]:
    """What a roll can do: the numbers in any order."""
    orders = [[roll.first] * 4] if roll.double else [list(roll), list(roll)[::-1]]
    found: set[Home] = set()
    for order in orders:
        reached = {row}
        for die in order:
            reached = {after for before in reached for after in moved(before, die)}
        found |= reached
    return frozenset(found)


@cache
def slow_win(mine: Home, theirs: Home) -> Fraction:
    """The chance of the side to roll, both playing for the win."""
    if mine == GONE or theirs == GONE:
        return Fraction(int(mine == GONE))
    return sum(
        (
            Fraction(roll.weight, 36)
            * max(1 - slow_win(theirs, after) for after in turns(mine, roll))
            for roll in ROLLS
        ),
        Fraction(0),
    )


@cache
def slow_rolls(row: Home) -> tuple[Fraction, ...]:
    """The chances to be off in exactly 0, 1, 2 ... rolls, when the mean is as small as possible.

    Of equal means the smaller number is taken, as the table does.
    """
    if row == GONE:
        return (Fraction(1),)
    chances: dict[int, Fraction] = {}
    for roll in ROLLS:
        best = min(turns(row, roll), key=lambda r: (slow_mean(r), _kernel.bearoff_index(r)))
        for rolls, chance in enumerate(slow_rolls(best), 1):
            chances[rolls] = chances.get(rolls, Fraction(0)) + chance * Fraction(roll.weight, 36)
    return tuple(chances.get(rolls, Fraction(0)) for rolls in range(max(chances) + 1))


@cache
def slow_mean(row: Home) -> Fraction:
    return sum((rolls * chance for rolls, chance in enumerate(slow_rolls(row))), Fraction(0))


@cache
def quick_mean(row: Home) -> float:
    """The mean alone, with floating point numbers."""
    if row == GONE:
        return 0.0
    best = (roll.weight * min(map(quick_mean, turns(row, roll))) for roll in ROLLS)
    return 1.0 + sum(best) / 36


# Numbers of positions ---------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_every_number_is_used_once(most: int) -> None:
    numbers = {_kernel.bearoff_index(row): row for row in homes(most)}
    assert sorted(numbers) == list(range(comb(most + 6, 6)))
    for number, row in numbers.items():
        assert tuple(_kernel.bearoff_counts(number)) == row


def test_the_last_number() -> None:
    assert _kernel.bearoff_index(home(p6=15)) == comb(21, 6) - 1 == 54_263
    with pytest.raises(ValueError, match="no position"):
        _kernel.bearoff_counts(54_264)
    with pytest.raises(ValueError, match="that many"):
        _kernel.bearoff_index(home(p6=16))
    with pytest.raises(ValueError, match="that many"):
        _kernel.bearoff_index((-1, 0, 0, 0, 0, 0))


def test_every_play_lowers_the_number() -> None:
    rng = Random(1)
    for _ in range(200):
        row = random_home(rng, rng.randint(1, 15))
        for roll in ROLLS:
            for play in legal_plays(BACKGAMMON, race(row, GONE), roll):
                after = _kernel.bearoff_index(play.position.mover[1:7])
                assert after < _kernel.bearoff_index(row)


# Worked by hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "throws"),
    [
        (home(p1=1), 36),
        (home(p6=1), 27),  # all but 1-2, 1-3, 1-4, 2-3 and 1-1: nine throws
        (home(p1=2), 36),
        (home(p2=2), 26),  # two numbers of at least 2, or 1-1
        (home(p6=2), 4),  # 3-3 and higher doublets
        (home(p6=1, p1=1), 15),
        (home(p5=1, p2=1), 19),
        (home(p4=1, p3=1), 17),
        (home(p1=3), 6),
        (home(p1=5), 0),
    ],
)
def test_off_at_once(full: _kernel.Bearoff, row: Home, throws: int) -> None:
    """Players know these by heart: the throws of 36 that bear off all."""
    assert (*full.rolls(row), SURE_ALONE)[1] == throws * 36**2
    # The other side is off with its next roll, so this one must be off at once.
    assert full.wins(row, home(p1=1)) == throws * 36**4


def test_two_turns(full: _kernel.Bearoff) -> None:
    """Six checkers on the ace point each: a doublet in the first two turns of the mover wins, if
    the other has none in his first two; no doublets at all, and the mover is off first.
    """
    d = Fraction(1, 6)  # a doublet takes four, any other roll two
    off_in_two = 1 - (1 - d) ** 2
    expected = off_in_two + (1 - off_in_two) * (1 - off_in_two)
    assert full.wins(home(p1=6), home(p1=6)) == expected * SURE_WIN


@pytest.mark.parametrize("checkers", range(1, 16))
def test_the_ace_point(full: _kernel.Bearoff, checkers: int) -> None:
    """Only doublets matter there: two checkers a roll, or four."""
    within = full.rolls((checkers, 0, 0, 0, 0, 0))
    for rolls, chance in enumerate(within):
        needed = max(0, -(-checkers // 2) - rolls)  # doublets among so many rolls
        doublets = sum(comb(rolls, n) * 5 ** (rolls - n) for n in range(needed, rolls + 1))
        assert chance == int(Fraction(doublets * SURE_ALONE, 6**rolls) + Fraction(1, 2))


def test_fifteen_checkers_need_four_rolls(full: _kernel.Bearoff) -> None:
    """Four doublets are just enough: 1 in 1296."""
    assert full.rolls(home(p1=15))[:5] == [0, 0, 0, 0, 36]
    assert full.rolls(home(p1=15))[8] == SURE_ALONE  # eight are always enough


@pytest.mark.parametrize(
    ("row", "throws"),
    [
        (home(p1=15), 36),
        (home(p6=15), 17),  # any six; 5-1, 4-2, 3-3 and 2-2 with one checker
        (home(p6=14, p5=1), 28),  # any six or five; 4-2, 3-3, 2-2; 4-1 and 3-2 from the five
    ],
)
def test_throws_that_save_the_gammon(full: _kernel.Bearoff, row: Home, throws: int) -> None:
    assert full.saves(row) == throws
    assert throws == sum(
        roll.weight for roll in ROLLS if any(sum(after) < 15 for after in turns(row, roll))
    )


def test_two_rolls_always_save_the_gammon() -> None:
    """The reason why more than the first roll need not be stored."""
    for point in range(1, 7):  # whoever cannot save at once brings one checker as far as he can
        alone = tuple(int(p == point) for p in range(1, 7))
        for first in ROLLS:
            if GONE not in turns(alone, first):
                nearest = min(turns(alone, first), key=lambda row: row.index(1))
                assert all(GONE in turns(nearest, second) for second in ROLLS)


# Against the slow recursion ---------------------------------------------------------------------


def test_wins_of_up_to_three_checkers(full: _kernel.Bearoff) -> None:
    """Exact where the game is decided within five rolls, else to the last place."""
    few = list(homes(3))
    for mine, theirs in product(few[1:], few[1:]):
        exact = slow_win(mine, theirs) * SURE_WIN
        error = abs(full.wins(mine, theirs) - exact)
        assert error < 1
        if len(slow_rolls(mine)) + len(slow_rolls(theirs)) <= 7:  # at most 5 rolls of both
            assert error == 0


def test_rolls_of_up_to_three_checkers(full: _kernel.Bearoff) -> None:
    for row in homes(3):
        within = full.rolls(row)
        exact = slow_rolls(row)
        assert len(within) <= len(exact)
        for rolls in range(len(exact)):
            chance = sum(exact[: rolls + 1], Fraction(0)) * SURE_ALONE
            expected = int(chance + Fraction(1, 2))
            assert (within[rolls] if rolls < len(within) else SURE_ALONE) == expected


def test_rolls_of_ten_thousand_positions(full: _kernel.Bearoff) -> None:
    """With up to 15 checkers; every chance is the exact one, rounded to the last place."""
    solved = bearoff_solver.Alone(bearoff_solver.Homes(15))
    exact = np.cumsum(solved.exactly, axis=1) * SURE_ALONE
    rows = solved.homes.rows
    for index in Random(7).sample(range(len(rows)), TEN_THOUSAND):
        within = full.rolls(rows[index])
        listed = np.array(within + [SURE_ALONE] * (exact.shape[1] - len(within)))
        assert np.abs(listed - exact[index]).max() < 0.5 + 1e-6


def test_wins_of_ten_thousand_positions(full: _kernel.Bearoff) -> None:
    """With up to six checkers a side; rounding on the way is less than one in the last place."""
    homes = bearoff_solver.Homes(6)
    exact = bearoff_solver.wins(homes) * SURE_WIN
    rng = Random(8)
    for _ in range(TEN_THOUSAND):
        mine, theirs = (homes.number[random_home(rng, rng.randint(1, 6))] for _ in range(2))
        assert abs(full.wins(homes.rows[mine], homes.rows[theirs]) - exact[mine, theirs]) < 1


@pytest.mark.parametrize("seed", range(20))
def test_mean_rolls(full: _kernel.Bearoff, seed: int) -> None:
    """No play has a smaller mean than the table's; each listed chance is off by 1 in 93,312."""
    rng = Random(seed)
    row = random_home(rng, rng.randint(4, 6))
    mean = sum(1 - chance / SURE_ALONE for chance in full.rolls(row))
    assert mean == pytest.approx(quick_mean(row), abs=len(full.rolls(row)) / SURE_ALONE)


# Against itself ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_wins_follow_from_one_another(full: _kernel.Bearoff, seed: int) -> None:
    """One roll ahead by the legal plays of the game, over positions as the game has them."""
    rng = Random(seed)
    for _ in range(10):
        mine, theirs = (random_home(rng, rng.randint(1, 6)) for _ in range(2))
        total = 0
        for roll in ROLLS:
            plays = legal_plays(BACKGAMMON, race(mine, theirs), roll)
            after = [play.position.mover[1:7] for play in plays]
            total += roll.weight * max(SURE_WIN - full.wins(theirs, row) for row in after)
        assert full.wins(mine, theirs) == (total + 18) // 36


def fewer(row: Home) -> Iterator[Home]:
    """The same without one checker."""
    for at in range(6):
        if row[at]:
            yield (*row[:at], row[at] - 1, *row[at + 1 :])


def test_fewer_checkers_are_never_worse(full: _kernel.Bearoff) -> None:
    some = [row for row in homes(4) if row != GONE]
    others = Random(2).sample(some, 20)
    for row, theirs in product(some, others):
        for less in fewer(row):
            assert full.wins(less, theirs) >= full.wins(row, theirs)
            assert full.wins(theirs, less) <= full.wins(theirs, row)


def test_fewer_checkers_need_fewer_rolls(full: _kernel.Bearoff) -> None:
    rng = Random(3)
    for _ in range(300):
        row = random_home(rng, rng.randint(2, 15))
        for less in fewer(row):
            longer, shorter = (sum(SURE_ALONE - n for n in full.rolls(r)) for r in (row, less))
            assert shorter <= longer


def test_nearer_may_be_worse(full: _kernel.Bearoff) -> None:
    """A checker that steps from the 2 point leaves a gap, and then every 2 misses."""
    smooth, gap = home(p4=1, p3=2, p2=1, p1=2), home(p4=1, p3=2, p1=3)
    assert quick_mean(smooth) + 0.2 < quick_mean(gap)
    assert full.wins(smooth, home(p1=6)) > full.wins(gap, home(p1=6))


def test_chances_grow(full: _kernel.Bearoff) -> None:
    for index in range(54_264):
        within = full.rolls(_kernel.bearoff_counts(index))
        assert within == sorted(within)
        assert within[-1] == SURE_ALONE


def test_being_on_roll_is_worth_something(full: _kernel.Bearoff) -> None:
    rng = Random(4)
    for _ in range(500):
        one, two = (random_home(rng, rng.randint(1, 6)) for _ in range(2))
        assert full.wins(one, one) * 2 > SURE_WIN
        assert full.wins(one, two) + full.wins(two, one) >= SURE_WIN


def test_any_number_of_threads_makes_the_same() -> None:
    tables = {_kernel.make_bearoff(7, 4, threads) for threads in (1, 2, 3, 8)}
    assert len(tables) == 1


def test_a_larger_table_begins_like_a_smaller_one(full: _kernel.Bearoff) -> None:
    small = _kernel.Bearoff(_kernel.make_bearoff(4, 3, 1))
    for mine, theirs in product(homes(3), homes(3)):
        assert small.wins(mine, theirs) == full.wins(mine, theirs)
    for row in homes(4):
        assert small.rolls(row) == full.rolls(row)


@pytest.mark.parametrize(
    ("alone", "both", "threads"), [(16, 3, 1), (3, 4, 1), (15, 11, 1), (3, 2, 0)]
)
def test_tables_that_cannot_be_made(alone: int, both: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"a table has|threads are"):
        _kernel.make_bearoff(alone, both, threads)


def test_bytes_that_are_no_table() -> None:
    good = _kernel.make_bearoff(3, 2, 1)
    far = bytearray(good)
    rows = 16 + 4 * comb(8, 6) ** 2
    far[rows + 8 : rows + 12] = b"\xff\xff\xff\x7f"  # the chances of the second row
    for bad in (b"", good[:-1], good + b"\0", b"\xff" * len(good), bytes(far)):
        with pytest.raises(ValueError, match="no bear-off table"):
            _kernel.Bearoff(bad)
    with pytest.raises(ValueError, match="that many"):
        _kernel.Bearoff(good).wins(home(p1=3), home(p1=1))


# Which games ------------------------------------------------------------------------------------

OTHERWISE = {
    "coan_ki", "russian", "acey_deucey", "acey_european", "misere", "gioul",
    "narde", "fevga", "moultezim", "gul_bara",
}  # fmt: skip
"""Games that bear off in another way, or not from such a home."""


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_games_of_the_family(variant: Variant) -> None:
    """Where the table answers, the plays at home and the end are those it was made from."""
    few = min(3, variant.checkers)
    position = race(home(p6=few), home(p5=few), variant.checkers)
    known = _kernel.any_race_at_home(variant.kernel, position.raw)
    assert known == (variant.id not in OTHERWISE)
    if not known:
        return
    rng = Random(variant.id)
    for _ in range(30):
        mine, theirs = (random_home(rng, rng.randint(1, variant.checkers)) for _ in range(2))
        position = race(mine, theirs, variant.checkers)
        for roll in ROLLS:
            plays = legal_plays(variant, position, roll)
            assert {play.position.mover[1:7] for play in plays} == turns(mine, roll)
        assert variant.end(race(GONE, theirs, variant.checkers)) in (1, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"home": 7}, {"geometry": "common"}, {"bear_off": "exact"}, {"cap": 5},
        {"doublet": "complement"}, {"named_doublet": True}, {"bonus_on_doubles": True},
        {"goal": "last_off"}, {"geometry": "parallel12", "landing": "none", "block": 1},
        {"landing": "none", "block": 1, "prime": "fevga"}, {"checkers": 16, "start": "24:16"},
    ],
    ids=str,
)  # fmt: skip
def test_fields_that_matter(changes: dict[str, object]) -> None:
    fields = {"name": "Other", "start": BACKGAMMON.start, **changes}
    other = Variant(**fields)  # type: ignore[arg-type]
    checkers = other.checkers
    position = race(home(p6=3), home(p5=3), checkers)
    assert not _kernel.any_race_at_home(other.kernel, position.raw)


# The evaluator ----------------------------------------------------------------------------------


class Asked(Evaluator):
    """An evaluator that says the same of everything and remembers what it was asked."""

    ANSWER = Outcome(0.25, 0.25, 0.0, 0.5, 0.0, 0.0)

    def __init__(self) -> None:
        super().__init__(BACKGAMMON)
        self.positions: list[Position] = []

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        self.positions += positions
        return [self.ANSWER for _ in positions]


def judge(table: _kernel.Bearoff, position: Position, variant: Variant = BACKGAMMON) -> Outcome:
    [outcome] = BearoffEvaluator(Asked(), variant, table).evaluate([position])
    return outcome


def test_the_rest_is_asked_elsewhere(full: _kernel.Bearoff) -> None:
    """In one call and in order; finished games, too."""
    inner = Asked()
    known = race(home(p6=1), home(p1=1))
    contact = BACKGAMMON.start_position
    outside = BACKGAMMON.position("7:1 6:2 / 1:2")
    on_bar = BACKGAMMON.position("bar:1 6:2 / 1:2")
    over = race(GONE, home(p1=2))
    asked = [contact, known, outside, on_bar, known.flipped(), over]
    outcomes = BearoffEvaluator(inner, BACKGAMMON, full).evaluate(asked)
    assert inner.positions == [contact, outside, on_bar, over]
    assert outcomes[0] == outcomes[2] == outcomes[3] == outcomes[5] == Asked.ANSWER
    assert outcomes[1] == (0.75, 0.0, 0.0, 0.25, 0.0, 0.0)
    assert outcomes[4] == (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_few_checkers_are_exact(full: _kernel.Bearoff) -> None:
    for mine, theirs in ((home(p6=2), home(p4=2)), (home(p5=1, p2=1), home(p3=3))):
        assert judge(full, race(mine, theirs)).win == pytest.approx(float(slow_win(mine, theirs)))


@pytest.mark.parametrize("seed", range(20))
def test_many_checkers_are_nearly_exact(full: _kernel.Bearoff, seed: int) -> None:
    """The same race from the two sides alone, which a table without both sides has to do."""
    rng = Random(seed)
    alone = _kernel.Bearoff(_kernel.make_bearoff(6, 0, 1))
    for _ in range(20):
        position = random_race(rng, 6)
        assert judge(alone, position).win == pytest.approx(judge(full, position).win, abs=0.015)


def test_long_races(full: _kernel.Bearoff) -> None:
    even = race(home(p6=5, p5=5, p4=5), home(p6=5, p5=5, p4=5))
    assert 0.5 < judge(full, even).win < 0.75
    assert judge(full, race(home(p1=12), home(p6=12))).win > 0.999
    assert sum(judge(full, even)) == pytest.approx(1)


def test_gammons(full: _kernel.Bearoff) -> None:
    """Three on the ace point against fifteen on the six: doublets win a gammon at once; else the
    loser has 17 throws to save it, for the second roll ends the game.
    """
    outcome = judge(full, race(home(p1=3), home(p6=15)))
    gammon = Fraction(1, 6) + Fraction(5, 6) * Fraction(19, 36)
    assert outcome == pytest.approx((float(1 - gammon), float(gammon), 0, 0, 0, 0))
    # The other to roll: he saves it with 17 throws, or after a roll that is no doublet.
    turned = judge(full, race(home(p6=15), home(p1=3)))
    lost = Fraction(19, 36) * Fraction(1, 6)
    assert turned == pytest.approx((0, 0, 0, float(1 - lost), float(lost), 0))
    # One checker off, and there is nothing to fear.
    assert judge(full, race(home(p1=3), home(p6=14))).wins_gammon == 0


def test_gammons_that_do_not_count(full: _kernel.Bearoff) -> None:
    flat = BACKGAMMON.with_options({"score": 1})
    assert judge(full, race(home(p1=3), home(p6=15)), flat) == (1, 0, 0, 0, 0, 0)


def test_games_with_few_checkers(full: _kernel.Bearoff) -> None:
    """All three at home and none off: the loser can be gammoned."""
    hyper = Variant.load("hypergammon")
    outcome = judge(full, race(home(p1=2), home(p6=3), 3), hyper)
    assert outcome == (0, 1, 0, 0, 0, 0)
    outcome = judge(full, race(home(p6=3), home(p6=3), 3), hyper)
    assert outcome.win == full.wins(home(p6=3), home(p6=3)) / SURE_WIN
    assert 0 < outcome.wins_gammon < outcome.win
    assert 0 < outcome.loses_gammon < 1 - outcome.win


def test_all_outcomes_are_chances(full: _kernel.Bearoff) -> None:
    rng = Random(5)
    for checkers in (3, 6, 15):
        game = Variant.load("hypergammon" if checkers == 3 else "backgammon")
        for _ in range(300):
            outcome = judge(full, random_race(rng, checkers, game.checkers), game)
            assert sum(outcome) == pytest.approx(1)
            assert min(outcome) >= 0


def test_agrees_with_the_hand_made_judge(full: _kernel.Bearoff) -> None:
    """Which counts the last five checkers by itself."""
    rng = Random(6)
    evaluator = HandmadeEvaluator(BACKGAMMON)
    for _ in range(50):
        position = random_race(rng, 5)
        [outcome] = evaluator.evaluate([position])
        assert judge(full, position).win == pytest.approx(outcome.win, abs=0.015)


# Opening -----------------------------------------------------------------------------------------


def test_opened_when_first_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the cache folder, and once for all evaluators."""
    monkeypatch.setenv("FULLPRIME_HOME", str(tmp_path))
    evaluator = BearoffEvaluator(Asked(), BACKGAMMON)
    evaluator.evaluate([BACKGAMMON.start_position])
    assert list(tmp_path.iterdir()) == []
    position = race(home(p6=8), home(p6=8))
    [outcome] = evaluator.evaluate([position])
    assert 0.5 < outcome.win < 1
    assert (tmp_path / "cache" / bearoff.NAME).stat().st_size > 36_000_000
    assert BearoffEvaluator(Asked(), BACKGAMMON).evaluate([position]) == [outcome]
    assert bearoff.shared_table() is bearoff.shared_table()


def test_positions_of_wrong_size(full: _kernel.Bearoff) -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        full.judge(BACKGAMMON.kernel, b"\0" * 63)
    assert full.judge(BACKGAMMON.kernel, b"") == []
    assert full.judge(BACKGAMMON.kernel, b"\xff" * 64) == [None]
    assert race(home(p1=1), home(p1=1)).mover[OFF] == 14
