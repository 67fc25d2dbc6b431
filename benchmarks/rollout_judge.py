"""A judge of decisions that rolls out whatever a look ahead does not rule out."""

from __future__ import annotations

from math import inf
from typing import Final

from benchmarks.error_rates import CLOSE, Equities, SearchJudge, answers, doubling, wager_of

from fullprime import Game, Variant
from fullprime.action import Action, Played
from fullprime.engine import RolledOut, RolloutSettings, Terms, roller_for
from fullprime.game import Phase

WINDOW: Final = 0.15
MOST: Final = 6
"""Plays that the search holds for worse than its best by more, or for worse than so many others,
are not rolled out: they keep what they lose by the search."""


class RolloutJudge:
    """Rolls out with the cube, by the bare net."""

    plies: float = inf

    def __init__(self, variant: Variant, trials: int) -> None:
        self._search = SearchJudge(variant)
        self._roller = roller_for(variant)
        self._settings = RolloutSettings(trials=trials, cubeful=True)
        self.name = f"rollouts of {trials} trials by {self._roller.names[0]}"

    def equities(self, game: Game) -> Equities:
        """Of every way to decide now."""
        judged = self._search.equities(game)
        if len(judged) < 2:
            return judged
        if game.phase is Phase.TO_PLAY:
            return self._plays(game, judged)
        second, best = sorted(judged.values())[-2:]
        if best - second > CLOSE:
            return judged
        found = self._roller.cube(game.position, self._settings, _terms(game))
        kept, taken = (line.equity.mean for line in found.lines)
        return answers(game, taken) if game.phase is Phase.OFFERED else doubling(game, kept, taken)

    def _plays(self, game: Game, judged: Equities) -> Equities:
        assert game.roll is not None  # a play is asked for
        best = max(judged.values())
        close = [p for p in game.plays if judged[Played.of(p)] > best - WINDOW]
        close = sorted(close, key=lambda play: -judged[Played.of(play)])[:MOST]
        if len(close) < 2:
            return judged
        asked = (game.position, game.roll, self._settings, _terms(game))
        rolled = _means(self._roller.plays(*asked, plays=close))
        known: dict[Action | None, float]
        known = dict(zip(map(Played.of, close), rolled, strict=True))
        return {play: known.get(play, max(rolled) + e - best) for play, e in judged.items()}


def _means(found: RolledOut) -> list[float]:
    return [line.equity.mean for line in found.lines]


def _terms(game: Game) -> Terms:
    return Terms.of(*wager_of(game).cube)
