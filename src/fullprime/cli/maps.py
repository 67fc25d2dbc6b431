"""`fullprime map`: a position roll by roll, a decision score by score."""

from __future__ import annotations

import os
import sys
from typing import Final

import click

from fullprime.analysis import maps
from fullprime.analysis.answers import Depth
from fullprime.analysis.as_json import depth_json, roll_map_json, score_map_json
from fullprime.analysis.map_tables import (
    Paint,
    market_lines,
    roll_lines,
    score_lines,
    unpainted,
)
from fullprime.analysis.maps import USUAL_SIZE
from fullprime.analysis.question import Question
from fullprime.analysis.tables import WIDEST, head_line
from fullprime.cli.output import print_json, print_lines, screen_width
from fullprime.cli.params import json_option, plies_option
from fullprime.cli.question import about_a_position

LARGEST: Final = 25
"""Points away, in a map of scores."""
COLORS: Final = {
    "good": 120,
    "fair": 194,
    "poor": 223,
    "bad": 217,
    "A": 194,
    "B": 223,
    "C": 153,
    "D": 183,
    "E": 217,
}
"""Backgrounds among the 256 colors of terminals, light enough for dark letters."""
DARK: Final = 16


@click.command("map")
@click.argument("what", type=click.Choice(["rolls", "scores", "market"]))
@about_a_position(dice=True)
@plies_option
@click.option("--size", type=click.IntRange(2, LARGEST), default=USUAL_SIZE, show_default=True,
              metavar="N", help="Scores up to so many points away.")  # fmt: skip
@json_option
def map_position(
    what: str, question: Question, plies: int | None, size: int, as_json: bool
) -> None:
    """Show what every roll is worth, or a decision at every score of a match.

    \b
    rolls    the 36 rolls with their best plays and equities
    scores   the best play of DICE, or without dice the cube action, at every
             score; beside it what the next best loses
    market   from which chance on you double, and from which on they pass

    POSITION is position text or any id; the start if left out, `-` reads it from
    standard input.

    \b
    Examples:
      fullprime map rolls "13:2 6:5 5:3 4:3 3:2 / 24:2 13:3 8:3 6:5 5:2"
      fullprime map scores 62 --plies 1
      fullprime map scores XGID=... --size 9 --json
    """
    if what != "scores":
        question = question._replace(roll=None, named=None, at_hand=None, numbers=None)
    depth = Depth.of(question, plies)
    lines = [head_line(question, depth)]
    if what == "rolls":
        rolls = maps.roll_map(question, depth)
        found = roll_map_json(question, rolls)
        lines += roll_lines(rolls, _paint(), screen_width() or WIDEST)
    else:
        scores = maps.score_map(question, depth, size)
        found = score_map_json(scores)
        lines += market_lines(scores) if what == "market" else score_lines(scores, _paint())
    if as_json:
        print_json(found | depth_json(depth))
        return
    print_lines(lines)


def _paint() -> Paint:
    """Colors where a person sees them and wants any."""
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return _colored if wanted else unpainted


def _colored(text: str, color: str) -> str:
    background = COLORS.get(color)
    return text if background is None else click.style(text, fg=DARK, bg=background)
