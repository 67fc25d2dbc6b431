"""Where a cluster listens, and by which certificates its machines know each other."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from fullprime.errors import FullprimeError, plain

if TYPE_CHECKING:
    from distributed import Security


class ClusterGone(FullprimeError):
    """There is no cluster, or it is no more, or it refuses to work: nothing more will come."""


class Tls(NamedTuple):
    """Files in PEM. Machines trust each other if the same authority has signed both."""

    ca: Path
    cert: Path
    key: Path


def check_address(address: str, tls: Tls | None) -> None:
    """Refuses what is no address, and what anyone on the network could listen to."""
    known = urlsplit(address)
    try:
        complete = known.scheme in ("tcp", "tls") and known.hostname and known.port is not None
    except ValueError:
        complete = False
    if not complete:
        raise FullprimeError(
            f"{plain(address)!r}: expected an address such as tcp://127.0.0.1:8786 or "
            "tls://10.0.0.5:8786"
        )
    if known.scheme == "tls" and tls is None:
        raise FullprimeError(f"{plain(address)}: tls:// needs --tls-ca, --tls-cert and --tls-key")
    if known.scheme == "tcp" and not _is_here(known.hostname or ""):
        raise FullprimeError(
            f"{plain(address)}: tcp:// is for this machine only, since it has neither encryption "
            "nor passwords; use tls:// with certificates"
        )


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def security(tls: Tls | None) -> Security:
    """As Dask takes it; every machine has to show its certificate."""
    from distributed import Security

    if tls is None:
        return Security(require_encryption=False)
    for file in tls:
        if not file.is_file():
            raise FullprimeError(f"there is no file {plain(str(file))}")
    roles = ("client", "scheduler", "worker")
    files = {f"tls_{role}_{name}": str(getattr(tls, name)) for role in roles for name in
             ("cert", "key")}  # fmt: skip
    return Security(require_encryption=True, tls_ca_file=str(tls.ca), **files)


def check_installed() -> None:
    """Dask is not part of a small installation."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise FullprimeError(
            "clusters need Dask; install it with: pip install 'fullprime[cluster]'"
        ) from error
