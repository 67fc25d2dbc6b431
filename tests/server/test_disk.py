"""The disk under a server: in which order it is written, that it is full, and that it fails."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

import machine
from quick_player import QuickPlayer
from server_client import PATIENCE, Server, Visitor

KEY: Final = re.compile(rb"key-[0-9]{8}-[0-9a-f]{8}")


def server_on(tmp_path: Path, **how: Any) -> Server:
    """A server whose machine is watched."""
    data = how.pop("data", tmp_path / "m.db")
    room = dict.fromkeys(("FULLPRIME_SERVE_LIMITS_RATE", "FULLPRIME_SERVE_LIMITS_BURST"), "1000000")
    return Server(data, room=room | machine.environment(data, **how), log=tmp_path / "log")


def until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(0.1)


# The order of writes -----------------------------------------------------------------------------


def early_acks(record: list[machine.Deed]) -> tuple[int, int]:
    """Acknowledgments that left before the disk had what they are about; and all of them."""
    written: dict[bytes, tuple[int, int]] = {}
    synced: dict[int, list[int]] = {}
    early = count = 0
    for number, deed in enumerate(record):
        if deed.what == "write":
            for key in KEY.findall(deed.data):
                written.setdefault(key, (deed.file, number))
        elif deed.what == "sync":
            synced.setdefault(deed.file, []).append(number)
        elif deed.what == "ack":
            for key in KEY.findall(deed.data):
                file, at = written.get(key, (0, number))
                count += 1
                early += not any(at < sync for sync in synced.get(file, [])[-50:])
    return early, count


def acknowledged(tmp_path: Path, actions: int) -> tuple[int, int]:
    record = tmp_path / "record"
    with server_on(tmp_path, record=record) as server:
        quick = QuickPlayer(Visitor(server, "Ann"))
        while len(quick.acked) < actions:  # a line may break on a busy machine
            assert quick.go_on(actions - len(quick.acked)) is None
    return early_acks(list(machine.deeds(record)))


def test_nothing_is_acknowledged_before_it_is_on_the_disk(tmp_path: Path) -> None:
    assert acknowledged(tmp_path, 60) == (0, 60)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_acknowledgments_come_after_their_syncs(tmp_path: Path) -> None:
    early, count = acknowledged(tmp_path, 10_000)
    assert early == 0
    assert count >= 10_000, "some are said twice"


def test_an_early_acknowledgment_would_be_seen() -> None:
    key = b"key-00000001-0000abcd"
    write, sync, ack = (
        machine.Deed("write", 1, 0, b"..." + key),
        machine.Deed("sync", 1, 0, b""),
        machine.Deed("ack", 0, 0, b'{"type":"ack","ack":"' + key + b'"}'),
    )
    assert early_acks([write, sync, ack]) == (0, 1)
    assert early_acks([write, ack, sync]) == (1, 1)
    assert early_acks([ack, write, sync]) == (1, 1)


# A full disk -------------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of its own."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a full disk is NOT tested: that needs to mount one, as root on Linux")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """Players hear it; nothing acknowledged is lost, and with room again play goes on."""
    with (
        small_disk(tmp_path / "disk", 8) as disk,
        server_on(tmp_path, data=disk / "m.db") as server,
    ):
        ann = Visitor(server, "Ann")
        quick = QuickPlayer(ann)
        assert quick.go_on(5) is None
        filler = disk / "filler"
        with filler.open("wb", 0) as file, pytest.raises(OSError, match="No space left"):
            while True:
                file.write(bytes(4096))
        said = quick.go_on(10_000)
        assert said is not None
        assert said["code"] == "server.full"
        assert quick.asked is not None
        filler.unlink()
        until(lambda: ann.get("/readyz")[0] == 200)
        assert quick.go_on(20) is None
        assert quick.all_there()


# A disk that fails -------------------------------------------------------------------------------


def a_failing_disk(folder: Path, call: str, number: int, mode: str) -> tuple[int, bool]:
    """Plays until it fails; what was acknowledged then, and whether the process went on."""
    folder.mkdir()
    server = server_on(folder, fail=f"{call}:{number}:{mode}", record=folder / "record")
    quick: QuickPlayer | None
    try:
        server.start()
        quick = QuickPlayer(Visitor(server, "Ann"))
        for _ in range(3):  # who is sent away comes back at once
            quick.go_on(10)
    except (AssertionError, OSError, ConnectionClosed):
        quick = None  # it did not even begin
    if call == "sync":
        until(lambda: not server.is_running)
    running = server.is_running
    server.kill()
    with Server(folder / "m.db") as next_one:
        assert Visitor(next_one).get("/readyz")[0] == 200
        if quick:
            quick.visitor.server = next_one
            assert quick.all_there(), f"{call} {number} {mode}"
            assert quick.go_on(3) is None
    return len(quick.acked) if quick else 0, running


def test_after_a_failed_sync_nothing_is_acknowledged(tmp_path: Path) -> None:
    _, running = a_failing_disk(tmp_path / "one", "sync", 15, "once")
    deeds = list(machine.deeds(tmp_path / "one" / "record"))
    [failed] = [at for at, deed in enumerate(deeds) if deed.what == "failed"]
    assert not running, "it has stopped by itself"
    assert any(deed.what == "ack" for deed in deeds[:failed])
    assert not any(deed.what == "ack" for deed in deeds[failed:])


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_disk_that_fails_at_any_call(tmp_path: Path) -> None:
    acked = runs = 0
    for call, most in (("write", 300), ("sync", 60), ("truncate", 2)):
        for mode in ("once", "forever"):
            for number in range(1, most, 1 if most < 10 else 9):
                found, _ = a_failing_disk(tmp_path / f"{call}{number}{mode}", call, number, mode)
                acked, runs = acked + found, runs + 1
    print(f"{runs} failing disks, {acked} actions acknowledged before they failed, none lost")


# A slow disk -------------------------------------------------------------------------------------


def test_a_slow_disk_keeps_nobody_waiting_who_needs_it_not(tmp_path: Path) -> None:
    """While actions wait for the disk, everything that is not to be kept is answered at once."""
    slow = tmp_path / "slow"
    with server_on(tmp_path, slow=slow) as server:
        players = [QuickPlayer(Visitor(server, name)) for name in ("Ann", "Ben", "Eve")]
        for each in players:
            assert each.go_on(2) is None
        slow.write_text("3")
        with ThreadPoolExecutor(len(players)) as pool:
            acting = [pool.submit(each.go_on, 1) for each in players]
            time.sleep(0.5)  # the actions are on their way
            answered = [Visitor(server).get("/healthz")[0] for _ in range(20)]
            still = [each.done() for each in acting]
            slow.write_text("0")
            assert [each.result() for each in acting] == [None] * 3
        assert answered == [200] * 20
        assert still == [False] * 3, "an acknowledgment came before its sync"
        assert [len(each.acked) for each in players] == [3] * 3


# The clock on the wall ---------------------------------------------------------------------------


def test_a_clock_on_the_wall_that_jumps_is_not_the_clock_of_a_match(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    with server_on(tmp_path, wall=wall) as server:
        ann = Visitor(server, "Ann")
        quick = QuickPlayer(ann, clock={"minutes": 30, "delay": 0})
        for jump in (3600, -3600, 86400, -86400):
            assert quick.go_on(2) is None
            before = ann.get(f"/api/matches/{quick.id}")[1]["clock"]["left"]
            wall.write_text(str(jump))
            until(lambda: abs(_date(ann) - time.time() - jump) < PATIENCE)  # noqa: B023
            assert quick.go_on(2) is None
            after = ann.get(f"/api/matches/{quick.id}")[1]["clock"]["left"]
            for earlier, later in zip(before, after, strict=True):
                assert earlier - 2 * PATIENCE < later <= earlier


def _date(visitor: Visitor) -> float:
    """What time it is, as the server says."""
    return parsedate_to_datetime(visitor.ask("GET", "/healthz")[1]["Date"]).timestamp()
