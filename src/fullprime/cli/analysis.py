"""`fullprime hint`, `eval` and `cube`: the best plays, what a position is worth, and the cube."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import click

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.as_json import cube_answer_json, evaluation_json, plays_json, race_json
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import Reason, cube_hint, hint_reasons, reasons_json
from fullprime.analysis.tables import (
    MOST_SHOWN,
    WIDEST,
    cube_lines,
    evaluation_lines,
    head_line,
    outcome_lines,
    plays_lines,
    race_lines,
    window_lines,
)
from fullprime.cli.output import print_json, print_lines, screen_width
from fullprime.cli.params import cubeful_option, json_option, plies_option
from fullprime.cli.question import about_a_position


@click.command()
@about_a_position(dice=True)
@plies_option
@cubeful_option
@click.option("--top", type=click.IntRange(1), metavar="N", help="How many plays; default 5.")
@click.option("--all", "every", is_flag=True, help="All legal plays, each at full depth.")
@click.option("--reasons", is_flag=True, help="With --json, too: why the best play is good.")
@json_option
def hint(
    question: Question,
    plies: int | None,
    cubeful: bool | None,
    top: int | None,
    every: bool,
    reasons: bool,
    as_json: bool,
) -> None:
    """List the best plays of a roll, with the error of each, and say why the best is good.

    POSITION is position text or any id; the start if left out, `-` reads it from
    standard input. An id may bring the dice and the stakes.

    \b
    Examples:
      fullprime hint 31
      fullprime hint 4HPwATDgc/ABMA 31 --all
      fullprime hint "8:2 6:2 / 24:1 13:2" --dice 4-2 --plies 3 --top 3
    """
    if top and every:
        raise click.UsageError("choose one of --top and --all")
    depth = Depth.of(question, plies, cubeful, every)
    found = answers.plays(question, depth)
    why = hint_reasons(question, depth, found) if reasons or not as_json else ()
    if as_json:
        told = {"reasons": reasons_json(why)} if reasons else {}
        print_json(plays_json(question, depth, found[:top]) | told)
        return
    shown = found if every else found[: top or MOST_SHOWN]
    width = screen_width() or WIDEST
    lines = [head_line(question, depth), *plays_lines(question, shown, width)]
    print_lines(lines + _why_lines(why, width))


@click.command("eval")
@about_a_position()
@plies_option
@cubeful_option
@json_option
def evaluate(question: Question, plies: int | None, cubeful: bool | None, as_json: bool) -> None:
    """Show what a position is worth to the player on roll, before rolling.

    In a race at home the effective pip counts of both sides are shown, too.

    POSITION is position text or any id; the start if left out, `-` reads it from
    standard input.

    \b
    Examples:
      fullprime eval "6:2 / 6:2"
      fullprime eval 4HPwATDgc/ABMA --cubeless --json
    """
    depth = Depth.of(question, plies, cubeful)
    found, counts = answers.evaluate(question, depth), answers.race(question)
    if as_json:
        print_json(evaluation_json(question, found) | race_json(counts))
        return
    print_lines([head_line(question, depth), *evaluation_lines(question, found)])
    if counts:
        print_lines(race_lines(counts))


@click.command()
@about_a_position()
@plies_option
@json_option
def cube(question: Question, plies: int | None, as_json: bool) -> None:
    """Show whether to double, and whether to take.

    POSITION is position text or any id; the start if left out, `-` reads it from
    standard input. A single game at the present value of the cube counts 1.

    \b
    Examples:
      fullprime cube "6:2 5:2 / 6:2 4:2"
      fullprime cube 4HPwATDgc/ABMA --away 2,4 --json
    """
    depth = Depth.of(question, plies)
    verdict = answers.cube(question, depth)
    if as_json:
        print_json(cube_answer_json(verdict, depth))
        return
    lines = [head_line(question, depth), *outcome_lines(question, verdict.outcome), ""]
    lines += cube_lines(question, verdict)
    if window := answers.window(question, depth, verdict):
        lines += ["", *window_lines(window)]
    print_lines(lines + _why_lines(cube_hint(question, depth, verdict)))


def _why_lines(reasons: Sequence[Reason], width: int = WIDEST) -> list[str]:
    """Apart from the table above them."""
    return ["", *(line for why in reasons for line in wrap(why.text, width))] if reasons else []
