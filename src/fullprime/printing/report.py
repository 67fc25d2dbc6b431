"""The report of a review on paper: the same tables, charts and boards as its page, by typst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from fullprime.analysis.review.document import Case, Document, Row, Table
from fullprime.analysis.review.verdict import Size
from fullprime.printing.drawing import FAINT, string
from fullprime.printing.kit import HEAD, foot
from fullprime.printing.paper import Paper

MARGIN: Final = 15.0
BOARD: Final = 76.0
"""How wide a board is; what the choices are worth stands beside it."""
FILLS: Final = {"best": 'rgb("#e4f3ec")', "played": 'rgb("#fbeee4")'}
COLORS: Final[dict[Size, str]] = {
    "doubtful": 'rgb("#7d5c00")',
    "error": 'rgb("#a8480a")',
    "blunder": 'rgb("#b3261e")',
}


def report_source(documents: Sequence[Document], paper: Paper) -> str:
    """Pages of typst, as many as these reports need; each begins on a new one."""
    return HEAD + "\n".join(_match(document, paper) for document in documents)


def _match(document: Document, paper: Paper) -> str:
    return "\n".join(
        [
            f"#page(width: {paper.width}mm, height: {paper.height}mm, margin: (x: {MARGIN}mm, "
            f"top: {MARGIN}mm, bottom: {MARGIN + 3}mm), footer-descent: 5mm, "
            f"footer: align(right, {foot(f'{document.title}: review')}))[",
            "#set text(size: 9pt)",
            "#set par(leading: 0.58em, spacing: 0.8em)",
            "#set table(inset: (x: 1.6mm, y: 1.1mm))",
            f"#block(below: 2.4mm, text(size: 20pt, weight: 700, {string(document.title)}))",
            *(f"#block(above: 1mm, below: 1mm, {string(line)})" for line in document.lines),
            *_sections(document),
            "]",
        ]
    )


def _sections(document: Document) -> Iterator[str]:
    yield _heading("Summary") + table_source(document.players)
    if document.chart:
        words = f"{document.chart_words} Marks: ● doubtful, ◆ error, ▲ blunder."
        yield _heading("The match") + picture(document.chart, "100%")
        yield f"#text(size: 8pt, fill: {FAINT}, {string(words)})"
    if document.games:
        yield _heading("Games") + table_source(document.games)
    yield _heading("Errors")
    yield table_source(document.errors) if document.errors else f"#{string(document.none)}"
    if document.cases:
        yield _heading("Errors on the board")
        yield from map(_case, document.cases)
    if document.cubes:
        yield _heading("Cube decisions") + table_source(document.cubes)
    if document.faults:
        yield _heading("Faults of the file")
        yield f"#list({', '.join(map(string, document.faults))},)"
    yield _heading("How this was computed") + table_source(document.settings)


def _heading(title: str) -> str:
    return f"#heading(level: 2, {string(title)})\n"


def picture(svg: str, width: str) -> str:
    """A drawing, as vector graphics."""
    return f'#image(bytes({string(svg)}), format: "svg", width: {width})'


def _case(case: Case) -> str:
    """A board with what is to be said about it, on one page."""
    size = f"text(weight: 700, fill: {COLORS[case.size]}, {string(case.size)})"
    said = "".join(f"#{string(text)}\n\n" for text in (case.verdict, *case.reasons))
    return (
        "#block(breakable: false, above: 4mm, below: 4mm)["
        f"#line(length: 100%, stroke: 0.15mm + {FAINT})"
        f"#text(weight: 700, {string(case.heading)})#h(1.5mm)#{size}"
        f"#grid(columns: ({BOARD}mm, 1fr), column-gutter: 5mm, "
        f"[{picture(case.board, '100%')}], "
        f"[#text(fill: {FAINT}, {string('; '.join(case.facts))})\n\n"
        f"{said}#text(size: 6.6pt)[{table_source(case.table, narrow=True)}]])]"
    )


def table_source(table: Table, narrow: bool = False) -> str:
    """A table with its marks; `narrow`: beside a board, where space is short."""
    sides = ", ".join("left" if left else "right" for left in table.left)
    heads = (
        f"text(size: 0.9em, fill: {FAINT}, weight: 600, {string(head)})" for head in table.heads
    )
    head = f"table.header({', '.join(heads)})," if any(table.heads) else ""
    inset = ", inset: (x: 0.9mm, y: 0.9mm)" if narrow else ""
    marked = "".join(
        f"if y == {n} {{ {FILLS[row.mark]} }} else "
        for n, row in enumerate(table.rows, bool(head))
        if row.mark in FILLS
    )
    fill = f", fill: (_, y) => {marked}{{ none }}" if marked else ""
    rows = "".join(cell for row in table.rows for cell in _cells(row))
    return (
        f"#table(columns: {len(table.left)}, align: ({sides},), "
        f"stroke: (_, y) => (bottom: 0.1mm + luma(200)){inset}{fill}, {head}{rows})"
    )


def _cells(row: Row) -> Iterator[str]:
    bold = "weight: 600, " if row.mark == "best" else ""
    for cell in row.cells:
        # The name of a size has its color; what it says stays readable without.
        fill = f"fill: {color}, " if cell == row.mark and (color := _color(cell)) else ""
        yield f"text({bold}{fill}{string(cell)}), "


def _color(size: str) -> str | None:
    return next((color for name, color in COLORS.items() if name == size), None)
