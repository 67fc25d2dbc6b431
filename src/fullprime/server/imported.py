"""A match that was brought as a file, as the store keeps it: a start and a log like any other."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from fullprime.action import (
    Demanded,
    Misplaced,
    Mixed,
    Played,
    Premature,
    Reset,
    Rolled,
    RolledOff,
    Seen,
)
from fullprime.formats import saved
from fullprime.game import Game
from fullprime.match import Match
from fullprime.notes import Note as NoteOfMatch
from fullprime.notes import Notes
from fullprime.server.new_match import LONGEST_NAME, new_id
from fullprime.server.record import Logged, NextGame, Record, SetUpGame, encode
from fullprime.server.summary import summary_json
from fullprime.store import Event, Kept, Note, Seat


class Brought(NamedTuple):
    """What `Store.import_match` wants to know of a match."""

    kept: Kept
    summary: str
    digest: bytes
    """The same for the same match in whichever format."""
    notes: tuple[Note, ...]

    @property
    def names(self) -> tuple[str, str]:
        """Of the players."""
        first, second = (seat.name if seat else "" for seat in self.kept.seats)
        return first, second


def brought(match: Match, person: int) -> Brought:
    """A match that a person has brought; its comments and marks are theirs from now on."""
    first, second = (shown_text(name, LONGEST_NAME) for name in match.players)
    start = msgspec.structs.replace(
        match,
        games=(match.games[0].begun or match.games[0],),
        set_ups=match.set_ups[:1],
        notes=_without_comments(match.notes),
    )
    kept = Kept(
        id=new_id(),
        number=0,
        start=saved.dump(start),
        clock=None,
        invite=None,
        rematch=None,
        seats=(Seat(first, person), Seat(second, person)),
        events=(),
        owner=person,
    )
    record, events, digest = Record.start(kept), [], hashlib.sha256(_head(match))
    for action in _actions(match):
        doer = _doer(record.match.game, action)
        record, _ = record.after(action)
        events.append(Event(record.version, doer, encode(action)))
        digest.update(_line(record, action))
    kept = kept._replace(events=tuple(events))
    notes = tuple(_comments(match.notes, person))
    return Brought(kept, summary_json(record, kept.seats), digest.digest(), notes)


def shown_text(text: str, most: int) -> str:
    """A line from a file or its name, to be shown: without what cannot be seen, not too long."""
    return "".join(each for each in text if each.isprintable()).strip()[:most]


def _actions(match: Match) -> Iterator[Logged]:
    """The rows of the log."""
    for number, game in enumerate(match.games):
        if number:
            begins = match.set_ups[number] if number < len(match.set_ups) else None
            yield SetUpGame(begins) if begins else NextGame()
        yield from game.log


def _doer(game: Game, action: Logged) -> int | None:
    """The seat whose doing it was."""
    match action:
        case Premature():
            return 1 - game.turn
        case Mixed(seat) | Demanded(seat):
            return seat
        case Misplaced() | Reset() | RolledOff() | NextGame():
            return None
        case _:
            return game.actor


# The same match in another file ------------------------------------------------------------------


def _head(match: Match) -> bytes:
    """Who plays what, to how many points. Other settings are not in every format."""
    games = [(variant.id, variant.chosen) for variant in match.rotation]
    return msgspec.json.encode((match.players, match.target, games, match.begins), order="sorted")


def _line(record: Record, action: Logged) -> bytes:
    """What an action has led to, however the file has written it."""
    match action:
        case Rolled(dice):
            found: object = sorted(dice)
        case Played() | Seen():
            found = record.match.variant.text(record.match.position)
        case _:
            found = action
    return msgspec.json.encode(found)


# Comments and marks ------------------------------------------------------------------------------

Place = tuple[int | None, int | None]


def with_notes(match: Match, notes: Iterable[Note]) -> Match:
    """The match with the comments and marks of the store, to be written to a file."""
    found = match.notes
    for note in notes:
        place = note.game, note.action
        changed = msgspec.structs.replace(found.of(*place), text=note.text, mark=note.mark)
        found = found.with_note(changed, *place)
    return msgspec.structs.replace(match, notes=found)


def without_notes(kept: Kept) -> Kept:
    """The match as a start of other games, to which nothing in the file belongs."""
    if kept.owner is None:
        return kept
    match, _ = saved.load(kept.start)
    return kept._replace(start=saved.dump(msgspec.structs.replace(match, notes=Notes())))


def _comments(notes: Notes, person: int) -> Iterator[Note]:
    for place, note in _commented(notes):
        yield Note(person, note.text.replace("\0", ""), note.mark, *place)


def _without_comments(notes: Notes) -> Notes:
    """Analysis, times and where it was played stay with the match."""
    for place, note in _commented(notes):
        notes = notes.with_note(msgspec.structs.replace(note, text="", mark=""), *place)
    return notes


def _commented(notes: Notes) -> Iterator[tuple[Place, NoteOfMatch]]:
    return ((place, note) for place, note in _places(notes) if note.text or note.mark)


def _places(notes: Notes) -> Iterator[tuple[Place, NoteOfMatch]]:
    yield (None, None), notes.whole
    for number, game in notes.games.items():
        yield (number, None), game.whole
        yield from (((number, action), note) for action, note in game.actions.items())
