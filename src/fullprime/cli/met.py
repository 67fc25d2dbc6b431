"""`fullprime met`: a match equity table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import click

from fullprime.cli.output import print_json, screen_width
from fullprime.cli.params import SeriesName, json_option
from fullprime.errors import FullprimeError
from fullprime.formats import match_equity
from fullprime.match_equity import MatchEquity
from fullprime.series import Series, game_text
from fullprime.series_equity import series_equity

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
@click.option(
    "--variant", "-v", "series", type=SeriesName(),
    help="A game without a cube, a series, or games in turn with commas between.",
)  # fmt: skip
@json_option
def met(table: str | None, length: int | None, series: Series | None, as_json: bool) -> None:
    """Print a match equity table: the chance to win the match at each score.

    TABLE is a name, a TOML file, or an XML file of GNU Backgammon; the table
    that the program plays by if left out. With --variant, the chances in a
    match of games without a cube, before the first of them.

    \b
    Examples:
      fullprime met --length 7
      fullprime met my-table.toml --json
      fullprime met --variant GAME
    """
    if series:
        if table:
            raise click.UsageError("choose a table or --variant, not both")
        _print_series(series, length or series.to, as_json)
        return
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


def _print_series(series: Series, length: int, as_json: bool) -> None:
    rotation = series.rotation()
    if cubes := [variant.name for variant in rotation if variant.cube]:
        raise FullprimeError(
            f"{cubes[0]} has a cube: its chances stand in a table; leave out --variant"
        )
    names = tuple(filter(None, map(game_text, rotation)))
    equity = series_equity(names) if len(names) == len(rotation) else None
    if equity is None:
        raise FullprimeError(
            f"{series.name}: how its games end was not measured yet; matches use the usual table"
        )
    needs = range(1, length + 1)
    rows = [[equity.chance(mine, theirs) for theirs in needs] for mine in needs]
    if as_json:
        games = [variant.id for variant in rotation]
        chances = [[round(chance, DIGITS) for chance in row] for row in rows]
        print_json({"name": series.name, "games": games, "before": chances})
        return
    _print_text(f"{series.name}: chances to win the match before {rotation[0].name}, in per cent")
    _print_text("Rows: points that you need. Columns: points they need.")
    for columns in _bands(length):
        click.echo()
        click.echo(_line("", [str(theirs) for theirs in columns]))
        for mine, row in enumerate(rows, 1):
            click.echo(_line(str(mine), [_cell(row[theirs - 1]) for theirs in columns]))


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
