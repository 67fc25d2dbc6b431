"""The WebSocket of a match: who may open one, and how much may be sent over it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from fullprime.errors import Fault
from fullprime.server import messages
from fullprime.server.client import Client
from fullprime.server.limits import Quotas
from fullprime.server.messages import BadMessage, Hello, Ping
from fullprime.server.metrics import CLOSED, REFUSED, SOCKETS
from fullprime.server.people import who_asks
from fullprime.server.relay import Elsewhere
from fullprime.server.served import serving
from fullprime.server.table import Table
from fullprime.server.tables import NoSuchMatch, Tables
from fullprime.server.watch import MOVED
from fullprime.server.wire import Line
from fullprime.store import DamagedMatch

MOST_MESSAGES: Final = 100
WINDOW: Final = 20.0
"""Seconds in which a client may send that many."""
GREETING: Final = 10.0
"""Seconds in which the first message must come."""
PRICE: Final = 5
"""Points that a socket costs when it is opened, and each time it wants everything anew."""
POLICY: Final = 1008
TOO_BIG: Final = 1009
TRY_AGAIN: Final = 1012
NO_MATCH: Final = 4404
DAMAGED: Final = 4500


class _Expelled(Exception):
    """The client has gone too far."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


async def play(socket: WebSocket) -> None:
    """One page at one table."""
    quotas: Quotas = socket.app.state.quotas
    if socket.app.state.watch.stopped:  # what can be read now may not be there afterwards
        await _refuse(socket, "stopping")
        return
    if not quotas.access.is_own_origin(socket.scope):
        await _refuse(socket, "origin")
        return
    if quotas.charge(socket, PRICE):
        await _refuse(socket, "rate")
        return
    who = await who_asks(socket)
    places = quotas.open_socket(socket, who)
    if not places:
        await _refuse(socket, "sockets")
        return
    SOCKETS.add()
    try:
        await _play(socket)
    except Elsewhere:
        await _come_back(socket)
    finally:
        quotas.close_socket(places)
        SOCKETS.add(by=-1)


async def _play(socket: WebSocket) -> None:
    """Here, or where the match is served."""
    far = await serving(socket.app.state, str(socket.path_params["match_id"]))
    if far:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has gone
            await far.answer(socket.scope, socket.receive, socket.send)
    else:
        await sit(socket)


async def _refuse(socket: WebSocket, why: str) -> None:
    REFUSED.add(why)
    await socket.close(POLICY)  # before it is accepted: the answer is 403


async def sit(socket: WebSocket) -> None:
    """One page, which may be here, at one table, which is served here."""
    tables: Tables = socket.app.state.tables
    who = await who_asks(socket)
    await socket.accept()
    try:
        async with tables.at(socket.path_params["match_id"], who) as table:
            most = socket.app.state.quotas.limits.outbox
            await _at(table, Client(who, most, _line(socket).cut), socket)
    except NoSuchMatch:
        await socket.close(NO_MATCH, "no such match")
    except DamagedMatch:
        await socket.close(DAMAGED, "its record is damaged")


async def _come_back(socket: WebSocket) -> None:
    """Another process serves the match, and will be found in a moment."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has ended already
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        told = msgspec.json.encode(messages.closing(MOVED.why, MOVED.retry))
        await socket.send_text(told.decode())
        await socket.close(TRY_AGAIN)


async def _at(table: Table, client: Client, socket: WebSocket) -> None:
    sending = asyncio.create_task(_send(client, socket))
    try:
        await _listen(table, client, socket)
    except WebSocketDisconnect:
        pass
    except TimeoutError:
        CLOSED.add("greeting")
        await _end(socket, POLICY, "expected a hello")
    except _Expelled as reason:
        CLOSED.add("expelled")
        await _end(socket, reason.code, str(reason))
    finally:
        table.leave(client)
        sending.cancel()


async def _end(socket: WebSocket, code: int, why: str) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has ended already
        await socket.close(code, why)


async def _send(client: Client, socket: WebSocket) -> None:
    try:
        while (message := await client.next()) is not None:
            await socket.send_text(message.decode())
        await socket.close(TRY_AGAIN)
    except (WebSocketDisconnect, RuntimeError):
        return  # the listening side hears of it too


def _line(socket: WebSocket) -> Line:
    line: Line = socket.state.line
    return line


async def _listen(table: Table, client: Client, socket: WebSocket) -> None:
    quotas: Quotas = socket.app.state.quotas
    times: deque[float] = deque(maxlen=MOST_MESSAGES)
    greeted = False
    while True:
        async with asyncio.timeout(None if greeted else GREETING):
            text = await _text(socket, times)
        client.lag = _line(socket).lag
        try:
            message = messages.read(text)
            if not greeted and not isinstance(message, Hello):
                raise BadMessage(Fault("message.hello"))
        except BadMessage as error:
            refusal = messages.refused(error.fault, messages.ack_in(text), table.version)
            client.send(msgspec.json.encode(refusal))
            continue
        if isinstance(message, Hello):
            if greeted and quotas.charge(socket, PRICE):
                raise _Expelled(POLICY, "too many greetings")
            greeted = True
            await table.hello(client, message.version)
        elif isinstance(message, Ping):
            client.send(msgspec.json.encode(messages.PONG))
        else:
            await table.ask(client, *message)


async def _text(socket: WebSocket, times: deque[float]) -> str:
    """The next message, if it is one that may be read at all."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    now = time.monotonic()
    if len(times) == MOST_MESSAGES and now - times[0] < WINDOW:
        raise _Expelled(POLICY, "too many messages")
    times.append(now)
    text = received.get("text")
    if text is None:
        raise _Expelled(POLICY, "expected text")
    if len(text.encode()) > messages.MOST_BYTES:
        raise _Expelled(TOO_BIG, f"expected {messages.MOST_BYTES} bytes at most")
    return str(text)
