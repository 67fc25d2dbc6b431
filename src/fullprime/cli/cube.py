"""`fullprime cube`: to double or not, to take or not."""

from __future__ import annotations

from typing import Any

import click

from fullprime.analysis import USUAL_ROLLS
from fullprime.cli.asked import asked, print_json
from fullprime.cli.params import about_a_position
from fullprime.cli.stakes import head_line, stakes_options, wager_of
from fullprime.engine.cube import CubeJudge, cube_verdict
from fullprime.engine.cube_window import cube_window
from fullprime.engine.judge import judge_for
from fullprime.engine.nets import judge_name
from fullprime.protocols.judged import verdict_as_json
from fullprime.tui.hints import cube_lines, outcome_lines, window_lines
from fullprime.variant import Variant


@click.command()
@click.argument("position")
@stakes_options
@about_a_position
def cube(
    position: str,
    stakes: dict[str, Any],
    plies: int,
    variant: Variant,
    options: tuple[str, ...],
    rolls: tuple[int, int] | None,
    as_json: bool,
) -> None:
    """Tell whether the side on roll should double, and the other take.

    POSITION is position text, a GNU id or an XGID, `-` reads it from standard input.
    Equities count a single game at the present value of the cube as one.

    \b
    Examples:
      fullprime cube "6:2 5:2 / 6:2 4:2"
      fullprime cube 4HPwATDgc/ABMA --away 2,4 --plies 2 --json
    """
    variant, where, told = asked(variant, options, position, rolls)
    wager = wager_of(variant, stakes, told)
    judge = judge_for(variant, plies)
    verdict = cube_verdict(judge, where, wager, rolls or USUAL_ROLLS)
    if as_json:
        print_json(verdict_as_json(verdict))
        return
    click.echo(head_line(variant, wager, f"{judge_name(variant)}, plies {plies}"))
    chances = not variant.can_be_drawn
    lines = outcome_lines(verdict.outcome, None, chances)
    lines += ["", *cube_lines(verdict, wager)]
    life = judge.life(where, verdict.outcome) if isinstance(judge, CubeJudge) else None
    window = cube_window(verdict.outcome, where, wager, life)
    if window and chances and not verdict.forbidden:
        lines += ["", *window_lines(window)]
    click.echo("\n".join(lines))
