"""Match equity of other games: the chance to win a match of one game, or of several in turn.

A game with a cube may have a table of its own. Without a cube none is needed: the chances follow
from how each game ends between equal players, which was measured (`game_statistics`):
how often the player who starts wins one point, two or three, loses them, or draws. The winner of a
game starts the next where the rules say so, and starting is worth something.

>>> even = GameRates(won=(0.3, 0.2, 0.0), lost=(0.3, 0.2, 0.0), drawn=0.0)
>>> SeriesEquity([even]).chance(1, 2)
0.65
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from fullprime.errors import FullprimeError
from fullprime.game_statistics import statistics_of
from fullprime.match_equity import MatchEquity, shipped
from fullprime.series import Series, game_text
from fullprime.stakes import Stakes
from fullprime.summation import total
from fullprime.variant import Variant, variants

LONGEST: Final = 64
"""Points away; longer matches are left to the usual table."""
SETTLED: Final = 1e-15
"""Draws lead back to the same score; they are followed until nothing changes by more."""

Three = tuple[float, float, float]


class GameRates(NamedTuple):
    """How a game ends between equal players, seen by the one who starts it."""

    won: Three
    """The chances to win one point, two, and three."""
    lost: Three
    drawn: float
    winner_starts: bool = True
    """Whoever has won before starts this game; if not, an opening throw decides."""

    @staticmethod
    def of(variant: Variant, flat: bool = False) -> GameRates | None:
        """As measured; None where that was not done. `flat`: every game counts one."""
        measured = statistics_of(variant.id)
        if measured is None or not _is_measured_as(variant):
            return None
        most = 1 if flat else variant.score
        won, lost = (
            _shares(row, measured.games, most) for row in (measured.starter, measured.other)
        )
        drawn = measured.drawn / measured.games
        return GameRates(won, lost, drawn, variant.starter == "previous_winner")


def _is_measured_as(variant: Variant) -> bool:
    """Do its options leave the plays as they are? What a game counts and who starts is looked at
    here; that the first roll may be another hardly matters."""
    plain = next((each for each in variants() if each.id == variant.id), None)
    if plain is None or variant.score > plain.score:
        return False
    free = {
        name: getattr(variant, name) for name in ("opening", "starter", "score", "cube", "chosen")
    }
    return msgspec.structs.replace(plain, **free) == variant


def _shares(games: Sequence[int], of: int, most: int) -> Three:
    """Where no game counts more than `most`, larger wins count as those."""
    kept = [games[n] if n + 1 < most else sum(games[n:]) if n + 1 == most else 0 for n in range(3)]
    return kept[0] / of, kept[1] / of, kept[2] / of


class SeriesEquity:
    """The chances to win a match of these games, which follow each other over and over."""

    def __init__(self, games: Sequence[GameRates]) -> None:
        self.games = tuple(games)
        self._length = 0
        self._starters: dict[tuple[int, int, int], float] = {}
        """Of the side that starts a game: by the game, the points it needs and the other needs."""

    def chance(
        self, mine: int, theirs: int, *, won_last: bool | None = None, game: int = 0
    ) -> float:
        """Of a side that needs `mine` points against `theirs`, before that game of the rotation.

        `won_last`: it has won the game before, or the other has; None: there was none.
        """
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        self._know(max(mine, theirs))
        return self._before(game % len(self.games), mine, theirs, won_last)

    def _know(self, length: int) -> None:
        """All scores of matches so long, from those that are nearly over on."""
        if length > LONGEST:
            raise FullprimeError(f"a match in which {length} points are needed: at most {LONGEST}")
        for away in range(2, 2 * length + 1) if length > self._length else ():
            for mine in range(max(1, away - length), min(length, away - 1) + 1):
                if max(mine, away - mine) > self._length:
                    self._settle(mine, away - mine)
        self._length = max(length, self._length)

    def _settle(self, mine: int, theirs: int) -> None:
        """Both sides of a score at once: after a draw it stands again, with the next game."""
        numbers = range(len(self.games))
        scores = {(mine, theirs), (theirs, mine)}
        self._starters |= {(game, *score): 0.5 for game in numbers for score in scores}
        while True:
            new = {
                (game, *score): self._starting(game, *score) for game in numbers for score in scores
            }
            moved = max(abs(new[where] - self._starters[where]) for where in new)
            self._starters |= new
            if moved <= SETTLED:
                return

    def _starting(self, game: int, mine: int, theirs: int) -> float:
        """Of the side that starts this game: what it wins, loses and draws leads on."""
        rates, after = self.games[game], (game + 1) % len(self.games)
        ways = [
            *((c, self._before(after, mine - n, theirs, True)) for n, c in enumerate(rates.won, 1)),
            *(
                (c, self._before(after, mine, theirs - n, False))
                for n, c in enumerate(rates.lost, 1)
            ),
            (rates.drawn, self._before(after, mine, theirs, True)),
        ]
        return total(chance * worth for chance, worth in ways)

    def _before(self, game: int, mine: int, theirs: int, won_last: bool | None) -> float:
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        starts = self._starters[game, mine, theirs]
        waits = 1.0 - self._starters[game, theirs, mine]
        if won_last is None or not self.games[game].winner_starts:
            return (starts + waits) / 2
        return starts if won_last else waits


@lru_cache(64)
def series_equity(follows: tuple[str, ...], flat: bool = False) -> SeriesEquity | None:
    """Of the games in this order, as `Stakes.follows` has them; None where one is not measured."""
    if not follows:
        return None
    rates = [GameRates.of(game, flat) for game in Series.parse(",".join(follows)).rotation()]
    known = [each for each in rates if each is not None]
    return SeriesEquity(known) if len(known) == len(rates) else None


def equity_after(stakes: Stakes) -> SeriesEquity | None:
    """What results of a game with these stakes are worth by; None: by a table."""
    if stakes.cube or stakes.away is None or max(stakes.away) > LONGEST:
        return None
    return series_equity(stakes.follows, stakes.flat)


def table_for(stakes: Stakes) -> MatchEquity:
    """The table of the game, or the default one."""
    own = table_of(stakes.follows[0]) if stakes.cube and stakes.follows else None
    return own or MatchEquity.load()


def table_of(game: str) -> MatchEquity | None:
    """Its own, also with options chosen, if it came with the program; that of the standard game is
    left out, which has a better one."""
    name = game.partition("+")[0]
    return None if name == variants()[0].id else shipped().get(f"fullprime-{name}")


def follows_in(rotation: Sequence[Variant], cube: bool) -> tuple[str, ...]:
    """For stakes, the games that come next in this order; empty where the default table serves: in
    a match with cubes, unless it is of one game that has a table of its own."""
    names = [game_text(variant) for variant in rotation]
    known = tuple(name for name in names if name is not None)
    if len(known) < len(names) or (cube and not (len(known) == 1 and table_of(known[0]))):
        return ()
    return known
