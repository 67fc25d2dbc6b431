"""A report as one page of HTML that needs nothing else: no script, no network, no other file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from fullprime.analysis.review.document import Case, Document, Row, Table
from fullprime.data import shipped

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""The page itself forbids browsers to run or fetch anything, whatever names it shows."""
LEGEND: Final = (("best", "best"), ("played", "played"))


def html(documents: Sequence[Document]) -> str:
    """One page for all of these matches."""
    (head, *others) = [each.title for each in documents] or ["No matches"]
    title = f"{head} and {len(others)} more" if others else head
    matches = (line for n, each in enumerate(documents, 1) for line in _match(each, n))
    return page(f"{title}: review", matches)


def page(title: str, lines: Iterable[str]) -> str:
    """With the style of reports."""
    style = shipped("report.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
            '<meta name="generator" content="Fullprime">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            *lines,
            "</body>",
            "</html>",
            "",
        ]
    )


def _match(document: Document, number: int) -> Iterator[str]:
    """`number` makes its links unlike those of the other matches of the page."""
    place = f"match-{number}"
    yield f'<main id="{place}">'
    yield f"<header><h1>{escape(document.title)}</h1>"
    yield from (f"<p>{escape(line)}</p>" for line in document.lines)
    yield "</header>"
    yield from _section("Summary", _table(document.players, "players"))
    if document.chart:
        words = f"<figcaption>{escape(document.chart_words)} {_marks_legend()}</figcaption>"
        yield from _section("The match", ["<figure>", document.chart, words, "</figure>"])
    if document.games:
        yield from _section("Games", _table(document.games, "games"))
    if document.errors:
        yield from _section("Errors", _table(document.errors, "errors", place))
    else:
        yield from _section("Errors", [f"<p>{escape(document.none)}</p>"])
    if document.cases:
        yield from _section(
            "Errors on the board",
            [_arrows_legend(), *(line for case in document.cases for line in _case(case, place))],
        )
    if document.cubes:
        yield from _section("Cube decisions", _table(document.cubes, "cubes", place))
    if document.faults:
        faults = [f"<li>{escape(fault)}</li>" for fault in document.faults]
        yield from _section("Faults of the file", ["<ul>", *faults, "</ul>"])
    yield from _section("How this was computed", _table(document.settings, "settings"))
    yield "</main>"


def _section(title: str, lines: Sequence[str] | Iterator[str]) -> Iterator[str]:
    yield f"<section><h2>{escape(title)}</h2>"
    yield from lines
    yield "</section>"


def _case(case: Case, place: str) -> Iterator[str]:
    yield f'<article class="case {case.size}" id="{place}-{case.id}">'
    yield f"<h3>{escape(case.heading)} <strong>{case.size}</strong></h3>"
    yield f'<div class="board">{case.board}</div>'
    yield '<div class="choices">'
    yield f'<p class="facts">{escape("; ".join(case.facts))}</p>'
    yield f"<p>{escape(case.verdict)}</p>"
    yield from (f"<p>{escape(reason)}</p>" for reason in case.reasons)
    yield from _table(case.table, "plays")
    yield "</div></article>"


def _table(table: Table, kind: str, place: str = "") -> Iterator[str]:
    """`place`: where the boards are that its rows lead to."""
    yield f'<div class="wide"><table class="{kind}">'
    if any(table.heads):
        heads = (
            f"<th{_side(left)}>{escape(head)}</th>"
            for head, left in zip(table.heads, table.left, strict=True)
        )
        yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    yield from (_row(row, table.left, place) for row in table.rows)
    yield "</tbody></table></div>"


def _row(row: Row, left: Sequence[bool], place: str) -> str:
    cells = list(map(escape, row.cells))
    if row.case:
        first = f'<a href="#{place}-{row.case}">'
        cells = [f"{first}{cell}</a>" if cell else cell for cell in cells]
    mark = f' class="{row.mark}"' if row.mark else ""
    drawn = (f"<td{_side(side)}>{cell}</td>" for cell, side in zip(cells, left, strict=True))
    return f"<tr{mark}>{''.join(drawn)}</tr>"


def _side(left: bool) -> str:
    return ' class="words"' if left else ""


def _arrows_legend() -> str:
    keys = (f'<span class="key {mark}"></span> {word}' for mark, word in LEGEND)
    return f'<p class="legend">{" ".join(keys)}</p>'


def _marks_legend() -> str:
    return "Marks: ● doubtful, ◆ error, ▲ blunder."
