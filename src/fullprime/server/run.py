"""The process: a socket, the application, and its end."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser

import uvicorn

from fullprime.errors import FullprimeError
from fullprime.server.app import Options, make_app
from fullprime.server.messages import MOST_BYTES


class Run:
    """One server, from its address to its end."""

    def __init__(self, options: Options, heartbeat: float) -> None:
        self._options = options
        self._heartbeat = heartbeat
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
        bound = self._socket.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        return f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{bound}/"  # noqa: S104

    def serve(self, browse: str | None = None) -> None:
        """Answers until it is interrupted; opens the address in a browser."""
        if browse:
            threading.Timer(1.0, webbrowser.open, [browse]).start()
        app = make_app(self._options, self._give_up)
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws_max_size=4 * MOST_BYTES,
            ws_ping_interval=self._heartbeat,
            ws_ping_timeout=self._heartbeat,
            timeout_graceful_shutdown=2,
            proxy_headers=False,
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        # The server finishes what it has begun and then raises the signal again.
        signal.signal(signal.SIGTERM, lambda *_: None)
        assert self._socket is not None  # noqa: S101 - bound before
        self._server.run(sockets=[self._socket])
        if self._failure:
            raise self._failure

    def _give_up(self, failure: Exception) -> None:
        self._failure = failure
        if self._server:
            self._server.should_exit = True


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
