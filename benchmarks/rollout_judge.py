"""What a search says of decisions, corrected by rollouts.

The best of several uncertain figures is too good, so one rollout names the best play and a second
one, with other dice, says what everything is worth: what a choice loses against the named play is
then as often too much as too little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from benchmarks.error_rates import CLOSE, Weighed, answers, doubling, wager_of

from fullprime import Game, Variant
from fullprime.action import Action, Played
from fullprime.engine import RolledOut, RolloutSettings, Terms
from fullprime.engine.rollout import new_roller
from fullprime.game import Phase

NEAR: Final = 0.03
MOST: Final = 4
"""Plays that the search holds for worse than its best by more, or for worse than so many others,
are not the best. Choices are rolled out wherever they stand."""
SEEDS: Final = (1, 2)
"""Of the rollout that names the best, and of the one that weighs."""


class RolloutJudge:
    """Rolls out with the cube, by the bare net."""

    def __init__(
        self,
        variant: Variant,
        trials: int,
        threads: int | None = None,
        truncate: int | None = None,
    ) -> None:
        self._roller = new_roller(variant, threads)
        self._settings = [
            RolloutSettings(trials=trials, truncate=truncate, cubeful=True, seed=seed)
            for seed in SEEDS
        ]
        length = f" of {truncate} plies" if truncate else ""
        self.name = f"rollouts of {trials} trials{length} by {self._roller.names[0]}"

    def losses(self, weighed: Weighed, chosen: Sequence[Action | None]) -> list[float]:
        """Of the choices that count, in their order."""
        counted = {choice: weighed.loss(choice) for choice in chosen}
        known = {choice: lost for choice, lost in counted.items() if lost is not None}
        known |= self._rolled_losses(weighed, list(known))
        return [known[choice] for choice in chosen if choice in known]

    def _rolled_losses(
        self, weighed: Weighed, choices: Sequence[Action | None]
    ) -> dict[Action | None, float]:
        """Nothing where there is nothing to roll out."""
        best = self._promising(weighed)
        asked = [*best, *(choice for choice in choices if choice not in best)]
        if not choices or len(asked) < 2 or not self._open(weighed):
            return {}
        naming, weighing = (
            self._equities(weighed.game, asked, settings) for settings in self._settings
        )
        zero = weighing[max(best, key=naming.__getitem__)]
        return {choice: zero - weighing[choice] for choice in choices}

    def _promising(self, weighed: Weighed) -> list[Action | None]:
        """What may be the best."""
        found = sorted(weighed.equities, key=lambda action: -weighed.equities[action])
        top = weighed.equities[found[0]]
        if weighed.game.phase is not Phase.TO_PLAY:
            return found
        return [action for action in found[:MOST] if weighed.equities[action] > top - NEAR]

    def _open(self, weighed: Weighed) -> bool:
        """Is there a question? Cubes that no player would think of turning are not rolled out."""
        second, best = sorted(weighed.equities.values())[-2:]
        return weighed.game.phase is Phase.TO_PLAY or best - second <= CLOSE

    def _equities(
        self, game: Game, asked: Sequence[Action | None], settings: RolloutSettings
    ) -> Mapping[Action | None, float]:
        if game.phase is not Phase.TO_PLAY:
            kept, taken = _means(self._roller.cube(game.position, settings, _terms(game)))
            return (
                answers(game, taken) if game.phase is Phase.OFFERED else doubling(game, kept, taken)
            )
        assert game.roll is not None  # a play is asked for
        plays = [play for play in game.plays if Played.of(play) in asked]
        rolled = self._roller.plays(game.position, game.roll, settings, _terms(game), plays=plays)
        return dict(zip(map(Played.of, plays), _means(rolled), strict=True))


def _means(found: RolledOut) -> list[float]:
    return [line.equity.mean for line in found.lines]


def _terms(game: Game) -> Terms:
    return Terms.of(wager_of(game).cube)
