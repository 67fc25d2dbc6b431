"""How a server is run: a file, the environment and the command line, the later the stronger."""

from __future__ import annotations

import ipaddress
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from fullprime.errors import BadSettings, field_fault
from fullprime.shapes import converted

PREFIX: Final = "FULLPRIME_SERVE_"
"""Of variables: FULLPRIME_SERVE_PORT is `port`, FULLPRIME_SERVE_LIMITS_SOCKETS `limits.sockets`."""
LISTS: Final = frozenset({"sites", "hosts", "proxies", "metrics"})
"""In a variable, commas stand between their parts."""

Count = Annotated[int, Meta(ge=1, le=10**9)]
Seconds = Annotated[float, Meta(gt=0, le=86400)]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one stranger can take; what is too much is refused with the time to come back."""

    head: Seconds = 10.0
    """In which the head of a request must have come,"""
    body: Seconds = 20.0
    """and its body, which has a second more for every 64 KiB."""
    reading: Seconds = 20.0
    """A client that reads nothing of what waits for it for so long is cut off."""
    connections: Count = 200
    """Open at once from one address."""
    sockets: Count = 60
    """Tables that one address follows at once,"""
    sockets_of_visitor: Count = 12
    """and one visitor."""
    outbox: Count = 256 * 1024
    """Bytes that wait for a client before it is told to come back."""
    rate: Annotated[float, Meta(gt=0, le=1e6)] = 60.0
    """Points that one address gains a second: what each request costs is in `limits.py`."""
    burst: Count = 1500
    """Points that an address has at most,"""
    rate_of_visitor: Annotated[float, Meta(gt=0, le=1e6)] = 30.0
    """and the same for a visitor."""
    burst_of_visitor: Count = 900
    people: Count = 60
    """New visitors of one address at once; every 20 seconds one more."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be said of a server."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] | None = None
    data: str | None = None
    """The file of the matches,"""
    store: str | None = None
    """or the URL of a database, where no file is given."""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    """Processes that serve the site together; several need a database."""
    peer_host: str = "127.0.0.1"
    """The address at which other servers of the same database reach this one."""
    sites: tuple[str, ...] = ()
    """Addresses by which people reach it: https://play.example.org."""
    hosts: tuple[str, ...] = ()
    """Further names that it answers to, where `sites` is not given: home-server."""
    proxies: tuple[str, ...] = ()
    """Networks whose X-Forwarded headers are believed: 127.0.0.1, 172.16.0.0/12."""
    certificate: str | None = None
    """For TLS without a proxy: the file of the certificate with its chain,"""
    key: str | None = None
    """and that of its key."""
    metrics: tuple[str, ...] = ("127.0.0.0/8", "::1")
    """Networks that may read /metrics."""
    log: Literal["text", "json"] = "text"
    bot_pace: Annotated[float, Meta(ge=0, le=60)] = 0.4
    seed: Annotated[int, Meta(ge=0)] | None = None
    reviews: bool = True
    deepening: bool = True
    heartbeat: Annotated[float, Meta(ge=0.1, le=600)] = 4.0
    claim: Annotated[float, Meta(ge=60, le=8640000)] = 86400.0
    """Without a clock: seconds after which a match can be claimed from who stays away."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        for name in ("proxies", "metrics"):
            for text in getattr(self, name):
                _network(name, text)
        _check_address(self.peer_host)
        if self.seed is not None and self.seed >= 2**64:
            raise BadSettings(f"seed: {self.seed}: expected less than 2**64")
        for site in self.sites:
            _check_site(site)
        if (self.certificate is None) != (self.key is None):
            raise BadSettings("certificate, key: one is given without the other, expected both")
        secure = any(site.startswith("https:") for site in self.sites)
        if secure and not self.certificate and not self.proxies:
            raise BadSettings(
                "sites: an https address needs TLS: give certificate and key, or name in proxies "
                "the addresses of the proxy that has them"
            )

    def networks(self, name: Literal["proxies", "metrics"]) -> tuple[Network, ...]:
        """The networks of this key."""
        return tuple(_network(name, text) for text in getattr(self, name))

    @property
    def is_secure(self) -> bool:
        """Do people reach it by https alone?"""
        return bool(self.sites) and all(site.startswith("https:") for site in self.sites)


def read_config(path: Path | None, environment: Mapping[str, str], given: dict[str, Any]) -> Config:
    """What the file says, then the variables, then the command line."""
    layers = [
        (f"{path}", _from_file(path) if path else {}),
        ("environment", _from_environment(environment)),
        ("command line", {name: value for name, value in given.items() if value is not None}),
    ]
    fields: dict[str, Any] = {}
    for source, layer in layers:
        try:  # alone, to know where a fault is
            converted(_without_relations(layer), Config, strict=False)
        except msgspec.ValidationError as error:
            raise BadSettings(f"{source}: {field_fault(error)}") from error
        limits = {**fields.get("limits", {}), **layer.get("limits", {})}
        fields |= {**layer, **({"limits": limits} if limits else {})}
    try:
        return converted(fields, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(field_fault(error)) from error


def _without_relations(layer: dict[str, Any]) -> dict[str, Any]:
    """What is checked of one layer: what belongs together may stand in several."""
    return {
        name: value for name, value in layer.items() if name not in ("sites", "certificate", "key")
    }


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSettings(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise BadSettings(f"{path}: {error}") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names: dict[str, list[str]] = {}
    names |= {name.upper(): [name] for name in get_type_hints(Config) if name != "limits"}
    names |= {f"LIMITS_{name.upper()}": ["limits", name] for name in get_type_hints(Limits)}
    found: dict[str, Any] = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX):
            continue
        key = names.get(variable.removeprefix(PREFIX))
        if key is None:
            known = ", ".join(PREFIX + name for name in sorted(names))
            raise BadSettings(f"environment: {variable}: unknown, expected one of {known}")
        *group, name = key
        parts = [part.strip() for part in text.split(",") if part.strip()]
        place = found.setdefault(group[0], {}) if group else found
        place[name] = parts if name in LISTS else text
    return found


def _network(name: str, text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise BadSettings(
            f"{name}: {text!r}: expected an address or a network such as 10.0.0.0/8 ({error})"
        ) from error


def _check_address(text: str) -> None:
    try:
        ipaddress.ip_address(text)
    except ValueError as error:
        raise BadSettings(f"peer_host: {text!r}: expected an address such as 10.0.0.5") from error


def _check_site(text: str) -> None:
    try:
        parts = urlsplit(text)
        right = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        right = False
    if not right or text != f"{parts.scheme}://{parts.netloc}" or "@" in text:
        raise BadSettings(
            f"sites: {text!r}: expected scheme and name alone, such as https://play.example.org"
        )
    if text != text.lower():
        raise BadSettings(f"sites: {text!r}: expected small letters, as browsers send it")
