"""`fullprime info`: the version, the games, the series and their nets."""

from __future__ import annotations

from typing import Final

import click

import fullprime
from fullprime.cli.output import print_json, screen_width
from fullprime.cli.params import VariantName, json_option
from fullprime.engine.nets import Card, OwnNet, ShippedNet, net_for, own_folder, own_nets
from fullprime.engine.weights import Metadata
from fullprime.errors import BadNet
from fullprime.formats.ids import gnubg_id
from fullprime.protocols.info import info_as_json
from fullprime.series import Series, all_series
from fullprime.variant import Variant, variants

BELOW: Final = " " * 11
"""Where lines go on that belong to a heading."""


@click.command()
@click.argument("variant", type=VariantName(), required=False)
@json_option
def info(variant: Variant | None, as_json: bool) -> None:
    """Show the version and the games that this program knows.

    With a VARIANT, show that game alone, with the net that evaluates it.
    """
    if as_json:
        print_json(info_as_json(variant))
        return
    click.echo(f"fullprime {fullprime.__version__}")
    for each in [variant] if variant else variants():
        _print_variant(each)
    if variant:
        _print_net(variant)
        return
    for series in all_series():
        _print_series(series)
    _print_own_nets()


def _print_variant(variant: Variant) -> None:
    click.echo(f"\n{variant.id}  {variant.summary}")
    start = variant.start_position
    click.echo(f"  start    {variant.text(start)}  (GNU id {gnubg_id(start) or 'none'})")
    for name, option in variant.options.items():
        click.echo(f"  --option {name}  {option.summary}")


def _print_series(series: Series) -> None:
    click.echo(f"\n{series.id}  {series.summary}")
    click.echo(f"  games    {', '.join(series.games)}; to {series.to}")
    for name, rule in series.options.items():
        click.echo(f"  --option {name}  {rule.summary}")


def _print_own_nets() -> None:
    """Those of the user, with what is wrong with them."""
    if not own_nets():
        return
    click.echo(f"\nyour nets  in {own_folder()}")
    for net in own_nets():
        try:
            click.echo(f"  {net.name}  for {net.trained_on.name}")
        except BadNet as error:
            click.echo(f"  {error}")


def _print_net(variant: Variant) -> None:
    net = net_for(variant)
    if net is None:
        click.echo("  net      none yet; the hand-made evaluator plays")
        return
    whose = ", your own" if isinstance(net, OwnNet) else ""
    click.echo(f"  net      {net.name}{whose}, trained on {net.variant_id}")
    width = screen_width()
    for line in _card_lines(net):
        whole = f"{BELOW}{line}"
        click.echo(click.wrap_text(line, width, BELOW, BELOW) if width else whole)


def _card_lines(net: ShippedNet) -> list[str]:
    metadata, card = net.metadata, net.card
    return [
        f"layers of {', '.join(map(str, metadata.widths))}{_tails(metadata)}; "
        f"features {metadata.feature_version}; recipe {metadata.recipe}",
        f"trained by {', '.join(card.experiments)}: {_effort(card)}",
        *_pruner_lines(net),
        *([f"strength: {line}" for line in card.strength] or ["strength: not measured yet"]),
    ]


def _effort(card: Card) -> str:
    seconds = f"{card.gpu_seconds:,} seconds of a GPU, " if card.gpu_seconds else ""
    return f"{seconds}{card.positions:,} positions"


def _tails(metadata: Metadata) -> str:
    return f", the last two for each of {metadata.tails} kinds" if metadata.tails > 1 else ""


def _pruner_lines(net: ShippedNet) -> list[str]:
    if net.pruner is None:
        return []
    widths = ", ".join(map(str, net.pruner.metadata.widths))
    return [f"looks ahead with the pruner {net.pruner.name}, layers of {widths}"]
