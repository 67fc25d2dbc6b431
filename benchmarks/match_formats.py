"""The match files of a folder by format: files, games, plies, and the faults that they have.

python -m benchmarks.match_formats FOLDER [--docs]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks import page
from fullprime import Match
from fullprime.action import Accepted, Declined, Rolled
from fullprime.errors import BadFile
from fullprime.formats.match_file import FORMATS, Format, open_match

UNREAD: Final = "no match or position"


class Counted(NamedTuple):
    """What was found in the files of one format."""

    files: int = 0
    games: int = 0
    plies: int = 0
    """Plays, offers, answers and resignations."""
    faults: int = 0

    def plus(self, match: Match) -> Counted:
        """With one match more."""
        return Counted(
            self.files + 1,
            self.games + len(match.games),
            self.plies + sum(_plies(match)),
            self.faults + len(match.notes.faults),
        )


def _plies(match: Match) -> Iterator[int]:
    for game in match.games:
        yield sum(not isinstance(each, Rolled | Accepted | Declined) for each in game.log)


def read(file: Path) -> tuple[Format, Match] | None:
    """The match in a file; None where there is none."""
    try:
        match, found = open_match(file, strict=False)
    except BadFile:
        return None
    return found, match


def count(folder: Path) -> dict[str, Counted]:
    """All files below the folder, by the name of their format."""
    found: dict[str, Counted] = {each.name: Counted() for each in FORMATS}
    unread = 0
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        if opened := read(file):
            name = opened[0].name
            found[name] = found[name].plus(opened[1])
        else:
            unread += 1
    found = {name: counted for name, counted in found.items() if counted.files}
    return {**found, UNREAD: Counted(unread)} if unread else found


def markdown(found: dict[str, Counted]) -> str:
    """A table for a page."""
    titles = {each.name: each.title for each in FORMATS}
    rows = [
        [titles.get(name, name), *(f"{number:,}" for number in counted)]
        for name, counted in found.items()
    ]
    return page.table(["format", *Counted._fields], rows)


def main() -> None:
    """Counts and prints."""
    parser = argparse.ArgumentParser(description="Reads every match file of a folder.")
    parser.add_argument("folder", type=Path, help="it, and all that is below it")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/formats.md")
    arguments = parser.parse_args()
    told = markdown(count(arguments.folder))
    print(told)
    if arguments.docs:
        page.put("match formats", told, Path("docs/formats.md"))


if __name__ == "__main__":
    main()
