"""`fullprime rollout` and `fullprime verify-rollout`: the last word, and whether it is true."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from fullprime.cli.asked import asked, print_json
from fullprime.cli.params import (
    RollText,
    cubeful_option,
    json_option,
    plies_option,
    rules_option,
    variant_option,
)
from fullprime.cli.stakes import head_line, stakes_options, wager_of
from fullprime.dice import Roll
from fullprime.engine.rolled_out import RolledOut, RolloutSettings, Terms
from fullprime.engine.rollout import Progress, Roller, roller_for
from fullprime.files import write_atomically
from fullprime.position import Position
from fullprime.protocols.rolled import phases_of, rollout_as_json
from fullprime.tui.rolled import rollout_lines
from fullprime.variant import Variant

DIFFERS: Final = 1
USUAL: Final = RolloutSettings()

_above_nothing = click.FloatRange(0, min_open=True)
_KEPT: Final = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@click.argument("position")
@click.argument("roll", metavar="[DICE]", type=RollText(), required=False)
@click.option("--double", is_flag=True, help="The cube decision: no double; double, take.")
@click.option(
    "--trials", type=click.IntRange(1), default=USUAL.trials, show_default=True, metavar="N"
)
@click.option("--seed", type=click.IntRange(0), default=USUAL.seed, show_default=True, metavar="N")
@click.option("--truncate", type=click.IntRange(1), metavar="N", help="The most plies of a trial.")
@cubeful_option
@click.option(
    "--standard-error", type=_above_nothing, metavar="X", help="Stop once it is so small."
)
@click.option(
    "--confidence",
    type=_above_nothing,
    metavar="X",
    help="Stop once the best leads by so many joint standard errors.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep the result, to be verified or extended later.",
)
@stakes_options
@plies_option
@variant_option
@rules_option
@json_option
def rollout(
    position: str,
    roll: Roll | None,
    double: bool,
    save: Path | None,
    stakes: dict[str, Any],
    plies: int,
    variant: Variant,
    options: tuple[str, ...],
    as_json: bool,
    **fields: Any,
) -> None:
    """Play a position on to the end, again and again.

    POSITION is position text, a GNU id or an XGID, `-` reads it from standard input. With DICE
    the best plays of that roll are rolled out, with the same dice for all.

    \b
    Examples:
      fullprime rollout 4HPwATDgc/ABMA 31
      fullprime rollout "6:2 5:2 / 6:2 4:2" --double --away 3,5 --save race.json
    """  # fmt: skip
    if double and roll:
        raise click.UsageError("choose one of --double and DICE")
    variant, where = asked(variant, options, position)
    wager = wager_of(variant, stakes)
    settings = RolloutSettings(phases=phases_of(plies), **fields)
    roller = roller_for(variant)
    found = _found(roller, where, roll, double, settings, Terms.of(wager.cube))
    if save:
        write_atomically(save, found.dump())
    if as_json:
        print_json(rollout_as_json(found))
        return
    click.echo(head_line(variant, wager, f"net {found.net}"))
    click.echo("\n".join(rollout_lines(found)))


def _found(
    roller: Roller,
    position: Position,
    roll: Roll | None,
    double: bool,
    settings: RolloutSettings,
    terms: Terms,
) -> RolledOut:
    if double:
        return roller.cube(position, settings, terms, _watch)
    if roll:
        return roller.plays(position, roll, settings, terms, _watch)
    return roller.position(position, settings, terms, _watch)


def _watch(progress: Progress) -> None:
    """One line on a terminal, written over again and again."""
    if sys.stderr.isatty():
        text = (
            f"{progress.trials} of {progress.expected} trials, {progress.seconds_left:.0f} s left"
        )
        done = progress.trials >= progress.expected
        click.echo(f"\r\x1b[K{'' if done else text}", nl=False, err=True)


@click.command("extend-rollout")
@click.argument("file", type=_KEPT)
@click.option(
    "--trials", type=click.IntRange(1), required=True, metavar="N", help="All in all, old and new."
)
@json_option
def extend_rollout(file: Path, trials: int, as_json: bool) -> None:
    """Add trials to a kept rollout, and keep the result in its place.

    \b
    Example:
      fullprime extend-rollout race.json --trials 12960
    """
    found = RolledOut.load(file.read_bytes())
    variant = Variant.load(found.variant, found.options)
    settings = msgspec.structs.replace(
        found.settings, trials=trials, standard_error=None, confidence=None
    )
    found = roller_for(variant).extend(found, settings, _watch)
    write_atomically(file, found.dump())
    if as_json:
        print_json(rollout_as_json(found))
        return
    click.echo(f"{variant.name}; net {found.net}")
    click.echo("\n".join(rollout_lines(found)))


@click.command("verify-rollout")
@click.argument("file", type=_KEPT)
def verify_rollout(file: Path) -> None:
    """Compute a kept rollout again, and compare every figure.

    Ends with 1 if one differs.
    """
    found = RolledOut.load(file.read_bytes())
    roller = roller_for(Variant.load(found.variant, found.options))
    differing = roller.verify(found, _watch)
    if differing:
        click.echo("\n".join(differing))
        raise click.exceptions.Exit(DIFFERS)
    click.echo(f"Every figure is right: {found.trials} trials of {len(found.lines)}, {found.net}.")
