"""`eval` and `plays` over JSON lines: what a position is worth, and the best plays of a roll."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from fullprime.dice import Roll
from fullprime.engine.judge import MOST_PLIES, Opinion, judge_for, opinions
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import average, equity_worths
from fullprime.errors import BadPlay, FullprimeError
from fullprime.play import every_play
from fullprime.position import Position
from fullprime.protocols.request import Answer, PositionRequest, RollRequest, play_as_json
from fullprime.stakes import Stakes
from fullprime.variant import Variant

MONEY: Final = Stakes()
MOST_JUDGED: Final = 10_000
"""Plays of one roll; a staged doublet can have millions."""

Away = Annotated[int, Meta(ge=1, le=64)]
Plies = Annotated[int, Meta(ge=0, le=MOST_PLIES)]


class StakesFields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the game is played for, seen by the side on roll."""

    cube: Annotated[int, Meta(ge=1, le=4096)] = 1
    owner: Literal["me", "opponent"] | None = None
    away: tuple[Away, Away] | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: Annotated[int, Meta(ge=0)] = 0
    holland: bool = False

    def stakes(self) -> Stakes:
        """The side on roll has seat 0."""
        if self.cube.bit_count() != 1:
            raise FullprimeError(f"the cube shows {self.cube}, expected 1, 2, 4, 8 and so on")
        return Stakes(
            value=self.cube,
            owner={"me": 0, "opponent": 1}.get(self.owner or ""),
            turned=self.owner is not None,
            crawford=self.crawford,
            jacoby=self.jacoby,
            animals=self.beavers,
            holland=self.holland,
            away=self.away,
        )


class EvalRequest(PositionRequest, kw_only=True):
    """What is this position worth to the side on roll?"""

    plies: Plies = 0
    cubeful: bool = False
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)


class PlaysRequest(RollRequest, kw_only=True):
    """How good are the plays of this roll?"""

    plies: Plies = 0
    cubeful: bool = False
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)


def evaluate(request: EvalRequest) -> Answer:
    """The chances of the side on roll, before rolling."""
    variant, position = request.asked()
    return evaluation_as_json(variant, position, _plies(request), request.stakes.stakes())


def evaluation_as_json(
    variant: Variant, position: Position, plies: int, stakes: Stakes = MONEY
) -> Answer:
    """In the shape that every JSON interface of Fullprime uses."""
    [outcome] = judge_for(variant, plies).evaluate([position])
    return _chances(variant, outcome, average(outcome, equity_worths(stakes)))


def plays(request: PlaysRequest) -> Answer:
    """The legal plays, the best first."""
    variant, position = request.asked()
    roll, stakes = request.thrown(variant), request.stakes.stakes()
    return Asked(variant, position, roll, request.named, _plies(request), stakes).as_json()


class Asked(NamedTuple):
    """How good are the plays of a roll?"""

    variant: Variant
    position: Position
    roll: Roll
    named: int | None
    plies: int
    stakes: Stakes = MONEY

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
        variant, position, roll, named, plies, stakes = self
        judge = judge_for(variant, plies)
        try:
            listed = list(every_play(variant, position, roll, named, MOST_JUDGED))
        except BadPlay as error:
            raise BadPlay(f"{error}, expected at most {MOST_JUDGED:,}") from error
        doublets = {play.position: doublet for doublet, play in listed}
        legal = [play for _, play in listed]
        found = opinions(judge, position, roll, legal, equity_worths(stakes))
        return [(doublets[opinion.play.position], opinion) for opinion in found]


def _plies(request: EvalRequest | PlaysRequest) -> int:
    if request.cubeful:
        raise FullprimeError("cubeful true: the cube is not reckoned with yet, expected false")
    return request.plies


def _chances(variant: Variant, outcome: Outcome, equity: float) -> Answer:
    """Six chances cannot tell of a draw, so games that know one get points instead."""
    if variant.can_be_drawn:
        return {"equity": equity, "outcome": None, "points": outcome.equity}
    return {"equity": equity, "outcome": list(outcome)}
