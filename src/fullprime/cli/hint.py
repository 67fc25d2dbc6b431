"""`fullprime hint` and `fullprime eval`: the best plays of a roll, and what a position is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from fullprime.analysis import USUAL_ROLLS
from fullprime.cli.asked import asked, print_json, screen_width
from fullprime.cli.params import (
    RollText,
    about_a_position,
    cubeful_option,
    json_option,
    named_option,
    plies_option,
    rolls_option,
    rules_option,
    variant_option,
)
from fullprime.cli.stakes import head_line, stakes_options, wager_of
from fullprime.dice import Roll
from fullprime.engine.effective_pips import EffectiveCount, effective_counts
from fullprime.engine.nets import judge_name
from fullprime.play import write_named
from fullprime.protocols.judged import Asked, Outlook
from fullprime.protocols.request import check_named
from fullprime.tui.hints import (
    MOST_HINTS,
    WIDEST,
    effective_lines,
    hint_lines,
    match_lines,
    outcome_lines,
)
from fullprime.variant import Variant


@click.command()
@click.argument("position")
@click.argument("roll", metavar="[DICE]", type=RollText(), required=False)
@cubeful_option
@stakes_options
@plies_option
@variant_option
@rules_option
@rolls_option
@named_option
@click.option("--top", type=click.IntRange(1), metavar="N", help="How many plays (usual: 5).")
@click.option("--all", "everything", is_flag=True, help="All legal plays.")
@json_option
def hint(
    position: str,
    roll: Roll | None,
    cubeful: bool,
    stakes: dict[str, Any],
    plies: int,
    variant: Variant,
    options: tuple[str, ...],
    rolls: tuple[int, int] | None,
    named: int | None,
    top: int | None,
    everything: bool,
    as_json: bool,
) -> None:
    """List the best plays of a roll, and what the others lose.

    POSITION is position text, a GNU id or an XGID, `-` reads it from standard input. Dice and what
    is played for may stand in the id.

    \b
    Examples:
      fullprime hint 4HPwATDgc/ABMA 31
      fullprime hint "8:2 6:2 / 24:1 13:2" 4-2 --plies 2 --top 3
    """
    if top and everything:
        raise click.UsageError("choose one of --top and --all")
    variant, where, told = asked(variant, options, position, rolls)
    roll = roll or told.dice
    if not roll:
        raise click.UsageError("DICE: expected two dice such as 31, for the position has none")
    check_named(variant, roll, named)
    wager = wager_of(variant, stakes, told)
    question = Asked(variant, where, roll, named, wager, plies, cubeful)
    if as_json:
        print_json({"plays": question.as_json()["plays"][:top]})
        return
    found = question.ranked()[: None if everything else top or MOST_HINTS]
    judged = (f"{roll} to play", judge_name(variant))
    click.echo(head_line(variant, wager, *judged, cubeful=cubeful))
    written = [write_named(opinion.play, doublet) for doublet, opinion in found]
    opinions = [opinion for _, opinion in found]
    lines = hint_lines(written, opinions, not variant.can_be_drawn, screen_width() or WIDEST)
    click.echo("\n".join(lines))


@click.command("eval")
@click.argument("position")
@cubeful_option
@stakes_options
@about_a_position
def evaluate(
    position: str,
    cubeful: bool,
    stakes: dict[str, Any],
    plies: int,
    variant: Variant,
    options: tuple[str, ...],
    rolls: tuple[int, int] | None,
    as_json: bool,
) -> None:
    """Tell what a position is worth to the side on roll, before rolling.

    In a race at home the effective pip counts of both sides are told, too.

    POSITION is position text, a GNU id or an XGID, `-` reads it from standard input.

    \b
    Examples:
      fullprime eval "6:2 / 6:2"
      fullprime eval 4HPwATDgc/ABMA --plies 2 --json
    """
    variant, where, told = asked(variant, options, position, rolls)
    counts, wager = effective_counts(variant, where), wager_of(variant, stakes, told)
    question = Outlook(variant, where, plies, wager, cubeful, rolls or USUAL_ROLLS)
    if as_json:
        print_json(question.as_json() | _race_as_json(counts))
        return
    outcome, equity = question.found()
    lines = outcome_lines(outcome, equity, not variant.can_be_drawn) + match_lines(equity, wager)
    click.echo(head_line(variant, wager, f"{judge_name(variant)}, plies {plies}", cubeful=cubeful))
    click.echo("\n".join([*lines, *(effective_lines(counts) if counts else [])]))


def _race_as_json(counts: Sequence[EffectiveCount] | None) -> dict[str, Any]:
    """One entry for the side on roll, one for the other; nothing unless both are at home."""
    if counts is None:
        return {}
    sides = [
        {
            "pips": count.pips,
            "wasted": round(count.wasted, 3),
            "effective": round(count.effective, 3),
            "rolls": round(count.rolls, 4),
        }
        for count in counts
    ]
    return {"race": sides}
