"""The match files that a command line names: files, whole folders, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import click

from fullprime.errors import BadFile, FullprimeError, plain
from fullprime.files import read_start
from fullprime.formats.match_file import LARGEST, Loaded, open_match, sniff
from fullprime.formats.repair.proposals import Proposal

STDIN: Final = Path("-")


class Found(NamedTuple):
    """A file that was named, or found in a folder that was."""

    path: Path
    folder: Path | None = None
    """The folder that was named; None: the file was."""

    @property
    def name(self) -> str:
        """As it is shown: the name of a file may hold anything."""
        return "standard input" if self.path == STDIN else plain(str(self.path))

    def load(self, *, strict: bool) -> Loaded | None:
        """The match in it; None where a folder has a file that is none.

        What is wrong with it is a `FullprimeError` or an `OSError`, which names the file.
        """
        if self.path == STDIN:
            return open_match(self._data(), strict=strict)
        if self.folder and sniff(read_start(self.path, LARGEST + 1)) is None:
            return None
        return open_match(self.path, strict=strict)

    def proposals(self) -> list[Proposal]:
        """How what is wrong with it may have been meant."""
        data = self._data()
        kind = sniff(data)
        if kind is None:
            raise BadFile(f"{self.name}: not a match file")
        return kind.proposals(data)

    def _data(self) -> bytes:
        if self.path == STDIN:
            return sys.stdin.buffer.read(LARGEST + 1)
        return read_start(self.path, LARGEST + 1)


def find(paths: Sequence[Path]) -> list[Found]:
    """Files as they are named, folders with all that is in them, in order."""
    found: list[Found] = []
    for path in paths:
        if path != STDIN and path.is_dir():
            found += [Found(file, path) for file in sorted(path.rglob("*")) if _counts(file, path)]
        elif path == STDIN or path.exists():
            found.append(Found(path))
        else:
            raise click.UsageError(f"there is no file {plain(str(path))}")
    return found


def _counts(file: Path, folder: Path) -> bool:
    """Hidden files and folders do not."""
    return file.is_file() and not any(p.startswith(".") for p in file.relative_to(folder).parts)


@contextmanager
def progress(files: Sequence[Found]) -> Iterator[Iterator[Found]]:
    """The files one by one, with a bar on standard error where a person sees it."""
    if len(files) < 2 or not sys.stderr.isatty():
        yield iter(files)
        return
    from rich.console import Console  # slow to import, and only terminals need it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What goes to a file must not be drawn above the bar instead.
    above = sys.stdout.isatty()
    with Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=above
    ) as bar:
        yield iter(bar.track(files))


def failure(found: Found, error: FullprimeError | OSError) -> str:
    """Why a file cannot be used, in one line that begins with its name."""
    text = plain(" ".join(str(error).split()))
    return text if text.startswith(found.name) else f"{found.name}: {text}"
