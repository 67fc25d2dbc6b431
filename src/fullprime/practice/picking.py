"""Which card comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fullprime.practice.schedule import AHEAD, Schedule


class Deck(NamedTuple):
    """The cards of a person in a deck."""

    seen: dict[str, Schedule]
    """Those that were answered."""
    new: Sequence[str]
    """The others, in the order in which they come."""

    def due(self, now: float) -> list[str]:
        """Those that wait, the longest first."""
        waiting = [name for name, each in self.seen.items() if each.due <= now]
        return sorted(waiting, key=lambda name: self.seen[name].due)

    @property
    def learned(self) -> int:
        """How many come after days, and not after minutes."""
        return sum(each.is_learned for each in self.seen.values())

    @property
    def next_due(self) -> float | None:
        """When the next one is due; None: nothing was answered yet."""
        return min((each.due for each in self.seen.values()), default=None)

    def next(self, now: float, last: str | None = None) -> str | None:
        """What is due comes first, then what is new, then what is due within minutes; the card that
        was answered last only where no other is left. None: everything is done for now."""
        soon = [name for name in self.due(now + AHEAD) if self.seen[name].due > now]
        waiting = [*self.due(now), *self.new[:2], *soon]
        return next((name for name in waiting if name != last), waiting[0] if waiting else None)
