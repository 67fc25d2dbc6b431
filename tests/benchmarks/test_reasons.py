"""The benchmark of reasons: its proofs can fail, and its fit finds what there is."""

from __future__ import annotations

import pytest
from benchmarks.reasons.proof import is_proved, is_recounted, is_rolled_out
from benchmarks.reasons.weights import Compared, fitted

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import kinds as k
from fullprime.analysis.reasons.case import Case, Sight
from fullprime.analysis.reasons.tested import Entry, entries
from fullprime.stakes import Stakes


def case_of(position: str, dice: str) -> Case:
    """The best play and the worst."""
    question = Question.about(position, dice, stakes=Stakes(cube=False))
    depth = Depth.of(question, 0)
    ranked, sight = answers.plays(question, depth), Sight.of(question, depth)
    assert sight is not None
    return Case(question, sight, ranked[0], ranked[-1], 0.1)


def test_counts_are_made_again() -> None:
    case = case_of("13:2 8:4 7:3 6:2 5:2 3:2 / 21:3 14:1 13:2 8:1 6:2 5:2 4:2 3:2", "52")
    found = {entry.kind.name: entry for entry in entries(case, case.best, case.other)}
    assert is_recounted(case, found["shots"])
    assert not is_recounted(case, found["shots"]._replace(mine=found["shots"].mine + 1))
    for name in ("hit", "stack", "gammons_won", "passing"):
        if name in found:
            assert is_recounted(case, found[name]), name
            wrong = found[name]._replace(other=found[name].other + 1)
            assert not is_recounted(case, wrong), name


def test_numbers_about_the_next_turn_are_counted_again() -> None:
    case = case_of("6:3 5:2 3:2 / 23:2 6:3 5:2", "21")
    found = {entry.kind.name: entry for entry in entries(case, case.best, case.other)}
    for name in ("safe_next", "cover"):
        assert is_recounted(case, found[name]), name
        assert not is_recounted(case, found[name]._replace(mine=found[name].mine + 1)), name


def test_a_rollout_proves_a_point() -> None:
    case = case_of("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "31")
    [point] = [e for e in entries(case, case.best, case.other) if e.kind is k.POINT]
    assert is_rolled_out(case, point)


def test_a_point_is_proved_by_spreading_it() -> None:
    case = case_of("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "31")
    [point] = [e for e in entries(case, case.best, case.other) if e.kind is k.POINT]
    assert point.points == (5,) and is_proved(case, point)
    assert is_proved(case, point._replace(points=(24,))) is None  # there is no point behind it
    assert is_proved(case, point._replace(kind=k.OFF)) is None  # the table is exact


def test_the_fit_finds_what_the_losses_follow() -> None:
    def error(loss: float, **worths: float) -> Compared:
        kinds = {kind.name: kind for kind in k.KINDS}
        mine = [Entry(kinds[name], 1, 0, True, worth) for name, worth in worths.items()]
        return Compared(loss, mine, [])

    sample = [error(0.5 * w, point=w, shots=s) for w, s in ((0.1, 0.3), (0.3, 0.02), (0.5, 0.1))]
    weights = fitted(sample)
    assert weights["point"] == pytest.approx(0.5, abs=0.02)
    assert weights["shots"] == pytest.approx(0.0, abs=0.02)
    assert min(weights.values()) >= 0
