"""The application: parts, routes, and what happens when it starts and ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from fullprime.dice import Dice, SeededDice, SystemDice
from fullprime.errors import Fault
from fullprime.server import (
    analysis,
    api,
    branch,
    catalogue,
    exports,
    finding,
    imports,
    lessons,
    noted,
    pages,
    positions,
    printing,
    reviews,
    rollouts,
    rules,
    socket,
    statistics,
    training,
)
from fullprime.server.analysis import Analysts
from fullprime.server.bots import Thinkers
from fullprime.server.door import Door
from fullprime.server.jobs import Jobs
from fullprime.server.openapi import described
from fullprime.server.parsing import Parsers
from fullprime.server.problems import HANDLERS, problem
from fullprime.server.security import Guard
from fullprime.server.site import Site, as_it_is, built
from fullprime.server.table import House
from fullprime.server.tables import Tables

if TYPE_CHECKING:
    from fullprime.store.store import Store


ALIVE: Final = "/healthz"
LEAST_PACKED: Final = 1000
"""Smaller answers are not worth compressing."""
WATCHED: Final = Door()
"""For monitors of the server."""


PARTS: Final = (
    api,
    imports,
    exports,
    noted,
    reviews,
    statistics,
    finding,
    training,
    branch,
    catalogue,
    positions,
    analysis,
    rollouts,
    lessons,
    rules,
    printing,
)
"""Whose doors are open."""


class Options(NamedTuple):
    """How a server is run."""

    data: Path
    pace: float = 0.4
    """Seconds between two actions of a bot at least."""
    seed: int | None = None
    """For dice that can be repeated."""
    dev: bool = False
    """Files are sent as they are, for those who change them."""
    reviews: bool = True
    """Matches are reviewed by themselves when they are over or imported."""

    def dice(self, match: int, thrown: int) -> Dice:
        """Every match has its own stream, which goes on where it was."""
        return SystemDice() if self.seed is None else SeededDice(self.seed, match, thrown)


def make_app(options: Options, give_up: Callable[[Exception], None]) -> Starlette:
    """The whole application; `give_up` hears why it cannot go on."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.thinkers, app.state.analysts = Thinkers(), Analysts()
        app.state.parsers, app.state.reviews = Parsers(), options.reviews
        app.state.site = _site_of(options)
        app.state.opening = asyncio.create_task(_open(app, options, give_up))
        yield
        await asyncio.wait([app.state.opening])
        app.state.analysts.close()
        app.state.thinkers.close()
        if jobs := getattr(app.state, "jobs", None):
            await jobs.close()
        if store := getattr(app.state, "store", None):
            await store.close()

    return Starlette(
        routes=_routes(),
        exception_handlers={**HANDLERS, 404: pages.lost},
        middleware=[
            Middleware(Guard),
            Middleware(GZipMiddleware, minimum_size=LEAST_PACKED, compresslevel=6),
            Middleware(_WhenOpen),
        ],
        lifespan=lifespan,
    )


def _site_of(options: Options) -> Callable[[], Site]:
    """Where the files of the pages come from: made once, or looked up each time."""
    return partial(as_it_is, pages.WEB) if options.dev else cache(partial(built, pages.WEB))


def _routes() -> list[BaseRoute]:
    ways = [way for part in PARTS for way in part.door.ways]
    description = msgspec.json.encode(described([*ways, *WATCHED.ways]))

    async def openapi(_: Request) -> Response:
        return Response(description, media_type="application/json")

    return [
        *(way.route() for way in (*ways, *WATCHED.ways)),
        Route("/openapi.json", openapi),
        WebSocketRoute("/ws/matches/{match_id}", socket.play),
        *pages.routes(),
    ]


async def _open(app: Starlette, options: Options, give_up: Callable[[Exception], None]) -> None:
    """Opens the store, while the server lives already: to load what it needs takes a second."""
    try:
        await asyncio.to_thread(app.state.site)
        store = await (await asyncio.to_thread(_store_opener))(options.data)
        jobs = Jobs(store, [reviews.REVIEWS, rollouts.ROLLOUTS])
        await jobs.open()
    except Exception as error:
        give_up(error)
        raise
    app.state.store, app.state.jobs = store, jobs
    review = jobs.wake if options.reviews else None
    house = House(store, app.state.thinkers, options.dice, options.pace, review)
    app.state.tables = Tables(house)


def _store_opener() -> Callable[[Path], Awaitable[Store]]:
    from fullprime.store.store import Store

    return Store.open


class _WhenOpen:
    """Around all that needs the store: lets requests wait until it is open."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope["path"] != ALIVE:
            await asyncio.shield(scope["app"].state.opening)
        await self._app(scope, receive, send)


@WATCHED.get(ALIVE)
async def alive(_: Request) -> Response:
    """The process lives."""
    return PlainTextResponse("alive\n")


@WATCHED.get("/readyz")
async def ready(request: Request) -> Response:
    """The database answers."""
    if await request.app.state.store.ready():
        return PlainTextResponse("ready\n")
    return problem(503, Fault("server.database"))
