"""What two nets of a game lose per decision at 0-ply, side by side.

    python -m benchmarks.net_losses GAME --against FILE [--decisions 1000] [--trials 36]
                                    [--processes N] [--seed 1] [--record]

For nets that games cannot tell apart. Decisions are taken from games of the shipped net against
itself. Both nets and a search two plies ahead choose a play; where not all choose the same, the
choices are rolled out with equal dice. A net loses what the play of the search is worth more than
its own: the rollouts do not choose what they measure, so their noise favors no one.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from benchmarks.look_ahead import LONGEST, after, limited, thinker

from benchmarks import results
from fullprime import Position, Roll, Variant, _kernel
from fullprime.engine import RolloutSettings, Search
from fullprime.engine.nets import net_for
from fullprime.engine.rollout import new_roller
from fullprime.engine.weights import load_net
from fullprime.play import Play

PER_GAME: Final = 10
"""Decisions of one game at most, anywhere in it."""
REFERENCE_PLIES: Final = 2


class Asked(NamedTuple):
    """What is measured."""

    game: str
    against: Path
    trials: int
    seed: int


class Losses(NamedTuple):
    """Of one decision."""

    shipped: float
    other: float


class Decision(NamedTuple):
    """A roll with a choice, and what the shipped net plays."""

    position: Position
    roll: Roll
    chosen: Play


class Judged:
    """Both nets, the search and what rolls out."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.variant = variant = Variant.load(asked.game)
        net = net_for(variant)
        if net is None:
            raise SystemExit(f"{variant.name} has no net")
        self.shipped = thinker(variant, net, 0)
        self.search = thinker(variant, net, REFERENCE_PLIES)
        other = load_net(asked.against, variant)
        self.other = limited(variant, Search(variant, other, plies=0, threads=1))
        self.roller = new_roller(variant, threads=1)

    def game(self, number: int) -> list[Losses]:
        """What both lose in some decisions of one game."""
        decisions = self._decisions(number)
        few = min(PER_GAME, len(decisions))
        some = Random(f"{self.asked.seed} {number}").sample(decisions, few)
        return [self._losses(decision, number) for decision in some]

    def _decisions(self, number: int) -> list[Decision]:
        found, position = list[Decision](), self.variant.start_position
        for ply in range(LONGEST):
            roll = Roll(*_kernel.roll(self.asked.seed, number, ply))
            ranked = self.shipped.turns(position, roll)
            if len(ranked) > 1:
                found.append(Decision(position, roll, ranked[0].play))
            if self.variant.end(ranked[0].play.position) is not None:
                break
            position = after(self.variant, ranked[0], roll)
        return found

    def _losses(self, decision: Decision, number: int) -> Losses:
        position, roll, chosen = decision
        plays = [chosen, *(by.turns(position, roll)[0].play for by in (self.other, self.search))]
        asked = list({play.position: play for play in plays}.values())
        if len(asked) == 1:
            return Losses(0.0, 0.0)
        settings = RolloutSettings(
            trials=self.asked.trials, seed=self.asked.seed + number, cubeful=False
        )
        lines = self.roller.plays(position, roll, settings, plays=asked).lines
        worth = {play.position: line.equity.mean for play, line in zip(asked, lines, strict=True)}
        mine, theirs, best = (worth[play.position] for play in plays)
        return Losses(best - mine, best - theirs)


_judged: dict[Asked, Judged] = {}
"""Of a process."""


def one_game(asked: Asked, number: int) -> list[Losses]:
    """In whatever process it is computed."""
    if asked not in _judged:
        _judged[asked] = Judged(asked)
    return _judged[asked].game(number)


def measured(asked: Asked, decisions: int, processes: int) -> list[Losses]:
    """Games one after the other until there are enough decisions."""
    found = list[Losses]()
    with get_context("fork").Pool(processes) as pool:
        for losses in pool.imap(partial(one_game, asked), range(decisions)):
            found += losses
            if len(found) >= decisions:
                break
    return found[:decisions]


def told(values: Sequence[float]) -> tuple[float, str]:
    """Their mean, and it with its standard error in thousandths of a point."""
    mean, error = fmean(values), stdev(values) / sqrt(len(values))
    return mean, f"{1000 * mean:+.2f} ± {1000 * error:.2f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--against", type=Path, required=True, help="the file of the other net")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=36, help="of each play")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="a row for results.csv")
    given = parser.parse_args()
    asked = Asked(given.game, given.against, given.trials, given.seed)
    found = measured(asked, given.decisions, given.processes)
    mean, mine = told([each.shipped for each in found])
    _, theirs = told([each.other for each in found])
    _, apart = told([each.other - each.shipped for each in found])
    note = (
        f"thousandths of a point a decision, standard errors: the net {mine}, {given.against.stem} "
        f"{theirs}, it loses more by {apart}; {len(found)} decisions, {given.trials} trials a play"
    )
    print(f"{given.game}: {note}")
    if given.record:
        name = f"{given.game}, losses at 0-ply against the play at 2-ply"
        row = results.Measured(name, mean, "points/decision", None, given.against.stem, note)
        results.append("net_losses", [row])


if __name__ == "__main__":
    main()
