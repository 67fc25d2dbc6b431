"""The door of a folder of reports: all matches in one table, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final
from urllib.parse import quote

import msgspec

from fullprime.analysis.review.html import page

HEADS: Final = ("Match", "Player", "PR", "Errors", "Blunders", "Luck", "Data")
WORDS: Final = ("Match", "Player", "Data")
"""Columns of words; the others have figures."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file: its reports in the folder, or why there is none."""

    file: str
    players: list[dict[str, Any]] = []
    """As `report_json` has them."""
    report: str | None = None
    """The report as JSON,"""
    page: str | None = None
    """and to read."""
    faults: int = 0
    """What was wrong with the file, though it could be reviewed."""
    error: str | None = None


def index_json(entries: Sequence[Entry]) -> bytes:
    """For programs."""
    return msgspec.json.format(msgspec.json.encode({"reports": entries}))


def index_html(entries: Sequence[Entry], total: str) -> str:
    """For people; `total` says it in a line."""
    return page("Reviewed matches", _body(entries, total))


def _body(entries: Sequence[Entry], total: str) -> Iterator[str]:
    reviewed = [each for each in entries if each.error is None]
    unread = [each for each in entries if each.error is not None]
    yield f"<main><header><h1>Reviewed matches</h1><p>{escape(total)}</p></header>"
    if reviewed:
        heads = "".join(f"<th{_side(head)}>{head}</th>" for head in HEADS)
        yield f'<section><div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>'
        yield from (line for each in reviewed for line in _rows(each))
        yield "</tbody></table></div></section>"
    if unread:
        faults = (f"<li>{escape(each.error or '')}</li>" for each in unread)
        yield f"<section><h2>Not reviewed</h2><ul>{''.join(faults)}</ul></section>"
    yield "</main>"


def _rows(entry: Entry) -> Iterator[str]:
    """A line for each player."""
    for seat, player in enumerate(entry.players):
        figures = (
            "-" if player["pr"] is None else f"{player['pr']:.2f}",
            str(player["errors"]),
            str(player["blunders"]),
            f"{player['luck']:+.2f}",
        )
        first = "" if seat else _link(entry.page, entry.file) + _faults(entry.faults)
        last = "" if seat else _link(entry.report, "JSON")
        cells = (first, escape(player["name"]), *figures, last)
        drawn = (f"<td{_side(head)}>{each}</td>" for head, each in zip(HEADS, cells, strict=True))
        yield f"<tr>{''.join(drawn)}</tr>"


def _link(name: str | None, text: str) -> str:
    return f'<a href="{quote(name)}">{escape(text)}</a>' if name else escape(text)


def _faults(number: int) -> str:
    return f" ({number} fault{'' if number == 1 else 's'})" if number else ""


def _side(head: str) -> str:
    return ' class="words"' if head in WORDS else ""
