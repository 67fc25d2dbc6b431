"""Match files, reviewed: what commands that work with errors have in common."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from fullprime.analysis.review import Progress, Report, Reviewer
from fullprime.analysis.review.cache import Cache
from fullprime.analysis.review.reviewing import Watch
from fullprime.cli.deeper import Deeper, roll_out
from fullprime.cli.match_files import Found
from fullprime.engine.evaluators import DEFAULT_PLIES, MOST_PLIES
from fullprime.errors import BadFile, plain
from fullprime.match import Match
from fullprime.store.verdicts import shared_verdicts

if TYPE_CHECKING:
    from fullprime.cluster.crew import Crew

BAR: Final = 24
depth_option = click.option(
    "--plies", type=click.IntRange(0, MOST_PLIES), default=DEFAULT_PLIES, metavar="N",
    help="How far to look ahead; default 2, or the deepest the game has.",
)  # fmt: skip
me_option = click.option("--me", metavar="NAME", help="Your name: only your errors are listed.")


class NoMatch(BadFile):
    """A file in a folder that is no match file."""


class Reviewed(NamedTuple):
    """A file and what was found in it."""

    report: Report
    match: Match
    seat: int | None
    """Of the player who was named; None where none has that name."""


def review_file(
    found: Found,
    plies: int,
    me: str | None,
    before: str = "",
    crew: Crew | None = None,
    deeper: Deeper | None = None,
) -> Reviewed:
    """The report of one file; what is wrong with it is kept in the report. What was evaluated
    before, by any command or by the server, is not evaluated again."""
    loaded = found.load(strict=False)
    if loaded is None:
        raise NoMatch(f"{found.name}: not a match file")
    match, kept, deeper = loaded.match, shared_verdicts(), deeper or Deeper()
    cached: Cache = {} if kept is None else kept
    reviewer = Reviewer(match, plies=plies, close=deeper.close, cached=cached)
    with _bar(before) as watch:
        if crew is not None:
            from fullprime.cluster.reviewing import compute

            compute(crew, reviewer, cached, watch)
        for _ in reviewer.verdicts(deepen=False, watch=watch):
            pass
    seat = _seat(match, me)
    roll_out(reviewer, deeper, seat, crew)
    return Reviewed(reviewer.report(), match, seat)


def not_there(found: Found, match: Match, me: str) -> BadFile:
    """Neither player has that name."""
    first, second = map(plain, match.players)
    return BadFile(f"{found.name}: no player is {plain(me)!r}, only {first} and {second}")


def _seat(match: Match, me: str | None) -> int | None:
    """Of the player of that name, in any case."""
    names = [name.casefold() for name in match.players]
    wanted = None if me is None else me.casefold()
    return names.index(wanted) if wanted in names else None


@contextmanager
def _bar(before: str) -> Iterator[Watch | None]:
    """One line on a terminal, written over again and again, and gone at the end."""

    def write(line: str) -> None:
        click.echo(f"\r\x1b[K{line[: get_terminal_size().columns - 1]}", nl=False, err=True)

    def watch(progress: Progress) -> None:
        filled = BAR * progress.done // progress.total
        drawn = "#" * filled + "." * (BAR - filled)
        write(f"{before}[{drawn}] {progress.done}/{progress.total} at {progress.plies}-ply")

    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield watch
    finally:
        write("")
