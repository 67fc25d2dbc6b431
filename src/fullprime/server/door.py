"""The door for requests: routes, and one validator for all that comes in with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullprime.errors import field_fault
from fullprime.server.people import give_cookie
from fullprime.server.problems import InvalidRequest, Problem
from fullprime.shapes import converted, decoded

Handler = Callable[..., Awaitable[Response]]
Adds = Callable[[Handler], Handler]
Shape = type[msgspec.Struct]
_KINDS: Final = ("", "application/json")


class Way(NamedTuple):
    """A route: method and path, what it reads, and the function that answers."""

    method: str
    path: str
    handler: Handler
    shape: Shape | None
    """Read from the body, or from path and query where there is none."""
    status: int
    """Of the answer, when all is well."""
    raw: bool = False
    """The body is a file, which the function itself reads; what is read comes with the address."""

    @property
    def has_body(self) -> bool:
        """Does it read one?"""
        return self.method != "GET" and self.shape is not None and not self.raw

    def route(self) -> Route:
        """For the application."""
        return Route(self.path, self._endpoint, methods=[self.method])

    async def _endpoint(self, request: Request) -> Response:
        read = () if self.shape is None else (await self._read(request),)
        response = await self.handler(request, *read)
        give_cookie(request, response)
        return response

    async def _read(self, request: Request) -> Any:
        if not self.has_body:
            return _parameters(request, self.shape)
        if request.headers.get("content-type", "").partition(";")[0] not in _KINDS:
            raise InvalidRequest("expected a body of the type application/json")
        return _decoded(await request.body(), self.shape)


class Door:
    """The routes of one part of the server."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self.ways: list[Way] = []

    def get(self, path: str, shape: Shape | None = None) -> Adds:
        """Answers GET; the parameters come from path and query."""
        return self._way("GET", path, shape, 200)

    def post(self, path: str, shape: Shape | None = None, status: int = 200) -> Adds:
        """Answers POST with a body."""
        return self._way("POST", path, shape, status)

    def upload(self, path: str, shape: Shape, status: int = 200) -> Adds:
        """Answers POST with a file as its body; the parameters come from path and query."""
        return self._way("POST", path, shape, status, raw=True)

    def put(self, path: str, shape: Shape) -> Adds:
        """Answers PUT with a body."""
        return self._way("PUT", path, shape, 200)

    def patch(self, path: str, shape: Shape) -> Adds:
        """Answers PATCH with a body."""
        return self._way("PATCH", path, shape, 200)

    def delete(self, path: str) -> Adds:
        """Answers DELETE, with nothing."""
        return self._way("DELETE", path, None, 204)

    def _way(
        self, method: str, path: str, shape: Shape | None, status: int, *, raw: bool = False
    ) -> Adds:
        def add(handler: Handler) -> Handler:
            self.ways.append(Way(method, self._prefix + path, handler, shape, status, raw))
            return handler

        return add


def json_answer(content: object, status: int = 200) -> Response:
    """The answer in JSON."""
    return raw_answer(msgspec.json.encode(content), status)


def raw_answer(content: bytes, status: int = 200) -> Response:
    """The answer, which is JSON already."""
    return Response(content, status, media_type="application/json")


def _parameters(request: Request, shape: Any) -> Any:
    try:
        given = {**request.query_params, **request.path_params}
        return converted(given, shape, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(field_fault(error)) from error


def _decoded(body: bytes, shape: Any) -> Any:
    try:
        return decoded(body, shape)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InvalidRequest(field_fault(error)) from error
    except RecursionError as error:
        raise Problem(400, "request.deep") from error
