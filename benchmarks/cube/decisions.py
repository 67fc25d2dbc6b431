"""Decisions about the cube: positions before a roll, in which the side on roll may double.

A cube of one is in the middle; a larger one is owned by the side on roll. There is no Jacoby rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.strength.decisions import rows_in, written

from fullprime import Position, Stakes
from fullprime.formats.ids import from_gnubg_id

DATA: Final = Path(__file__).with_name("data")
SETS: Final = {"money": (1, 500), "match": (2, 500)}
"""Seed and number of decisions."""
MONEY: Final = "money"


class Decision(NamedTuple):
    """A position, as its GNU id, and what is played for."""

    position: str
    value: int
    """What the cube shows."""
    away: tuple[int, int] | None
    """Points that the side on roll and the other need in a match; None for money."""
    source: str
    """How it was drawn."""

    @property
    def board(self) -> Position:
        """The position itself."""
        return from_gnubg_id(self.position)

    @property
    def stakes(self) -> Stakes:
        """The side on roll has seat 0."""
        owned = self.value > 1
        return Stakes(value=self.value, owner=0 if owned else None, turned=owned, away=self.away)

    @property
    def score(self) -> str:
        """As it is written."""
        return MONEY if self.away is None else f"{self.away[0]}-{self.away[1]}"

    @property
    def key(self) -> str:
        """Equal for equal questions."""
        return f"{self.position}:{self.value}:{self.score}"


def file_of(name: str) -> Path:
    """Where the set of that name lies."""
    return DATA / f"{name}.tsv"


def dump(head: Sequence[str], decisions: Iterable[Decision]) -> str:
    """The text of a file."""
    rows = (f"{d.position}\t{d.value}\t{d.score}\t{d.source}" for d in decisions)
    return written(head, rows)


def load(file: Path) -> list[Decision]:
    """The decisions in a file."""
    return [_read(row) for row in rows_in(file)]


def _read(line: str) -> Decision:
    try:
        position, value, score, source = line.split("\t")
        return Decision(position, int(value), _away(score), source)
    except ValueError as error:
        expected = "expected 'id, cube, money or points away, source'"
        raise ValueError(f"bad decision {line!r}: {expected}") from error


def _away(score: str) -> tuple[int, int] | None:
    if score == MONEY:
        return None
    mine, theirs = score.split("-")
    return int(mine), int(theirs)
