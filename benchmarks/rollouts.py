"""Rollouts of ten kinds of positions, ours and GNU Backgammon's, in the same run on one core.

Both play on looking equally far ahead, to the end, with variance reduction and dice that are dealt
out evenly at first; with a cube it is for money, in the middle, without Jacoby, and without a
double before the first roll. Processor time is counted. What matters is the time for the same
standard error: time by the square of the error.

    python -m benchmarks.rollouts [--plies 0] [--trials 1296] [--only race] [--docs] [--record]
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import tomllib
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from statistics import geometric_mean
from typing import Final, NamedTuple

from benchmarks.peers import rows_of

from benchmarks import gnubg, page, results
from fullprime import Position, Variant
from fullprime.engine.nets import net_for
from fullprime.engine.rollout import Roller
from fullprime.engine.rollout_result import RolloutSettings, Subject, phases_of

POSITIONS: Final = Path(__file__).with_name("data") / "rollout_positions.toml"
PAGE: Final = Path(__file__).parents[1] / "docs" / "rollouts.md"
TABLES: Final = {0: "rollouts", 1: "rollouts, 1 ply"}
"""In the page, by plies."""
SEED: Final = 1


class Rolled(NamedTuple):
    """What one program says, and what it took."""

    equity: float
    error: float
    seconds: float

    @property
    def effort(self) -> float:
        """Seconds to a standard error of one."""
        return self.seconds * self.error**2


class Ours:
    """Our rollouts, by one thread."""

    name = "Fullprime"

    def __init__(self, trials: int, plies: int = 0) -> None:
        self.variant = Variant.load()
        self.trials = trials
        self.phases = phases_of(plies)
        net = net_for(self.variant)
        if net is None or net.pruner is None:
            raise gnubg.Missing("the net of the standard game, or its pruner, is not there")
        self._roller = Roller(self.variant, net.kernel, pruner=net.pruner.kernel, threads=1)

    def roll_out(self, position: Position, cubeful: bool) -> Rolled:
        """The equity of the side on roll."""
        settings = RolloutSettings(
            trials=self.trials, seed=SEED, cubeful=cubeful, phases=self.phases
        )
        subject = Subject(position=self.variant.text(position), may_double=False)
        began = time.process_time()
        [line] = self._roller.roll_out([subject], settings).lines
        seconds = time.process_time() - began
        return Rolled(line.equity.mean, line.equity.standard_error, seconds)


class Gnubg:
    """GNU Backgammon's, by one thread, too."""

    _RESULT: Final = re.compile(r"\b(C[LF]) +([+-]?\d+\.\d+)")

    def __init__(self, trials: int, plies: int = 0) -> None:
        self._program = gnubg.Gnubg(1)
        self.name = self._program.name
        self.trials = trials
        self.plies = plies

    def roll_out(self, position: Position, cubeful: bool) -> Rolled:
        """The equity of the side on roll."""
        question = {
            "op": "rollout",
            **gnubg.sides(*rows_of(position.raw)),
            "settings": self.settings(cubeful),
        }
        began, shown, ended = self._program.ask([{"op": "clock"}, question, {"op": "clock"}])
        return Rolled(*self.read(shown, cubeful), ended - began)

    def settings(self, cubeful: bool) -> list[str]:
        """As it is told them."""
        switch = "on" if cubeful else "off"
        return [
            f"trials {self.trials}",
            f"seed {SEED}",
            "truncation enable off",
            "late enable off",
            f"chequerplay plies {self.plies}",
            f"chequerplay cubeful {switch}",
            f"cubedecision plies {self.plies}",
            "cubedecision cubeful on",
            f"cubeful {switch}",
            "varredn on",
            "quasirandom on",
            "limit enable off",
            "jsd stop off",
        ]

    def read(self, shown: str, cubeful: bool) -> tuple[float, float]:
        """The equity on the screen, after all trials, and its standard error."""
        _, done, final = shown.partition("Rollout done")
        kind = "CF" if cubeful else "CL"
        found = [float(value) for name, value in self._RESULT.findall(final) if name == kind]
        if not done or len(found) != 2 or f"{self.trials} games" not in final:
            raise RuntimeError(f"gnubg shows no result of a rollout: {shown[-500:]!r}")
        equity, error = found
        return equity, error


class Compared(NamedTuple):
    """One position, rolled out by both."""

    name: str
    cubeful: bool
    ours: Rolled
    theirs: Rolled

    @property
    def ratio(self) -> float | None:
        """How many times their effort is ours; None where one was certain, as after a cash."""
        if not (self.ours.error and self.theirs.error):
            return None
        return self.theirs.effort / self.ours.effort

    @property
    def apart(self) -> float | None:
        """The difference in joint standard errors; None where both are certain."""
        error = hypot(self.ours.error, self.theirs.error)
        return (self.ours.equity - self.theirs.equity) / error if error else None

    def row(self) -> list[str]:
        """For the table."""
        return [
            f"{self.name}, cubeful" if self.cubeful else self.name,
            *(f"{rolled.equity:+.4f} ± {rolled.error:.4f}" for rolled in (self.ours, self.theirs)),
            "" if self.apart is None else f"{self.apart:+.1f}",
            *(f"{rolled.seconds:.1f}" for rolled in (self.ours, self.theirs)),
            "" if self.ratio is None else f"{self.ratio:.1f}",
        ]

    def measured(self, theirs: Gnubg) -> results.Measured:
        """For the file of results."""
        kind = "cubeful" if self.cubeful else "cubeless"
        note = (
            f"{theirs.trials} trials, one core, plies {theirs.plies}; "
            f"equity {self.ours.equity:+.4f} ± {self.ours.error:.4f}, "
            f"theirs {self.theirs.equity:+.4f} ± {self.theirs.error:.4f} "
            f"in {self.theirs.seconds:.1f} s; the ratio is of times for the same standard error"
        )
        subject = f"rollout, {self.name}, {kind}"
        return results.Measured(subject, self.ours.seconds, "s", self.ratio, theirs.name, note)


def report_of(found: Sequence[Compared], peer: str, trials: int) -> str:
    """The table, and the mean of the ratios."""
    titles = ["position", "ours", peer, "apart", "seconds", "theirs", "ratio"]
    told = [page.table(titles, [each.row() for each in found])]
    for cubeful in (False, True):
        ratios = [each.ratio for each in found if each.cubeful == cubeful and each.ratio]
        if ratios:
            kind = "with" if cubeful else "without"
            told.append(
                f"For the same standard error {peer} takes {geometric_mean(ratios):.1f} times as "
                f"long {kind} a cube (geometric mean of {len(ratios)}), {min(ratios):.1f} times at "
                f"least; {trials} trials each.\n"
            )
    return "\n".join(told)


def main() -> None:
    """Rolls out, prints and records."""
    parser = argparse.ArgumentParser(description="Rollouts beside GNU Backgammon.")
    parser.add_argument("--trials", type=int, default=1296, help="of each (%(default)s)")
    parser.add_argument("--plies", type=int, default=0, choices=TABLES, help="looked ahead")
    parser.add_argument("--only", action="append", help="a position by its name")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/rollouts.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    positions = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))["positions"]
    try:
        asked = (arguments.trials, arguments.plies)
        ours, theirs = Ours(*asked), Gnubg(*asked)
    except gnubg.Missing as missing:
        sys.exit(str(missing))
    found = []
    for name in arguments.only or positions:
        position = ours.variant.position(positions[name])
        for cubeful in (False, True):
            both = (program.roll_out(position, cubeful) for program in (ours, theirs))
            found.append(Compared(name, cubeful, *both))
            print(" | ".join(found[-1].row()), file=sys.stderr, flush=True)
    told = report_of(found, theirs.name, arguments.trials)
    print(told)
    if arguments.record:
        results.append("rollouts", [each.measured(theirs) for each in found])
    if arguments.docs:
        page.put(TABLES[arguments.plies], told, PAGE)


if __name__ == "__main__":
    main()
