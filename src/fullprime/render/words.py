"""What text boards say in words: whose turn it is, the dice, and how far each side has got."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len

from fullprime.dice import Roll
from fullprime.errors import plain
from fullprime.game import Game, Phase
from fullprime.render.characters import CHECKERS, TURN, in_ascii, in_color
from fullprime.render.layout import Scene, cube_face, fit, larger_first, offered


class Body(NamedTuple):
    """A board without its captions."""

    lines: list[str]
    indent: int
    """Columns before the board."""
    has_cube: bool
    """Has the cube a place of its own on it?"""


class Words(NamedTuple):
    """A game and how it is seen."""

    game: Game
    scene: Scene
    ascii: bool = False
    left: Sequence[int] | None = None
    """The numbers still to play; None: all that the dice show."""

    @property
    def cube_shown(self) -> bool:
        """No cube lies on the table in games without doubling."""
        return self.game.stakes.cube and not self.game.stakes.crawford

    def middle(self, room: int, cube: bool) -> tuple[str, str]:
        """The news of the viewer and of the enemy; where one has none, there is room for a cube."""
        news, free = fit(self._news(room), room), ""
        if cube and self.cube_shown and self.game.stakes.owner is None:
            free = f"cube {cube_face(self.game.stakes.value)}"
        return (news, free) if self.game.turn == self.scene.seat else (free, news)

    def caption(self, seat: int, name: str, width: int, indent: int, cube: bool) -> str:
        """Who plays, and how far he has got."""
        rest = "   ".join(self._facts(seat, cube))
        start = " " * indent + self._who(seat)
        room = max(0, width - cell_len(start) - 3 - len(rest))
        return fit(f"{start}{fit(plain(name), room)}   {rest}", width)

    def listed(self, names: tuple[str, str], width: int) -> list[str]:
        """The checkers of both sides, each by its own points."""
        lines = []
        for seat in reversed(self.scene.seats):
            lines.append(self._who(seat) + fit(plain(names[seat]), width - 4))
            for text in (self.scene.listed(seat), "   ".join(self._facts(seat, cube=True))):
                lines += wrap(text, width, initial_indent="  ", subsequent_indent="  ")
        news = fit(self._news(width).strip(), width)
        return [*lines, news] if news else lines

    def _who(self, seat: int) -> str:
        sign = in_color(CHECKERS[seat], self.game.white)
        who = f"{TURN if self.game.actor == seat else ' '} {sign} "
        return in_ascii(who) if self.ascii else who

    def _facts(self, seat: int, cube: bool) -> list[str]:
        facts, stakes = self.scene.facts(seat), self.game.stakes
        if cube and self.cube_shown and stakes.owner == seat:
            facts.append(f"cube {cube_face(stakes.value)}")
        return facts

    def _news(self, room: int) -> str:
        game = self.game
        if game.phase is Phase.OFFERED:
            return f"{offered(game.animals)} to {cube_face(game.offer)}?"
        if game.phase is Phase.RESIGNING:
            return "resigns?"
        return dice_text(game.roll, self.left, room) if game.roll else ""


def dice_text(roll: Roll, left: Sequence[int] | None, room: int) -> str:
    """The dice, those already used without brackets, and the numbers that are on neither.

    >>> dice_text(Roll(4, 4), [4, 4] + 4 * [5] + 4 * [6], 25)
    '[4]  4  then 5(4) 6(4)'
    >>> dice_text(Roll(4, 4), [5, 5, 5, 6, 6, 6, 6], 25)
    '4-4: 5(3) 6(4)'
    """
    unused, later = _still_to_play(roll, left)
    larger, smaller = larger_first(roll)
    shown = " ".join(
        f"[{die}]" if fresh else f" {die} "
        for die, fresh in zip((larger, smaller), unused, strict=True)
    )
    if not later:
        return shown
    rest = " ".join(_runs(later))
    if not any(unused):
        return fit(f"{larger}-{smaller}: {rest}", room)
    text = f"{shown} then {rest}"
    return text if len(text) <= room else fit(f"{shown} {rest}", room)


def _still_to_play(
    roll: Roll, left: Sequence[int] | None
) -> tuple[tuple[bool, bool], Sequence[int]]:
    """Is the larger, is the smaller die unused, and which numbers come after both?"""
    if left is None:
        return (True, True), ()
    larger, smaller = larger_first(roll)
    if roll.double:  # each die stands for two
        same = left.count(larger)
        return (same > 0, same > 2), [number for number in left if number != larger]
    if len(left) > 1 and len(set(left)) == 1:  # a doublet, so not what the dice showed
        return (False, False), left
    # What is on the dice comes first, each die once.
    used, count = [larger, smaller], 0
    while count < len(left) and left[count] in used:
        used.remove(left[count])
        count += 1
    return (larger not in used, smaller not in used), left[count:]


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """`5 5 5 5 6 6 6 6` as `5(4) 6(4)`, and three or more that climb as `2-6(4)`."""
    runs = [(number, len(list(same))) for number, same in groupby(numbers)]
    climbing = groupby(enumerate(runs), key=lambda run: (run[1][0] - run[0], run[1][1]))
    for (_, count), found in climbing:
        climb = [number for _, (number, _) in found]
        words = [f"{climb[0]}-{climb[-1]}"] if len(climb) > 2 else list(map(str, climb))
        yield from (word if count == 1 else f"{word}({count})" for word in words)
