"""`rollout` over JSON lines: a position played on to the end, again and again."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from fullprime.analysis import USUAL_ROLLS, wager_for
from fullprime.engine.judge import MOST_PLIES
from fullprime.engine.rollout import roller_for
from fullprime.engine.rollout_result import Line, RolledOut, RolloutSettings, Terms, phases_of
from fullprime.errors import FullprimeError
from fullprime.formats.stakes_fields import StakesFields
from fullprime.protocols.request import Answer, PositionRequest

MOST_TRIALS: Final = 1_000_000
"""Of one request: nobody can stop it."""


class RolloutRequest(PositionRequest, kw_only=True):
    """What does this position come to for the side on roll?"""

    trials: Annotated[int, Meta(ge=1, le=MOST_TRIALS)] = 1296
    seed: Annotated[int, Meta(ge=0)] = 1
    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] = 0
    truncate: Annotated[int, Meta(ge=1, le=4096)] | None = None
    cubeful: bool = False
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)

    def settings(self) -> RolloutSettings:
        """As a rollout wants them."""
        return RolloutSettings(
            trials=self.trials,
            seed=self.seed,
            phases=phases_of(self.plies),
            truncate=self.truncate,
            cubeful=self.cubeful,
        )


def rollout(request: RolloutRequest) -> Answer:
    """Means and standard errors, and what they follow from."""
    variant, position = request.asked()
    if request.stakes.holland and min(request.rolls or USUAL_ROLLS) < min(USUAL_ROLLS):
        raise FullprimeError("holland before both have rolled twice: rollouts do not know it")
    terms = Terms.for_wager(wager_for(variant, request.stakes.stakes()))
    return rollout_as_json(roller_for(variant).position(position, request.settings(), terms))


def rollout_as_json(found: RolledOut) -> Answer:
    """In the shape that every JSON interface of Fullprime uses; plays and cube decisions are
    listed."""
    about: Answer = {"trials": found.trials, "seed": found.settings.seed, "net": found.net}
    if [line.subject.name for line in found.lines] == [""]:
        return _line_as_json(found.lines[0]) | about
    lines = [{"name": line.subject.name} | _line_as_json(line) for line in found.lines]
    return {"lines": lines} | about


def _line_as_json(line: Line) -> Answer:
    return {
        "equity": line.equity.mean,
        "outcome": list(line.outcome),
        "standard_errors": {
            "equity": line.equity.standard_error,
            "outcome": [tally.standard_error for tally in line.chances],
        },
    }
