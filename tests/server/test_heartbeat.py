"""A line that breaks is noticed by the server."""

from __future__ import annotations

import base64
import json
import socket
from pathlib import Path

import pytest

from server_client import PATIENCE, Server, Visitor


def test_a_ping_is_answered(server: Server) -> None:
    ann = Visitor(server, "Ann")
    with ann.sit(ann.new_match("backgammon")["id"]) as table:
        table.send({"type": "ping"})
        table.until(lambda: {"type": "pong"} in table.heard)


@pytest.fixture
def quick(tmp_path: Path) -> Server:
    return Server(tmp_path / "matches.db", "--heartbeat", "0.2")


def test_who_does_not_answer_is_away(quick: Server) -> None:
    with quick as server:
        ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
        match = ann.new_match("backgammon", opponent={"kind": "invite"})
        ben.post(f"/api{match['invite']}")
        with ann.sit(match["id"]) as table, deaf(ben, match["id"]):
            table.until(lambda: table.heard and table.heard[-1].get("here") == [True, True])
            table.until(lambda: table.heard[-1].get("here") == [True, False])


def deaf(visitor: Visitor, match_id: str) -> socket.socket:
    """Somebody whose line is cut right after the greeting: nothing on it is answered."""
    line = socket.create_connection(("127.0.0.1", visitor.server.port), PATIENCE)
    key = base64.b64encode(b"0123456789abcdef").decode()
    head = (
        f"GET /ws/matches/{match_id} HTTP/1.1",
        f"Host: 127.0.0.1:{visitor.server.port}",
        f"Origin: {visitor.origin}",
        f"Cookie: {visitor.cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    line.sendall("\r\n".join((*head, "", "")).encode())
    assert b" 101 " in line.recv(4096).partition(b"\r\n")[0]
    line.sendall(_text(json.dumps({"type": "hello", "version": None})))
    return line


def _text(message: str) -> bytes:
    """A frame with the mask that changes nothing."""
    return bytes((0x81, 0x80 | len(message), 0, 0, 0, 0)) + message.encode()
