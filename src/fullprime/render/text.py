"""The board in characters, for terminals of any width.

>>> from fullprime.variant import Variant
>>> board = board_text(Game.start(Variant.load("backgammon")), width=40)
>>> print(board[3])
│ ○  ·  ·  ·  ●  ·│  │ ●  ·  ·  ·  ·  ○│
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from rich.cells import cell_len

from fullprime.dice import Roll
from fullprime.game import Game, Phase
from fullprime.position import BAR, OFF
from fullprime.render.layout import (
    Scene,
    Stack,
    columns,
    cube_face,
    fit,
    larger_first,
    offered,
    plain,
    scene,
)

ROWS: Final = 5  # checkers drawn above each other; the innermost of a higher stack bears its number
TRAY: Final = 3  # borne-off checkers side by side: five rows of three hold all fifteen


class _Signs(NamedTuple):
    checkers: tuple[str, str]
    point: str
    turn: str
    across: str
    down: str
    upper: tuple[str, str, str]
    lower: tuple[str, str, str]
    cube: tuple[str, str, str, str]


UNICODE: Final = _Signs(
    ("○", "●"), "·", "▸", "─", "│", ("┌", "┬", "┐"), ("└", "┴", "┘"), ("╭", "╮", "╰", "╯")
)
ASCII: Final = _Signs(
    ("O", "X"), ".", "*", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+", "+")
)


_Row = tuple[str, str, str, str]
"""The left half of a row, the bar, the right half, the tray."""


class _Form(NamedTuple):
    """How wide to draw."""

    gap: int
    """Columns between two points, each of which is two wide."""
    edge: tuple[int, int]
    """Columns before the first and after the last point of a quarter."""
    bar: int
    tray: int
    """0: the numbers borne off stand beside the names alone."""
    cube: int
    """The column that is kept for it, whether or not there is a cube in this game.
    0: the cube stands beside its owner's name, or in the middle of the board."""

    @property
    def quarter(self) -> int:
        return 12 + 5 * self.gap + sum(self.edge)

    @property
    def width(self) -> int:
        tray = self.tray + 1 if self.tray else 0
        return self.cube + 2 * self.quarter + self.bar + 4 + tray


FORMS: Final = (
    _Form(gap=2, edge=(1, 2), bar=5, tray=7, cube=7),
    _Form(gap=1, edge=(1, 2), bar=5, tray=7, cube=7),
    _Form(gap=1, edge=(0, 0), bar=2, tray=0, cube=0),
)
"""From wide to narrow; the first that fits is drawn."""


def board_text(
    game: Game,
    *,
    seat: int = 0,
    ascii: bool = False,  # noqa: A002 - named like the option
    width: int = 80,
    home_left: bool = False,
    names: tuple[str, str] = ("White", "Black"),
    left: Sequence[int] | None = None,
) -> list[str]:
    """The board as `seat` sees it, no line wider than `width`.

    Below 40 columns no board fits, and the checkers are listed instead. Where only some numbers
    of the roll are `left` to play, the dice already used lose their brackets.
    """
    signs = ASCII if ascii else UNICODE
    form = next((form for form in FORMS if form.width <= width), None)
    seen = scene(game.position, game.variant, turn=game.turn, seat=seat)
    drawing = _Drawing(game, seen, signs, left)
    if form is None:
        return drawing.listed(names, width)
    body = drawing.body(form, home_left)
    indent = 0
    if form.cube:
        indent = 0 if home_left else form.cube
        body = drawing.with_cube(body, form, home_left)
    other, own = (drawing.caption(s, names[s], form, width, indent) for s in (1 - seat, seat))
    return [line.rstrip() for line in (other, *body, own)]


class _Drawing(NamedTuple):
    game: Game
    scene: Scene
    signs: _Signs
    left: Sequence[int] | None

    @property
    def cube_shown(self) -> bool:
        """No cube lies on the table in games without doubling."""
        return self.game.stakes.cube and not self.game.stakes.crawford

    # The board ---------------------------------------------------------------------------------

    def body(self, form: _Form, home_left: bool) -> list[str]:
        """The board with its numbers, its bar and its tray; the tray is on the home side."""
        upper, lower = columns(home_left)
        own, enemy = self._seats
        # A checker on the bar lies in the half in which it comes in.
        top = self._half(form, upper, bar=own, tray=enemy)
        bottom = self._half(form, lower, bar=enemy, tray=own)
        rows = [*top, self._middle(form), *reversed(bottom)]
        parts = [0, 1, 2]
        if form.tray:
            parts = [3, *parts] if home_left else [*parts, 3]
        above, below = (self._row(form, list(map(str, points))) for points in (upper, lower))
        return [
            _joined(" ", above, parts),
            self._border(form, parts, self.signs.upper),
            *(_joined(self.signs.down, row, parts) for row in rows),
            self._border(form, parts, self.signs.lower),
            _joined(" ", below, parts),
        ]

    @property
    def _seats(self) -> tuple[int, int]:
        return self.scene.seat, 1 - self.scene.seat

    def _half(self, form: _Form, points: Sequence[int], bar: int, tray: int) -> list[_Row]:
        """Rows from the rim inwards."""
        piles = [self._pile(self.scene.stacks.get(point)) for point in points]
        waiting = self._pile(Stack(bar, self.scene.rows[bar][BAR]))
        off = self._off(tray)
        rows = []
        for depth in range(ROWS):
            cells = [pile[depth] or (self.signs.point if depth == 0 else "") for pile in piles]
            rows.append(self._row(form, cells, waiting[depth], off[depth]))
        return rows

    def _row(self, form: _Form, cells: Sequence[str], bar: str = "", tray: str = "") -> _Row:
        before, after = form.edge
        left, right = (
            " " * before + (" " * form.gap).join(f"{cell:>2}" for cell in six) + " " * after
            for six in (cells[:6], cells[6:])
        )
        middle = f"{bar:>{form.bar // 2 + 1}}".ljust(form.bar)
        return left, middle, right, f" {tray}".ljust(form.tray)

    def _pile(self, stack: Stack | None) -> list[str]:
        """One point from the rim inwards: prisoners first, for they lie under the others."""
        if stack is None:
            return [""] * ROWS
        own, enemy = (self.signs.checkers[seat] for seat in (stack.seat, 1 - stack.seat))
        pile = [enemy] * stack.prisoners + [own] * stack.checkers
        if len(pile) > ROWS:
            pile[ROWS - 1 :] = [str(stack.checkers)]
        return pile + [""] * (ROWS - len(pile))

    def _off(self, seat: int) -> list[str]:
        """Checkers borne off, in rows from the rim inwards."""
        off = self.scene.rows[seat][OFF]
        counts = [min(max(off - TRAY * row, 0), TRAY) for row in range(ROWS)]
        return [" ".join(self.signs.checkers[seat] * count) for count in counts]

    def _border(self, form: _Form, parts: Sequence[int], corners: tuple[str, str, str]) -> str:
        start, between, end = corners
        widths = (form.quarter, form.bar, form.quarter, form.tray)
        return start + between.join(self.signs.across * widths[part] for part in parts) + end

    def _middle(self, form: _Form) -> _Row:
        """Dice lie on their thrower's right; the narrow form has its centred cube here too."""
        news, free = self._news(), ""
        if not form.cube and self.cube_shown and self.game.stakes.owner is None:
            free = f"cube {cube_face(self.game.stakes.value)}"
        left, right = (free, news) if self.game.turn == self.scene.seat else (news, free)
        bar = "BAR" if form.bar > 3 else ""
        quarter = form.quarter
        return left.center(quarter), bar.center(form.bar), right.center(quarter), " " * form.tray

    def _news(self) -> str:
        game = self.game
        if game.phase is Phase.OFFERED:
            return f"{offered(game.animals)} to {cube_face(game.offer)}?"
        if game.phase is Phase.RESIGNING:
            return "resigns?"
        return self._dice(game.roll) if game.roll else ""

    def _dice(self, roll: Roll) -> str:
        shown = []
        for number, die in enumerate(larger_first(roll)):
            unused = self.left is None or die in self.left
            if roll.double and self.left is not None:
                unused = len(self.left) > 2 * number  # each die of a doublet stands for two
            shown.append(f"[{die}]" if unused else f" {die} ")
        return " ".join(shown)

    # Beside the board --------------------------------------------------------------------------

    def with_cube(self, body: list[str], form: _Form, home_left: bool) -> list[str]:
        """The cube across from the tray, or its empty place: a board must not jump to the side."""
        column = self._cube_column(len(body)) if self.cube_shown else [""] * len(body)
        pairs = zip(body, column, strict=True)
        if home_left:
            return [f"{row} {part}" for row, part in pairs]
        return [f"{part:>{form.cube - 1}} {row}" for row, part in pairs]

    def _cube_column(self, height: int) -> list[str]:
        """In the middle, or at the rim on its owner's side."""
        stakes = self.game.stakes
        face = cube_face(stakes.value)
        face = f" {face} " if len(face) < 3 else face
        a, b, c, d = self.signs.cube
        line, down = self.signs.across * len(face), self.signs.down
        box = [a + line + b, down + face + down, c + line + d]
        first = height // 2 - 1
        if stakes.owner is not None:
            first = height - 5 if stakes.owner == self.scene.seat else 2
        return [""] * first + box + [""] * (height - first - 3)

    # In words ----------------------------------------------------------------------------------

    def caption(self, seat: int, name: str, form: _Form, width: int, indent: int) -> str:
        """Who plays, and how far he has got."""
        rest = "   ".join(self._facts(seat, cube=not form.cube))
        start = " " * indent + self._who(seat)
        room = max(0, width - cell_len(start) - 3 - len(rest))
        return fit(f"{start}{fit(plain(name), room)}   {rest}", width)

    def _who(self, seat: int) -> str:
        turn = self.signs.turn if self.game.actor == seat else " "
        return f"{turn} {self.signs.checkers[seat]} "

    def _facts(self, seat: int, cube: bool) -> list[str]:
        facts, stakes = self.scene.facts(seat), self.game.stakes
        if cube and self.cube_shown and stakes.owner == seat:
            facts.append(f"cube {cube_face(stakes.value)}")
        return facts

    def listed(self, names: tuple[str, str], width: int) -> list[str]:
        """The checkers of both sides, each by its own points."""
        lines = []
        for seat in reversed(self._seats):
            lines.append(self._who(seat) + fit(plain(names[seat]), width - 4))
            for text in (self.scene.listed(seat), "   ".join(self._facts(seat, cube=True))):
                lines += wrap(text, width, initial_indent="  ", subsequent_indent="  ")
        return [*lines, self._news().strip()] if self._news() else lines


def _joined(line: str, row: _Row, parts: Sequence[int]) -> str:
    return line.join(["", *(row[part] for part in parts), ""])
