"""Sheets of paper, and what is left of them: printers leave a rim free. All sizes are millimetres.

>>> Paper.named("a4").landscape.inner.width
281.0
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fullprime.errors import BadSettings, unknown

MARGIN: Final = 8.0
FOOT: Final = 11.0
"""The margin at the bottom, where the line with the name of the sheet stands."""


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends on the right."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its center."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        """The same, smaller on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class Paper(NamedTuple):
    """A size of paper, upright unless it is turned."""

    id: str
    name: str
    width: float
    height: float

    @staticmethod
    def named(name: str) -> Paper:
        """The paper of that name."""
        paper = PAPERS.get(name.lower())
        if paper is None:
            raise BadSettings(unknown("paper", name, sorted(PAPERS)))
        return paper

    @property
    def landscape(self) -> Paper:
        """Turned, so that it is wider than high."""
        return self._replace(width=self.height, height=self.width)

    @property
    def inner(self) -> Box:
        """What every printer can reach, above the line at the foot."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - MARGIN - FOOT)


PAPERS: Final = {
    "a4": Paper("a4", "A4", 210.0, 297.0),
    "letter": Paper("letter", "Letter", 215.9, 279.4),
    "a3": Paper("a3", "A3", 297.0, 420.0),
}
