"""Position ids: short texts that other backgammon programs read and write.

>>> gnubg_id(Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"))
'4HPwATDgc/ABMA'
"""

from __future__ import annotations

import base64
import re
from typing import Final, NamedTuple

import msgspec

from fullprime.errors import BadPosition, Fault
from fullprime.formats.ids.fibs_board import from_fibs_board, is_fibs_board
from fullprime.formats.ids.in_text import as_typed, id_within
from fullprime.formats.ids.match_id import from_match_id, match_id
from fullprime.formats.ids.ogid import from_ogid, is_ogid
from fullprime.formats.ids.situation import Situation, fits, with_off
from fullprime.formats.ids.snowie_line import from_snowie_line, is_snowie_line
from fullprime.formats.ids.xgid import from_xgid, is_xgid
from fullprime.position import BAR, PLACES, Position
from fullprime.variant import Variant

_ID = re.compile(r"[A-Za-z0-9+/]{14}(==)?", re.ASCII)
_ID_AND_MATCH = re.compile(r"[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}", re.ASCII)
_LETTERS = re.compile(r"[A-P]{20}", re.ASCII)
_ON_ONE_BOARD: Final = (
    ("idkind.xgid", is_xgid, from_xgid),
    ("idkind.ogid", is_ogid, from_ogid),
    ("idkind.fibs", is_fibs_board, from_fibs_board),
    ("idkind.snowie", is_snowie_line, from_snowie_line),
)
"""Ids with all their fields: for boards on which the sides move against each other."""


class Told(NamedTuple):
    """What an id says."""

    position: Position
    situation: Situation
    kind: str | None = None
    """The code of its name, where it is for one kind of board only."""

    @property
    def match_id(self) -> str:
        """The match id of GNU Backgammon that goes with it.

        An offer in an XGID is not in it: GNU Backgammon reads it as the question before.
        """
        offered = 0 if self.kind == "idkind.xgid" else self.situation.offered
        return match_id(msgspec.structs.replace(self.situation, offered=offered))


def gnubg_id(position: Position) -> str | None:
    """The GNU Backgammon position id; None where it cannot say what stands on the board.

    The side that is not on roll comes first; each point is its checkers in ones and a zero,
    from the ace point to the bar; the bits fill ten bytes from the low end.
    """
    if not fits(position):
        return None
    sides = (position.other, position.mover)
    bits = "".join("1" * row[place] + "0" for row in sides for place in range(1, BAR + 1))
    packed = int(bits[::-1], 2).to_bytes(10, "little")
    return base64.b64encode(packed).decode().rstrip("=")


def is_gnubg_id(text: str) -> bool:
    """Does this look like an id, with or without a match id behind it?"""
    return bool(_ID.fullmatch(text) or _ID_AND_MATCH.fullmatch(text))


def from_gnubg_id(text: str) -> Position:
    """The position that a GNU Backgammon id means."""
    if not _ID.fullmatch(text):
        raise BadPosition(text, [Fault("id.gnubg")])
    return _from_key(text, base64.b64decode(text[:14] + "=="))


def from_letters(text: str) -> Position:
    """The position that the same key means in the tools of GNU's nets: two letters a byte."""
    hexadecimal = "".join(f"{ord(letter) - ord('A'):x}" for letter in text)
    return _from_key(text, bytes.fromhex(hexadecimal))


def _from_key(text: str, packed: bytes) -> Position:
    rows = [[0] * PLACES, [0] * PLACES]
    side, place = 0, 1
    for bit in f"{int.from_bytes(packed, 'little'):080b}"[::-1]:
        if side == 2:
            break
        if bit == "1":
            rows[side][place] += 1
        elif place == BAR:
            side, place = side + 1, 1
        else:
            place += 1
    if side < 2:
        raise BadPosition(text, [Fault("id.short")])
    return with_off(text, rows[1], rows[0])


def known_id(text: str) -> Told | None:
    """What an id of any program says, alone or within a text; None if there is none."""
    text = as_typed(text)
    found = _alone(text)
    if found is None and (within := id_within(text)):
        found = _alone(within) or _gnubg(within)
    return found


def _alone(text: str) -> Told | None:
    for kind, looks_like, read in _ON_ONE_BOARD:
        if looks_like(text):
            return Told(*read(text), kind)
    if _LETTERS.fullmatch(text):
        return Told(from_letters(text), Situation())
    return _gnubg(text) if is_gnubg_id(text) else None


def is_id(text: str, *, alone: bool = True) -> bool:
    """Does this look like an id? Those of GNU Backgammon look like any word where they are not
    alone."""
    if any(looks_like(text) for _, looks_like, _ in _ON_ONE_BOARD):
        return True
    return bool(alone and (_LETTERS.fullmatch(text) or is_gnubg_id(text)) and id_within(text))


def _gnubg(text: str) -> Told:
    position, _, match = text.partition(":")
    return Told(from_gnubg_id(position), from_match_id(match) if match else Situation())


def told_of(variant: Variant, text: str) -> Told | None:
    """What an id says about a position of this game; None if there is none in the text."""
    found = known_id(text)
    if found and found.kind and variant.geometry != "contrary":
        raise BadPosition(text, [Fault("id.board", kind=Fault(found.kind), game=variant.title)])
    return found


def read_id(variant: Variant, text: str) -> tuple[Position, Situation] | None:
    """The position and the situation alone."""
    found = told_of(variant, text)
    return (found.position, found.situation) if found else None


def read_situation(variant: Variant, text: str) -> tuple[Position, Situation]:
    """A position of this game from its text form or an id, and what an id says beside it."""
    words = text.strip()
    found = read_id(variant, words)
    if not found:
        return variant.position(checked_text(words)), Situation()
    position, situation = found
    if faults := variant.faults(position):
        raise BadPosition(text, faults)
    return variant.remembering(position), situation


def read_position(variant: Variant, text: str) -> Position:
    """The position alone."""
    return read_situation(variant, text)[0]


def checked_text(text: str) -> str:
    """A text that looks like the text form of a position, at least."""
    if ":" in text:
        return text
    raise BadPosition(text, [Fault("position.unknown")])
