"""Position ids: short texts that other backgammon programs read and write.

>>> gnubg_id(Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"))
'4HPwATDgc/ABMA'
"""

from __future__ import annotations

import base64
import binascii
import re

from fullprime.errors import BadPosition, Fault
from fullprime.formats.match_id import from_match_id
from fullprime.formats.situation import Situation, fits, with_off
from fullprime.formats.xgid import from_xgid, is_xgid
from fullprime.position import BAR, PLACES, Position
from fullprime.variant import Variant

_ID = re.compile(r"[A-Za-z0-9+/]{14}(==)?", re.ASCII)
_ID_AND_MATCH = re.compile(r"[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}", re.ASCII)


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
    try:
        packed = base64.b64decode(text[:14] + "==")
    except binascii.Error as error:  # pragma: no cover - the pattern admits base64 only
        raise BadPosition(text, [str(error)]) from error
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


def read_id(variant: Variant, text: str) -> tuple[Position, Situation] | None:
    """What an id of any program says; None if the text looks like none of them."""
    if is_xgid(text):
        if variant.geometry != "contrary":
            raise BadPosition(text, [Fault("id.xgid_board", game=variant.title)])
        return from_xgid(text)
    if not is_gnubg_id(text):
        return None
    position, _, match = text.partition(":")
    return from_gnubg_id(position), from_match_id(match) if match else Situation()


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
