"""What strong play has shown about a game: who wins, how much, how fast, and the best openings.

Measured by `benchmarks/game_statistics.py`, one file a game in `data/statistics`. The page
docs/statistics.md shows them, and series take what their games are worth from them.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Final

import msgspec

from fullprime.data import shipped
from fullprime.errors import BadFile
from fullprime.shapes import decoded

FOLDER: Final = "statistics"


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first roll of a game and how to play it."""

    roll: str
    play: str
    equity: float
    """Of the best play, cubeless."""
    plies: int
    plays: int
    """How many different ones there are."""
    second: str | None = None
    """The next best play; None where there is no choice."""
    behind: float | None = None
    """What it is worth less."""


class Lengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many rolls games take, those of both sides together."""

    mean: float
    deviation: float
    median: int
    shortest: int
    longest: int


class GameStatistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in numbers."""

    variant: str
    net: str
    date: str
    seed: int
    games: int
    starter: tuple[int, int, int]
    """Games won by the player who started: single, double, triple."""
    other: tuple[int, int, int]
    drawn: int
    lengths: Lengths
    openings: tuple[Opening, ...]

    @property
    def advantage(self) -> float:
        """Points a game of the player who starts."""
        return self._points / self.games

    @property
    def advantage_error(self) -> float:
        """The standard error of that."""
        squares = sum(n * n * (a + b) for n, a, b in self._rows)
        return sqrt((squares - self._points**2 / self.games) / (self.games - 1) / self.games)

    @property
    def starter_wins(self) -> float:
        """The share of games that the player who starts wins; a draw is half a win."""
        return (sum(self.starter) + self.drawn / 2) / self.games

    def share(self, multiple: int) -> float:
        """Of games that were worth so many points."""
        return (self.starter[multiple - 1] + self.other[multiple - 1]) / self.games

    @property
    def _rows(self) -> tuple[tuple[int, int, int], ...]:
        return tuple(zip((1, 2, 3), self.starter, self.other, strict=True))

    @property
    def _points(self) -> int:
        return sum(n * (a - b) for n, a, b in self._rows)


@cache
def statistics_of(variant_id: str) -> GameStatistics | None:
    """Those of a game that comes with the program; None where they are not measured."""
    file = shipped(FOLDER, f"{variant_id}.json")
    if not file.is_file():
        return None
    try:
        return decoded(file.read_bytes(), GameStatistics)
    except msgspec.DecodeError as error:
        raise BadFile(f"statistics of {variant_id}: {error}") from error
