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

    ring16 = 3

class Landing(enum.Enum):
    """What landing on a lone enemy checker does."""

    none = 0

    hit = 1

    pin = 2

    share = 3

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

class Doublet(enum.Enum):
    """What follows the four numbers of a doublet."""

    plain = 0

    complement = 1

    cascade = 2

class HeadException(enum.Enum):
    """When one more may leave the head."""

    none = 0

    first_3_4_6 = 1

    if_single_cannot_finish = 2

class Prime(enum.Enum):
    """Which walls of six are forbidden."""

    none = 0

    narde = 1

    fevga = 2

class PrimeCheck(enum.Enum):
    """When a wall is judged."""

    step = 0

    turn_end = 1

class P1(enum.Enum):
    """Which quadrant may not be filled."""

    own_quadrant = 0

    unless_passed = 1

    either_quadrant = 2

    opponent_quadrant = 3

class Mother(enum.Enum):
    """What a pinned mother does to the game."""

    none = 0

    plakoto = 1

    immediate = 2

    draw_only = 3

class DoubleOne(enum.Enum):
    """What 1-1 costs on the ring."""

    lose = 0

    fine_only = 1

    restart = 2

class Variant:
    """One row of the parameter table, its fields by name."""

    def __init__(self, **fields: object) -> None: ...

def start(variant: Variant) -> bytes:
    """The starting position."""

def across(variant: Variant, point: int) -> int:
    """The same point in the other side's numbers."""

def counted(variant: Variant, position: bytes, doublet: bool) -> bytes:
    """The position with the mover's turn remembered, the mover still first."""

def turn(variant: Variant, position: bytes, first: int, second: int, named: int = 0) -> tuple[list[list[int]], int, bool]:
    """
    What a roll gives: batches (on the ring, alternatives), head limit, bonus.
    """

class PlayList:
    """The distinct positions that a roll can lead to."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> tuple[bytes, tuple[tuple[int, int, int, int], ...]]:
        """A position and one way to it: steps of source, target, die, event."""

    def __iter__(self) -> Iterator[tuple[bytes, tuple[tuple[int, int, int, int], ...]]]: ...

def plays(variant: Variant, position: bytes, first: int, second: int, named: int = 0, most: int = 2097152) -> PlayList:
    """The legal turns of a roll; more than `most` are refused."""

def plays_of_batch(variant: Variant, start: bytes, now: bytes, numbers: Sequence[int], head: int, last: bool) -> PlayList:
    """The legal plays of one batch in a turn that began at start."""

def steps(variant: Variant, start: bytes, now: bytes, number: int, head: int) -> PlayList:
    """
    What one number can do in a turn that began at start, each a play of one step.
    """

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
