"""The application: parts, routes, and what happens when it starts and ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse, Response

import fullprime
from fullprime.dice import Dice, SeededDice, SystemDice
from fullprime.server import analysis, api, catalogue, pages, positions, socket
from fullprime.server.analysis import Analysts
from fullprime.server.bots import Thinkers
from fullprime.server.problems import problem, tell_problems
from fullprime.server.security import Guard
from fullprime.server.table import House
from fullprime.server.tables import Tables
from fullprime.store import Store


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


def make_app(options: Options) -> FastAPI:
    """The whole application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, thinkers = await Store.open(options.data), Thinkers()
        app.state.store = store
        app.state.tables = Tables(House(store, thinkers, options.dice, options.pace))
        app.state.analysts = analysts = Analysts()
        yield
        analysts.close()
        thinkers.close()
        await store.close()

    app = FastAPI(
        title="Fullprime",
        version=fullprime.__version__,
        docs_url=None,  # they load scripts from another host; /api shows the same
        redoc_url=None,
        lifespan=lifespan,
    )
    tell_problems(app)
    app.add_middleware(Guard)
    for part in (api, catalogue, positions, analysis, socket):
        app.include_router(part.router)
    app.add_api_route("/healthz", alive, methods=["GET"])
    app.add_api_route("/readyz", ready, methods=["GET"])
    pages.add_pages(app)
    return app


async def alive() -> Response:
    """The process lives."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """The database answers."""
    if await request.app.state.store.ready():
        return PlainTextResponse("ready\n")
    return problem(503, "the database does not answer")
