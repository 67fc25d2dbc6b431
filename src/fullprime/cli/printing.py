"""`fullprime print`: boards, counters, dice, score sheets, rules and quizzes on paper."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from fullprime.cli.drills import collected
from fullprime.cli.params import rules_option, series_option
from fullprime.cli.reviewed import depth_option, me_option
from fullprime.cli.show import FILES
from fullprime.files import check_folder, write_atomically
from fullprime.printing import typeset
from fullprime.printing.kit import SHEETS, Kit
from fullprime.printing.paper import PAPERS, Paper
from fullprime.printing.quiz import quiz_source
from fullprime.series import Series, chosen_options

QUIZ: Final = "quiz"
USUAL_QUESTIONS: Final = 12
WHAT = click.Choice([*SHEETS, "kit", QUIZ])
FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command("print")
@click.argument("what", type=WHAT, metavar=f"[{'|'.join(WHAT.choices)}]")
@click.argument("files", nargs=-1, type=FILES, metavar="[FILE...]")
@series_option
@rules_option
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
@click.option("--color", is_flag=True, help="In color; default is line art, which saves ink.")
@click.option("--large", is_flag=True, help="A larger board, on two sheets side by side.")
@click.option("--questions", type=click.IntRange(1, 1000), default=USUAL_QUESTIONS,
              show_default=True, metavar="N", help="Of a quiz: the N worst errors.")  # fmt: skip
@depth_option
@me_option
@click.option("--out", type=FILE, metavar="FILE.pdf",
              help="Where to write it; - is the standard output.")  # fmt: skip
def print_kit(
    what: str,
    files: tuple[Path, ...],
    series: Series,
    options: tuple[str, ...],
    paper: str,
    color: bool,
    large: bool,
    questions: int,
    plies: int,
    me: str | None,
    out: Path | None,
) -> None:
    """Write a PDF to print and play on paper, true to size: a sheet, or the whole kit.

    Print it at 100 %, without fitting it to the page. A line of 50 mm at the
    foot of every sheet shows whether the size is right.

    A quiz has the worst errors of match files: boards and questions, and the
    solutions at the end.

    \b
    Examples:
      fullprime print kit --variant GAME
      fullprime print board --paper letter --color --out board.pdf
      fullprime print board --large             on two sheets, with larger counters
      fullprime print score-sheet --variant GAME,GAME
      fullprime print quiz match.mat --me Ann
    """
    if (what == QUIZ) != bool(files):
        raise click.UsageError("a quiz needs match files, and nothing else takes any")
    look = "color" if color else "ink"
    kit = Kit.of(series.rotation(chosen_options(options)), paper, look, large)
    name = what if what == QUIZ else f"{series.id or kit.rotation[0].id}-{what}"
    path = out or Path(f"fullprime-{name}-{paper}.pdf")
    to_screen = str(path) == "-"
    if not to_screen:
        check_folder(path)
    typeset.check()
    if what == QUIZ:
        asked = collected(files, plies, me, every=False, most=questions)
        source = quiz_source(asked, Paper.named(paper), "Quiz")
    else:
        source = kit.source([] if what == "kit" else [what])
    made = typeset.pdf(source)
    if to_screen:
        sys.stdout.buffer.write(made)
        return
    write_atomically(path, made)
    click.echo(path)
