"""`fullprime cluster`, and the option `--cluster` of commands that compute for long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from fullprime.cluster.address import Tls, check_address, check_installed
from fullprime.engine.threads import VARIABLE

if TYPE_CHECKING:
    from fullprime.cluster.crew import Crew

F = TypeVar("F", bound=Callable[..., Any])
ADDRESS: Final = "tcp://127.0.0.1:8786"
REST: Final = 2.0
"""Seconds until a worker that has ended is started again."""
_FILE: Final = click.Path(path_type=Path, dir_okay=False)


def tls_options(command: F) -> F:
    """The certificates for `tls://` addresses."""
    for name, text in (
        ("--tls-key", "The key of that certificate."),
        ("--tls-cert", "The certificate of this machine."),
        ("--tls-ca", "For tls://: the authority that has signed all certificates of the cluster."),
    ):
        command = click.option(name, type=_FILE, metavar="FILE.pem", help=text)(command)
    return command


def cluster_options(command: F) -> F:
    """`--cluster`, with certificates."""
    about = "Compute on the workers of a cluster, such as tcp://127.0.0.1:8786."
    return click.option("--cluster", metavar="ADDRESS", help=about)(tls_options(command))


def tls_of(ca: Path | None, cert: Path | None, key: Path | None) -> Tls | None:
    """All of them, or none."""
    if ca and cert and key:
        return Tls(ca, cert, key)
    if ca or cert or key:
        raise click.UsageError("--tls-ca, --tls-cert and --tls-key belong together")
    return None


@contextmanager
def crew_at(address: str | None, tls: Tls | None) -> Iterator[Crew | None]:
    """The workers of the cluster; None: no cluster is wanted."""
    if address is None:
        if tls:
            raise click.UsageError("certificates are for --cluster tls://...")
        yield None
        return
    check_address(address, tls)
    check_installed()
    from fullprime.cluster.crew import Crew
    from fullprime.cluster.guard import guard

    guard()
    with Crew(address, tls) as crew:
        yield crew


@click.group("cluster")
def cluster() -> None:
    """Start the processes of a cluster, which --cluster computes on.

    \b
    Examples:
      fullprime cluster scheduler
      fullprime cluster worker tcp://127.0.0.1:8786
      fullprime analyze matches/ --cluster tcp://127.0.0.1:8786
    """


@cluster.command()
@click.argument("address", default=ADDRESS)
@tls_options
def scheduler(
    address: str, tls_ca: Path | None, tls_cert: Path | None, tls_key: Path | None
) -> None:
    """Start what hands out the work; ADDRESS is where it listens.

    On this machine alone that is tcp://127.0.0.1:8786, the default. On a network it must be
    tls:// with certificates; port 0 chooses a free one.
    """  # fmt: skip
    tls = tls_of(tls_ca, tls_cert, tls_key)
    check_address(address, tls)
    check_installed()
    from fullprime.cluster.node import run_scheduler

    run_scheduler(address, tls, lambda where: click.echo(f"Scheduler: {where}"))


@cluster.command()
@click.argument("address", default=ADDRESS)
@click.option("--processes", type=click.IntRange(1), metavar="N",
              help="How many, each on one core; all cores if left out.")  # fmt: skip
@tls_options
def worker(
    address: str,
    processes: int | None,
    tls_ca: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
) -> None:
    """Start workers for the scheduler at ADDRESS, a process for each core.

    A worker evaluates positions and plays trials; it runs no code that is sent to it.
    """
    tls = tls_of(tls_ca, tls_cert, tls_key)
    check_address(address, tls)
    check_installed()
    count = processes or os.cpu_count() or 1
    if count > 1:
        _keep_running(address, tls, count)
        return
    os.environ[VARIABLE] = "1"
    from fullprime.cluster.node import run_worker

    run_worker(address, tls, lambda where: click.echo(f"Worker: {where}"))


def _keep_running(address: str, tls: Tls | None, count: int) -> None:
    """As many processes, of which one that is killed is started again, until all is ended."""
    options = [f"--tls-{name}={getattr(tls, name)}" for name in tls._fields] if tls else []
    program = [sys.executable, "-m", "fullprime", "cluster", "worker", address, "--processes=1"]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen([*program, *options])  # noqa: S603 - ourselves

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    running = [start() for _ in range(count)]
    try:
        while any(each.poll() is None for each in running):
            time.sleep(REST)
            running = [start() if (each.poll() or 0) < 0 else each for each in running]
    finally:
        for each in running:
            each.terminate()
        for each in running:
            each.wait()
