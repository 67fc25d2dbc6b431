"""The process: a socket, the application, and its end."""

from __future__ import annotations

import functools
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from typing import Final

import uvicorn

from fullprime.errors import FullprimeError
from fullprime.server.access import Access
from fullprime.server.app import Options, farewell, make_app
from fullprime.server.descriptors import for_connections, raise_limit
from fullprime.server.garbage import look_rarely
from fullprime.server.gate import AT_ONCE, Gate
from fullprime.server.logs import set_up_log
from fullprime.server.messages import MOST_BYTES
from fullprime.server.supervisor import Supervisor, inherited, serves
from fullprime.server.wire import HEAD, Connections, Wire

SWITCH: Final = 0.0005
"""Seconds that a thread computes before the loop has its turn: those who play wait for that."""


class Run:
    """One server, from its address to its end."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._socket: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._failure: Exception | None = None

    def bind(self, host: str, port: int, or_any: bool = False) -> str:
        """The address; `or_any` takes a free port if this one is taken."""
        try:
            self._socket = _listen(host, port)
        except OSError as error:
            if not or_any:
                raise FullprimeError(f"cannot listen at {host}:{port}: {error.strerror}") from error
            return self.bind(host, 0)
        return self._address(host)

    def inherit(self) -> bool:
        """Listens at a socket together with other processes, where a supervisor has started it."""
        self._socket = inherited()
        self._options = self._options._replace(opened=serves)
        return self._socket is not None

    def supervise(self, browse: str | None = None) -> None:
        """Keeps processes running that answer, until it is interrupted."""
        _open_soon(browse)
        assert self._socket is not None  # noqa: S101 - bound before
        set_up_log(self._options.config.log)
        Supervisor(self._options.config.workers, self._socket).run()

    def _address(self, host: str) -> str:
        assert self._socket is not None  # noqa: S101 - bound before
        bound = self._socket.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        scheme = "https" if self._options.config.certificate else "http"
        return f"{scheme}://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{bound}/"  # noqa: S104

    def serve(self, browse: str | None = None) -> None:
        """Answers until it is interrupted; opens the address in a browser."""
        _open_soon(browse)
        own = self._options.config
        set_up_log(own.log)
        sys.setswitchinterval(SWITCH)
        look_rarely()
        connections = Connections(own.limits, Access(own), for_connections(raise_limit()))
        app = make_app(self._options, self._give_up)
        config = uvicorn.Config(
            app,
            loop="asyncio",  # another loop would not ask the gate
            http=functools.partial(Wire, connections),  # type: ignore[arg-type]
            backlog=AT_ONCE,
            h11_max_incomplete_event_size=HEAD,
            log_config=None,
            access_log=False,
            ssl_certfile=own.certificate,
            ssl_keyfile=own.key,
            ws_per_message_deflate=False,
            ws_max_size=4 * MOST_BYTES,
            ws_ping_interval=own.heartbeat,
            ws_ping_timeout=own.heartbeat,
            timeout_graceful_shutdown=2,
            proxy_headers=False,
            server_header=False,
        )
        self._server = _Server(config, functools.partial(farewell, app))
        # The server finishes what it has begun and then raises the signal again.
        signal.signal(signal.SIGTERM, lambda *_: None)
        assert self._socket is not None  # noqa: S101 - bound before
        self._server.run(sockets=[Gate(self._socket, connections.lets_in)])
        if self._failure:
            raise self._failure

    def _give_up(self, failure: Exception) -> None:
        self._failure = failure
        if self._server:
            self._server.should_exit = True


class _Server(uvicorn.Server):
    """Says goodbye before it closes the lines."""

    def __init__(self, config: uvicorn.Config, last_word: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._last_word = last_word

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Many may wait to be let in, though few are at a time: those who play come in between."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(socket.SOMAXCONN)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nothing new is begun; players hear when to come back."""
        for server in self.servers:
            server.close()  # who comes now is for another process
        await self._last_word()
        await super().shutdown(sockets)


def _open_soon(address: str | None) -> None:
    if address:
        threading.Timer(1.0, webbrowser.open, [address]).start()


def _listen(host: str, port: int) -> socket.socket:
    [family, kind, protocol, _, address] = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
    except OSError:
        made.close()
        raise
    made.set_inheritable(True)
    return made
