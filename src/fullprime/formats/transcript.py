"""What a match file says, before any of it is checked: the form that all readers of files share.

A reader knows its format and nothing of the game; `replay` plays the transcript again and finds out
what was meant, and `repair` changes it where it cannot be right. Seat 0 is the player whom the
format names first: the left column, White, player 1.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

import msgspec

from fullprime.action import Seat
from fullprime.errors import BadFile, BadVariant, unknown
from fullprime.notes import Note, ReadingFault
from fullprime.position import Position
from fullprime.variant import Variant, variants
from fullprime.variant.file import is_path

Kind = Literal[
    "roll", "pass", "double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline",
    "win", "board",
]  # fmt: skip
OFFERS = ("double", "beaver", "raccoon")
MULTIPLES = {"single": 1, "normal": 1, "gammon": 2, "backgammon": 3}
"""How files say what a game was worth; the longest word that occurs counts."""
ANOTHER = "another match begins here, which is not read"
"""The fault of a file that holds several."""
_HEAD = 4096
"""Bytes by which a format is recognized."""
NO_PLAY = "-"
"""The play of a roll of which the file says that it could not be played."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a player did."""

    kind: Kind
    player: Seat
    line: int = 0
    """Where it stands, counted from 1; in files without lines, the number of the record."""
    row: int = 0
    """The number that the file gives its row, if it numbers them."""
    dice: tuple[int, int] | None = None
    """Of a roll, as they were written; 0 where a die was not."""
    play: str | None = None
    """Of a roll, in the player's own points: `13/7*/4 bar/22(2)`, also 25 and 0; stars may be
    missing. Empty: nothing is written, so it follows from the rest; `-`: nothing could be played;
    None: what was played is not known."""
    value: int = 0
    """Of an offer, what the cube would show; of a resignation, how many times the cube; of a win,
    the points. 0: not said."""
    after: Position | None = None
    """Of a roll whose play was illegal, the board afterwards, seen by the opponent; of a board, the
    board, seen by the player, who is on roll."""
    note: Note = Note()


class GameTranscript(msgspec.Struct, kw_only=True):
    """One game."""

    line: int = 0
    score: tuple[int, int] | None = None
    """Before it; None: not said."""
    crawford: bool | None = None
    """None: follows from the score."""
    position: Position | None = None
    """The board that it begins with, seen by the starter; None: the usual one."""
    starter: Seat | None = None
    """Who is on roll then; None: whoever acts first."""
    cube: int = 1
    """What the cube shows at the beginning, after automatic doubles or on a board set up."""
    owner: Seat | None = None
    entries: list[Entry] = []
    note: Note = Note()


class Transcript(msgspec.Struct, kw_only=True):
    """A match."""

    format: str
    """The name of the format, such as `mat`."""
    players: tuple[str, str]
    length: int
    """Points that win it; 0: a money session."""
    variant: str | None = None
    """The game by any of its names; None: the standard game."""
    crawford: bool | None = None
    """None: as usual, on in a match."""
    jacoby: bool | None = None
    beavers: int | None = None
    """Immediate redoubles allowed; None: not said."""
    murphy: bool = False
    """Are there automatic doubles?"""
    cube: bool = True
    cube_limit: int | None = None
    """The highest value of the cube; None: not said, or none."""
    skip_closed_out: bool = False
    """Does a closed-out player not even roll? In most files they do."""
    about: dict[str, str] = {}
    """By the keys of `notes.ABOUT`."""
    games: list[GameTranscript] = []
    note: Note = Note()
    faults: list[ReadingFault] = []
    """What the reader could not make sense of."""


def variant_of(name: str | None) -> Variant:
    """The game of that name. Nothing that a file says leads to another file."""
    if name is not None and is_path(name):
        raise BadVariant(unknown("variant", name, [variant.id for variant in variants()]))
    return Variant.load(name)


def text_of(data: bytes) -> str:
    """A text file of any age: UTF-8 or UTF-16, or else Windows-1252, or Shift JIS where that has no
    such letter; lines end with a line feed."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    elif wide := _utf_16_without_mark(data):
        text = data.decode(wide, "replace")
    else:
        text = _decoded(data)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    """In the first encoding that it can be in."""
    for encoding in ("utf-8-sig", "cp1252", "cp932"):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode("cp1252", "replace")


def _utf_16_without_mark(data: bytes) -> str | None:
    """Match files are mostly Latin letters: in UTF-16 every other byte of them is nil."""
    head = data[:64]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if abs(even - odd) * 4 < len(head) or min(even, odd):
        return None
    return "utf-16-be" if even else "utf-16-le"


def head_of(data: bytes) -> str:
    """The beginning of a file as text, to see what it is."""
    head = data[:_HEAD]
    if len(data) > _HEAD:  # not within a letter
        head = head[: head.rfind(b"\n") + 1] or head
    return text_of(head)


def seat_of(number: int) -> Seat:
    """0 or 1 as a seat; a file may say anything."""
    if number == 0:
        return 0
    if number == 1:
        return 1
    raise BadFile(f"player {number}: expected 0 or 1")
