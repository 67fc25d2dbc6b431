"""The benchmark of speed: taking turns, medians, comparing like with like. No peer is needed."""

from __future__ import annotations

import itertools

import pytest
from benchmarks.positions import digest
from benchmarks.shipped import NET
from benchmarks.speed_subjects import DECISIONS_S, LOOKS, Subject, ours, timed
from benchmarks.strength.kinds import kind_of

from benchmarks import speed
from fullprime import Position


def subject(name: str, does: str, rates: list[float], yardstick: bool = False) -> Subject:
    """Answers with these rates, one a round."""
    answers = iter(rates)
    return Subject(name, does, DECISIONS_S, lambda: next(answers), yardstick=yardstick)


def test_subjects_take_turns_and_the_median_counts() -> None:
    clock = itertools.count()
    one, two = (Subject(name, "", DECISIONS_S, lambda: next(clock)) for name in ("one", "two"))
    assert speed.measure([one, two], 3) == {one: 2, two: 3}  # of 0, 2, 4 and of 1, 3, 5
    uneven = subject("uneven", "", [5.0, 1.0, 3.0])
    assert speed.measure([uneven], 3) == {uneven: 3.0}


def test_like_is_compared_with_like() -> None:
    found = {
        subject("ours, bare", LOOKS[0], []): 30.0,
        subject("ours, deep", LOOKS[1], []): 8.0,
        subject("theirs, bare", LOOKS[0], [], yardstick=True): 10.0,
        subject("theirs, deep", LOOKS[1], [], yardstick=True): 2.0,
        subject("asking", "", []): 5.0,
    }
    rows = {row.subject: row for row in speed.rows_of(found, "a test")}
    assert (rows["ours, bare"].ratio, rows["ours, bare"].peer) == (3.0, "theirs, bare")
    assert (rows["ours, deep"].ratio, rows["ours, deep"].peer) == (4.0, "theirs, deep")
    assert (rows["asking"].ratio, rows["asking"].peer) == (None, "")


def test_the_sample_is_always_the_same() -> None:
    asked = speed.sample(20)
    assert digest(asked) == digest(speed.sample(20))
    assert digest(asked) != digest(speed.sample(20, speed.SEED + 1))
    assert all(kind_of(Position(pair.raw)) != "race" for pair in asked)


def test_a_rate_counts_what_was_done() -> None:
    done: list[int] = []

    def work() -> None:
        done.append(sum(range(10_000)))

    assert timed(work, 7)() > 0
    assert len(done) == 1


def test_our_own_subjects_answer() -> None:
    few = speed.sample(2)
    assert all(one.rate() > 0 for one in ours(NET, few, few))


def test_the_table_shows_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    found = {subject("theirs", LOOKS[0], [], yardstick=True): 10.0, subject("asking", "", []): 5.0}
    speed.report(speed.rows_of(found, "a test"))
    shown = capsys.readouterr().out.splitlines()
    assert "1.00 times theirs" in shown[0] and "asking" in shown[1]
