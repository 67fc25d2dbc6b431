"""The command `fullprime`: the only place where the parts are wired together.

Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 failed,
2 wrong usage, 3 input not understood, 130 interrupted, 141 the reader went away.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

import fullprime
from fullprime.cli import analysis, tools
from fullprime.cli.admin import admin
from fullprime.cli.analyze import analyze
from fullprime.cli.book import opening_book
from fullprime.cli.cluster import cluster
from fullprime.cli.convert import convert
from fullprime.cli.dice import verify_dice
from fullprime.cli.drills import write_cards
from fullprime.cli.finding import find_decisions
from fullprime.cli.glossary import glossary
from fullprime.cli.info import info
from fullprime.cli.levels import levels
from fullprime.cli.maps import map_position
from fullprime.cli.met import met
from fullprime.cli.play import play
from fullprime.cli.printing import print_kit
from fullprime.cli.rollout import extend_rollout, rollout, verify_rollout
from fullprime.cli.rules import rules
from fullprime.cli.serve import serve
from fullprime.cli.show import show
from fullprime.cli.solve import solve_game
from fullprime.cli.train import train
from fullprime.errors import FullprimeError

FAILED = 1
NOT_UNDERSTOOD = 3
INTERRUPTED = 130
READER_GONE = 141
ALIASES = {"analyse": "analyze"}
"""Other spellings of commands, which no help lists."""


class ReaderGone(Exception):
    """Whoever reads our output has closed the pipe."""


class Commands(click.Group):
    """Click would end with 1 on a closed pipe; shells expect another number."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, ALIASES.get(cmd_name, cmd_name))

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
    """Play backgammon and its relatives, and analyze positions.

    \b
    Examples:
      fullprime serve                    the board in the browser
      fullprime play                     a match in the terminal
      fullprime play --two --money       two people, a money session
      fullprime rules                    the rules, of any game
      fullprime hint 31                  the best plays of an opening 3-1
      fullprime map rolls                what every roll is worth
      fullprime book 31                  how to open with 3-1, and the replies
      fullprime legal 31                 its legal plays
      fullprime why 61 8/2               why a play is not legal
      fullprime show match.mat           what is in a match file
      fullprime analyze match.mat        errors, PR and luck of both players
      fullprime train                    cards: errors, openings, cube, counting
      fullprime convert a.sgf a.mat      the same match in another format
      fullprime perft --depth 2          count turns, to check the rules
      fullprime print kit                a board and counters on paper
      fullprime jsonl                    talk to other programs
    """


for command in (
    serve, play, rules, glossary, levels, tools.legal, tools.why, analysis.hint, analysis.evaluate,
    analysis.cube, map_position, opening_book, rollout, analyze, find_decisions, train,
    write_cards, show,
    convert,
    extend_rollout, verify_rollout, cluster, solve_game, met, print_kit, tools.perft, tools.jsonl,
    verify_dice, info, tools.completion, admin,
):  # fmt: skip
    cli.add_command(command)


def _open_streams() -> None:
    """A standard stream that the caller has closed becomes one that holds nothing."""
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = nothing.open("w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = nothing.open("w", encoding="utf-8")


def main() -> None:
    """Runs the command and turns every failure into one clear line and an exit code."""
    _open_streams()
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
        sys.exit(FAILED)
