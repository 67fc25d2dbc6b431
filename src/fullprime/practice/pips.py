"""Pip counts: boards that come up in play, and the ways in which people count them.

Three kinds of boards, and of each your pips, the opponent's and your lead. A card asks about
another board each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast, get_args

from fullprime.action import Rolled
from fullprime.dice import SeededDice
from fullprime.engine.engine import Engine
from fullprime.engine.match_play import played
from fullprime.match import Match, Settings
from fullprime.position import BAR, Position
from fullprime.practice.made import YOU, Made, Wanted, on_board

SEED: Final = 23
BOARDS: Final = ("race", "early", "middle")
TURNS: Final = {"early": 6, "middle": 16}
"""After so many turns, of both sides; a race when it begins."""
MOST_TIMES: Final = 100_000
"""Boards of a kind; then they come again."""
HALF: Final = 3
"""Points in half a quadrant: the step of half-crossover counting."""


def names() -> tuple[str, ...]:
    """Nine kinds of counts, the easiest first.

    >>> names()[:3], len(names())
    (('race-mine', 'race-theirs', 'race-lead'), 9)
    """
    return tuple(f"{board}-{wanted}" for board in BOARDS for wanted in get_args(Wanted))


def make(name: str, times: int) -> Made | None:
    """The card of a name, as it is asked after so many answers; None: there is none."""
    if name not in names():
        return None
    board, _, wanted = name.partition("-")
    match = _board(board, names().index(name) * MOST_TIMES + times % MOST_TIMES)
    return Made("count", match, "counting", cast("Wanted", wanted), exact=True)


@lru_cache(64)
def _board(kind: str, stream: int) -> Match:
    """Two engines have played to it; the one who is asked is on roll."""
    engine = Engine(plies=0)
    dice = SeededDice(SEED, stream)
    start = Match.start(target=1, settings=Settings(cube=False))
    turns = 0
    for match in played(start, engine, engine, dice):
        game = match.game
        if game.result:
            return _board(kind, stream + MOST_TIMES * len(names()))  # no race came of it
        turns += bool(game.log) and isinstance(game.log[-1], Rolled)
        far = game.position.is_race if kind == "race" else turns > TURNS[kind]
        if far and game.turn == YOU and game.roll is None:
            return on_board(game.position.text(), cube=False)
    raise AssertionError("a match of one point ends")


# How people count --------------------------------------------------------------------------------


class HalfCrossovers(NamedTuple):
    """A count by half crossovers: three pips from the middle of one half quadrant to the next."""

    halves: int
    """Half quadrants between the checkers and the first one, added up."""
    checkers: int
    """Still on the board; the middle of the first half quadrant is the 2-point."""
    rest: int
    """One for a checker behind the middle of its half quadrant, less one for one before it."""

    @property
    def pips(self) -> int:
        """The count."""
        return HALF * self.halves + 2 * self.checkers + self.rest


def half_crossovers(row: Sequence[int]) -> HalfCrossovers:
    """The checkers of a side, by place.

    >>> start = Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5")
    >>> half_crossovers(start.mover), half_crossovers(start.mover).pips
    (HalfCrossovers(halves=45, checkers=15, rest=2), 167)
    """
    places = [(point, row[point]) for point in range(1, BAR + 1) if row[point]]
    return HalfCrossovers(
        halves=sum(count * ((point - 1) // HALF) for point, count in places),
        checkers=sum(count for _, count in places),
        rest=sum(count * ((point - 1) % HALF - 1) for point, count in places),
    )


def by_point(position: Position) -> list[int]:
    """The pips that both sides differ by on each place, from the 1-point to the bar: what is equal
    cancels, and the rest adds up to the lead of the side to move."""
    mine, theirs = position.mover, position.other
    return [place * (theirs[place] - mine[place]) for place in range(1, BAR + 1)]
