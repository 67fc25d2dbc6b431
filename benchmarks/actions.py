"""How many actions a server acknowledges, and what one costs: players at tables, over real sockets.

    python -m benchmarks.actions [--against 88ffccf] [--store postgresql://...] [--record]
    python -m benchmarks.actions --games 1000 --idle 2000
    python -m benchmarks.actions --games 1000 --bots 20 --analyses 10

Two people sit at every table, each with a connection of their own, and play plays at random for
money without an end. First every table plays as fast as it can, with 1, 8 and 50 tables; with
`--games` so many tables act once in five seconds. A time is that from sending an action to hearing
that it is on the disk; the players share the machine with the server. Beside the figures stands
how long the disk took to sync in the same minute, since nothing is acknowledged before. With
`--bots` so many people besides play against the strongest bot, and with `--analyses` so many others
ask again and again what a position is worth, two plies deep; their times are not counted.
`--against` plays the same against the program of an earlier commit, in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks import before, results

TABLES: Final = (1, 8, 50)
SECONDS: Final = 10.0
WARM: Final = 2.0
"""Seconds of play before anything is measured."""
PACE: Final = 5.0
"""Seconds between two actions at a table, with `--games`."""
SYNCS: Final = 100
AT_ONCE: Final = 50
"""Connections that are opened at a time."""
TICKS: Final = os.sysconf("SC_CLK_TCK")

ROOM: Final = {
    f"FULLPRIME_SERVE_LIMITS_{name}": "1000000"
    for name in (
        *("RATE", "BURST", "RATE_OF_VISITOR", "BURST_OF_VISITOR", "PEOPLE"),
        *("SOCKETS", "SOCKETS_OF_VISITOR", "CONNECTIONS"),
    )
}
"""All who play come from one address here."""
UNLIMITED: Final = """
import sys
from fullprime.cli import main
from fullprime.server import socket
socket.MOST_MESSAGES = 10**9
sys.argv[0] = "fullprime"
main()
"""
"""The program without its limit of messages: a script is faster than the people it stands for."""


class Measures(NamedTuple):
    """What was seen while so many tables played."""

    tables: int
    seconds: float
    waits: Sequence[float]
    """Of every action, from sending it to its acknowledgment."""
    processor: float
    """Seconds that the server has used."""

    @property
    def a_second(self) -> float:
        return len(self.waits) / self.seconds

    @property
    def milliseconds_each(self) -> float:
        return 1000 * self.processor / max(1, len(self.waits))

    def percentile(self, part: float) -> float:
        """In milliseconds."""
        waits = sorted(self.waits)
        return 1000 * waits[min(len(waits) - 1, int(part * len(waits)))] if waits else 0.0

    def __str__(self) -> str:
        return (
            f"{self.tables:5} tables: {self.a_second:7.1f} actions/s, "
            f"{self.milliseconds_each:6.3f} ms of processor each, "
            f"p50 {self.percentile(0.5):7.2f} ms, p99 {self.percentile(0.99):7.2f} ms"
        )


# The server --------------------------------------------------------------------------------------


class Process(NamedTuple):
    """A server that is running."""

    port: int
    pid: int

    @property
    def processor(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def serving(python: Path, folder: Path, *options: str) -> Iterator[Process]:
    """A server of its own, by the interpreter of an environment that has the program."""
    command = [str(python), "-c", UNLIMITED, "serve", "--no-open", "--port", "0", "--seed", "1"]
    command += options
    if not {"--store", "--data"} & set(options):
        command += ["--data", str(folder / "matches.db")]
    environment = {**os.environ, "FULLPRIME_HOME": str(folder / "home")}
    if python == Path(sys.executable):  # earlier ones know no limits
        environment |= ROOM
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        if not found:
            raise SystemExit("the server does not say its address")
        _wait_for(int(found[1]))
        yield Process(int(found[1]), process.pid)
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    """It says its address before it listens."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not answer")


# The players -------------------------------------------------------------------------------------


class State(msgspec.Struct):
    """What a player looks at."""

    version: int
    phase: str
    can: list[str]
    you: list[int]
    walk: dict[str, Any] | None = None


class Heard(msgspec.Struct):
    """A message of the server."""

    type: str
    state: State | None = None
    error: str | None = None


_read: Final = msgspec.json.Decoder(Heard).decode


class Player:
    """One connection at one table."""

    def __init__(self, socket: ClientConnection, seed: int, waits: list[float]) -> None:
        self._socket = socket
        self._chance = random.Random(seed)
        self._waits = waits
        self._state: State | None = None
        self._keys = 0

    async def sit(self) -> None:
        """Until the first state is seen."""
        while self._state is None:
            await self._hear()

    async def play(self, pace: float = 0.0) -> None:
        """Acts whenever something is asked of it, until it is canceled."""
        if pace:
            await asyncio.sleep(self._chance.random() * pace)
        while True:
            wish = self._wish()
            if wish is None:
                await self._hear()
                continue
            await self._act(wish)
            if pace:
                await asyncio.sleep(pace * (0.5 + self._chance.random()))

    async def _hear(self) -> str:
        heard = _read(await self._socket.recv())
        if heard.state:
            self._state = heard.state
        if heard.type == "error":
            raise RuntimeError(heard.error)
        return heard.type

    async def _act(self, wish: dict[str, Any]) -> None:
        assert self._state is not None
        self._keys += 1
        asked = {**wish, "version": self._state.version, "ack": f"k{self._keys}"}
        text = msgspec.json.encode(asked).decode()
        began = time.perf_counter()
        await self._socket.send(text)
        while await self._hear() != "ack":
            pass
        self._waits.append(time.perf_counter() - began)

    def _wish(self) -> dict[str, Any] | None:
        """None: it is the other's turn."""
        state = self._state
        assert state is not None
        if state.phase == "over":
            return {"type": "next_game"} if state.you == [0] else None
        if "play" in state.can:
            assert state.walk is not None
            return {"type": "played", "steps": self._steps(state.walk["nodes"])}
        return next(({"type": verb} for verb in ("roll", "pass") if verb in state.can), None)

    def _steps(self, nodes: Sequence[Any]) -> list[list[Any]]:
        steps, node = [], nodes[0]
        while node["next"]:
            source, target, _, _, number = self._chance.choice(node["next"])
            steps.append([source, target])
            node = nodes[number]
        return steps


class Visitor:
    """Someone with a cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.ask("PATCH", "/api/me", {"name": "Ann"})

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer, as JSON."""
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        data = None if body is None else msgspec.json.encode(body)
        address = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            if given := answer.headers.get("Set-Cookie"):
                self.cookie = given.partition(";")[0]
            return msgspec.json.decode(answer.read())

    def table(self, other: Visitor) -> str:
        """A match without end against someone else."""
        money = {"type": "money", "stake": "1"}
        wish = {"game": "backgammon", "opponent": {"kind": "invite"}, "target": money}
        made = self.ask("POST", "/api/matches", wish)
        other.ask("POST", made["invite"].replace("/join/", "/api/join/"), {})
        return str(made["id"])

    def bot_table(self) -> str:
        """A match against the bot at its best."""
        wish = {"game": "backgammon", "target": {"type": "money", "stake": "1"}}
        return str(self.ask("POST", "/api/matches", wish)["id"])

    def analyze(self, seed: int) -> None:
        """One position, which nobody has asked about before."""
        chance = random.Random(seed)
        points = chance.sample(range(8, 25), 5)
        mine = " ".join(f"{point}:3" for point in points)
        dice = [chance.randint(1, 6), chance.randint(1, 6)]
        asked = {"position": f"{mine} / 24:2 23:3 22:3 21:3 20:2 19:2", "dice": dice, "plies": 2}
        self.ask("POST", "/api/analysis", asked)


class Load(NamedTuple):
    """What goes on besides."""

    idle: int = 0
    """Connections that only look on,"""
    bots: int = 0
    """people who play against bots,"""
    analyses: int = 0
    """and others who want to know what positions are worth."""

    def __str__(self) -> str:
        names = ("idle connections", "strongest bots", "analyses")
        return "".join(
            f", {count} {name}" for count, name in zip(self, names, strict=True) if count
        )


QUIET: Final = Load()


async def analyzing(port: int, seed: int) -> None:
    """One question after the other, until it is canceled."""
    visitor = await asyncio.to_thread(Visitor, port)
    while True:
        seed += 1000
        await asyncio.to_thread(visitor.analyze, seed)


async def played(server: Process, tables: int, pace: float = 0.0, load: Load = QUIET) -> Measures:
    """What so many tables have seen in some seconds."""
    waits: list[float] = []
    ann, ben = Visitor(server.port), Visitor(server.port)
    matches = [ann.table(ben) for _ in range(tables)]
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        seats = [(match, who.cookie) for match in matches for who in (ann, ben)]
        sockets = await opened(server.port, seats, stack)
        await opened(server.port, [(matches[n % tables], "") for n in range(load.idle)], stack)
        players = [Player(socket, seed, waits) for seed, socket in enumerate(sockets)]
        seats = [(ann.bot_table(), ann.cookie) for _ in range(load.bots)]
        beside = await opened(server.port, seats, stack)
        others = [Player(socket, seed, []) for seed, socket in enumerate(beside)]
        for player in (*players, *others):
            await player.sit()
        playing = [group.create_task(player.play(pace)) for player in players]
        playing += [group.create_task(player.play(1.0)) for player in others]
        playing += [
            group.create_task(analyzing(server.port, seed)) for seed in range(load.analyses)
        ]
        await asyncio.sleep(WARM + pace)
        waits.clear()
        began, used = time.perf_counter(), server.processor
        await asyncio.sleep(SECONDS + 4 * pace)
        seconds, used = time.perf_counter() - began, server.processor - used
        found = Measures(tables, seconds, tuple(waits), used)
        for task in playing:
            task.cancel()
    return found


async def opened(
    port: int, seats: Sequence[tuple[str, str]], stack: AsyncExitStack
) -> list[ClientConnection]:
    """Connections to matches, each with a cookie."""
    found: list[ClientConnection] = []
    for at in range(0, len(seats), AT_ONCE):
        some = seats[at : at + AT_ONCE]
        made = (_connected(port, match, cookie) for match, cookie in some)
        found += await asyncio.gather(*made)
    for socket in found:
        stack.push_async_callback(_left, socket)
    return found


async def _left(socket: ClientConnection) -> None:
    socket.transport.abort()  # a thousand farewells take longer than what is measured


async def _connected(port: int, match: str, cookie: str) -> ClientConnection:
    socket = await connect(
        f"ws://127.0.0.1:{port}/ws/matches/{match}",
        additional_headers={"Cookie": cookie} if cookie else {},
        origin=Origin(f"http://127.0.0.1:{port}"),
        compression=None,
        ping_interval=None,
        max_size=None,
        open_timeout=60,
    )
    await socket.send('{"type":"hello","version":null}')  # soon, or the server ends it
    return socket


# What else the machine did -----------------------------------------------------------------------


def disk(folder: Path) -> str:
    """How long a small write takes until it is on the disk."""
    took = []
    with (folder / "sync").open("wb") as file:
        for _ in range(SYNCS):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(1000 * (time.perf_counter() - began))
    took.sort()
    return f"sync p50 {took[SYNCS // 2]:.2f} ms, p99 {took[-2]:.2f} ms, longest {took[-1]:.2f} ms"


def stolen() -> float:
    """Seconds of processor time that other guests of this machine have taken."""
    return int(Path("/proc/stat").read_text().split()[8]) / TICKS


# All of it ---------------------------------------------------------------------------------------


def subjects(against: str | None) -> dict[str, Path]:
    """The interpreters of what is measured, by name."""
    now = {"this program": Path(sys.executable)}
    if against is None:
        return now
    return {against: before.program(against, "web").with_name("python"), **now}


def measured(python: Path, arguments: argparse.Namespace, tables: int) -> Measures:
    """A fresh server, and so many tables."""
    options = ["--store", arguments.store] if arguments.store else []
    options = options if python == Path(sys.executable) else []
    pace = PACE if arguments.games else 0.0
    with tempfile.TemporaryDirectory() as name, serving(python, Path(name), *options) as server:
        load = Load(arguments.idle, arguments.bots, arguments.analyses)
        return asyncio.run(played(server, tables, pace, load))


def main() -> None:
    """Measures, prints and, if wanted, records."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", metavar="COMMIT", help="an earlier commit, built if needed")
    parser.add_argument("--store", metavar="URL", help="a database for this program")
    parser.add_argument("--games", type=int, default=0, help="tables with an action in 5 s")
    parser.add_argument("--idle", type=int, default=0, help="connections that only look on")
    parser.add_argument("--bots", type=int, default=0, help="people who play against bots")
    parser.add_argument("--analyses", type=int, default=0, help="questions asked at a time")
    parser.add_argument("--tables", type=int, nargs="*", default=TABLES)
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    names = subjects(arguments.against)
    stole, rows = stolen(), []
    for tables in [arguments.games] if arguments.games else arguments.tables:
        found = {name: measured(python, arguments, tables) for name, python in names.items()}
        for name, measures in found.items():
            print(f"{name:14}{measures}", flush=True)
        rows += list(_rows(found, Load(arguments.idle, arguments.bots, arguments.analyses)))
    with tempfile.TemporaryDirectory() as folder:
        machine = f"{disk(Path(folder))}; {stolen() - stole:.1f} s stolen"
    print(machine)
    if arguments.record:
        results.append("actions", [row._replace(note=f"{row.note}; {machine}") for row in rows])


def _rows(found: dict[str, Measures], load: Load) -> Iterator[results.Measured]:
    first = next(iter(found))
    for name, seen in found.items():
        about = f"{seen.tables} tables{load}"
        p99 = f"{about}; p50 {seen.percentile(0.5):.2f} ms, p99 {seen.percentile(0.99):.2f} ms"
        peer, base = ("", None) if name == first else (first, found[first])
        rate = seen.a_second / base.a_second if base else None
        cost = base.milliseconds_each / seen.milliseconds_each if base else None
        yield results.Measured(name, seen.a_second, "actions/s", rate, peer, p99)
        yield results.Measured(name, seen.milliseconds_each, "ms processor/action", cost, peer, p99)


if __name__ == "__main__":
    main()
