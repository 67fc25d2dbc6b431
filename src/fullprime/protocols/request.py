"""What the operations of JSON lines have in common: the fields they ask for, and their checks."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from fullprime.analysis import playable
from fullprime.dice import Roll
from fullprime.errors import FullprimeError
from fullprime.formats.ids import read_position
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Variant

Answer = dict[str, Any]
Count = Annotated[int, Meta(ge=0)]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request has."""

    op: str
    id: Any = None


class PositionRequest(Request, kw_only=True):
    """About a position in which somebody is to move."""

    variant: str
    position: str
    options: dict[str, Any] = {}
    rolls: tuple[Count, Count] | None = None
    hit_right: tuple[bool, bool] | None = None

    def asked(self) -> tuple[Variant, Position]:
        """The game and the position, checked."""
        variant = Variant.load(self.variant, self.options)
        position = read_position(variant, self.position)
        if self.rolls or self.hit_right:
            position = variant.remembering(position, self.rolls, self.hit_right)
        return variant, playable(variant, position)


class RollRequest(PositionRequest, kw_only=True):
    """About a roll in a position."""

    dice: list[Any]
    named: Annotated[int, Meta(ge=1, le=6)] | None = None

    def thrown(self, variant: Variant) -> Roll:
        """The roll, checked together with the doublet named after it."""
        roll = Roll.of(self.dice)
        check_named(variant, roll, self.named)
        return roll


def check_named(variant: Variant, roll: Roll, named: int | None) -> None:
    """A doublet can be named only where the roll gives one."""
    if named is not None and not variant.names_doublet(roll):
        raise FullprimeError(f"named {named}: no doublet is named after {roll} in {variant.name}")


def play_as_json(variant: Variant, play: Play) -> Answer:
    """A play in the shape that every JSON interface of Fullprime uses."""
    steps = [list(step.wire) for step in play.steps]
    return {"steps": steps, "position": variant.text(play.position)}
