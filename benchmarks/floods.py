"""What floods do to those who play: how long their actions take, and how the server grows.

    python -m benchmarks.floods [--tables 8] [--seconds 10] [--only silent deaf ...] [--record]

A server of its own, on loopback alone. Honest players act twice a second at their tables, first in
quiet, then beside each flood in turn, which comes from another address of the same machine
(127.0.0.2, as Linux has it) and from processes of its own, which run only while a core is idle:
a real flood computes elsewhere. A flood has at most `MOST` connections and ends with its seconds;
*begun* are the connections, requests or rounds of messages that it began in a second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from itertools import cycle
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any, Final, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks import results
from fullprime.formats import match_file
from fullprime.match import Match, Points

MOST: Final = 500
"""Connections of a flood."""
IP_BIND_ADDRESS_NO_PORT: Final = 24
"""Of Linux; the module has no name for it."""
LOOPS: Final = 8
PACE: Final = 0.5
PEOPLE: Final = 4
STRANGER: Final = "127.0.0.2"
ALLOWED_P99: Final = 3.0
"""Times the quiet one."""
ALLOWED_MEMORY: Final = 100
"""MB."""

Json = dict[str, Any]


class Address(NamedTuple):
    """What a flood knows of the server, and those who play."""

    port: int
    cookie: str
    """Of somebody who has a long match,"""
    match: str
    table: str
    """and one to sit at."""


# Floods ------------------------------------------------------------------------------------------


def _line(address: Address) -> socket.socket:
    """One that leaves nothing behind when it ends: a flood of closed lines would take all ports."""
    line = socket.socket()
    line.settimeout(30)
    line.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.bind((STRANGER, 0))
    line.connect(("127.0.0.1", address.port))
    return line


Flood = Callable[[Address], Iterator[int]]
"""Goes on for ever, and says how much more it has begun."""


def _holding(sent: bytes) -> Flood:
    """Many connections that begin something and never go on; those that are ended begin again."""

    def flood(address: Address) -> Iterator[int]:
        held: list[socket.socket] = []
        while True:
            if len(held) < MOST:
                with contextlib.suppress(OSError):
                    held.append(_line(address))
                    held[-1].sendall(sent)
                yield 1
            else:
                time.sleep(0.05)
                held = [line for line in held if not _is_ended(line)]
                yield 0

    return flood


def _is_ended(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def _asking(method: str, path: str, body: bytes | None = None) -> Flood:
    """A loop that asks and waits for the answer."""

    def flood(address: Address) -> Iterator[int]:
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection("127.0.0.1", address.port)
                line.sock = _line(address)
                cookie = {"Cookie": address.cookie} if "{match}" in path else {}
                kind = {"Content-Type": "application/json"} if body else {}
                line.request(method, path.format(match=address.match), body, cookie | kind)
                line.getresponse().read()
                line.close()
            yield 1

    return flood


def _frame(opcode: int, content: bytes) -> bytes:
    return bytes((0x80 | opcode, 0x80 | len(content), 0, 0, 0, 0)) + content


def _socketing(frame: bytes, wanted: str = "") -> Flood:
    """Sockets at a table that send one thing again and again, and hear nothing."""

    def flood(address: Address) -> Iterator[int]:
        head = (
            f"GET /ws/matches/{address.table} HTTP/1.1\r\nHost: 127.0.0.1:{address.port}\r\n"
            f"Origin: http://127.0.0.1:{address.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            f"Sec-WebSocket-Version: 13\r\n{wanted}\r\n"
        )
        held: list[socket.socket] = []
        while True:
            with contextlib.suppress(OSError):
                while len(held) < 30:
                    line = _line(address)
                    line.sendall(head.encode())
                    line.sendall(_frame(1, b'{"type":"hello","version":null}'))
                    line.setblocking(False)
                    held.append(line)
            for line in list(held):
                try:
                    line.send(frame * 10)
                except BlockingIOError:
                    continue
                except OSError:
                    held.remove(line)
            yield 1
            time.sleep(0.01)

    return flood


def _flooding(flood: Flood, address: Address, until: float, begun: Synchronized[int]) -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    for more in flood(address):
        with begun.get_lock():
            begun.value += more
        if time.monotonic() > until:
            return


HEAD: Final = b"Host: localhost\r\nContent-Type: application/json\r\n"
POST: Final = b"POST /api/matches HTTP/1.1\r\n"
FLOODS: Final[dict[str, tuple[int, Flood]]] = {
    "silent": (1, _holding(b"")),
    "half a head": (1, _holding(b"GET / HTTP/1.1\r\n" + HEAD)),
    "no body": (
        1,
        _holding(b"POST /api/matches HTTP/1.1\r\n" + HEAD + b"Content-Length: 9\r\n\r\n"),
    ),
    "two exports": (2, _asking("GET", "/api/matches/{match}/export?format=mat")),
    "twenty exports": (20, _asking("GET", "/api/matches/{match}/export?format=mat")),
    "pages": (LOOPS, _asking("GET", "/")),
    "newcomers": (LOOPS, _asking("PATCH", "/api/me", b'{"name":"Eve"}')),
    "new matches": (LOOPS, _asking("POST", "/api/matches", b'{"game":"backgammon"}')),
    "long stakes": (
        LOOPS,
        _asking(
            "POST",
            "/api/matches",
            b'{"game":"backgammon","target":{"type":"money","stake":"%s"}}' % (b"9" * 60_000),
        ),
    ),
    "names": (LOOPS, _asking("PATCH", "/api/me", '{"name":"\u202eFullprime"}'.encode())),
    "rollouts": (LOOPS, _asking("POST", "/api/rollouts", b'{"trials":12960,"plies":2}')),
    "deflate": (
        1,
        _socketing(
            _frame(0x41, zlib.compress(bytes(4_000_000))[2:-4][:120]),
            "Sec-WebSocket-Extensions: permessage-deflate\r\n",
        ),
    ),
    "deaf": (1, _socketing(_frame(1, b'{"type":"hello","version":null}'))),
    "pings": (1, _socketing(_frame(9, b"x"))),
}
"""So many processes, and what each does."""


# Who plays ---------------------------------------------------------------------------------------


def ask(port: int, method: str, path: str, body: object, cookie: str = "") -> tuple[Json, str]:
    """An answer, and the cookie."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = {"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {})
    line.request(method, path, data, kind)
    answer = line.getresponse()
    told = json.loads(answer.read())
    if answer.status not in (200, 201):
        raise SystemExit(f"{method} {path}: {told}")
    given = answer.headers.get("Set-Cookie", cookie).partition(";")[0]
    return told, given


def long_match() -> bytes:
    """A match file that takes a while to play again."""
    chance = random.Random(1)
    match = Match.start(target=Points(25))
    while match.winner is None:
        if match.game.result:
            match = match.next_game()
        elif match.game.plays:
            match = match.apply(chance.choice(list(match.game.plays)))
        else:
            match = match.apply(f"{chance.randint(1, 6)}{chance.randint(1, 6)}")
    return match_file.named("mat").dump(match).data


class Seat(NamedTuple):
    """Where somebody plays."""

    match: str
    cookie: str


def new_seats(port: int, count: int) -> list[Seat]:
    """For a few people, each at several tables: newcomers of one address are few."""
    cookies = [ask(port, "PATCH", "/api/me", {"name": "Ben"})[1] for _ in range(PEOPLE)]
    kind = {"kind": "here", "name": ""}
    asked = {"game": "hypergammon", "opponent": kind, "target": {"type": "money", "stake": "1"}}
    return [
        Seat(ask(port, "POST", "/api/matches", asked, cookie)[0]["id"], cookie)
        for _, cookie in zip(range(count), cycle(cookies), strict=False)
    ]


def warm_up(port: int, cookie: str) -> None:
    """A rollout: the first one of a machine makes the tables that all later ones find."""
    job, _ = ask(port, "POST", "/api/rollouts", {"trials": 72, "plies": 2}, cookie)
    while ask(port, "GET", f"/api/rollouts/{job['id']}", None, cookie)[0]["state"] != "done":
        time.sleep(0.2)


async def table(stack: AsyncExitStack, port: int, seat: Seat, waits: list[float]) -> None:
    """One person at both sides of a table, who resigns, accepts and begins again."""
    line = await stack.enter_async_context(
        connect(
            f"ws://127.0.0.1:{port}/ws/matches/{seat.match}",
            additional_headers={"Cookie": seat.cookie},
            origin=Origin(f"http://127.0.0.1:{port}"),
            compression=None,
            max_size=None,
        )
    )
    await line.send('{"type":"hello","version":null}')
    state = await _state(line)
    await asyncio.sleep(random.random() * PACE)
    while True:
        began = time.perf_counter()
        wish = {"resigning": {"type": "accepted"}, "over": {"type": "next_game"}}.get(
            state["phase"], {"type": "resigned", "multiple": 1}
        )
        if state["phase"] == "opening":
            state = await _state(line)
            continue
        ack = f"{began}"
        await line.send(json.dumps(wish | {"version": state["version"], "ack": ack}))
        while True:
            message = json.loads(await line.recv())
            state = message.get("state", state)
            if message["type"] in ("ack", "error") and message["ack"] == ack:
                break
        if message["type"] == "ack":
            waits.append(time.perf_counter() - began)
        await asyncio.sleep(PACE)


async def _state(line: ClientConnection) -> Json:
    while True:
        message = json.loads(await line.recv())
        if message["type"] == "events":
            found: Json = message["state"]
            return found


# Measuring ---------------------------------------------------------------------------------------


class Measures(NamedTuple):
    """What was seen beside a flood."""

    waits: Sequence[float]
    memory: float
    """MB at most."""
    lost: int
    """Players whose line was ended."""
    begun: float
    """By the flood, in a second."""

    def percentile(self, part: float) -> float:
        """In milliseconds."""
        waits = sorted(self.waits)
        return 1000 * waits[min(len(waits) - 1, int(part * len(waits)))] if waits else 0.0


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """The port and the process of a server with its usual limits."""
    command = [sys.executable, "-m", "fullprime", "serve", "--no-open", "--port", "0"]
    command += ["--data", str(folder / "matches.db"), "--no-reviews"]
    environment = {**os.environ, "FULLPRIME_HOME": str(folder)}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        ) as process,
    ):
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        if not found:
            raise SystemExit("the server has no address")
        try:
            _wait(int(found[1]), process)
            yield int(found[1]), process.pid
        finally:
            if process.poll() is not None:
                print((folder / "log").read_text()[-4000:], f"it ended with {process.returncode}")
            process.terminate()


def _wait(port: int, process: subprocess.Popen[str]) -> None:
    while process.poll() is None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        with contextlib.suppress(OSError):
            line.request("GET", "/readyz")
            if line.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the server has ended")


def memory(process: int) -> float:
    """MB in use."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def beside(
    address: Address, process: int, name: str, seconds: float, seats: Sequence[Seat]
) -> Measures:
    """Players and, if it has a name, a flood."""
    waits: list[float] = []
    async with AsyncExitStack() as stack:
        players = [asyncio.create_task(table(stack, address.port, seat, waits)) for seat in seats]
        await asyncio.sleep(2.0)
        waits.clear()
        count, flood = FLOODS.get(name, (0, None))
        until, begun = time.monotonic() + seconds, multiprocessing.Value("L")
        flooding = [
            multiprocessing.Process(
                target=_flooding, args=(flood, address, until, begun), daemon=True
            )
            for _ in range(count)
        ]
        for each in flooding:
            each.start()
        most = memory(process)
        while time.monotonic() < until:
            await asyncio.sleep(0.1)
            most = max(most, memory(process))
        for each in flooding:
            each.terminate()
            each.join()
        lost = sum(player.done() for player in players)
        for player in players:
            player.cancel()
        for ended in await asyncio.gather(*players, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                print(f"{name}: a player is lost: {ended!r}")
    return Measures(waits, most, lost, begun.value / seconds)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Plain)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", nargs="+", choices=sorted(FLOODS), default=list(FLOODS))
    parser.add_argument("--record", action="store_true", help="add to results.csv")
    options = parser.parse_args(arguments)
    rows: list[results.Measured] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
        _, cookie = ask(port, "PATCH", "/api/me", {"name": "Ann"})
        brought, _ = ask(port, "POST", "/api/imports?name=long.mat", long_match(), cookie)
        place, _ = ask(port, "POST", "/api/matches", {"game": "backgammon"}, cookie)
        address = Address(port, cookie, brought["id"], place["id"])
        warm_up(port, cookie)
        seats = new_seats(port, options.tables)
        quiet = asyncio.run(beside(address, process, "", options.seconds, seats))
        for name, found in (
            ("quiet", quiet),
            *(
                (name, asyncio.run(beside(address, process, name, options.seconds, seats)))
                for name in options.only
            ),
        ):
            slower = found.percentile(0.99) / max(0.001, quiet.percentile(0.99))
            grown = found.memory - quiet.memory
            held = slower <= ALLOWED_P99 and grown <= ALLOWED_MEMORY and not found.lost
            p50, p99 = found.percentile(0.5), found.percentile(0.99)
            print(
                f"{name:15} p50 {p50:7.1f} ms  p99 {p99:7.1f} ms  {slower:5.1f} times"
                f"  {grown:+6.0f} MB  {found.lost} lost  {len(found.waits)} actions"
                f"  {found.begun:6.0f} begun/s"
                f"  {'' if held else 'TOO MUCH'}",
                flush=True,
            )
            note = (
                f"{options.tables} tables, {grown:+.0f} MB, {found.lost} players lost, "
                f"{found.begun:.0f} begun a second"
            )
            rows.append(results.Measured(name, p99, "ms p99", note=note))
    if options.record:
        results.append("floods", rows)


class _Plain(argparse.RawDescriptionHelpFormatter):
    """The text as it is written."""


if __name__ == "__main__":
    main()
