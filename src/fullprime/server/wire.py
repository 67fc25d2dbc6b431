"""Connections: how long a client may take, how much it may hold, and how many there are.

A client that is silent, sends a head or a body drop by drop, or does not read, costs a connection
and a few kilobytes until its time is up; then it is cut off, whatever still waits for it.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from fullprime.server.access import Access, network_of
from fullprime.server.buckets import Buckets
from fullprime.server.config import Limits
from fullprime.server.metrics import CLOSED, CONNECTIONS

log = logging.getLogger(__name__)

ARRIVAL: Final = 4
"""Points that a connection costs; they are counted apart from those of requests."""
LINGER: Final = 5.0
"""Seconds that a closed connection has to take what was written to it."""
HEAD: Final = 16 * 1024
"""Bytes of a head at most."""
SLOWEST: Final = 64 * 1024
"""Bytes of a body that come in a second at least."""
CONTROLS: Final = 50
"""Pings, pongs and fragments that a socket may send in `WINDOW` seconds."""
WINDOW: Final = 20.0


class Connections:
    """Which are open, by address; those through a declared proxy count all together only."""

    def __init__(self, limits: Limits, access: Access, most: int) -> None:
        self.limits = limits
        self._access = access
        self._most = most
        self._by_address: Counter[str] = Counter()
        self._arrivals = Buckets(limits.rate, limits.burst)
        self._open = 0

    def lets_in(self, address: str) -> bool:
        """Who comes, before anything is made for them; False: too many, or too often."""
        if not self._has_room(address):
            return False
        if self._access.is_proxy(address) or not self._arrivals.take(network_of(address), ARRIVAL):
            return True
        _turned_away("often", "too often from one address")
        return False

    def add(self, address: str) -> bool:
        """False: there are too many."""
        if not self._has_room(address):
            return False
        self._by_address[network_of(address)] += 1
        self._open += 1
        CONNECTIONS.set(self._open)
        return True

    def _has_room(self, address: str) -> bool:
        if self._open >= self._most:
            _turned_away("full", "too many in all")
            return False
        many = self._by_address[network_of(address)] >= self.limits.connections
        if many and not self._access.is_proxy(address):
            _turned_away("address", "too many of one address")
            return False
        return True

    def remove(self, address: str) -> None:
        """It is closed."""
        place = network_of(address)
        self._open -= 1
        self._by_address[place] -= 1
        if not self._by_address[place]:
            del self._by_address[place]
        CONNECTIONS.set(self._open)


def _turned_away(why: str, told: str) -> None:
    CLOSED.add(why)
    log.warning("connections: %s", told)


class _Patience:
    """A deadline that can be moved."""

    def __init__(self, loop: asyncio.AbstractEventLoop, over: Callable[[str], None]) -> None:
        self._loop = loop
        self._over = over
        self._timer: asyncio.TimerHandle | None = None
        self.what = ""

    def wait(self, what: str, seconds: float) -> None:
        """From now on, if it is not that which is waited for already."""
        if what != self.what:
            self.end()
            self.what = what
            self._timer = self._loop.call_later(seconds, self._over, what)

    def end(self) -> None:
        """It has come."""
        self.what = ""
        if self._timer:
            self._timer.cancel()
            self._timer = None


class _Lingering:
    """A transport that is gone some seconds after it is closed, even if nobody reads the rest."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def close(self) -> None:
        if self._transport.get_write_buffer_size():
            self._loop.call_later(LINGER, self._transport.abort)
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class Wire(H11Protocol):
    """HTTP/1.1 with patience that ends."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._connections = connections
        self._limits = connections.limits
        self._in = _Patience(self.loop, self._too_slow)
        self._out = _Patience(self.loop, self._too_slow)
        self._address: str | None = None
        self._is_http = True
        self.ws_protocol_class = functools.partial(Line, connections)  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        address = _address(transport)
        if not self._connections.add(address):
            transport.abort()
            return
        self._address = address
        super().connection_made(cast(asyncio.Transport, _Lingering(transport, self.loop)))
        self._in.wait("head", self._limits.head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in.end()
        self._out.end()
        if self._address is None:
            return  # it was never let in
        self._connections.remove(self._address)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # a line that is reset would be held until it is over

    def data_received(self, data: bytes) -> None:
        if self._address is not None:
            super().data_received(data)
            self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        """What the client has still to send, and until when."""
        if not self._is_http:  # another protocol has the line now, and its own patience
            return
        if self.transport.is_closing():  # what is waited for would be held, for nobody
            return
        state = self.conn.their_state
        if state is h11.IDLE and (self.cycle is None or self.cycle.response_complete):
            if self.timeout_keep_alive_task is None:
                self._in.wait("head", self._limits.head)
        elif state is h11.SEND_BODY:
            lengths = [value for name, value in self.headers if name == b"content-length"]
            length = int(lengths[0]) if lengths and lengths[0].isdigit() else 0
            self._in.wait("body", self._limits.body + length / SLOWEST)
        else:
            self._in.end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_http = False
        self._in.end()
        self._out.end()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._out.wait("reading", self._limits.reading)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._out.end()

    def _too_slow(self, what: str) -> None:
        CLOSED.add(what)
        self.transport.abort()


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that must read, and does not live by pings alone."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._connections = connections
        self._out = _Patience(self.loop, self._stuck)
        self._controls = 0
        self._since = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, "line": self}

    def connection_lost(self, exc: Exception | None) -> None:
        self._out.end()
        self._connections.remove(_address(self.transport))
        super().connection_lost(exc)

    def cut(self) -> None:
        """At once, whatever waits for the client."""
        self.transport.abort()

    @property
    def lag(self) -> float:
        """How long the last ping of the server took to come back, in seconds."""
        return self.last_ping_rtt

    def pause_writing(self) -> None:
        super().pause_writing()
        self._out.wait("reading", self._connections.limits.reading)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._out.end()

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may():
            super().handle_cont(event)

    def _may(self) -> bool:
        """Is it within what a client may send besides messages?"""
        now = time.monotonic()
        if now - self._since > WINDOW:
            self._since, self._controls = now, 0
        self._controls += 1
        if self._controls == CONTROLS + 1:
            self._stuck("controls")
        return self._controls <= CONTROLS

    def _stuck(self, what: str) -> None:
        CLOSED.add(what)
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # frames before the handshake was answered
            self._stuck("protocol")
        else:
            super().handle_parser_exception()
