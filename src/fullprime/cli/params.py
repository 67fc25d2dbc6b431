"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence

import click
import click.shell_completion

from fullprime.dice import Roll
from fullprime.engine.evaluators import MOST_PLIES
from fullprime.series import Series, all_series
from fullprime.variant import Variant, variants


class VariantName(click.ParamType[Variant]):
    """A variant by id or alias, completed by the shell."""

    name = "variant"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Variant:
        return value if isinstance(value, Variant) else Variant.load(str(value))

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


class YesNo(click.ParamType[bool]):
    """Yes or no, as people and scripts write it."""

    name = "yes|no"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> bool:
        try:
            return click.BOOL.convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r}: expected yes or no", param, ctx)


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
plies_option = click.option(
    "--plies", type=click.IntRange(0, MOST_PLIES),
    help="How far to look ahead: 0-ply is the bare net; default 2, or the deepest the game has.",
)  # fmt: skip
cubeful_option = click.option(
    "--cubeful/--cubeless", default=None,
    help="Show cubeful or cubeless equities; default cubeful where the stakes have a cube.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
