"""The rules of the tables games, compiled."""

from collections.abc import Iterator, Sequence
import enum

import numpy
import numpy.typing


class Geometry(enum.Enum):
    """How the two paths lie."""

    contrary = 0

    parallel12 = 1

    common = 2

class Landing(enum.Enum):
    """What landing on a lone enemy checker does."""

    none = 0

    hit = 1

    pin = 2

class Entry(enum.Enum):
    """The duty to enter checkers from the hand."""

    bar = 0

    free = 1

    all_first = 2

class BearOff(enum.Enum):
    """Whether a larger number bears off."""

    over = 0

    exact = 1

class HitRight(enum.Enum):
    """Who may hit."""

    always = 0

    home_reached = 1

    currently_in_home = 2

class Prime(enum.Enum):
    """Which walls of six are forbidden."""

    none = 0

    narde = 1

    fevga = 2

class Variant:
    """One row of the parameter table."""

    def __init__(self, *, checkers: int, start: Sequence[int], geometry: Geometry, landing: Landing, block: int, entry: Entry, bear_off: BearOff, cap: int, home: int, score: int, hit_right: HitRight, nohr: bool, head_limit: int, head_exception: Sequence[int], runner: bool, prime: Prime, last_off: bool) -> None: ...

def start(variant: Variant) -> bytes:
    """The starting position."""

def across(variant: Variant, point: int) -> int:
    """The same point in the other side's numbers."""

def turned(variant: Variant, position: bytes) -> bytes:
    """The position for the other side after the mover's turn."""

def batches(variant: Variant, position: bytes, first: int, second: int) -> list[list[int]]:
    """The numbers that a roll gives to play, batch by batch."""

class PlayList:
    """The distinct positions that a roll can lead to."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> tuple[bytes, tuple[tuple[int, int, int, int], ...]]:
        """A position and one way to it: steps of source, target, die, event."""

    def __iter__(self) -> Iterator[tuple[bytes, tuple[tuple[int, int, int, int], ...]]]: ...

def plays(variant: Variant, position: bytes, first: int, second: int) -> PlayList:
    """The legal plays of a roll."""

def plays_of_batches(variant: Variant, position: bytes, batches: Sequence[Sequence[int]]) -> PlayList:
    """The legal plays of numbers given in batches."""

def plays_of_many(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8], dice: numpy.typing.NDArray[numpy.uint8]) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]:
    """
    Plays of many rolls: positions [m, 64], steps [m, 4, 4], lengths [m], offsets [n+1].
    """

def count_plays(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8], dice: numpy.typing.NDArray[numpy.uint8]) -> int:
    """How many plays they are; finds each of them and keeps none."""

def perft(variant: Variant, position: bytes, first: int, second: int, depth: int) -> int:
    """Whole turns at that depth below one roll."""

def end(variant: Variant, position: bytes) -> int | None:
    """
    Multiple of the stake that the mover has won (negative: lost); None while it goes on.
    """

def roll(seed: int, stream: int, index: int) -> tuple[int, int]:
    """A roll of the counted dice."""

def philox(counter: Sequence[int], key: Sequence[int]) -> list[int]:
    """The generator behind the dice."""
