"""How the sheets look: line art that saves ink, or color."""

from __future__ import annotations

from typing import Final, NamedTuple

from fullprime.errors import BadSettings, unknown
from fullprime.printing.drawing import BLACK, WHITE


class Look(NamedTuple):
    """Fills and inks; where a fill is to be hatched, lines are drawn instead of a surface."""

    id: str
    frame: str
    field: str
    points: tuple[str, str]
    """The fills of every second point."""
    hatched: bool
    """Is the first of them hatched?"""
    tray: str
    ink: str
    """Numbers and words on the frame."""
    checkers: tuple[str, str]
    rims: tuple[str, str]
    """The line within the rim of a checker."""
    faces: tuple[str, str]
    """Every second part of a spinner, or face of a cube."""

    @staticmethod
    def named(name: str) -> Look:
        """The look of that name."""
        look = LOOKS.get(name)
        if look is None:
            raise BadSettings(unknown("look", name, list(LOOKS)))
        return look

    @property
    def edge(self) -> str:
        """The color of the points' outline."""
        return BLACK if self.hatched else 'rgb("#4a2f1c")'


INK: Final = Look(
    "ink",
    frame=WHITE,
    field=WHITE,
    points=("none", "none"),
    hatched=True,
    tray=WHITE,
    ink=BLACK,
    checkers=(WHITE, BLACK),
    rims=(BLACK, WHITE),
    faces=("none", "none"),
)
COLOR: Final = Look(
    "color",
    frame='rgb("#6f4526")',
    field='rgb("#efe4cc")',
    points=('rgb("#a4492c")', 'rgb("#d8bd8b")'),
    hatched=False,
    tray='rgb("#4f2f18")',
    ink='rgb("#fbf3e0")',
    checkers=('rgb("#fdf9ee")', 'rgb("#26211e")'),
    rims=('rgb("#8a6f4d")', 'rgb("#d9c6a2")'),
    faces=('rgb("#efe4cc")', WHITE),
)
LOOKS: Final = {look.id: look for look in (INK, COLOR)}
