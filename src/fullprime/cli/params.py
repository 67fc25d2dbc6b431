"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
import click.shell_completion

from fullprime.dice import Roll
from fullprime.engine.judge import MOST_PLIES
from fullprime.errors import BadVariant
from fullprime.series import Series, all_series, find_series
from fullprime.variant import Variant, variants


class VariantName(click.ParamType[Variant]):
    """A variant by id or alias, completed by the shell."""

    name = "variant"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Variant:
        if isinstance(value, Variant):
            return value
        if series := find_series(str(value)):
            games = ", ".join(series.games)
            raise BadVariant(f"{value} is a series of games: name one of {games}")
        return Variant.load(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        return _completed(variants(), incomplete)


class SeriesName(click.ParamType[Series]):
    """A variant, a series, or several variants with commas between them."""

    name = "variant"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Series:
        return value if isinstance(value, Series) else Series.parse(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        series = () if comma else all_series()
        return _completed(variants(), last, before + comma) + _completed(series, incomplete)


def _completed(
    offered: Sequence[Variant] | Sequence[Series], incomplete: str, before: str = ""
) -> list[click.shell_completion.CompletionItem]:
    return [
        click.shell_completion.CompletionItem(before + each.id, help=each.summary)
        for each in offered
        if each.id.startswith(incomplete)
    ]


class RollText(click.ParamType[Roll]):
    """Two dice, such as 31 or 3-1."""

    name = "dice"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Roll:
        return value if isinstance(value, Roll) else Roll.parse(str(value))


variant_option = click.option(
    "--variant", "-v", type=VariantName(), default=lambda: variants()[0].id,
    help="The game; `fullprime info` lists them.",
)  # fmt: skip
series_option = click.option(
    "--variant", "-v", "series", type=SeriesName(), default=lambda: variants()[0].id,
    help="The game, a series, or games in turn with commas between; `fullprime info` lists them.",
)  # fmt: skip


def complete_option(
    ctx: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[click.shell_completion.CompletionItem]:
    """The named rules of the variant or series on the command line."""
    chosen = ctx.params.get("series") or ctx.params.get("variant") or Variant.load()
    series = Series.parse(chosen.id) if isinstance(chosen, Variant) else chosen
    return [
        click.shell_completion.CompletionItem(name, help=summary)
        for name, summary in series.summaries.items()
        if name.startswith(incomplete)
    ]


rules_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME[=VALUE]",
    shell_complete=complete_option,
    help="Choose a named rule of the game, such as cap5. May be repeated.",
)  # fmt: skip
position_option = click.option(
    "--position", "-p", metavar="TEXT",
    help="Position text, GNU id or XGID; the start if left out, `-` reads it from standard input.",
)  # fmt: skip
named_option = click.option(
    "--named", type=click.IntRange(1, 6), metavar="N",
    help="The doublet taken after 2-1, in games that give one.",
)  # fmt: skip
rolls_option = click.option(
    "--rolls", type=(click.IntRange(0), click.IntRange(0)), metavar="N M",
    help="Turns made so far by either side, for games that look back.",
)  # fmt: skip
dice_option = click.option(
    "--dice", "-d", "roll", type=RollText(), required=True, help="Such as 31 or 3-1."
)
plies_option = click.option(
    "--plies", type=click.IntRange(0, MOST_PLIES), default=0, show_default=True,
    help="How far to look ahead, in games that have a net.",
)  # fmt: skip
cubeful_option = click.option(
    "--cubeful", is_flag=True, help="Reckon with the cube: equities when both use it well."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def about_a_position(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that asks what to think of a position."""
    for option in reversed((plies_option, variant_option, rules_option, rolls_option, json_option)):
        command = option(command)
    return command


def about_a_roll(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that asks about a roll in a position."""
    for option in reversed(
        (variant_option, rules_option, position_option, dice_option, rolls_option, named_option)
    ):
        command = option(command)
    return json_option(command)
