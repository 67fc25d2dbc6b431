"""What positions are worth: one class that all evaluators extend, and yours can.

An evaluator says how a game may end from a position (`evaluate`). Everything else follows from that
here: the order of the plays of a roll, what the cube is worth, looking ahead, rollouts. Those that
know better (a net, a table, a search, people who err) override it, often around another evaluator.

>>> class Optimist(Evaluator):
...     def evaluate(self, positions):
...         return [Outcome.of(win=0.9) for _ in positions]
>>> optimist = Optimist()
>>> plays = legal_plays(optimist.variant, optimist.variant.start_position, Roll(3, 1))
>>> round(optimist.rank(optimist.variant.start_position, Roll(3, 1), plays)[0].equity, 3)
-0.8
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from fullprime import _kernel
from fullprime.dice import ROLLS, Roll
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import MONEY, Worths, average
from fullprime.engine.wager import Cube, Life, value_at
from fullprime.errors import BadPlay, FullprimeError
from fullprime.numbers_to_play import Numbers
from fullprime.play import Play, every_play, legal_plays
from fullprime.position import Position
from fullprime.variant import Variant

__all__ = ["Choice", "Evaluator", "RankedPlay", "legal_plays", "with_errors"]

MOST_RANKED: Final = 10_000
"""Turns of one roll that are listed one by one; a staged doublet can have millions."""
SLACK: Final = 0.001
"""Chances of a net need not sum to one exactly."""


class RankedPlay(NamedTuple):
    """A play and what it leads to, seen by the side that makes it."""

    play: Play
    outcome: Outcome
    equity: float
    error: float
    """What it loses against the best; of plays evaluated less far ahead, about."""
    plies: int
    """How far ahead it was evaluated."""
    named: int | None = None
    """The doublet chosen for it, in games that give one."""
    again: bool = False
    """It is a whole turn that earns another one."""


class Choice(NamedTuple):
    """A roll to be played: the plays to choose from, and what they are played for."""

    position: Position
    roll: Roll
    plays: Sequence[Play]
    worths: Worths = MONEY
    cube: Cube | None = None
    numbers: Numbers | None = None
    """What is left of the turn, where plays are those of one batch of it."""


class Evaluator(ABC):
    """Evaluates the positions of one game, many at a time."""

    def __init__(self, variant: Variant | str | None = None) -> None:
        self.variant = Variant.load(variant)

    @abstractmethod
    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, who is about to roll; one outcome per position, in
        order. The same position always gets the same outcome."""

    def checked(self, positions: Sequence[Position]) -> list[Outcome]:
        """What `evaluate` says, if it can be true: evaluators may be yours."""
        found, name = self.evaluate(positions), type(self).__name__
        if not isinstance(found, Sequence) or not all(isinstance(each, Outcome) for each in found):
            raise FullprimeError(f"{name}.evaluate: expected a list of Outcome values")
        if len(found) != len(positions):
            raise FullprimeError(
                f"{name}.evaluate: expected one outcome for each position, {len(positions)} "
                f"in all; got {len(found)}"
            )
        for outcome in found:
            if min(outcome) < -SLACK or not abs(sum(outcome) - 1.0) <= SLACK:
                raise FullprimeError(
                    f"{name}.evaluate: {outcome!r}, expected six chances from 0 to 1 that sum to 1"
                )
        return found

    def rank(
        self,
        position: Position,
        roll: Roll,
        plays: Sequence[Play],
        worths: Worths = MONEY,
        cube: Cube | None = None,
        numbers: Numbers | None = None,
    ) -> list[RankedPlay]:
        """These plays of a roll, the best first.

        With a cube, by what they are worth as it stands; of equals, the best without it. Plays are
        whole turns, or those of one batch if `numbers` say what is left of the turn.
        """
        return self.ranked(Choice(position, roll, plays, worths, cube, numbers))

    def turns(
        self,
        position: Position,
        roll: Roll,
        worths: Worths = MONEY,
        cube: Cube | None = None,
        named: int | None = None,
    ) -> list[RankedPlay]:
        """The whole turns of a roll, the best first, each with the doublet named for it.

        `named`: the doublet, if that has been chosen already.
        """
        try:
            listed = list(every_play(self.variant, position, roll, named, MOST_RANKED))
        except BadPlay as error:
            raise BadPlay(f"{error}, expected at most {MOST_RANKED:,}") from error
        doublets = {play.position: doublet for doublet, play in listed}
        ranked = self.rank(position, roll, [play for _, play in listed], worths, cube)
        return [each._replace(named=doublets[each.play.position]) for each in ranked]

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """The plays of a choice, the best first; what evaluators that know better override."""
        plays, worths, cube = choice.plays, choice.worths, choice.cube
        found = [
            RankedPlay(play, outcome, self._equity(play, outcome, worths, cube), 0.0, 0)
            for play, outcome in zip(plays, self._after(plays), strict=True)
        ]
        found.sort(key=lambda each: (-each.equity, -average(each.outcome, worths)))
        return with_errors(found)

    def evaluate_for(self, positions: Sequence[Position], worths: Worths) -> list[Outcome]:
        """The chances where both sides play for these values, if that makes a difference here."""
        return self.evaluate(positions)

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The chances of the side to move, before rolling, and what it has if it does not double
        now."""
        [outcome] = self.checked([position])
        return outcome, self.kept(position, outcome, cube)

    def kept(self, position: Position, outcome: Outcome, cube: Cube) -> _kernel.CubeValues:
        """What the side to move has if it does not double now, in each state of the cube."""
        return cube.stakes.kept(outcome, *self.life(position, outcome))

    def roll_equities(
        self, position: Position, worths: Worths = MONEY, cube: Cube | None = None
    ) -> list[float]:
        """What the best play of each roll is worth, in the order of `ROLLS`."""
        rolls = ((roll, every_play(self.variant, position, roll)) for roll in ROLLS)
        return [
            self.rank(position, roll, [play for _, play in plays], worths, cube)[0].equity
            for roll, plays in rolls
        ]

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the cube is where the side to move has these chances."""
        usual = _kernel.cube_life(position.raw)
        return usual, usual

    def looking_ahead(self, plies: int) -> Evaluator:
        """The same evaluator behind a search of that depth."""
        from fullprime.engine.look_ahead import LookAhead  # which extends this class

        return LookAhead(self, plies) if plies else self

    def cancel(self) -> None:  # noqa: B027 - most have nothing to stop
        """Stops what other threads compute with it now, where that can be stopped."""

    def _after(self, plays: Sequence[Play]) -> list[Outcome]:
        """Seen by the side that has just played. Finished games need no evaluation."""
        ends = [self.variant.end(play.position) for play in plays]
        open_games = [
            play.position.flipped() for play, end in zip(plays, ends, strict=True) if end is None
        ]
        evaluated = iter(self.checked(open_games) if open_games else ())
        return [next(evaluated).flipped() if end is None else Outcome.finished(end) for end in ends]

    def _equity(self, play: Play, outcome: Outcome, worths: Worths, cube: Cube | None) -> float:
        """Of the side that has just played; the other may double now."""
        if cube is None:
            return average(outcome, worths)
        theirs = cube.flipped()
        kept = self.kept(play.position.flipped(), outcome.flipped(), theirs)
        return -value_at(theirs.stakes.best(kept), theirs.holder, theirs.level)


def with_errors(ranked: Sequence[RankedPlay]) -> list[RankedPlay]:
    """The same plays, the best first, with what each loses against it."""
    best = ranked[0].equity if ranked else 0.0
    return [each._replace(error=best - each.equity) for each in ranked]
