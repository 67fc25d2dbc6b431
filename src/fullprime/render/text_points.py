"""Two rows of points in characters: the bar between their halves, trays beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fullprime.position import OFF
from fullprime.render.characters import POINT, ROWS, heap, mirrored, pile
from fullprime.render.layout import Corner, Tray, columns, cube_face
from fullprime.render.words import Body, Words

TRAY: Final = 3  # checkers side by side in a tray: five rows of three hold all fifteen


class _Form(NamedTuple):
    """How wide to draw."""

    gap: int
    """Columns between two points, each of which is two wide."""
    edge: tuple[int, int]
    """Columns before the first and after the last point of a quarter."""
    bar: int
    trays: bool
    """Without them, the numbers borne off and in hand stand beside the names alone."""
    cube: int
    """The column that is kept for it, whether or not there is a cube in this game.
    0: the cube stands beside its owner's name, or in the middle of the board."""

    @property
    def quarter(self) -> int:
        return 12 + 5 * self.gap + sum(self.edge)


FORMS: Final = (
    _Form(gap=2, edge=(1, 2), bar=5, trays=True, cube=7),
    _Form(gap=1, edge=(1, 2), bar=5, trays=True, cube=7),
    _Form(gap=1, edge=(1, 2), bar=5, trays=True, cube=0),
    _Form(gap=1, edge=(0, 0), bar=2, trays=False, cube=0),
)
"""From wide to narrow; the first that fits is drawn."""


class _Side(NamedTuple):
    """The trays on one side of the board."""

    upper: Tray | None
    lower: Tray | None

    @property
    def width(self) -> int:
        return max(_tray_width(tray) for tray in self if tray)

    @property
    def waist(self) -> tuple[str, str, str]:
        """Where the halves meet: one kind of tray runs through, two kinds are parted."""
        upper, lower = self
        line = "─" * self.width
        if not upper or not lower:
            return ("└" if upper else "┌"), line, "┤"
        if upper.place != lower.place:
            return "├", line, "┤"
        return "│", " " * self.width, "│"


def point_board(words: Words, width: int, home_left: bool) -> Body | None:
    """The widest form that fits; None: not even the narrowest does."""
    for form in FORMS:
        # Where no checker is hit, the halves meet as those of a folding board do.
        board = _Board(words, form if words.scene.has_bar else form._replace(bar=0), home_left)
        if board.width <= width:
            lines = board.with_cube(board.lines()) if form.cube else board.lines()
            return Body(lines, 0 if home_left else form.cube, has_cube=form.cube > 0)
    return None


class _Board(NamedTuple):
    words: Words
    form: _Form
    home_left: bool

    @property
    def width(self) -> int:
        sides = sum(side.width + 1 for side in self._sides if side)
        return self.form.cube + 2 * self.form.quarter + self.form.bar + 4 + sides

    @property
    def _sides(self) -> tuple[_Side | None, _Side | None]:
        """What is on the left and on the right."""
        trays = self.words.scene.trays() if self.form.trays else {}
        home, far = (
            _Side(trays.get(Corner(True, side)), trays.get(Corner(False, side)))
            for side in (True, False)
        )
        left, right = (home, far) if self.home_left else (far, home)
        return left if any(left) else None, right if any(right) else None

    def lines(self) -> list[str]:
        """The board with its numbers, its bar and its trays."""
        form, (upper, lower) = self.form, columns(self.home_left)
        border = ["─" * width for width in (form.quarter, form.bar, form.quarter)]
        above, below = (self._row(list(map(str, points)), "") for points in (upper, lower))
        inner = [
            " ".join(above),
            "┬".join(border),
            *("│".join(row) for row in self._half(upper, True)),
            "│".join(self._middle()),
            *("│".join(row) for row in reversed(self._half(lower, False))),
            "┴".join(border),
            " ".join(below),
        ]
        left, right = self._sides
        before = ["".join(part) for part in self._beside(left)]
        after = [
            mirrored(wall) + tray + mirrored(outer) for outer, tray, wall in self._beside(right)
        ]
        return ["".join(line) for line in zip(before, inner, after, strict=True)]

    # The points --------------------------------------------------------------------------------

    def _half(self, points: Sequence[int], upper: bool) -> list[tuple[str, str, str]]:
        """Rows from the rim inwards."""
        scene = self.words.scene
        piles = [_column(pile(scene.stacks.get(point, ()))) for point in points]
        bar = _column(pile(scene.bar(upper)))
        rows = []
        for depth in range(ROWS):
            cells = [each[depth] or (POINT if depth == 0 else "") for each in piles]
            rows.append(self._row(cells, bar[depth]))
        return rows

    def _row(self, cells: Sequence[str], bar: str) -> tuple[str, str, str]:
        before, after = self.form.edge
        left, right = (
            " " * before + (" " * self.form.gap).join(f"{cell:>2}" for cell in six) + " " * after
            for six in (cells[:6], cells[6:])
        )
        width = self.form.bar
        return left, f"{bar:>{width // 2 + 1}}".ljust(width) if width else "", right

    def _middle(self) -> tuple[str, str, str]:
        """Dice lie on their thrower's right; narrow forms have their centered cube here too."""
        form = self.form
        own, enemy = self.words.middle(form.quarter, cube=not form.cube)
        bar = "BAR" if form.bar > 3 else ""
        return enemy.center(form.quarter), bar.center(form.bar), own.center(form.quarter)

    # Beside the points -------------------------------------------------------------------------

    def _beside(self, side: _Side | None) -> list[tuple[str, str, str]]:
        """Line by line what is left of the board: the outer edge, the tray, the wall."""
        if side is None:
            return [("", "", wall) for wall in (" ", "┌", *"│" * (2 * ROWS + 1), "└", " ")]
        upper, lower = side
        line, blank = "─" * side.width, " " * side.width
        rows = [
            ("│", row, "│") if tray else (" ", blank, "│")
            for tray in side
            for row in self._tray_rows(tray, side.width)
        ]
        return [
            (" ", self._label(upper).center(side.width), " "),
            ("┌", line, "┬") if upper else (" ", blank, "┌"),
            *rows[:ROWS],
            side.waist,
            *reversed(rows[ROWS:]),
            ("└", line, "┴") if lower else (" ", blank, "└"),
            (" ", self._label(lower).center(side.width), " "),
        ]

    def _tray_rows(self, tray: Tray | None, width: int) -> list[str]:
        heaps = [heap(group, TRAY, ROWS, _gap(tray)) for group in tray.groups] if tray else []
        rows = zip(*heaps, strict=True) if heaps else [()] * ROWS
        return [(" " + " ".join(row)).ljust(width) for row in rows]

    def _label(self, tray: Tray | None) -> str:
        """Trays need names only where there is more than one kind."""
        return tray.name if tray and self.words.scene.has_hand else ""

    def with_cube(self, body: list[str]) -> list[str]:
        """The cube across from home, or its empty place: a board must not jump to the side."""
        column = self._cube(len(body)) if self.words.cube_shown else [""] * len(body)
        pairs = zip(body, column, strict=True)
        if self.home_left:
            return [f"{row} {part}" for row, part in pairs]
        return [f"{part:>{self.form.cube - 1}} {row}" for row, part in pairs]

    def _cube(self, height: int) -> list[str]:
        """In the middle, or at the rim on its owner's side."""
        stakes = self.words.game.stakes
        face = cube_face(stakes.value)
        face = f" {face} " if len(face) < 3 else face
        line = "─" * len(face)
        box = [f"╭{line}╮", f"│{face}│", f"╰{line}╯"]
        first = height // 2 - 1
        if stakes.owner is not None:
            first = height - 5 if stakes.owner == self.words.scene.seat else 2
        return [""] * first + box + [""] * (height - first - 3)


def _column(drawn: list[str]) -> list[str]:
    return drawn + [""] * (ROWS - len(drawn))


def _gap(tray: Tray) -> str:
    """Close together where two share a tray, and where the board needs the room: in hand."""
    return " " if tray.place == OFF and len(tray.groups) == 1 else ""


def _tray_width(tray: Tray) -> int:
    each = TRAY + (TRAY - 1) * len(_gap(tray))
    return len(tray.groups) * (each + 1) + 1
