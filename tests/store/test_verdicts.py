"""Verdicts are kept in a file that may be damaged or deleted: then they are computed again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fullprime import Match
from fullprime.analysis.review import review
from fullprime.store.verdicts import Verdicts


def test_what_is_kept_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "verdicts.db"
    with closing(Verdicts(path)) as verdicts:
        verdicts["a"] = b"one"
        verdicts["b"] = b"two"
        verdicts["a"] = b"three"
        assert verdicts.get("c") is None
    with closing(Verdicts(path)) as verdicts, closing(Verdicts(path)) as others:
        assert dict(verdicts) == dict(others) == {"b": b"two", "a": b"three"}
        assert len(verdicts) == 2
        del verdicts["a"]
        with pytest.raises(KeyError):
            del verdicts["a"]
        assert "a" not in others


def test_the_oldest_go_first(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.db"
    with closing(Verdicts(path)) as verdicts:
        for number in range(10):
            verdicts[str(number)] = b"x"
    with closing(Verdicts(path, most=3)) as verdicts:
        assert list(verdicts) == ["7", "8", "9"]


def test_what_is_damaged_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.db"
    with closing(Verdicts(path)) as verdicts:
        verdicts["a"] = b"one"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE verdicts SET answer = x'00'")
            connection.commit()
        assert verdicts.get("a") is None
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DROP TABLE verdicts")
        assert verdicts.get("a") is None
        verdicts["a"] = b"one"  # cannot be kept, which harms no one


def test_a_review_finds_what_it_had(tmp_path: Path) -> None:
    match = Match.start(target=3).apply("31").apply("24/23 13/10").apply("64").apply("24/14")
    with closing(Verdicts(tmp_path / "verdicts.db")) as verdicts:
        first = review(match, plies=1, cached=verdicts)
        known = len(verdicts)
        assert known > 4
        assert review(match, plies=1, cached=verdicts) == first
        assert len(verdicts) == known
