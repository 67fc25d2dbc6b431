"""The programs that measure doubling and taking, with toy programs. The peers themselves are asked
only where they are installed."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy
import pytest
from benchmarks.cube import decisions, draw, losses
from benchmarks.cube.decisions import Decision
from benchmarks.cube.programs import Equities, Gnubg, Kept, Program, Sage, program_of
from benchmarks.shipped import NET
from benchmarks.strength.decisions import identity
from benchmarks.strength.players import VARIANT, Ours
from hypothesis import given
from hypothesis import strategies as st

START = identity(VARIANT.start_position)
LAST_ROLL = Decision(identity(VARIANT.position("6:1 / 1:1")), 1, None, "toys")
needs_sage = pytest.mark.skipif(
    importlib.util.find_spec("bgbot_cpp") is None, reason="BG Sage is not installed"
)
needs_gnubg = pytest.mark.skipif(
    shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games") is None,
    reason="GNU Backgammon is not installed",
)

equity = st.floats(-3, 3)
verdicts = st.builds(Equities, equity, equity, st.just(1.0))


class Toy:
    """Says the same of every decision."""

    def __init__(self, name: str, *equities: float) -> None:
        self.name = name
        self.asked = 0
        self._said = Equities(*equities)

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""
        self.asked += len(asked)
        return [self._said] * len(asked)


class Pips:
    """Thinks of the race alone: half of all races are close."""

    name = "pips"

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""
        mine, theirs = zip(*(each.board.pips for each in asked), strict=True)
        ahead = (numpy.array(theirs) - numpy.array(mine)) / 100
        return [Equities(lead, 2 * lead, 1.0) for lead in ahead]


# What is asked ------------------------------------------------------------------------------------


def test_a_set_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = [Decision(START, 1, None, "any"), Decision(START, 4, (5, 11), "close")]
    file = tmp_path / "set.tsv"
    file.write_text(decisions.dump(["a set"], written))
    assert decisions.load(file) == written
    assert written[1].key == f"{START}:4:5-11"


@pytest.mark.parametrize("line", ["4HPwATDgc/ABMA\t1\tmoney", "4HPwATDgc/ABMA\t2\t5\tany"])
def test_a_bad_line_is_shown(tmp_path: Path, line: str) -> None:
    file = tmp_path / "set.tsv"
    file.write_text(f"{line}\n")
    with pytest.raises(ValueError, match="bad decision '4HPw"):
        decisions.load(file)


def test_stakes_of_a_decision() -> None:
    centred, owned = (Decision(START, value, (5, 7), "any").stakes for value in (1, 2))
    assert (centred.owner, centred.turned) == (None, False)
    assert (owned.owner, owned.turned, owned.value, owned.away) == (0, True, 2, (5, 7))


@pytest.mark.parametrize(
    ("value", "away", "allowed"),
    [
        (1, None, True),
        (2, None, True),
        (2, (3, 5), True),
        (2, (2, 5), False),  # two points win the match
        (1, (4, 1), True),
        (2, (4, 1), False),  # nobody has doubled who needs one point
        (1, (1, 4), False),
    ],
)
def test_who_may_double(value: int, away: tuple[int, int] | None, allowed: bool) -> None:
    assert draw.may_double(Decision(START, value, away, "any")) is allowed


@pytest.mark.parametrize("name", decisions.SETS)
def test_a_draw_is_repeatable_and_keeps_the_rules(name: str) -> None:
    player = Ours(NET, plies=0)
    positions = draw.positions_of(player, seed=5, games=6)
    assert START not in positions
    drawn = draw.draw(positions, Pips(), name, count=30, seed=5)
    assert drawn == draw.draw(positions, Pips(), name, count=30, seed=5)
    assert len({decision.position for decision in drawn}) == 30
    assert all(map(draw.may_double, drawn))
    close = [decision for decision in drawn if decision.source == "close"]
    assert len(close) > 20
    assert all(map(draw.is_close, Pips().equities(close)))
    assert {decision.value for decision in drawn} == set(draw.VALUES[name])


def test_too_few_games_are_told() -> None:
    with pytest.raises(ValueError, match="1 decisions in these games: expected 9"):
        draw.draw([LAST_ROLL.position], Pips(), "money", count=9, seed=1)


def test_what_is_close() -> None:
    assert draw.is_close(Equities(0.5, 0.58, 1.0))
    assert draw.is_close(Equities(0.7, 1.08, 1.0))
    assert not draw.is_close(Equities(0.99, 1.9, 1.0))  # as good as won


@pytest.mark.parametrize("name", decisions.SETS)
def test_the_sets_that_are_kept(name: str) -> None:
    """By the rules, without a decision that comes twice, and close in two thirds."""
    kept = decisions.load(decisions.file_of(name))
    assert len(kept) == decisions.SETS[name][1]
    assert len({decision.position for decision in kept}) == len(kept)
    assert all(map(draw.may_double, kept))
    assert all((decision.away is None) == (name == "money") for decision in kept)
    assert sum(decision.source == "close" for decision in kept) > len(kept) * 2 / 3


def test_some_scores_are_past_the_crawford_game() -> None:
    random = Random(1)
    away = [draw.with_stakes(START, "match", random).away for _ in range(300)]
    assert all(score and 2 <= score[0] <= 11 and 1 <= score[1] <= 11 for score in away)
    assert any(score and score[1] == 1 for score in away)


# What is counted ----------------------------------------------------------------------------------

DOUBLE_TAKE = Equities(0.5, 0.6, 1.0)
DOUBLE_PASS = Equities(0.8, 1.2, 1.0)
NO_DOUBLE = Equities(0.3, 0.1, 1.0)
TOO_GOOD = Equities(1.1, 1.5, 1.0)


@pytest.mark.parametrize(
    ("judge", "double", "keep", "take", "drop"),
    [
        (DOUBLE_TAKE, 0.0, 0.1, 0.0, 0.4),
        (DOUBLE_PASS, 0.0, 0.2, 0.2, 0.0),
        (NO_DOUBLE, 0.2, 0.0, 0.0, 0.9),
        (TOO_GOOD, 0.1, 0.0, 0.5, 0.0),
    ],
)
def test_losses(judge: Equities, double: float, keep: float, take: float, drop: float) -> None:
    assert losses.double_loss(judge, doubles=True) == pytest.approx(double)
    assert losses.double_loss(judge, doubles=False) == pytest.approx(keep)
    assert losses.take_loss(judge, takes=True) == pytest.approx(take)
    assert losses.take_loss(judge, takes=False) == pytest.approx(drop)


@given(verdicts, verdicts)
def test_nothing_is_lost_by_what_the_judge_does(judge: Equities, other: Equities) -> None:
    same = losses.Found.of([judge], [judge])
    assert [float(each[0]) for each in same] == [100, 100, 0, 0]
    found = losses.Found.of([judge], [other])
    assert found.double_loss[0] >= 0 and found.take_loss[0] >= 0
    if judge.doubles == other.doubles:
        assert found.same_double[0] == 100


def test_of_equals_both_are_right() -> None:
    found = losses.Found.of([Equities(0.3, 0.30001, 1.0)] * 2, [DOUBLE_TAKE, NO_DOUBLE])
    assert list(found.same_double) == [100, 100]
    assert losses.Found.of([DOUBLE_TAKE], [NO_DOUBLE]).same_double[0] == 0


def test_a_table() -> None:
    asked = [LAST_ROLL, Decision(START, 2, (3, 4), "any")]
    judge = Toy("wise-4", *DOUBLE_PASS)
    table = losses.table_of(
        "toys", judge, [Toy("ours-0", *NO_DOUBLE), Toy("wise-1", 0.9, 2, 1)], asked
    )
    (name, means), (own, fair) = table.rows
    assert (name, own) == ("ours-0", "wise-1 (the reference's program)")
    assert [mean.value for mean in means] == pytest.approx([0, 0, 200, 200])
    assert [mean.value for mean in fair] == pytest.approx([100, 100, 0, 0])
    assert "| ours-0 | 0.00 ± 0.00 | 0.00 ± 0.00 | 200.00 ± 0.00 |" in losses.markdown_of(table)
    assert "2 decisions of toys, evaluated by wise-4" in losses.text_of(table)
    row = losses.measured([table])[2]
    assert (row.subject, row.unit) == ("ours-0", "mEq/decision")
    assert row.value == pytest.approx(200)


def test_differences_are_signed_and_by_kind() -> None:
    asked = [LAST_ROLL, LAST_ROLL, Decision(START, 1, None, "any"), Decision(START, 1, None, "any")]
    judged = [Equities(0.5, 1.0, 1.0)] * 4
    said = [Equities(0.6, 0.8, 1.0)] * 2 + [Equities(0.4, 1.1, 1.0)] * 2
    rows = dict(losses.differences(asked, judged, said))
    assert [mean.value for mean in rows["race (2)"]] == pytest.approx([100, -200])
    assert [mean.value for mean in rows["contact (2)"]] == pytest.approx([-100, 100])


# Who is asked -------------------------------------------------------------------------------------


def test_answers_are_kept(tmp_path: Path) -> None:
    toy = Toy("toy", 0.25, 0.5, 1.0)
    asked = [LAST_ROLL, Decision(START, 2, (3, 4), "any")]
    assert Kept(toy, tmp_path).equities(asked[:1]) == [(0.25, 0.5, 1.0)]
    assert Kept(toy, tmp_path).equities([*asked, LAST_ROLL]) == [(0.25, 0.5, 1.0)] * 3
    assert toy.asked == 2


@pytest.mark.parametrize("spec", ["ours", "xg2", "sage12"])
def test_unknown_programs_are_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="unknown program"):
        program_of(spec, NET)


def knows_the_cube(program: Program, precision: float) -> None:
    """27 throws of 36 win at once; after the Crawford game the trailer should double."""
    position = LAST_ROLL.position
    asked = [LAST_ROLL, Decision(position, 2, None, ""), Decision(position, 1, (3, 1), "")]
    money, owned, trailing = program.equities(asked)
    assert money == pytest.approx((0.5, 1.0, 1.0), abs=precision)
    assert owned == pytest.approx((0.5, 1.0, 1.0), abs=precision)
    assert trailing.no_double == pytest.approx(0.5, abs=precision)
    assert trailing.doubles and trailing.double_pass == pytest.approx(1.0)


def test_ours_knows_the_cube() -> None:
    knows_the_cube(program_of("ours1", NET), 1e-6)


@needs_sage
def test_sage_knows_the_cube() -> None:
    knows_the_cube(Sage(2), 1e-3)


@needs_gnubg
def test_gnubg_knows_the_cube() -> None:
    knows_the_cube(Gnubg(1), 1e-3)
