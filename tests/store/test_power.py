"""The process is killed, or the power is cut, at any moment: what was acknowledged is there, whole.

A program runs once on a machine that records every write; what its disk holds after a cut at any
of these moments is made from the record.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import machine
import store_evening
from fullprime.store.store import Store
from machine import Deed, Disk
from store_evening import VERBS

PROGRAM = Path(store_evening.__file__)


def recorded(folder: Path, *arguments: str | Path) -> tuple[Path, list[Deed]]:
    """The record of such a program."""
    path, record = folder / "m.db", folder / "record"
    what, *more = map(str, arguments)
    places = os.pathsep.join(sys.path)
    around = {**os.environ, "PYTHONPATH": places, **machine.environment(path, record)}
    command = [sys.executable, str(PROGRAM), what, str(path), *more]
    subprocess.run(command, env=around, check=True, stdout=subprocess.DEVNULL)
    return path, list(machine.deeds(record))


def left(
    path: Path, record: Sequence[Deed], count: int, kept: float = 0.5
) -> Iterator[tuple[int, Path]]:
    """What a cut leaves at so many moments, one after the other, each with its moment."""
    disk, chance, done = Disk(), random.Random(7), 0
    for moment in machine.moments(record, chance, count):
        for deed in record[done:moment]:
            disk.do(deed)
        done = moment
        cut = disk.cut(path.parent / "cut", path, chance, kept)
        yield moment, cut
        shutil.rmtree(cut.parent)


def acks(record: Sequence[Deed]) -> list[dict[str, object]]:
    said = b"".join(deed.data for deed in record if deed.what == "ack")
    return [json.loads(line) for line in said.splitlines()]


# Every verb of the store -------------------------------------------------------------------------


def a_state_too_many_or_none(path: Path, count: int, kept: float) -> int:
    """Each verb has been done or not, and those acknowledged have been."""
    states_file = path.parent / "states"
    path, record = recorded(path.parent, "verbs", states_file)
    states = json.loads(states_file.read_text())
    assert len(states) == len(VERBS) + 1
    assert all(before != after for before, after in pairwise(states))
    for moment, cut in left(path, record, count, kept):
        done = len(acks(record[:moment]))
        asyncio.run(opened(cut))
        found = store_evening.content(cut)
        assert found in states[done : done + 2], f"after {moment} of {len(record)}: {done} done"
    return len(record)


async def opened(path: Path) -> None:
    """By the next server."""
    async with await Store.open(path) as store:
        assert await store.database.faults() == []


@pytest.mark.parametrize("kept", [1.0, 0.5], ids=["kill", "power cut"])
def test_every_verb_is_done_or_not(tmp_path: Path, kept: float) -> None:
    a_state_too_many_or_none(tmp_path / "m.db", 20, kept)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_every_verb_at_every_moment(tmp_path: Path) -> None:
    for kept in (1.0, 0.0, 0.5):
        folder = tmp_path / str(kept)
        folder.mkdir()
        count = a_state_too_many_or_none(folder / "m.db", 10**6, kept)
        print(f"{len(VERBS)} verbs, {count} moments, {kept} of what was not synced: all whole")


# Tables that act at once -------------------------------------------------------------------------


def lost(path: Path, actions: int, cuts: int, mode: str = "FULL") -> tuple[int, int]:
    """Of so many cuts, those after which an acknowledged action was missing; and all actions."""
    path, record = recorded(path.parent, "tables", str(actions), mode)
    missing = sum(
        asyncio.run(misses(cut, acks(record[:moment]))) for moment, cut in left(path, record, cuts)
    )
    return missing, len(acks(record))


async def misses(path: Path, acknowledged: Sequence[dict[str, object]]) -> bool:
    """Whole it is in any case."""
    newest: dict[str, int] = {}
    for ack in acknowledged:
        newest[str(ack["match"])] = int(str(ack["version"]))
    async with await Store.open(path) as store:
        assert await store.database.faults() == []
        for match_id, version in newest.items():
            kept = await store.match(match_id)
            if kept is None or len(kept.events) < version:
                return True
    return False


def test_nothing_acknowledged_is_lost_when_the_power_is_cut(tmp_path: Path) -> None:
    assert lost(tmp_path / "m.db", 30, 25) == (0, 30 * store_evening.TABLES)


def test_a_database_that_waits_less_would_lose_something(tmp_path: Path) -> None:
    """So the test above sees what it looks for."""
    missing, _ = lost(tmp_path / "m.db", 20, 10, "NORMAL")
    assert missing > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_nothing_is_lost_in_a_thousand_power_cuts(tmp_path: Path) -> None:
    missing, actions = lost(tmp_path / "m.db", 400, 1000)
    print(f"1,000 power cuts while {actions} actions were acknowledged: {missing} lost something")
    assert missing == 0
