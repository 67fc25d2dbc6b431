"""Who sends a request: visitors are known by a cookie, whose hash is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fullprime.store import Person

if TYPE_CHECKING:
    from fullprime.store.store import Store

COOKIE: Final = "fullprime"
DAYS: Final = 400  # as long as browsers keep any
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


async def known(connection: HTTPConnection, store: Store) -> Person | None:
    """Whose cookie comes with a request."""
    token = connection.cookies.get(COOKIE, "")
    return await store.person(_hash(token)) if _TOKEN.fullmatch(token) else None


async def who_asks(connection: HTTPConnection) -> int | None:
    """The id of the person behind a request; None: it comes without a cookie that we know."""
    person = await known(connection, connection.app.state.store)
    return person.id if person else None


async def visitor(request: Request) -> Person:
    """The person behind a request; a newcomer gets a cookie with the answer."""
    store: Store = request.app.state.store
    person = await known(request, store)
    if person is None:
        request.state.token = secrets.token_urlsafe(32)
        person = await store.new_person(_hash(request.state.token))
    return person


def person_json(person: Person) -> dict[str, Any]:
    """What a person has told of themselves."""
    return {
        "name": person.name,
        "settings": msgspec.Raw(person.settings.encode()),
        "names": list(person.names),
    }


def give_cookie(request: Request, response: Response) -> None:
    """Puts the cookie of a newcomer into the answer."""
    token = getattr(request.state, "token", None)
    if token:
        secure = request.url.scheme == "https"
        response.set_cookie(
            COOKIE, token, max_age=DAYS * 86400, httponly=True, samesite="lax", secure=secure
        )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
