"""Hours of play on a file and on PostgreSQL: memory and descriptors stay as they are.

    make soak MINUTES=20

People play against bots at both servers, one match after the other, each match at a table of its
own; now and then a line breaks and its player comes back. In the end every match is played again
from its log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.actions import Player, Process, Visitor
from websockets.exceptions import ConnectionClosed

import stores
from benchmarks import actions
from postgres import Postgres, binaries
from server_client import ROOM
from stores import Place

GAMES: Final = ("backgammon", "hypergammon", "plakoto", "nackgammon")
EVERY: Final = 10.0
"""Seconds between two looks at a server."""
WARM: Final = 0.25
"""Of the time; what a server loads once it has loaded by then."""
ALLOWED: Final = 20.0
"""MB in the rest of the time: more is a leak, whatever the allocator keeps back."""
PACE: Final = 1.0
"""Seconds in which a player acts once."""


class Look(NamedTuple):
    """A server at a moment."""

    at: float
    memory: float
    """MB."""
    descriptors: int

    @staticmethod
    def of(process: int, began: float) -> Look:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        count = sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())
        return Look(time.monotonic() - began, pages * os.sysconf("SC_PAGE_SIZE") / 1e6, count)


class Soak:
    """One server, and those who play there."""

    def __init__(self, name: str, place: Place, players: int) -> None:
        self.name, self.place = name, place
        self._players = players
        self.waits: list[tuple[float, float]] = []
        """When an action was acknowledged, and after how long."""
        self.looks: list[Look] = []
        self.matches = self.breaks = 0

    async def run(self, server: Process, seconds: float) -> None:
        """So long."""
        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            playing = [
                group.create_task(self._play(server, random.Random(seed), began))
                for seed in range(self._players)
            ]
            while time.monotonic() < began + seconds:
                self.looks.append(Look.of(server.pid, began))
                await asyncio.sleep(EVERY)
            for each in playing:
                each.cancel()

    async def _play(self, server: Process, chance: random.Random, began: float) -> None:
        """One match after the other."""
        visitor = await asyncio.to_thread(Visitor, server.port)
        while True:
            made = await asyncio.to_thread(visitor.ask, "POST", "/api/matches", self._new(chance))
            self.matches += 1
            over = False
            while not over:
                over = await self._sit(server, made["id"], visitor.cookie, chance, began)

    @staticmethod
    def _new(chance: random.Random) -> Any:
        bot = {"kind": "bot", "level": "casual"}
        points = {"type": "points", "to": 1}
        return {"game": chance.choice(GAMES), "opponent": bot, "target": points}

    async def _sit(
        self, server: Process, match: str, cookie: str, chance: random.Random, began: float
    ) -> bool:
        """Until the match is over, or the line breaks."""
        waits: list[float] = []
        socket = await actions._connected(server.port, match, cookie)
        player = Player(socket, chance.getrandbits(32), waits)
        player._keys = chance.getrandbits(40)  # a key that was used is answered, and no more
        try:
            await player.sit()
            async with asyncio.timeout(chance.uniform(20, 120)):
                await self._until_over(player, waits, chance, began)
            return True
        except (TimeoutError, ConnectionClosed, RuntimeError):
            self.breaks += 1
            return False
        finally:
            socket.transport.abort()

    async def _until_over(
        self, player: Player, waits: list[float], chance: random.Random, began: float
    ) -> None:
        while player._state is not None and player._state.phase != "over":
            wish = player._wish()
            if wish is None:
                await player._hear()
                continue
            await player._act(wish)
            self.waits.append((time.monotonic() - began, waits.pop()))
            await asyncio.sleep(PACE * (0.5 + chance.random()))

    def report(self) -> bool:
        """Prints what was seen; True: nothing has grown, and all can be played again."""
        rest = self.looks[int(WARM * len(self.looks)) :]
        half = rest[len(rest) // 2].at
        p99 = [
            _p99([wait for at, wait in self.waits if (at > half) is late]) for late in (False, True)
        ]
        grown = rest[-1].memory - rest[0].memory
        slope = 3600 * _slope([(look.at, look.memory) for look in rest])
        spread = sorted({look.descriptors for look in rest})
        checked = subprocess.run(
            [sys.executable, "-m", "fullprime", "admin", "check", *stores.options(self.place)],
            capture_output=True,
            text=True,
        )
        print(
            f"{self.name}: {len(self.waits)} actions in {self.matches} matches, "
            f"{self.breaks} lines broken; memory {rest[0].memory:.0f} to {rest[-1].memory:.0f} MB, "
            f"at most {max(look.memory for look in rest):.0f}, {slope:+.1f} MB an hour; "
            f"descriptors {spread[0]} to {spread[-1]}, {rest[-1].descriptors} at the end; p99 "
            f"{p99[0]:.0f} ms, then {p99[1]:.0f} ms; {(checked.stdout + checked.stderr).strip()}"
        )
        return checked.returncode == 0 and grown < ALLOWED


def _p99(waits: Sequence[float]) -> float:
    return 1000 * statistics.quantiles(waits, n=100)[98] if len(waits) > 1 else 0.0


def _slope(points: Sequence[tuple[float, float]]) -> float:
    return statistics.linear_regression(*zip(*points, strict=True)).slope


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--players", type=int, default=10, help="at each server")
    arguments = parser.parse_args()
    os.environ |= ROOM | {"FULLPRIME_SERVE_LIMITS_SOCKETS": "1000"}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        soaks = [Soak("SQLite", folder / "matches.db", arguments.players)]
        if programs := binaries():
            postgres = Postgres(programs)
            stack.callback(postgres.close)
            soaks.append(Soak("PostgreSQL", postgres.database(), arguments.players))
        with ExitStack() as servers:
            began = [
                servers.enter_context(
                    actions.serving(
                        Path(sys.executable), folder / soak.name, *stores.options(soak.place)
                    )
                )
                for soak in soaks
            ]
            asyncio.run(_all(soaks, began, 60 * arguments.minutes))
        sound = [soak.report() for soak in soaks]
        if not all(sound):
            raise SystemExit("something has grown, or cannot be played again")


async def _all(soaks: Sequence[Soak], servers: Sequence[Process], seconds: float) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(
            *(soak.run(server, seconds) for soak, server in zip(soaks, servers, strict=True))
        )


if __name__ == "__main__":
    main()
