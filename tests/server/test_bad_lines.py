"""Lines that break at any byte, are slow, or say everything twice: the same match comes about."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from bad_line import BadLine
from quick_player import QuickPlayer
from server_client import Server, Visitor

MOST_BYTES = 12_000
"""A line that lives so long carries a few actions."""


def events(data: Path, match_id: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(data)) as database:
        query = "SELECT version, seat, action, ack FROM events WHERE match = ? ORDER BY version"
        return database.execute(query, (match_id,)).fetchall()


def at_cut_lines(data: Path, cuts: int) -> int:
    """Until the line has broken so often; how many actions were acknowledged."""
    with Server(data, "--seed", "3") as server:
        ann = Visitor(server, "Ann")
        quick = QuickPlayer(ann)
        with BadLine(server.port, seed=cuts, cut=MOST_BYTES) as line:
            ann.server = cast(Server, line)
            while line.cuts < cuts:
                quick.go_on(20)
        ann.server = server
        assert quick.go_on(2) is None
        assert quick.all_there()
    found = events(data, quick.id)
    keys = {ack: version for version, _, _, ack in found if ack}
    assert keys == quick.acked
    assert len(keys) == sum(1 for *_, ack in found if ack), "nothing was done twice"
    return len(keys)


def test_a_line_that_breaks_at_any_byte(tmp_path: Path) -> None:
    assert at_cut_lines(tmp_path / "m.db", 25) > 4


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_broken_lines(tmp_path: Path) -> None:
    done = at_cut_lines(tmp_path / "m.db", 10_000)
    print(f"10,000 lines broken at any byte, {done} actions acknowledged, each done once")


def at_a_line(data: Path, actions: int, **how: Any) -> list[tuple[Any, ...]]:
    """The log of the same player at such a line."""
    with Server(data, "--seed", "3") as server:
        ann = Visitor(server, "Ann")
        quick = QuickPlayer(ann, times=how.pop("times", 1))
        if how:
            with BadLine(server.port, seed=1, **how) as line:
                ann.server = cast(Server, line)
                assert quick.go_on(actions) is None
        else:
            assert quick.go_on(actions) is None
        assert len(quick.acked) == actions
    return [(version, seat, action) for version, seat, action, _ in events(data, quick.id)]


def test_slow_lines_and_double_words_change_nothing(tmp_path: Path) -> None:
    quiet = at_a_line(tmp_path / "a.db", 6)
    assert at_a_line(tmp_path / "b.db", 6, times=2, delay=0.05, pieces=True) == quiet


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_very_slow_lines_change_nothing(tmp_path: Path) -> None:
    count = 100
    quiet = at_a_line(tmp_path / "a.db", count)
    for number, times in enumerate((1, 2, 5)):
        data = tmp_path / f"b{number}.db"
        assert at_a_line(data, count, times=times, delay=2.0, pieces=True) == quiet
    print(f"{count} actions over lines of up to 2 s, byte by byte, said 1, 2 and 5 times: one log")
