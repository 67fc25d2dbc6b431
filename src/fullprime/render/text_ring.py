"""A ring of cells in characters: eight rows with a cell at either end."""

from __future__ import annotations

from typing import Final, NamedTuple

from fullprime.position import OFF
from fullprime.render.characters import CHECKERS, POINT, heap, pile
from fullprime.render.layout import Group, Stack, ring_rows
from fullprime.render.words import Body, Words

LABEL: Final = 3  # a number of two digits, and a space
TRAY: Final = 8  # checkers side by side: two rows hold all sixteen


class _Form(NamedTuple):
    """How wide to draw."""

    cell: int
    middle: int
    signs: bool
    """A sign for every checker, or one for each color and its number."""
    gap: str

    @property
    def width(self) -> int:
        return 2 * (LABEL + self.cell) + self.middle + 4


FORMS: Final = (
    _Form(cell=25, middle=19, signs=True, gap=" "),
    _Form(cell=15, middle=19, signs=True, gap=""),
    _Form(cell=9, middle=12, signs=False, gap=""),
)
"""From wide to narrow; the first that fits is drawn."""


def ring_board(words: Words, width: int, home_left: bool) -> Body | None:
    """The widest form that fits; None: not even the narrowest does."""
    form = next((form for form in FORMS if form.width <= width), None)
    if form is None:
        return None
    return Body(_lines(words, form, home_left), LABEL, has_cube=False)


def _lines(words: Words, form: _Form, home_left: bool) -> list[str]:
    border = ["─" * width for width in (form.cell, form.middle, form.cell)]
    rows = zip(ring_rows(home_left), _middle(words, form), strict=True)
    indent = " " * LABEL
    return [
        f"{indent}┌{'┬'.join(border)}┐",
        *(_row(words, form, cells, middle) for cells, middle in rows),
        f"{indent}└{'┴'.join(border)}┘",
    ]


def _row(words: Words, form: _Form, cells: tuple[int, int], middle: str) -> str:
    left, right = cells
    stacks = words.scene.stacks
    ends = (
        f" {_cell(stacks.get(left, ()), form)}".ljust(form.cell),
        f"{_cell(stacks.get(right, ()), form, backwards=True)} ".rjust(form.cell),
    )
    return f"{left:>2} │{ends[0]}│{middle}│{ends[1]}│ {right:>2}"


def _cell(stack: Stack, form: _Form, backwards: bool = False) -> str:
    """Both colors from the rim inwards."""
    if not stack:
        return POINT
    order = -1 if backwards else 1
    if form.signs:
        parts = [form.gap.join(pile([group])[::order]) for group in stack]
    else:
        parts = [f"{CHECKERS[group.seat]}{group.checkers}" for group in stack]
    return (form.gap * 2 + " ").join(parts[::order])


def _middle(words: Words, form: _Form) -> list[str]:
    """Between the ends: checkers that are home near their owner, and the dice of the thrower."""
    own, enemy = words.middle(form.middle, cube=True)
    mine, theirs = (
        heap(Group(seat, words.scene.rows[seat][OFF]), TRAY, 2, " " if form.signs else "")
        for seat in words.scene.seats
    )
    rows = [*theirs, "", enemy, own, "", *reversed(mine)]
    return [row.center(form.middle) for row in rows]
