"""Where the checkers stand.

A position is seen by the side to move: `mover` first, then `other`. Each side counts its checkers
by its own points, 24 the farthest. `flipped` is the only way across.

>>> position = Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5")
>>> position.pips
(167, 167)
>>> position.mover[13]
5
>>> Position.parse("4HPwATDgc/ABMA") == position
True
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import Final

from fullprime import _kernel
from fullprime.errors import BadPosition, Fault

OFF: Final = 0
START: Final = 24
RING: Final = 16
BAR: Final = 25
HAND: Final = 26
PLACES: Final = 27
LOST: Final = 27
"""Where a step ends that takes a piece out of the game; it is counted as off."""
MOST_CHECKERS: Final = 30

_SIDE = struct.Struct("<27BxI")  # the kernel's layout: counts, memory, a bit per pinned point
_SIZE: Final = 2 * _SIDE.size
_set: Final = object.__setattr__
_MEMORY: Final = (27, _SIDE.size + 27)
_HIT_RIGHT: Final = 0x80
_DOUBLET_THROWN: Final = 0x40
_NAMES: Final = {"off": OFF, "bar": BAR, "hand": HAND}
_ENTRY = re.compile(r"(?P<place>\w+?)(?P<pinned>p?):(?P<count>[+-]?\d+)", re.ASCII)


class Position:
    """Two rows of counts and pin marks. Immutable; compares and hashes by value."""

    __slots__ = ("_raw",)
    _raw: bytes

    def __init__(self, raw: bytes) -> None:
        if len(raw) != _SIZE:
            raise BadPosition(raw.hex(), [f"expected {_SIZE} bytes, got {len(raw)}"])
        _set(self, "_raw", raw)

    @classmethod
    def of(
        cls,
        mover: Sequence[int],
        other: Sequence[int],
        pinned: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset()),
    ) -> Position:
        """Builds a position from counts by place: off, points 1 to 24, bar, hand."""
        return cls(b"".join(_pack(*side) for side in zip((mover, other), pinned, strict=True)))

    @classmethod
    def parse(cls, text: str, checkers: int = 15) -> Position:
        """Reads position text, or an id: of GNU Backgammon, an XGID, an OGID, a FIBS board.

        Position text is `24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5`; what is not listed is borne off.
        Dice, cube and score of an id are left out: `analysis` reads them.

        >>> Position.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10").pips
        (167, 167)
        """
        if not isinstance(text, str):
            raise BadPosition(repr(text), [f"expected text, got {type(text).__name__}"])
        try:
            return cls.parse_text(text, checkers)
        except BadPosition:
            found = _of_id(text.strip())
            if found is None:
                raise
            return found

    @classmethod
    def parse_text(cls, text: str, checkers: int = 15) -> Position:
        """Reads position text, and nothing else."""
        faults: list[str] = []
        sides = text.split("/")
        if len(sides) != 2:
            raise BadPosition(text, [Fault("position.sides")])
        packed = [
            _known_side(side, checkers) or _pack(*_parse_side(side, name, checkers, faults))
            for side, name in zip(sides, ("side.mover", "side.other"), strict=True)
        ]
        if faults:
            raise BadPosition(text, faults)
        return cls(b"".join(packed))

    @property
    def raw(self) -> bytes:
        """The 64 bytes that the kernel works on."""
        return self._raw

    @property
    def mover(self) -> tuple[int, ...]:
        """Counts of the side to move: off, points 1 to 24, bar, hand."""
        return _SIDE.unpack_from(self._raw)[:PLACES]

    @property
    def other(self) -> tuple[int, ...]:
        """Counts of the other side, by its own points."""
        return _SIDE.unpack_from(self._raw, _SIDE.size)[:PLACES]

    @property
    def pinned(self) -> tuple[frozenset[int], frozenset[int]]:
        """Points where a checker of the mover, of the other, lies under an enemy."""
        return _pinned(self._raw[: _SIDE.size]), _pinned(self._raw[_SIDE.size :])

    @property
    def gnubg_id(self) -> str | None:
        """The GNU Backgammon position id; None where such an id cannot describe the board.

        >>> Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5").gnubg_id
        '4HPwATDgc/ABMA'
        """
        # Ids live above the values; few positions are ever written as one.
        from fullprime.formats.ids import gnubg_id

        return gnubg_id(self)

    def xgid(self) -> str | None:
        """The XGID of this position for money, no dice thrown; None where there is none.

        >>> Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5").xgid()
        'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
        """
        from fullprime.formats.ids.situation import Situation
        from fullprime.formats.ids.xgid import xgid

        return xgid(self, Situation())

    @property
    def is_race(self) -> bool:
        """Have the sides passed each other, in games in which they move against each other?

        >>> Position.parse("6:2 / 8:1").is_race, Position.parse("18:1 / 8:1").is_race
        (True, False)
        """
        return _farthest(self.mover) + _farthest(self.other) < BAR

    @property
    def pips(self) -> tuple[int, int]:
        """How far each side still has to go."""
        return _pips(self.mover), _pips(self.other)

    @property
    def turns_made(self) -> tuple[int, int]:
        """By mover and other, where the game remembers it; up to 15."""
        mine, theirs = (self._raw[at] & 15 for at in _MEMORY)
        return mine, theirs

    def remembering(
        self,
        turns: tuple[int, int] = (0, 0),
        hit_right: tuple[bool, bool] = (False, False),
        doublet: tuple[bool, bool] = (False, False),
    ) -> Position:
        """The same checkers with what some games remember of mover and other beyond them: turns
        made, the right to hit, and whether a doublet has been thrown."""
        raw = bytearray(self._raw)
        for at, made, right, thrown in zip(_MEMORY, turns, hit_right, doublet, strict=True):
            raw[at] = min(made, 15) | _HIT_RIGHT * right | _DOUBLET_THROWN * thrown
        return Position(bytes(raw))

    def with_checkers(
        self,
        mover: Sequence[int],
        other: Sequence[int],
        pinned: tuple[frozenset[int], frozenset[int]],
    ) -> Position:
        """What is remembered stays, the checkers stand like this."""
        raw = bytearray(Position.of(mover, other, pinned)._raw)
        for at in _MEMORY:
            raw[at] = self._raw[at]
        return Position(bytes(raw))

    def flipped(self) -> Position:
        """The same position with the other side to move."""
        return Position(self._raw[_SIDE.size :] + self._raw[: _SIDE.size])

    def text(self, checkers: int = 15) -> str:
        """The text form; `off` is named only where the rest does not show it."""
        return _kernel.position_text(self._raw, checkers)

    def __str__(self) -> str:
        return self.text(sum(self.mover))

    def __repr__(self) -> str:
        checkers = sum(self.mover)
        if checkers != sum(self.other):
            return f"Position({self._raw!r})"
        memory = [self._raw[at] for at in _MEMORY]
        past = f".remembering({_memory_text(memory)})" if any(memory) else ""
        return f"Position.parse({str(self)!r}{'' if checkers == 15 else f', {checkers}'}){past}"

    def _repr_svg_(self) -> str:
        # Notebooks take the picture from the value itself; drawing lives above the values.
        from fullprime.render.svg import board_svg

        return board_svg(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._raw == other._raw

    def __hash__(self) -> int:
        return hash(self._raw)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position cannot be changed: {name}")

    def __reduce__(self) -> tuple[type[Position], tuple[bytes]]:
        return Position, (self._raw,)


def parse_row(text: str, checkers: int) -> tuple[int, ...]:
    """Reads one side alone, as variant files write the start."""
    faults: list[str] = []
    row, _ = _parse_side(text, "side.alone", checkers, faults)
    if faults:
        raise BadPosition(text, faults)
    return row


def _pack(row: Sequence[int], pinned: frozenset[int]) -> bytes:
    whole = all(type(count) is int and 0 <= count <= MOST_CHECKERS for count in row)
    if len(row) != PLACES or not whole or not all(1 <= point <= 24 for point in pinned):
        raise BadPosition(repr(row), [Fault("position.counts", n=PLACES, most=MOST_CHECKERS)])
    return _SIDE.pack(*row, sum(1 << point for point in pinned))


def _pinned(side: bytes) -> frozenset[int]:
    mask = int.from_bytes(side[-4:], "little")
    return frozenset(p for p in range(1, BAR) if mask >> p & 1) if mask else frozenset()


def _of_id(text: str) -> Position | None:
    # Ids live above the values; this is reached only by what is no position text.
    from fullprime.formats.ids import known_id

    found = known_id(text)
    return found.position if found else None


def _memory_text(memory: Sequence[int]) -> str:
    """The arguments of `remembering` that bring this memory back."""
    turns = tuple(byte & 15 for byte in memory)
    rights = tuple(bool(byte & _HIT_RIGHT) for byte in memory)
    thrown = tuple(bool(byte & _DOUBLET_THROWN) for byte in memory)
    marks = {"hit_right": rights, "doublet": thrown}
    return ", ".join(
        [str(turns), *(f"{name}={value}" for name, value in marks.items() if any(value))]
    )


def _farthest(row: Sequence[int]) -> int:
    return max((place for place in range(1, PLACES) if row[place]), default=0)


def _pips(row: Sequence[int]) -> int:
    return sum(point * row[point] for point in range(1, 26)) + 25 * row[HAND]


def _parse_side(
    text: str, name: str, checkers: int, faults: list[str]
) -> tuple[tuple[int, ...], frozenset[int]]:
    counts: dict[int, int] = {}
    pinned: set[int] = set()
    side = Fault(name)
    for word in text.split():
        entry = _ENTRY.fullmatch(word)
        if not entry:
            faults.append(Fault("position.word", side=side, word=repr(word[:40])))
            continue
        place = _place(entry["place"])
        count = int(entry["count"]) if len(entry["count"]) < 6 else MOST_CHECKERS + 1
        if place is None:
            faults.append(Fault("position.point", side=side, word=repr(word[:40])))
        elif place in counts:
            faults.append(Fault("position.twice", side=side, place=entry["place"]))
        elif not 0 <= count <= MOST_CHECKERS:
            faults.append(Fault("position.count", side=side, word=repr(word[:40]), most=checkers))
        elif entry["pinned"] and (place in (OFF, BAR, HAND) or count != 1):
            faults.append(Fault("position.one_pin", side=side, word=repr(word)))
        else:
            counts[place] = count
            if entry["pinned"]:
                pinned.add(place)
    listed = sum(counts.values())
    if "off" not in text and listed <= checkers:
        counts[OFF] = checkers - listed
    elif listed != checkers and not faults:
        faults.append(Fault("position.checkers", side=side, n=listed, expected=checkers))
    return tuple(counts.get(place, 0) for place in range(PLACES)), frozenset(pinned)


def _place(word: str) -> int | None:
    if word in _NAMES:
        return _NAMES[word]
    return int(word) if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= 24 else None


_KNOWN: Final = {
    f"{name}:{count}": (place, count)
    for place, name in ((BAR, "bar"), (HAND, "hand"), *((p, f"{p}") for p in range(1, BAR)))
    for count in range(1, MOST_CHECKERS + 1)
}
"""Every plain entry of a text: texts are read far more often than there are different ones."""


def _known_side(text: str, checkers: int) -> bytes | None:
    """A side as most of them are written; None: look at it word by word."""
    row, listed = bytearray(_SIDE.size), 0
    for word in text.split():
        place, count = _KNOWN.get(word, (OFF, 0))
        if not count or row[place]:
            return None
        row[place] = count
        listed += count
    if listed > checkers:
        return None
    row[OFF] = checkers - listed
    return bytes(row)
