"""Who may talk to the server: by which names it is called, from which pages, through which proxies.

>>> access = Access(Config(sites=("https://play.example.org",), proxies=("127.0.0.1",)))
>>> access.is_own_host("play.example.org"), access.is_own_host("evil.example.org")
(True, False)
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from fullprime.server.config import Config, Network

_HOST: Final = re.compile(r"([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?", re.ASCII)
_FORWARDED: Final = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded")
_USUAL: Final = {"http": 80, "https": 443}


class Access:
    """What a configuration says of this."""

    def __init__(self, config: Config) -> None:
        self._sites = frozenset(config.sites)
        self._named = {_usual(site) for site in config.sites}
        self._hosts = frozenset(host.lower() for host in config.hosts) | _own_names()
        self._proxies = config.networks("proxies")
        self._monitors = config.networks("metrics")
        self.tls = config.certificate is not None
        self.is_secure = config.is_secure or self.tls

    def is_proxy(self, address: str) -> bool:
        """Are forwarded headers from there believed?"""
        return _within(address, self._proxies)

    def client(self, scope: Scope) -> str:
        """The address of who asks: the last one that no declared proxy has."""
        address = _peer(scope)
        if not self.is_proxy(address):
            return address
        told = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        for each in reversed([part.strip() for part in told.split(",") if part.strip()]):
            if not _is_address(each):
                break
            address = each
            if not self.is_proxy(each):
                break
        return address

    def scheme(self, scope: Scope) -> str:
        """`http` or `https`, as the browser sees it."""
        if self.tls:
            return "https"
        told = Headers(scope=scope).get("x-forwarded-proto", "")
        return told if told in _USUAL and self.is_proxy(_peer(scope)) else "http"

    def may_watch(self, scope: Scope) -> bool:
        """May the server's own figures be read from there?"""
        forwarded = any(name in Headers(scope=scope) for name in _FORWARDED)
        if forwarded and not self.is_proxy(_peer(scope)):
            return False  # through a proxy of which nobody has told
        return _within(self.client(scope), self._monitors)

    def is_own_host(self, host: str) -> bool:
        """Is the server called that? A page of another name may have been led here by its DNS."""
        found = _HOST.fullmatch(host.lower())
        if not found:
            return False
        name = found[1]
        if _is_loopback(name):
            return True
        if self._sites:
            return any(host.lower() == urlsplit(site).netloc for site in self._sites)
        return name in self._hosts or name.endswith(".local") or _is_address(name.strip("[]"))

    def is_own_origin(self, scope: Scope) -> bool:
        """Does the request come from a page of this server? Character by character."""
        headers = Headers(scope=scope)
        origins = headers.getlist("origin")
        if len(origins) != 1:
            return False
        if self._sites and not _is_loopback(_name(headers.get("host", ""))):
            return origins[0] in self._sites
        scheme, host = self.scheme(scope), headers.get("host", "").lower()
        return self.is_own_host(host) and origins[0] == _usual(f"{scheme}://{host}")


def _usual(origin: str) -> str:
    """Without the port that everyone knows, as browsers write it."""
    scheme, _, host = origin.partition("://")
    return origin.removesuffix(f":{_USUAL[scheme]}") if host else origin


def _own_names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset({own, own.partition(".")[0]})


def _name(host: str) -> str:
    found = _HOST.fullmatch(host.lower())
    return found[1] if found else ""


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (
        _is_address(name.strip("[]")) and ipaddress.ip_address(name.strip("[]")).is_loopback
    )


def _peer(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


@lru_cache(4096)
def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(4096)
def network_of(text: str) -> str:
    """The address, or of a newer kind the network: everyone has very many of these.

    >>> network_of("198.51.100.7"), network_of("::ffff:198.51.100.7"), network_of("2001:db8::7")
    ('198.51.100.7', '198.51.100.7', '2001:db8::/64')
    """
    if not _is_address(text):
        return text
    address = ipaddress.ip_address(text)
    if address.version == 4 or address.ipv4_mapped:
        return str(getattr(address, "ipv4_mapped", None) or address)
    return str(ipaddress.ip_network((address, 64), strict=False))


@lru_cache(4096)
def _within(text: str, networks: tuple[Network, ...]) -> bool:
    if not _is_address(text):
        return False
    address = ipaddress.ip_address(text)
    mapped = getattr(address, "ipv4_mapped", None) or address
    return any(mapped in network for network in networks)
