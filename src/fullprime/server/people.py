"""Who sends a request: visitors are known by a cookie, whose hash is stored.

A stranger who only looks at something leaves no trace: the first thing that must be kept for them,
such as a match, makes them a visitor.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fullprime.server.news import News
from fullprime.store import Person

if TYPE_CHECKING:
    from fullprime.store.store import Store

COOKIE: Final = "fullprime"
SECURE_COOKIE: Final = "__Host-fullprime"
"""Behind TLS: no other host and no plain page can set one of that name."""
DAYS: Final = 400  # as long as browsers keep any
NOBODY: Final = Person(0)
"""A stranger: has nothing, and is in no row."""
RENEWED_AFTER: Final = 30
"""Days after which a visitor gets another token."""
AND_BEFORE: Final = "~"
"""Between the new token and the one before it, until the new one has come back once."""
_ONE: Final = r"(?:(\d{5})\.)?[A-Za-z0-9_-]{43}"  # the day it was made, and 256 random bits
_TOKEN: Final = re.compile(rf"{_ONE}(?:{AND_BEFORE}{_ONE})?", re.ASCII)
_IN_FLIGHT: Final = 600.0
"""Seconds in which requests may still come with the token before."""
_MOST_IN_FLIGHT: Final = 10_000


def token_in(connection: HTTPConnection) -> str | None:
    """What the cookie of a request holds, if the server can have made it."""
    token = connection.cookies.get(_cookie_name(connection), "")
    return token if _TOKEN.fullmatch(token) else None


class Replaced:
    """Tokens that were replaced a moment ago, by hash: other requests may be on their way."""

    def __init__(self, news: News) -> None:
        self._new: dict[bytes, tuple[bytes, float]] = {}
        self._news = news
        news.on("replaced", lambda pair: self._add(*map(bytes.fromhex, pair.split())))

    def add(self, old: bytes, new: bytes) -> None:
        """The new one has come back, so the old one is no longer kept."""
        self._add(old, new)
        self._news.tell("replaced", f"{old.hex()} {new.hex()}")

    def _add(self, old: bytes, new: bytes) -> None:
        now = time.monotonic()
        if len(self._new) >= _MOST_IN_FLIGHT:
            self._new.clear()
        self._new[old] = new, now

    def following(self, old: bytes) -> bytes | None:
        """What has replaced it, if that was a moment ago."""
        new, since = self._new.get(old, (None, 0.0))
        return new if time.monotonic() - since < _IN_FLIGHT else None


def _cookie_name(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if connection.app.state.access.is_secure else COOKIE


async def known(connection: HTTPConnection, store: Store) -> Person | None:
    """Whose cookie comes with a request."""
    token = token_in(connection)
    if token is None:
        return None
    new, _, old = token.partition(AND_BEFORE)
    found = await _of_token(connection, store, new)
    if found is None and old and (found := await _of_token(connection, store, old)):
        await store.change_token(found.id, _hash(new))
        connection.app.state.replaced.add(_hash(old), _hash(new))
    if found and old:
        connection.state.token = new
    return found


async def _of_token(connection: HTTPConnection, store: Store, token: str) -> Person | None:
    known_as = _hash(token)
    following: bytes | None = connection.app.state.replaced.following(known_as)
    return await store.person(following or known_as)


def renew(request: Request) -> None:
    """Puts a new token into the answer if the visitor's is old.

    The old one holds until the new one comes back: an answer that is lost loses nobody.
    """
    token = token_in(request)
    if token is None or AND_BEFORE in token:
        return
    day, dot, _ = token.partition(".")
    if not dot or _today() - int(day) >= RENEWED_AFTER:
        request.state.token = f"{_fresh()}{AND_BEFORE}{token}"


async def forget(request: Request, person: Person, response: Response) -> None:
    """This browser is a stranger's again, and its token opens nothing any more."""
    if person != NOBODY:
        await request.app.state.store.change_token(person.id, _hash(_fresh()))
        request.app.state.tables.part_with(person.id)
        request.app.state.news.tell("forgotten", str(person.id))
    request.state.token = None
    secure = request.app.state.access.is_secure
    response.delete_cookie(_cookie_name(request), httponly=True, samesite="lax", secure=secure)
    response.headers["Clear-Site-Data"] = '"cache", "cookies", "storage"'


def _fresh() -> str:
    return f"{_today()}.{secrets.token_urlsafe(32)}"


def _today() -> int:
    return int(time.time() // 86400)


async def asker(request: Request) -> Person:
    """The person behind a request that keeps nothing; a stranger stays one."""
    return await known(request, request.app.state.store) or NOBODY


async def who_asks(connection: HTTPConnection) -> int | None:
    """The id of the person behind a request; None: it comes without a cookie that we know."""
    person = await known(connection, connection.app.state.store)
    return person.id if person else None


async def visitor(request: Request) -> Person:
    """The person for whom something is kept; a newcomer gets a cookie with the answer."""
    store: Store = request.app.state.store
    person = await known(request, store)
    if person is None:
        request.app.state.quotas.charge_newcomer(request)
        request.state.token = _fresh()
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
        response.set_cookie(
            _cookie_name(request),
            token,
            max_age=DAYS * 86400,
            httponly=True,
            samesite="lax",
            secure=request.app.state.access.is_secure,
        )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
