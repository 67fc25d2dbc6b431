"""The statistics of dice that both players can check: `python -m benchmarks.fair_dice`.

Ten million rolls are dealt by the protocol itself, from chains of fresh secrets as matches have
them, and tested in eight ways. Then the tests are tested: dice that are wrong in a known way must
fail. Run it at `nice -n 19`: it takes some minutes of one core.

`--rolls N` deals another number; `--seed N` repeats a run.
"""

from __future__ import annotations

import argparse
import math
import secrets
import time
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fullprime.fair_dice.chain import LENGTH, ROLES, Chain
from fullprime.fair_dice.dealing import context_of, roll_of
from fullprime.fair_dice.statistics import chi_square_tail

RED: Final = 1e-6
"""So rarely do fair dice give a worse result in one test."""
MUTANT_ROLLS: Final = 1_000_000

Rolls = NDArray[np.int64]
"""0 to 35: the first die minus 1, times six, plus the second die minus 1."""


class Found(NamedTuple):
    """What one test says."""

    name: str
    statistic: str
    chance: float


def dealt(count: int, chance: Random) -> Iterator[int]:
    """Rolls of matches that are as long as a chain lasts."""
    while count > 0:
        match = f"{chance.getrandbits(48):012x}"
        chains = [Chain(chance.randbytes(32), match, role).whole() for role in ROLES]
        context = context_of(match, b"{}", [chain[0] for chain in chains])
        rolls = list(zip(*chains, strict=True))[1 : count + 1]
        for number, links in enumerate(rolls, 1):
            first, second = roll_of(context, number, links)
            yield 6 * first + second - 7
        count -= LENGTH


# Tests -------------------------------------------------------------------------------------------


def _chi(
    name: str, counts: NDArray[np.int64], expected: NDArray[np.float64], freedom: int
) -> Found:
    possible = expected > 0
    statistic = float(((counts - expected)[possible] ** 2 / expected[possible]).sum())
    text = f"χ² {statistic:.1f}, {freedom} degrees of freedom"
    return Found(name, text, chi_square_tail(statistic, freedom))


def _even(name: str, values: NDArray[np.int64], kinds: int) -> Found:
    counts = np.bincount(values, minlength=kinds)
    return _chi(name, counts, np.full(kinds, len(values) / kinds), kinds - 1)


def _normal(name: str, z: float) -> Found:
    return Found(name, f"z {z:+.2f}", math.erfc(abs(z) / math.sqrt(2)))


def _share(name: str, hits: int, tries: int, p: float) -> Found:
    return _normal(name, (hits - tries * p) / math.sqrt(tries * p * (1 - p)))


def independence(rolls: Rolls) -> Found:
    """The first die against the second, beside how often each shows its numbers."""
    table = np.bincount(rolls, minlength=36).reshape(6, 6)
    rows, columns = table.sum(1, keepdims=True), table.sum(0, keepdims=True)
    return _chi("first die against second", table, rows * columns / len(rolls), 25)


def runs(rolls: Rolls) -> Found:
    """Wald and Wolfowitz: sums above and below 7, without those that are 7."""
    sums = rolls // 6 + rolls % 6 + 2
    above = sums[sums != 7] > 7
    many, few = int(above.sum()), int((~above).sum())
    count = 1 + int((above[1:] != above[:-1]).sum())
    mean = 1 + 2 * many * few / (many + few)
    variance = (mean - 1) * (mean - 2) / (many + few - 1)
    return _normal("runs above and below 7", (count - mean) / math.sqrt(variance))


def gaps(rolls: Rolls) -> Found:
    """Rolls between one 6-6 and the next, in 16 classes that are about equally likely."""
    between = np.diff(np.flatnonzero(rolls == 35)) - 1
    edges = [round(math.log(1 - k / 16) / math.log(35 / 36)) for k in range(1, 16)]
    classes = np.searchsorted(edges, between, side="right")
    stays = [1.0, *((35 / 36) ** edge for edge in edges), 0.0]
    shares = -np.diff(stays)
    return _chi("gaps between 6-6", np.bincount(classes, minlength=16), shares * len(between), 15)


def longest(doubles: NDArray[np.bool_]) -> Found:
    """The longest run of doubles; runs of at least so many are nearly a Poisson process."""
    changes = np.flatnonzero(np.diff(np.concatenate(([False], doubles, [False]))))
    length = int((changes[1::2] - changes[::2]).max(initial=0))
    expected = len(doubles) * (5 / 6) * (1 / 6) ** length
    return Found("longest run of doubles", f"{length} in a row", -math.expm1(-expected))


def battery(rolls: Rolls) -> list[Found]:
    """All of them."""
    doubles = rolls % 7 == 0
    pairs = rolls[: len(rolls) // 2 * 2].reshape(-1, 2)
    found = [
        _even("numbers of the first die", rolls // 6, 6),
        _even("numbers of the second die", rolls % 6, 6),
        _even("36 rolls", rolls, 36),
        independence(rolls),
        _share("doubles", int(doubles.sum()), len(rolls), 1 / 6),
        _even("one roll after another", pairs[:, 0] * 36 + pairs[:, 1], 1296),
    ]
    for lag in (1, 2, 3, 6):
        both = int((doubles[lag:] & doubles[:-lag]).sum())
        found.append(_again(lag, both, len(rolls) - lag))
    return [*found, runs(rolls), gaps(rolls), longest(doubles)]


def _again(lag: int, both: int, tries: int) -> Found:
    """Doubles so many rolls after doubles; tries that share a roll go together a little."""
    p = 1 / 36
    variance = tries * (p * (1 - p) + 2 * ((1 / 6) ** 3 - p**2))
    return _normal(f"doubles {lag} after doubles", (both - tries * p) / math.sqrt(variance))


# Wrong dice --------------------------------------------------------------------------------------


def mutants(count: int, seed: int) -> Iterator[tuple[str, Rolls]]:
    """Dice that are wrong in a known way."""
    random = np.random.Generator(np.random.Philox(seed))
    dice = random.integers(0, 256, (count, 2)) % 6
    yield "a byte modulo 6", dice[:, 0] * 6 + dice[:, 1]
    rolls = random.integers(0, 36, count)
    forced = random.random(count) < 0.004
    yield "0.4% of the rolls made doubles", np.where(forced, rolls // 6 * 7, rolls)
    state, values = seed % 2**32, np.empty(2 * count, np.int64)
    for place in range(2 * count):
        state = (1664525 * state + 1013904223) % 2**32
        values[place] = state % 6
    yield "a 32-bit generator modulo 6", values[::2] * 6 + values[1::2]
    again = random.integers(0, 36, count)
    repeats = random.random(count) < 0.005
    repeats[0] = False
    yield "0.5% of the rolls like the one before", np.where(repeats, np.roll(again, 1), again)


# Printed -----------------------------------------------------------------------------------------


def report(rolls: Rolls) -> bool:
    """The rows of a table; do all tests pass?"""
    found = battery(rolls)
    print("| test | result | chance of more with fair dice |\n|---|---|---|")
    for each in found:
        print(f"| {each.name} | {each.statistic} | {each.chance:.3g} |")
    return all(each.chance >= RED for each in found)


def main() -> None:
    """Deals, tests, and tests the tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    seed = secrets.randbits(64) if asked.seed is None else asked.seed
    began = time.process_time()
    rolls = np.fromiter(dealt(asked.rolls, Random(seed)), np.int64, asked.rolls)
    took = time.process_time() - began
    print(f"{asked.rolls:,} rolls dealt in {took:.0f} s of one core (seed {seed})\n")
    right = report(rolls)
    print(f"\n{'All tests pass.' if right else 'A TEST FAILS.'}\n")
    for name, wrong in mutants(MUTANT_ROLLS, seed):
        worst = min(battery(wrong), key=lambda each: each.chance)
        said = "caught" if worst.chance < RED else "NOT CAUGHT"
        print(f"- {name}, {MUTANT_ROLLS:,} rolls: {said} by *{worst.name}* ({worst.chance:.1g})")


if __name__ == "__main__":
    main()
