"""Options that several commands share."""

from __future__ import annotations

import click
import click.shell_completion

from fullprime.dice import Roll
from fullprime.variant import Choice, Variant, variants


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
        return [
            click.shell_completion.CompletionItem(variant.id, help=variant.summary)
            for variant in variants()
            if variant.id.startswith(incomplete)
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


def chosen_options(texts: tuple[str, ...]) -> dict[str, Choice]:
    """`cap5` switches on, `entry=free` gives a value."""
    chosen: dict[str, Choice] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        known = {"true": True, "false": False, "": True if not equals else ""}
        chosen[name] = int(value) if value.isdecimal() else known.get(value.lower(), value)
    return chosen


def complete_option(
    ctx: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[click.shell_completion.CompletionItem]:
    """The named rules of the variant on the command line."""
    chosen = ctx.params.get("variant")
    variant = chosen if isinstance(chosen, Variant) else Variant.load()
    return [
        click.shell_completion.CompletionItem(name, help=option.summary)
        for name, option in variant.options.items()
        if name.startswith(incomplete)
    ]


rules_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME[=VALUE]",
    shell_complete=complete_option,
    help="Choose a named rule of the variant, such as cap5. May be repeated.",
)  # fmt: skip
position_option = click.option(
    "--position", "-p", metavar="TEXT",
    help="Position text or GNU id; the start if left out, `-` to read it from standard input.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
