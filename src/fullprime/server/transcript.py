"""A match of the server as a text that people read."""

from __future__ import annotations

from collections.abc import Iterator

from fullprime.formats.plain_text import Told, action_lines, heading, title
from fullprime.server.record import NextGame, OfMatch, Record, decode
from fullprime.store import Kept


def transcript(kept: Kept) -> bytes:
    """Every game, one action a line, with what only a server knows: who left, and lost on time."""
    return "".join(f"{line}\n" for line in _lines(kept)).encode()


def _lines(kept: Kept) -> Iterator[str]:
    start = Record.start(kept)
    yield title(start.match)
    yield from ("", heading(start.match))
    game: list[Told] = []
    for event, before, record in start.follow(kept.events):
        action = decode(event.action)
        if isinstance(action, NextGame):
            yield from action_lines(game)
            yield from ("", heading(record.match))
            game = []
        else:
            said = action.name if isinstance(action, OfMatch) else action
            game.append(Told(event.seat, said, before.match, record.match))
    yield from action_lines(game)
