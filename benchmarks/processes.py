"""How processes of a site reach each other: how late news are, and what an action costs elsewhere.

    python -m benchmarks.processes postgresql://user@host/name [--redis PORT] [--record]

First news: from one process to another through NOTIFY of PostgreSQL, through Redis, by asking a
table of PostgreSQL again and again, and over a line between the two. Each is sent 500 times, 100 a
second; once in quiet, and once while 8 connections commit rows to the same database as fast as they
can, each with a wait for the disk. The time is from before it is told to when it is heard.

Then actions: two servers of their own with this database, and one table. Its players act in turn,
one of whom has reached the process that serves the match, the other one the other process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, Final

import asyncpg
import msgspec
from benchmarks.actions import UNLIMITED
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks import results
from fullprime.server.relay import Line

NEWS: Final = 500
EVERY: Final = 0.01
WRITERS: Final = 8
POLLS: Final = (0.01, 0.05)
"""Seconds between two questions."""
ACTIONS: Final = 400

Json = dict[str, Any]
Tell = Callable[[int], Awaitable[None]]
Hear = Callable[[int], None]
Way = Callable[[Hear], Any]
"""Opens both ends: how to tell a number, while all that is told is heard."""


# Ways ---------------------------------------------------------------------------------------------


def notify(url: str, *, waits: bool) -> Way:
    """`waits`: its transaction waits for the disk, as PostgreSQL has it by default."""

    @asynccontextmanager
    async def way(hear: Hear) -> AsyncIterator[Tell]:
        one, other = await asyncpg.connect(url), await asyncpg.connect(url)
        if not waits:
            await one.execute("SET synchronous_commit = off")
        await other.add_listener("news", lambda *heard: hear(int(heard[-1])))

        async def tell(number: int) -> None:
            await one.execute("SELECT pg_notify('news', $1)", str(number))

        yield tell
        await one.close()
        await other.close()

    return way


def polling(url: str, pause: float) -> Way:
    """A table that is asked again and again for what is new."""

    @asynccontextmanager
    async def way(hear: Hear) -> AsyncIterator[Tell]:
        one, other = await asyncpg.connect(url), await asyncpg.connect(url)
        await one.execute("SET synchronous_commit = off")
        await one.execute("DROP TABLE IF EXISTS told; CREATE TABLE told (number int PRIMARY KEY)")

        async def ask() -> None:
            last = -1
            while True:
                query = "SELECT number FROM told WHERE number > $1 ORDER BY 1"
                for [number] in await other.fetch(query, last):
                    hear(number)
                    last = number
                await asyncio.sleep(pause)

        async def tell(number: int) -> None:
            await one.execute("INSERT INTO told VALUES ($1)", number)

        asking = asyncio.create_task(ask())
        yield tell
        asking.cancel()
        await one.close()
        await other.close()

    return way


def redis(port: int) -> Way:
    """PUBLISH and SUBSCRIBE."""

    @asynccontextmanager
    async def way(hear: Hear) -> AsyncIterator[Tell]:
        _, one = await asyncio.open_connection("127.0.0.1", port)
        reader, other = await asyncio.open_connection("127.0.0.1", port)
        other.write(b"SUBSCRIBE news\r\n")
        for _ in range(6):  # that it is subscribed
            await reader.readline()

        async def listen() -> None:
            while True:
                told = [await reader.readline() for _ in range(7)]
                hear(int(told[-1]))

        async def tell(number: int) -> None:
            one.write(f"PUBLISH news {number}\r\n".encode())
            await one.drain()

        listening = asyncio.create_task(listen())
        yield tell
        listening.cancel()
        one.close()
        other.close()

    return way


def line() -> Way:
    """As sockets are passed on."""

    @asynccontextmanager
    async def way(hear: Hear) -> AsyncIterator[Tell]:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            far = Line(reader, writer)
            while message := await far.hear():
                hear(message["number"])

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        near = await Line.to(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")

        async def tell(number: int) -> None:
            await near.say({"number": number})

        yield tell
        near.close()
        server.close()

    return way


async def late(way: Way) -> list[float]:
    """Milliseconds until each was heard."""
    told, heard = dict[int, float](), dict[int, float]()

    def hear(number: int) -> None:
        heard.setdefault(number, time.perf_counter())

    async with way(hear) as tell:
        for number in range(NEWS):
            told[number] = time.perf_counter()
            await tell(number)
            await asyncio.sleep(EVERY)
        while len(heard) < NEWS:
            await asyncio.sleep(EVERY)
    return sorted(1000 * (heard[number] - told[number]) for number in told)


@asynccontextmanager
async def busy(url: str) -> AsyncIterator[None]:
    """Others write meanwhile."""

    async def write(number: int) -> None:
        connection = await asyncpg.connect(url)
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                await connection.execute("INSERT INTO written VALUES ($1, 'a row')", number)
        await connection.close()

    connection = await asyncpg.connect(url)
    await connection.execute("DROP TABLE IF EXISTS written; CREATE TABLE written (n int, t text)")
    tasks = [asyncio.create_task(write(number)) for number in range(WRITERS)]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks)
    await connection.execute("DROP TABLE written; DROP TABLE IF EXISTS told")
    await connection.close()


# Actions -----------------------------------------------------------------------------------------


@contextmanager
def server(url: str) -> Iterator[int]:
    """The port of a server of its own."""
    command = [sys.executable, "-c", UNLIMITED, "serve", "--no-open", "--port", "0"]
    with tempfile.TemporaryDirectory() as home:
        limits = {f"FULLPRIME_SERVE_LIMITS_{name}": "1000000" for name in ("RATE", "BURST")}
        limits |= {f"{name}_OF_VISITOR": value for name, value in limits.items()}
        environment = {**os.environ, **limits, "FULLPRIME_HOME": home, "FULLPRIME_STORE": url}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found
            yield int(found[1])
        finally:
            process.terminate()
            process.wait()


class Player:
    """At the table, through a process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.state: Json = {}
        self.took: list[float] = []
        self._line: ClientConnection | None = None

    def post(self, path: str, body: object) -> Any:
        """Asks over HTTP, and keeps the cookie."""
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", msgspec.json.encode(body), headers
        )
        with urllib.request.urlopen(request) as answer:
            if given := answer.headers.get("Set-Cookie"):
                self.cookie = given.partition(";")[0]
            return msgspec.json.decode(answer.read())

    async def sit(self, match_id: str, stack: AsyncExitStack) -> None:
        """Until the state is there."""
        self._line = await stack.enter_async_context(
            connect(
                f"ws://127.0.0.1:{self.port}/ws/matches/{match_id}",
                additional_headers={"Cookie": self.cookie},
                origin=Origin(f"http://127.0.0.1:{self.port}"),
            )
        )
        await self._line.send('{"type":"hello"}')
        await self.hear()

    async def hear(self) -> Json:
        """The next message."""
        assert self._line
        found: Json = msgspec.json.decode(await self._line.recv())
        self.state = found.get("state", self.state)
        return found

    async def act(self, chance: random.Random, number: int) -> None:
        """Rolls or plays, and waits for the acknowledgement."""
        assert self._line
        wish = _wish(self.state, chance)
        ask = {**wish, "version": self.state["version"], "ack": f"k{number}"}
        began = time.perf_counter()
        await self._line.send(msgspec.json.encode(ask).decode())
        while (message := await self.hear())["type"] != "ack":
            assert message["type"] != "error", message
        self.took.append(1000 * (time.perf_counter() - began))


def _wish(state: Json, chance: random.Random) -> Json:
    if state["phase"] == "over":
        return {"type": "next_game"}
    if "play" not in state["can"]:
        return {"type": "roll"}
    steps, node = [], state["walk"]["nodes"][0]
    while node["next"]:
        source, target, _, _, following = chance.choice(node["next"])
        steps.append([source, target])
        node = state["walk"]["nodes"][following]
    return {"type": "played", "steps": steps}


async def actions(ports: Sequence[int]) -> list[list[float]]:
    """Milliseconds of an action by the player at the process that has the match, and by the one
    at the other process."""
    chance = random.Random(1)
    players = [Player(port) for port in ports]
    asked = {"game": "backgammon", "target": {"type": "money"}, "opponent": {"kind": "invite"}}
    match = players[0].post("/api/matches", asked)
    players[1].post(f"/api{match['invite']}", {})
    # Who sits first has the process that serves it: the lease of the invitation is given back.
    await asyncio.sleep(1)
    async with AsyncExitStack() as stack:
        for player in players:
            await player.sit(match["id"], stack)
        for number in range(ACTIONS):
            mover = await _next(players)
            await mover.act(chance, number)
    return [sorted(player.took) for player in players]


async def _next(players: Sequence[Player]) -> Player:
    """Who must act, when both have seen everything."""
    while True:
        first, second = sorted(players, key=lambda player: int(player.state["version"]))
        if first.state["version"] < second.state["version"]:
            await first.hear()
            continue
        for player in players:
            if player.state["can"] or player.state["phase"] == "over":
                return player
        await first.hear()


# Results -----------------------------------------------------------------------------------------


def told(subject: str, found: Sequence[float], note: str) -> list[results.Measured]:
    """The middle and the slowest but one in a hundred; printed, and as rows."""
    middle, slow = statistics.median(found), found[int(0.99 * len(found))]
    print(f"{subject:45} {middle:7.2f} ms, 99 % within {slow:7.2f} ms", flush=True)
    return [
        results.Measured(f"{subject}, median", middle, "ms", note=note),
        results.Measured(f"{subject}, 99 %", slow, "ms", note=note),
    ]


async def news(url: str, port: int | None) -> list[results.Measured]:
    """All ways, in quiet and beside others that write."""
    ways: dict[str, Way] = {
        "NOTIFY": notify(url, waits=True),
        "NOTIFY, no wait for the disk": notify(url, waits=False),
        **{f"polling every {1000 * pause:g} ms": polling(url, pause) for pause in POLLS},
        "a line": line(),
    }
    if port:
        ways["Redis"] = redis(port)
    rows = []
    note = f"{NEWS} messages, {1 / EVERY:g} a second"
    for name, way in ways.items():
        rows += told(name, await late(way), note)
    async with busy(url):
        for name, way in ways.items():
            subject = f"{name}, beside {WRITERS} writers"
            rows += told(subject, await late(way), note)
    return rows


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("url", help="a database of PostgreSQL that has nothing in it")
    parser.add_argument("--redis", type=int, metavar="PORT", help="of a Redis on this machine")
    parser.add_argument("--record", action="store_true", help="append to results.csv")
    given = parser.parse_args()
    rows = asyncio.run(news(given.url, given.redis))
    with server(given.url) as one, server(given.url) as other:
        here, there = asyncio.run(actions([one, other]))
    note = f"{len(here) + len(there)} actions at one table"
    rows += told("an action where the match is served", here, note)
    rows += told("an action through another process", there, note)
    if given.record:
        results.append("processes", rows)


if __name__ == "__main__":
    main()
