"""`fullprime rules`: the rules of every game in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click
import msgspec

from fullprime.cli.output import print_json, print_lines, screen_width
from fullprime.cli.params import SeriesName, json_option, rules_option
from fullprime.game import Game
from fullprime.render.text import board_text
from fullprime.rulebook import rules_of, rules_of_series
from fullprime.rulebook.text import Block, blocks, kinds_and_lines, plain_lines, series_blocks
from fullprime.series import Series, chosen_options
from fullprime.variant import Variant, variants

WIDTH: Final = 80
"""Columns where the output goes to no terminal."""
WIDEST: Final = 100
"""Longer lines are hard to read."""
STYLES: Final = {"title": "bold reverse", "heading": "bold", "rule": "dim", "choice": "dim"}


@click.command()
@click.argument("game", type=SeriesName(), default=lambda: variants()[0].id)
@rules_option
@click.option("--short", is_flag=True, help="Leave out the chapters: only what is different.")
@click.option("--plain", is_flag=True, help="No color, and a board of plain letters.")
@json_option
def rules(game: Series, options: tuple[str, ...], short: bool, plain: bool, as_json: bool) -> None:
    """Show the rules of a game, of a series, or of a game of your own by its file.

    \b
    Examples:
      fullprime rules
      fullprime rules --short
      fullprime rules my-game.toml --option cap5
    """
    rotation = game.rotation(chosen_options(options))
    alone = not game.id and len(rotation) == 1
    if as_json:
        book = rules_of(rotation[0]) if alone else rules_of_series(game)
        print_json(msgspec.to_builtins(book))
        return
    width = min(screen_width() or WIDTH, WIDEST)
    if alone:
        _print(_game(rotation[0], width, short, plain), width, plain)
    else:
        _print(series_blocks(rules_of_series(game)), width, plain)


def _game(variant: Variant, width: int, short: bool, plain: bool) -> Iterable[Block]:
    board = board_text(Game.start(variant), width=min(width, WIDTH), ascii=plain)
    return blocks(rules_of(variant), board, short)


def _print(found: Iterable[Block], width: int, plain: bool) -> None:
    if plain or screen_width() is None:
        print_lines(plain_lines(found, width))
        return
    from rich.console import Console  # slow to import, and only terminals need it
    from rich.text import Text

    from fullprime.tui.console import ConsoleTerminal

    console = Console(highlight=False, markup=False, emoji=False)
    table = ConsoleTerminal(console)
    for kind, line in kinds_and_lines(found, width):
        if kind == "board":
            table.draw([line])  # in the colors of a game
        elif kind != "underline":
            text = Text(line, STYLES.get(kind, ""))
            console.print(text, no_wrap=True, overflow="ignore", crop=False)
