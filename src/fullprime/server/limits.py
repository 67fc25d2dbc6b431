"""How much a visitor and an address may ask for: every request has a price in points.

A bucket of points fills slowly; who has none left is told when to come back. Visitors have one,
and so do addresses, from which many visitors may come.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fullprime.server.access import Access, network_of
from fullprime.server.buckets import Buckets
from fullprime.server.config import Limits
from fullprime.server.metrics import REFUSED
from fullprime.server.people import token_in
from fullprime.server.problems import Problem, problem

PRICES: Final = (
    # Computes for as long as it likes.
    (re.compile(r"POST /api/(matches/[^/]+/review/)?rollouts"), 100),
    # The whole log is played again, or the engine is asked.
    (re.compile(r"(GET|HEAD) /api/matches/[^/]+/(games/.+|exports?)"), 20),
    (re.compile(r"POST /api/(matches|imports|analysis|rolls|join/.+)"), 20),
    (
        re.compile(r"POST /api/(matches/[^/]+/(branch|rematch|review)|training/answers)"),
        20,
    ),
    (
        re.compile(r"(GET|HEAD) /api/(print/.+|me/.+|matches|matches/[^/]+/dice|dice|training/.+)"),
        10,
    ),
    (re.compile(r"(POST|PUT|PATCH|DELETE) .*"), 5),
    (re.compile(r".* /api/.*"), 2),
)
"""The first that fits; everything else costs 1."""
DEAR: Final = 20
"""Of these only a few are answered at once, unless a body comes with them: it may come slowly."""
_ASKING: Final = ("GET", "HEAD")
AT_ONCE: Final = 2
WAITING: Final = 40
"""So many wait for their turn, of one address half as many; the others are refused."""
SOON: Final = 5.0
"""Seconds after which who is refused for want of room should try again."""
REFILL_OF_PEOPLE: Final = 1 / 20
FREE: Final = frozenset({"/healthz", "/readyz", "/metrics"})


class Quotas:
    """Everything that is counted of visitors and addresses."""

    def __init__(self, limits: Limits, access: Access) -> None:
        self.limits = limits
        self.access = access
        self._addresses = Buckets(limits.rate, limits.burst)
        self._visitors = Buckets(limits.rate_of_visitor, limits.burst_of_visitor)
        self._people = Buckets(REFILL_OF_PEOPLE, limits.people)
        self._sockets: Counter[Hashable] = Counter()
        self._dear = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[Hashable] = Counter()

    def charge(self, connection: HTTPConnection, points: float) -> float:
        """Seconds to wait; 0.0: go on."""
        token = token_in(connection)
        waits = self._addresses.take(self.place(connection), points)
        if waits or token is None:
            return waits
        return self._visitors.take(hashlib.sha256(token.encode()).digest()[:16], points)

    def charge_newcomer(self, connection: HTTPConnection) -> None:
        """Raises where too many visitors come from one address at once."""
        if waits := self._people.take(self.place(connection), 1):
            raise too_many("limit.people", waits)

    def place(self, connection: HTTPConnection) -> str:
        """From where it comes."""
        return network_of(self.access.client(connection.scope))

    @asynccontextmanager
    async def turn(self, connection: HTTPConnection) -> AsyncIterator[None]:
        """Few dear answers are made at once, and no address has all the places in the row."""
        place = self.place(connection)
        full = self._waiting.total() >= WAITING or self._waiting[place] >= WAITING // 2
        if full:
            raise too_many("limit.room", SOON, status=503)
        self._waiting[place] += 1
        try:
            async with self._dear:
                yield
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place]

    def open_socket(self, connection: HTTPConnection, person: int | None) -> tuple[str, ...]:
        """The keys under which a socket is counted; none: there are too many."""
        keys = [(self.place(connection), self.limits.sockets)]
        if person is not None:
            keys.append((f"visitor {person}", self.limits.sockets_of_visitor))
        if any(self._sockets[key] >= most for key, most in keys):
            return ()
        for key, _ in keys:
            self._sockets[key] += 1
        return tuple(key for key, _ in keys)

    def close_socket(self, keys: tuple[str, ...]) -> None:
        """They are free again."""
        for key in keys:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]


def too_many(code: str, waits: float, status: int = 429) -> Problem:
    """The refusal, with the seconds to wait."""
    REFUSED.add(code.partition(".")[2])
    seconds = math.ceil(waits)
    return Problem(status, code, n=seconds).coming_back(seconds)


def price(method: str, path: str) -> int:
    """The points that a request costs."""
    asked = f"{method} {path}"
    return next((points for pattern, points in PRICES if pattern.fullmatch(asked)), 1)


class Turnstile:
    """Around the application: who asks for too much is refused before anything is done."""

    def __init__(self, app: ASGIApp, quotas: Quotas) -> None:
        self._app = app
        self._quotas = quotas

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in FREE:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        points = price(scope["method"], scope["path"])
        try:
            if waits := self._quotas.charge(connection, points):
                raise too_many("limit.rate", waits)
            if points < DEAR or scope["method"] not in _ASKING:
                await self._app(scope, receive, send)
                return
            async with AsyncExitStack() as turn:
                await turn.enter_async_context(self._quotas.turn(connection))

                async def leaving(message: Message) -> None:
                    await turn.aclose()  # it is made: who reads it slowly holds up no one
                    await send(message)

                await self._app(scope, receive, leaving)
        except Problem as refusal:
            await refused(refusal)(scope, receive, send)


def refused(refusal: Problem) -> ASGIApp:
    """The answer, and the end of the line: the next one has to pass the gate."""
    headers = {**refusal.headers, "Connection": "close"}
    return problem(refusal.status, refusal.fault, headers)
