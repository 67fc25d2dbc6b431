"""Positions of Jellyfish (`.pos`): numbers of two bytes, the low one first, and a few names.

Player 1 sits at the top, here the upper side, and counts below zero on the board, which is
written from its side.
"""

from __future__ import annotations

import struct
from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import BadFile, Fault
from fullprime.formats.ids.situation import from_signed, read_situation
from fullprime.formats.positions.placed import Placed

_HEADS: Final = {124: 0, 125: 3, 126: 5}
"""Versions, and how many numbers stand before the cube; the last three are cube in use, Jacoby
and beavers."""
_ZERO: Final = 20
"""On the board, where no number is below zero."""
_SLOTS: Final = 26
_START, _TO_ROLL = 0, (3, 4)
_MATCH: Final = 1
_CRAWFORD: Final = 2


class _Numbers:
    """Reads one number after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def next(self) -> int:
        return self.several(1)[0]

    def several(self, count: int) -> tuple[int, ...]:
        end = self.at + 2 * count
        if end > len(self.data):
            raise BadFile(Fault("posfile.short", kind="Jellyfish", n=len(self.data), expected=end))
        found = struct.unpack_from(f"<{count}h", self.data, self.at)
        self.at = end
        return found

    def name(self) -> str:
        """A byte that counts, and as many characters."""
        count = self.data[self.at] if self.at < len(self.data) else 0
        found = self.data[self.at + 1 : self.at + 1 + count]
        self.at += 1 + count
        return found.decode("cp1252", errors="replace")


def looks_like(head: bytes) -> bool:
    """Does it begin with a known version, and plausible numbers behind it?"""
    if len(head) < 30 or head[0] not in _HEADS or head[1]:
        return False
    start = 2 * (1 + _HEADS[head[0]])
    cube, owner, turn = struct.unpack_from("<3h", head, start)
    return cube > 0 and cube.bit_count() == 1 and owner in (0, 1, 2) and 0 <= turn <= 4


def read(data: bytes) -> Placed:
    """The position of such a file."""
    numbers = _Numbers(data)
    version = numbers.next()
    if version not in _HEADS:
        raise BadFile(Fault("posfile.pos_version", n=version))
    rules = numbers.several(_HEADS[version])[-3:]
    cube, owner, turn = numbers.several(3)
    _, _, _, kind, _, _, length, *score = numbers.several(9)
    names = numbers.name(), numbers.name()
    _, crawford, _ = numbers.several(3)
    numbers.name()  # the last play
    dice = tuple(abs(number) for number in numbers.several(2))
    board = [number - _ZERO for number in numbers.several(2 * _SLOTS)[::2]]

    first = turn in (1, 3)
    mover, other = (0, 1) if first else (1, 0)
    seen = from_signed("Jellyfish", [-number for number in board])
    in_match = kind == _MATCH and length > 0
    rolled = turn not in (_START, *_TO_ROLL) and all(1 <= number <= 6 for number in dice)
    mine: Literal["me", "opponent"] = "me" if owner == 1 + mover else "opponent"
    situation = read_situation(
        "Jellyfish",
        [],
        upper=first,
        dice=Roll(*dice) if rolled else None,
        cube=cube,
        owner=mine if owner else None,
        length=length if in_match else 0,
        score=(score[mover], score[other]),
        crawford=in_match and crawford == _CRAWFORD,
        jacoby=not in_match and bool(rules and rules[1]),
        beavers=not in_match and bool(rules and rules[2]),
    )
    return Placed(
        seen if first else seen.flipped(),
        situation,
        players=(names[mover], names[other]) if any(names) else None,
    )
