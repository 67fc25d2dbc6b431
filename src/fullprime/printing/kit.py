"""The print kit: which sheets a game has, and the pages of each as typst.

>>> kit = Kit.of([Variant.load()])
>>> [sheet.id for sheet in kit.sheets()]
['board', 'counters', 'spinner', 'dice', 'cube', 'score-sheet', 'rules']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fullprime.errors import BadSettings, unknown
from fullprime.printing.boards import Board, full_board, halves
from fullprime.printing.counters import counters_sheet
from fullprime.printing.drawing import AT_SPOT, CUT, FAINT, Drawing, Pen, Spot, string
from fullprime.printing.leaflet import leaflet
from fullprime.printing.look import INK, Look
from fullprime.printing.nets import cube_sheet, dice_sheet
from fullprime.printing.paper import PAPERS, Paper
from fullprime.printing.score import GAMES, score_sheet
from fullprime.printing.spinner import spinner_sheet
from fullprime.variant import Variant

SHEETS: Final = ("board", "counters", "spinner", "dice", "cube", "score-sheet", "rules")
"""In the order in which they are printed."""

RULER: Final = 50
"""The line of so many millimetres at the foot of a sheet."""
_FONTS: Final = (
    *("Inter", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans", "Libertinus Serif"),
)
"""The first that is installed; the last is part of typst."""
HEAD: Final = f"""\
#set text(font: ({", ".join(map(string, _FONTS))}), size: 9.5pt, fallback: true, lang: "en")
#show heading.where(level: 2): it => block(above: 1.2em, below: 0.6em, text(size: 11pt, it.body))
"""
"""How every document begins."""


class Sheet(NamedTuple):
    """One of the things in a kit."""

    id: str
    pages: int | None
    """None where it depends on how long a text gets."""
    things: int | None = None
    """How many things are on it: counters of a side, spinners, dice, lines."""


class Kit(NamedTuple):
    """What to print for a game, or for the games of a series."""

    rotation: tuple[Variant, ...]
    paper: Paper = PAPERS["a4"]
    look: Look = INK
    large: bool = False
    """The board on two sheets."""

    @staticmethod
    def of(
        rotation: Sequence[Variant], paper: str = "a4", look: str = "ink", large: bool = False
    ) -> Kit:
        """A kit by the names of its paper and its look."""
        return Kit(tuple(rotation), Paper.named(paper), Look.named(look), large)

    @property
    def games(self) -> tuple[Variant, ...]:
        """Each game once."""
        return tuple(dict.fromkeys(self.rotation))

    def sheets(self) -> list[Sheet]:
        """What there is for these games, in order."""
        boards = list(self._boards())
        counters = max(game.checkers for game in self.games)
        found = {
            "board": Sheet("board", len(boards) * (2 if self.large else 1)),
            "counters": Sheet("counters", 1, counters),
            "spinner": Sheet("spinner", 1, 2),
            "dice": Sheet("dice", 1, 4),
            "cube": Sheet("cube", 1),
            "score-sheet": Sheet("score-sheet", 1, GAMES),
            "rules": Sheet("rules", None),
        }
        if not any(game.cube for game in self.games):
            del found["cube"]
        return list(found.values())

    def source(self, names: Sequence[str] = ()) -> str:
        """These sheets, or all of them, as one document of typst."""
        known = [sheet.id for sheet in self.sheets()]
        for name in names:
            if name not in known:
                raise BadSettings(unknown(f"sheet of {self.rotation[0].name}", name, known))
        wanted = [name for name in known if name in names or not names]
        return HEAD + AT_SPOT + "\n".join(page for name in wanted for page in self._pages(name))

    # Pages -------------------------------------------------------------------------------------

    def _pages(self, name: str) -> Iterator[str]:
        paper, look = self.paper, self.look
        match name:
            case "board":
                yield from self._board_pages()
            case "counters":
                each = max(game.checkers for game in self.games)
                size = min(board.counter for board in self._boards())
                yield self._page(paper, name, counters_sheet(paper, look, each, size))
            case "spinner":
                yield self._page(paper, name, spinner_sheet(paper, look))
            case "dice":
                yield self._page(paper, name, dice_sheet(paper, look))
            case "cube":
                yield self._page(paper, name, cube_sheet(paper, look))
            case "score-sheet":
                yield self._page(paper, name, score_sheet(paper, look, self.rotation))
            case _:
                for game in self.games:
                    yield leaflet(paper, look, game, foot(f"{game.name}: {name}"))

    def _board_pages(self) -> Iterator[str]:
        for board in self._boards():
            if not self.large:
                yield self._page(self.paper.landscape, "board", board.draw(self.look))
                continue
            for which, half in zip(("left", "right"), halves(board, self.look), strict=True):
                yield self._page(self.paper, f"board, {which} half", half + self._seam(which))

    def _seam(self, which: str) -> str:
        """The line along which the halves meet."""
        box = self.paper.inner
        x = box.right if which == "left" else box.x
        seam = Drawing().line((x, box.y - 4), (x, box.bottom + 4), CUT)
        return seam.source()

    def _boards(self) -> Iterator[Board]:
        """A board for each game, unless it looks like that of another."""
        seen = set()
        for game in self.games:
            board = full_board(game, self.paper, self.large)
            drawn = str(board.draw(self.look))
            if drawn not in seen:
                seen.add(drawn)
                yield board

    def _page(self, paper: Paper, name: str, content: Drawing | str) -> str:
        drawn = content.source() if isinstance(content, Drawing) else content
        way = "landscape" if paper.width > paper.height else "portrait"
        games = ", ".join(game.name for game in self.games)
        about = foot(f"{games}: {name}, {paper.name} {way}")
        below = Drawing().content(
            (paper.inner.right, paper.height - 6.5), about, 7, color=FAINT, align="right"
        )
        _ruler(below, (paper.inner.x, paper.height - 6.5))
        return (
            f"#page(width: {paper.width}mm, height: {paper.height}mm, margin: 0mm)"
            f"[{drawn}\n{below.source()}]"
        )


def _ruler(drawing: Drawing, spot: Spot) -> None:
    """A line that shows whether a printer has kept the size."""
    (x, y), pen = spot, Pen(0.15, FAINT)
    drawing.line((x, y), (x + RULER, y), pen)
    for step in range(0, RULER + 1, 10):
        half = 1.2 if step in (0, RULER) else 0.7
        drawing.line((x + step, y - half), (x + step, y + half), pen)
    words = f"{RULER} mm, if it was printed at 100 %"
    drawing.words((x + RULER + 2.5, y), words, 7, color=FAINT, align="left")


def foot(about: str) -> str:
    """The line at the foot: which page of how many, and what it is."""
    return (
        f"context {{ let all = counter(page).final().first(); set text(size: 7pt, fill: {FAINT}); "
        f"if all > 1 [#counter(page).display() of #all · ] else []; {string(about)} }}"
    )
