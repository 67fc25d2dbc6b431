"""`fullprime book`: the opening book."""

from __future__ import annotations

import click

from fullprime.analysis.as_json import book_json
from fullprime.analysis.book_tables import book_lines
from fullprime.analysis.opening_book import opened
from fullprime.analysis.tables import WIDEST
from fullprime.cli.output import print_json, print_lines, screen_width
from fullprime.cli.params import RollText, json_option, rules_option, variant_option
from fullprime.dice import Roll
from fullprime.series import chosen_options
from fullprime.variant import Variant


@click.command("book")
@click.argument("first", type=RollText(), required=False)
@click.argument("reply", type=RollText(), required=False)
@click.option("--play", default="", metavar="PLAY", help="Of FIRST; its best play if left out.")
@variant_option
@rules_option
@json_option
def opening_book(
    first: Roll | None,
    reply: Roll | None,
    play: str,
    variant: Variant,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show how to play every first roll, and every reply to it.

    FIRST is the first roll: its candidates, and the replies after the best of
    them. REPLY is the opponent's roll after it. The standard game is rolled out;
    other games, and plays that are not in the book, are evaluated.

    \b
    Examples:
      fullprime book
      fullprime book 31
      fullprime book 31 64
      fullprime book 43 62 --play "24/20 13/10"
      fullprime book --variant GAME --json
    """
    found = opened(
        variant.with_options(chosen_options(options)), str(first or ""), str(reply or ""), play
    )
    if as_json:
        print_json(book_json(found))
        return
    print_lines(book_lines(found, screen_width() or WIDEST))
