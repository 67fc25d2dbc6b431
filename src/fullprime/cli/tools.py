"""Commands for looking things up and for other programs."""

from __future__ import annotations

import sys

import click
import click.shell_completion

from fullprime.cli.asked import asked, print_json
from fullprime.cli.params import (
    about_a_roll,
    json_option,
    position_option,
    rules_option,
    variant_option,
)
from fullprime.dice import Roll
from fullprime.errors import BadPlay
from fullprime.notation import judge_play
from fullprime.play import MOST_PLAYS, every_play, write_named
from fullprime.position import Position
from fullprime.protocols import jsonl as json_lines
from fullprime.protocols.request import check_named
from fullprime.variant import Variant


@click.command()
@about_a_roll
def legal(
    variant: Variant,
    options: tuple[str, ...],
    position: str | None,
    roll: Roll,
    rolls: tuple[int, int] | None,
    named: int | None,
    as_json: bool,
) -> None:
    """List the legal plays of a roll.

    \b
    Examples:
      fullprime legal --dice 31
      fullprime legal -d 64 -p "bar:1 6:2 / 13:2 6:2 4:1" --json
    """
    variant, where, _ = asked(variant, options, position, rolls)
    check_named(variant, roll, named)
    if as_json:
        print_json({"plays": json_lines.plays_as_json(variant, where, roll, named)})
        return
    _print_plays(variant, where, roll, named)


def _print_plays(
    variant: Variant, position: Position, roll: Roll, named: int | None, most: int = MOST_PLAYS
) -> None:
    rows = [
        (write_named(play, doublet), variant.text(play.position))
        for doublet, play in every_play(variant, position, roll, named, most)
    ]
    width = max(24, *(len(text) for text, _ in rows))
    for text, after in rows:
        click.echo(f"{text:<{width}} {after}")


@click.command()
@about_a_roll
@click.argument("play")
def why(
    variant: Variant,
    options: tuple[str, ...],
    position: str | None,
    roll: Roll,
    rolls: tuple[int, int] | None,
    named: int | None,
    as_json: bool,
    play: str,
) -> None:
    """Tell whether a play is legal, and if not, which rule forbids it.

    \b
    Examples:
      fullprime why --dice 61 "8/2"
      fullprime why -d 43 -p "8:1 6:1 / 20:2 1:2" "8/1"
    """
    variant, where, _ = asked(variant, options, position, rolls)
    check_named(variant, roll, named)
    if as_json:
        print_json(json_lines.why_as_json(variant, where, roll, named, play))
        return
    objection = judge_play(variant, where, roll, play, named).objection
    if objection is None:
        click.echo(f"{play} with {roll} is legal.")
        return
    click.echo(f"{play} with {roll} is not legal. {objection.reason} [{objection.rule}]")
    click.echo("Legal would be:")
    try:
        _print_plays(variant, where, roll, named, json_lines.MOST_TO_SHOW)
    except BadPlay:
        click.echo("more plays than can be listed")


@click.command()
@variant_option
@rules_option
@position_option
@click.option(
    "--depth", "-n", type=click.IntRange(1, json_lines.MOST_DEPTH), default=1, show_default=True,
    help="How many turns deep.",
)  # fmt: skip
@json_option
def perft(
    variant: Variant, options: tuple[str, ...], position: str | None, depth: int, as_json: bool
) -> None:
    """Count whole turns: for all 21 rolls the distinct positions they lead to.

    \b
    Examples:
      fullprime perft
      fullprime perft --depth 2 --json
    """
    variant, where, _ = asked(variant, options, position)
    counts = json_lines.perft_as_json(variant, where, depth)
    if as_json:
        print_json(counts)
        return
    for roll, count in counts.get("by_roll", {}).items():
        click.echo(f"{roll[0]}-{roll[1]} {count:>6,}")
    click.echo(f"total {counts['nodes']:,}" if "by_roll" in counts else f"{counts['nodes']:,}")


@click.command()
def jsonl() -> None:
    """Answer JSON requests, one a line, on standard input and output.

    \b
    Example:
      echo '{"id":1,"op":"info"}' | fullprime jsonl
    """
    json_lines.serve(sys.stdin.buffer, sys.stdout.buffer)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands and options in your shell.

    \b
    Examples:
      fullprime completion bash > ~/.fullprime-completion  (source it)
      fullprime completion zsh > ~/.zfunc/_fullprime
      fullprime completion fish > ~/.config/fish/completions/fullprime.fish
    """
    script = click.shell_completion.get_completion_class(shell)
    assert script is not None  # noqa: S101 - the choice above lists what click has
    click.echo(script(ctx.find_root().command, {}, "fullprime", "_FULLPRIME_COMPLETE").source())
