"""The clock: minutes for the match, and seconds for every turn.

The seconds of a turn are a delay before the minutes run, or they are given back after the turn as
far as they were used (Bronstein), or all of them are added to the minutes (Fischer).

>>> clock = Clock.start(ClockRules(minutes=1, delay=10))
>>> clock.after(0, 15.0, 1).left
(55.0, 60.0)
>>> Clock.start(ClockRules(minutes=1, delay=10, kind="fischer")).after(0, 4.0, 1).left
(66.0, 60.0)
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

Kind = Literal["delay", "bronstein", "fischer"]


class ClockRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players have agreed on."""

    minutes: Annotated[float, Meta(gt=0, le=999)]
    delay: Annotated[float, Meta(ge=0, le=999)] = 0
    """Seconds for every turn,"""
    kind: Kind = "delay"
    """and how they count."""


class Clock(NamedTuple):
    """What is left to each seat, in seconds."""

    rules: ClockRules
    left: tuple[float, float]
    delay: float
    """What is left of the delay to the one who acts; with Bronstein's clock: of what comes back."""

    @staticmethod
    def start(rules: ClockRules) -> Clock:
        """At the beginning of a match."""
        whole = 60.0 * rules.minutes
        return Clock(rules, (whole, whole), _at_first(rules))

    def after(self, actor: int | None, spent: float, following: int | None) -> Clock:
        """When the actor has used so much time, and then `following` must act."""
        fresh = _at_first(self.rules)
        if actor is None:
            return self._replace(delay=fresh)
        delay = max(0.0, self.delay - spent)
        free = spent if self.rules.kind != "delay" else max(0.0, spent - self.delay)
        mine = max(0.0, self.left[actor] - free)
        if following != actor:
            mine += self._comes_back(delay)
            delay = fresh
        left = (self.left[0], mine) if actor else (mine, self.left[1])
        return self._replace(left=left, delay=delay)

    def without(self, seat: int, spent: float) -> Clock:
        """When a seat that need not move has used so much: no seconds of a turn are given."""
        mine = max(0.0, self.left[seat] - spent)
        return self._replace(left=(self.left[0], mine) if seat else (mine, self.left[1]))

    def _comes_back(self, unused: float) -> float:
        """What a turn that has ended adds to the time."""
        match self.rules.kind:
            case "delay":
                return 0.0
            case "bronstein":
                return self.rules.delay - unused
            case "fischer":
                return self.rules.delay

    def lasts(self, actor: int) -> float:
        """How long the actor may still think."""
        return self.left[actor] + (self.delay if self.rules.kind == "delay" else 0.0)


def _at_first(rules: ClockRules) -> float:
    """In every turn: the delay, or what Bronstein's clock can give back."""
    return 0.0 if rules.kind == "fischer" else rules.delay


MOST_CREDIT: Final = 1.5
"""Seconds of lag that a seat is credited with together,"""
CREDIT_OF_TURN: Final = 0.5
"""in one action at most,"""
CREDIT_COMES_BACK: Final = 0.25
"""and what comes back with each."""


class LagCredit:
    """Time that a play was on its way, which is not the player's: bounded, or it could be feigned.

    It counts only what the server itself has measured.
    """

    def __init__(self) -> None:
        self._left = [MOST_CREDIT, MOST_CREDIT]

    def of(self, seat: int, lag: float) -> float:
        """Seconds that would be credited now."""
        return max(0.0, min(lag, CREDIT_OF_TURN, self._left[seat]))

    def take(self, seat: int, lag: float) -> float:
        """The same, and they are used."""
        credit = self.of(seat, lag)
        self._left[seat] = min(MOST_CREDIT, self._left[seat] - credit + CREDIT_COMES_BACK)
        return credit
