"""What is wrong with the figures of a match equity table.

>>> list(figure_faults([[0.5, 0.7, 0.7], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]], [0.5, 0.4]))
['before, row 3, column 1: 0.2, expected 0.3 by row 1, column 3, up to 0.005']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

FEWEST_ROWS: Final = 3
MOST_ROWS: Final = 200
TOLERANCE: Final = 0.005
"""What the two sides of a score may differ from one together: printed tables are rounded."""

_NEAR: Final = 1e-9
"""Differences below this are those of adding floating point numbers."""

Row = Sequence[float]


def shape_faults(before: Sequence[Row], after: Row) -> Iterator[str]:
    """Is there a figure for every score?"""
    rows = len(before)
    if not FEWEST_ROWS <= rows <= MOST_ROWS:
        yield f"before: {rows} rows, expected {FEWEST_ROWS} to {MOST_ROWS}"
    for number, row in enumerate(before, 1):
        if len(row) != rows:
            yield f"before, row {number}: {len(row)} figures, expected {rows} as there are rows"
    if len(after) not in (rows - 1, rows):
        yield f"after: {len(after)} figures, expected {rows}, as there are rows, or one less"


def figure_faults(before: Sequence[Row], after: Row) -> Iterator[str]:
    """Can these be chances of equal players, who are never better off with fewer points?"""
    yield from _even("after, figure 1", after[0])
    yield from _line_faults("after, figure", after, falling=True)
    for number, row in enumerate(before, 1):
        yield from _even(f"before, row {number}, column {number}", row[number - 1])
        yield from _line_faults(f"before, row {number}, column", row, falling=False)
    for number, column in enumerate(zip(*before, strict=True), 1):
        yield from _falls(f"before, column {number}, row", column)
        yield from _mirror_faults(before, number)


def _even(where: str, figure: float) -> Iterator[str]:
    if abs(figure - 0.5) > _NEAR:
        yield f"{where}: {figure}, expected 0.5 at an even score"


def _line_faults(where: str, figures: Row, falling: bool) -> Iterator[str]:
    for number, figure in enumerate(figures, 1):
        if not 0.0 < figure < 1.0:
            yield f"{where} {number}: {figure}, expected a chance between 0 and 1"
    yield from _falls(where, figures) if falling else _rises(where, figures)


def _rises(where: str, figures: Row) -> Iterator[str]:
    for number, (last, figure) in enumerate(pairwise(figures), 2):
        if figure < last:
            yield f"{where} {number}: {figure}, expected {last} or more, as the figure before"


def _falls(where: str, figures: Row) -> Iterator[str]:
    for number, (last, figure) in enumerate(pairwise(figures), 2):
        if figure > last:
            yield f"{where} {number}: {figure}, expected {last} or less, as the figure before"


def _mirror_faults(before: Sequence[Row], mine: int) -> Iterator[str]:
    for theirs in range(1, mine):
        figure, rest = before[mine - 1][theirs - 1], 1.0 - before[theirs - 1][mine - 1]
        if abs(figure - rest) > TOLERANCE + _NEAR:
            yield (
                f"before, row {mine}, column {theirs}: {figure}, expected {rest:.6g} by "
                f"row {theirs}, column {mine}, up to {TOLERANCE}"
            )
