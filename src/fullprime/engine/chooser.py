"""What an evaluator would do: play, double, answer, resign.

What a result is worth is counted in points for money and in chances to win the match at a match
score; both are called `worth` here and are compared with themselves only.
"""

from __future__ import annotations

from typing import Final

import msgspec

from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Took,
)
from fullprime.engine.cube import cube_verdict, outlook
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average, result_worths, worth_of, worth_of_equity
from fullprime.engine.solved_match import exact_scores
from fullprime.engine.wager import Wager, value_at
from fullprime.errors import FullprimeError
from fullprime.game import Game, Phase
from fullprime.match_equity import MatchEquity, Scores
from fullprime.stakes import Stakes

CERTAIN: Final = 0.9999
"""From here on there is no hope left: the engine resigns."""
NEAR: Final = 1e-6
"""Differences below this are those of adding floating point numbers."""


class Chooser:
    """Chooses by one evaluator."""

    def __init__(self, evaluator: Evaluator, table: MatchEquity | None) -> None:
        self.evaluator = evaluator
        self.table = table

    def choose(self, game: Game) -> Action | None:
        """The action; None: it rolls."""
        match game.phase:
            case Phase.TO_PLAY:
                return self._play(game)
            case Phase.TO_NAME:
                return self._name(game)
            case Phase.OFFERED:
                return self._answer_cube(game)
            case Phase.RESIGNING:
                return self._answer_resignation(game)
            case _:
                return self._before_rolling(game)

    def _before_rolling(self, game: Game) -> Action | None:
        legal = game.legal(resignations=True)
        verdict = cube_verdict(self.evaluator, game.position, self._wager(game), game.rolls)
        hopeless = resignation(verdict.outcome)
        declined = bool(game.log) and isinstance(game.log[-1], Declined)  # do not ask twice
        if hopeless in legal and not declined:
            return hopeless
        if Doubled() in legal and verdict.action.doubles:
            return Doubled()
        return Passed() if Passed() in legal else None

    def _play(self, game: Game) -> Played:
        number = self._best_play(game)[0] if len(game.plays) > 1 else 0
        return Played.of(game.plays[number])

    def _name(self, game: Game) -> Named:
        """The doublet whose best play is worth most."""
        values = result_worths(game.stakes, game.turn, self._scores(game))
        worths = {}
        for named in (Named(number) for number in range(6, 0, -1)):
            worths[named] = average(self._best_play(game.apply(named))[1], values)
        return max(worths, key=worths.__getitem__)

    def _best_play(self, game: Game) -> tuple[int, Outcome]:
        """The number of the best play and what it leads to; of equals the first."""
        assert game.roll is not None  # noqa: S101 - asked only while there is something to play
        wager = self._wager(game)
        best = self.evaluator.rank(
            game.position, game.roll, game.plays, wager.worths, wager.cube, game.numbers
        )[0]
        return game.plays.index(best.play), best.outcome

    def _outlook(self, game: Game) -> Outcome:
        """What the seat whose turn it is can expect, knowing the roll if there is one."""
        if game.phase is Phase.RESIGNING and game.roll is not None:
            return self._best_play(msgspec.structs.replace(game, phase=Phase.TO_PLAY))[1]
        return self.evaluator.checked([game.position])[0]

    def _answer_cube(self, game: Game) -> Action:
        seat, raised = actor(game), game.stakes.doubled(owner=1 - game.turn, value=game.offer)
        taken, scores = self._worth_of_taking(game, raised, seat), self._scores(game)
        dropped = worth_of(-game.stakes.drop_points(game.offer), game.stakes, seat, scores)
        if taken < dropped:
            return Dropped()
        twice = msgspec.structs.replace(raised, value=2 * raised.value)
        for animal in (Beavered(), Raccooned()):
            if animal in game.legal() and self._worth_of_taking(game, twice, seat) > taken:
                return animal
        return Took()

    def _worth_of_taking(self, game: Game, raised: Stakes, seat: int) -> float:
        """To this seat, when the side to roll plays on with that cube."""
        scores = self._scores(game)
        wager = Wager(raised, game.turn, scores, game.variant.score)
        kept = outlook(self.evaluator, game.position, wager)[1]
        equity = value_at(kept, wager.cube.holder)
        return worth_of_equity(equity if seat == game.turn else -equity, raised, seat, scores)

    def _answer_resignation(self, game: Game) -> Action:
        seat, scores = actor(game), self._scores(game)
        offered = worth_of(game.stakes.points(game.resigning), game.stakes, seat, scores)
        values = result_worths(game.stakes, seat, scores)
        expected = average(self._outlook(game).flipped(), values)
        return Accepted() if offered >= expected - NEAR else Declined()

    def _wager(self, game: Game) -> Wager:
        return Wager(game.stakes, game.turn, self._scores(game), game.variant.score)

    def _scores(self, game: Game) -> Scores | None:
        """What the match is worth by: the exact chances where they are known, unless another table
        was chosen."""
        return self.table or exact_scores(game.variant, game.stakes)


def actor(game: Game) -> int:
    """The seat that must act."""
    if game.actor is None:
        raise FullprimeError(f"no side has to act: the game waits for {game.phase}")
    return game.actor


# Resigning ------------------------------------------------------------------------------------


def resignation(outcome: Outcome) -> Resigned | None:
    """The offer to make when it is certain what will be lost; None while there is hope."""
    certain = [multiple for multiple, lost in enumerate(outcome[3:], 1) if lost >= CERTAIN]
    return Resigned(certain[0]) if certain else None
