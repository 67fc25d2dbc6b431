"""Strangers take little: silence, drops, deafness, floods and lies cost them their connection."""

from __future__ import annotations

import base64
import json
import socket
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from fullprime.server.buckets import Buckets
from fullprime.server.limits import price
from fullprime.server.names import clean_name
from fullprime.server.problems import Problem
from server_client import PATIENCE, ROOM, Server, Visitor

TIGHT = {
    **ROOM,
    "FULLPRIME_SERVE_LIMITS_HEAD": "1",
    "FULLPRIME_SERVE_LIMITS_BODY": "1",
    "FULLPRIME_SERVE_LIMITS_READING": "2",
    "FULLPRIME_SERVE_LIMITS_CONNECTIONS": "40",
    "FULLPRIME_SERVE_LIMITS_SOCKETS": "6",
    "FULLPRIME_SERVE_LIMITS_SOCKETS_OF_VISITOR": "3",
    "FULLPRIME_SERVE_LIMITS_OUTBOX": "20000",
}


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("walls") / "m.db", room=TIGHT) as server:
        yield server


def line(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def lines(server: Server, count: int) -> list[socket.socket]:
    """So many are begun; some may be turned away before they know that they are there."""
    begun = []
    for _ in range(count):
        with suppress(ConnectionResetError):
            begun.append(line(server))
    return begun


def is_ended(connection: socket.socket) -> bool:
    """Does the server end it? If it does not, the time of the test is over."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def counted(server: Server, name: str, **labels: str) -> float:
    text = Visitor(server).ask("GET", "/metrics")[2].decode()
    told = ",".join(f'{label}="{value}"' for label, value in labels.items())
    wanted = f"{name}{{{told}}} " if told else f"{name} "
    return sum(float(each.split()[-1]) for each in text.splitlines() if each.startswith(wanted))


# Silence and drops -------------------------------------------------------------------------------

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = (
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 40\r\n\r\n"
)


@pytest.mark.parametrize(
    ("sent", "why"),
    [(b"", "head"), (HEAD, "head"), (POST, "body"), (POST + b'{"game":', "body")],
    ids=["silent", "half a head", "no body", "half a body"],
)
def test_who_does_not_go_on_is_cut_off(tight: Server, sent: bytes, why: str) -> None:
    before = counted(tight, "fullprime_cut_off_total", why=why)
    with line(tight) as stranger:
        stranger.sendall(sent)
        assert is_ended(stranger)
    assert counted(tight, "fullprime_cut_off_total", why=why) > before


def test_drops_do_not_win_time(tight: Server) -> None:
    """Each byte is a sign of life, but the whole head has one time."""
    with line(tight) as stranger, pytest.raises(ConnectionError):
        for byte in HEAD * 1000:
            stranger.sendall(bytes([byte]))
            time.sleep(0.02)


def test_a_second_request_has_its_time_too(tight: Server) -> None:
    with line(tight) as stranger:
        stranger.sendall(HEAD + b"\r\n" + HEAD)
        assert is_ended(stranger)


def test_who_does_not_read_an_answer_is_cut_off(tight: Server) -> None:
    before = counted(tight, "fullprime_cut_off_total", why="reading")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", tight.port))
        for _ in range(250):
            deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: counted(tight, "fullprime_cut_off_total", why="reading") > before)


def until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(0.05)


def test_one_address_has_so_many_connections(tight: Server) -> None:
    before = counted(tight, "fullprime_cut_off_total", why="address")
    held = lines(tight, 60)
    try:
        until(lambda: sum(not _is_closed(each) for each in held) <= 40)
    finally:
        for each in held:
            each.close()
    until(lambda: _answers(tight))
    assert counted(tight, "fullprime_cut_off_total", why="address") >= before + 20


def test_who_comes_too_often_is_turned_away_at_the_door(tmp_path: Path) -> None:
    """An address begins so many connections; a player who is in plays on."""
    room = {**ROOM, "FULLPRIME_SERVE_LIMITS_BURST": "200", "FULLPRIME_SERVE_LIMITS_RATE": "1"}
    with Server(tmp_path / "m.db", room=room) as server:
        ann = Visitor(server, "Ann")
        with ann.sit(ann.new_match("hypergammon")["id"]) as table:
            turned_away = sum(_is_turned_away(server) for _ in range(200))
            assert 140 <= turned_away < 200
            table.until(lambda: table.state["actor"] is not None)
            assert table.do("resigned", multiple=1)["type"] == "ack"


def _is_turned_away(server: Server) -> bool:
    try:
        with line(server) as stranger:
            stranger.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return stranger.recv(1) == b""
    except ConnectionError:
        return True


def test_who_is_refused_for_asking_too_much_has_to_come_in_again(tmp_path: Path) -> None:
    room = {**ROOM, "FULLPRIME_SERVE_LIMITS_BURST": "12", "FULLPRIME_SERVE_LIMITS_RATE": "0.1"}
    with Server(tmp_path / "m.db", room=room) as server, line(server) as stranger:
        asked = b"GET /api/variants HTTP/1.1\r\nHost: localhost\r\n\r\n"
        stranger.sendall(asked * 20)
        answers = b""
        while more := stranger.recv(65536):
            answers += more
    assert answers.count(b"HTTP/1.1 200") == 6
    assert answers.count(b"HTTP/1.1 429") == 1, "and nothing of the rest is read"


def _is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def _answers(server: Server) -> bool:
    try:
        return Visitor(server).get("/healthz")[0] == 200
    except OSError:
        return False


SMALL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from fullprime.cli import main
main()
"""


def test_descriptors_never_run_out(tmp_path: Path) -> None:
    """A process that may open 200 takes 128 connections, and a player goes on playing."""
    room = {**ROOM, "FULLPRIME_SERVE_LIMITS_CONNECTIONS": "1000"}
    server = Server(tmp_path / "m.db", room=room, program=["-c", SMALL], log=tmp_path / "log")
    with server:
        ann = Visitor(server, "Ann")
        with ann.sit(ann.new_match("hypergammon")["id"]) as table:
            held = lines(server, 400)
            table.until(lambda: table.state["actor"] is not None)
            assert table.do("resigned", multiple=1)["type"] == "ack"
            until(lambda: sum(not _is_closed(each) for each in held) <= 200)
            for each in held:
                each.close()
        until(lambda: _answers(server))
    said = (tmp_path / "log").read_text().splitlines()
    assert 1 <= len(said) <= 10, "a line a second, not one for each"
    assert "too many in all" in said[0]


# Sockets -----------------------------------------------------------------------------------------


def opened(visitor: Visitor, match_id: str, *more: str) -> socket.socket:
    """A socket by hand, with its handshake."""
    connection = line(visitor.server)
    greet(connection, visitor, match_id, *more)
    return connection


def greet(connection: socket.socket, visitor: Visitor, match_id: str, *more: str) -> None:
    head = (
        f"GET /ws/matches/{match_id} HTTP/1.1",
        f"Host: 127.0.0.1:{visitor.server.port}",
        f"Origin: {visitor.origin}",
        f"Cookie: {visitor.cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(b'0123456789abcdef').decode()}",
        "Sec-WebSocket-Version: 13",
        *more,
    )
    connection.sendall("\r\n".join((*head, "", "")).encode())


def frame(opcode: int, content: bytes, last: bool = True) -> bytes:
    """With the mask that changes nothing."""
    first = (0x80 if last else 0) | opcode
    if len(content) < 126:
        return bytes((first, 0x80 | len(content), 0, 0, 0, 0)) + content
    return bytes((first, 0xFE)) + struct.pack(">H", len(content)) + bytes(4) + content


def test_frames_before_the_handshake_harm_nobody(ann: Visitor, match_id: str) -> None:
    with opened(ann, match_id) as connection:
        connection.sendall(frame(1, b"{", last=False) + frame(0, b"") * 3)
        assert is_ended(connection)
    assert ann.get(f"/api/matches/{match_id}")[0] == 200


HELLO = frame(1, b'{"type":"hello","version":null}')


@pytest.fixture
def ann(tight: Server) -> Visitor:
    return Visitor(tight, "Ann")


@pytest.fixture
def match_id(ann: Visitor) -> str:
    return str(ann.new_match("backgammon")["id"])


def test_nothing_is_compressed_on_sockets(ann: Visitor, match_id: str) -> None:
    """What inflates cannot be larger than it looks."""
    wanted = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    with opened(ann, match_id, wanted) as connection:
        head = connection.recv(4096).partition(b"\r\n\r\n")[0]
    assert head.startswith(b"HTTP/1.1 101 ")
    assert b"extensions" not in head.lower()


@pytest.mark.parametrize(
    "flood",
    [frame(9, b"x"), frame(10, b"x"), frame(0, b"", last=False)],
    ids=["pings", "pongs", "fragments"],
)
def test_frames_that_say_nothing_are_counted(ann: Visitor, match_id: str, flood: bytes) -> None:
    before = counted(ann.server, "fullprime_cut_off_total", why="controls")
    with opened(ann, match_id) as connection:
        assert b" 101 " in connection.recv(64)
        connection.sendall(HELLO)
        if flood[0] & 15 == 0:
            connection.sendall(frame(1, b"{", last=False))
        try:
            for _ in range(100):
                connection.sendall(flood)
        except ConnectionError:
            pass
        assert is_ended(connection)
    assert counted(ann.server, "fullprime_cut_off_total", why="controls") == before + 1


def test_who_does_not_read_holds_little(ann: Visitor, match_id: str) -> None:
    """Thirty that ask for the state again and again and hear nothing of it."""
    memory = counted(ann.server, "process_resident_memory_bytes")
    before = counted(ann.server, "fullprime_cut_off_total", why="outbox")
    for _ in range(30):
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", ann.server.port))
            greet(deaf, ann, match_id)
            try:
                for _ in range(90):
                    deaf.sendall(HELLO)
            except ConnectionError:
                continue
            try:
                is_ended(deaf)
            except TimeoutError:
                pytest.fail("it may go on for ever")
    assert counted(ann.server, "fullprime_cut_off_total", why="outbox") > before
    assert counted(ann.server, "process_resident_memory_bytes") < memory + 30_000_000


def test_who_greets_again_and_again_pays(tmp_path: Path) -> None:
    """Each greeting is answered with the whole state."""
    room = {**ROOM, "FULLPRIME_SERVE_LIMITS_BURST": "100", "FULLPRIME_SERVE_LIMITS_RATE": "0.1"}
    with Server(tmp_path / "m.db", room=room) as server:
        ann = Visitor(server, "Ann")
        with opened(ann, ann.new_match("backgammon")["id"]) as connection:
            assert b" 101 " in connection.recv(4096)
            connection.sendall(HELLO * 50)
            received = b""
            while more := connection.recv(65536):
                received += more
    assert received.count(b'"type":"events"') < 20
    assert b"too many greetings" in received


def test_a_socket_has_all_the_time_in_the_world(ann: Visitor, match_id: str) -> None:
    """The patience with heads and bodies is that of HTTP: it ends with the handshake."""
    before = counted(ann.server, "fullprime_cut_off_total", why="body")
    with ann.sit(match_id) as table:
        table.until(lambda: table.state["actor"] is not None)
        time.sleep(2.5)  # more than TIGHT allows for heads and bodies
        assert table.do("resigned", multiple=1)["type"] == "ack"
    assert counted(ann.server, "fullprime_cut_off_total", why="body") == before


def test_a_visitor_has_so_many_sockets(ann: Visitor, match_id: str) -> None:
    def is_let_in(who: Visitor) -> tuple[bool, socket.socket]:
        connection = opened(who, match_id)
        connection.sendall(HELLO)
        return b" 101 " in connection.recv(64), connection

    held = [is_let_in(ann) for _ in range(4)]
    held += [is_let_in(Visitor(ann.server)) for _ in range(4)]
    for _, connection in held:
        connection.close()
    assert [let_in for let_in, _ in held] == [True] * 3 + [False] + [True] * 3 + [False]

    def again() -> bool:
        let_in, connection = is_let_in(ann)
        connection.close()
        return let_in

    until(again)


# Rates -------------------------------------------------------------------------------------------


def test_a_bucket_fills_slowly() -> None:
    now = [0.0]
    bucket = Buckets(2.0, 10, lambda: now[0])
    assert [bucket.take("a", 5) for _ in range(3)] == [0.0, 0.0, 2.5]
    assert bucket.take("b", 10) == 0.0, "each has its own"
    now[0] = 2.5
    assert bucket.take("a", 5) == 0.0
    assert bucket.take("a", 1) == 0.5
    now[0] = 100.0
    assert bucket.take("c", 100) == 0.0, "the dearest can be had now and then"
    assert len(bucket) == 1, "full ones are forgotten"


def test_what_requests_cost() -> None:
    assert price("GET", "/api/matches/1a2b/export") == price("GET", "/api/matches/1/games/3") == 20
    assert price("POST", "/api/matches") == price("POST", "/api/matches/1a2b/review") == 20
    assert price("POST", "/api/rollouts") == 100
    assert price("POST", "/api/matches/1a2b/review/rollouts") == 100
    assert price("GET", "/api/me") == 2
    assert price("PATCH", "/api/me") == 5
    assert price("GET", "/files/abc/main.js") == price("GET", "/") == 1


POOR = {
    "FULLPRIME_SERVE_LIMITS_BURST": "60",
    "FULLPRIME_SERVE_LIMITS_RATE": "0.5",
    "FULLPRIME_SERVE_LIMITS_PEOPLE": "3",
    "FULLPRIME_SERVE_PROXIES": "127.0.0.1",
    "FULLPRIME_SERVE_LIMITS_RATE_OF_VISITOR": "0.5",
    "FULLPRIME_SERVE_LIMITS_BURST_OF_VISITOR": "30",
}
"""A server behind a proxy: so one machine can ask from many addresses."""


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("poor") / "m.db", room=POOR) as server:
        yield server


def via(visitor: Visitor, address: str, method: str, path: str, body: object = None) -> Any:
    status, headers, content = visitor.ask(method, path, body, {"X-Forwarded-For": address})
    return status, headers, json.loads(content) if content[:1] in b"[{" else content


def test_an_address_pays_for_what_it_asks(poor: Server) -> None:
    stranger = Visitor(poor)
    found = [via(stranger, "198.51.100.1", "GET", "/api/variants")[0] for _ in range(40)]
    assert found[:29] == [200] * 29
    assert found[-1] == 429
    _, headers, told = via(stranger, "198.51.100.1", "GET", "/api/variants")
    assert told["code"] == "limit.rate"
    assert int(headers["Retry-After"]) == told["values"]["n"] >= 1
    assert via(stranger, "198.51.100.2", "GET", "/api/variants")[0] == 200, "another address"
    assert via(stranger, "198.51.100.1", "GET", "/healthz")[0] == 200, "monitors pay nothing"


def test_a_network_of_the_new_kind_is_one_address(poor: Server) -> None:
    asked = [
        via(Visitor(poor), f"2001:db8::{n:x}", "GET", "/api/variants")[0] for n in range(1, 41)
    ]
    assert 429 in asked
    assert via(Visitor(poor), "2001:db8:1::1", "GET", "/api/variants")[0] == 200


def test_a_visitor_pays_wherever_they_are(poor: Server) -> None:
    ann = Visitor(poor)
    via(ann, "203.0.113.1", "PATCH", "/api/me", {"name": "Ann"})
    found = [via(ann, f"203.0.113.{n}", "GET", "/api/variants")[0] for n in range(2, 30)]
    assert 429 in found
    assert via(Visitor(poor), "203.0.113.2", "GET", "/api/variants")[0] == 200


def test_new_visitors_of_one_address_are_few(poor: Server) -> None:
    made = [
        via(Visitor(poor), "192.0.2.7", "PATCH", "/api/me", {"name": "Ann"})[0] for _ in range(5)
    ]
    assert made == [200, 200, 200, 429, 429]


def test_who_only_looks_is_in_no_row(tmp_path: Path) -> None:
    with Server(tmp_path / "m.db") as server:
        stranger = Visitor(server)
        for path in ("/", "/new", "/settings", "/api/me", "/api/matches", "/api/training"):
            assert stranger.get(path)[0] == 200
        for method, path, body in (
            ("POST", "/api/matches", {"game": "no such game"}),
            ("PATCH", "/api/me", {"name": "\u202e"}),
            ("POST", "/api/join/none", {}),
            ("DELETE", "/api/matches/none", None),
            ("POST", "/api/matches/none/rematch", {}),
        ):
            assert stranger.ask(method, path, body)[0] in (404, 422), path
        assert stranger.cookie == ""
        with sqlite3.connect(tmp_path / "m.db") as data:
            assert data.execute("SELECT count(*) FROM people").fetchone() == (0,)
        stranger.new_match("backgammon")
        assert stranger.cookie
        with sqlite3.connect(tmp_path / "m.db") as data:
            assert data.execute("SELECT count(*) FROM people").fetchone() == (1,)
        data.close()


# Lengths and names -------------------------------------------------------------------------------

LONG = "9" * 60_000
FIELDS: list[tuple[str, str, Any]] = [
    ("POST", "/api/matches", {"game": LONG}),
    ("POST", "/api/matches", {"game": "backgammon", "options": {LONG: 1}}),
    ("POST", "/api/matches", {"game": "backgammon", "opponent": {"kind": "here", "name": LONG}}),
    ("POST", "/api/matches", {"game": "backgammon", "opponent": {"level": LONG}}),
    ("POST", "/api/matches", {"game": "backgammon", "target": {"type": LONG}}),
    *(
        ("POST", "/api/matches", {"game": "backgammon", "target": {"type": "money"} | money})
        for money in (
            {"stake": LONG},
            {"stake": LONG, "unit": "beans"},
            {"stake": "1e60000", "unit": "beans"},
            {"stake": "1", "unit": LONG},
            {"stake": f"0.{LONG}", "unit": ""},
            {"stake": 10**400},
            {"stake": "NaN", "unit": ""},
        )
    ),
    ("POST", "/api/matches", {"game": "backgammon", "position": {"position": LONG}}),
    ("PATCH", "/api/me", {"name": LONG}),
    ("PATCH", "/api/me", {"names": [LONG]}),
    ("PATCH", "/api/me", {"settings": {"theme": LONG}}),
    ("POST", "/api/analysis", {"variant": LONG}),
    ("POST", "/api/analysis", {"variant": "backgammon", "position": LONG}),
    ("POST", "/api/training/answers", {"card": LONG, "times": 0, "seconds": 1}),
    ("GET", f"/api/matches/{LONG[:9000]}", None),
    ("GET", f"/api/position?variant=backgammon&text={LONG[:9000]}", None),
    ("GET", f"/api/lessons/{LONG[:9000]}", None),
]


@pytest.mark.parametrize(
    ("method", "path", "body"), FIELDS, ids=[f"{n}" for n, _ in enumerate(FIELDS)]
)
def test_every_field_ends_somewhere(server: Server, method: str, path: str, body: Any) -> None:
    status, _, content = Visitor(server).ask(method, path, body)
    assert status in (404, 413, 422)
    assert len(content) < 20_000, "what is too long is not sent back"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "A\0nn",
            "\x1b[31mAnn",
            "\u202eAnn",
            "Ann\u2066",
            "\u200b",
            "\u200c",
            "\ufeffAnn",
            "A\ue000",
        ),
        *("Fullprime", "fullPRIME", "Full prime", "\uff26ull\uff50rime", "Full.prime!", "\u3164"),
    ],
)
def test_names_that_deceive_are_refused(name: str) -> None:
    with pytest.raises(Problem) as refused:
        clean_name(name)
    assert refused.value.fault.code in ("name.characters", "name.bot")


@pytest.mark.parametrize("name", ["", "Ann Lee", "علی\u200cسحر", "İpek", "阿明", "O'Neill"])
def test_names_of_people_are_kept(name: str) -> None:
    assert clean_name(name) == name


def test_names_are_checked_wherever_they_are_given(server: Server) -> None:
    ann = Visitor(server)
    assert ann.patch("/api/me", {"name": "Full\u202eprime"})[0] == 422
    assert ann.patch("/api/me", {"names": ["A\0"]})[0] == 422
    here = {"game": "backgammon", "opponent": {"kind": "here", "name": "Fullprime"}}
    assert ann.post("/api/matches", here)[1]["code"] == "name.bot"
