"""The bear-off tables: how long they take to make, open and ask, and how exact they are.

Races beyond the reach of both sides together are judged from each side alone; the error of that is
measured where both ways are there. If GNU Backgammon is installed, its two databases are compared
with ours, number by number, and so are its equities with the cube.

    python -m benchmarks.bearoff [--no-record]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from benchmarks.results import Measured

from benchmarks import results
from fullprime import Position, Variant, _kernel
from fullprime.engine import bearoff
from fullprime.position import PLACES

Array = np.ndarray[Any, np.dtype[np.float64]]

PASSES = 3
RACES = 20_000
MOST_ROLLS = 32
BOTH_SIDES = Path("/var/lib/gnubg/gnubg_ts0.bd")
ONE_SIDE = Path("/usr/share/gnubg/gnubg_os0.bd")
GNUBG = "GNU Backgammon"
GNUBG_BOTH = 6
GNUBG_UNIT = 1 / 32767.5
GNUBG_HEAD = 40
CUBE_HEAD = 8
CUBE_POINT = 32 * 36**5
OWNERS = ("cube owned", "cube centred", "cube against")
GNUBG_ROW = np.dtype([("start", "<u4"), ("length", "u1"), ("first", "u1"), ("gammons", "<u2")])


class Seconds(NamedTuple):
    """Of the fastest pass: by the clock on the wall, and of all cores together."""

    wall: float
    cores: float


def best(work: Callable[[], object]) -> Seconds:
    """Each of the two in its best pass."""
    passes = []
    for _ in range(PASSES):
        wall, cores = time.perf_counter(), time.process_time()
        work()
        passes.append(Seconds(time.perf_counter() - wall, time.process_time() - cores))
    return Seconds(min(one.wall for one in passes), min(one.cores for one in passes))


def positions(checkers: int) -> int:
    """Of one side, up to so many checkers."""
    return _kernel.bearoff_index((0, 0, 0, 0, 0, checkers)) + 1


def speed() -> Iterator[Measured]:
    """Making, opening, asking."""
    for both, threads in product((6, 7, 8, 9), (1, os.cpu_count() or 1)):
        seconds = best(partial(_kernel.make_bearoff, 15, both, threads))
        size = len(_kernel.make_bearoff(15, both, threads)) / 1e6
        note = f"{size:.1f} MB; {seconds.cores:.2f} s of all cores together; best of {PASSES}"
        subject = f"making, {both} of both, {threads} threads"
        yield Measured(subject, seconds.wall, "s", note=note)
    for threads in (1, os.cpu_count() or 1):
        seconds = best(partial(_kernel.make_cube_bearoff, bearoff.WITH_CUBE, threads))
        size = len(_kernel.make_cube_bearoff(bearoff.WITH_CUBE, threads)) / 1e6
        note = f"{size:.1f} MB; {seconds.cores:.2f} s of all cores together; best of {PASSES}"
        subject = f"making, {bearoff.WITH_CUBE} with the cube, {threads} threads"
        yield Measured(subject, seconds.wall, "s", note=note)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / bearoff.NAME
        table = bearoff.open_table(path)
        yield Measured("opening", 1e3 * best(partial(bearoff.open_table, path)).wall, "ms")
        raw = b"".join(race.raw for race in random_races(RACES))
        asking = best(partial(table.judge, Variant.load().kernel, raw)).wall
        yield Measured("asking", 1e6 * asking / RACES, "us/position", note=f"{RACES} in one call")


def random_races(count: int) -> Iterator[Position]:
    """Checkers anywhere at home."""
    rng = Random(1)
    for _ in range(count):
        yield Position.of(random_side(rng), random_side(rng))


def random_side(rng: Random) -> list[int]:
    """Counts by place; what is not at home is off."""
    places = [rng.randint(1, 6) for _ in range(rng.randint(1, 15))]
    home = [places.count(point) for point in range(1, 7)]
    return [15 - len(places), *home, *[0] * (PLACES - 7)]


def wins(data: bytes, both: int) -> Array:
    """[side to roll, other], from the bytes of a table."""
    count = positions(both)
    whole = np.frombuffer(data, np.int32, count * count, 16).reshape(count, count)
    return whole / 36.0**5


def rolls(table: _kernel.Bearoff, count: int) -> Array:
    """[position, rolls]: the chances to be off within so many."""
    found = np.ones((count, MOST_ROLLS))
    for index in range(count):
        within = table.rolls(_kernel.bearoff_counts(index))
        found[index, : len(within)] = np.array(within) / 36.0**3
    return found


def independence(data: bytes) -> Iterator[Measured]:
    """What is lost where each side is looked at alone."""
    count = positions(bearoff.BOTH)
    within = rolls(_kernel.Bearoff(data), count)
    alone = np.diff(within, axis=1) @ (1 - within[:, :-1]).T
    error = np.abs(alone - wins(data, bearoff.BOTH))[1:, 1:]
    note = f"chance to win from one side alone, all pairs of up to {bearoff.BOTH} checkers"
    yield Measured("error alone, mean", float(error.mean()), "", note=note)
    yield Measured("error alone, 999 of 1000", float(np.quantile(error, 0.999)), "", note=note)
    yield Measured("error alone, largest", float(error.max()), "", note=note)


def equities_with_cube(checkers: int) -> Array:
    """[side to roll, other, owner of the cube], when it does not double now."""
    data = _kernel.make_cube_bearoff(checkers, os.cpu_count() or 1)
    count = positions(checkers)
    whole = np.frombuffer(data, np.int32, offset=CUBE_HEAD).reshape(count, count, len(OWNERS))
    return whole / CUBE_POINT


def gnubg_both_sides(data: bytes) -> Iterator[Measured]:
    """Four equities in small steps: without the cube, and by its owner without a double now."""
    count = positions(GNUBG_BOTH)
    steps = np.fromfile(BOTH_SIDES, "<u2", offset=GNUBG_HEAD).reshape(count, count, 4)
    theirs = GNUBG_UNIT * steps - 1
    cubeless = 2 * wins(data, bearoff.BOTH)[:count, :count] - 1
    ours = np.concatenate([cubeless[:, :, None], equities_with_cube(GNUBG_BOTH)], axis=2)
    difference = np.abs(ours - theirs)[1:, 1:]
    note = f"equities, {difference[:, :, 0].size} pairs"
    for kind, largest in zip(("both sides", *OWNERS), difference.max(axis=(0, 1)), strict=True):
        yield Measured(f"{kind}, largest difference", float(largest), "", None, GNUBG, note)


def gnubg_one_side(data: bytes) -> Iterator[Measured]:
    """Its chances are kept in steps of 1 / 65535, one for each number of rolls."""
    count = positions(bearoff.ALONE)
    raw = ONE_SIDE.read_bytes()
    rows = np.frombuffer(raw, GNUBG_ROW, count, GNUBG_HEAD)
    chances = np.frombuffer(raw, "<u2", offset=GNUBG_HEAD + count * GNUBG_ROW.itemsize)
    theirs = np.zeros(count)
    for index, (start, length, first, _) in enumerate(rows):
        number = np.arange(first, first + length)
        theirs[index] = (number * chances[start : start + length]).sum() / 65535
    ours = (1 - rolls(_kernel.Bearoff(data), count)).sum(axis=1)
    difference = np.abs(ours - theirs)[1:]
    note = f"mean rolls, {difference.size} positions"
    yield Measured("one side, largest difference", float(difference.max()), "", None, GNUBG, note)


def main() -> None:
    """Measures, prints and records."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--no-record", action="store_true", help="leave results.csv as it is")
    record = not parser.parse_args().no_record
    data = _kernel.make_bearoff(bearoff.ALONE, bearoff.BOTH, os.cpu_count() or 1)
    rows = [*speed(), *independence(data)]
    for path, compare in ((BOTH_SIDES, gnubg_both_sides), (ONE_SIDE, gnubg_one_side)):
        if path.exists():
            rows += compare(data)
        else:
            print(f"{GNUBG} is not compared: there is no {path}")
    for row in rows:
        print(f"{row.subject:32} {row.value:10.4g} {row.unit:12} {row.note}")
    if record:
        results.append("bearoff", rows)


if __name__ == "__main__":
    main()
