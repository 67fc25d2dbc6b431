"""Rolls and where they come from.

>>> Roll.parse("3-1")
Roll(3, 1)
>>> SeededDice(7).roll() == SeededDice(7).roll()
True
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, Protocol

from fullprime import _kernel
from fullprime.errors import BadDice, Fault, shorten

_WRITTEN: Final = re.compile(r"\s*([1-6])\s*[-, ]?\s*([1-6])\s*", re.ASCII)


class _Dice(NamedTuple):
    first: int
    second: int


class Roll(_Dice):
    """Two dice as thrown.

    >>> Roll(7, 9)
    Traceback (most recent call last):
    fullprime.errors.BadDice: bad dice [7, 9]: expected two numbers from 1 to 6
    """

    __slots__ = ()

    def __new__(cls, first: int, second: int) -> Roll:
        if type(first) is not int or type(second) is not int:
            raise _bad_dice((first, second))  # 3.0 and True would be found as well
        try:
            return _ALL[first, second]
        except KeyError:
            raise _bad_dice((first, second)) from None

    @classmethod
    def of(cls, dice: Iterable[int]) -> Roll:
        """From any two numbers: a tuple, a list."""
        numbers = tuple(dice) if isinstance(dice, Iterable) else (dice,)
        if len(numbers) != 2:
            raise _bad_dice(numbers)
        return cls(*numbers)

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Reads `31`, `3-1`, `3 1` or `3,1`."""
        found = _WRITTEN.fullmatch(text)
        if not found:
            raise BadDice(
                f"bad dice {shorten(text, 60)!r}: expected two numbers from 1 to 6, such as 3-1"
            )
        return cls(int(found[1]), int(found[2]))

    @property
    def double(self) -> bool:
        """Are the dice equal?"""
        return self.first == self.second

    @property
    def weight(self) -> int:
        """How many of the 36 throws show these two numbers."""
        return 1 if self.double else 2

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    def __repr__(self) -> str:
        return f"Roll({self.first}, {self.second})"


_ALL: Final = {(a, b): _Dice.__new__(Roll, a, b) for a in range(1, 7) for b in range(1, 7)}
"""There are 36 throws, so each roll is made once."""


def is_roll(text: str) -> bool:
    """Are these dice as `Roll.parse` reads them?"""
    return bool(_WRITTEN.fullmatch(text))


def _bad_dice(numbers: tuple[object, ...]) -> BadDice:
    given = shorten(str(list(numbers)), 60)
    return BadDice(Fault("dice.bad", dice=given))


ROLLS: Final = tuple(Roll(a, b) for a in range(1, 7) for b in range(1, a + 1))
"""The 21 different rolls, larger number first."""


class Dice(Protocol):
    """Where rolls come from. Randomness is always passed in, never reached for."""

    def roll(self) -> Roll:
        """The next roll."""


class SeededDice:
    """The same rolls for the same seed, on every machine; any roll can be had by its number."""

    def __init__(self, seed: int, stream: int = 0, thrown: int = 0) -> None:
        if not all(type(number) is int for number in (seed, stream, thrown)):
            raise BadDice(f"seed {seed!r}, stream {stream!r}: expected whole numbers")
        if not (0 <= seed < 2**64 and 0 <= stream < 2**32 and 0 <= thrown < 2**64):
            raise BadDice(f"bad seed {seed}, stream {stream}: expected 0 to 2^64-1, 0 to 2^32-1")
        self.seed, self.stream, self.thrown = seed, stream, thrown

    def __repr__(self) -> str:
        return f"SeededDice({self.seed}, stream={self.stream}, thrown={self.thrown})"

    def roll(self) -> Roll:
        """The next roll of the stream."""
        roll = Roll(*_kernel.roll(self.seed, self.stream, self.thrown))
        self.thrown += 1
        return roll


class SystemDice:
    """Unpredictable rolls, from the operating system."""

    def roll(self) -> Roll:
        """A fresh roll."""
        return Roll(secrets.randbelow(6) + 1, secrets.randbelow(6) + 1)


class ListedDice:
    """Rolls from a list, for tests and for replays."""

    def __init__(self, rolls: Iterable[Roll | str]) -> None:
        self._rolls: Iterator[Roll | str] = iter(rolls)

    def roll(self) -> Roll:
        """The next roll of the list."""
        for roll in self._rolls:
            return Roll.parse(roll) if isinstance(roll, str) else Roll.of(roll)
        raise BadDice("no roll left in the list")


class EnteredDice:
    """Rolls of real dice: prompts for each, and again with the reason until it can be read."""

    def __init__(self, ask: Callable[[str], str]) -> None:
        self._ask = ask

    def roll(self) -> Roll:
        """What the real dice show."""
        prompt = "Dice: "
        while True:
            try:
                return Roll.parse(self._ask(prompt))
            except BadDice as error:
                prompt = f"{error}\nDice: "
