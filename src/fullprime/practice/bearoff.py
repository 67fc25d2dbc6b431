"""The bear-off: plays and cubes whose values are known exactly, from the tables.

The dice set up the board, so a number names the same card everywhere. Boards are taken where there
is something to decide: the second choice costs something, and not so much that anyone sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from fullprime.action import Doubled, Rolled
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.review.verdict import DOUBTFUL
from fullprime.dice import SeededDice
from fullprime.engine.cube import CubeVerdict
from fullprime.match import Match
from fullprime.position import Position
from fullprime.practice.made import YOU, Made, on_board

SEED: Final = 17
PLAYS: Final = 60
CUBES: Final = 24
"""Of doubles, and as many of takes."""
FEWEST: Final = 3
MOST: Final = 8
"""Checkers of either side, for which the chances are exact without the cube;"""
MOST_WITH_CUBE: Final = 6
"""and with it."""
PLIES: Final = 0
"""The tables know the values: there is nothing to look for."""
LEAST: Final = 0.01
GREATEST: Final = 0.1
"""What the second choice of a play loses; more would be seen at once."""
CLEAR: Final = 0.25
"""The same of the cube."""
_STREAMS: Final = {"play": 1, "double": 2, "take": 3}


def names() -> tuple[str, ...]:
    """Plays and cubes in turn.

    >>> names()[:4], len(names())
    (('play-1', 'play-2', 'play-3', 'double-1'), 108)
    """
    plays = [f"play-{n}" for n in range(1, PLAYS + 1)]
    cubes = [f"{kind}-{n}" for n in range(1, CUBES + 1) for kind in ("double", "take")]
    mixed = []
    while plays or cubes:
        mixed += [*plays[:3], *cubes[:1]]
        plays, cubes = plays[3:], cubes[1:]
    return tuple(mixed)


def make(name: str, times: int = 0) -> Made | None:
    """The card of a name such as `play-7`; None: there is none."""
    kind, _, number = name.partition("-")
    return _made(kind, int(number)) if name in names() else None


@cache
def _made(kind: str, number: int) -> Made:
    stream = 1000 * _STREAMS[kind] + number
    if kind == "play":
        match = next(filter(_is_choice, _plays(stream)))
        return Made("checker", match, "bearing_off", plies=PLIES, exact=True)
    if kind == "double":
        match = next(filter(_is_double, _cubes(stream, YOU)))
        return Made("double", match, "bearing_off", plies=PLIES, exact=True)
    match = next(filter(_is_take, _cubes(stream, 1 - YOU)))
    return Made("take", match.apply(Doubled()), "bearing_off", plies=PLIES, exact=True)


def _plays(stream: int) -> Iterator[Match]:
    dice = SeededDice(SEED, stream)
    while True:
        match = on_board(_board(dice, MOST), cube=False)
        yield match.apply(Rolled(dice.roll()))


def _cubes(stream: int, starter: int) -> Iterator[Match]:
    dice = SeededDice(SEED, stream)
    while True:
        yield on_board(_board(dice, MOST_WITH_CUBE), starter=starter)


def _board(dice: SeededDice, most: int) -> str:
    mine = _side(dice, most)
    theirs = _side(dice, most)
    return Position.of(mine, theirs).text()


def _side(dice: SeededDice, most: int) -> list[int]:
    """As many checkers as the dice say, each where the next die says."""
    counts = [0] * 27
    checkers = FEWEST + sum(dice.roll()) % (most - FEWEST + 1)
    for _ in range(checkers):
        counts[dice.roll().first] += 1
    counts[0] = 15 - checkers
    return counts


def _is_choice(match: Match) -> bool:
    if len(match.plays) < 2:
        return False
    question = Question.in_game(match.game)
    ranked = answers.plays(question, Depth.of(question, PLIES))
    return LEAST <= ranked[1].error <= GREATEST


def _is_double(match: Match) -> bool:
    none, double = _verdict(match).doubling.values()
    return DOUBTFUL <= abs(none - double) <= CLEAR


def _is_take(match: Match) -> bool:
    """Only what someone would double."""
    verdict = _verdict(match)
    take, drop, *_ = verdict.answers.values()
    doubled = min(verdict.double_take, verdict.double_pass)
    return DOUBTFUL <= abs(take - drop) <= CLEAR and doubled >= verdict.no_double


def _verdict(match: Match) -> CubeVerdict:
    question = Question.in_game(match.game)
    return answers.cube(question, Depth.of(question, PLIES))
