"""An evaluator that errs as people do, around one that does not.

Plays and cube actions chosen by it are those of a person who sees positions this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt, tanh
from typing import Final

import msgspec

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.evaluator import Choice, Evaluator, RankedPlay, with_errors
from fullprime.engine.human_bias import Person
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import MONEY, Worths, average
from fullprime.engine.wager import Cube, Life
from fullprime.position import Position

LONG_RACE: Final = 100
"""In pips; shorter ones are easier."""
NERVES: Final = 4.0
"""How much the life of the cube is misjudged, beside the chances."""
MOST_SHIFT: Final = 1.2
"""Of the odds to win, as a logarithm: no one takes a hopeless game for a good one."""
KNOWN: Final = 0.4
STRANGE: Final = 12
"""How hard the start of the game is, which everybody has seen before, beside positions in which so
many checkers of both sides stand elsewhere."""


class Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard positions are for people, by kind; and the cube, beside a play there."""

    race: float
    containment: float
    back: float
    contact: float
    cube: float

    def hardness(self, position: Position) -> float:
        """Of a play there; the shorter a race, the easier it is."""
        kind = _kernel.kind_of(position.raw)
        if kind == _kernel.Kind.race:
            return self.race * min(1.0, position.pips[0] / LONG_RACE)
        hard: float = getattr(self, kind.name)
        return hard


class HumanError(Evaluator):
    """Sees what `inner` says with the eyes of a person.

    slip: how wrong this person sees, as equity.
    """

    def __init__(self, inner: Evaluator, person: Person, slip: float, kinds: Kinds) -> None:
        super().__init__(inner.variant)
        self.inner = inner
        self.person = person
        self.slip = slip
        self.kinds = kinds

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, as the person sees them."""
        found = self.inner.checked(positions)
        return [self._seen(*pair) for pair in zip(positions, found, strict=True)]

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The same, and what that is worth without a double now."""
        outcome, kept = self.inner.outlook(position, cube, worths)
        if not self.slip:
            return outcome, kept
        seen = self._seen(position, outcome)
        return seen, cube.stakes.kept(seen, *self.life(position, outcome))

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the person thinks the cube is."""
        nerve = NERVES * self._hardness(position) * self.person.nerve if self.slip else 0.0
        mine, theirs = self.inner.life(position, outcome)
        return min(1.0, max(0.0, mine + nerve)), min(1.0, max(0.0, theirs + nerve))

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """The plays of a roll, the one that the person likes most first."""
        return self._liked(choice, self.inner.ranked(choice))

    def turns(
        self,
        position: Position,
        roll: Roll,
        worths: Worths = MONEY,
        cube: Cube | None = None,
        named: int | None = None,
    ) -> list[RankedPlay]:
        """The whole turns of a roll in the same order."""
        ranked = self.inner.turns(position, roll, worths, cube, named)
        return self._liked(Choice(position, roll, (), worths, cube), ranked)

    def _liked(self, choice: Choice, ranked: list[RankedPlay]) -> list[RankedPlay]:
        if not self.slip:
            return ranked
        doubt = _doubt(ranked[0].outcome, choice.worths)
        scale = doubt * self._hardness(choice.position)
        question = choice.position.raw + bytes(sorted(choice.roll))
        errors = self.person.errors(question, [each.play.position for each in ranked])
        liked = [
            each._replace(equity=each.equity + scale * error)
            for each, error in zip(ranked, errors, strict=True)
        ]
        return with_errors(sorted(liked, key=lambda each: (-each.plies, -each.equity)))

    def cancel(self) -> None:
        """Stops what other threads compute with it now."""
        self.inner.cancel()

    def _seen(self, position: Position, outcome: Outcome) -> Outcome:
        """Chances that are no chances any more stay what they are."""
        if not self.slip or not 0.0 < outcome.win < 1.0:
            return outcome
        scale = self.kinds.cube * self._hardness(position)
        shift = MOST_SHIFT * tanh(scale * self.person.optimism(position) / MOST_SHIFT)
        odds = log(outcome.win / (1.0 - outcome.win)) + shift
        return _with_win(outcome, 1.0 / (1.0 + exp(-odds)))

    def _hardness(self, position: Position) -> float:
        strange = min(1.0, _moved(self.variant.start_position, position) / STRANGE)
        return self.slip * self.kinds.hardness(position) * (KNOWN + (1.0 - KNOWN) * strange)


def _doubt(outcome: Outcome, worths: Worths) -> float:
    """How far the result may still lie from what is expected: nothing is hard about a game that is
    decided."""
    mean = average(outcome, worths)
    square = average(outcome, [worth * worth for worth in worths])
    return sqrt(max(0.0, square - mean * mean))


def _moved(start: Position, position: Position) -> int:
    """Checkers of both sides that have left their places."""
    pairs = zip(start.mover + start.other, position.mover + position.other, strict=True)
    return sum(max(0, before - now) for before, now in pairs)


def _with_win(outcome: Outcome, win: float) -> Outcome:
    """Another chance to win; the shares of gammons among wins and losses stay."""
    won, lost = win / outcome.win, (1.0 - win) / (1.0 - outcome.win)
    return Outcome(*(c * won for c in outcome[:3]), *(c * lost for c in outcome[3:]))
