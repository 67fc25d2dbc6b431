"""`fullprime met`: a match equity table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import click

from fullprime.cli.output import print_json, screen_width
from fullprime.cli.params import json_option
from fullprime.formats import match_equity
from fullprime.match_equity import MatchEquity

LONGEST: Final = 64
HEAD: Final = 3
CELL: Final = 6
"""Columns of the screen for the points needed, and for a chance such as 100.0."""
DIGITS: Final = 12
"""Of a chance in JSON; those behind are of adding floating point numbers."""


@click.command()
@click.argument("table", required=False)
@click.option(
    "--length", type=click.IntRange(1, LONGEST), metavar="N",
    help=f"The match that it is shown for, up to {LONGEST} points (default: all figures).",
)  # fmt: skip
@json_option
def met(table: str | None, length: int | None, as_json: bool) -> None:
    """Print a match equity table: the chance to win the match at each score.

    TABLE is a name, a TOML file, or an XML file of GNU Backgammon; the table
    that the program plays by if left out.

    \b
    Examples:
      fullprime met --length 7
      fullprime met my-table.toml --json
    """
    equity = match_equity.load(table)
    length = length or equity.length
    if as_json:
        print_json(_as_json(equity, length))
        return
    _print_text(f"{equity.name}: chances to win the match, in per cent")
    for source in equity.sources:
        _print_text(source, indent="  ")
    _print_text(
        "Rows: points that you need, 1* after the Crawford game. Columns: points they need."
    )
    for columns in _bands(length):
        click.echo()
        click.echo("\n".join(_lines(equity, length, columns)))


def _as_json(equity: MatchEquity, length: int) -> dict[str, object]:
    needs = range(1, length + 1)
    return {
        "name": equity.name,
        "sources": equity.sources,
        "before": [
            [round(equity.chance(mine, theirs), DIGITS) for theirs in needs] for mine in needs
        ],
        "after": [round(equity.chance(mine, 1, after_crawford=True), DIGITS) for mine in needs],
    }


def _print_text(text: str, indent: str = "") -> None:
    width = screen_width()
    click.echo(click.wrap_text(text, width, indent, indent) if width else indent + text)


def _bands(length: int) -> Iterator[list[int]]:
    """The columns, as many side by side as the screen has room for."""
    width = screen_width()
    at_once = max(1, (width - HEAD) // CELL) if width else length
    columns = iter(range(1, length + 1))
    while band := list(islice(columns, at_once)):
        yield band


def _lines(equity: MatchEquity, length: int, columns: list[int]) -> Iterator[str]:
    yield _line("", [str(theirs) for theirs in columns])
    yield _line("1*", [_cell(equity.chance(1, theirs, after_crawford=True)) for theirs in columns])
    for mine in range(1, length + 1):
        yield _line(str(mine), [_cell(equity.chance(mine, theirs)) for theirs in columns])


def _line(head: str, cells: list[str]) -> str:
    return f"{head:<{HEAD}}" + "".join(f"{cell:>{CELL}}" for cell in cells)


def _cell(chance: float) -> str:
    return f"{100 * chance:.1f}"
