"""Requests and sockets that another process of the site answers.

A match is served by one process, whichever process its players have reached. So what an application
hears and says, as ASGI has it, goes over a connection between the two, message by message. The
process that the client has reached has checked and charged it; the other one answers as if the
client had come to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fullprime.errors import FullprimeError
from fullprime.server.problems import Problem

log = logging.getLogger(__name__)

LONGEST: Final = 64 * 2**20
"""Bytes of a message: an exported match is one."""
GREETING: Final = 5.0
"""Seconds in which who connects must say who they are."""
_HEAD: Final = 4
_SCOPE: Final = (
    *("type", "http_version", "method", "scheme", "path", "raw_path", "query_string"),
    *("root_path", "headers", "client", "server", "subprotocols"),
)
_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder().decode


class Elsewhere(Problem):
    """Another process serves it, which cannot be reached, or has just been."""

    def __init__(self) -> None:
        super().__init__(503, "server.restarting")
        self.coming_back(1)


class Line:
    """Messages between two processes; each is for one request or one socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @staticmethod
    async def to(address: str) -> Line:
        """A new one."""
        host, _, port = address.rpartition(":")
        return Line(*await asyncio.open_connection(host, int(port)))

    async def say(self, message: Mapping[str, Any]) -> None:
        """Waits for who does not read."""
        body = _encode(message)
        self._writer.write(len(body).to_bytes(_HEAD) + body)
        await self._writer.drain()

    async def hear(self) -> dict[str, Any] | None:
        """The next one; None: the line is broken."""
        try:
            length = int.from_bytes(await self._reader.readexactly(_HEAD))
            if length > LONGEST:
                return None
            found: dict[str, Any] = _decode(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError, msgspec.DecodeError):
            return None
        return found

    def close(self) -> None:
        """At once."""
        self._writer.transport.abort()


# Who asks ----------------------------------------------------------------------------------------


async def pass_on(line: Line, secret: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Lets the other process answer; raises if it ends before it has done so."""
    told = {name: scope[name] for name in _SCOPE if name in scope}
    up = asyncio.create_task(_say_all(line, secret, told, scope, receive))
    started = False
    try:
        while (message := await line.hear()) is not None:
            await send(message)
            started = True
            if _is_last(message):
                return
        if started and scope["type"] == "http":
            return  # an answer that is cut off is seen as such
        raise Elsewhere
    finally:
        up.cancel()
        line.close()


async def _say_all(
    line: Line, secret: str, told: Mapping[str, Any], scope: Scope, receive: Receive
) -> None:
    with contextlib.suppress(OSError):  # who hears says so, too
        await line.say({"secret": secret, "scope": told})
        while True:
            message = await receive()
            lag = scope["state"]["line"].lag if scope["type"] == "websocket" else 0.0
            await line.say({**message, "lag": lag})


def _is_last(message: Message) -> bool:
    ended = message["type"] == "http.response.body" and not message.get("more_body")
    return ended or message["type"] == "websocket.close"


# Who answers -------------------------------------------------------------------------------------


class Inside:
    """Where the other processes of the site reach this one."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self._app = app
        self._secret = secret
        self._server: asyncio.Server | None = None
        self._open = 0

    async def open(self, host: str) -> str:
        """The address, at a free port."""
        try:
            self._server = await asyncio.start_server(self._serve, host, 0)
        except OSError as error:
            raise FullprimeError(f"peer_host: cannot listen at {host}: {error.strerror}") from error
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    @property
    def lines(self) -> int:
        """How many are open."""
        return self._open

    def close(self) -> None:
        """Nobody else comes; what is open stays so."""
        if self._server:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(reader, writer)
        try:
            if scope := await self._greeted(line):
                self._open += 1
                try:
                    await self._answer(line, scope)
                finally:
                    self._open -= 1
        finally:
            line.close()

    async def _greeted(self, line: Line) -> Scope | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GREETING):
                first = await line.hear() or {}
            if hmac.compare_digest(str(first.get("secret")), self._secret):
                scope: Scope = first["scope"]
                return scope
        return None

    async def _answer(self, line: Line, scope: Scope) -> None:
        far = _Far(line)
        scope["client"] = scope["client"] and tuple(scope["client"])
        scope["headers"] = [(name, value) for name, value in scope["headers"]]
        scope["state"] = {"line": far}

        async def receive() -> Message:
            message = await line.hear()
            if message is None:
                return {"type": f"{scope['type']}.disconnect", "code": 1006}
            far.lag = message.pop("lag", 0.0)
            return message

        async def send(message: Message) -> None:
            try:
                await line.say(message)
            except OSError:  # an answer that is not waited for any more; a socket must know
                if scope["type"] == "websocket":
                    raise

        try:
            await self._app(scope, receive, send)
        except Exception:
            log.exception("%s", scope["path"])


class _Far:
    """The line of a client that another process has."""

    def __init__(self, line: Line) -> None:
        self.lag = 0.0
        self.cut = line.close
