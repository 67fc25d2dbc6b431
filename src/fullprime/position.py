"""Where the checkers stand.

A position is seen by the side to move: `mover` first, then `other`. Each side counts its checkers
by its own points, 24 the farthest. `flipped` is the only way across.

>>> position = Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5")
>>> position.pips
(167, 167)
>>> position.mover[13]
5
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import Final

from fullprime import _kernel
from fullprime.errors import BadPosition

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
        """Reads `24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5`; what is not listed is borne off."""
        faults: list[str] = []
        sides = text.split("/")
        if len(sides) != 2:
            raise BadPosition(text, ["expected two sides with one '/' between them"])
        packed = [
            _known_side(side, checkers) or _pack(*_parse_side(side, name, checkers, faults))
            for side, name in zip(sides, ("the side on roll", "the other side"), strict=True)
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
    def pips(self) -> tuple[int, int]:
        """How far each side has still to go."""
        return _pips(self.mover), _pips(self.other)

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
        if checkers != sum(self.other) or any(self._raw[at] for at in _MEMORY):
            return f"Position({self._raw!r})"
        return f"Position.parse({str(self)!r}{'' if checkers == 15 else f', {checkers}'})"

    def _repr_svg_(self) -> str:
        # Notebooks ask the value itself for its picture; drawing lives above the values.
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
    row, _ = _parse_side(text, "the side", checkers, faults)
    if faults:
        raise BadPosition(text, faults)
    return row


def _pack(row: Sequence[int], pinned: frozenset[int]) -> bytes:
    whole = all(type(count) is int and 0 <= count <= MOST_CHECKERS for count in row)
    if len(row) != PLACES or not whole or not all(1 <= point <= 24 for point in pinned):
        raise BadPosition(
            repr(row), [f"expected {PLACES} counts (off, points 1 to 24, bar, hand) of 0 to 30"]
        )
    return _SIDE.pack(*row, sum(1 << point for point in pinned))


def _pinned(side: bytes) -> frozenset[int]:
    mask = int.from_bytes(side[-4:], "little")
    return frozenset(p for p in range(1, BAR) if mask >> p & 1) if mask else frozenset()


def _pips(row: Sequence[int]) -> int:
    return sum(point * row[point] for point in range(1, 26)) + 25 * row[HAND]


def _parse_side(
    text: str, name: str, checkers: int, faults: list[str]
) -> tuple[tuple[int, ...], frozenset[int]]:
    counts: dict[int, int] = {}
    pinned: set[int] = set()
    for word in text.split():
        entry = _ENTRY.fullmatch(word)
        if not entry:
            faults.append(f"{name}: cannot read {word[:40]!r}, expected point:count such as 13:5")
            continue
        place = _place(entry["place"])
        count = int(entry["count"]) if len(entry["count"]) < 6 else MOST_CHECKERS + 1
        if place is None:
            faults.append(f"{name}: {word[:40]!r}: no such point; expected 1 to 24, bar, hand, off")
        elif place in counts:
            faults.append(f"{name}: {entry['place']} is listed twice")
        elif not 0 <= count <= MOST_CHECKERS:
            faults.append(f"{name}: {word[:40]!r}: a count is 0 to {checkers}")
        elif entry["pinned"] and (place in (OFF, BAR, HAND) or count != 1):
            faults.append(f"{name}: {word!r}: only one checker on a point can be pinned")
        else:
            counts[place] = count
            if entry["pinned"]:
                pinned.add(place)
    listed = sum(counts.values())
    if "off" not in text and listed <= checkers:
        counts[OFF] = checkers - listed
    elif listed != checkers and not faults:
        faults.append(f"{name} has {listed} checkers, expected {checkers}")
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
