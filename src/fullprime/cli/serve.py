"""`fullprime serve`: the board in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from fullprime.errors import FullprimeError
from fullprime.files import check_folder, data_folder

PORT = 8024
LOOPBACK = "127.0.0.1"


@click.command()
@click.option("--host", default=LOOPBACK, show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N",
              help=f"The port (default: {PORT}, or a free one if it is taken).")  # fmt: skip
@click.option("--data", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Where matches and settings are kept.")  # fmt: skip
@click.option("--open/--no-open", "browse", default=None,
              help="Open a browser (default: on a desktop).")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="N",
              help="Dice that can be repeated, for tests.")  # fmt: skip
@click.option("--bot-pace", type=click.FloatRange(0, 60), default=0.4, show_default=True,
              metavar="SECONDS",
              help="The time between two actions of a bot, at least.")  # fmt: skip
@click.option("--reviews/--no-reviews", default=True, show_default=True,
              help="Review matches by themselves when they are over or imported, not only when "
                   "someone asks for it.")  # fmt: skip
@click.option("--dev", is_flag=True,
              help="Send the files of the pages as they are, not joined, for those who change "
                   "them.")  # fmt: skip
@click.option("--heartbeat", type=click.FloatRange(0.1, 600), default=4.0, show_default=True,
              metavar="SECONDS",
              help="How often the lines to pages are tried; one that does not answer for as "
                   "long again is dropped.")  # fmt: skip
def serve(
    host: str,
    port: int | None,
    data: Path | None,
    browse: bool | None,
    seed: int | None,
    bot_pace: float,
    reviews: bool,
    dev: bool,
    heartbeat: float,
) -> None:
    """Play in the browser: start the server and print its address.

    Matches are kept after every action. Ctrl-C ends the server; the next one
    goes on where it was.

    \b
    Examples:
      fullprime serve
      fullprime serve --port 9000 --no-open
      fullprime serve --host 0.0.0.0       for others in the same network
    """
    try:
        from fullprime.server.app import Options
        from fullprime.server.run import Run
    except ImportError as error:
        raise FullprimeError(f"{error}; it comes with: pip install 'fullprime[web]'") from error
    if data:
        check_folder(data)
    kept = data or data_folder() / "fullprime.db"
    run = Run(Options(kept.expanduser().resolve(), bot_pace, seed, dev, reviews), heartbeat)
    address = run.bind(host, PORT if port is None else port, or_any=port is None)
    click.echo(f"Fullprime is at {address}")
    sys.stdout.flush()
    run.serve(address if _wants_browser(browse) else None)


def _wants_browser(browse: bool | None) -> bool:
    """Where nobody says: on a desktop with somebody before it."""
    if browse is not None:
        return browse
    desktop = sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return desktop and sys.stdout.isatty()
