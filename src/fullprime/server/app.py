"""The application: parts, routes, and what happens when it starts and ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from fastapi import FastAPI, Request
from starlette.datastructures import State
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

import fullprime
from fullprime.dice import Dice, SeededDice, SystemDice
from fullprime.server import analysis, api, catalogue, pages, positions, socket
from fullprime.server.analysis import Analysts
from fullprime.server.bots import Thinkers
from fullprime.server.problems import problem, tell_problems
from fullprime.server.security import Guard
from fullprime.server.table import House
from fullprime.server.tables import Tables

if TYPE_CHECKING:
    from fullprime.store.store import Store


ALIVE: Final = "/healthz"


class Options(NamedTuple):
    """How a server is run."""

    data: Path
    pace: float = 0.4
    """Seconds between two actions of a bot at least."""
    seed: int | None = None
    """For dice that can be repeated."""

    def dice(self, match: int, thrown: int) -> Dice:
        """Every match has its own stream, which goes on where it was."""
        return SystemDice() if self.seed is None else SeededDice(self.seed, match, thrown)


def make_app(options: Options, give_up: Callable[[Exception], None]) -> FastAPI:
    """The whole application; `give_up` hears why it cannot go on."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.thinkers, app.state.analysts = Thinkers(), Analysts()
        app.state.opening = asyncio.create_task(_open(app, options, give_up))
        yield
        await asyncio.wait([app.state.opening])
        app.state.analysts.close()
        app.state.thinkers.close()
        if store := getattr(app.state, "store", None):
            await store.close()

    app = FastAPI(
        title="Fullprime",
        version=fullprime.__version__,
        docs_url=None,  # they load scripts from another host; /api shows the same
        redoc_url=None,
        lifespan=lifespan,
    )
    tell_problems(app)
    app.add_middleware(_WhenOpen, state=app.state)
    app.add_middleware(Guard)
    for part in (api, catalogue, positions, analysis, socket):
        app.include_router(part.router)
    app.add_api_route(ALIVE, alive)
    app.add_api_route("/readyz", ready)
    pages.add_pages(app)
    return app


async def _open(app: FastAPI, options: Options, give_up: Callable[[Exception], None]) -> None:
    """Opens the store, while the server lives already: to load what it needs takes a second."""
    try:
        store = await (await asyncio.to_thread(_store_opener))(options.data)
    except Exception as error:
        give_up(error)
        raise
    app.state.store = store
    app.state.tables = Tables(House(store, app.state.thinkers, options.dice, options.pace))


def _store_opener() -> Callable[[Path], Awaitable[Store]]:
    from fullprime.store.store import Store

    return Store.open


class _WhenOpen:
    """Around all that needs the store: lets requests wait until it is open."""

    def __init__(self, app: ASGIApp, state: State) -> None:
        self._app = app
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope["path"] != ALIVE:
            await asyncio.shield(self._state.opening)
        await self._app(scope, receive, send)


async def alive() -> Response:
    """The process lives."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """The database answers."""
    if await request.app.state.store.ready():
        return PlainTextResponse("ready\n")
    return problem(503, "the database does not answer")
