"""Words that mean something to a database, a log or a parser are words; tokens end when told to."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fullprime.action import Played
from fullprime.server import messages
from quick_player import QuickPlayer
from server_client import ROOM, Server, Visitor
from tables_here import ANN, BEN, EVE, MONEY, Json, Seated, at_tables


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("hostile")
    with Server(folder / "m.db", log=folder / "log") as server:
        yield server, folder


# Origins -----------------------------------------------------------------------------------------


def origins(port: int) -> list[str]:
    """Of other sites, or of something that looks like ours."""
    ours = [f"127.0.0.1:{port}", f"localhost:{port}", "127.0.0.1", "localhost"]
    found = {"null", "", "*", "file://", "data:", "about:blank", "http://", "http://[", "//"}
    schemes = ("https", "ws", "wss", "HTTP", "Http", "ftp", "javascript", "")
    ends = (".", "..", "/", "?", "#", "%00", "\\@a", ":", ",", ".evil.com", "@evil.com", "evil.com")
    starts = ("evil.com/", "a@", "a:b@", "x.", "evil", "-")
    evil = "http://evil.com"
    for host in ours:
        found |= {f"{scheme}://{host}" for scheme in schemes}
        found |= {f"http://{host}{end}" for end in ends}
        found |= {f"http://{start}{host}" for start in starts}
        found |= {f"http://{host} {evil}", f"{evil} http://{host}", f"http:{host}", host}
        found |= {f"http:/{host}", f"http://{host}/evil.com", f"evil.com,http://{host}"}
    found |= {f"http://127.0.0.1:{other}" for other in (port - 1, port + 1, 80, 443, 0, 99999)}
    found |= {f"http://127.0.0.{n}:{port}" for n in range(2, 80)}
    names = ("evil.com", "xn--localhst-k0a", "0", "[::1]", "1", "2130706433", "0x7f000001")
    found |= {f"http://{name}:{port}" for name in names}
    found |= {f"http://127.0.0.1.{name}:{port}" for name in ("evil.com", "nip.io")}
    return sorted(each for each in found if each != f"http://127.0.0.1:{port}")


def test_no_line_is_opened_by_another_site(hostile: tuple[Server, Path]) -> None:
    """At 127.0.0.1, where the host that is asked for is compared with the origin."""
    server, _ = hostile
    ann = Visitor(server, "Ann")
    address = f"ws://127.0.0.1:{server.port}/ws/matches/{ann.new_match('backgammon')['id']}"
    tried = origins(server.port)
    assert len(tried) >= 200
    for origin in tried:
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(address, additional_headers={"Cookie": ann.cookie}, origin=Origin(origin)),
        ):
            pytest.fail(f"let in: {origin!r}")
        assert refused.value.response.status_code in (400, 403), origin
    with connect(address, origin=Origin(ann.origin)):
        pass


# A device that forgets ---------------------------------------------------------------------------


def forgotten(server: Server, times: int) -> float:
    """So many devices forget their cookie during play; the longest time until a line was closed."""
    longest = 0.0
    for number in range(times):
        ann = Visitor(server, f"Ann {number}")
        with ann.sit(ann.new_match("hypergammon")["id"]) as table:
            table.until(lambda: table.state["actor"] is not None)
            version = table.state["version"]
            began = time.monotonic()
            assert ann.ask("DELETE", "/api/me/device")[0] == 204
            with pytest.raises(ConnectionClosed):
                table.ask("resigned", multiple=1)
                table.until(lambda: False)
            longest = max(longest, time.monotonic() - began)
            assert not any(heard["type"] == "ack" for heard in table.heard)
            assert table.state["version"] == version
    return longest


def test_a_device_that_forgets_does_nothing_more(hostile: tuple[Server, Path]) -> None:
    forgotten(hostile[0], 5)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_devices_that_forget(hostile: tuple[Server, Path]) -> None:
    longest = forgotten(hostile[0], 1000)
    print(
        f"1,000 times forgotten during play: nothing accepted, lines closed within {longest:.3f} s"
    )


# Statements in words -----------------------------------------------------------------------------

STATEMENTS = (
    "'; DROP TABLE people; --",
    "' OR '1'='1",
    '" OR ""="',
    "1; DELETE FROM events",
    "Robert'); DROP TABLE matches;--",
    "' UNION SELECT token FROM people --",
    "$1",
    ":name",
    "?",
    "%s",
    "%(name)s",
    "{0}",
    "\\'; SELECT pg_sleep(9) --",
    "`",
    "'||(SELECT 1)||'",
    "/* */",
    "--",
    "';",
    "\\",
    "NULL",
)


def words(count: int) -> list[str]:
    chance = random.Random(4)
    return ["".join(chance.sample(STATEMENTS, 2))[:40].strip() for _ in range(count)]


def stored(server: Server, count: int) -> int:
    """So many in every field that is kept as it is written."""
    ann = Visitor(server, "Ann")
    match_id = ann.new_match("hypergammon", target=MONEY)["id"]
    notes = f"/api/matches/{match_id}/notes"
    quick = QuickPlayer(ann)
    for number, text in enumerate(words(count)):
        match number % 4:
            case 0:
                assert ann.patch("/api/me", {"name": text})[0] == 200
                assert ann.get("/api/me")[1]["name"] == " ".join(text.split())
            case 1:
                note = {"game": None, "action": None, "text": text, "mark": ""}
                assert ann.ask("PUT", notes, note)[0] == 200
                assert [each["text"] for each in ann.get(notes)[1]] == [text]
            case 2:
                asked = {"game": text, "opponent": {"kind": "here"}}
                assert ann.post("/api/matches", asked)[0] == 422
                assert ann.get(f"/api/matches/{quote(text, safe='')}")[0] == 404
            case 3:
                quick.key = f"{text[:30]}{number}"
                assert quick.go_on(1) is None
    return count


def test_statements_are_words(hostile: tuple[Server, Path]) -> None:
    server, folder = hostile
    stored(server, 80)
    with closing(sqlite3.connect(folder / "m.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        keys = [
            row[0] for row in database.execute("SELECT ack FROM events WHERE ack LIKE '%DROP%'")
        ]
        assert any("DROP" in (key or "") for key in keys), "a key is kept as it came"


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_statements_are_words(hostile: tuple[Server, Path]) -> None:
    print(f"{stored(hostile[0], 10_000)} injection strings: kept as they came, or refused")


# Messages ----------------------------------------------------------------------------------------

WELL_FORMED = [
    b'{"type":"roll","version":3,"ack":"a"}',
    b'{"type":"played","version":12,"ack":"key","steps":[[8,5],["bar",20],[3,"off"]]}',
    b'{"type":"resigned","version":1,"ack":"b","multiple":2,"seat":1}',
    b'{"type":"hello","version":null}',
    b'{"type":"tutor","version":1,"ack":"c","level":"hints","least":"all"}',
    b'{"type":"named","version":1,"ack":"d","number":6,"anyway":true}',
]
PARTS = (
    *(b"null", b"-1", b"1e999", b"[", b"]", b"{", b"}", b'"', b"\\u0000", b"\\ud800", b"\xff"),
    *(b",", b"9" * 40, b"[" * 200, b'{"type":' * 30, b"true", b"\x00", b" " * 50, b"NaN", b'""'),
)


def broken(chance: random.Random) -> str:
    """One of them, with up to four changes."""
    data = bytearray(chance.choice(WELL_FORMED))
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + chance.randint(1, 8)]
            case 2:
                data[at:at] = chance.choice(PARTS)
            case 3:
                other = chance.choice(WELL_FORMED)
                data[at:] = other[chance.randrange(len(other)) :]
    return data.decode("utf-8", "surrogateescape" if chance.random() < 0.1 else "replace")


def read_broken(count: int, seed: int) -> dict[str, int]:
    chance, found = random.Random(seed), {"read": 0, "refused": 0}
    for _ in range(count):
        try:
            messages.read(broken(chance))
            found["read"] += 1
        except messages.BadMessage:
            found["refused"] += 1
    return found


def test_whatever_is_sent_is_read_or_refused() -> None:
    found = read_broken(20_000, seed=1)
    assert min(found.values()) > 300


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_million_broken_messages() -> None:
    found = read_broken(10_000_000, seed=2)
    print(f"10,000,000 broken messages: {found['refused']} refused, {found['read']} still readable")


# Whose turn it is --------------------------------------------------------------------------------


async def from_others(count: int) -> int:
    """Commands of those who do not sit there, or not on that side."""
    at, chance = Seated(1, target=MONEY), random.Random(1)
    await at.begin()
    before = at.log
    actor = at.table.game.actor
    assert actor is not None
    mine, theirs = ((ANN, BEN), (BEN, ANN))[actor]
    wishes: list[Json] = [
        {"type": "roll"},
        {"type": "doubled"},
        {"type": "resigned", "multiple": 1},
        {"type": "played", "steps": list(Played.of(at.table.game.plays[0]).steps)},
        {"type": "accepted"},
        {"type": "took"},
    ]
    for number in range(count):
        wish = chance.choice(wishes) | {"version": at.table.version, "ack": f"k{number}"}
        who = chance.choice([theirs, EVE, mine])
        if who is mine:
            wish["seat"] = 1 - actor
        answer = await at.send(who, wish)
        assert answer["type"] == "error", (who, wish)
        assert answer["code"].startswith("table."), answer
    assert at.log == before
    return count


def test_nobody_acts_for_another() -> None:
    async def work() -> None:
        assert await from_others(10_000) == 10_000

    at_tables(work)


# Secrets -----------------------------------------------------------------------------------------


def test_no_secret_comes_into_the_log(tmp_path: Path) -> None:
    """Whatever goes wrong: names, cookies, invitations, keys and addresses are not in it."""
    with Server(tmp_path / "m.db", log=tmp_path / "log", room=ROOM) as server:
        ann = Visitor(server, "canary-name")
        match = ann.new_match("hypergammon", opponent={"kind": "invite"})
        secrets = ["canary", ann.cookie.partition("=")[2], match["invite"].rpartition("/")[2]]
        with ann.sit(match["id"]) as table:
            table.answer(table.ask("resigned", ack="canary-key", multiple=1))
        canary = {"X-Forwarded-For": "canary-address", "User-Agent": "canary", "Referer": "canary"}
        for path in (
            "/canary",
            "/api/canary?canary=1",
            f"/api/matches/{match['id']}/export?canary",
        ):
            ann.ask("GET", path, headers=canary)
        ann.ask("POST", "/api/imports?name=canary.mat", b"canary", canary)
        ann.ask("PATCH", "/api/me", b'{"name":"canary', canary | {"Origin": ann.origin})
        ann.ask("PUT", f"/api/matches/{match['id']}/notes", {"text": "canary"}, canary)
        with closing(sqlite3.connect(tmp_path / "m.db")) as database:
            # Something really fails, so that there is a log.
            for change in ("UPDATE ON people", "INSERT ON seats"):
                name = change.partition(" ")[0]
                refusal = "BEGIN SELECT RAISE(ABORT, 'no'); END"
                database.execute(f"CREATE TRIGGER no_{name} BEFORE {change} {refusal}")
        assert ann.patch("/api/me", {"name": "canary-again"})[0] == 503
        assert ann.post("/api/matches", {"game": "backgammon"})[0] == 503
    said = (tmp_path / "log").read_text()
    assert said, "it has complained"
    assert [secret for secret in secrets if secret in said] == []
