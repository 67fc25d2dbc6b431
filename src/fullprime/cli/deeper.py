"""Looking deeper at single decisions of a review: `--close`, and rollouts by `--rollout`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from fullprime.analysis.answers import ENGINE
from fullprime.analysis.review import Decision, Reviewer, Size
from fullprime.analysis.review.decisions import addresses
from fullprime.analysis.review.deeper import check_rollout
from fullprime.analysis.rollout_tables import progress_line
from fullprime.cli.output import one_line
from fullprime.cli.rollout import ended_by_hand
from fullprime.engine.evaluators import MOST_PLIES
from fullprime.engine.rollout import MOST_SEED, Roller
from fullprime.engine.rollout import Progress as Trials
from fullprime.engine.rollout_result import RolloutSettings, phases_of
from fullprime.errors import FullprimeError, plain
from fullprime.variant import Variant

if TYPE_CHECKING:
    from fullprime.cluster.crew import Crew

F = TypeVar("F", bound=Callable[..., Any])
SIZES: Final[dict[str, tuple[Size, ...]]] = {
    "blunders": ("blunder",),
    "errors": ("error", "blunder"),
    "doubtful": ("doubtful", "error", "blunder"),
}
"""What is rolled out by one word: errors of this size and worse."""
USUAL: Final = RolloutSettings()


class Deeper(NamedTuple):
    """What is looked at more closely than the rest."""

    close: bool = False
    """What is close, one ply further."""
    rollouts: tuple[str, ...] = ()
    """Words of `SIZES`, and decisions by their address."""
    settings: RolloutSettings = USUAL


def deeper_options(command: F) -> F:
    """`--close` and `--rollout`, with what belongs to it."""
    for option in (
        click.option("--rollout-plies", type=click.IntRange(0, MOST_PLIES), default=0,
                     metavar="N", help="How far rollouts look ahead for each play; default 0."),
        click.option("--seed", type=click.IntRange(0, MOST_SEED), default=USUAL.seed,
                     show_default=True, metavar="N", help="Of the dice of rollouts."),
        click.option("--trials", type=click.IntRange(1), default=USUAL.trials, show_default=True,
                     metavar="N", help="Of each rollout."),
        click.option("--rollout", "rollouts", multiple=True, metavar="WHICH",
                     help=f"Roll out {', '.join(SIZES)} and worse, or one decision, such as 3.8 "
                          "or 3.8-take; may be repeated."),
        click.option("--close", is_flag=True,
                     help="Evaluate close decisions again, one ply further."),
    ):  # fmt: skip
        command = option(command)
    return command


def deeper_of(
    close: bool, rollouts: tuple[str, ...], trials: int, seed: int, rollout_plies: int
) -> Deeper:
    """From the options."""
    settings = RolloutSettings(trials=trials, seed=seed, phases=phases_of(rollout_plies))
    return Deeper(close, rollouts, settings)


def roll_out(reviewer: Reviewer, deeper: Deeper, seat: int | None, crew: Crew | None) -> None:
    """One decision after the other; Ctrl-C ends the rollout at hand, keeps what it has found, and
    leaves out the rest. `seat`: whose errors count, where they are chosen by size."""
    wanted = _wanted(reviewer, deeper.rollouts, seat)
    for number, (address, decision) in enumerate(wanted.items(), 1):
        roller = _roller(decision.question.variant, crew)
        before = f"{number}/{len(wanted)} {address} "
        with _bar(before) as watch, ended_by_hand(roller):
            found = reviewer.roll_out(decision, deeper.settings, roller, watch)
        if found.rollout and found.rollout.stopped == "cancelled":
            return


def _wanted(reviewer: Reviewer, which: tuple[str, ...], seat: int | None) -> dict[str, Decision]:
    """By address, in the order of the match."""
    known = addresses(reviewer.decisions)
    sizes = {size for word in which for size in SIZES.get(word, ())}
    wanted = {reviewer.find(word).key for word in which if word not in SIZES}
    for address, made in known.items():
        chosen = reviewer.verdict(made).size in sizes and seat in (None, made.player)
        if chosen and _can_be_rolled_out(address, made):
            wanted.add(made.key)
    return {address: made for address, made in known.items() if made.key in wanted}


def _can_be_rolled_out(address: str, decision: Decision) -> bool:
    """One of many that cannot is named, and the others are rolled out."""
    try:
        check_rollout(decision)
    except FullprimeError as error:
        click.echo(f"fullprime: {address}: {plain(str(error))}", err=True)
        return False
    return True


def _roller(variant: Variant, crew: Crew | None) -> Roller:
    if crew is None:
        return ENGINE.roller(variant)
    from fullprime.cluster.rolling import CrewRoller

    return CrewRoller(crew, variant)


@contextmanager
def _bar(before: str) -> Iterator[Callable[[Trials], None] | None]:
    with one_line() as write:
        if write is None:
            yield None
            return
        room = get_terminal_size().columns - 1 - len(before)
        yield lambda progress: write(before + progress_line(progress, room))
