"""Where matches are kept: one file each, and a note of the last one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from fullprime.errors import BadFile, FullprimeError
from fullprime.files import data_folder, read_start, write_atomically
from fullprime.formats import saved
from fullprime.formats.match_file import LARGEST, Format, named, open_match, sniff
from fullprime.match import Match
from fullprime.tui.keep import Notes

OURS: Final = named("json")


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
    """This match is the last one from now on; a disk that refuses shows when it saves."""
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


class Resumed(NamedTuple):
    """A match to go on with."""

    match: Match
    notes: Notes
    """Who plays and with which dice; empty in files of other programs."""
    format: Format | None = None
    """That of another program; such a file is only read, and the match is kept elsewhere."""


def load(path: Path) -> Resumed:
    """The match in a file of any format; what is wrong with it is said together with its name."""
    data = read_start(path, LARGEST + 1)
    if is_ours(data):
        try:
            return Resumed(*saved.load(data))
        except FullprimeError as error:
            raise BadFile(f"{path}: {error}") from error
    match, kind = open_match(path, strict=False)
    return Resumed(match, {}, kind)


def is_ours(data: bytes) -> bool:
    """Was it saved by `fullprime play`?"""
    return data.lstrip().startswith(b"{") and (sniff(data) or OURS) == OURS
