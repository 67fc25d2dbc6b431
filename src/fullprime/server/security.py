"""The headers of every answer, and which requests are accepted."""

from __future__ import annotations

import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fullprime.errors import Fault, shorten
from fullprime.server.access import Access
from fullprime.server.metrics import ASKED, REFUSED, TOOK
from fullprime.server.problems import problem

# A picture of the board is drawn from what the page itself has made: hence the blobs.
POLICY: Final = (
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
TLS_ONLY: Final = {"Strict-Transport-Security": "max-age=63072000"}
"""Two years, for this name alone: what else is below it is not ours to decide."""
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"})
_CHANGING: Final = _METHODS - {"GET", "HEAD"}
MOST_BODY: Final = 64 * 1024
MOST_FILE: Final = 8 * 1024 * 1024
FILES: Final = frozenset({"/api/imports"})
"""Where the body is a file."""


WATCHED: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by monitors, which call the server whatever they like."""


class Guard:
    """Around the application: refuses what other sites send, and adds the headers."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access
        self._headers = HEADERS | (TLS_ONLY if access.is_secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
                ASKED.add(_method(scope), str(message["status"]))
                TOOK.add(time.perf_counter() - began)
            await send(message)

        if refusal := self._refusal(scope):
            await refusal(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why nothing is done."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        watched = scope["path"] in WATCHED
        if not watched and (len(hosts) != 1 or not self._access.is_own_host(hosts[0])):
            return _refused(421, Fault("request.host", host=repr(shorten(", ".join(hosts), 80))))
        if scope["method"] not in _CHANGING:
            return None
        if self._is_foreign(scope, headers):
            return _refused(403, Fault("request.foreign"))
        most = MOST_FILE if scope["path"] in FILES else MOST_BODY
        if not _is_small(headers, most):
            return _refused(413, Fault("request.large", n=most))
        return None

    def _is_foreign(self, scope: Scope, headers: Headers) -> bool:
        """Is it a page of another site? Browsers say where it comes from, programs do not."""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return True
        return "origin" in headers and not self._access.is_own_origin(scope)


def _refused(status: int, fault: Fault) -> Response:
    REFUSED.add(fault.code.partition(".")[2])
    return problem(status, fault)


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in _METHODS else "other"


def _is_small(headers: Headers, most: int) -> bool:
    """Is the length of the body known beforehand, and small enough?"""
    length = headers.get("content-length", "0")
    known = length.isascii() and length.isdecimal() and len(length) < 12
    return known and int(length) <= most and "transfer-encoding" not in headers
