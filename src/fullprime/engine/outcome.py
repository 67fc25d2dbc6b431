"""How a game may end, as chances.

Seen by the side to move, like the position it belongs to; `flipped` is the only way across.

>>> even = Outcome(0.4, 0.1, 0.0, 0.4, 0.1, 0.0)
>>> even.win, even.equity
(0.5, 0.0)
>>> Outcome.finished(-2).equity
-2.0
"""

from __future__ import annotations

from typing import NamedTuple

from fullprime.errors import FullprimeError
from fullprime.summation import total


class Outcome(NamedTuple):
    """Six exclusive chances that sum to one."""

    wins_single: float
    wins_gammon: float
    wins_backgammon: float
    loses_single: float
    loses_gammon: float
    loses_backgammon: float

    @classmethod
    def of(
        cls,
        win: float,
        gammons_won: tuple[float, float] = (0.0, 0.0),
        gammons_lost: tuple[float, float] = (0.0, 0.0),
    ) -> Outcome:
        """From the chance to win and, of the wins and of the losses, the share that are gammons
        or more and the share that are backgammons."""
        if not 0.0 <= win <= 1.0:
            raise FullprimeError(f"a chance of {win} to win: expected 0 to 1")
        lose = 1.0 - win
        (more, most), (worse, worst) = gammons_won, gammons_lost
        return cls(
            win * (1.0 - more),
            win * (more - most),
            win * most,
            lose * (1.0 - worse),
            lose * (worse - worst),
            lose * worst,
        )

    @classmethod
    def finished(cls, multiple: int) -> Outcome:
        """Of a game that is over: the multiple that the side to move has won (negative: lost).

        A draw is as good as an even chance of a single game.
        """
        if multiple == 0:
            return cls(0.5, 0.0, 0.0, 0.5, 0.0, 0.0)
        ended = (1, 2, 3, -1, -2, -3).index(max(-3, min(3, multiple)))
        return cls(*(1.0 if kind == ended else 0.0 for kind in range(6)))

    def __repr__(self) -> str:
        return f"Outcome({', '.join(f'{chance:.4f}' for chance in self)})"

    @property
    def win(self) -> float:
        """The chance to win at all."""
        return self.wins_single + self.wins_gammon + self.wins_backgammon

    @property
    def equity(self) -> float:
        """Expected multiple of the stake without doubles."""
        return (
            self.wins_single
            - self.loses_single
            + 2.0 * (self.wins_gammon - self.loses_gammon)
            + 3.0 * (self.wins_backgammon - self.loses_backgammon)
        )

    def counted(self, score: int) -> Outcome:
        """The same chances where a game counts `score` times the stake at most.

        >>> Outcome(0.25, 0.125, 0.125, 0.5, 0.0, 0.0).counted(2)[:3]
        (0.25, 0.25, 0.0)
        """
        won, lost = ((*c[: score - 1], total(c[score - 1 :])) for c in (self[:3], self[3:]))
        none = (0.0,) * (3 - score)
        return Outcome(*won, *none, *lost, *none)

    def flipped(self) -> Outcome:
        """The same chances seen by the other side."""
        return Outcome(*self[3:], *self[:3])
