"""The program that reads an uploaded file, in a process of its own that can do nothing else.

It gets the file at its standard input and answers in lines of JSON: the match or why there is none,
then how the file may be repaired. `parsing` starts it.
"""

from __future__ import annotations

import codecs
import os
import sys
import time
from functools import partial
from typing import Final

import msgspec

from fullprime.errors import BadFile, FullprimeError, messages, sentences
from fullprime.formats import match_file, repair
from fullprime.formats.match_file import Format
from fullprime.match import Match
from fullprime.notes import ReadingFault
from fullprime.series import all_series
from fullprime.server.imported import Brought, brought
from fullprime.variant import variants
from fullprime.variant.variant import unknown_game

READING: Final = 2
"""Seconds of processor time for a file."""
REPAIRING: Final = 4
"""And for looking how it may be repaired."""
MEMORY: Final = 256 * 2**20
MOST_FAULTS: Final = 1000
MOST_ACTIONS: Final = 20_000
"""Of a match: more than ten times those of a long one."""
_ENCODINGS: Final = ("utf-8-sig", "utf-16", "cp1252", "latin-1")


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
    """Reads one file for the person of that number; a second number: with that proposal."""
    person, wanted = sys.argv[1:]
    prepare()
    confine()
    data = sys.stdin.buffer.read()
    try:
        _read(data, int(person), int(wanted) if wanted else None)
    except FullprimeError as error:
        _say(Unreadable(str(error)))


def prepare() -> None:
    """Loads everything that any file may need: nothing can be opened later."""
    match_file.sniff(b"")
    for load in (variants, all_series, messages, sentences, partial(unknown_game, "")):
        load()
    for name in _ENCODINGS:
        codecs.lookup(name)


def confine() -> None:
    """Takes away all that reading does not need, for good. Windows has no such limits."""
    if sys.platform == "win32":  # pragma: no cover - another system
        return
    import resource

    os.nice(10)  # play comes first
    # No descriptor can be opened any more, and so no file, no socket and no pipe.
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    if sys.platform == "linux":  # others count memory that is not used
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    spent = int(time.process_time()) + 1
    most = spent + READING + REPAIRING
    resource.setrlimit(resource.RLIMIT_CPU, (spent + READING, most + 1))


def allow_repairing() -> None:
    """More time, once the match is read."""
    if sys.platform == "win32":  # pragma: no cover - another system
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (most - 1, most))


def _read(data: bytes, person: int, wanted: int | None) -> None:
    if not data.strip():
        raise BadFile("the file is empty")
    loaded = match_file.open_match(data, strict=False)
    if wanted is None:
        _say(_found(loaded.format, loaded.match, person))
    allow_repairing()
    found = loaded.format.proposals(data) if loaded.match.notes.faults else []
    if wanted is not None:
        if wanted not in range(1, len(found) + 1):
            raise BadFile(f"repair {wanted}: the file has {len(found)} proposals")
        mended = loaded.format.repaired(data, found[wanted - 1])
        _say(_found(loaded.format, mended, person))
    _say(Changes([_change(n, each) for n, each in enumerate(found, 1)]))


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
