"""Opponents of known strength: named levels, and a dial for any strength between.

Strength is the error rate PR: 500 times the equity lost per decision. A level errs as people do
(`human_bias`, `human_error`); how much it must err for a PR was measured by a program:
docs/levels.md.

>>> level("club").plies, level_for_pr(7.5).name
(0, 'PR 7.5')
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec

from fullprime.data import shipped
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.evaluators import deepest, evaluator_for
from fullprime.engine.human_bias import Person
from fullprime.engine.human_error import HumanError, Kinds
from fullprime.engine.nets import net_for
from fullprime.errors import FullprimeError, unknown
from fullprime.variant import Variant

STRONGEST_PR: Final = 1.0
WEAKEST_PR: Final = 25.0
MOST_PERSON: Final = 2**64 - 1
_DIALLED: Final = re.compile(r"PR (\d+(?:\.\d+)?)", re.ASCII)


class Rate(msgspec.Struct, frozen=True):
    """A measured PR, with half the width of its 95 % interval and the decisions behind it."""

    pr: float
    interval: float
    decisions: int


class Card(msgspec.Struct, frozen=True):
    """What a level was measured to lose."""

    rate: Rate
    kinds: dict[str, Rate]
    """By kind of position, and `cube`."""
    seconds: float
    """Per decision, on one core of the machine that measured."""


class Dial(msgspec.Struct, frozen=True):
    """What players with these slips lose."""

    slips: tuple[float, ...]
    rates: tuple[Rate, ...]


class Measured(msgspec.Struct, frozen=True):
    """Written by a program; nothing here is set by hand."""

    net: str
    judge: str
    seeds: tuple[int, int]
    """Of the dial and of the cards."""
    dial: Dial
    cards: dict[str, Card]


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How well a player plays."""

    name: str
    summary: str
    plies: int = 0
    aim: float | None = None
    """The PR that it is set to; None: it plays as well as it can."""

    @property
    def slip(self) -> float:
        """By how much it errs, as equity."""
        return 0.0 if self.aim is None else slip_for(self.aim, measured().dial)

    @property
    def card(self) -> Card | None:
        """None: it has not been measured."""
        return measured().cards.get(self.name)

    def evaluator(
        self, variant: Variant, person: int = 0, inner: Evaluator | None = None
    ) -> Evaluator:
        """How a person of this level sees positions; two of them, with different numbers, err in
        their own ways. `inner` is what they would see if they did not err."""
        return human_error(variant, self.plies, person, self.slip, inner)


def human_error(
    variant: Variant, plies: int, person: int, slip: float, inner: Evaluator | None = None
) -> HumanError:
    """An evaluator of this game, seen with the eyes of a person who errs by that much."""
    if not 0 <= person <= MOST_PERSON:
        raise FullprimeError(f"person {person}: expected 0 to 2^64-1")
    if inner is None and not net_for(variant):
        raise FullprimeError(
            f"{variant.name} has no neural net yet; levels are available only in games with one"
        )
    if inner is None:
        exact = evaluator_for(variant, min(plies, deepest(variant)))
    else:
        exact = inner.looking_ahead(plies)
    return HumanError(exact, Person(person), slip, _file().kinds)


# Which there are --------------------------------------------------------------------------------


def all_levels() -> tuple[Level, ...]:
    """All that have a name, the weakest first."""
    return _file().levels


def level(name: str) -> Level:
    """The level of that name; `PR 7.5` is one of the dial."""
    found = {each.name: each for each in all_levels()}
    if dialled := _DIALLED.fullmatch(name):
        return level_for_pr(float(dialled[1]))
    if name.lower() not in found:
        raise FullprimeError(unknown("level", name, list(found)))
    return found[name.lower()]


def level_for_pr(target: float) -> Level:
    """A level of about this PR."""
    if not STRONGEST_PR <= target <= WEAKEST_PR:
        raise FullprimeError(
            f"PR {target:g}: expected {STRONGEST_PR:g} (a champion) to {WEAKEST_PR:g} (a beginner)"
        )
    return Level(name=f"PR {target:g}", summary="set by the dial", aim=target)


def slip_for(target: float, dial: Dial) -> float:
    """Between measured rates, in proportion."""
    points = [(rate.pr, slip) for rate, slip in zip(dial.rates, dial.slips, strict=True)]
    if target <= points[0][0]:
        return points[0][1]
    for (low, less), (high, more) in pairwise(points):
        if target <= high:
            return less + (target - low) / (high - low) * (more - less)
    raise FullprimeError(f"PR {target:g}: the dial ends at {points[-1][0]:.1f}")


# Files ------------------------------------------------------------------------------------------


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: Kinds
    levels: tuple[Level, ...]


def _content(name: str) -> bytes:
    return shipped("levels", name).read_bytes()


@cache
def _file() -> _File:
    return msgspec.toml.decode(_content("levels.toml"), type=_File)


@cache
def measured() -> Measured:
    """What the levels were measured to lose."""
    return msgspec.json.decode(_content("measured.json"), type=Measured)
