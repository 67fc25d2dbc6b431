"""What a decision cost: the error of the play that was made, or of the cube action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from fullprime.analysis.reasons.words import Reason
from fullprime.analysis.review.decisions import Decision
from fullprime.engine.cube import CubeVerdict
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.result_values import single_game, worth_of_equity
from fullprime.engine.rollout_result import RolledOut
from fullprime.play import write_named
from fullprime.stakes import Stakes

Size = Literal["doubtful", "error", "blunder"]
DOUBTFUL: Final = 0.02
ERROR: Final = 0.04
BLUNDER: Final = 0.08
"""From these errors on, in points at the present cube (EMG at match scores)."""
FELT: Final = 0.0005
"""Where all plays are worth the same but for this, there is nothing to decide."""
CLOSE_CUBE: Final = 0.2
"""Not to double, where that is right, is a decision if doubling costs less than this."""
HOPELESS: Final = -1.0
"""And if the player has more than this: who loses a gammon anyway does not think of doubling."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """A decision and what is known about it. Equities are those of the player who decides."""

    decision: Decision
    best: str
    """In the words of `played`."""
    error: float
    """Points at the present cube (EMG at match scores), never negative."""
    equity: float
    """When they decide right."""
    plies: int
    counts: bool
    """Is it one of the decisions of the PR?"""
    candidates: tuple[RankedPlay, ...] = ()
    """Of a checker decision, the best first, with the play that was made."""
    cube: CubeVerdict | None = None
    """Of a decision about the cube, seen by the side on roll."""
    luck: float = 0.0
    """Of the roll that led to a checker decision."""
    reasons: tuple[Reason, ...] = ()
    """Of an error: why the best is better, in words."""
    rollout: RolledOut | None = None
    """By which it was found; `plies` is then how far ahead its plays are chosen."""

    @property
    def played(self) -> str:
        """What was done."""
        return self.decision.played

    @property
    def size(self) -> Size | None:
        """How bad it was; None: not worth a word."""
        return size_of(self.error)

    @property
    def at(self) -> int | None:
        """The place of the play that was made among the candidates."""
        play = self.decision.play
        if play is None:
            return None
        places = (
            n for n, each in enumerate(self.candidates) if each.play.position == play.position
        )
        return next(places, None)

    @property
    def chance(self) -> float | None:
        """To win the match, for the player who decides, when they decide right; None for money."""
        stakes = self.decision.question.stakes
        return None if stakes.away is None else worth_of_equity(self.equity, stakes, self._side)

    @property
    def mwc_error(self) -> float | None:
        """The error as a chance to win the match; None for money."""
        stakes = self.decision.question.stakes
        return None if stakes.away is None else self.error * unit(stakes)

    @property
    def _side(self) -> int:
        """In the stakes of the question the side on roll has seat 0."""
        return 1 if self.decision.kind == "take" else 0


def size_of(error: float) -> Size | None:
    """How bad an error is."""
    if error >= BLUNDER:
        return "blunder"
    if error >= ERROR:
        return "error"
    return "doubtful" if error >= DOUBTFUL else None


def unit(stakes: Stakes) -> float:
    """What an equity of one is worth: points for money, chances to win the match at a score."""
    if stakes.away is None:
        return float(stakes.points(1))
    win, loss = single_game(stakes, 0)
    return (win - loss) / 2.0


def checker_verdict(decision: Decision, ranked: Sequence[RankedPlay]) -> Verdict:
    """`ranked`: the best first; the play that was made is as well evaluated as the best."""
    played = decision.play
    assert played is not None  # noqa: S101 - it is a checker decision
    best = ranked[0]
    mine = next(each for each in ranked if each.play.position == played.position)
    return Verdict(
        decision=decision,
        best=write_named(best.play, best.named),
        error=max(0.0, mine.error),
        equity=best.equity,
        plies=min(best.plies, mine.plies),
        counts=max(each.error for each in ranked) >= FELT,
        candidates=tuple(ranked),
    )


def cube_decision_verdict(decision: Decision, cube: CubeVerdict, plies: int) -> Verdict:
    """Of a double, or of the answer to it."""
    worths = cube.answers if decision.kind == "take" else cube.doubling
    # Of equals, what was done is right.
    best = max(worths, key=lambda word: (worths[word], word == decision.played))
    worth = worths.get(decision.played, worths[best])
    error = max(0.0, worths[best] - worth)
    return Verdict(
        decision=decision,
        best=best,
        error=error,
        equity=worths[best],
        plies=plies,
        counts=decision.kind == "take" or _is_real(decision, cube, error),
        cube=cube,
    )


def _is_real(decision: Decision, cube: CubeVerdict, error: float) -> bool:
    """Rolling on is no decision where hardly anyone thinks of doubling."""
    if decision.played != "no double" or error > 0:
        return True
    cost = cube.no_double - min(cube.double_take, cube.double_pass)
    return cost < CLOSE_CUBE and cube.no_double > HOPELESS
