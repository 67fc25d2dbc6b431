"""The application: parts, routes, and what happens when it starts and ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from hashlib import sha256
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
from starlette.websockets import WebSocket

from fullprime.dice import Dice, SeededDice, SystemDice
from fullprime.errors import Fault
from fullprime.fair_dice.keys import DiceKeys
from fullprime.files import data_folder
from fullprime.server import (
    analysis,
    api,
    book,
    branch,
    catalogue,
    deepening,
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
    throws,
    training,
)
from fullprime.server.access import Access
from fullprime.server.analysis import Analysts
from fullprime.server.bots import Thinkers
from fullprime.server.config import Config
from fullprime.server.door import Door
from fullprime.server.garbage import keep_looking
from fullprime.server.jobs import Jobs, Kind
from fullprime.server.limits import Quotas, Turnstile
from fullprime.server.metrics import SOCKETS, TABLES, exposition
from fullprime.server.news import News
from fullprime.server.openapi import described
from fullprime.server.outages import Marks, Outages
from fullprime.server.parsing import Parsers
from fullprime.server.peers import Peers, duties
from fullprime.server.people import Replaced
from fullprime.server.problems import HANDLERS, problem
from fullprime.server.reading import Reader
from fullprime.server.relay import Inside
from fullprime.server.security import Guard
from fullprime.server.served import Served
from fullprime.server.site import Site, as_it_is, built
from fullprime.server.table import House
from fullprime.server.tables import Tables
from fullprime.server.watch import MOVED, RESTART, Watch

if TYPE_CHECKING:
    from fullprime.store.store import Store


ALIVE: Final = "/healthz"
LEAST_PACKED: Final = 1000
"""Smaller answers are not worth compressing."""
LAST_WORDS: Final = 1.0
"""Seconds in which players hear that the server ends."""
WATCHED: Final = Door()
"""For monitors of the server."""


PARTS: Final = (
    api,
    imports,
    exports,
    noted,
    reviews,
    deepening,
    statistics,
    throws,
    finding,
    training,
    book,
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

    data: Path | str
    """A file, or the URL of a database."""
    config: Config = Config()
    dev: bool = False
    """Files are sent as they are, for those who change them."""
    opened: Callable[[], None] = lambda: None
    """Called when the store is open."""

    def dice(self, match: int, thrown: int) -> Dice:
        """Every match has its own stream, which goes on where it was."""
        seed = self.config.seed
        return SystemDice() if seed is None else SeededDice(seed, match, thrown)


def make_app(options: Options, give_up: Callable[[Exception], None]) -> Starlette:
    """The whole application; `give_up` hears why it cannot go on."""

    access = Access(options.config)
    quotas = Quotas(options.config.limits, access)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.access, app.state.quotas = access, quotas
        app.state.news = News()
        app.state.replaced = Replaced(app.state.news)
        app.state.thinkers, app.state.analysts = Thinkers(), Analysts()
        app.state.parsers, app.state.reviews = Parsers(), options.config.reviews
        app.state.reader = Reader()
        app.state.site = _site_of(options)
        app.state.is_seeded = options.config.seed is not None
        app.state.within = within
        app.state.opening = asyncio.create_task(_open(app, options, give_up))
        yield
        await asyncio.wait([app.state.opening])
        app.state.analysts.close()
        app.state.thinkers.close()
        await app.state.reader.close()
        for name in ("marking", "resuming", "sweeping"):
            if task := getattr(app.state, name, None):
                task.cancel()
        if jobs := getattr(app.state, "jobs", None):
            await jobs.close()
        if peers := getattr(app.state, "peers", None):
            await peers.close()
        if store := getattr(app.state, "store", None):
            await store.close()

    handlers = {**HANDLERS, 404: pages.lost}
    # What other processes pass on was checked and charged there.
    within = Starlette(routes=_routes(socket.sit), exception_handlers=handlers)
    app = Starlette(
        routes=_routes(socket.play),
        exception_handlers=handlers,
        middleware=[
            Middleware(Guard, access),
            Middleware(Turnstile, quotas),
            Middleware(GZipMiddleware, minimum_size=LEAST_PACKED, compresslevel=6),
            Middleware(_WhenOpen),
            Middleware(Served),
        ],
        lifespan=lifespan,
    )
    within.state = app.state
    return app


async def farewell(app: Starlette) -> None:
    """The server ends: who plays is told, and has a moment to hear it."""
    tables, peers = (getattr(app.state, name, None) for name in ("tables", "peers"))
    if tables is None:
        return
    if peers:
        tables.lose(MOVED if await _handed_over(peers) else RESTART)
        await app.state.jobs.close()
    else:
        tables.dismiss(RESTART)
    for _ in range(20):
        if not SOCKETS.value() and not (peers and peers.guests):
            return
        await asyncio.sleep(LAST_WORDS / 20)


async def _handed_over(peers: Peers) -> bool:
    """Others may serve what was served here; False: there are none, or nobody knows."""
    try:
        async with asyncio.timeout(LAST_WORDS):
            return await peers.leave()
    except Exception:
        return False


def _site_of(options: Options) -> Callable[[], Site]:
    """Where the files of the pages come from: made once, or looked up each time."""
    return partial(as_it_is, pages.WEB) if options.dev else cache(partial(built, pages.WEB))


def _routes(play: Callable[[WebSocket], Awaitable[None]]) -> list[BaseRoute]:
    ways = [way for part in PARTS for way in part.door.ways]
    description = msgspec.json.encode(described([*ways, *WATCHED.ways]))

    async def openapi(_: Request) -> Response:
        return Response(description, media_type="application/json")

    return [
        *(way.route() for way in (*ways, *WATCHED.ways)),
        Route("/openapi.json", openapi),
        WebSocketRoute("/ws/matches/{match_id}", play),
        *pages.routes(),
    ]


async def _open(app: Starlette, options: Options, give_up: Callable[[Exception], None]) -> None:
    """Opens the store, while the server lives already: to load what it needs takes a second."""
    try:
        await asyncio.to_thread(app.state.site)
        old = isinstance(options.data, Path) and options.data.exists()
        opened = await asyncio.to_thread(_store_opener)
        store = await opened(options.data, shared=True)
        app.state.dice_keys = await asyncio.to_thread(DiceKeys.kept, _beside(options, "dice-key"))
    except Exception as error:
        give_up(error)
        raise
    state, leases = app.state, store.database.leases
    state.store = store
    state.jobs = Jobs(store, _kinds(options), news=state.news)
    state.throws = throws.Throws(store)
    state.watch = Watch(store.try_write, give_up)
    alive = _beside(options, "alive")
    outages = Outages(await leases.gaps()) if leases else _marked(app, alive, old)
    house = House(
        store,
        state.thinkers,
        options.dice,
        app.state.dice_keys,
        options.config.bot_pace,
        state.jobs.wake if options.config.reviews else None,
        state.watch,
        outages,
        options.config.claim,
    )
    inside = Inside(state.within, leases.secret) if leases else None
    state.peers = Peers(leases, inside, state.news, duties(state)) if leases and inside else None
    state.tables = Tables(house, state.peers)
    state.news.on("forgotten", lambda person: state.tables.part_with(int(person)))
    try:
        await (state.peers.open(options.config.peer_host) if state.peers else state.jobs.open())
    except Exception as error:
        give_up(error)
        raise
    state.sweeping = asyncio.create_task(keep_looking())
    state.resuming = asyncio.create_task(state.tables.resume())
    options.opened()


def _marked(app: Starlette, place: Path, old: bool) -> Outages:
    """Beside a file there are marks of when it was in use."""
    marks = Marks(place, unmarked=old)
    app.state.marking = asyncio.create_task(marks.keep_marking())
    return marks


def _beside(options: Options, ending: str) -> Path:
    """What is no part of the matches: beside their file, or for a database among the user's."""
    place = options.data
    if isinstance(place, Path):
        return place.with_name(f"{place.name}.{ending}")
    data_folder().mkdir(parents=True, exist_ok=True)
    return data_folder() / f"{sha256(place.encode()).hexdigest()[:12]}.{ending}"


def _kinds(options: Options) -> list[Kind]:
    """Of jobs."""
    review = reviews.reviews_kind(options.config.deepening)
    return [review, rollouts.ROLLOUTS, deepening.DEEPENINGS, deepening.DECISIONS]


def _store_opener() -> Callable[..., Awaitable[Store]]:
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


@WATCHED.get("/metrics")
async def metrics(request: Request) -> Response:
    """What the server counts of itself, for Prometheus; only from the networks that may read it."""
    if not request.app.state.access.may_watch(request.scope):
        return problem(404, Fault("request.missing"))
    TABLES.set(request.app.state.tables.loaded)
    return PlainTextResponse(exposition(), media_type="text/plain; version=0.0.4")


@WATCHED.get("/readyz")
async def ready(request: Request) -> Response:
    """The database takes a write."""
    if why := await request.app.state.watch.ready():
        return problem(503, why)
    return PlainTextResponse("ready\n")
