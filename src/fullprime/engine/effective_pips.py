"""The effective pip count: how many pips a side will use up until it is off, waste included.

It is the average number of rolls, times the pips of an average roll. A race is then even between
equal counts, however well or badly the checkers stand.

>>> variant = Variant.load()
>>> stack, spread = effective_counts(variant, variant.position("1:7 / 6:2 5:2 4:3"))
>>> stack.pips, round(stack.effective, 2)
(7, 29.0)
>>> spread.pips, spread.wasted < stack.wasted
(34, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.engine.bearoff import shared_table
from fullprime.position import Position
from fullprime.summation import total
from fullprime.variant import Variant

PIPS_PER_ROLL: Final = 49 / 6
"""What an average roll moves: 7, and twice that on one throw of six."""
_SURE: Final = 36**3


class EffectiveCount(NamedTuple):
    """Of a side that has all its checkers at home and plays for the fewest rolls."""

    pips: int
    within: tuple[float, ...]
    """The chances to be off within 0, 1, 2 ... rolls, up to certainty."""

    @property
    def rolls(self) -> float:
        """How many it takes on average."""
        return total(1 - chance for chance in self.within)

    @property
    def effective(self) -> float:
        """The pips of so many rolls."""
        return PIPS_PER_ROLL * self.rolls

    @property
    def wasted(self) -> float:
        """Pips that are thrown but not needed."""
        return self.effective - self.pips


def effective_counts(
    variant: Variant, position: Position, table: _kernel.Bearoff | None = None
) -> tuple[EffectiveCount, EffectiveCount] | None:
    """Of the side to move and of the other, in a race at home; None anywhere else."""
    if not _kernel.any_race_at_home(variant.kernel, position.raw):
        return None
    table = table or shared_table()
    my_pips, their_pips = position.pips
    mine, theirs = _within(table, position.mover), _within(table, position.other)
    return EffectiveCount(my_pips, mine), EffectiveCount(their_pips, theirs)


def _within(table: _kernel.Bearoff, row: Sequence[int]) -> tuple[float, ...]:
    return tuple(chance / _SURE for chance in table.rolls(row[1:7]))
