"""Who may talk to the server: names, origins, proxies, cookies."""

from __future__ import annotations

import re
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fullprime.errors import BadSettings
from fullprime.server.access import Access
from fullprime.server.config import Config
from server_client import Server, Visitor

SITE = "https://play.example.org"
LOOK_ALIKES = [
    *("http://play.example.org", "https://play.example.org:8443", "https://play.example.org."),
    *("https://play.example.org.evil.com", "https://evil.com/play.example.org", "https://play"),
    *("https://evilplay.example.org", "https://play.example.orgevil.com", "https://example.org"),
    *("https://a.play.example.org", "https://user@play.example.org", "https://PLAY.example.org"),
    *("HTTPS://play.example.org", "https://play.example.org/", "https://play.example.org:443"),
    *("https://play.example.org\t", " https://play.example.org", "https:play.example.org", "null"),
    *("//play.example.org", "play.example.org", "https://play.example.org,https://evil.com", ""),
    *("https://play.example.org https://evil.com", "https://pl\u0430y.example.org", "http://["),
    *("https://[", "https://[::1", "https://]", "https://play.example.org\\@evil.com", "*"),
    *("https://xn--ply-7na.example.org", "wss://play.example.org", "file://", "https://"),
    *("https://play.example.org%00", "https://play.example.org?", "https://play.example.org#"),
    *("https://play-example.org", "https://playXexample.org", "data:text/html,x"),
]
"""What a page of another site may send as its origin, or a program that wants to look like ours."""


def asked(origin: str, host: str = "play.example.org", **more: str) -> dict[str, Any]:
    headers = {"host": host, "origin": origin, **more}
    raw = [(name.encode(), value.encode("utf-8")) for name, value in headers.items()]
    return {"type": "http", "headers": raw, "client": ("10.0.0.1", 5), "scheme": "http"}


def test_only_the_origin_itself_is_ours() -> None:
    access = Access(Config(sites=(SITE,), proxies=("10.0.0.1",)))
    assert access.is_own_origin(asked(SITE, **{"x-forwarded-proto": "https"}))
    passed = [origin for origin in LOOK_ALIKES if access.is_own_origin(asked(origin))]
    assert passed == []
    assert len(LOOK_ALIKES) >= 40


def test_two_origins_are_none() -> None:
    access = Access(Config(sites=(SITE,), proxies=("10.0.0.1",)))
    scope = asked(SITE)
    scope["headers"].append((b"origin", b"https://evil.com"))
    assert not access.is_own_origin(scope)


@pytest.mark.parametrize(
    ("host", "own"),
    [
        *[(host, True) for host in ("localhost", "127.0.0.1:8024", "[::1]:8024", "192.168.1.7")],
        *[(host, True) for host in ("home.local:80", socket.gethostname(), "club")],
        *[(host, False) for host in ("evil.com", "localhost.evil.com", "127.0.0.1.evil.com", "")],
        *[(host, False) for host in ("evil.com:8024", "a b", "[::1", "a.local.evil.com", "é.de")],
    ],
)
def test_a_home_answers_to_its_own_names(host: str, own: bool) -> None:
    """A name of the world that leads here is a trick: the page of another site would be at home."""
    assert Access(Config(hosts=("club",))).is_own_host(host) is own


@pytest.mark.parametrize(
    ("peer", "told", "found"),
    [
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),  # the first is what he says
        ("10.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"),  # through two of our proxies
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.7, junk", "10.0.0.1"),
        ("203.0.113.5", "198.51.100.7", "203.0.113.5"),  # no proxy of ours
    ],
)
def test_a_forwarded_address_is_that_before_our_proxies(peer: str, told: str, found: str) -> None:
    access = Access(Config(proxies=("10.0.0.0/24",)))
    scope = asked(SITE, **{"x-forwarded-for": told}) | {"client": (peer, 5)}
    assert access.client(scope) == found


def test_figures_are_for_those_who_run_the_server() -> None:
    access = Access(Config())
    for scope, may in (
        (asked("") | {"client": ("127.0.0.1", 5)}, True),
        (asked("") | {"client": ("192.168.1.7", 5)}, False),
        (asked("", **{"x-forwarded-for": "9.9.9.9"}) | {"client": ("127.0.0.1", 5)}, False),
        (asked("", forwarded="for=9.9.9.9") | {"client": ("127.0.0.1", 5)}, False),
    ):
        assert access.may_watch(scope) is may


# A server behind TLS -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("secure") / "m.db"
    with Server(data, "--site", SITE, "--proxy", "127.0.0.1") as server:
        yield server


def test_a_cookie_behind_tls_is_of_this_host_alone(secure: Server) -> None:
    ann = Visitor(secure)
    own = {"Host": "play.example.org", "Origin": SITE}
    status, headers, _ = ann.ask("PATCH", "/api/me", {"name": "Ann"}, own)
    assert status == 200
    assert re.fullmatch(
        r"__Host-fullprime=\d{5}\.[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax; Secure",
        headers["Set-Cookie"],
    )
    assert headers["Strict-Transport-Security"] == "max-age=63072000"
    plain = Visitor(secure)
    plain.cookie = ann.cookie.replace("__Host-", "")
    assert b'"Ann"' in ann.ask("GET", "/api/me", headers=own)[2]
    assert b'"Ann"' not in plain.ask("GET", "/api/me", headers=own)[2], "anyone can set that one"


def test_nothing_of_another_site_does_anything(secure: Server) -> None:
    ann = Visitor(secure)
    for origin in LOOK_ALIKES:
        if origin.strip() == SITE:
            continue  # blanks around a header are not part of it
        headers = {"Host": "play.example.org", "Origin": origin.strip().encode()}
        status, given, _ = ann.ask("PATCH", "/api/me", {"name": "Eve"}, headers)
        assert (status, given["Set-Cookie"]) in ((403, None), (400, None)), origin
    for site in ("cross-site", "same-site"):
        headers = {"Host": "play.example.org", "Origin": SITE, "Sec-Fetch-Site": site}
        assert ann.ask("PATCH", "/api/me", {"name": "Eve"}, headers)[0] == 403


def test_another_name_is_misdirected(secure: Server) -> None:
    for host in ("evil.com", "play.example.org.evil.com", "192.168.1.7", ""):
        status, _, told = Visitor(secure).ask("GET", "/", headers={"Host": host})
        assert (status, b"hosts" in told) == (421, True), host
    assert Visitor(secure).ask("GET", "/healthz", headers={"Host": "evil.com"})[0] == 200


@pytest.mark.parametrize("origin", ["http://[", "http://127.0.0.1", "null", "http://evil.com"])
def test_lines_of_other_sites_are_refused(server: Server, origin: str) -> None:
    ann = Visitor(server, "Ann")
    match_id = ann.new_match("backgammon")["id"]
    with socket.create_connection(("127.0.0.1", server.port), 30) as line:
        head = (
            f"GET /ws/matches/{match_id} HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Origin: {origin}",
            f"Cookie: {ann.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
            "Sec-WebSocket-Version: 13",
        )
        line.sendall("\r\n".join((*head, "", "")).encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({"sites": (SITE,)}, "needs TLS"),
        ({"sites": ("https://Play.example.org",), "proxies": ("::1",)}, "small letters"),
        ({"sites": ("https://play.example.org/",)}, "scheme and name alone"),
        ({"sites": ("http://[",)}, "scheme and name alone"),
        ({"certificate": "a.pem"}, "certificate, key"),
        ({"proxies": ("10.0.0.1/8",)}, "proxies: '10.0.0.1/8'"),
    ],
)
def test_what_would_not_be_safe_does_not_start(config: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(told)):
        Config(**config)


# The cookie --------------------------------------------------------------------------------------


def aged(visitor: Visitor, data: Path, days: int) -> None:
    """The visitor's token was made so many days ago."""
    from fullprime.server.people import _hash  # as the server keeps it

    name, _, token = visitor.cookie.partition("=")
    old = f"{int(time.time() // 86400) - days}.{token.partition('.')[2]}"
    with sqlite3.connect(data) as database:
        database.execute("UPDATE people SET token = ?", (_hash(old),))
    database.close()
    visitor.cookie = f"{name}={old}"


def test_an_old_token_is_replaced_and_nobody_is_lost(tmp_path: Path) -> None:
    data = tmp_path / "m.db"
    with Server(data) as server:
        ann = Visitor(server, "Ann")
        aged(ann, data, days=29)
        assert ann.ask("GET", "/")[1]["Set-Cookie"] is None
        aged(ann, data, days=30)
        old = ann.cookie
        ann.ask("GET", "/")
        both = ann.cookie
        assert both.endswith("~" + old.partition("=")[2])
        assert who(server, old) == "Ann", "an answer that was lost has changed nothing"
        assert who(server, both) == "Ann"
        assert who(server, old) == "Ann", "a request that was on its way"
        ann.get("/api/me")
        assert ann.cookie == both.partition("~")[0]
        server.kill()
        server.start()
        assert (who(server, ann.cookie), who(server, both)) == ("Ann", "Ann")
        assert who(server, old) == "", "a thief comes too late"


def who(server: Server, cookie: str) -> str:
    visitor = Visitor(server)
    visitor.cookie = cookie
    return str(visitor.get("/api/me")[1]["name"])


def test_a_device_forgets(tmp_path: Path) -> None:
    with Server(tmp_path / "m.db") as server:
        ann = Visitor(server, "Ann")
        with ann.sit(ann.new_match("backgammon")["id"]) as table:
            cookie = ann.cookie
            status, headers, _ = ann.ask("DELETE", "/api/me/device")
            assert status == 204
            assert "Max-Age=0" in headers["Set-Cookie"]
            assert headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'
            with pytest.raises(ConnectionClosed):
                table.until(lambda: False)
        assert who(server, cookie) == ""
        assert Visitor(server).delete("/api/me/device") == 204, "a stranger is forgotten already"


def test_only_the_owner_reads_the_data(tmp_path: Path) -> None:
    (tmp_path / "m.db").touch(0o644)
    with Server(tmp_path / "m.db") as server:
        Visitor(server, "Ann")
        kept = [each for each in tmp_path.iterdir() if each.name.startswith("m.db")]
        assert {each.name for each in kept} >= {"m.db", "m.db-wal", "m.db.lock", "m.db.alive"}
        assert {stat.S_IMODE(each.stat().st_mode) for each in kept} == {0o600}
