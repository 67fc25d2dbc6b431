"""Settings of a server: from where they come, and which are refused, with the key."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest

from fullprime.errors import BadSettings
from fullprime.server.config import Config, Limits, read_config
from fullprime.server.logs import Sparing, _Json, _Text

FILE = """
host = "0.0.0.0"
port = 9000
sites = ["https://play.example.org"]
proxies = ["172.16.0.0/12"]

[limits]
sockets = 100
rate = 20
"""


def test_the_later_is_the_stronger(tmp_path: Path) -> None:
    path = tmp_path / "fullprime.toml"
    path.write_text(FILE)
    environment = {
        "FULLPRIME_SERVE_PORT": "9001",
        "FULLPRIME_SERVE_LIMITS_RATE": "30",
        "FULLPRIME_SERVE_REVIEWS": "false",
        "FULLPRIME_SERVE_PROXIES": "10.0.0.1, ::1",
        "HOME": "/",
    }
    found = read_config(path, environment, {"port": 9002, "host": None})
    assert (found.host, found.port, found.reviews) == ("0.0.0.0", 9002, False)
    assert found.proxies == ("10.0.0.1", "::1")
    assert (found.limits.sockets, found.limits.rate) == (100, 30.0)
    assert found.is_secure
    assert read_config(None, {}, {}) == Config()
    assert read_config(None, {"FULLPRIME_SERVE_PORT": "1"}, {"port": 0}).port == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("port = 70000", "port: expected a whole number, at most 65535"),
        ('port = "many"', "port: expected"),
        ("prot = 1", "prot: unknown field"),
        ("[limits]\nsockets = 0", "limits.sockets: expected a whole number, at least 1"),
        ("[limits]\nsokets = 5", "limits.sokets: unknown field"),
        ("workers = 0", "workers: expected a whole number, at least 1"),
        ('peer_host = "here"', "peer_host: 'here': expected an address such as 10.0.0.5"),
        ('log = "xml"', "log: unknown value 'xml'"),
        ("heartbeat = 0", "heartbeat: expected"),
        ('proxies = ["here"]', "proxies: 'here': expected an address"),
        ('sites = "https://a.org"', "sites: expected"),
        ("port = ", "Invalid value"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "fullprime.toml"
    path.write_text(text)
    with pytest.raises(BadSettings, match=re.escape(told)):
        read_config(path, {}, {})


def test_what_is_wrong_in_the_environment_is_named() -> None:
    with pytest.raises(BadSettings, match="environment: port: expected"):
        read_config(None, {"FULLPRIME_SERVE_PORT": "many"}, {})
    with pytest.raises(BadSettings, match="FULLPRIME_SERVE_PROT: unknown"):
        read_config(None, {"FULLPRIME_SERVE_PROT": "1"}, {})
    with pytest.raises(BadSettings, match=r"cannot read .*none\.toml"):
        read_config(Path("none.toml"), {}, {})


def test_every_key_is_described() -> None:
    """The page for those who run a server has a row for each."""
    page = (Path(__file__).parents[2] / "docs" / "run-your-own.md").read_text("utf-8")
    keys = [*Config.__struct_fields__, *(f"limits.{name}" for name in Limits.__struct_fields__)]
    missing = [key for key in keys if key != "limits" and f"| `{key}` |" not in page]
    assert missing == []


# The log -----------------------------------------------------------------------------------------


def record(line: int, text: str = "%s") -> logging.LogRecord:
    return logging.LogRecord("fullprime.a", logging.WARNING, "a.py", line, text, ("x",), None)


def test_a_line_of_a_kind_in_a_second() -> None:
    sparing = Sparing()
    passed = [sparing.filter(record(1)) for _ in range(1000)]
    assert sum(passed) <= 2
    assert sparing.filter(record(2)), "another place in the code"
    sparing._last[("a.py", 1)] -= 10
    later = record(1)
    assert sparing.filter(later)
    assert _Text("%(message)s").format(later).startswith("x [and 99")
    told = json.loads(_Json().format(later))
    assert (told["level"], told["from"], told["message"]) == ("warning", "fullprime.a", "x")
    assert told["left_out"] >= 990
