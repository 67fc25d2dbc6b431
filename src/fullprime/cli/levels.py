"""`fullprime levels`: how well the computer can be made to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click
import msgspec

from fullprime.cli.output import print_json, screen_width
from fullprime.cli.params import json_option, variant_option
from fullprime.engine.levels import Card, Level, all_levels, measured
from fullprime.variant import Variant

WIDEST: Final = max(len(each.name) for each in all_levels())


@click.command()
@variant_option
@json_option
def levels(variant: Variant, as_json: bool) -> None:
    """List the levels, and what each was measured to lose in a game.

    PR is 500 times the points lost per decision, with its 95 % confidence
    interval (±). By kind of position: what is lost in races, in contact
    after a checker was borne off, with many checkers back, in other contact,
    and with the cube. Last: the time for a decision, in thousandths of a second.

    \b
    Examples:
      fullprime levels
      fullprime levels --variant GAME
      fullprime levels --json
      fullprime play --level club
    """
    known, cards = measured(variant.id), [each.card_in(variant) for each in all_levels()]
    judge = known.judge if known and any(cards) else None
    if as_json:
        listed = [_as_json(*pair) for pair in zip(all_levels(), cards, strict=True)]
        print_json({"variant": variant.id, "judge": judge, "levels": listed})
        return
    if judge is None:
        for each in all_levels():
            click.echo(f"{each.name:<{WIDEST}}  {each.summary}")
        click.echo(f"What they lose was not measured in {variant.name}.")
        return
    kinds = list(dict.fromkeys(kind for card in cards if card for kind in card.kinds))
    head = ["level", "PR", *kinds, "ms", ""]
    rows = [_row(*pair, kinds) for pair in zip(all_levels(), cards, strict=True)]
    _print_table([head, *rows])
    click.echo(f"Measured by {judge}.")
    if any(card and card.rate.pr < 0 for card in cards):
        click.echo("Less than 0 comes from the chance in rollouts: no error was found.")


def _row(level: Level, card: Card | None, kinds: Sequence[str]) -> list[str]:
    if card is None:
        return [level.name, *("-" for _ in ("PR", *kinds, "ms")), level.summary]
    by_kind = (f"{card.kinds[kind].pr:.1f}" if kind in card.kinds else "-" for kind in kinds)
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


def _as_json(level: Level, card: Card | None) -> dict[str, Any]:
    kept = msgspec.to_builtins(card)
    return {"name": level.name, "summary": level.summary, "plies": level.plies, "card": kept}
