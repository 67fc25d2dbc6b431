"""The one question that every judge of positions answers.

Whatever is stronger (a net, a look ahead, a table, a cache) is another `Evaluator`, often one
wrapped around another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fullprime.engine.outcome import Outcome
from fullprime.position import Position


class Evaluator(Protocol):
    """Judges positions, many at a time."""

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, who is about to roll; one outcome per position, in
        order. A finished game gets its exact result. The same position always gets the same
        outcome."""
