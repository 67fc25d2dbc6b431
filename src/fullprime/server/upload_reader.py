"""The program that reads an uploaded file, in a process of its own that can do nothing else.

It gets the file at its standard input and answers in lines of JSON: the match or why there is none,
then how the file may be repaired. `parsing` starts it.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Final

import msgspec

from fullprime.errors import BadFile, FullprimeError
from fullprime.formats import match_file
from fullprime.formats.match_file import Format
from fullprime.formats.repair import proposals as repair
from fullprime.match import Match
from fullprime.notes import ReadingFault
from fullprime.server.imported import Brought, brought

READING: Final = 2
"""Seconds of processor time for a file."""
REPAIRING: Final = 4
"""And for looking how it may be repaired."""
MEMORY: Final = 256 * 2**20
MOST_FAULTS: Final = 1000
MOST_ACTIONS: Final = 20_000
"""Of a match: more than ten times those of a long one."""
_OUTSIDE: Final = (
    "os.",
    "socket.",
    "subprocess.",
    "ctypes.",
    "mmap.",
    "pickle.",
    "pty.",
    "shutil.",
    "sqlite3.",
    "tempfile.",
    "_winapi.",
    "winreg.",
)
"""What reaches beyond the process, as Python's audit events begin."""
_LISTING: Final = ("os.listdir", "os.scandir")
"""How Python finds its modules."""
_LIBRARIES: Final = tuple(f"{folder}{os.sep}" for folder in sys.path if folder)


class Change(msgspec.Struct):
    """A proposal for the repair of a file."""

    n: int
    """By which it is chosen."""
    game: int
    line: int
    change: str
    text: str


class FoundMatch(msgspec.Struct, tag="match"):
    """What is in a file."""

    format: str
    players: tuple[str, str]
    games: int
    faults: tuple[ReadingFault, ...]
    brought: Brought


class Unreadable(msgspec.Struct, tag="unreadable"):
    """Why there is no match."""

    error: str


class Changes(msgspec.Struct, tag="changes"):
    """How the file may be repaired, the likeliest first for each game."""

    proposals: list[Change]


Answer = FoundMatch | Unreadable | Changes


def main() -> None:
    """Reads one file for the person of that number; more numbers: with those proposals."""
    person, wanted = sys.argv[1:]
    confine()
    data = sys.stdin.buffer.read()
    try:
        _read(data, int(person), [int(number) for number in wanted.split(",") if number])
    except FullprimeError as error:
        _say(Unreadable(str(error)))


# What it may not do ------------------------------------------------------------------------------


def confine() -> None:
    """Gives up, for good, all that reading does not need."""
    if sys.platform != "win32":  # it has no such limits
        _limit()
    sys.addaudithook(_allow)


def _limit() -> None:
    import resource

    os.nice(10)  # play comes first
    spent = int(time.process_time()) + 1
    limits = {
        resource.RLIMIT_CPU: (spent + READING, spent + READING + REPAIRING + 1),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_NPROC: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
    }
    if sys.platform == "linux":  # others count memory that is not used
        limits[resource.RLIMIT_AS] = (MEMORY, MEMORY)
    for limit, values in limits.items():
        resource.setrlimit(limit, values)


def _allow(event: str, arguments: tuple[Any, ...]) -> None:
    """Modules and their data can be loaded, nothing else can be opened; a hook stays for good."""
    if event == "open":
        refused = not _is_library(*arguments[:2])
    else:
        refused = event.startswith(_OUTSIDE) and event not in _LISTING
    if refused:
        raise PermissionError(f"{event}: who reads a file may do nothing else")


def _is_library(path: object, mode: object) -> bool:
    return (
        isinstance(path, str)
        and mode in ("r", "rb")
        and os.path.normpath(path).startswith(_LIBRARIES)
    )


def allow_repairing() -> None:
    """More time, once the match is read."""
    if sys.platform == "win32":  # pragma: no cover - another system
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (most - 1, most))


def _read(data: bytes, person: int, wanted: list[int]) -> None:
    if not data.strip():
        raise BadFile("the file is empty")
    loaded = match_file.open_match(data, strict=False)
    if not wanted:
        _say(_found(loaded.format, loaded.match, person))
    allow_repairing()
    found = loaded.format.proposals(data) if loaded.match.notes.faults else []
    if wanted:
        mended = loaded.format.repaired(data, *_chosen(found, wanted))
        _say(_found(loaded.format, mended, person))
    _say(Changes([_change(n, each) for n, each in enumerate(found, 1)]))


def _chosen(found: list[repair.Proposal], wanted: list[int]) -> list[repair.Proposal]:
    for number in wanted:
        if number not in range(1, len(found) + 1):
            raise BadFile(f"repair {number}: the file has {len(found)} proposals")
    chosen = [found[number - 1] for number in wanted]
    games = [each.game for each in chosen]
    for game in games:
        if games.count(game) > 1:
            raise BadFile(f"repair: two proposals for game {game}, expected one")
    return chosen


def _found(kind: Format, match: Match, person: int) -> FoundMatch:
    if sum(len(game.log) for game in match.games) > MOST_ACTIONS:
        raise BadFile(f"the match has more than {MOST_ACTIONS} actions")
    faults = match.notes.faults[:MOST_FAULTS]
    match = msgspec.structs.replace(
        match, notes=msgspec.structs.replace(match.notes, faults=faults)
    )
    made = brought(match, person)
    return FoundMatch(kind.name, made.names, len(match.games), faults, made)


def _change(number: int, proposal: repair.Proposal) -> Change:
    return Change(number, proposal.game, proposal.line, proposal.change, proposal.text)


def _say(answer: Answer) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
