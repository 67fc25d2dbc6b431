"""The WebSocket of a match."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from fullprime.errors import Fault
from fullprime.server import messages
from fullprime.server.client import Client
from fullprime.server.messages import BadMessage, Hello, Ping
from fullprime.server.people import who_asks
from fullprime.server.security import is_own_origin
from fullprime.server.table import Table
from fullprime.server.tables import NoSuchMatch, Tables

MOST_MESSAGES: Final = 100
WINDOW: Final = 20.0
"""Seconds in which a client may send that many."""
POLICY: Final = 1008
TOO_BIG: Final = 1009
TRY_AGAIN: Final = 1012
NO_MATCH: Final = 4404


class _Expelled(Exception):
    """The client has gone too far."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


async def play(socket: WebSocket) -> None:
    """One page at one table."""
    if not is_own_origin(socket.headers):
        await socket.close(POLICY, "another site")  # before it is accepted: the answer is 403
        return
    who = await who_asks(socket)
    tables: Tables = socket.app.state.tables
    await socket.accept()
    try:
        async with tables.at(socket.path_params["match_id"], who) as table:
            await _at(table, Client(who), socket)
    except NoSuchMatch:
        await socket.close(NO_MATCH, "no such match")


async def _at(table: Table, client: Client, socket: WebSocket) -> None:
    sending = asyncio.create_task(_send(client, socket))
    try:
        await _listen(table, client, socket)
    except WebSocketDisconnect:
        pass
    except _Expelled as reason:
        await socket.close(reason.code, str(reason))
    finally:
        table.leave(client)
        sending.cancel()


async def _send(client: Client, socket: WebSocket) -> None:
    try:
        while (message := await client.outbox.get()) is not None:
            await socket.send_text(message.decode())
        await socket.close(TRY_AGAIN)
    except (WebSocketDisconnect, RuntimeError):
        return  # the listening side hears of it too


async def _listen(table: Table, client: Client, socket: WebSocket) -> None:
    times: deque[float] = deque(maxlen=MOST_MESSAGES)
    greeted = False
    while True:
        text = await _text(socket, times)
        try:
            message = messages.read(text)
            if not greeted and not isinstance(message, Hello):
                raise BadMessage(Fault("message.hello"))
        except BadMessage as error:
            refusal = messages.refused(error.fault, messages.ack_in(text), table.version)
            client.send(msgspec.json.encode(refusal))
            continue
        if isinstance(message, Hello):
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
