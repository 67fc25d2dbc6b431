"""Random positions and situations for the tests of ids, and the files of other programs."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

import generate
from fullprime import Position, Stakes
from fullprime.dice import Roll
from fullprime.formats.ids.situation import MOST_POINTS, Situation

CORPUS = Path(os.environ.get("FULLPRIME_CORPUS") or Path(__file__).parents[2] / "shared" / "corpus")


def corpus(name: str) -> Path:
    """A file or folder of the collection beside the repository; skips where there is none."""
    found = CORPUS / name
    if not found.exists():
        pytest.skip(f"{name} is not on this machine")
    return found


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table of that collection."""
    with corpus(name).open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def wild(seed: int) -> Position:
    board, _ = generate.wild(Random(seed))
    return Position.of(board.mover, board.other)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    length = draw(st.integers(0, 64))
    points = st.integers(0, max(0, length - 1))
    money = length == 0
    owner = draw(st.sampled_from((0, 1, None)))
    stakes = Stakes(
        value=1 << draw(st.integers(0, 12)),
        owner=owner,
        turned=owner is not None,
        away=None if money else (length - draw(points), length - draw(points)),
        crawford=not money and draw(st.booleans()),
        jacoby=money and draw(st.booleans()),
    )
    session = st.integers(0, MOST_POINTS)
    return Situation(
        upper=draw(st.booleans()),
        dice=Roll(*sorted(dice, reverse=True)) if dice else None,
        stakes=stakes,
        match_length=length,
        session=(draw(session), draw(session)) if money else (0, 0),
        offered=0 if dice else draw(st.integers(0, 2)),
    )
