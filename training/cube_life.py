"""How live cubes are, by the kind of position: fitted to rollouts with the cube.

    python training/cube_life.py --out training/runs/cube_life.csv [--positions N] [--trials N]

Positions of the bare net's games with itself are rolled out for money, with the cube in the middle
and with each side owning it. What comes out lies somewhere between a dead cube, which changes
nothing, and a live one; the share that fits best over all positions of a kind is the life of the
cube there. It goes into kernel/cube_life.h; docs/cube.md explains what it means.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from fullprime import Position, SeededDice, Variant, _kernel
from fullprime.engine import Search, net_for
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.rollout_result import MONEY_TERMS, RolloutSettings, Subject

BACKGAMMON: Final = Variant.load("backgammon")
UNDECIDED: Final = (0.2, 0.85)
"""Chances to win between which a cube has something to do."""
SHARE: Final = 0.1
"""Of the positions of a game that are taken, so that few are from the same game."""


class Fitted(NamedTuple):
    """What a cube adds in one position and one state."""

    kind: str
    position: str
    holder: str
    live: float
    """A live cube, to the equity without a cube."""
    found: float
    """The rollout."""


def positions(seed: int, each: int) -> list[Position]:
    """So many of each kind, from games of the bare net against itself."""
    net = net_for(BACKGAMMON)
    assert net is not None
    search, rng, dice = Search(BACKGAMMON, net.kernel), Random(seed), SeededDice(seed)
    wanted = dict.fromkeys(_kernel.Kind, each)
    found = []
    while any(wanted.values()):
        for position in game(search, dice):
            kind = _kernel.kind_of(position.raw)
            [outcome] = search.evaluate([position])
            undecided = UNDECIDED[0] < outcome.win < UNDECIDED[1]
            if wanted[kind] and undecided and rng.random() < SHARE:
                wanted[kind] -= 1
                found.append(position)
    return found


def game(search: Search, dice: SeededDice) -> Iterator[Position]:
    """The positions before each roll."""
    position = BACKGAMMON.start_position
    while BACKGAMMON.end(position.flipped()) is None:
        yield position
        position = search.plays(position, dice.roll()).candidates[0].position.flipped()


def roll_out(roller: Roller, position: Position, settings: RolloutSettings) -> Iterator[Fitted]:
    """In the three states of the cube; whoever rolls first may not double."""
    kind = _kernel.kind_of(position.raw).name
    subject = Subject(position=BACKGAMMON.text(position), may_double=False)
    for holder in ("nobody", "mine", "theirs"):
        terms = msgspec.structs.replace(MONEY_TERMS, holder=holder)
        [line] = roller.roll_out([subject], settings, terms).lines
        dead, live = (at(terms.stakes.kept(line.outcome, life), holder) for life in (0.0, 1.0))
        found = line.equity.mean - dead
        yield Fitted(kind, subject.position, holder, live - dead, found)


def at(values: _kernel.CubeValues, holder: str) -> float:
    """At the present value of the cube."""
    return values.centred if holder == "nobody" else getattr(values, holder)[0]


def life(rows: Iterable[Fitted]) -> float:
    """The share that fits best: least squares through nothing."""
    pairs = [(row.live, row.found) for row in rows]
    return sum(live * found for live, found in pairs) / sum(live * live for live, _ in pairs)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--positions", type=int, default=60, help="of each kind (%(default)s)")
    parser.add_argument("--trials", type=int, default=216, help="of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    roller = roller_for(BACKGAMMON)
    settings = RolloutSettings(trials=arguments.trials, seed=arguments.seed, cubeful=True)
    with arguments.out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Fitted._fields)
        rows = []
        for position in positions(arguments.seed, arguments.positions):
            rows += (new := list(roll_out(roller, position, settings)))
            writer.writerows(new)
            file.flush()
    for kind in _kernel.Kind:
        of_kind = [row for row in rows if row.kind == kind.name]
        print(f"{kind.name:12} {life(of_kind):.3f}  ({len(of_kind)} rollouts)")


if __name__ == "__main__":
    main()
