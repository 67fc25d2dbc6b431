"""Opponents of known strength: named levels, and a dial for any strength between.

Strength is the error rate PR: 500 times the equity lost per decision. A level errs as people do
(`human_bias`, `human_error`); how much it must err for a PR was measured by a program, game by
game: docs/levels.md.

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
from fullprime.engine.evaluators import deepest, evaluator_for, evaluator_name
from fullprime.engine.human_bias import Person
from fullprime.engine.human_error import HumanError, Kinds
from fullprime.engine.nets import net_for
from fullprime.errors import BadFile, FullprimeError, unknown
from fullprime.shapes import decoded
from fullprime.variant import Variant, VariantLike

STRONGEST_PR: Final = 1.0
WEAKEST_PR: Final = 25.0
MOST_PERSON: Final = 2**64 - 1
ROOM_BELOW: Final = 1.25
ROOM_ABOVE: Final = 0.9
"""How near to the ends of a dial the levels may come, as parts of what is lost there."""
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
    """By kind of position, and `cube` in games that have one."""
    seconds: float
    """Per decision, on one core of the machine that measured."""


class Dial(msgspec.Struct, frozen=True):
    """What players with these slips lose."""

    slips: tuple[float, ...]
    rates: tuple[Rate, ...]


class Measured(msgspec.Struct, frozen=True):
    """What the levels lose in a game. Written by a program; nothing here is set by hand."""

    net: str
    """What played; a card says nothing about another."""
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
    """The PR that it is set to in the standard game, and in others as far as their dials reach;
    None: it plays as well as it can."""
    dialled: bool = False
    """Set to a figure and not by name: it is that in every game, or not at all."""

    def slip_in(self, variant: VariantLike = None) -> float:
        """By how much it errs in a game, as equity."""
        if self.aim is None:
            return 0.0
        game = Variant.load(variant)
        dial = dial_of(game)
        aim = self.aim if self.dialled else aim_within(self.aim, dial)
        try:
            return slip_for(aim, dial)
        except FullprimeError as error:
            raise FullprimeError(f"{error} in {game.name}") from error

    def card_in(self, variant: VariantLike = None) -> Card | None:
        """What it was measured to lose in a game; None: it has not been, or with another net."""
        game = Variant.load(variant)
        known = measured(game.id)
        if known is None or known.net != evaluator_name(game):
            return None
        return known.cards.get(self.name)

    def evaluator(
        self, variant: Variant, person: int = 0, inner: Evaluator | None = None
    ) -> Evaluator:
        """How a person of this level sees positions; two of them, with different numbers, err in
        their own ways. `inner` is what they would see if they did not err."""
        return human_error(variant, self.plies, person, self.slip_in(variant), inner)


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
    return Level(name=f"PR {target:g}", summary="set by the dial", aim=target, dialled=True)


def dial_of(variant: Variant) -> Dial:
    """Its own, or that of the standard game where the game was not measured; one that was set with
    another net is still the best there is."""
    known = measured(variant.id) or measured(Variant.load().id)
    if known is None:
        raise BadFile("the dial of the levels is missing; please install the program again")
    return known.dial


def aim_within(aim: float, dial: Dial) -> float:
    """Where the dial of a game does not reach from the strongest of the levels that err to the
    weakest, they move together, each keeping its place among the others."""
    aims = [each.aim for each in all_levels() if each.aim is not None]
    least, most = min(aims), max(aims)
    low = max(least, ROOM_BELOW * dial.rates[0].pr)
    high = max(low, min(most, ROOM_ABOVE * dial.rates[-1].pr))
    return low + (aim - least) / (most - least) * (high - low)


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
def measured(game: str) -> Measured | None:
    """What the levels were measured to lose in a game, by its id; None where they were not."""
    file = shipped("levels", f"{game}.json")
    if not file.is_file():
        return None
    try:
        return decoded(file.read_bytes(), Measured)
    except msgspec.DecodeError as error:
        raise BadFile(f"levels of {game}: {error}") from error
