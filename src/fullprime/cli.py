"""The command `fullprime`: the only place where the parts are wired together.

Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 failed,
2 wrong usage, 3 input not understood, 130 interrupted, 141 the reader went away.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click
import click.shell_completion
import msgspec

import fullprime
from fullprime.dice import Roll
from fullprime.errors import FullprimeError
from fullprime.formats.ids import gnubg_id, read_position
from fullprime.play import legal_plays
from fullprime.position import Position
from fullprime.protocols import jsonl as json_lines
from fullprime.variant import Variant, variants

NOT_UNDERSTOOD = 3
INTERRUPTED = 130
READER_GONE = 141


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
rules_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME",
    help="Switch on a named rule of the variant, such as cap5. May be repeated.",
)  # fmt: skip
position_option = click.option(
    "--position", "-p", metavar="TEXT",
    help="Position text or GNU id; the start if left out, `-` to read it from standard input.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


class ReaderGone(Exception):
    """Whoever reads our output has closed the pipe."""


class Commands(click.Group):
    """Click would end with 1 on a closed pipe; shells expect another number."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGone from error


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}
)
@click.version_option(fullprime.__version__, "-V", "--version", prog_name="fullprime")
def cli() -> None:
    """Play, teach and analyse the games of the tables family.

    \b
    Examples:
      fullprime play                     a match against the computer
      fullprime play --two --money       two people, a money session
      fullprime legal --dice 31          the legal plays of an opening 3-1
      fullprime perft --depth 2          count turns, to check the rules
      fullprime jsonl                    talk to other programs
    """


@cli.command()
@variant_option
@rules_option
@position_option
@click.option("--dice", "-d", "roll", type=RollText(), required=True, help="Such as 31 or 3-1.")
@json_option
def legal(
    variant: Variant, options: tuple[str, ...], position: str | None, roll: Roll, as_json: bool
) -> None:
    """List the legal plays of a roll.

    \b
    Examples:
      fullprime legal --dice 31
      fullprime legal -d 64 -p "bar:1 6:2 / 13:2 6:2 4:1" --json
    """
    variant = variant.with_options(dict.fromkeys(options, True))
    where = json_lines.playable(variant, _position(variant, position))
    if as_json:
        _print_json({"plays": json_lines.plays_as_json(variant, where, roll)})
        return
    for play in legal_plays(variant, where, roll):
        click.echo(f"{play!s:<24} {variant.text(play.position)}")


@cli.command()
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
    variant = variant.with_options(dict.fromkeys(options, True))
    where = json_lines.playable(variant, _position(variant, position))
    counts = json_lines.perft_as_json(variant, where, depth)
    if as_json:
        _print_json(counts)
        return
    for roll, count in counts.get("by_roll", {}).items():
        click.echo(f"{roll[0]}-{roll[1]} {count:>6,}")
    click.echo(f"total {counts['nodes']:,}" if "by_roll" in counts else f"{counts['nodes']:,}")


@cli.command()
def jsonl() -> None:
    """Answer JSON requests, one a line, on standard input and output.

    \b
    Example:
      echo '{"id":1,"op":"perft","variant":"backgammon","depth":1}' | fullprime jsonl
    """
    json_lines.serve(sys.stdin.buffer, sys.stdout.buffer)


@cli.command()
@json_option
def info(as_json: bool) -> None:
    """Tell the version and the games that this program knows."""
    answer = json_lines.info(json_lines.InfoRequest(op="info"))
    if as_json:
        _print_json(answer)
        return
    click.echo(f"fullprime {answer['version']}")
    for variant in variants():
        click.echo(f"\n{variant.id}  {variant.summary}")
        start = variant.start_position
        click.echo(f"  start    {variant.text(start)}  (GNU id {gnubg_id(start) or 'none'})")
        for name, option in variant.options.items():
            click.echo(f"  --option {name}  {option.summary}")


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands and options in your shell.

    \b
    Example, for bash:
      fullprime completion bash > ~/.local/share/bash-completion/completions/fullprime
    """
    script = click.shell_completion.get_completion_class(shell)
    assert script is not None  # noqa: S101 - the choice above lists what click has
    click.echo(script(cli, {}, "fullprime", "_FULLPRIME_COMPLETE").source())


def _position(variant: Variant, text: str | None) -> Position:
    if text is None:
        return variant.start_position
    return read_position(variant, sys.stdin.readline() if text == "-" else text)


def _print_json(value: dict[str, Any]) -> None:
    click.echo(msgspec.json.encode(value))


def main() -> None:
    """Runs the command and turns every failure into one clear line and an exit code."""
    try:
        code = cli.main(prog_name="fullprime", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except FullprimeError as error:
        click.echo(f"fullprime: {error}", err=True)
        sys.exit(NOT_UNDERSTOOD)
    except UnicodeError as error:
        click.echo(f"fullprime: the input is not UTF-8 text: {error}", err=True)
        sys.exit(NOT_UNDERSTOOD)
    except (click.Abort, KeyboardInterrupt):
        click.echo("fullprime: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except (ReaderGone, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(READER_GONE)
    except OSError as error:
        click.echo(f"fullprime: {error}", err=True)
        sys.exit(1)
