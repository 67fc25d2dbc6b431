"""The rules of a game as a leaflet: the board set up, what is special, then everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from fullprime.printing.boards import board_on
from fullprime.printing.drawing import FAINT, string
from fullprime.printing.look import Look
from fullprime.printing.paper import Box, Paper
from fullprime.rulebook import HouseRule, Rulebook, rules_of
from fullprime.rulebook.text import differences
from fullprime.variant import Variant

MARGIN: Final = 15.0
BOARD: Final = 0.62
"""The set-up needs so much of the width; the text beside it the rest."""


def leaflet(paper: Paper, look: Look, variant: Variant, foot: str) -> str:
    """Pages of typst, as many as the rules need."""
    book = rules_of(variant)
    return "\n".join(
        [
            f"#page(width: {paper.width}mm, height: {paper.height}mm, margin: (x: {MARGIN}mm, "
            f"top: {MARGIN}mm, bottom: {MARGIN + 3}mm), footer-descent: 5mm, "
            f"footer: align(right, {foot}))[",
            "#set text(size: 9pt)",
            "#set par(leading: 0.58em, spacing: 0.8em)",
            '#set list(indent: 0mm, body-indent: 1.6mm, spacing: 0.72em, marker: "•")',
            *_head(paper, look, variant, book),
            "#v(2mm)#columns(2, gutter: 8mm)[",
            *_chapters(book),
            "]]",
        ]
    )


def _head(paper: Paper, look: Look, variant: Variant, book: Rulebook) -> Iterator[str]:
    """The name, the board at the start, and what kind of game it is beside it."""
    width = paper.width - 2 * MARGIN
    box = Box(0, 0, width * BOARD, width * BOARD * 0.68)
    board = board_on(variant, box).draw(look, checkers=True)
    yield f"#block(below: 3.2mm, text(size: 24pt, weight: 700, {string(book.name)}))"
    yield "#line(length: 100%, stroke: 0.4mm)"
    yield f"#grid(columns: ({box.width:g}mm, 1fr), column-gutter: 7mm, align: (left, left),"
    yield f"block(width: {box.width:g}mm, height: {box.height:g}mm)[{board.source()}],"
    yield f"[#text(size: 12pt, weight: 600, {string(book.summary)})"
    yield f"#v(1mm)#text(size: 9.5pt, {string(book.description)})"
    if book.aliases:
        names = string(f"Also known as {', '.join(book.aliases).replace('_', ' ')}.")
        yield f"#v(1mm)#text(size: 8.5pt, fill: {FAINT}, {names})"
    yield "])"


def _chapters(book: Rulebook) -> Iterator[str]:
    special = list(differences(book))
    rows = [block.text for block in special if block.kind != "heading"]
    yield "#block(fill: luma(242), inset: 3mm, radius: 1.5mm, width: 100%)["
    yield f"{_heading(special[0].text)}{_listed(rows)}]"
    for section in book.sections:
        lines = [*(line.says.text for line in section.lines), *(r.text for r in section.rules)]
        if lines:
            yield _heading(section.title) + _listed(lines)
    rules = [*book.options, *book.modifiers]
    if rules:
        yield _heading("House rules") + _listed([_house_rule(rule) for rule in rules])


def _house_rule(rule: HouseRule) -> str:
    """What it is about and what can be agreed; its name is for programs."""
    choices = "; ".join(choice.says.text.rstrip(".") for choice in rule.choices)
    return f"{rule.summary} {choices}." if choices else rule.summary


def _heading(title: str) -> str:
    return f"#heading(level: 2, {string(title)})\n"


def _listed(lines: Sequence[str]) -> str:
    return f"#list(tight: false, {', '.join(map(string, lines))})\n"
