"""The headers of every answer, and which requests are accepted."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fullprime.errors import Fault
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
_CHANGING: Final = frozenset({"POST", "PATCH", "PUT", "DELETE"})
MOST_BODY: Final = 64 * 1024
MOST_FILE: Final = 8 * 1024 * 1024
FILES: Final = frozenset({"/api/imports"})
"""Where the body is a file."""


def is_own_origin(headers: Headers) -> bool:
    """Does the request come from a page of this host?"""
    origin = urlsplit(headers.get("origin", ""))
    return bool(origin.netloc) and origin.netloc == headers.get("host")


class Guard:
    """Around the application: refuses what other sites send, and adds the headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        changes = scope["method"] in _CHANGING
        most = MOST_FILE if scope["path"] in FILES else MOST_BODY
        # Browsers always name the origin; programs that have none need not.
        if changes and "origin" in headers and not is_own_origin(headers):
            refusal = problem(403, Fault("request.foreign"))
            await refusal(scope, receive, with_headers)
        elif changes and not _is_small(headers, most):
            refusal = problem(413, Fault("request.large", n=most))
            await refusal(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)


def _is_small(headers: Headers, most: int) -> bool:
    """Is the length of the body known beforehand, and small enough?"""
    length = headers.get("content-length", "0")
    return length.isdecimal() and int(length) <= most and "transfer-encoding" not in headers
