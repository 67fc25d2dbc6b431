"""Solved games: values, time and memory; rollouts of the best play; every number against GNU
Backgammon's.

    python -m benchmarks.solved values two hypergammon      solve anew: time, memory, the start
    python -m benchmarks.solved known two hypergammon       the start and residuals of its table
    python -m benchmarks.solved match two --away 7          all match scores: chances, time, size
    python -m benchmarks.solved rollouts hypergammon        1,000 random positions, rolled out
    python -m benchmarks.solved peer                        every number of makehyper

`two` is a game of two checkers a side from 24 and 23. `--record` adds rows to results.csv.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from benchmarks.results import Measured

from benchmarks import results
from fullprime import Position, Variant, _kernel, arrays
from fullprime.cli.solve import start_equities
from fullprime.dice import ROLLS
from fullprime.engine.solved import solve, table_path
from fullprime.engine.solved_match import MOST_AWAY, SolvedScores, scores_to
from fullprime.engine.threads import usual_threads
from fullprime.position import BAR, OFF, PLACES

Floats = npt.NDArray[np.float64]

TWO = Variant(name="Two", id="two", checkers=2, start="24:1 23:1")
POSITIONS = 1_000
RESIDUALS = 5_000
TRIALS = 1_296
SEED = 1
AT_A_TIME = 100_000
"""Games played side by side."""
WITHIN = 3.0
"""Standard errors."""
ROUNDING = 1e-6
NEAR = 1e-3
MAKEHYPER = Path("/usr/games/makehyper")
GNUBG = "GNU Backgammon"
GNUBG_HEAD = 40
GNUBG_RECORD = 28
NAMES = (
    *("wins", "gammons", "backgammons", "gammons lost", "backgammons lost"),
    *("own cube", "cube in the middle", "the same with Jacoby", "their cube"),
)
"""What a record of GNU Backgammon holds: five chances, the larger including the smaller, and four
equities; found by comparing a game of one checker with ours."""


def game(name: str) -> Variant:
    """`two`, or any variant."""
    return TWO if name == TWO.id else Variant.load(name)


# Solving ------------------------------------------------------------------------------------------


class Effort(NamedTuple):
    """Of one program."""

    seconds: float
    """By the clock on the wall."""
    cores: float
    """Of all cores together."""
    memory: float
    """At its largest, in MB."""


def solved_anew(name: str) -> tuple[Effort, dict[str, Any]]:
    """Solves a game in a process of its own, with an empty cache folder."""
    with tempfile.TemporaryDirectory() as home:
        code = "import sys; from benchmarks.solved import child; child(sys.argv[1])"
        environment = os.environ | {"FULLPRIME_HOME": home}
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code, name], env=environment, stdout=subprocess.PIPE, check=True
        )
        found = json.loads(done.stdout)
    return Effort(time.perf_counter() - began, found["cores"], found["memory"]), found


def child(name: str) -> None:
    """What that process does: one JSON document on standard output."""
    variant = game(name)
    began = time.perf_counter()
    solution = solve(variant)
    seconds = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_SELF)
    found = {
        "sweeps": solution.sweeps,
        "change": solution.change,
        "seconds": seconds,
        "cores": used.ru_utime + used.ru_stime,
        "memory": largest_memory(os.getpid()),
        "size": table_path(variant).stat().st_size / 1e6,
        "start": start_equities(variant),
    }
    print(json.dumps(found))


def values(name: str) -> Iterator[Measured]:
    """The start, and what it took to solve the game."""
    effort, found = solved_anew(name)
    note = (
        f"{effort.cores:.1f} s of all cores together, {found['sweeps']} sweeps, "
        f"{os.cpu_count()} threads"
    )
    yield Measured(f"{name}, solving", found["seconds"], "s", note=note)
    yield Measured(f"{name}, memory", effort.memory, "MB", note="at its largest")
    yield Measured(f"{name}, table", found["size"], "MB")
    yield Measured(f"{name}, last change", found["change"], "points")
    for cube, equity in found["start"].items():
        yield Measured(f"{name}, start, {cube}", equity, "points", note=f"{equity:+.6f}")


def known(name: str) -> Iterator[Measured]:
    """The start, and by how much values differ from those of the positions that follow."""
    variant = game(name)
    table = solve(variant).table
    yield Measured(f"{name}, table", table_path(variant).stat().st_size / 1e6, "MB")
    for cube, equity in start_equities(variant).items():
        yield Measured(f"{name}, start, {cube}", equity, "points", note=f"{equity:+.6f}")
    rows = arrays.pack(random_positions(variant, RESIDUALS, SEED))
    apart = residuals(variant, our_worths(table), rows)
    for number, what in enumerate(("cubeless", *NAMES[-4:])):
        note = f"largest of {RESIDUALS:,} random positions, from the table as it is rounded"
        yield Measured(
            f"{name}, residual, {what}", float(apart[:, number].max()), "points", note=note
        )


def match(name: str, away: int) -> Iterator[Measured]:
    """The chance of the side that needs more at every score, and what it took to solve it, if that
    was not done before."""
    scores = SolvedScores(game(name))
    for score in scores_to(away, away):
        began = time.process_time()
        work = scores.learn(score, None, usual_threads())
        scores.remember(score)
        cores, size = time.process_time() - began, scores.path(score).stat().st_size / 1e6
        chance = scores.chance(score.mine, score.theirs, not score.crawford)
        effort = f"{work.sweeps} sweeps, {cores:.1f} s of all cores together, " if work else ""
        note = f"{effort}{size:.1f} MB of table, {chance:.6f}"
        yield Measured(f"{name}, match, {score}", chance, "chance", note=note)
    memory = largest_memory(os.getpid())
    yield Measured(f"{name}, match, memory", memory, "MB", note="at its largest")


Worths = Callable[[arrays.Bytes], Floats]
"""Of positions, the side to roll first: cubeless, and by the owner of the cube if it does not
double now."""


def residuals(variant: Variant, worths: Worths, rows: arrays.Bytes, passes: bool = False) -> Floats:
    """[position, cubeless and by the owner of the cube]: between what a position is worth and what
    its best plays are worth on average.

    passes: as makehyper has it, a roll that cannot be played leaves the cube to the same side, and
    the other does not double.
    """
    means = np.zeros((len(rows), 5))
    for roll in ROLLS:
        plays = arrays.plays(rows, np.tile(np.array(roll, np.uint8), (len(rows), 1)), variant)
        after = worths(arrays.flipped(plays.afterstates))
        held = held_by_the_other(after)
        if passes:
            held = np.where(plays.lengths[:, None] > 0, held, -after)
        won = points_won(plays.afterstates, variant.checkers)
        ended = np.stack([won, won, won, np.sign(won), won], axis=1)
        held = np.where(won[:, None] > 0, ended, held)
        means += roll.weight / 36 * np.maximum.reduceat(held, plays.offsets[:-1])
    return np.abs(means - worths(rows))


def our_worths(table: _kernel.Solved) -> Worths:
    """By our table."""

    def worths(rows: arrays.Bytes) -> Floats:
        numbers = table.numbers(rows)
        cubeless = numbers[:, : len(arrays.POINTS)] @ arrays.POINTS
        return np.concatenate([cubeless[:, None], numbers[:, len(arrays.POINTS) :]], axis=1)

    return worths


def held_by_the_other(worths: Floats) -> Floats:
    """The same seen by the side that has just played: the one to roll may double."""
    cubeless, own, centered, jacoby, against = worths.T
    doubled = np.minimum(2.0 * against, 1.0)
    best = (np.maximum(each, doubled) for each in (centered, jacoby, own))
    return -np.stack([cubeless, against, *best], axis=1)


# Rollouts -----------------------------------------------------------------------------------------


def random_positions(variant: Variant, count: int, seed: int) -> list[Position]:
    """Checkers anywhere, none on a point of the other side, and neither side off."""
    rng, found = Random(seed), list[Position]()
    while len(found) < count:
        own, other = (random_side(variant.checkers, rng) for _ in range(2))
        position = Position.of(own, other)
        if not variant.faults(position) and max(own[OFF], other[OFF]) < variant.checkers:
            found.append(position)
    return found


def random_side(checkers: int, rng: Random) -> list[int]:
    """Counts by place."""
    places = [rng.randint(OFF, BAR) for _ in range(checkers)]
    return [places.count(place) for place in range(PLACES)]


def equities(table: _kernel.Solved, rows: arrays.Bytes) -> Floats:
    """Without the cube, of the side to roll."""
    found: Floats = table.numbers(rows)[:, : len(arrays.POINTS)] @ arrays.POINTS
    return found


def points_won(rows: arrays.Bytes, checkers: int) -> Floats:
    """By the side that has just played and stands first; 0 while the game goes on."""
    own, loser = rows[:, :32], rows[:, 32:]
    behind = (loser[:, 19:26] > 0).any(axis=1)
    value = np.where(loser[:, OFF] > 0, 1.0, np.where(behind, 3.0, 2.0))
    return np.where(own[:, OFF] == checkers, value, 0.0)


def played_out(
    variant: Variant, table: _kernel.Solved, rows: arrays.Bytes, rng: np.random.Generator
) -> Floats:
    """The points of the side to roll in one game from each row, both sides playing by the table."""
    points, sign, at = np.zeros(len(rows)), 1.0, np.arange(len(rows))
    while len(at):
        dice = rng.integers(1, 7, (len(at), 2), dtype=np.uint8)
        plays = arrays.plays(rows, dice, variant)
        won = points_won(plays.afterstates, variant.checkers)
        worth = np.where(won > 0, won, -equities(table, arrays.flipped(plays.afterstates)))
        best = first_best(worth, plays.offsets)
        over = won[best] > 0
        points[at[over]] = sign * won[best][over]
        at, rows = at[~over], arrays.flipped(plays.afterstates[best[~over]])
        sign = -sign
    return points


def first_best(worth: Floats, offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where each stretch has its largest number."""
    stretch = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    best = np.maximum.reduceat(worth, offsets[:-1])
    largest = np.flatnonzero(worth == best[stretch])
    return largest[np.unique(stretch[largest], return_index=True)[1]]


def rolled_out(
    variant: Variant, table: _kernel.Solved, positions: Sequence[Position], trials: int, seed: int
) -> tuple[Floats, Floats]:
    """Means and standard errors."""
    rng, rows, results_ = np.random.default_rng(seed), arrays.pack(positions), list[Floats]()
    share = max(1, AT_A_TIME // trials)
    for first in range(0, len(rows), share):
        games = np.repeat(rows[first : first + share], trials, axis=0)
        results_.append(played_out(variant, table, games, rng).reshape(-1, trials))
    points = np.concatenate(results_)
    return points.mean(axis=1), points.std(axis=1, ddof=1) / np.sqrt(trials)


def rollouts(name: str) -> Iterator[Measured]:
    """How many of 1,000 random positions are within three standard errors of their rollouts."""
    variant = game(name)
    table = solve(variant).table
    positions = random_positions(variant, POSITIONS, SEED)
    exact = equities(table, arrays.pack(positions))
    means, errors = rolled_out(variant, table, positions, TRIALS, SEED)
    far = np.abs(means - exact) > WITHIN * errors + ROUNDING
    note = f"{POSITIONS} positions, {TRIALS} trials each, within {WITHIN:g} standard errors"
    yield Measured(f"{name}, rollouts", 100 * (1 - far.mean()), "%", note=note)
    bias = float(np.mean(means - exact))
    error = float(np.sqrt(np.sum(errors**2)) / POSITIONS)
    note = f"mean over all positions; standard error {error:.4f}"
    yield Measured(f"{name}, rollouts less table", bias, "points", note=note)


# GNU Backgammon -----------------------------------------------------------------------------------


def makehyper(checkers: int, file: Path) -> Effort:
    """Its program that solves the same game, with its usual threshold."""
    began, memory = time.perf_counter(), 0.0
    command = [str(MAKEHYPER), "-n", "-c", str(checkers), "-f", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        while process.poll() is None:
            memory = max(memory, largest_memory(process.pid))
            time.sleep(0.1)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        raise SystemExit(f"makehyper ended with {process.returncode}")
    cores = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return Effort(time.perf_counter() - began, cores, memory)


def largest_memory(process: int) -> float:
    """In MB, up to now; what is asked of a child itself counts what it was forked from."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:  # it has just ended
        return 0.0
    peaks = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return float(peaks[0]) / 1024 if peaks else 0.0


def hyper_numbers(file: Path, checkers: int) -> Floats:
    """[side to roll, other, nine numbers]: 24 bits each, one byte of a record is not used."""
    count = len(list(arrangements(checkers)))
    raw = np.fromfile(file, np.uint8, offset=GNUBG_HEAD).reshape(count, count, GNUBG_RECORD)
    parts = raw[..., :27].astype(np.int64)
    found: Floats = (parts[..., 0::3] | parts[..., 1::3] << 8 | parts[..., 2::3] << 16) / (
        2**24 - 1
    )
    found[..., 5:] = 6.0 * found[..., 5:] - 3.0
    return found


def arrangements(checkers: int) -> Iterator[list[int]]:
    """Counts by place, in the order of its file: by the checker farthest ahead, then the next."""
    for places in combinations_with_replacement(range(BAR + 1), checkers):
        yield [places.count(place) for place in range(PLACES)]


def our_numbers(variant: Variant, table: _kernel.Solved) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """The same of our table, and which positions there can be."""
    counts = np.array(list(arrangements(variant.checkers)), np.uint8)
    size = len(counts)
    found, real = np.zeros((size, size, len(NAMES))), np.zeros((size, size), bool)
    rows = np.zeros((size, 64), np.uint8)
    rows[:, 32 : 32 + PLACES] = counts
    for own in range(size):
        rows[:, :PLACES] = counts[own]
        shared = (counts[own][1:25] > 0) & (counts[:, 24:0:-1] > 0)
        open_ = (counts[own][OFF] < variant.checkers) & (counts[:, OFF] < variant.checkers)
        real[own] = open_ & ~shared.any(axis=1)
        numbers = table.numbers(rows)
        found[own, :, 0] = numbers[:, :3].sum(axis=1)
        found[own, :, 1] = numbers[:, 1:3].sum(axis=1)
        found[own, :, 2] = numbers[:, 2]
        found[own, :, 3] = numbers[:, 4:6].sum(axis=1)
        found[own, :, 4:] = numbers[:, 5:]
    return found, real


class HyperTable:
    """Its numbers, found by positions as our table finds them."""

    def __init__(self, file: Path, checkers: int) -> None:
        counts = np.array(list(arrangements(checkers)), np.uint64)
        self._weights = np.random.default_rng(SEED).integers(1, 2**40, PLACES, dtype=np.uint64)
        keys = counts @ self._weights
        self._order = np.argsort(keys)
        self._keys = keys[self._order]
        self.found = hyper_numbers(file, checkers)

    def worths(self, rows: arrays.Bytes) -> Floats:
        """[position, cubeless and by the owner of the cube], of the side to roll."""
        numbers = self.found[self._index(rows[:, :PLACES]), self._index(rows[:, 32 : 32 + PLACES])]
        return np.concatenate([cubeless_of(numbers)[:, None], numbers[:, 5:]], axis=1)

    def _index(self, counts: arrays.Bytes) -> npt.NDArray[np.int64]:
        return self._order[np.searchsorted(self._keys, counts.astype(np.uint64) @ self._weights)]


def cubeless_of(numbers: Floats) -> Floats:
    """From five chances, the larger including the smaller."""
    win, gammon, backgammon, gammon_lost, backgammon_lost = np.moveaxis(numbers[..., :5], -1, 0)
    found: Floats = 2 * win - 1 + gammon + backgammon - gammon_lost - backgammon_lost
    return found


def real_positions(checkers: int, real: npt.NDArray[np.bool_]) -> arrays.Bytes:
    """All of them, as rows."""
    counts = np.array(list(arrangements(checkers)), np.uint8)
    own, other = np.nonzero(real)
    rows = np.zeros((len(own), 64), np.uint8)
    rows[:, :PLACES], rows[:, 32 : 32 + PLACES] = counts[own], counts[other]
    return rows


def peer() -> Iterator[Measured]:
    """Every number of two checkers a side, and what it took either program."""
    if not MAKEHYPER.exists():
        raise SystemExit("GNU Backgammon is not installed (on Debian: apt-get install gnubg)")
    ours, _ = solved_anew(TWO.id)
    found, real = our_numbers(TWO, solve(TWO).table)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "two.bd"
        theirs = makehyper(TWO.checkers, file)
        table = HyperTable(file, TWO.checkers)
    note = f"{theirs.seconds:.1f} s on the wall; ours {ours.cores:.2f} s with the start of Python"
    ratio = theirs.cores / ours.cores
    yield Measured("two, solving", theirs.cores, "s of a core", ratio, GNUBG, note)
    note, ratio = f"ours {ours.memory:.0f} MB with Python", theirs.memory / ours.memory
    yield Measured("two, memory", theirs.memory, "MB", ratio, GNUBG, note)
    apart = np.abs(found - table.found)[real]
    cubeless = float(np.abs(cubeless_of(found) - cubeless_of(table.found))[real].max())
    note = f"largest of all {len(apart):,} positions"
    yield Measured("two, difference, cubeless", cubeless, "points", None, GNUBG, note)
    for number, what in enumerate(NAMES):
        far = f"{note}; {np.sum(apart[:, number] > NEAR):,} of them above {NEAR:g}"
        largest = float(apart[:, number].max())
        yield Measured(f"two, difference, {what}", largest, "", None, GNUBG, far)
    rows = real_positions(TWO.checkers, real)
    for kind, passes in (("", False), (", as it passes on a roll", True)):
        left = residuals(TWO, table.worths, rows, passes)
        far = f"{note}; {np.sum(left.max(axis=1) > NEAR):,} of them above {NEAR:g}"
        subject = f"two, its residual{kind}"
        yield Measured(subject, float(left.max()), "points", None, GNUBG, far)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("values", "known", "match", "rollouts", "peer"))
    parser.add_argument("games", nargs="*", default=[TWO.id])
    parser.add_argument(
        "--away", type=int, default=MOST_AWAY, help="of match: up to so many points"
    )
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    given = parser.parse_args()
    rows = list[Measured]()
    if given.what == "peer":
        works = [peer()]
    elif given.what == "match":
        works = [match(name, given.away) for name in given.games]
    else:
        works = [globals()[given.what](name) for name in given.games]
    for work in works:
        for row in work:
            rows.append(row)
            ratio = "" if row.ratio is None else f"  {row.ratio:.2f} times"
            print(f"{row.subject:40} {row.value:12.6g} {row.unit:8}{ratio}  {row.note}", flush=True)
    if given.record:
        results.append("solved", rows)


if __name__ == "__main__":
    main()
