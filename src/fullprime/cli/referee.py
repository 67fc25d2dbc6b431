"""The options of `fullprime play` for a real table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from fullprime.referee import TableRules
from fullprime.shapes import converted

_OPTIONS = (
    click.option("--referee", is_flag=True, help="Record a game at a real table."),
    click.option(
        "--illegal-play",
        type=click.Choice(["opponent-option", "either-may-correct", "must-correct", "forbid"]),
        help="Who may call for a legal play (default: the opponent).",
    ),
    click.option(
        "--correction",
        type=click.Choice(["whole-roll", "remaining-numbers"]),
        help="What is played when a legal play is called for (default: the whole roll).",
    ),
    click.option(
        "--premature-roll",
        type=click.Choice(["void", "stands"]),
        help="What a throw before the play is over counts for (default: nothing).",
    ),
    click.option(
        "--die-on-checker",
        type=click.Choice(["reroll", "valid"]),
        help="What a die on a checker counts for (default: nothing).",
    ),
)


def referee_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds all of them; the command hands what it gets to `table_rules`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def table_rules(
    referee: bool,
    illegal_play: str | None,
    correction: str | None,
    premature_roll: str | None,
    die_on_checker: str | None,
) -> TableRules | None:
    """What was chosen for the table; None where no referee is wanted."""
    chosen = {
        "illegal_play": illegal_play and illegal_play.replace("-", "_"),
        "correction": correction and correction.replace("-", "_"),
        "premature_roll": premature_roll,
        "die_on_checker": die_on_checker,
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    if not referee:
        if given:
            raise click.UsageError("the rules of a real table belong to --referee")
        return None
    # A record of what happened must be able to hold it, so nothing is forbidden unless asked for.
    return converted({"illegal_play": "opponent_option", **given}, TableRules)
