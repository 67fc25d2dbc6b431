"""Rollouts: against exact values, against slow ones with the same dice; the same bits."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import sqrt
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.test_search import BACKGAMMON, BEAR_OFF, IN_ORDER, MONEY, NET, PATHS, PRUNER, Slow
from fullprime import Position, Roll, Variant, _kernel, legal_plays
from fullprime.engine import Outcome, Search
from fullprime.engine.bearoff import shared_cube_table
from fullprime.engine.rollout import BLOCK, Progress, Roller, roller_for
from fullprime.engine.rollout_check import doubled_or_not
from fullprime.engine.rollout_result import (
    MONEY_TERMS,
    Line,
    Phase,
    Question,
    RolledOut,
    RolloutSettings,
    Subject,
    Tally,
    Terms,
)
from fullprime.engine.search import KEPT
from fullprime.engine.wager import Cube as KernelCube
from fullprime.errors import FullprimeError
from nets import net_of, random_arrays
from slow_races import SlowRaces
from slow_rollout import OTHER, Cube, SlowRollout, Trial

CONTACT = "24:2 13:4 8:3 6:4 5:2 / 24:1 21:1 13:5 8:3 6:5"
RACE = "8:1 5:2 2:1 1:1 / 10:1 6:2 3:2"
NEAR_RACE, FAR_RACE = "16:3 12:1 / 8:1 7:1 4:2", "16:3 13:1 / 8:1 7:1 4:2"
"""36 pips from home, and 37: too many to be judged by what each side needs."""
CLOSED = "bar:1 5:2 3:2 2:1 / 6:2 5:2 4:2 3:2 2:2 1:2 8:1"
MATCH = Terms(
    centred=(1.0, 1.8, 2.1, -1.0, -2.2, -2.4),
    owned=(
        (1.0, 1.8, 2.1, -1.0, -2.2, -2.4),
        (1.7, 2.1, 2.1, -2.1, -2.4, -2.4),
        (2.1,) * 3 + (-2.4,) * 3,
    ),
    money=False,
    mine=(True, True, False),
    theirs=(True, False, False),
)
CUBES = {"none": None, "money": MONEY_TERMS, "match": MATCH}
NO_TABLE = _kernel.CubeBearoff(_kernel.make_cube_bearoff(0, 1))
"""Of races with the cube: what a table says must come out of playing on."""


@pytest.fixture(scope="module")
def table() -> _kernel.Bearoff:
    """Small, so that many races at home are left to the net."""
    return _kernel.Bearoff(_kernel.make_bearoff(6, 3, 1))


@pytest.fixture(scope="module")
def roller(table: _kernel.Bearoff) -> Roller:
    return Roller(BACKGAMMON, NET, table, cube_table=NO_TABLE, pruner=PRUNER, threads=1)


def short(trials: int = BLOCK, **fields: Any) -> RolloutSettings:
    """Cut off early: the random net knows no end."""
    return msgspec.convert({"trials": trials, "truncate": 4, **fields}, RolloutSettings)


# Dice -------------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), block=st.integers(0, 1000))
def test_first_two_rolls_are_dealt_out_evenly(seed: int, block: int) -> None:
    trials = range(1296 * block, 1296 * (block + 1))
    pairs = [tuple(_kernel.rollout_roll(seed, t, ply) for ply in (0, 1)) for t in trials]
    assert set(Counter(pairs).values()) == {1}
    for start in range(0, 1296, 36):
        for ply in (0, 1):
            thrown = Counter(pair[ply] for pair in pairs[start : start + 36])
            assert set(thrown.values()) == {1}


def test_the_seed_settles_the_order() -> None:
    def firsts(seed: int, start: int = 0) -> list[tuple[int, int]]:
        return [_kernel.rollout_roll(seed, start + t, 0) for t in range(36)]

    assert firsts(1) == firsts(1)
    assert firsts(1) != firsts(2)
    assert firsts(1) != firsts(1, 1296)


def test_later_rolls_are_fair() -> None:
    thrown = Counter(
        face for t in range(3000) for ply in (2, 9) for face in _kernel.rollout_roll(3, t, ply)
    )
    assert sorted(thrown) == [1, 2, 3, 4, 5, 6]
    assert max(abs(count - 2000) for count in thrown.values()) < 5 * sqrt(12000 * 5 / 36)


# Exact values -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["6:1 / 1:1", "5:2 3:1 / 4:2 1:1", "6:3 / 6:2 5:1"])
def test_unbiased_without_cube(roller: Roller, table: _kernel.Bearoff, text: str) -> None:
    """The table ends trials, so it is left out: what it says must come out of playing on."""
    position = Position.parse(text)
    [exact] = Search(BACKGAMMON, NET, table).evaluate([position])
    small = _kernel.Bearoff(_kernel.make_bearoff(1, 1, 1))
    by_net = Roller(BACKGAMMON, NET, small, threads=1)
    for reduced in (False, True):
        asked = RolloutSettings(trials=1296, variance_reduction=reduced)
        found = by_net.position(position, asked).lines[0]
        for chance, true in zip(found.chances, exact, strict=True):
            # The random net does not play best, but hardly anything can be done wrong.
            assert abs(chance.mean - true) <= 4 * chance.standard_error + 0.02
    [with_table] = roller.position(position, RolloutSettings(trials=36)).lines
    assert with_table.outcome == pytest.approx(exact, abs=1e-6)


@cache
def exact_money(position: Position, held: str, may_double: bool = True) -> float:
    """Of the side to roll, by the definition: both sides do what is best with the cube."""
    total = 0.0
    for roll in IN_ORDER:
        best = max(
            after_play(play.position, held) for play in legal_plays(BACKGAMMON, position, roll)
        )
        total += roll.weight * best / 36
    if held == "theirs" or not may_double:
        return total
    taken = 2 * exact_money(position, "theirs")
    return max(total, min(taken, 1.0))


def after_play(after: Position, held: str) -> float:
    end = BACKGAMMON.end(after)
    if end is not None:
        return float(end)
    return -exact_money(after.flipped(), OTHER[held])


@pytest.mark.parametrize("held", ["nobody", "mine", "theirs"])
@pytest.mark.parametrize("reduced", [False, True])
def test_exact_with_cube(roller: Roller, held: str, reduced: bool) -> None:
    """Where the right decisions are plain to see, perfect doubling and taking comes out."""
    position = BACKGAMMON.position("5:1 2:1 / 6:1 3:1")
    found = with_money(roller, position, held, variance_reduction=reduced)
    assert abs(found.mean - exact_money(position, held)) <= 4 * found.standard_error + 1e-6


@pytest.mark.parametrize("text", ["6:2 / 6:1 4:1", "6:1 4:1 / 5:1 1:2"])
@pytest.mark.parametrize("held", ["nobody", "mine", "theirs"])
def test_unbiased_with_cube(roller: Roller, table: _kernel.Bearoff, text: str, held: str) -> None:
    """Whatever the decisions are, trials come to what they come to over all rolls."""
    position = BACKGAMMON.position(text)
    slow = SlowRollout(Slow(table, pruner=PRUNER, kept=KEPT))
    exact = slow.expected(position, MONEY_TERMS.stakes, Cube(held))
    for reduced in (False, True):
        found = with_money(roller, position, held, variance_reduction=reduced)
        assert abs(found.mean - exact) <= 4 * found.standard_error + 1e-6


def with_money(roller: Roller, position: Position, held: str, **fields: Any) -> Tally:
    terms = msgspec.structs.replace(MONEY_TERMS, holder=held)
    asked = short(1296, truncate=None, cubeful=True, **fields)
    return roller.position(position, asked, terms).lines[0].equity


def test_cube_decision(roller: Roller) -> None:
    position = BACKGAMMON.position("6:1 2:1 / 4:1 1:1")
    found = roller.cube(position, RolloutSettings(trials=1296))
    kept, taken = (line.equity for line in found.lines)
    assert [line.subject.name for line in found.lines] == ["no double", "double, take"]
    assert abs(kept.mean - exact_money(position, "nobody", False)) <= 4 * kept.standard_error + 1e-6
    assert abs(taken.mean - 2 * exact_money(position, "theirs")) <= 4 * taken.standard_error + 1e-6
    with pytest.raises(FullprimeError, match="you cannot double"):
        roller.cube(position, short(), msgspec.structs.replace(MONEY_TERMS, holder="theirs"))


def test_the_table_ends_trials_with_the_cube(table: _kernel.Bearoff) -> None:
    """One roll is played, and its luck is all that there is."""
    position = BACKGAMMON.position("6:2 4:1 / 6:1 4:1 2:1")
    rolling = Roller(BACKGAMMON, NET, table, threads=1)
    [line] = rolling.position(position, RolloutSettings(trials=36, cubeful=True)).lines
    [exact] = shared_cube_table().judge(BACKGAMMON.kernel, position.raw)
    assert exact is not None
    assert line.equity.mean == pytest.approx(exact.centred, abs=0.02)  # the net may play wrongly
    assert line.equity.standard_error == pytest.approx(0, abs=1e-9)


def test_luck_taken_off_changes_the_spread_alone() -> None:
    position = BACKGAMMON.position("14:1 8:2 6:3 / 10:1 8:3 6:2")
    plain, less = (
        roller_for(BACKGAMMON).position(
            position, RolloutSettings(trials=432, variance_reduction=on, cubeful=True)
        )
        for on in (False, True)
    )
    for much, little in zip(plain.lines, less.lines, strict=True):
        for a, b in ((much.cubeless, little.cubeless), (much.equity, little.equity)):
            assert b.standard_error < a.standard_error / 2
            assert abs(a.mean - b.mean) < 4 * (a.standard_error + b.standard_error)


# A second, slow opinion -------------------------------------------------------------------------


def kernel_trials(
    roller: Roller, text: str, terms: Terms | None, trials: int, **start: Any
) -> list[Trial]:
    kernel = _kernel.Rollout(
        roller._search(0).kernel, [], 1, start.pop("truncate", None), None, start.pop("luck", True)
    )
    rows = kernel.trials(
        Position.parse(text).raw,
        MONEY,
        MONEY,
        0,
        trials,
        1,
        terms.stakes if terms else None,
        **start,
    )
    for *chances, cubeless, _, _ in rows:
        assert cubeless == pytest.approx(Outcome(*chances).equity)
    return [Trial(Outcome(*chances), cubeful, plies) for *chances, _, cubeful, plies in rows]


def slow_trials(table: _kernel.Bearoff, text: str, trials: int, **fields: Any) -> list[Trial]:
    slow = Slow(table, pruner=PRUNER, kept=KEPT)
    rollout = SlowRollout(slow, **fields)
    return [rollout.trial(Position.parse(text), number) for number in range(trials)]


def assert_same(found: list[Trial], slow: list[Trial]) -> None:
    for one, other in zip(found, slow, strict=True):
        assert one.plies == other.plies
        assert one.outcome == pytest.approx(other.outcome, abs=1e-9)
        assert one.cubeful == pytest.approx(other.cubeful, abs=1e-9)


@pytest.mark.parametrize("terms", CUBES.values(), ids=CUBES)
@pytest.mark.parametrize(
    ("text", "truncate"),
    [(CONTACT, 2), (RACE, 5), (NEAR_RACE, 4), (FAR_RACE, 4), (BEAR_OFF, 4096), (CLOSED, 3)],
)
def test_trials(
    roller: Roller, table: _kernel.Bearoff, terms: Terms | None, text: str, truncate: int
) -> None:
    found = kernel_trials(roller, text, terms, 3, truncate=truncate)
    stakes = terms.stakes if terms else None
    races = SlowRaces(table) if text in (RACE, NEAR_RACE) and not stakes else None
    assert_same(found, slow_trials(table, text, 3, truncate=truncate, stakes=stakes, races=races))


@pytest.mark.parametrize(
    ("terms", "level"), [(MONEY_TERMS, 0), (MONEY_TERMS, 2), (MATCH, 1), (MATCH, 2)]
)
@pytest.mark.parametrize("holder", ["mine", "theirs"])
@pytest.mark.parametrize("luck", [True, False])
def test_trials_with_an_owned_cube(
    roller: Roller, table: _kernel.Bearoff, terms: Terms, level: int, holder: str, luck: bool
) -> None:
    fields = {"level": level, "may_double": False}
    cube = {"holder": _kernel.Holder[holder], "luck": luck}
    found = kernel_trials(roller, BEAR_OFF, terms, 4, **fields, **cube)
    at_first = Cube(holder, 0, 2.0**level) if terms.money else Cube(holder, level)
    slow = {"cube": at_first, "may_double": False, "less_luck": luck}
    assert_same(found, slow_trials(table, BEAR_OFF, 4, stakes=terms.stakes, **slow))


# Plies, phases, truncation ----------------------------------------------------------------------


def test_plays_chosen_ahead(roller: Roller, table: _kernel.Bearoff) -> None:
    """One ply is cut off after a play, so its value tells which play was chosen."""
    position = Position.parse(CONTACT)
    asked = short(36, truncate=1, phases=[{"from_ply": 0, "plies": 1}], variance_reduction=False)
    found = roller.position(position, asked).lines[0].cubeless.mean
    ahead = Search(BACKGAMMON, NET, table, pruner=PRUNER, plies=1, only_choose=True)
    bare = Search(BACKGAMMON, NET, table)
    total = 0.0
    for roll in IN_ORDER:
        chosen = ahead.plays(position, roll).candidates[0].position
        total += roll.weight * -bare.evaluate([chosen.flipped()])[0].equity / 36
    assert found == pytest.approx(total)
    assert found != pytest.approx(
        roller.position(position, short(36, truncate=1)).lines[0].cubeless.mean
    )


def test_phases_begin_where_they_say(roller: Roller) -> None:
    position = Position.parse(CONTACT)
    one, late, never = (
        roller.position(position, short(36, phases=phases)).lines
        for phases in ([], [{"from_ply": 3, "plies": 1}], [{"from_ply": 9, "plies": 1}])
    )
    assert one == never != late
    with pytest.raises(FullprimeError, match="in the order of the plies"):
        phases = (Phase(from_ply=3, plies=1), Phase(from_ply=0, plies=0))
        roller.position(position, short(phases=phases))


@pytest.mark.parametrize("cubeful", [False, True])
def test_looking_ahead_where_a_trial_is_cut_off(
    roller: Roller, table: _kernel.Bearoff, cubeful: bool
) -> None:
    """A ply ahead of every reply, all rolls once: as a search of two plies that sees the same
    replies."""
    position = Position.parse(CONTACT)
    asked = short(36, truncate=1, truncation_plies=1, variance_reduction=False, cubeful=cubeful)
    [line] = roller.position(position, asked).lines
    ahead = Search(BACKGAMMON, NET, table, pruner=PRUNER, plies=2)
    [expected] = ahead.evaluate([position])
    assert line.outcome == pytest.approx(expected)
    if cubeful:
        _, kept = ahead.kernel.outlook(
            position.raw, MONEY, MONEY, MONEY_TERMS.stakes, _kernel.Holder.nobody
        )
        assert line.equity.mean == pytest.approx(kept.centred)


# The same bits ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "cubeful"), [(CONTACT, True), (RACE, False)])
def test_same_bits_everywhere(table: _kernel.Bearoff, text: str, cubeful: bool) -> None:
    asked = short(40, truncate=5, cubeful=cubeful, phases=[{"from_ply": 4, "plies": 1}])
    found = []
    for path, threads in product(PATHS, (1, 2, 3)):
        net, pruner = (net_of(random_arrays(seed, large=60), path) for seed in (1, 2))
        roller = Roller(BACKGAMMON, net, table, pruner=pruner, threads=threads)
        found.append(roller.position(Position.parse(text), asked))
    assert all(each == found[0] for each in found)


def test_extended_is_as_run_at_once(roller: Roller) -> None:
    position, whole = Position.parse(CONTACT), short(300, cubeful=True)
    found = roller.plays(position, Roll(3, 1), short(100, cubeful=True))
    for trials in (101, 222, 300):
        more = msgspec.structs.replace(whole, trials=trials)
        found = roller.extend(RolledOut.load(found.dump()), more)
        assert (found.trials, found.stopped) == (trials, "trials")
    assert found == roller.plays(position, Roll(3, 1), whole)
    with pytest.raises(FullprimeError, match="settings that it began with"):
        roller.extend(found, short(600))
    with pytest.raises(FullprimeError, match="this rollout was made with net"):
        Roller(BACKGAMMON, NET, names=("other", None)).extend(found, whole)


# The plays of a roll ----------------------------------------------------------------------------


def test_plays_share_their_dice(roller: Roller) -> None:
    position, roll = Position.parse(CONTACT), Roll(4, 2)
    plays = legal_plays(BACKGAMMON, position, roll)[:2]
    found = roller.plays(position, roll, short(), plays=plays)
    assert [line.subject.name for line in found.lines] == [str(play) for play in plays]
    for line, play in zip(found.lines, plays, strict=True):
        [alone] = roller.position(play.position.flipped(), short()).lines
        assert line.outcome == alone.outcome.flipped()
        assert line.cubeless.mean == -alone.cubeless.mean
    first, second = (line.cubeless for line in found.lines)
    [difference] = found.differences
    assert difference.mean == pytest.approx(first.mean - second.mean)
    assert found.best.equity.mean == max(first.mean, second.mean)
    twice = roller.plays(position, roll, short(), plays=[plays[0], plays[0]])
    assert (twice.differences[0].mean, twice.confidence) == (0.0, 0.0)


@pytest.mark.parametrize("cubeful", [False, True])
def test_a_play_that_wins_at_once(roller: Roller, cubeful: bool) -> None:
    position, roll = BACKGAMMON.position("2:1 1:1 / 1:1"), Roll(2, 1)
    plays = legal_plays(BACKGAMMON, position, roll)
    found = roller.plays(position, roll, short(36, cubeful=cubeful), plays=plays)
    best, other = found.best, min(found.lines, key=lambda line: line.equity.mean)
    assert (best.equity.mean, best.equity.standard_error, best.outcome.win) == (1.0, 0.0, 1.0)
    assert best.plies == 0
    assert other.equity.mean == pytest.approx(-1.0)
    assert roller.verify(found) == []


def test_the_promising_plays(roller: Roller) -> None:
    found = roller.plays(Position.parse(CONTACT), Roll(4, 2), short(36))
    assert 1 < len(found.lines) <= 5
    assert len(found.differences) == len(found.lines) * (len(found.lines) - 1) // 2


def test_games_that_count_less(table: _kernel.Bearoff) -> None:
    variant = Variant.load("portes")
    [line] = Roller(variant, NET, table).position(variant.start_position, short(36)).lines
    assert line.chances[2].mean == line.chances[5].mean == 0.0
    assert line.cubeless.mean == pytest.approx(line.outcome.equity)


# When to stop -----------------------------------------------------------------------------------


def test_stops_at_a_standard_error(roller: Roller) -> None:
    position = Position.parse(CONTACT)
    first = roller.position(position, short()).lines[0].equity.standard_error
    asked = short(10_000, standard_error=first / 1.5)
    found = roller.position(position, asked)
    assert found.stopped == "standard error"
    assert BLOCK < found.trials < 10_000
    assert found.lines[0].equity.standard_error <= first / 1.5
    later = msgspec.structs.replace(asked, standard_error=first, least=3 * BLOCK)
    assert roller.position(position, later).trials == 3 * BLOCK


def test_stops_when_the_best_is_known(roller: Roller) -> None:
    position, roll = Position.parse(CONTACT), Roll(4, 2)
    plays = legal_plays(BACKGAMMON, position, roll)
    found = roller.plays(position, roll, short(10_000, confidence=3.0), plays=[plays[0], plays[5]])
    assert (found.stopped, found.trials < 10_000) == ("confidence", True)
    assert found.confidence >= 3.0


def test_one_position_is_never_the_best(roller: Roller) -> None:
    with pytest.raises(FullprimeError, match=r"confidence 2\.0 in one position: expected several"):
        roller.position(Position.parse(CONTACT), short(confidence=2.0))


@pytest.mark.parametrize(
    ("no_double", "double_take", "lead"),
    [
        (0.5, 0.8, 3.0),  # to double, by 0.3; to take, by 0.2: the first is known less well
        (0.5, 0.95, 0.5),  # to take, by 0.05
        (0.9, 1.3, 1.0),  # to double, by 0.1 to the cash
        (1.1, 1.3, 1.0),  # too good, by 0.1
        (1.0, 1.3, 0.0),
    ],
)
def test_confidence_of_a_double(no_double: float, double_take: float, lead: float) -> None:
    """Errors of 0.1, also of the difference, which does not matter once it is a pass."""

    def tally(mean: float) -> Tally:
        return Tally(count=101, mean=mean, squares=0.1**2 * 101 * 100)

    means = (no_double, double_take)
    lines = tuple(
        Line(
            subject=subject,
            chances=(Tally(),) * 6,
            cubeless=tally(mean),
            cubeful=tally(mean),
            plies=0,
        )
        for subject, mean in zip(doubled_or_not(Question(position=CONTACT)), means, strict=True)
    )
    found = RolledOut(
        variant="backgammon",
        options={},
        net="",
        pruner=None,
        settings=RolloutSettings(),
        terms=MONEY_TERMS,
        question=None,
        lines=lines,
        differences=(tally(no_double - double_take),),
        stopped="trials",
    )
    least = min(lead, abs(double_take - 1) / 0.1)
    assert found.confidence == pytest.approx(least)


def test_cancel_and_progress(roller: Roller) -> None:
    told: list[Progress] = []

    def watch(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 2:
            roller.cancel()

    found = roller.position(Position.parse(CONTACT), short(10_000), watch=watch)
    assert (found.stopped, found.trials) == ("cancelled", 2 * roller.step)
    assert [p.trials for p in told] == [roller.step, 2 * roller.step]
    assert all(p.expected == 10_000 and p.rate > 0 and p.seconds_left > 0 for p in told)
    finished = roller.extend(found, msgspec.structs.replace(found.settings, trials=3 * BLOCK))
    assert finished == roller.position(Position.parse(CONTACT), short(3 * BLOCK))


@pytest.mark.parametrize("threads", [1, 5, 16, 24])
def test_steps_change_nothing(table: _kernel.Bearoff, threads: int) -> None:
    """More threads are given more trials at a time; rules for stopping are asked as often."""
    asked = short(300, standard_error=1.0)
    told: list[int] = []
    roller = Roller(BACKGAMMON, NET, table, pruner=PRUNER, threads=threads)
    found = roller.position(Position.parse(CONTACT), asked, watch=lambda p: told.append(p.trials))
    assert (found.trials, found.stopped) == (BLOCK, "standard error")
    step = {1: 36, 5: 72, 16: 144, 24: 216}[threads]
    assert told == [*range(step, BLOCK, step), BLOCK]
    assert found == Roller(BACKGAMMON, NET, table, pruner=PRUNER, threads=2).position(
        Position.parse(CONTACT), asked
    )


def test_cancelled_by_another_thread(roller: Roller) -> None:
    begun, found = Event(), []

    def run() -> None:
        asked = short(1_000_000)
        found.append(roller.position(Position.parse(CONTACT), asked, watch=lambda _: begun.set()))

    thread = Thread(target=run)
    thread.start()
    begun.wait()
    roller.cancel()
    thread.join()
    assert found[0].stopped == "cancelled"


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=30), st.integers(0, 30))
def test_tally(values: list[float], cut: int) -> None:
    whole = Tally().added(values)
    assert whole == Tally().added(values[:cut]).added(values[cut:])
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert whole.mean == pytest.approx(mean, abs=1e-9)
    assert whole.standard_error == pytest.approx(sqrt(spread / len(values)), abs=1e-6)


# What cannot be asked ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"trials": 0}, "0 trials, expected 1 to"),
        ({"truncate": 0}, "truncated after 0 plies, expected 1 to 4096"),
        ({"standard_error": 0.0}, r"stopping at 0.0, expected a number above 0"),
        ({"confidence": -1.0}, r"stopping at -1.0, expected a number above 0"),
        ({"seed": -1}, "seed -1, expected 0 to"),
        ({"trials": 2**32}, "4294967296 trials, expected 1 to"),
        ({"truncation_plies": 4}, "4-ply, expected 0 to 3"),
    ],
)
def test_bad_settings(roller: Roller, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(FullprimeError, match=words):
        roller.position(Position.parse(CONTACT), short(**fields))


def test_bad_starts(roller: Roller) -> None:
    with pytest.raises(FullprimeError, match="the game is over"):
        roller.position(Position.parse("6:1 / off:15"), short())
    words = "Backgammon with cap5 and no_hit_and_run has no neural net yet and cannot"
    with pytest.raises(FullprimeError, match=words):
        roller_for(Variant.load(options={"cap5": True, "no_hit_and_run": True}))
    kernel = _kernel.Rollout(roller._search(0).kernel, [], 1)
    raw = Position.parse(CONTACT).raw
    for level, holder, words in ((3, "mine", "level 3"), (1, "nobody", "not in the middle")):
        with pytest.raises(ValueError, match=words):
            kernel.trials(raw, MONEY, MONEY, 0, 1, 1, MATCH.stakes, _kernel.Holder[holder], level)
    for first, last, threads, words in ((2, 1, 1, "last trial"), (0, 1, 0, "0 threads")):
        with pytest.raises(ValueError, match=words):
            kernel.trials(raw, MONEY, MONEY, first, last, threads)


def test_terms_and_the_kernel() -> None:
    for terms in (MONEY_TERMS, MATCH):
        found = Terms.of(KernelCube(terms.stakes, _kernel.Holder.mine))
        assert found == msgspec.structs.replace(terms, holder="mine", played_for=None)
    assert Subject(position=CONTACT).name == ""
