"""The clock: minutes for the match, and a delay in every turn before they begin to run.

>>> clock = Clock.start(ClockRules(minutes=1, delay=10))
>>> clock.after(0, 15.0, 1).left
(55.0, 60.0)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta


class ClockRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players have agreed on."""

    minutes: Annotated[float, Meta(gt=0, le=999)]
    delay: Annotated[float, Meta(ge=0, le=999)] = 0


class Clock(NamedTuple):
    """What is left to each seat, in seconds."""

    rules: ClockRules
    left: tuple[float, float]
    delay: float
    """What is left of the delay to the one who acts."""

    @staticmethod
    def start(rules: ClockRules) -> Clock:
        """At the beginning of a match."""
        whole = 60.0 * rules.minutes
        return Clock(rules, (whole, whole), rules.delay)

    def after(self, actor: int | None, spent: float, following: int | None) -> Clock:
        """When the actor has used so much time, and then `following` must act."""
        if actor is None:
            return self._replace(delay=self.rules.delay)
        over = max(0.0, spent - self.delay)
        mine = max(0.0, self.left[actor] - over)
        left = (self.left[0], mine) if actor else (mine, self.left[1])
        delay = max(0.0, self.delay - spent) if following == actor else self.rules.delay
        return self._replace(left=left, delay=delay)

    def lasts(self, actor: int) -> float:
        """How long the actor may still think."""
        return self.delay + self.left[actor]
