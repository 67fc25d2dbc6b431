"""Compares our legal plays with those of other programs, on positions made at random.

Half of the positions come from games of random plays, half are arbitrary ones that no sensible
game reaches; both are made by the tests' own reference rules, not by the kernel. What is compared
is the set of final positions of a roll. Differences by a named reading are counted; any other is
printed and the program ends with 1.

    python -m benchmarks.crosscheck [--count N] [--gnubg [N]]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks import readings
from benchmarks.peers import BgSage, Fullprime, Gnubg, Missing, OpenSpiel, Peer
from benchmarks.positions import Pair

from fullprime import Position

COUNT = 100_000
GNUBG_COUNT = 10_000
SHARE = 500  # pairs per piece of work
GNUBG_SHARE = 2_500  # it takes a second to start
SHOWN = 10
KINDS = ("played", "wild")
PEERS: dict[str, Callable[[], Peer]] = {
    "openspiel": OpenSpiel,
    "sage": BgSage,
    "gnubg": Gnubg,
}


class Work(NamedTuple):
    """Some pairs to make and compare."""

    peers: tuple[str, ...]
    kind: str
    seed: str
    pairs: int


class Found(NamedTuple):
    """What came out of it: pairs and final positions compared, differences by peer."""

    pairs: int
    finals: int
    readings: Counter[tuple[str, str]]
    unexplained: list[str]


def make(kind: str, seed: str, count: int) -> list[Pair]:
    """Random pairs of a kind, the same for the same seed."""
    tests = str(Path(__file__).parents[1] / "tests")
    if tests not in sys.path:
        sys.path.append(tests)
    import generate

    rng = Random(seed)
    maker = generate.played if kind == "played" else generate.wild
    made = (maker(rng) for _ in range(count))
    return [Pair(Position.of(board.mover, board.other).raw, dice) for board, dice in made]


@cache
def asked(name: str) -> Peer:
    """A peer, started once per process."""
    return PEERS[name]()


def check(work: Work) -> Found:
    """Makes the pairs and compares every peer's answers with ours."""
    pairs = make(work.kind, work.seed, work.pairs)
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


def shares(peers: tuple[str, ...], count: int, seed: int, share: int) -> Iterator[Work]:
    """The work in pieces, played and wild in turns."""
    done = 0
    while done < count:
        size = min(share, count - done)
        kind = KINDS[done // share % len(KINDS)]
        yield Work(peers, kind, f"{seed} {kind} {done}", size)
        done += size


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
    parser.add_argument("--count", type=int, default=COUNT, help="pairs to make (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other pairs")
    parser.add_argument(
        "--gnubg",
        type=int,
        nargs="?",
        const=GNUBG_COUNT,
        metavar="N",
        help=f"ask gnubg too, about N other pairs ({GNUBG_COUNT})",
    )
    options = parser.parse_args()
    if options.count < 0 or (options.gnubg or 0) < 0:
        parser.error("a number of pairs is not negative")

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
    if options.count:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(check, shares(quick, options.count, options.seed, SHARE))
            fine &= summarise(" and ".join(named), found)
    if options.gnubg:
        found = map(check, shares(("gnubg",), options.gnubg, options.seed + 1, GNUBG_SHARE))
        fine &= summarise(gnubg, found)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
