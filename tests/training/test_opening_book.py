"""The program that rolls out the opening book: it stops and goes on without changing a figure."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

import opening_book
from fullprime.analysis.opening_book import book_of
from opening_book import Kept, Name, Shelf, begun, book, read, roll_out, roller, row

NAME = Name("65")


@pytest.fixture(scope="module")
def kept() -> Kept:
    return begun(NAME)


def test_what_is_shipped_is_what_was_rolled_out() -> None:
    shelf = Shelf(opening_book.WORK / f"{opening_book.GAME}.jsonl.gz")
    made, shipped = book(shelf), book_of(opening_book.GAME)
    assert shipped
    assert msgspec.structs.replace(made, date=shipped.date) == shipped


def test_a_decision_is_found_again_in_its_file(kept: Kept, tmp_path: Path) -> None:
    file = tmp_path / "book.jsonl"
    shelf = Shelf(file)
    shelf.tidy()
    shelf.add(kept)
    more = roll_out(NAME, 216, kept)
    shelf.add(more)
    with file.open("ab") as out:
        out.write(row(kept)[:100])  # it was killed while it wrote
    assert Shelf(file).kept == {NAME: more}
    assert roller().verify(more.rolled) == []


def test_rounds_give_the_same_as_all_trials_at_once(kept: Kept) -> None:
    later = roll_out(NAME, 216, kept)
    assert later.trials == 216
    at_once = roller().roll_out(
        [line.subject for line in later.rolled.lines],
        later.rolled.settings,
        later.rolled.terms,
        question=later.rolled.question,
    )
    assert at_once == later.rolled


def test_a_play_that_is_clearly_behind_gets_no_more_trials(kept: Kept) -> None:
    assert {line.subject.name for line in kept.lines} >= {"24/13", "24/18 13/8"}
    assert len(kept.rolled.lines) >= 2
    best = kept.rolled.best.equity.mean
    for line in kept.dropped:
        assert best - line.equity.mean >= opening_book.GOOD


def test_replies_follow_after_every_good_play(kept: Kept, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "book.jsonl")
    shelf.tidy()
    assert len(shelf.waiting("first", 36)) == 15
    assert shelf.waiting("reply", 36) == []
    shelf.add(kept)
    assert len(shelf.waiting("first", 36)) == 14
    waiting = shelf.waiting("reply", 36)
    assert len(waiting) == 21
    assert {(name.first, name.play) for name in waiting} == {("65", "24/13")}


def test_the_seed_follows_from_the_words() -> None:
    assert Name("31").seed == 3832313845
    assert Name("31", "8/5 6/5", "64").seed != Name("31", "8/5 6/5", "63").seed


def test_a_file_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert list(read(tmp_path / "none.jsonl")) == []


def test_the_time_to_stop() -> None:
    assert opening_book.ends_at(None) == float("inf")
    assert 0 < opening_book.ends_at("12:00") - time.time() <= 86_400
