"""Match equities from a rate of gammons alone, as the calculator `mec` by Claes Thornberg has them.

The assumptions are those that Tom Keith describes (https://bkgm.com/articles/met.html): games end
in a gammon at a fixed rate, never in a backgammon; and the chances in a game change so gradually
that every double is made just when the other side may as well drop as take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def after_crawford(
    length: int, gammons: float, wins: float = 0.5, free_drops: Mapping[int, float] | None = None
) -> list[float]:
    """The chances of a side that needs 0, 1, 2 ... against one that needs 1.

    It doubles at once, so that games count 2 and gammons 4. Where it needs so many points that the
    leader may drop once for nothing, `free_drops` says what that costs.
    """
    chances = [1.0, wins]
    for needed in range(2, length + 1):
        single, gammon = chances[needed - 2], chances[max(0, needed - 4)]
        played = wins * ((1.0 - gammons) * single + gammons * gammon)
        chances.append(played - (free_drops or {}).get(needed, 0.0))
    return chances


class Mec:
    """The chances of the first of two sides, of which it wins games at the rate `wins`."""

    def __init__(
        self,
        length: int,
        gammons: float,
        after: tuple[Sequence[float], Sequence[float]],
        wins: float = 0.5,
    ) -> None:
        self.length = length
        self._gammons = gammons
        self._after = after
        """What `after_crawford` says of either side."""
        self._wins = (wins, 1.0 - wins)
        self._known: dict[tuple[int, int], float] = {}

    def table(self) -> list[list[float]]:
        """Row i, column j: the chance of the first side when it needs i + 1 and the other j + 1."""
        needs = range(1, self.length + 1)
        for score in ((mine, theirs) for mine in needs for theirs in needs):
            self._known[score] = self._chance(score)  # higher scores are known by then
        return [[self._known[mine, theirs] for theirs in needs] for mine in needs]

    def _chance(self, score: tuple[int, int]) -> float:
        if score == (1, 1):
            return self._wins[0]
        if 1 in score:
            leader = score.index(1)
            trails = self._crawford(1 - leader, score[1 - leader])
            return trails if leader == 1 else 1.0 - trails
        game, match = self._cash_point(score, 0, 1)
        other_game, other_match = self._cash_point(score, 1, 1)
        low, low_match = 1.0 - other_game, 1.0 - other_match
        return low_match + (match - low_match) * (self._wins[0] - low) / (game - low)

    def _crawford(self, side: int, needed: int) -> float:
        """The chance of the side that trails in the game without a cube."""
        single, gammon = self._after[side][needed - 1], self._after[side][needed - 2]
        return self._wins[side] * ((1.0 - self._gammons) * single + self._gammons * gammon)

    def _cash_point(self, score: tuple[int, int], side: int, cube: int) -> tuple[float, float]:
        """The chance in the game at which this side doubles and the other may as well drop, and its
        chance in the match there; the end of the game, if the cube is of no use to it.

        With the cube taken, the match chance grows evenly with that in the game, from where the
        other side would cash to where this side has won.
        """
        if cube >= score[side]:
            return 1.0, self._played_out(score, side, cube)
        other_game, other_match = self._cash_point(score, 1 - side, 2 * cube)
        low, low_match = 1.0 - other_game, 1.0 - other_match
        won = self._played_out(score, side, 2 * cube)
        cashed = self._won(score, side, cube)
        return low + (1.0 - low) * (cashed - low_match) / (won - low_match), cashed

    def _played_out(self, score: tuple[int, int], side: int, cube: int) -> float:
        """The chance in the match of a side that wins the game to the end."""
        single, gammon = (self._won(score, side, points) for points in (cube, 2 * cube))
        return (1.0 - self._gammons) * single + self._gammons * gammon

    def _won(self, score: tuple[int, int], side: int, points: int) -> float:
        """The chance in the match of a side that wins so many points."""
        needed = score[side] - points
        if needed <= 0:
            return 1.0
        if side == 0:
            return self._known[needed, score[1]]
        return 1.0 - self._known[score[0], needed]
