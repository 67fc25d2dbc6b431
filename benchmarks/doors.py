"""What a question costs through JSON lines: processor time of the whole program, per request.

    python -m benchmarks.doors [--before COMMAND] [--record]

The questions are positions of matches that the engine has played against itself at 0-ply, with the
dice that were thrown there. `--before` is the command of another installation, such as that of an
older commit: both answer the same requests in the same run, turn and turn about, so that other
work on the machine counts for both.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any, Final

from benchmarks import results
from fullprime import Match, Points, Rolled, SeededDice
from fullprime.engine import Engine
from fullprime.game import Phase

COUNT: Final = 1000
ROUNDS: Final = 5
SEED: Final = 15
SPREAD: Final = 50
HERE: Final = str(Path(sys.executable).with_name("fullprime"))
OPERATIONS: Final[dict[str, dict[str, Any]]] = {
    "legal": {},
    "plays": {"plies": 0, "cubeful": False},
    "cube": {"plies": 0},
}


def positions(count: int) -> list[tuple[str, tuple[int, int]]]:
    """Of played matches to five points, with the dice thrown in each."""
    found: list[tuple[str, tuple[int, int]]] = []
    engine, seed = Engine(plies=0), SEED
    while len(found) < count:
        found += _played(engine, seed)
        seed += 1
    return found[:count]


def _played(engine: Engine, seed: int) -> Iterator[tuple[str, tuple[int, int]]]:
    match, dice = Match.start(target=Points(5)), SeededDice(seed)
    while match.winner is None:
        game = match.game
        if game.result:
            match = match.next_game()
            continue
        if game.phase is Phase.TO_PLAY and game.roll:
            yield game.variant.text(game.position), (*game.roll,)
        action = None if game.actor is None else engine.choose(game)
        match = match.apply(action or Rolled(dice.roll()))


def requests(operation: str, asked: list[tuple[str, tuple[int, int]]]) -> bytes:
    """One line each."""
    lines = []
    for number, (position, dice) in enumerate(asked):
        about = {"id": number, "op": operation, "variant": "backgammon", "position": position}
        roll = {} if operation == "cube" else {"dice": dice}
        lines.append(json.dumps(about | roll | OPERATIONS[operation]))
    return "\n".join(lines).encode() + b"\n"


def seconds(command: str, lines: bytes) -> float:
    """Processor time of the program that answers them, start and end included."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run([command, "jsonl"], input=lines, capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    if b'"error"' in done.stdout:
        raise SystemExit(f"{command}: an answer is an error")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def per_request(command: str, operation: str, asked: list[tuple[str, tuple[int, int]]]) -> float:
    """Milliseconds: of all requests, less a start that answers a few, for which nets and tables are
    opened."""
    few = asked[::SPREAD]
    whole = seconds(command, requests(operation, asked))
    start = seconds(command, requests(operation, few))
    return 1000 * (whole - start) / (len(asked) - len(few))


def main() -> None:
    """Prints a table, and records it if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="COMMAND", help="of another installation")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    asked = positions(args.count)
    commands = {"now": HERE} | ({"before": args.before} if args.before else {})
    rows = []
    for operation in OPERATIONS:
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(args.rounds):
            for name, command in commands.items():
                times[name].append(per_request(command, operation, asked))
        found = {name: median(each) for name, each in times.items()}
        rows.append((operation, found))
        shown = ", ".join(f"{name} {value:.3f} ms" for name, value in found.items())
        ratio = f", {found['now'] / found['before']:.2f} of before" if "before" in found else ""
        print(f"{operation:6} {shown}{ratio}", flush=True)
    if args.record:
        results.append(
            "doors", [row for operation, found in rows for row in _rows(operation, found)]
        )


def _rows(operation: str, found: dict[str, float]) -> Iterator[results.Measured]:
    note = f"processor time of the whole program; {COUNT} positions of played matches, 0-ply"
    for name, value in found.items():
        ratio = found["before"] / value if "before" in found else None
        yield results.Measured(
            f"{operation} through JSON lines, {name}", value, "ms/request", ratio, "before", note
        )


if __name__ == "__main__":
    main()
