"""What the operations of JSON lines are given: one question, and how to answer it."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.engine.evaluators import MOST_PLIES
from fullprime.engine.rollout import LONGEST_TRIAL
from fullprime.engine.rollout_result import RolloutSettings

MOST_TRIALS: Final = 1_000_000
"""Of one request."""
MOST_DEPTH: Final = 9

Count = Annotated[int, Meta(ge=0)]
Plies = Annotated[int, Meta(ge=0, le=MOST_PLIES)]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request has."""

    op: str
    id: Any = None


class PositionRequest(Request, kw_only=True):
    """About a position; the start of the game if none is given."""

    variant: str | None = None
    position: str | None = None
    options: dict[str, Any] = {}
    rolls: tuple[Count, Count] | None = None
    hit_right: tuple[bool, bool] | None = None
    stakes: dict[str, Any] | None = None
    house_rules: bool = False

    def question(self) -> Question:
        """Checked."""
        return self._about(None, None)

    def _about(self, dice: list[Any] | None, named: int | None) -> Question:
        return Question.about(
            self.position,
            dice,
            variant=self.variant,
            options=self.options,
            stakes=self.stakes,
            house_rules=self.house_rules,
            turns=self.rolls,
            hit_right=self.hit_right,
            named=named,
        )


class RollRequest(PositionRequest, kw_only=True):
    """About a roll in a position."""

    dice: list[Any] | None = None
    named: Annotated[int, Meta(ge=1, le=6)] | None = None

    def question(self) -> Question:
        """Checked."""
        question = self._about(self.dice, self.named)
        question.rolled()
        return question


class WhyRequest(RollRequest, kw_only=True):
    """Is this play legal, and if not, why?"""

    play: str


class PlaysRequest(RollRequest, kw_only=True):
    """How good are the plays of this roll?"""

    plies: Plies | None = None
    cubeful: bool | None = None
    every: bool = False
    reasons: bool = False
    """Say why the best play is good."""

    def depth(self, question: Question) -> Depth:
        """What is left out is the default."""
        return Depth.of(question, self.plies, self.cubeful, self.every)


class EvalRequest(PositionRequest, kw_only=True):
    """What is this position worth to the side on roll?"""

    plies: Plies | None = None
    cubeful: bool | None = None

    def depth(self, question: Question) -> Depth:
        """What is left out is the default."""
        return Depth.of(question, self.plies, self.cubeful)


class CubeRequest(PositionRequest, kw_only=True):
    """Should the side on roll double, and the other take?"""

    plies: Plies | None = None
    reasons: bool = False
    """Say why."""

    def depth(self, question: Question) -> Depth:
        """What is left out is the default."""
        return Depth.of(question, self.plies)


class RolloutRequest(RollRequest, kw_only=True):
    """What does this position come to for the side on roll, or the best plays of a roll?"""

    trials: Annotated[int, Meta(ge=1, le=MOST_TRIALS)] = 1296
    seed: Annotated[int, Meta(ge=0)] = 1
    plies: Plies = 0
    truncate: Annotated[int, Meta(ge=1, le=LONGEST_TRIAL)] | None = None
    cubeful: bool | None = None

    def question(self) -> Question:
        """Dice may be left out."""
        return self._about(self.dice, self.named)

    def settings(self) -> RolloutSettings:
        """Those that do not depend on the question."""
        return RolloutSettings(trials=self.trials, seed=self.seed, truncate=self.truncate)


class PerftRequest(PositionRequest, kw_only=True):
    """How many whole turns are there?"""

    depth: Annotated[int, Meta(ge=1, le=MOST_DEPTH)] = 1


class IdRequest(Request, kw_only=True):
    """What does this text mean, and how do other programs write it?"""

    text: str


class InfoRequest(Request, kw_only=True):
    """What is this program, and what can it play?"""
