"""What docs/run-your-own.md tells people to use: settings that are read, and a real nginx."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from fullprime.server.config import read_config
from server_client import PATIENCE, ROOM, Server, Visitor

DEPLOY = Path(__file__).parents[2] / "deploy"
MATCH = '{"game":"hypergammon","opponent":{"kind":"here"}}'
SITE = "play.example.org"


def test_the_settings_are_read() -> None:
    found = read_config(DEPLOY / "fullprime.toml", {}, {})
    assert (found.sites, found.proxies, found.is_secure) == (
        (f"https://{SITE}",),
        ("127.0.0.1",),
        True,
    )
    compose = (DEPLOY / "compose.yaml").read_text()
    variables = variables_of(compose)
    subnet = re.search(r"subnet: (\S+)", compose)
    variables["FULLPRIME_SERVE_SITES"] += SITE
    found = read_config(None, variables, {})
    assert subnet
    assert found.proxies == (subnet[1],), "the proxy is in the network that is believed"
    variables |= variables_of((DEPLOY / "compose.postgresql.yaml").read_text())
    found = read_config(None, variables, {})
    assert (found.workers, found.store) == (2, "postgresql://fullprime:@database/fullprime")


def variables_of(compose: str) -> dict[str, str]:
    """Settings in a file of Compose, without what stands in .env."""
    written = re.findall(r"(FULLPRIME_SERVE_\w+): (.+)", compose)
    return {name: re.sub(r"\$\{.*?\}", "", value).strip('"') for name, value in written}


def test_the_unit_is_one_for_systemd(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("the unit is NOT verified: there is no systemd-analyze")
    unit = (DEPLOY / "fullprime.service").read_text()
    installed = unit.replace("/opt/fullprime/bin/fullprime", sys.executable)
    assert installed != unit
    (tmp_path / "fullprime.service").write_text(installed)
    verify = ("systemd-analyze", "verify", "--man=no", str(tmp_path / "fullprime.service"))
    found = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int]]:
    """A server behind a real nginx with the example's settings, and the port of the nginx."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx or not shutil.which("openssl"):
        pytest.skip("nginx is NOT tested: it is not installed (on Debian: apt-get install nginx)")
    folder = tmp_path_factory.mktemp("nginx")
    room = {**ROOM, "FULLPRIME_SERVE_LIMITS_BURST": "100", "FULLPRIME_SERVE_LIMITS_RATE": "0.5"}
    options = ("--site", f"https://{SITE}", "--proxy", "127.0.0.1")
    with Server(folder / "m.db", *options, room=room) as server, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        make_certificate(folder)
        config = folder / "nginx.conf"
        config.write_text(whole(folder, server.port, port))
        process = subprocess.Popen([nginx, "-c", str(config), "-p", str(folder), "-e", "stderr"])
        try:
            wait_for(port)
            yield server, port
        finally:
            process.terminate()
            process.wait(PATIENCE)


def make_certificate(folder: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={SITE}", "-addext"]
    command += [f"subjectAltName=DNS:{SITE}", "-keyout", "privkey.pem", "-out", "fullchain.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def whole(folder: Path, backend: int, port: int) -> str:
    """The example at other places, and what Debian's own settings have around it."""
    text = (DEPLOY / "nginx.conf").read_text()
    changes = {
        "127.0.0.1:8024": f"127.0.0.1:{backend}",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80": f"listen unix:{folder}/plain",
        f"/etc/letsencrypt/live/{SITE}": str(folder),
    }
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off;\npid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{text}}}\n"
    )


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx does not answer")


def asked(port: int, folder: Path, text: str) -> str:
    """What a browser would get for this request."""
    trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE) as plain,
        trusted.wrap_socket(plain, server_hostname=SITE) as line,
    ):
        line.sendall(text.replace("\n", "\r\n").encode())
        heard = b""
        while part := line.recv(65536):
            heard += part
    return heard.decode("latin-1")


def request(method: str, path: str, *headers: str, body: str = "") -> str:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {SITE}", "Connection: close", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\n".join([*lines, "", ""]) + body


def test_a_match_through_nginx(behind: tuple[Server, int]) -> None:
    server, port = behind
    folder = server.folder
    own = f"Origin: https://{SITE}"
    made = asked(
        port,
        folder,
        request(
            "POST", "/api/matches", own, body='{"game":"hypergammon","opponent":{"kind":"here"}}'
        ),
    )
    assert made.startswith("HTTP/1.1 201 ")
    assert "strict-transport-security" in made.lower()
    cookie = re.search(r"set-cookie: (__Host-fullprime=[^;]+); .*Secure", made, re.IGNORECASE)
    found = re.search(r'"id":"(\w+)"', made)
    assert cookie
    assert found
    with through(folder, port, found[1], cookie[1], f"https://{SITE}") as line:
        line.send('{"type":"hello","version":null}')
        assert '"you":[0,1]' in str(line.recv(PATIENCE))
        line.send('{"type":"ping"}')
        while '"pong"' not in str(line.recv(PATIENCE)):
            pass
    foreign = request("POST", "/api/matches", "Origin: https://evil.com", body='{"game":"tapa"}')
    assert asked(port, folder, foreign).startswith("HTTP/1.1 403 ")


def through(folder: Path, port: int, match_id: str, cookie: str, origin: str) -> ClientConnection:
    trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    return connect(
        f"wss://{SITE}/ws/matches/{match_id}",
        sock=socket.create_connection(("127.0.0.1", port), PATIENCE),
        ssl=trusted,
        origin=Origin(origin),
        additional_headers={"Cookie": cookie},
    )


def test_nobody_says_another_address(behind: tuple[Server, int]) -> None:
    """Each request claims to come from somewhere else, and all are counted as one."""
    server, port = behind
    told = [
        asked(
            port,
            server.folder,
            request("GET", "/api/print/backgammon", f"X-Forwarded-For: 198.51.100.{number}"),
        )
        for number in range(12)
    ]
    assert told[-1].startswith("HTTP/1.1 429 ")


def test_figures_stay_inside(behind: tuple[Server, int]) -> None:
    server, port = behind
    assert asked(port, server.folder, request("GET", "/metrics")).startswith("HTTP/1.1 404 ")
    assert Visitor(server).ask("GET", "/metrics")[0] == 200
