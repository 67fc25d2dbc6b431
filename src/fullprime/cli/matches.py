"""Where matches are kept: one file each, and a note of the last one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from fullprime.errors import BadFile, FullprimeError
from fullprime.files import data_folder, write_atomically
from fullprime.formats import saved
from fullprime.match import Match
from fullprime.tui.keep import Notes


def new_path() -> Path:
    """A file that no match has yet."""
    day = f"{datetime.now():%Y-%m-%d}"
    number = 1
    while (path := data_folder() / "matches" / f"{day}-{number}.json").exists():
        number += 1
    return path


def last() -> Path | None:
    """The file of the match that was played last."""
    try:
        return Path((data_folder() / "last-match").read_text(encoding="utf-8").strip())
    except (OSError, UnicodeError):
        return None


def remember(path: Path) -> None:
    """This match is the last one from now on; a disk that refuses is told of when it saves."""
    try:
        write_atomically(data_folder() / "last-match", str(path.resolve()).encode())
    except OSError:
        return


def existing(path: Path | None) -> Path:
    """The file, which must be there."""
    if path is None:
        raise BadFile("there is no match to go on with; `fullprime play` starts one")
    if not path.exists():
        raise BadFile(f"there is no saved match at {path}")
    return path


def load(path: Path) -> tuple[Match, Notes]:
    """The match in a file; what is wrong with it is told together with its name."""
    data = path.read_bytes()
    if not data.lstrip().startswith(b"{"):
        raise BadFile(
            f"{path} is not a saved match of Fullprime. Only matches that `fullprime play` has "
            "saved (JSON) can be resumed; files of other programs, such as .mat, .sgf or .xg, "
            "cannot."
        )
    try:
        return saved.load(data)
    except FullprimeError as error:
        raise BadFile(f"{path}: {error}") from error
