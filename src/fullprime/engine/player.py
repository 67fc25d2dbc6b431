"""A bot out of a judge of positions: it plays, doubles, answers and resigns.

Everything follows from the game alone, so the same game always gets the same answer.

What a result is worth is counted in points for money and in chances to win the match at a match
score; both are called `worth` here and are compared with themselves only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Demanded,
    Doubled,
    Dropped,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Took,
)
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.search import Ranker
from fullprime.errors import FullprimeError
from fullprime.game import Game, Phase
from fullprime.match_equity import MatchEquity
from fullprime.stakes import Stakes

OWNING_THE_CUBE: Final = 0.03
"""What a live cube adds for its owner, as a part of all that is at stake: with it a money take
needs 22 % of the games instead of the 25 % of a dead cube."""
CENTRED_PATIENCE: Final = 1.5
OWNED_PATIENCE: Final = 3.0
"""A double gives the cube away, so it has to gain so many times what is still missing until the
other side must drop: in a plain race from about 68 % with a centred cube, 71 % with one's own."""
CERTAIN: Final = 0.9999
"""Chances from here on are no chances any more: the engine resigns."""
UNFELT: Final = 1e-12
"""Chances to win the match that differ by less cannot be told from rounding."""
NEAR: Final = 1e-6
"""Differences below this are those of adding floating point numbers."""


class EvaluatorEngine:
    """Chooses by the outcomes of an evaluator, one turn ahead, or by its ranking if it is a
    `Ranker`."""

    def __init__(self, evaluator: Evaluator, name: str = "Fullprime") -> None:
        self.evaluator = evaluator
        self.name = name

    def choose(self, game: Game) -> Action | None:
        """What the seat that must act (`game.actor`) does; None: it rolls the dice.

        Engines never throw dice themselves: the opening throw, too, is None.
        """
        match game.phase:
            case Phase.OPENING:
                return None
            case Phase.TO_ROLL:
                return self._before_rolling(game)
            case Phase.TO_PLAY:
                return self._play(game)
            case Phase.TO_NAME:
                return self._name(game)
            case Phase.OFFERED:
                return self._answer_cube(game)
            case Phase.RESIGNING:
                return self._answer_resignation(game)
            case Phase.SEEN:
                return Demanded()
            case Phase.OVER:
                raise FullprimeError("nothing to choose: the game is over")

    def _before_rolling(self, game: Game) -> Action | None:
        legal = game.legal()
        outcome = self._outlook(game)
        hopeless = resignation(outcome)
        declined = bool(game.log) and isinstance(game.log[-1], Declined)  # do not ask twice
        if hopeless in legal and not declined:
            return hopeless
        if Doubled() in legal and should_double(outcome, game):
            return Doubled()
        return Passed() if Passed() in legal else None

    def _play(self, game: Game) -> Played:
        number = self._best_play(game)[0] if len(game.plays) > 1 else 0
        return Played.of(game.plays[number])

    def _name(self, game: Game) -> Named:
        """The doublet whose best play is worth most."""
        values = result_worths(game.stakes, game.turn)
        worths = {}
        for named in (Named(number) for number in range(6, 0, -1)):
            worths[named] = average(self._best_play(game.apply(named))[1], values)
        return max(worths, key=worths.__getitem__)

    def _best_play(self, game: Game) -> tuple[int, Outcome]:
        """The number of the best play and what it leads to; of equals the first."""
        values = equity_worths(game.stakes, game.turn)  # the unit of a search's filters
        if isinstance(self.evaluator, Ranker) and game.roll is not None:
            best = self.evaluator.plays(game.position, game.roll, values).candidates[0]
            return best.play, best.outcome
        after = self.evaluator.evaluate([play.position.flipped() for play in game.plays])
        outcomes = [outcome.flipped() for outcome in after]
        worths = [average(outcome, values) for outcome in outcomes]
        number = worths.index(max(worths))
        return number, outcomes[number]

    def _outlook(self, game: Game) -> Outcome:
        """What the seat whose turn it is can expect, knowing the roll if there is one."""
        if game.phase is Phase.RESIGNING and game.roll is not None:
            return self._best_play(msgspec.structs.replace(game, phase=Phase.TO_PLAY))[1]
        return self.evaluator.evaluate([game.position])[0]

    def _answer_cube(self, game: Game) -> Action:
        seat = actor(game)
        outcome = self._outlook(game)
        if seat != game.turn:
            outcome = outcome.flipped()
        raised = game.stakes.doubled(owner=1 - game.turn, value=game.offer)
        taken = worth(outcome, raised, seat) + cube_advantage(raised, seat)
        legal = game.legal()
        if taken > worth_even(raised, seat):
            for animal in (Beavered(), Raccooned()):
                if animal in legal:
                    return animal
        dropped = worth_of(-(game.offer // 2), game.stakes, seat)
        return Took() if taken >= dropped else Dropped()

    def _answer_resignation(self, game: Game) -> Action:
        seat = actor(game)
        offered = worth_of(game.stakes.points(game.resigning), game.stakes, seat)
        expected = worth(self._outlook(game).flipped(), game.stakes, seat)
        return Accepted() if offered >= expected - NEAR else Declined()


def actor(game: Game) -> int:
    """The seat that must act."""
    if game.actor is None:
        raise FullprimeError(f"nobody has to act: the game waits for {game.phase}")
    return game.actor


# What a result is worth -----------------------------------------------------------------------


def worth(outcome: Outcome, stakes: Stakes, seat: int) -> float:
    """The average worth of the results, each at its chance, when the cube stays where it is."""
    return average(outcome, result_worths(stakes, seat))


def average(outcome: Outcome, values: Sequence[float]) -> float:
    """The mean of six values, each at its chance."""
    return sum([chance * value for chance, value in zip(outcome, values, strict=True)])


def result_worths(stakes: Stakes, seat: int) -> list[float]:
    """The worth of each result, in the order of an outcome."""
    points = [stakes.points(multiple) for multiple in (1, 2, 3)]
    return [worth_of(won, stakes, seat) for won in (*points, *(-lost for lost in points))]


def equity_worths(stakes: Stakes, seat: int = 0) -> list[float]:
    """The same in the unit in which players compare plays.

    A single game won counts 1 and one lost -1, whatever the cube shows: for money that is points at
    a cube of one, and at a match score everything else is in proportion. Where the match is so good
    as decided that no game is felt, the points count as for money.

    >>> equity_worths(Stakes(jacoby=True))
    [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]
    >>> equity_worths(Stakes(value=2, owner=0, turned=True, away=(2, 5)))[:3]
    [1.0, 1.0, 1.0]
    """
    worths = result_worths(stakes, seat)
    win, loss = worths[0], worths[3]
    if win - loss < UNFELT:
        return equity_worths(msgspec.structs.replace(stakes, away=None), seat)
    return [1.0 + 2.0 * (worth - win) / (win - loss) for worth in worths]


def worth_of(points: int, stakes: Stakes, seat: int) -> float:
    """The worth of winning (negative: losing) so many points in this game."""
    if stakes.away is None:
        return float(points)
    mine, theirs = stakes.away[seat], stakes.away[1 - seat]
    after_crawford = 1 in (mine, theirs)  # this is the Crawford game, or it was before
    table = MatchEquity.load()
    return table.chance(mine - max(0, points), theirs + min(0, points), after_crawford)


def worth_even(stakes: Stakes, seat: int) -> float:
    """What a game is worth that can as well be won as lost."""
    return (worth_of(stakes.value, stakes, seat) + worth_of(-stakes.value, stakes, seat)) / 2


# The cube -------------------------------------------------------------------------------------


def cube_advantage(stakes: Stakes, seat: int) -> float:
    """What owning (negative: facing) the cube adds to the worth of a game for this seat."""
    if stakes.owner is None or stakes.is_dead(stakes.owner):
        return 0.0
    most = worth_of(stakes.value, stakes, seat) - worth_of(-stakes.value, stakes, seat)
    return OWNING_THE_CUBE * most * (1 if stakes.owner == seat else -1)


def should_double(outcome: Outcome, game: Game) -> bool:
    """Is it time to double for the seat on roll?"""
    seat, stakes = game.turn, game.stakes
    if stakes.is_dead(seat):
        return False
    raised = stakes.doubled(owner=1 - seat)
    kept = worth(outcome, stakes, seat)
    taken = worth(outcome, raised, seat)
    live = taken + cube_advantage(raised, seat)
    dropped = worth_of(stakes.value, stakes, seat)
    if live >= dropped:  # the other side must drop, unless playing on for a gammon is better
        return kept <= dropped
    if stakes.away is not None and stakes.value >= stakes.away[1 - seat]:
        return taken > kept + NEAR  # the match is lost with this game: nothing to be careful about
    patience = CENTRED_PATIENCE if stakes.owner is None else OWNED_PATIENCE
    return live - kept >= patience * (dropped - live)


# Resigning ------------------------------------------------------------------------------------


def resignation(outcome: Outcome) -> Resigned | None:
    """The offer to make when it is certain what will be lost; None while there is hope."""
    certain = [multiple for multiple, lost in enumerate(outcome[3:], 1) if lost >= CERTAIN]
    return Resigned(certain[0]) if certain else None
