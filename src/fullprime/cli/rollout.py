"""`fullprime rollout`, `extend-rollout` and `verify-rollout`."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from fullprime.analysis import answers
from fullprime.analysis.answers import ENGINE
from fullprime.analysis.as_json import rollout_json
from fullprime.analysis.question import Question
from fullprime.analysis.rollout_tables import progress_line, rollout_lines
from fullprime.analysis.tables import stakes_words, subject
from fullprime.cli.cluster import cluster_options, crew_at, tls_of
from fullprime.cli.output import one_line, print_json, print_lines
from fullprime.cli.params import cubeful_option, json_option
from fullprime.cli.question import about_a_position
from fullprime.dice import Roll
from fullprime.engine.evaluators import MOST_PLIES
from fullprime.engine.rollout import Roller, Watch, roller_for
from fullprime.engine.rollout_result import Phase, RolledOut, RolloutSettings, phases_of
from fullprime.errors import FullprimeError
from fullprime.files import check_folder, write_atomically
from fullprime.variant import Variant

if TYPE_CHECKING:
    from fullprime.cluster.crew import Crew

DIFFERS: Final = 1
USUAL: Final = RolloutSettings()

_above_nothing = click.FloatRange(0, min_open=True)
_plies = click.IntRange(0, MOST_PLIES)
_KEPT: Final = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@about_a_position(dice=True, say_dice=True)
@click.option("--double", is_flag=True, help="Roll out the cube action: no double; double, take.")
@click.option(
    "--play",
    "chosen",
    multiple=True,
    metavar="PLAY",
    help='A play of that roll, such as "8/5 6/5"; may be repeated. Default: the best plays.',
)
@click.option(
    "--trials", type=click.IntRange(1), default=USUAL.trials, show_default=True, metavar="N"
)
@click.option("--seed", type=click.IntRange(0), default=USUAL.seed, show_default=True, metavar="N")
@click.option("--truncate", type=int, metavar="N", help="Truncate trials after N plies.")
@click.option(
    "--truncation-plies", type=_plies, default=0, metavar="N", help="Depth of the evaluation there."
)
@click.option(
    "--phase",
    "phases",
    type=(int, _plies),
    multiple=True,
    metavar="FROM PLIES",
    help="Look PLIES ahead from ply FROM of a trial; instead of --plies, may be repeated.",
)
@click.option(
    "--variance-reduction/--no-variance-reduction",
    default=True,
    help="Remove the luck of the rolls.",
)
@cubeful_option
@click.option(
    "--standard-error", type=_above_nothing, metavar="X", help="Stop at this standard error."
)
@click.option(
    "--confidence",
    type=_above_nothing,
    metavar="X",
    help="Stop when the best leads by X joint standard errors.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=USUAL.least,
    show_default=True,
    metavar="N",
    help="Fewest trials before such a stop.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the result, to verify or extend it later.",
)
@click.option(
    "--plies", type=_plies, metavar="N", help="How far to look ahead for each play; default 0."
)
@cluster_options
@json_option
def rollout(
    question: Question,
    dice: Roll | None,
    double: bool,
    chosen: tuple[str, ...],
    save: Path | None,
    plies: int | None,
    phases: tuple[tuple[int, int], ...],
    cubeful: bool | None,
    cluster: str | None,
    tls_ca: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    as_json: bool,
    **fields: Any,
) -> None:
    """Play a position to the end, again and again.

    POSITION is position text or any id; the start if left out, `-` reads it from
    standard input. With DICE the best plays of that roll are rolled out, with the same dice for
    all. Plays are chosen at 0-ply unless --plies or --phase choose otherwise. Ctrl-C ends the
    rollout and keeps what it has found so far.

    \b
    Examples:
      fullprime rollout 4HPwATDgc/ABMA 31
      fullprime rollout 4HPwATDgc/ABMA 41 --play "24/23 13/9" --play "13/9 6/5" --confidence 3
      fullprime rollout "6:2 5:2 / 6:2 4:2" --double --away 3,5 --save race.json
      fullprime rollout 31 --trials 12960 --cluster tcp://127.0.0.1:8786
    """  # fmt: skip
    if double and (chosen or dice):
        raise click.UsageError("choose one of --double and DICE")
    if phases and plies:
        raise click.UsageError("choose one of --plies and --phase")
    settings = answers.rollout_settings(
        question, RolloutSettings(**fields), _phases(phases) or phases_of(plies or 0), cubeful
    )
    if save:
        check_folder(save)
    with crew_at(cluster, tls_of(tls_ca, tls_cert, tls_key)) as crew:
        roller = _roller(question.variant, crew)
        with _bar() as watch, ended_by_hand(roller):
            found = answers.rollout(
                question, settings, double=double, chosen=chosen, roller=roller, watch=watch
            )
    if save:
        write_atomically(save, found.dump())
    _show(found, subject(question), as_json)


def _roller(variant: Variant, crew: Crew | None) -> Roller:
    if crew is None:
        return ENGINE.roller(variant)
    from fullprime.cluster.rolling import CrewRoller

    return CrewRoller(crew, variant)


def _show(found: RolledOut, about: Sequence[str], as_json: bool) -> None:
    if as_json:
        print_json(rollout_json(found))
        return
    print_lines(["; ".join((*about, f"net {found.net}")), *rollout_lines(found)])


def _phases(given: Sequence[tuple[int, int]]) -> tuple[Phase, ...]:
    return tuple(Phase(from_ply=first, plies=plies) for first, plies in given)


@contextmanager
def ended_by_hand(roller: Roller) -> Iterator[None]:
    """Ctrl-C: what is found so far is shown and kept. A second one ends the program."""

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
    with one_line() as write:
        yield write and (
            lambda progress: write(progress_line(progress, get_terminal_size().columns - 1))
        )


@click.command("extend-rollout")
@click.argument("file", type=_KEPT)
@click.option(
    "--trials", type=click.IntRange(1), required=True, metavar="N", help="In total, old and new."
)
@json_option
def extend_rollout(file: Path, trials: int, as_json: bool) -> None:
    """Add trials to a saved rollout, and save the result in its place.

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
    with _bar() as watch, ended_by_hand(roller):
        found = roller.extend(found, settings, watch)
    write_atomically(file, found.dump())
    played_for = found.terms.played_for
    stakes = [] if played_for is None else [stakes_words(played_for)]
    _show(found, [variant.name, *stakes], as_json)


@click.command("verify-rollout")
@click.argument("file", type=_KEPT)
def verify_rollout(file: Path) -> None:
    """Compute a saved rollout again, and compare every figure.

    Exits with 1 if one differs.
    """
    found = RolledOut.load(file.read_bytes())
    roller = roller_for(Variant.load(found.variant, found.options))
    with _bar() as watch:
        differing = roller.verify(found, watch)
    if differing:
        click.echo("\n".join(differing))
        raise click.exceptions.Exit(DIFFERS)
    count = len(found.lines)
    candidates = f"{count} candidate{'s' if count > 1 else ''} \N{MULTIPLICATION SIGN}"
    click.echo(f"Verified: {candidates} {found.trials} trials, net {found.net}.")
