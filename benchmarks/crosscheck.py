"""Compares our legal plays with those of other programs, on the pairs of the long test.

Half of the positions come from games of random plays, half are arbitrary ones that no sensible
game reaches; both are made by the tests' own reference rules, not by the kernel, and are the very
pairs that `make long` compares with the oracle. What is compared is the set of final positions of a
roll. Differences by a named reading are counted; any other is printed and the program ends with 1.

    python -m benchmarks.crosscheck [--shares N] [--gnubg [N]]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.gnubg import Missing
from benchmarks.peers import BgSage, Fullprime, Gnubg, OpenSpiel, Peer
from benchmarks.positions import Pair

from benchmarks import readings
from fullprime import Position

TESTS = Path(__file__).parents[1] / "tests"
ALL_SHARES = 100  # of a thousand pairs each
GNUBG_SHARES = 10  # it is slow
SHOWN = 10
PEERS: dict[str, Callable[[], Peer]] = {
    "openspiel": OpenSpiel,
    "sage": BgSage,
    "gnubg": Gnubg,
}


class Work(NamedTuple):
    """A share of the pairs, to be made and compared."""

    peers: tuple[str, ...]
    number: int


class Found(NamedTuple):
    """What came out of it: pairs and final positions compared, differences by peer."""

    pairs: int
    finals: int
    readings: Counter[tuple[str, str]]
    unexplained: list[str]


def make(number: int) -> list[Pair]:
    """The pairs of a share, counted from 0."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    import generate

    made = generate.share(generate.SHARES[number])
    return [Pair(Position.of(board.mover, board.other).raw, dice) for board, dice in made]


@cache
def asked(name: str) -> Peer:
    """A peer, started once per process."""
    return PEERS[name]()


def check(work: Work) -> Found:
    """Makes the pairs and compares every peer's answers with ours."""
    pairs = make(work.number)
    ours = Fullprime().finals_of(pairs)
    named: Counter[tuple[str, str]] = Counter()
    unexplained: list[str] = []
    for name in work.peers:
        peer = asked(name)
        for pair, mine, theirs in zip(pairs, ours, peer.finals_of(pairs), strict=True):
            if mine == theirs:
                continue
            reading = readings.explain(peer.name, pair, mine, theirs)
            if reading:
                named[peer.name, reading.name] += 1
            else:
                unexplained.append(readings.describe(peer.name, pair, mine, theirs))
    return Found(len(pairs), sum(map(len, ours)), named, unexplained)


def shares(peers: tuple[str, ...], count: int) -> list[Work]:
    """The work in pieces."""
    return [Work(peers, number) for number in range(count)]


def summarise(title: str, found: Iterable[Found]) -> bool:
    """Prints what came out. True when nothing is unexplained."""
    begin = time.perf_counter()
    pairs = finals = 0
    named: Counter[tuple[str, str]] = Counter()
    unexplained: list[str] = []
    for part in found:
        pairs += part.pairs
        finals += part.finals
        named += part.readings
        unexplained += part.unexplained
    taken = time.perf_counter() - begin
    print(f"{title}: {pairs} pairs, {finals} final positions, {taken:.0f} s")
    for (peer, name), count in sorted(named.items()):
        print(f"  {count} pairs differ by {peer}'s reading: {name}")
    for text in unexplained[:SHOWN]:
        print(text)
    print(f"  {len(unexplained)} unexplained differences")
    return not unexplained


def main() -> int:
    """Compares with the peers asked for."""
    parser = argparse.ArgumentParser(description="Compares legal plays with other programs.")
    parser.add_argument(
        "--shares", type=int, default=ALL_SHARES, metavar="N",
        help="shares of a thousand pairs each (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--gnubg", type=int, nargs="?", const=GNUBG_SHARES, metavar="N",
        help=f"ask gnubg too, about N of the shares ({GNUBG_SHARES})",
    )  # fmt: skip
    options = parser.parse_args()
    if not all(0 <= number <= ALL_SHARES for number in (options.shares, options.gnubg or 0)):
        parser.error(f"there are 0 to {ALL_SHARES} shares")

    print("Known readings:")
    for reading in readings.READINGS:
        print(f"  {reading.peer}: {reading.text}")
    quick = ("openspiel", "sage")
    try:
        named = [asked(name).name for name in quick]
        gnubg = asked("gnubg").name if options.gnubg else ""
    except Missing as missing:
        sys.exit(str(missing))
    fine = True
    if options.shares:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(check, shares(quick, options.shares))
            fine &= summarise(" and ".join(named), found)
    if options.gnubg:
        fine &= summarise(gnubg, map(check, shares(("gnubg",), options.gnubg)))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
