"""A fixed sample of positions and rolls for the benchmarks.

The positions come from games of random legal plays between two equal players, taken at a fixed
interval from the first turn to the last, so openings, contact, checkers on the bar, races and
bear-offs all occur as often as they do in such games. Dice and choices are seeded and the choice
does not depend on the order in which the kernel lists plays: the same sample on every machine.

Run it to see what the sample holds: `python -m benchmarks.positions`.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from fullprime import Position, SeededDice, Variant, _kernel
from fullprime.position import BAR, OFF

PAIRS = 20_000
SEED = 20_240_607
EVERY = 7  # positions of one game are alike; most of them are skipped


class Pair(NamedTuple):
    """A position, as the kernel's 64 bytes, and a roll to be played in it."""

    raw: bytes
    dice: tuple[int, int]

    @property
    def double(self) -> bool:
        """Are the dice equal?"""
        return self.dice[0] == self.dice[1]


def sample(count: int = PAIRS, seed: int = SEED) -> list[Pair]:
    """The first `count` pairs of the sample of that seed."""
    every = itertools.islice(_turns(seed), 0, None, EVERY)
    return list(itertools.islice(every, count))


def digest(pairs: Sequence[Pair]) -> str:
    """A short name for a sample: equal samples have equal names."""
    return hashlib.sha256(b"".join(pair.raw + bytes(pair.dice) for pair in pairs)).hexdigest()[:12]


def phase(raw: bytes) -> str:
    """Which part of the game a position belongs to."""
    position = Position(raw)
    mover, other = position.mover, position.other
    if mover[BAR]:
        return "on the bar"
    farthest = max(point for point in range(1, BAR + 1) if mover[point])
    enemy = max(point for point in range(1, BAR + 1) if other[point])
    if farthest + enemy > BAR:
        return "bearing off in contact" if farthest <= 6 else "contact"
    return "bearing off" if mover[OFF] or farthest <= 6 else "race"


def _turns(seed: int) -> Iterator[Pair]:
    """Every turn of one random game after another."""
    variant = Variant.load("backgammon")
    for game in itertools.count():
        dice = SeededDice(seed, stream=game)
        chooser = Random(seed * 1_000_003 + game)
        position = variant.start_position
        while variant.end(position) is None:
            roll = dice.roll()
            yield Pair(position.raw, (roll.first, roll.second))
            finals = sorted(r for r, _ in _kernel.plays(variant.kernel, position.raw, *roll))
            position = Position(finals[int(chooser.random() * len(finals))]).flipped()


def main() -> None:
    """Prints what the sample holds."""
    parser = argparse.ArgumentParser(description="Says what the sample of positions holds.")
    parser.add_argument("--count", type=int, default=PAIRS, help="how many pairs (%(default)s)")
    pairs = sample(parser.parse_args().count)
    print(f"{len(pairs)} pairs, sample {digest(pairs)}")
    print(f"{sum(pair.double for pair in pairs) / len(pairs):6.1%} doubles")
    for name, count in Counter(phase(pair.raw) for pair in pairs).most_common():
        print(f"{count / len(pairs):6.1%} {name}")


if __name__ == "__main__":
    main()
