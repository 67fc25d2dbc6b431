"""Commands for the rules, and for other programs."""

from __future__ import annotations

import signal
import sys

import click
import click.shell_completion

from fullprime.analysis import answers
from fullprime.analysis.as_json import MOST_TO_SHOW, legal_json, perft_json, why_json
from fullprime.analysis.question import Question
from fullprime.cli.output import print_json
from fullprime.cli.params import json_option
from fullprime.cli.question import about_a_position
from fullprime.errors import BadPlay
from fullprime.play import MOST_PLAYS, write_named
from fullprime.protocols import jsonl as json_lines
from fullprime.protocols.request import MOST_DEPTH


@click.command()
@about_a_position(dice=True, stakes=False)
@json_option
def legal(question: Question, as_json: bool) -> None:
    """List the legal plays of a roll.

    \b
    Examples:
      fullprime legal 31
      fullprime legal "bar:1 6:2 / 13:2 6:2 4:1" 64 --json
    """
    if as_json:
        print_json({"plays": legal_json(question)})
        return
    _print_plays(question)


def _print_plays(question: Question, most: int = MOST_PLAYS) -> None:
    rows = [
        (write_named(play, doublet), question.variant.text(play.position))
        for doublet, play in question.named_plays(most)
    ]
    width = max(24, *(len(text) for text, _ in rows))
    for text, after in rows:
        click.echo(f"{text:<{width}} {after}")


@click.command()
@about_a_position(dice=True, stakes=False, play=True)
@json_option
def why(question: Question, play: str, as_json: bool) -> None:
    """Show whether a play is legal, and if not, which rule forbids it.

    \b
    Examples:
      fullprime why 61 "8/2"
      fullprime why "8:1 6:1 / 20:2 1:2" 43 "8/1"
    """
    judged = answers.why(question, play)
    if as_json:
        print_json(why_json(question, judged))
        return
    roll, objection = question.roll, judged.objection
    if objection is None:
        click.echo(f"{play} with {roll} is legal.")
        return
    click.echo(f"{play} with {roll} is not legal. {objection.reason} [{objection.rule}]")
    click.echo("Legal plays:")
    try:
        _print_plays(question, MOST_TO_SHOW)
    except BadPlay:
        click.echo("more than can be listed")


@click.command()
@about_a_position(stakes=False)
@click.option(
    "--depth", "-n", type=click.IntRange(1, MOST_DEPTH), default=1, show_default=True,
    help="How many turns deep.",
)  # fmt: skip
@json_option
def perft(question: Question, depth: int, as_json: bool) -> None:
    """Count whole turns: for all 21 rolls the distinct positions they lead to.

    \b
    Examples:
      fullprime perft
      fullprime perft --depth 2 --json
    """
    _stop_at_once()
    counts = perft_json(question, depth)
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
    _stop_at_once()
    json_lines.serve(sys.stdin.buffer, sys.stdout.buffer)


def _stop_at_once() -> None:
    """Ctrl-C ends the program even inside the kernel, which Python would wait for."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


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
