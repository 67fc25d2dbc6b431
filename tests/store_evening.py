"""Programs that write to a store and say `{"type":"ack",...}` whenever something is there for good.

    python store_evening.py verbs PATH STATES    every verb once; STATES: what is there after each
    python store_evening.py tables PATH ACTIONS  eight tables that act at once

They run on a machine that records them (machine.py); with a third argument `NORMAL` the database
waits for the disk less often than it should.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from fullprime.store import Event, Import, Job, Kept, Note, Person, Seat, database
from fullprime.store.store import Store

ANN: Final = Seat("Ann", 1)
BEN: Final = Seat("Ben", 2)
IMPORT: Final = Import(1, "mat", "a.mat", b"c" * 32, b"d" * 32)
TABLES: Final = 8


def acknowledge(**what: Any) -> None:
    os.write(1, json.dumps({"type": "ack", **what}, separators=(",", ":")).encode() + b"\n")


def event(number: int, **changes: Any) -> Event:
    return Event(number, 0, f'{{"type":"n{number}"}}', 1, f"k{number}")._replace(**changes)


def match(match_id: str, **changes: Any) -> Kept:
    kept = Kept(match_id, 0, b"{}", None, None, None, (ANN, Seat("Fullprime")), ())
    return kept._replace(**changes)


VERBS: Final[dict[str, Callable[[Store], Awaitable[Any]]]] = {
    "a visitor": lambda store: store.new_person(b"a" * 32),
    "another": lambda store: store.new_person(b"b" * 32),
    "a name": lambda store: store.change_person(Person(1, "Ann", "{}", ("Ann",))),
    "a token": lambda store: store.change_token(2, b"c" * 32),
    "a match": lambda store: store.new_match(match("m1"), "{}"),
    "an invitation": lambda store: store.new_match(
        match("m2", invite="code", seats=(ANN, None)), "{}"
    ),
    "a seat": lambda store: store.join("m2", "code", BEN),
    "an action": lambda store: store.append("m1", [event(1)], '{"n":1}'),
    "two actions": lambda store: store.append("m1", [event(2), event(3)], '{"n":3}'),
    "the end of a match": lambda store: store.append(
        "m2", [event(1)], '{"n":1}', Job("j1", 1, "review", "m2")
    ),
    "a rematch": lambda store: store.new_match(match("m3"), "{}", rematch_of="m2"),
    "a summary": lambda store: store.summarize("m1", '{"n":4}'),
    "a match that was brought": lambda store: store.import_match(
        match("m4"), "{}", IMPORT, [Note(1, "ha", game=0)]
    ),
    "a note": lambda store: store.set_note("m1", Note(1, "what a roll", "!", 0, 1)),
    "a note less": lambda store: store.set_note("m1", Note(1, "", "", 0, 1)),
    "a match off one list": lambda store: store.hide_match("m2", 1),
    "a match off all lists": lambda store: store.hide_match("m1", 1),
}


def content(path: Path) -> list[str]:
    """All that a file says, as statements; in which order indexes are made does not matter."""
    with closing(sqlite3.connect(path)) as read:
        return sorted(read.iterdump())


async def every_verb(path: Path, states: Path) -> None:
    found = []
    async with await Store.open(path) as store:
        found.append(content(path))
        for number, verb in enumerate(VERBS.values()):
            await verb(store)
            acknowledge(verb=number)
            found.append(content(path))
    states.write_text(json.dumps(found))


async def many_tables(path: Path, actions: int) -> None:
    async def play(store: Store, name: str) -> None:
        await store.new_match(match(name), "{}")
        for number in range(1, actions + 1):
            await store.append(name, [event(number)], "{}" * number)
            acknowledge(match=name, version=number)

    async with await Store.open(path) as store:
        await store.new_person(b"a" * 32)
        await asyncio.gather(*(play(store, f"m{number}") for number in range(TABLES)))


def main(what: str, path: str, more: str, mode: str = "FULL") -> None:
    time.time = lambda: 1.5e9
    own: Any = database
    own.PRAGMAS = tuple(each.replace("FULL", mode) for each in database.PRAGMAS)
    if what == "verbs":
        asyncio.run(every_verb(Path(path), Path(more)))
    else:
        asyncio.run(many_tables(Path(path), int(more)))


if __name__ == "__main__":
    main(*sys.argv[1:])
