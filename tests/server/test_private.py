"""An imported match is there for who has brought it; for all others there is no such match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed

from fullprime.server.app import Options, make_app
from server_client import Server, Visitor
from uploads import MAT, bring

BODIES: dict[str, Any] = {
    "POST /api/matches/{match_id}/why": {"steps": []},
    "POST /api/matches/{match_id}/branch": {"version": 1},
    "PUT /api/matches/{match_id}/notes": {"text": "mine"},
    "POST /api/matches/{match_id}/review": {"plies": 0},
    "POST /api/matches/{match_id}/review/rollouts": {"address": "1.1"},
}
"""What routes want to read; others read nothing."""
OPEN = {
    "GET /api/matches/{match_id}/dice": "an imported match has no record of its dice",
    "GET /match/{match_id}": "the page is the same for everyone, but for the state in it",
    "GET /match/{match_id}/replay": "the page asks for the match by itself",
    "GET /match/{match_id}/review": "the page asks for the match by itself",
    "GET /match/{match_id}/review/{at}": "the page asks for the match by itself",
    "POST /api/matches/{match_id}/review/rollouts": "there is no review yet",
    "DELETE /api/matches/{match_id}/review/rollouts/{job_id}": "nothing is being rolled out",
    "POST /api/matches/{match_id}/abandon": "nothing is played in an imported match",
    "POST /api/matches/{match_id}/claim": "nothing is played in an imported match",
    "POST /api/matches/{match_id}/rematch": "nothing is played in an imported match",
}
"""Routes that do not answer their owner with 2xx, or everyone else with 404, and why."""
UNKNOWN = "0123456789ab"


def routes() -> Iterator[str]:
    """All of the application that lead to a match."""
    for route in make_app(Options(Path("unused")), lambda error: None).routes:
        if isinstance(route, Route) and "{match_id}" in route.path:
            for method in (route.methods or set()) - {"HEAD"}:
                yield f"{method} {route.path}"


def answer(visitor: Visitor, route: str, match_id: str) -> tuple[int, bytes]:
    method, path = route.split()
    path = path.replace("{match_id}", match_id).replace("{number}", "1")
    status, _, content = visitor.ask(method, path, BODIES.get(route))
    return status, content.replace(match_id.encode(), b"ID")


@pytest.fixture(scope="module")
def people(module_server: Server) -> tuple[Visitor, Visitor, str]:
    ann, ben = Visitor(module_server, "Ann"), Visitor(module_server, "Ben")
    return ann, ben, bring(ann, MAT)[1]["id"]


@pytest.fixture(scope="module")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("private") / "a.db") as server:
        yield server


ROUTES = sorted(routes(), key=lambda route: (route == "DELETE /api/matches/{match_id}", route))
"""What deletes the match comes last."""


@pytest.mark.parametrize("route", ROUTES)
def test_strangers_see_nothing(people: tuple[Visitor, Visitor, str], route: str) -> None:
    ann, ben, match_id = people
    for stranger in (ben, Visitor(ben.server)):
        seen = answer(stranger, route, match_id)
        assert seen == answer(stranger, route, UNKNOWN)
        assert seen[0] == 404 or route in OPEN
    own = answer(ann, route, match_id)
    assert own != seen or route.startswith("GET /match/{match_id}/re") or "{job_id}" in route
    assert own[0] in (200, 201, 204) or route in OPEN


def test_no_socket_is_forgotten() -> None:
    found = make_app(Options(Path("unused")), lambda error: None).routes
    sockets = [route.path for route in found if isinstance(route, WebSocketRoute)]
    assert sockets == ["/ws/matches/{match_id}"]


def test_the_line_is_closed_to_strangers(server: Server) -> None:
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    match_id = bring(ann, MAT)[1]["id"]
    for stranger in (ben, Visitor(server)):
        for asked in (match_id, UNKNOWN):
            with pytest.raises(ConnectionClosed) as closed:
                stranger.sit(asked)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "no such match")
    with ann.sit(match_id) as table:
        assert table.state["imported"]["format"] == "mat"


def test_a_table_that_its_owner_looks_at_stays_closed(server: Server) -> None:
    """Who is first loads it, and it is in memory then."""
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    match_id = bring(ann, MAT)[1]["id"]
    with ann.sit(match_id):
        assert ben.get(f"/api/matches/{match_id}")[0] == 404
        assert ann.get(f"/api/matches/{match_id}")[0] == 200
