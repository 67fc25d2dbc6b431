"""`eval`, `plays` and `cube` over JSON lines: what a position is worth, the best plays of a roll,
and whether to double and to take."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from fullprime.analysis import USUAL_ROLLS, evaluated, ranked_plays, wager_for
from fullprime.dice import Roll
from fullprime.engine.cube import CubeVerdict, Wager, cube_verdict
from fullprime.engine.judge import MOST_PLIES, Opinion, judge_for
from fullprime.engine.outcome import Outcome
from fullprime.formats.stakes_fields import StakesFields
from fullprime.position import Position
from fullprime.protocols.request import Answer, PositionRequest, RollRequest, play_as_json
from fullprime.stakes import Stakes
from fullprime.variant import Variant

MONEY: Final = Wager(Stakes())

Plies = Annotated[int, Meta(ge=0, le=MOST_PLIES)]


class EvalRequest(PositionRequest, kw_only=True):
    """What is this position worth to the side on roll?"""

    plies: Plies = 0
    cubeful: bool = False
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)


class CubeRequest(PositionRequest, kw_only=True):
    """Should the side on roll double, and the other take?"""

    plies: Plies = 0
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)


class PlaysRequest(RollRequest, kw_only=True):
    """How good are the plays of this roll?"""

    plies: Plies = 0
    cubeful: bool = False
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)


def evaluate(request: EvalRequest) -> Answer:
    """The chances of the side on roll, before rolling."""
    variant, position = request.asked()
    wager = wager_for(variant, request.stakes.stakes())
    rolls = request.rolls or USUAL_ROLLS
    return Outlook(variant, position, request.plies, wager, request.cubeful, rolls).as_json()


class Outlook(NamedTuple):
    """What is a position worth to the side on roll?"""

    variant: Variant
    position: Position
    plies: int
    wager: Wager
    cubeful: bool
    rolls: tuple[int, int] = USUAL_ROLLS

    def as_json(self) -> Answer:
        """In the shape of every JSON interface of Fullprime."""
        return _chances(self.variant, *self.found())

    def found(self) -> tuple[Outcome, float]:
        """The chances and the equity; with the cube, that of the best decision."""
        equity, outcome = evaluated(
            self.variant, self.position, self.wager, self.plies, self.cubeful, self.rolls
        )
        return outcome, equity


def cube(request: CubeRequest) -> Answer:
    """The three equities, and what both sides should do."""
    variant, position = request.asked()
    wager = wager_for(variant, request.stakes.stakes())
    judge = judge_for(variant, request.plies)
    return verdict_as_json(cube_verdict(judge, position, wager, request.rolls or USUAL_ROLLS))


def verdict_as_json(verdict: CubeVerdict) -> Answer:
    """In the shape that every JSON interface of Fullprime uses."""
    return {
        "no_double": verdict.no_double,
        "double_take": verdict.double_take,
        "double_pass": verdict.double_pass,
        "action": str(verdict.action),
    }


def plays(request: PlaysRequest) -> Answer:
    """The legal plays, the best first."""
    variant, position = request.asked()
    roll, stakes = request.thrown(variant), request.stakes.stakes()
    wager = wager_for(variant, stakes)
    asked = Asked(variant, position, roll, request.named, wager, request.plies, request.cubeful)
    return asked.as_json()


class Asked(NamedTuple):
    """How good are the plays of a roll?"""

    variant: Variant
    position: Position
    roll: Roll
    named: int | None
    wager: Wager
    plies: int
    cubeful: bool

    def as_json(self) -> Answer:
        """In the shape of every JSON interface of Fullprime; see `legal` for the doublets."""
        names = self.named is None and self.variant.names_doublet(self.roll)
        return {
            "plays": [
                play_as_json(self.variant, opinion.play)
                | _chances(self.variant, opinion.outcome, opinion.equity)
                | ({"named": doublet} if names else {})
                for doublet, opinion in self.ranked()
            ]
        }

    def ranked(self) -> list[tuple[int | None, Opinion]]:
        """The plays, the best first, each with the doublet that was named for it."""
        return ranked_plays(*self)


def _chances(variant: Variant, outcome: Outcome, equity: float) -> Answer:
    """Six chances cannot tell of a draw, so games that know one get points instead."""
    if variant.can_be_drawn:
        return {"equity": equity, "outcome": None, "points": outcome.equity}
    return {"equity": equity, "outcome": list(outcome)}
