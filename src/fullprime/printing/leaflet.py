"""The rules of a game as a leaflet: the board set up, what is special, then everything."""

from __future__ import annotations

from fullprime.printing.boards import board_on
from fullprime.printing.drawing import string
from fullprime.printing.look import Look
from fullprime.printing.paper import Box, Paper
from fullprime.variant import Variant

MARGIN = 16.0


def leaflet(paper: Paper, look: Look, variant: Variant, foot: str) -> str:
    """Pages of typst, as many as the rules need."""
    width = paper.width - 2 * MARGIN
    height = width * 0.66
    board = board_on(variant, Box(0, 0, width, height)).draw(look, checkers=True)
    return "\n".join(
        [
            f"#page(width: {paper.width}mm, height: {paper.height}mm, margin: (x: {MARGIN}mm, "
            f"top: {MARGIN}mm, bottom: {MARGIN + 4}mm), footer-descent: 4mm, footer: {foot})[",
            "#set par(justify: true, leading: 0.6em, spacing: 0.75em)",
            f"#text(size: 22pt, weight: 700, {string(variant.name)})",
            "#v(-2mm)",
            f"#text(size: 11pt, fill: luma(90), {string(variant.summary)})",
            f"#v(1mm)#block(width: {width}mm, height: {height}mm)[{board.source()}]",
            "#v(3mm)#columns(2, gutter: 9mm)[",
            *(_section(title, sentences) for title, sentences in _sections(variant)),
            "]]",
        ]
    )


def _section(title: str, sentences: list[str]) -> str:
    lines = "\n\n".join(f"#{string(sentence)}" for sentence in sentences)
    return f"#heading(level: 2, {string(title)})\n{lines}\n"


def _sections(variant: Variant) -> list[tuple[str, list[str]]]:
    return [("Rules", [variant.summary])]
