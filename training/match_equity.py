"""A match equity table of our own: scores rolled out with the cube, the shortest matches first.

    python training/match_equity.py --out FILE.toml [--length N] [--trials N] [--variant NAME]

A game is rolled out from the start, once with each side rolling first, and what winning or losing
it leads to is known already, for those scores are nearer to the end. So any game that has a net and
a cube can have a table. The figures so far stand in FILE.csv; a run that was stopped goes on there.
The opening roll may be a doublet here, for both sides alike.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fullprime import Stakes, Variant
from fullprime.engine import Wager
from fullprime.engine.result_values import worth_of_equity
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.rollout_result import RolloutSettings, Subject, Terms


class Score(NamedTuple):
    """Points that both sides need; the first is the one that needs no fewer."""

    mine: int
    theirs: int
    after_crawford: bool

    @property
    def stakes(self) -> Stakes:
        """Of a game at this score."""
        crawford = self.theirs == 1 and not self.after_crawford
        return Stakes(away=(self.mine, self.theirs), crawford=crawford)


class Growing:
    """The chances found so far, asked as a `MatchEquity` is."""

    def __init__(self) -> None:
        self.found: dict[Score, float] = {}

    def chance(self, mine: int, theirs: int, after_crawford: bool = False) -> float:
        """Of a side that needs `mine` points against `theirs`."""
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        if mine == theirs:
            return 0.5
        if mine < theirs:
            return 1.0 - self.chance(theirs, mine, after_crawford)
        return self.found[Score(mine, theirs, after_crawford and theirs == 1)]


def scores(length: int) -> Iterator[Score]:
    """All that have to be rolled out, each after those that it can lead to."""
    for mine in range(2, length + 1):
        yield Score(mine, 1, True)
    for mine in range(2, length + 1):
        for theirs in range(1, mine):
            yield Score(mine, theirs, False)


def rolled_out(roller: Roller, score: Score, known: Growing, trials: int) -> float:
    """The chance of the side that needs more."""
    wager = Wager(score.stakes, table=known, most=roller.variant.score)
    start = roller.variant.text(roller.variant.start_position)
    begins = [
        Subject(position=start, asker_rolls=rolls, may_double=False) for rolls in (True, False)
    ]
    settings = RolloutSettings(trials=trials, cubeful=True)
    lines = roller.roll_out(begins, settings, Terms.of(wager.cube)).lines
    equity = sum(line.equity.mean for line in lines) / len(lines)
    return worth_of_equity(equity, score.stakes, 0, known)


def as_toml(known: Growing, length: int, name: str, sources: list[str]) -> str:
    """As `MatchEquity` reads it."""
    needs = range(1, length + 1)

    def row(figures: Iterator[float]) -> str:
        return "[" + ", ".join(f"{figure:.5f}" for figure in figures) + "]"

    before = [row(known.chance(mine, theirs) for theirs in needs) for mine in needs]
    after = row(known.chance(mine, 1, after_crawford=True) for mine in needs)
    told = ", ".join(f'"{source}"' for source in sources)
    rows = "".join(f"  {line},\n" for line in before)
    return f'name = "{name}"\nsources = [{told}]\nafter = {after}\nbefore = [\n{rows}]\n'


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--length", type=int, default=25)
    parser.add_argument("--trials", type=int, default=1296, help="for each side (%(default)s)")
    parser.add_argument("--variant", default="backgammon")
    arguments = parser.parse_args()
    variant = Variant.load(arguments.variant)
    roller, known = roller_for(variant), Growing()
    kept = arguments.out.with_suffix(".csv")
    if kept.exists():
        with kept.open(newline="") as file:
            for mine, theirs, when, figure in csv.reader(file):
                known.found[Score(int(mine), int(theirs), when == "after")] = float(figure)
    with kept.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for score in scores(arguments.length):
            if score in known.found:
                continue
            figure = f"{rolled_out(roller, score, known, arguments.trials):.6f}"
            known.found[score] = float(figure)  # as another run will read it
            after = "after" if score.after_crawford else "before"
            writer.writerow([score.mine, score.theirs, after, figure])
            file.flush()
    source = f"rolled out with {roller.names[0]}, {2 * arguments.trials} games a score"
    name = f"Fullprime {variant.name}"
    arguments.out.write_text(as_toml(known, arguments.length, name, [source]))


if __name__ == "__main__":
    main()
