"""Points as letters: `a` is White's 1-point and Black's 24-point, `y` the bar, `z` off.

>>> written_steps("lqac", 1)
'13/8 24/22'
>>> letters(((8, 3), (6, "off")), 0)
'hcfz'
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from fullprime.action import Seat
from fullprime.play import Place
from fullprime.position import BAR, OFF, Position

_POINTS: Final = "abcdefghijklmnopqrstuvwx"
_WHITE: Final[dict[str, int]] = {**{c: n for n, c in enumerate(_POINTS, 1)}, "y": BAR, "z": OFF}
_BLACK: Final[dict[str, int]] = {
    c: place if place in (BAR, OFF) else BAR - place for c, place in _WHITE.items()
}
PLACES: Final = (_WHITE, _BLACK)
"""By seat: the place that a letter means, counted by this side."""
_LETTERS: Final = tuple({place: c for c, place in side.items()} for side in PLACES)
_NAMES: Final = tuple(
    {c: {BAR: "bar", OFF: "off"}.get(place, str(place)) for c, place in side.items()}
    for side in PLACES
)
MOST_LISTED: Final = 100
"""Values of a list that are looked at; no board has so many checkers."""
MOST: Final = 30
"""Checkers of a side, as far as boards of any game go."""


def written_steps(pairs: str, seat: Seat) -> str | None:
    """The play that pairs of letters mean, in the player's own points; None: they mean none."""
    names = _NAMES[seat]
    try:
        steps = zip(pairs[::2], pairs[1::2], strict=True)
        return " ".join([f"{names[source]}/{names[target]}" for source, target in steps])
    except (KeyError, ValueError):  # another letter, or half a pair
        return None


def letters(steps: Iterable[tuple[Place, Place]], seat: Seat) -> str:
    """The steps of a play as pairs of letters."""
    by_place = _LETTERS[seat]
    return "".join(
        by_place[_number(source)] + by_place[_number(target)] for source, target in steps
    )


def _number(place: Place) -> int:
    return place if isinstance(place, int) else {"bar": BAR}.get(place, OFF)


def point_list(values: Iterable[str]) -> str:
    """The letters of a list in which `a:f` means all from a to f."""
    found: list[str] = []
    for value in islice(values, MOST_LISTED):
        first, colon, last = value.strip().lower().partition(":")
        if not colon:
            found.append(first)
        elif first in _WHITE and last in _WHITE:
            found += [chr(code) for code in range(ord(first), ord(last) + 1)]
    return "".join(found)


def counts(side: str, seat: Seat, checkers: int) -> list[int] | None:
    """A side of the board from its letters; None: it has more checkers than the game."""
    row = [0] * 27
    known = [PLACES[seat][letter] for letter in side if letter in PLACES[seat]]
    if len(known) > min(checkers, MOST):
        return None
    for place in known:
        row[place] += 1
    row[OFF] = checkers - sum(row[1:])
    return row


def board_letters(position: Position, mover: Seat) -> tuple[list[str], list[str]]:
    """The checkers of White and of Black on a board that is seen by the mover."""
    rows = (position.mover, position.other) if mover == 0 else (position.other, position.mover)
    white, black = (
        [_LETTERS[seat][place] for place in range(1, BAR + 1) for _ in range(row[place])]
        for seat, row in enumerate(rows)
    )
    return white, black
