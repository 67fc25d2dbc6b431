"""What the makers of decks have in common."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from fullprime.match import Match, Settings, SetUp
from fullprime.practice.grading import Kind

Wanted = Literal["mine", "theirs", "lead"]
YOU: Final = 0
"""The seat of who is asked."""


class Made(NamedTuple):
    """A card without its name, in the order of the fields of `Card`."""

    kind: Kind
    match: Match
    theme: str
    wanted: Wanted | None = None
    plies: int | None = None
    exact: bool = False


def on_board(position: str, *, starter: int = YOU, cube: bool = True) -> Match:
    """A game for money that begins on this board, seen by the one on roll."""
    begins = SetUp(position=position, starter=1 if starter else 0)
    return Match.start(settings=Settings(cube=cube), begins=begins)
