"""docs/server.md tells of every route, and its examples are what the server says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from server_client import Server, Visitor

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
REQUESTS = re.findall(r"^\| `(GET|POST|PUT|PATCH|DELETE) (/[^`]*)`", PAGE, re.MULTILINE)
EXAMPLES = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
[EXCHANGE] = re.findall(r"^```exchange\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ANYTHING = "..."


def test_every_route_is_described(server: Server) -> None:
    paths = Visitor(server).get("/openapi.json")[1]["paths"]
    offered = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert set(REQUESTS) - {("GET", "/openapi.json")} == offered


def test_the_state_is_described(server: Server) -> None:
    visitor = Visitor(server)
    state = visitor.get(f"/api/matches/{visitor.new_match('backgammon')['id']}")[1]
    rows = PAGE.partition("### The state")[2].partition("\n`walk` is")[0]
    fields = (row[1 : row.find("|", 1)] for row in rows.splitlines())
    named = {name for field in fields for name in re.findall(r"`(\w+)`", field)}
    assert named == set(state)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_requests(server: Server, example: str) -> None:
    asked = json.loads(example)
    kinds = {"game": ("/api/matches", 201), "trials": ("/api/rollouts", 201)}
    path, status = next(
        (way for field, way in kinds.items() if field in asked), ("/api/analysis", 200)
    )
    assert Visitor(server).post(path, asked)[0] == status


def test_the_conversation(server: Server) -> None:
    visitor = Visitor(server)
    while True:
        match_id = visitor.new_match("backgammon")["id"]
        with visitor.sit(match_id) as table:
            table.until(lambda it=table: it.state["actor"] is not None)
            if table.state["version"] == 1:  # no tie
                break
    converse(visitor, match_id)


def converse(visitor: Visitor, match_id: str) -> None:
    """Says what the page says, and hears what it promises."""
    address = f"ws://127.0.0.1:{visitor.server.port}/ws/matches/{match_id}"
    cookie = {"Cookie": visitor.cookie}
    with connect(address, additional_headers=cookie, origin=Origin(visitor.origin)) as socket:
        for line in EXCHANGE.splitlines():
            message = json.loads(line[2:].replace(ANYTHING, f'"{ANYTHING}"'))
            if line.startswith(">"):
                socket.send(json.dumps(message))
            else:
                heard = json.loads(socket.recv(30))
                assert fits(heard, message), (heard, message)


def fits(heard: Any, promised: Any) -> bool:
    if promised == ANYTHING:
        return True
    if isinstance(promised, dict) and isinstance(heard, dict):
        same = set(heard) == set(promised)
        return same and all(fits(heard[key], promised[key]) for key in promised)
    if isinstance(promised, list) and isinstance(heard, list) and len(promised) == len(heard):
        return all(map(fits, heard, promised))
    return bool(heard == promised)
