"""Which process of the site answers a request: the one that has its match or, where it is about
long work, the one that does it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send

from fullprime.server.limits import refused
from fullprime.server.peers import Far
from fullprime.server.relay import Elsewhere
from fullprime.store.leases import JOBS

if TYPE_CHECKING:
    from fullprime.store.store import Store

_JOBS: Final = re.compile(r"/api/(rollouts|matches/[^/]+/review)(/.*)?")
_MATCH: Final = re.compile(r"/match/([^/]+)|/api/matches/([^/]+)(/.*)?")
_PAGE: Final = "/match/"
_JOIN: Final = re.compile(r"/api/join/([^/]+)")


async def serving(state: Any, name: str) -> Far | None:
    """Another process that serves it; None: this one does, or will."""
    here = state.jobs.is_open if name == JOBS else state.tables.has(name)
    return None if here or state.peers is None else await state.peers.serving(name)


class Served:
    """Around the routes: lets the process answer that can."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not getattr(scope["app"].state, "peers", None):
            await self._app(scope, receive, send)
            return
        try:
            name = await _asked_for(scope)
            far = await serving(scope["app"].state, name) if name else None
            if far is None:
                await self._app(scope, receive, send)
            else:
                await far.answer(scope, receive, send)
        except Elsewhere as refusal:
            # A page is shown without its match, and finds out by itself.
            page = scope["path"].startswith(_PAGE)
            await (self._app if page else refused(refusal))(scope, receive, send)


async def _asked_for(scope: Scope) -> str | None:
    """The name of the lease that it takes to answer."""
    path = scope["path"]
    if _JOBS.fullmatch(path):
        return JOBS
    if found := _MATCH.fullmatch(path):
        return str(found[1] or found[2])
    if scope["method"] == "POST" and (found := _JOIN.fullmatch(path)):
        store: Store = scope["app"].state.store
        return await store.invited(found[1])
    return None
