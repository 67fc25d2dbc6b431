"""Clocks run whether anyone is there, and across restarts; how the seconds of a turn count."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import pytest

from fullprime.server.clock import (
    CREDIT_OF_TURN,
    MOST_CREDIT,
    Clock,
    ClockRules,
    Kind,
    LagCredit,
)
from fullprime.server.outages import Marks
from server_client import PATIENCE, Server, Visitor
from stores import aged

SHORT = {"minutes": 0.02, "delay": 0}
"""Little more than a second."""


@pytest.mark.parametrize(
    ("kind", "spent", "left", "following"),
    [
        ("delay", [4.0], 60.0, 1),
        ("delay", [15.0], 55.0, 1),
        ("delay", [4.0, 9.0], 57.0, 1),  # a roll and its play share one delay
        ("bronstein", [4.0], 60.0, 1),
        ("bronstein", [15.0], 55.0, 1),
        ("bronstein", [4.0, 9.0], 57.0, 1),
        ("fischer", [4.0], 66.0, 1),
        ("fischer", [15.0], 55.0, 1),
        ("fischer", [4.0, 9.0], 57.0, 1),
        ("fischer", [4.0], 56.0, 0),  # nothing is added within a turn
        ("bronstein", [4.0], 56.0, 0),
    ],
)
def test_the_seconds_of_a_turn(kind: Kind, spent: list[float], left: float, following: int) -> None:
    clock = Clock.start(ClockRules(minutes=1, delay=10, kind=kind))
    for seconds in spent[:-1]:
        clock = clock.after(0, seconds, 0)
    clock = clock.after(0, spent[-1], following)
    assert clock.left == (left, 60.0)


def test_when_a_clock_is_over() -> None:
    lasts = {}
    for kind in ("delay", "bronstein", "fischer"):
        clock = Clock.start(ClockRules(minutes=1, delay=10, kind=kind))
        lasts[kind] = clock.lasts(0)
    assert lasts == {"delay": 70.0, "bronstein": 60.0, "fischer": 60.0}


def test_lag_is_credited_within_bounds() -> None:
    """Who holds back the answers to pings for a thousand turns gains no more than the bound."""
    credit = LagCredit()
    assert credit.take(0, 0.1) == 0.1
    liar = LagCredit()
    gained = [liar.take(0, 60.0) for _ in range(1000)]
    assert max(gained) == CREDIT_OF_TURN
    assert sum(gained) <= MOST_CREDIT + 0.25 * 1000
    assert liar.take(1, 0.3) == 0.3, "the other seat has its own"
    honest = LagCredit()
    assert [honest.take(0, 0.2) for _ in range(1000)] == [0.2] * 1000
    assert honest.of(0, -5.0) == 0.0


# When no server runs -----------------------------------------------------------------------------


def test_time_without_a_server_counts_for_nobody(tmp_path: Path) -> None:
    now = [1000.0]
    path = tmp_path / "alive"
    first = Marks(path, lambda: now[0])
    now[0] = 1100.0
    first.mark()
    assert first.running_since(1050.0) == 50.0
    now[0] = 1400.0
    second = Marks(path, lambda: now[0])
    assert second.gaps == [(1100.0, 1400.0)]
    now[0] = 1410.0
    assert second.running_since(1050.0) == 60.0
    assert second.running_since(1200.0) == 10.0
    assert second.running_since(1405.0) == 5.0
    second.mark()
    now[0] = 1500.0
    third = Marks(path, lambda: now[0])
    assert third.gaps == [(1100.0, 1400.0), (1410.0, 1500.0)]
    now[0] = 900.0
    assert third.running_since(1050.0) == 0.0, "the clock on the wall was set back"
    path.write_text("1100.0 14")
    assert Marks(path, lambda: 1600.0).gaps[0] == (1100.0, 14.0), "a cut line takes nothing away"
    unmarked = Marks(tmp_path / "none", lambda: 1000.0, unmarked=True)
    assert unmarked.running_since(400.0) == 0, "nobody knows when a server ran"


def clocked(ann: Visitor, ben: Visitor, minutes: float) -> str:
    match = ann.new_match(
        "hypergammon", opponent={"kind": "invite"}, clock={"minutes": minutes, "delay": 0}
    )
    ben.post(f"/api{match['invite']}")
    with ann.sit(match["id"]) as table:
        table.until(lambda: table.state["actor"] is not None)
    return str(match["id"])


def is_lost(visitor: Visitor, match_id: str) -> bool:
    result = visitor.get(f"/api/matches/{match_id}")[1]["results"]
    return bool(result) and result[0]["by"] == "time"


def wait_until_lost(data: Path) -> None:
    """As the disk has it: nobody asks the server."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with sqlite3.connect(f"file:{data}?mode=ro", uri=True) as database:
            query = "SELECT count(*) FROM events WHERE action LIKE '%timed_out%'"
            [[found]] = database.execute(query).fetchall()
        database.close()
        if found:
            return
        time.sleep(0.1)
    raise AssertionError("the clock does not ring")


def test_a_clock_runs_while_no_page_is_open(tmp_path: Path) -> None:
    with Server(tmp_path / "m.db") as server:
        ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
        match_id = clocked(ann, ben, minutes=0.02)
        wait_until_lost(tmp_path / "m.db")
        assert is_lost(ann, match_id)


def test_a_clock_runs_on_after_the_server_was_killed(tmp_path: Path) -> None:
    data = tmp_path / "m.db"
    with Server(data) as server:
        ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
        match_id = clocked(ann, ben, minutes=10)
        server.kill()
        # The last event was nine minutes ago, and the server was killed a minute ago.
        aged(data, 540)
        ago = time.time() - 60
        os.utime(tmp_path / "m.db.alive", (ago, ago))
        server.start()
        clock = ann.get(f"/api/matches/{match_id}")[1]["clock"]
        left = clock["left"][clock["running"]]
        assert 60 < left <= 60 + 60 + 5, "nine minutes are used, of which one counts for nobody"
        server.kill()
        aged(data, 600)
        server.start()
        wait_until_lost(data)
        assert is_lost(ben, match_id)


# Who stays away ----------------------------------------------------------------------------------


def test_a_match_is_claimed_from_who_vanished(tmp_path: Path) -> None:
    room = {"FULLPRIME_SERVE_CLAIM": "60"}
    with Server(tmp_path / "m.db", room=room) as server:
        ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
        match = ann.new_match("hypergammon", opponent={"kind": "invite"})
        ben.post(f"/api{match['invite']}")
        match_id = match["id"]
        with ann.sit(match_id) as table:
            table.until(lambda: table.state["actor"] is not None)
            waits, away = (ann, ben) if table.state["actor"] == 1 else (ben, ann)
        path = f"/api/matches/{match_id}"
        assert waits.post(f"{path}/claim")[1]["code"] == "claim.early"
        assert away.post(f"{path}/claim")[1]["code"] == "claim.none", "it is their own turn"
        assert Visitor(server).post(f"{path}/claim")[0] == 403
        server.kill()
        aged(tmp_path / "m.db", 61)
        server.start()
        with away.sit(match_id):
            assert waits.get(path)[1]["claim"] is None, "they are back"
            assert waits.post(f"{path}/claim")[0] == 409
        assert waits.get(path)[1]["claim"] == 0
        status, state = waits.post(f"{path}/claim")
        assert (status, state["over"], state["winner"]) == (200, True, state["you"][0])
        assert waits.post(f"{path}/claim")[0] == 409
