"""A match of the server as a text that people read."""

from __future__ import annotations

from collections.abc import Iterator

from fullprime.fair_dice.actions import OfDice
from fullprime.formats.plain_text import (
    INDENT,
    Told,
    about_lines,
    action_lines,
    comment_lines,
    heading,
    set_up_lines,
    title,
)
from fullprime.notes import Note, Notes
from fullprime.server.record import NextGame, OfMatch, Record, decode
from fullprime.store import Kept


def transcript(kept: Kept, notes: Notes) -> bytes:
    """Every game, one action a line, with what only a server knows: who left, and lost on time."""
    return "".join(f"{line}\n" for line in _lines(kept, notes)).encode()


def _lines(kept: Kept, notes: Notes) -> Iterator[str]:
    start = Record.start(kept)
    yield title(start.match)
    yield from about_lines(start.match)
    yield from comment_lines(notes.whole, "")
    yield from _beginning(kept, start, notes)
    game: list[Told] = []
    for event, before, record in start.follow(kept.events):
        action = decode(event.action)
        if isinstance(action, NextGame):
            yield from action_lines(game)
            yield from _beginning(kept, record, notes)
            game = []
        elif not isinstance(action, OfDice):
            said = action.name if isinstance(action, OfMatch) else action
            note = _note(before, record, notes)
            game.append(Told(event.seat, said, before.match, record.match, note))
    yield from action_lines(game)


def _beginning(kept: Kept, record: Record, notes: Notes) -> Iterator[str]:
    """Of the game that has just begun; in an imported match any may be set up."""
    yield from ("", heading(record.match))
    if kept.owner is not None:
        yield from set_up_lines(record.match)
    yield from comment_lines(notes.of(len(record.match.games) - 1), INDENT)


def _note(before: Record, after: Record, notes: Notes) -> Note:
    """To what a player has done; the server alone says some things."""
    count = len(before.match.game.log)
    acted = len(after.match.game.log) > count
    return notes.of(len(after.match.games) - 1, count) if acted else Note()
