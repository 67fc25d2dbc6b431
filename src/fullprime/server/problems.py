"""Errors as `application/problem+json`, whatever goes wrong."""

from __future__ import annotations

import logging
from http import HTTPStatus

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fullprime.errors import FullprimeError
from fullprime.server.tables import NoSuchMatch

log = logging.getLogger(__name__)


class Problem(HTTPException):
    """Raised wherever a request cannot be answered."""


def problem(status: int, detail: str) -> Response:
    """The answer that tells a problem."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
    }
    return Response(msgspec.json.encode(body), status, media_type="application/problem+json")


def tell_problems(app: FastAPI) -> None:
    """Turns every error of the application into a problem."""

    @app.exception_handler(HTTPException)
    async def told(_: Request, error: HTTPException) -> Response:
        return problem(error.status_code, str(error.detail))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        faults = ("{}: {}".format(".".join(map(str, e["loc"])), e["msg"]) for e in error.errors())
        return problem(422, "; ".join(faults))

    @app.exception_handler(FullprimeError)
    async def refused(_: Request, error: FullprimeError) -> Response:
        return problem(422, str(error))

    @app.exception_handler(UnicodeError)
    async def unreadable(_: Request, error: UnicodeError) -> Response:
        return problem(422, f"no text that can be kept: {error}")

    @app.exception_handler(NoSuchMatch)
    async def missing(_: Request, error: NoSuchMatch) -> Response:
        return problem(404, f"there is no match {error}")

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        log.exception("%s %s", request.method, request.url.path, exc_info=error)
        return problem(500, "the server has made a mistake; its log tells more")
