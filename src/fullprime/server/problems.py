"""Errors as `application/problem+json`: a code with its values, and the same in English."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from fullprime.errors import Fault, FullprimeError
from fullprime.server.watch import Leave, is_of_database
from fullprime.store import DamagedMatch

log = logging.getLogger(__name__)

Json = dict[str, Any]


class Problem(Exception):
    """Raised wherever a request cannot be answered: the status, and what is wrong."""

    def __init__(self, status: int, code: str, **values: Any) -> None:
        self.status = status
        self.fault = Fault(code, **values)
        self.headers: dict[str, str] = {}
        super().__init__(self.fault)

    def coming_back(self, seconds: int) -> Problem:
        """The same, with the time after which it can be tried again."""
        self.headers["Retry-After"] = str(seconds)
        return self


class NotKept(Problem):
    """A write has failed: nobody knows yet whether it has happened."""

    def __init__(self, leave: Leave) -> None:
        super().__init__(503, leave.why.code, **leave.why.values)
        self.coming_back(round(leave.retry))


class InvalidRequest(Problem):
    """A request that is not what its route reads."""

    def __init__(self, error: str) -> None:
        super().__init__(422, "request.invalid", error=error)


def fault_json(fault: Fault) -> Json:
    """The code, the values, and the sentence in English."""
    return {**coded(fault), "message": str(fault)}


def coded(fault: Fault) -> Json:
    """The code and the values, by which a page finds its own words."""
    return {
        "code": fault.code,
        "values": {name: _value(value) for name, value in fault.values.items()},
    }


def _value(value: Any) -> Any:
    if isinstance(value, Fault):
        return fault_json(value)
    if isinstance(value, list):
        return [_value(each) for each in value]
    return value if isinstance(value, int | float) else str(value)


def problem(status: int, fault: Fault, headers: dict[str, str] | None = None) -> Response:
    """The answer that shows a problem."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(fault),
        **coded(fault),
    }
    content = msgspec.json.encode(body)
    return Response(content, status, headers, media_type="application/problem+json")


async def _known(_: Request, error: Any) -> Response:
    return problem(error.status, error.fault, error.headers)


async def _http(request: Request, error: Any) -> Response:
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        fault = Fault("request.method", method=request.method)
    else:
        fault = Fault("request.missing")
    return problem(error.status_code, fault)


async def _refused(_: Request, error: Any) -> Response:
    return problem(422, error.fault)


async def _damaged(_: Request, error: Any) -> Response:
    return problem(500, error.fault)


async def _unreadable(_: Request, error: Any) -> Response:
    return problem(422, Fault("request.text", error=str(error)))


async def _gone(_: Request, __: Any) -> Response:
    return Response(status_code=400)  # nobody reads it


async def _broken(request: Request, error: Any) -> Response:
    if is_of_database(error):
        leave = request.app.state.watch.failed(error)
        return problem(503, leave.why, {"Retry-After": str(round(leave.retry))})
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return problem(500, Fault("server.failed"))


HANDLERS: Final[dict[Any, Any]] = {
    Problem: _known,
    HTTPException: _http,
    DamagedMatch: _damaged,
    FullprimeError: _refused,
    UnicodeError: _unreadable,
    ClientDisconnect: _gone,
    Exception: _broken,
}
"""Every error of the application becomes a problem."""
