"""`fullprime print`: boards, counters, dice, score sheets and rules on paper."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from fullprime.cli.params import rules_option, series_option
from fullprime.files import check_folder, write_atomically
from fullprime.printing.kit import SHEETS, Kit
from fullprime.printing.paper import PAPERS
from fullprime.printing.typeset import pdf
from fullprime.series import Series, chosen_options

WHAT = click.Choice([*SHEETS, "kit"])
FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command("print")
@click.argument("what", type=WHAT, metavar=f"[{'|'.join(WHAT.choices)}]")
@series_option
@rules_option
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
@click.option("--color", is_flag=True, help="In color; default is line art, which saves ink.")
@click.option("--large", is_flag=True, help="A larger board, on two sheets side by side.")
@click.option("--out", type=FILE, metavar="FILE.pdf",
              help="Where to write it; - is the standard output.")  # fmt: skip
def print_kit(
    what: str,
    series: Series,
    options: tuple[str, ...],
    paper: str,
    color: bool,
    large: bool,
    out: Path | None,
) -> None:
    """Write a PDF to print and play on paper, true to size: a sheet, or the whole kit.

    Print it at 100 %, without fitting it to the page. A line of 50 mm at the
    foot of every sheet shows whether the size is right.

    \b
    Examples:
      fullprime print kit --variant GAME
      fullprime print board --paper letter --color --out board.pdf
      fullprime print board --large             on two sheets, with larger counters
      fullprime print score-sheet --variant GAME,GAME
    """
    look = "color" if color else "ink"
    kit = Kit.of(series.rotation(chosen_options(options)), paper, look, large)
    path = out or Path(f"fullprime-{series.id or kit.rotation[0].id}-{what}-{paper}.pdf")
    to_screen = str(path) == "-"
    if not to_screen:
        check_folder(path)
    made = pdf(kit.source([] if what == "kit" else [what]))
    if to_screen:
        sys.stdout.buffer.write(made)
        return
    write_atomically(path, made)
    click.echo(path)
