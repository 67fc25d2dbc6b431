"""What decisions lose: plays and the cube, as one judge sees them.

PR is the error rate that players know: 500 times the mean equity lost per decision that was one.
Forced plays are none, nor is rolling where no sensible person thinks of doubling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import hypot, isnan, nan
from typing import Final, Protocol

import msgspec
from benchmarks.strength.kinds import KINDS, kind_of

from fullprime import Game, Variant
from fullprime.action import Action, Beavered, Doubled, Dropped, Named, Played, Took
from fullprime.engine import Filter, Search, Wager
from fullprime.engine.cube import CASH, double_taken, outlook
from fullprime.engine.levels import Rate
from fullprime.engine.nets import net_for
from fullprime.engine.wager import value_at
from fullprime.game import Phase

PER_DECISION: Final = 500.0
CLOSE: Final = 0.2
"""Who does not double decides something if doubling is worth no less than this below the best."""
WIDE: Final = (Filter(12, 0.25), Filter(8, 0.08), Filter(3, 0.03))
ERRORS_IN: Final = (*KINDS, "cube")
NAMES: Final = tuple(Named(number) for number in range(1, 7))
NINETY_FIVE: Final = 1.96
"""Standard errors on either side of a 95 % interval."""

Equities = Mapping[Action | None, float]
"""Of what may be done, in the unit of the cube as it stands; None: rolling."""


class Judge(Protocol):
    """Knows better than those who are judged."""

    name: str
    plies: float
    """Players who look as far ahead seem to be without fault."""

    def equities(self, game: Game) -> Equities:
        """Of every way to decide now; fewer than two: there is nothing to decide. Of animals that
        follow a double only the first is looked at."""


class SearchJudge:
    """Our own look ahead, with wider filters than those of play."""

    def __init__(self, variant: Variant, plies: int = 2, threads: int = 1) -> None:
        net = net_for(variant)
        if net is None:
            raise ValueError(f"{variant.name} has no net: nobody can be judged")
        pruner = net.pruner.kernel if net.pruner else None
        self.name = f"{plies} plies of {net.name}"
        self.plies: float = plies
        self._search = Search(
            variant, net.kernel, pruner=pruner, plies=plies, filters=WIDE, threads=threads
        )

    def equities(self, game: Game) -> Equities:
        """As far ahead as the filters let each play go."""
        dead = game.stakes.is_dead(game.turn)
        match game.phase:
            case Phase.TO_PLAY:
                return self._plays(game) if len(game.plays) > 1 else {}
            case Phase.TO_NAME:
                return {name: max(self._plays(game.apply(name)).values()) for name in NAMES}
            case Phase.TO_ROLL if Doubled() in game.legal() and not dead:
                return self._cube(game)
            case Phase.OFFERED if not game.animals and not dead:
                return self._cube(game)
            case _:
                return {}

    def _plays(self, game: Game) -> Equities:
        assert game.roll is not None  # a play is asked for
        wager = wager_of(game)
        asked = (game.position, game.roll, game.plays, wager.worths, wager.cube, game.numbers)
        ranked = self._search.rank(*asked)
        # What was left behind at fewer plies is not better for having been looked at less.
        worths = accumulate((opinion.equity for opinion in ranked), min)
        return dict(zip((Played.of(o.play) for o in ranked), worths, strict=True))

    def _cube(self, game: Game) -> Equities:
        """Seen by whoever decides."""
        wager = wager_of(game)
        taken = double_taken(self._search, game.position, wager)
        if game.phase is Phase.OFFERED:
            return answers(game, taken)
        kept = outlook(self._search, game.position, wager)[1]
        return doubling(game, value_at(kept, wager.cube.holder), taken)


def wager_of(game: Game) -> Wager:
    """As the seat sees it whose turn it is."""
    return Wager(game.stakes, game.turn, None, game.variant.score)


def doubling(game: Game, kept: float, taken: float) -> Equities:
    """Given what rolling and what a double that is taken are worth."""
    beavered = 2 * taken if taken < 0 and game.stakes.animals else taken
    return {None: kept, Doubled(): min(beavered, CASH)}


def answers(game: Game, taken: float) -> Equities:
    """The same for the side that is doubled."""
    found: dict[Action | None, float] = {Took(): -taken, Dropped(): -CASH}
    if Beavered() in game.legal():
        found[Beavered()] = -2 * taken
    return found


class Weighed(msgspec.Struct, frozen=True):
    """A decision and what the judge says of it."""

    game: Game
    equities: Equities

    def loss(self, action: Action | None) -> float | None:
        """What doing this loses; None where it is no decision that counts."""
        if action not in self.equities:
            return None  # somebody has resigned
        lost = max(self.equities.values()) - self.equities[action]
        if self.game.phase is Phase.TO_ROLL and not lost:
            return 0.0 if abs(self.equities[None] - self.equities[Doubled()]) < CLOSE else None
        return lost

    @property
    def kind(self) -> str:
        """Decisions about the cube are a kind of their own."""
        cube = self.game.phase in (Phase.TO_ROLL, Phase.OFFERED)
        return "cube" if cube else kind_of(self.game.position)


def weigh(judge: Judge, games: Iterable[Game]) -> list[Weighed]:
    """Those games in which there is something to decide."""
    weighed = (Weighed(game, judge.equities(game)) for game in games)
    return [found for found in weighed if len(found.equities) > 1]


def rate_of(decisions: Iterable[Sequence[float]]) -> Rate:
    """Of decisions, each with the losses of everybody who met it; those stand or fall together, so
    the interval is over decisions."""
    groups = [(sum(losses), len(losses)) for losses in decisions if losses]
    count = sum(met for _, met in groups)
    if len(groups) < 2:
        return Rate(nan, nan, count)
    mean = sum(lost for lost, _ in groups) / count
    spread = sum((lost - mean * met) ** 2 for lost, met in groups) ** 0.5
    return Rate(PER_DECISION * mean, PER_DECISION * NINETY_FIVE * spread / count, count)


def put_right(rate: Rate, correction: Rate) -> Rate:
    """A rate of many decisions, with what better judgement of some of them adds to it."""
    if isnan(correction.pr):
        return rate
    interval = hypot(rate.interval, correction.interval)
    return Rate(rate.pr + correction.pr, interval, rate.decisions)


def rates_of(found: Iterable[tuple[str, Sequence[float]]]) -> dict[str, Rate]:
    """Over all decisions, and over each kind."""
    known = list(found)
    every = {"all": rate_of(losses for _, losses in known)}
    return every | {
        kind: rate_of(losses for own, losses in known if own == kind) for kind in ERRORS_IN
    }
