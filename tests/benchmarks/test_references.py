"""The file of published figures: every row can be asked, and says where it was read."""

from __future__ import annotations

import pytest
from benchmarks.references import Row, Source

from benchmarks import references
from fullprime import Position
from fullprime.engine import HandmadeEvaluator

SOURCES = references.load()
ROWS = [(source, row) for source in SOURCES for row in source.row]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.title)
def test_a_source_says_where_and_how(source: Source) -> None:
    assert source.url.startswith(("http://", "https://")) and " " not in source.url
    assert source.title and source.how and source.figures and source.row


@pytest.mark.parametrize(("source", "row"), ROWS, ids=lambda value: getattr(value, "name", ""))
def test_a_row_can_be_asked(source: Source, row: Row) -> None:
    assert not (row.position and row.opening), "one way to say what the position is"
    start = row.start()
    assert not references.VARIANT.faults(start)
    assert bool(row.dice) == bool(row.play)
    plays = row.plays()  # raises where one is illegal or can be read in two ways
    assert len({play.position for play in plays}) == len(plays)
    assert row.dice or row.figure(), "neither a play nor a figure"
    assert sum(given is not None for given in (row.equity, row.chances, row.win)) <= 1


def test_chances_are_possible() -> None:
    for _, row in ROWS:
        if row.chances:
            win, gammons, backgammons, gammons_lost, backgammons_lost = row.chances
            assert 100 >= win >= gammons >= backgammons >= 0
            assert 100 - win >= gammons_lost >= backgammons_lost >= 0


def test_every_opening_roll_is_there() -> None:
    first = [row.dice for _, row in ROWS if row.start() == references.VARIANT.start_position]
    assert sorted(first) == sorted(f"{a}{b}" for a in range(1, 7) for b in range(1, a + 1))


def test_positions_and_replies_are_there() -> None:
    assert sum(row.start() != references.VARIANT.start_position for _, row in ROWS) >= 20


def test_an_opening_leads_to_its_position() -> None:
    row = Row(
        "after the best opening roll", opening="31 8/5 6/5", dice="66", play="24/18(2) 13/7(2)"
    )
    assert row.start() == Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:2 6:4 5:2")


def test_figures_in_one_unit() -> None:
    chances = Row("a rollout", chances=(52.0, 14.0, 1.0, 12.0, 0.5)).figure()
    assert chances and chances.value == pytest.approx(0.04 + 0.02 + 0.005)
    assert str(Row("a table", equity=0.1).figure()) == "+0.100"
    assert str(Row("a race", win=86.1).figure()) == "86.1%"
    assert Row("a play", dice="31", play="8/5 6/5").figure() is None


def test_the_tables_show_every_row() -> None:
    few = [source for source in SOURCES if len(source.row) < 8]
    found = list(references.compare(HandmadeEvaluator(references.VARIANT), few))
    assert len(found) == sum(len(source.row) for source in few)
    for one in found:
        assert one.loss >= 0
        assert bool(one.best) == bool(one.row.dice)
    text = list(references.text(found, few))
    page = list(references.markdown(found, few))
    for source in few:
        assert any(source.url in line for line in text)
        assert any(source.url in line for line in page)
    assert references.summary(found) in text[-1]
