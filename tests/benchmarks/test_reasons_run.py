"""The run over many errors: findings are kept, read again and never made twice."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from benchmarks.reasons import errors as e
from benchmarks.reasons import run, tables
from benchmarks.reasons.errors import SELFPLAY, Unit
from benchmarks.reasons.found import Found, found

from fullprime.analysis.reasons.choosing import choose

GAME = Unit(SELFPLAY, e.FIRST_GAMES[SELFPLAY] + 1)
NOWHERE = Path()


@pytest.fixture(scope="module")
def met() -> list[Found]:
    """Two errors of self-play."""
    return [found(GAME, n, each) for n, each in enumerate(islice(e.errors(GAME, NOWHERE), 2))]


def test_findings_are_whole(met: list[Found]) -> None:
    """What is kept of an error is the error, and what is said about it."""
    for kept, error in zip(met, e.errors(GAME, NOWHERE), strict=False):
        again = msgspec.json.decode(msgspec.json.encode(kept), type=Found)
        assert again.error().question == error.question
        assert again.error().played.play.position == error.played.play.position
        said = [entry.kind.name for entry in choose(e.case_of(error)).said]
        assert [entry.kind.name for entry in again.choice.said] == said
        assert all(again.recounted.values())


def test_what_limits_a_worth_is_known(met: list[Found]) -> None:
    tested = [each for one in met for each in (*one.mine, *one.theirs)]
    assert all(each.worth <= each.uncapped for each in tested)
    assert any(each.worth < each.uncapped for each in tested)


def test_a_run_goes_on(tmp_path: Path, met: list[Found]) -> None:
    """A line that was cut off is done again, the others are not."""
    other = Unit(SELFPLAY, GAME.number + 1)
    lines = [run.Line(unit.name, met, 1.0) for unit in (GAME, other)]
    texts = [msgspec.json.encode(line) for line in lines]
    (tmp_path / "found-1.jsonl").write_bytes(texts[0] + b"\n" + texts[1][:-20])
    assert list(run.known_lines(tmp_path, [GAME, other])) == [GAME]
    over = run.Clock(time.monotonic() - 1)
    run.find(run.Places(NOWHERE, tmp_path), [GAME, other], 1, over)
    assert list(run.known_lines(tmp_path, [GAME, other])) == [GAME]
    run.find(run.Places(NOWHERE, tmp_path), [GAME, other], 1, run.Clock(over.end + 600))
    known = run.known_lines(tmp_path, [GAME, other])
    assert known[GAME] == lines[0] and known[other] != lines[1]
    assert len(tables.told(tmp_path, [GAME, other])) == len(met) + len(known[other].found)


def test_equal_errors_count_once(tmp_path: Path, met: list[Found]) -> None:
    other = Unit(SELFPLAY, GAME.number + 1)
    lines = [run.Line(unit.name, met, 1.0) for unit in (GAME, other)]
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    (tmp_path / "found-1.jsonl").write_bytes(text)
    assert len(tables.told(tmp_path, [GAME, other])) == len(met)


def test_sentences_to_roll_out_are_limited(met: list[Found]) -> None:
    units = {Unit(SELFPLAY, n): run.Line(Unit(SELFPLAY, n).name, met, 1.0) for n in range(3)}
    many, few = (run.chosen_sentences(units, most) for most in (9, 1))
    kinds = [kind for _, _, _, kind in many]
    assert sorted(kind for _, _, _, kind in few) == sorted(set(kinds))
    assert len(many) == 3 * len(few)


def test_all_samples_come_early() -> None:
    """A run that ends early has met all of them."""
    units = e.units(Path(), 20, matches=())
    first = [unit.sample for unit in units[:10]]
    assert set(first) == set(e.FIRST_GAMES)
