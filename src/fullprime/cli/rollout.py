"""`fullprime rollout` and `fullprime verify-rollout`: the last word, and whether it is true."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, Final

import click
import msgspec

from fullprime.cli.asked import asked, print_json
from fullprime.cli.params import (
    RollText,
    cubeful_option,
    json_option,
    plies_option,
    rules_option,
    variant_option,
)
from fullprime.cli.stakes import head_line, stakes_options, stakes_words, wager_of
from fullprime.dice import Roll
from fullprime.engine.cube import CASH
from fullprime.engine.judge import MOST_PLIES
from fullprime.engine.rollout import Roller, Watch, roller_for
from fullprime.engine.rollout_result import Phase, RolledOut, RolloutSettings, Terms, phases_of
from fullprime.errors import FullprimeError
from fullprime.files import check_folder, write_atomically
from fullprime.notation import read_play
from fullprime.play import Play
from fullprime.protocols.rolled import rollout_as_json
from fullprime.tui.rolled import found_action, progress_line, rollout_lines
from fullprime.variant import Variant

DIFFERS: Final = 1
USUAL: Final = RolloutSettings()

_above_nothing = click.FloatRange(0, min_open=True)
_plies = click.IntRange(0, MOST_PLIES)
_KEPT: Final = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@click.argument("position")
@click.argument("roll", metavar="[DICE]", type=RollText(), required=False)
@click.option("--double", is_flag=True, help="The cube decision: no double; double, take.")
@click.option(
    "--play",
    "chosen",
    multiple=True,
    metavar="PLAY",
    help='Of that roll, such as "8/5 6/5", in place of the best; may be repeated.',
)
@click.option(
    "--trials", type=click.IntRange(1), default=USUAL.trials, show_default=True, metavar="N"
)
@click.option("--seed", type=click.IntRange(0), default=USUAL.seed, show_default=True, metavar="N")
@click.option("--truncate", type=click.IntRange(1), metavar="N", help="The most plies of a trial.")
@click.option(
    "--truncation-plies", type=_plies, default=0, metavar="N", help="How far to look ahead there."
)
@click.option(
    "--phase",
    "phases",
    type=(click.IntRange(0), _plies),
    multiple=True,
    metavar="FROM PLIES",
    help="From that ply of a trial on, look so far ahead; in place of --plies, may be repeated.",
)
@click.option(
    "--variance-reduction/--no-variance-reduction",
    default=True,
    help="Take the luck of the rolls off.",
)
@cubeful_option
@click.option(
    "--standard-error", type=_above_nothing, metavar="X", help="Stop once it is so small."
)
@click.option(
    "--confidence",
    type=_above_nothing,
    metavar="X",
    help="Stop once the best leads by so many joint standard errors.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=USUAL.least,
    show_default=True,
    metavar="N",
    help="Trials before any such stop.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep the result, to be verified or extended later.",
)
@stakes_options
@plies_option
@variant_option
@rules_option
@json_option
def rollout(
    position: str,
    roll: Roll | None,
    double: bool,
    chosen: tuple[str, ...],
    save: Path | None,
    stakes: dict[str, Any],
    plies: int,
    phases: tuple[tuple[int, int], ...],
    variant: Variant,
    options: tuple[str, ...],
    as_json: bool,
    **fields: Any,
) -> None:
    """Play a position on to the end, again and again.

    POSITION is position text, a GNU id or an XGID, `-` reads it from standard input. With DICE
    the best plays of that roll are rolled out, with the same dice for all. Ctrl-C ends it with what
    it has found so far.

    \b
    Examples:
      fullprime rollout 4HPwATDgc/ABMA 31
      fullprime rollout 4HPwATDgc/ABMA 41 --play "24/23 13/9" --play "13/9 6/5" --confidence 3
      fullprime rollout "6:2 5:2 / 6:2 4:2" --double --away 3,5 --save race.json
    """  # fmt: skip
    if double and roll:
        raise click.UsageError("choose one of --double and DICE")
    if phases and plies:
        raise click.UsageError("choose one of --plies and --phase")
    if "holland" in stakes:
        # It ends once both have rolled twice, and trials do not count rolls before them.
        raise click.UsageError("--holland: expected none, for rollouts do not reckon with it")
    variant, where, told = asked(variant, options, position)
    roll = roll or (None if double else told.dice)
    if chosen and not roll:
        raise click.UsageError("--play: expected DICE, too")
    wager = wager_of(variant, stakes, told)
    settings = RolloutSettings(phases=_phases(phases) or phases_of(plies), **fields)
    roller = roller_for(variant)
    if save:
        check_folder(save)
    terms = Terms.for_wager(wager)
    with _bar() as watch, _ended_by_hand(roller):
        if double:
            found = roller.cube(where, settings, terms, watch)
        elif roll:
            plays = _distinct([read_play(variant, where, roll, text) for text in chosen])
            found = roller.plays(where, roll, settings, terms, watch, plays or None)
        else:
            found = roller.position(where, settings, terms, watch)
    if save:
        write_atomically(save, found.dump())
    _tell(found, head_line(variant, wager, f"net {found.net}"), as_json)


def _distinct(plays: Sequence[Play]) -> list[Play]:
    """Each once, however often and in whatever words it was given."""
    return list({play.position: play for play in plays}.values())


def _tell(found: RolledOut, heading: str, as_json: bool) -> None:
    if as_json:
        print_json(rollout_as_json(found) | _decision(found) | {"stopped": found.stopped})
        return
    click.echo("\n".join([heading, *rollout_lines(found)]))


def _decision(found: RolledOut) -> dict[str, Any]:
    """About the cube, if that was asked."""
    action = found_action(found)
    return {} if action is None else {"double_pass": CASH, "action": action}


def _phases(asked_for: Sequence[tuple[int, int]]) -> tuple[Phase, ...]:
    return tuple(Phase(from_ply=first, plies=plies) for first, plies in asked_for)


@contextmanager
def _ended_by_hand(roller: Roller) -> Iterator[None]:
    """Ctrl-C: what is found so far is told and kept. A second one ends the program."""

    def end(*_: object) -> None:
        roller.cancel()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _bar() -> Iterator[Watch | None]:
    """One line on a terminal, written over again and again, and gone at the end."""

    def write(line: str) -> None:
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield lambda progress: write(progress_line(progress, get_terminal_size().columns - 1))
    finally:
        write("")


@click.command("extend-rollout")
@click.argument("file", type=_KEPT)
@click.option(
    "--trials", type=click.IntRange(1), required=True, metavar="N", help="All in all, old and new."
)
@json_option
def extend_rollout(file: Path, trials: int, as_json: bool) -> None:
    """Add trials to a kept rollout, and keep the result in its place.

    \b
    Example:
      fullprime extend-rollout race.json --trials 12960
    """
    found = RolledOut.load(file.read_bytes())
    if trials <= found.trials:
        raise FullprimeError(f"{trials} trials, expected more than the {found.trials} in {file}")
    variant = Variant.load(found.variant, found.options)
    settings = msgspec.structs.replace(
        found.settings, trials=trials, standard_error=None, confidence=None
    )
    roller = roller_for(variant)
    with _bar() as watch, _ended_by_hand(roller):
        found = roller.extend(found, settings, watch)
    write_atomically(file, found.dump())
    played_for = found.terms.played_for
    stakes = [] if played_for is None else [stakes_words(played_for)]
    _tell(found, "; ".join([variant.name, *stakes, f"net {found.net}"]), as_json)


@click.command("verify-rollout")
@click.argument("file", type=_KEPT)
def verify_rollout(file: Path) -> None:
    """Compute a kept rollout again, and compare every figure.

    Ends with 1 if one differs.
    """
    found = RolledOut.load(file.read_bytes())
    roller = roller_for(Variant.load(found.variant, found.options))
    with _bar() as watch:
        differing = roller.verify(found, watch)
    if differing:
        click.echo("\n".join(differing))
        raise click.exceptions.Exit(DIFFERS)
    click.echo(f"Every figure is right: {found.trials} trials of {len(found.lines)}, {found.net}.")
