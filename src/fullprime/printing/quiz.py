"""Errors of reviewed matches as a quiz on paper: boards and questions, solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from fullprime.analysis.review.quiz import Card
from fullprime.printing.drawing import FAINT, string
from fullprime.printing.kit import HEAD, foot
from fullprime.printing.paper import Paper
from fullprime.printing.report import picture, table_source
from fullprime.render.svg import HEIGHT
from fullprime.render.svg_parts import WIDTH

MARGIN: Final = 14.0
GUTTER: Final = 6.0
ROWS: Final = 3
"""Of questions on a page."""
TITLE: Final = 14.0
WORDS: Final = 20.0
"""What a question needs above and below its board."""
NEXT_BEST: Final = 3
"""Choices that a solution lists."""


def quiz_source(cards: Sequence[Card], paper: Paper, title: str) -> str:
    """Pages of typst: two questions side by side, and the solutions on pages of their own."""
    board = _board_width(paper)
    return HEAD + "\n".join(
        [
            f"#set page(width: {paper.width}mm, height: {paper.height}mm, margin: (x: {MARGIN}mm, "
            f"top: {MARGIN}mm, bottom: {MARGIN + 3}mm), footer-descent: 5mm, "
            f"footer: align(right, {foot(title)}))",
            "#set text(size: 9pt)",
            "#set par(leading: 0.58em, spacing: 0.7em)",
            f"#block(below: 4mm, text(size: 20pt, weight: 700, {string(title)}))",
            f"#grid(columns: (1fr, 1fr), column-gutter: {GUTTER}mm, row-gutter: {GUTTER}mm,",
            *(_question(number, card, board) for number, card in enumerate(cards, 1)),
            ")",
            "#pagebreak()",
            f"#block(below: 4mm, text(size: 20pt, weight: 700, {string('Solutions')}))",
            f"#columns(2, gutter: {GUTTER}mm)[",
            *(_solution(number, card) for number, card in enumerate(cards, 1)),
            "]",
        ]
    )


def _board_width(paper: Paper) -> float:
    """So that the rows fit on the first page, below the title."""
    room = paper.height - 2 * MARGIN - 3 - TITLE - (ROWS - 1) * GUTTER
    return (room / ROWS - WORDS) * WIDTH / HEIGHT


def _question(number: int, card: Card, board: float) -> str:
    return (
        "block(breakable: false)["
        f"#text(weight: 700, {string(f'{number}. {card.question}')})\n\n"
        f"{picture(card.board, f'{board:.1f}mm')}\n"
        f"#text(size: 8pt, fill: {FAINT}, {string(card.facts)})"
        f"#v(3.5mm)#line(length: 100%, stroke: 0.1mm + {FAINT})],"
    )


def _solution(number: int, card: Card) -> str:
    return "".join(
        [
            "#block(breakable: false, below: 4mm)[",
            f"#text(weight: 700, {string(f'{number}. {card.best}')})\n\n",
            *_why(card),
            "]\n",
        ]
    )


def _why(card: Card) -> Iterator[str]:
    yield f"#{string(f'Played: {card.played}, which loses {card.error:.3f} ({card.size}).')}\n\n"
    shown = [row for place, row in enumerate(card.table.rows) if place < NEXT_BEST or row.mark]
    rows = card.table._replace(rows=tuple(shown))
    yield f"#text(size: 6.8pt)[{table_source(rows, narrow=True)}]\n"
    yield f"#text(size: 7.5pt, fill: {FAINT}, {string(card.source)})"
