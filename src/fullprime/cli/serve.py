"""`fullprime serve`: the board in the browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from fullprime.errors import FullprimeError
from fullprime.files import check_folder, data_folder

PORT = 8024
LOOPBACK = "127.0.0.1"


F = TypeVar("F", bound=Callable[..., Any])


def store_options(command: F) -> F:
    """Where matches and settings are kept."""
    database = click.option(
        "--store", metavar="URL", envvar="FULLPRIME_STORE",
        help="A database for them instead: postgresql://USER@HOST/NAME. A URL with a password "
             "belongs into the environment, as FULLPRIME_STORE.",
    )  # fmt: skip
    file = click.option(
        "--data", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
        help="Where matches and settings are kept.",
    )  # fmt: skip
    return file(database(command))


@click.command()
@click.option("--config", "file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Settings as TOML; variables FULLPRIME_SERVE_... and options here "
                   "are stronger.")  # fmt: skip
@click.option("--host", help=f"The address to listen at (default: {LOOPBACK}).")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N",
              help=f"The port (default: {PORT}, or a free one if it is taken).")  # fmt: skip
@click.option("--site", "sites", multiple=True, metavar="URL",
              help="The address by which people reach it, such as https://play.example.org; "
                   "no other name is answered then.")  # fmt: skip
@click.option("--proxy", "proxies", multiple=True, metavar="NETWORK",
              help="An address or a network whose X-Forwarded headers are believed.")  # fmt: skip
@store_options
@click.option("--workers", type=click.IntRange(1, 64), metavar="N",
              help="Processes that serve the site together (default: 1); several need a database "
                   "of PostgreSQL.")  # fmt: skip
@click.option("--open/--no-open", "browse", default=None,
              help="Open a browser (default: on a desktop).")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="N",
              help="Dice that can be repeated, for tests.")  # fmt: skip
@click.option("--bot-pace", type=click.FloatRange(0, 60), metavar="SECONDS",
              help="The time between two actions of a bot, at least (default: 0.4).")  # fmt: skip
@click.option("--reviews/--no-reviews", default=None,
              help="Review matches by themselves when they are over or imported, not only when "
                   "someone asks for it (default: do).")  # fmt: skip
@click.option("--deepening/--no-deepening", default=None,
              help="After a review, evaluate close decisions again, one ply further "
                   "(default: do).")  # fmt: skip
@click.option("--dev", is_flag=True,
              help="Send the files of the pages as they are, not joined, for those who change "
                   "them.")  # fmt: skip
@click.option("--heartbeat", type=click.FloatRange(0.1, 600), metavar="SECONDS",
              help="How often the lines to pages are tried (default: 4); one that does not answer "
                   "for as long again is dropped.")  # fmt: skip
@click.option("--log", type=click.Choice(["text", "json"]),
              help="How warnings are written to the standard error (default: text).")  # fmt: skip
def serve(
    file: Path | None,
    browse: bool | None,
    dev: bool,
    sites: tuple[str, ...],
    proxies: tuple[str, ...],
    **options: Any,
) -> None:
    """Play in the browser: start the server and print its address.

    Matches are kept after every action. Ctrl-C ends the server; the next one
    goes on where it was.

    \b
    Examples:
      fullprime serve
      fullprime serve --port 9000 --no-open
      fullprime serve --host 0.0.0.0       for others in the same network
      fullprime serve --store postgresql://fullprime@localhost/fullprime --workers 2
      fullprime serve --config fullprime.toml
    """
    try:
        from fullprime.server.app import Options
        from fullprime.server.config import read_config
        from fullprime.server.run import Run
    except ImportError as error:
        raise FullprimeError(f"{error}; it comes with: pip install 'fullprime[web]'") from error
    if file_of_data := options.pop("data"):
        options["data"] = str(file_of_data)
    given = {**options, "sites": sites or None, "proxies": proxies or None}
    config = read_config(file, os.environ, given)
    data = Path(config.data) if config.data else None
    kept = kept_at(data, config.store)
    run = Run(Options(kept, config, dev))
    if config.workers > 1 and run.inherit():
        run.serve()
        return
    if config.workers > 1:
        _check_shared(kept, config.workers)
    port = config.port
    address = run.bind(config.host, PORT if port is None else port, or_any=port is None)
    click.echo(f"Fullprime is at {address}")
    sys.stdout.flush()
    browse_to = address if _wants_browser(browse) else None
    if config.workers > 1:
        run.supervise(browse_to)
    else:
        run.serve(browse_to)


def _check_shared(kept: Path | str, workers: int) -> None:
    if isinstance(kept, Path) or kept.startswith("sqlite"):
        raise FullprimeError(
            f"workers: {workers}: a file of SQLite has one process; several need a database of "
            "PostgreSQL, such as --store postgresql://fullprime@localhost/fullprime"
        )
    if sys.platform == "win32":
        raise FullprimeError(f"workers: {workers}: there is only one on this system")


def kept_at(data: Path | None, store: str | None) -> Path | str:
    """Where matches are kept: in a file, unless a database is named."""
    if data is None and store:
        return store
    if data:
        check_folder(data)
    return (data or data_folder() / "fullprime.db").expanduser().resolve()


def _wants_browser(browse: bool | None) -> bool:
    """Where nobody says: on a desktop with somebody before it."""
    if browse is not None:
        return browse
    desktop = sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return desktop and sys.stdout.isatty()
