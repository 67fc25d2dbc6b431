"""`fullprime levels`: how well the computer can be made to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from fullprime.cli.output import print_json, screen_width
from fullprime.cli.params import json_option
from fullprime.engine.levels import Level, all_levels, measured


@click.command()
@json_option
def levels(as_json: bool) -> None:
    """List the levels, and what each was measured to lose.

    PR is 500 times the equity lost per decision, with its 95 % confidence
    interval (±). By kind of position: what is lost in races, in contact
    after a checker was borne off, with many checkers back, in other contact,
    and with the cube. Last: the time for a decision, in thousandths of a second.

    \b
    Examples:
      fullprime levels
      fullprime levels --json
      fullprime play --level club
    """
    if as_json:
        print_json({"judge": measured().judge, "levels": [_as_json(each) for each in all_levels()]})
        return
    kinds = list(next(each.card for each in all_levels() if each.card).kinds)
    rows = [["level", "PR", *kinds, "ms", ""], *(_row(each, kinds) for each in all_levels())]
    _print_table(rows)
    click.echo(f"Measured by {measured().judge}.")
    if any(each.card and each.card.rate.pr < 0 for each in all_levels()):
        click.echo("Less than 0 comes from the chance in rollouts: no error was found.")


def _row(level: Level, kinds: Sequence[str]) -> list[str]:
    card = level.card
    if card is None:
        return [level.name, *("-" for _ in ("PR", *kinds, "ms")), level.summary]
    by_kind = (f"{card.kinds[kind].pr:.1f}" for kind in kinds)
    rate = f"{card.rate.pr:.1f} ± {card.rate.interval:.1f}"
    return [level.name, rate, *by_kind, f"{1000 * card.seconds:.1f}", level.summary]


def _print_table(rows: list[list[str]]) -> None:
    """The summaries are left out where the screen has no room for them."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    screen = screen_width()
    if screen and sum(widths) + 2 * len(widths) > screen:
        widths.pop()
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        click.echo("  ".join(cells).rstrip())


def _as_json(level: Level) -> dict[str, Any]:
    card = msgspec.to_builtins(level.card)
    return {"name": level.name, "summary": level.summary, "plies": level.plies, "card": card}
