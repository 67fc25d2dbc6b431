"""Contestants that look ahead, compared by rollouts of the program that is neither of them.

On decisions where the two play differently, both plays are rolled out: by GNU Backgammon when BG
Sage plays against us, by BG Sage when GNU Backgammon does. The rollouts are truncated, cubeless,
with variance reduction, and with the same seed for both plays:

| by | trials | plays chosen by | plies | judged at the end by | dice |
| --- | --- | --- | --- | --- | --- |
| GNU Backgammon | 72 | 0 plies | 11 | 2 plies | quasi-random, seed 1 |
| BG Sage | 72 | 1 ply | 11 | 2 plies | its own, seed 1 |

    python -m benchmarks.strength.rollouts development ours1 sage2 --net FILE
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy
from benchmarks.peers import rows_of
from benchmarks.strength import decisions
from benchmarks.strength.decisions import Decision
from benchmarks.strength.judges import known_ends
from benchmarks.strength.losses import Mean
from benchmarks.strength.pace import paces
from benchmarks.strength.picks import Picks, add_arguments, asked_of, picks_of, players_of
from benchmarks.strength.players import Player, Sage, sage_boards
from benchmarks.strength.store import Store

from benchmarks import gnubg, page, results
from fullprime import Position

FOLDER: Final = decisions.DATA / "rollouts"
TRIALS: Final = 72
DEPTH: Final = 11
SEED: Final = 1
TIMED: Final = 200
"""Decisions over which the time is taken."""
CHUNK: Final = 500
"""Decisions that are looked through at a time until enough of them differ."""


Times = dict[str, float]
"""Processor seconds per decision, by the name of a player."""


class Roller(Protocol):
    """Rolls out positions that a play has left."""

    name: str
    """With the settings that matter, since results are kept under this name."""

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played."""


class GnubgRoller:
    """GNU Backgammon's rollouts."""

    _RESULT: Final = re.compile(r"CL +([+-]\d+\.\d+)")

    def __init__(self, processes: int, trials: int = TRIALS, depth: int = DEPTH) -> None:
        """`depth`: 0 is to the end of the game."""
        self._program = gnubg.Gnubg(processes)
        self._trials = trials
        self._settings = (
            f"trials {trials}",
            f"seed {SEED}",
            *((f"truncation plies {depth}",) if depth else ()),
            f"truncation enable {'on' if depth else 'off'}",
            "truncation chequerplay plies 2",
            "truncation chequerplay cubeful off",
            "chequerplay plies 0",
            "chequerplay cubeful off",
            "cubeful off",
            "varredn on",
            "quasirandom on",
            "limit enable off",
            "jsd stop off",
        )
        self.name = f"gnubg-{self._program.version}-{trials}x{depth}"

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played."""
        asked = [
            {
                "op": "rollout",
                **gnubg.sides(*rows_of(position.raw)),
                "settings": self._settings,
            }
            for position in positions
        ]
        return [-self.read(shown, self._trials) for shown in self._program.ask(asked)]

    @classmethod
    def read(cls, shown: str, trials: int = TRIALS) -> float:
        """The equity on the screen, after all trials."""
        _, done, final = shown.partition("Rollout done")
        found = cls._RESULT.search(final)
        if not done or not found or f"{trials} games" not in final:
            raise RuntimeError(f"gnubg shows no result of a rollout: {shown[-500:]!r}")
        return float(found[1])


class SageRoller:
    """BG Sage's rollouts, each process with positions of its own."""

    def __init__(self, processes: int, trials: int = TRIALS, depth: int = DEPTH) -> None:
        """`depth`: 0 is to the end of the game."""
        self.name = Sage(1).name.replace("1ply", f"{trials}x{depth}")
        self._pool = ProcessPoolExecutor(processes)
        self._equity = partial(_sage_equity, trials, depth)

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played."""
        raws = b"".join(position.flipped().raw for position in positions)
        boards = sage_boards(numpy.frombuffer(raws, numpy.uint8).reshape(-1, 64))
        return list(self._pool.map(self._equity, boards))


@cache
def _sage_rollouts(trials: int, depth: int) -> Any:
    return Sage(1).rollouts(n_trials=trials, truncation_depth=depth, truncation_ply=2, seed=SEED)


def _sage_equity(trials: int, depth: int, board: list[int]) -> float:
    return float(_sage_rollouts(trials, depth).evaluate_board(board, board)["equity"])


def roller_of(players: Sequence[Player], processes: int) -> Roller:
    """The program that is neither of them."""
    programs = {player.name.partition("-")[0] for player in players}
    if programs == {"fullprime", "bgsage"}:
        return GnubgRoller(processes)
    if programs == {"fullprime", "gnubg"}:
        return SageRoller(processes)
    raise ValueError(f"expected one player of ours and one peer, got {sorted(programs)}")


def rolled_out(roller: Roller, picks: Sequence[str], folder: Path = FOLDER) -> dict[str, float]:
    """The equity of every pick for the side that played it."""
    store = Store(folder / f"{roller.name}.tsv")
    return known_ends(store, picks, roller.equities, batch=8)


class Compared(NamedTuple):
    """Decisions of two players, in mEq; zero where they play the same."""

    first: numpy.ndarray[Any, Any]
    """What the first loses against the better of both plays."""
    second: numpy.ndarray[Any, Any]
    differ: numpy.ndarray[Any, Any]

    @classmethod
    def of(cls, mine: Picks, theirs: Picks, worth: dict[str, float]) -> Compared:
        """`worth` knows the picks that differ."""
        pairs = list(zip(mine, theirs, strict=True))
        differ = numpy.array([a != b for a, b in pairs])
        gains = [1000.0 * (worth[a] - worth[b]) if a != b else 0.0 for a, b in pairs]
        gained = numpy.array(gains)
        return cls(numpy.maximum(-gained, 0.0), numpy.maximum(gained, 0.0), differ)

    def lines(self, names: Sequence[str]) -> list[tuple[str, Mean, Mean]]:
        """A name, the mean over all decisions and that over those that differ."""
        rows = [(names[0], self.first), (names[1], self.second)]
        rows.append((f"{names[0]} less {names[1]}", self.first - self.second))
        return [(name, Mean.of(found), Mean.of(found[self.differ])) for name, found in rows]


def differing(players: Sequence[Player], asked: Sequence[Decision], count: int) -> list[Picks]:
    """The picks of both players up to where so many decisions differ."""
    found: list[Picks] = [[], []]
    for end in range(CHUNK, len(asked) + CHUNK, CHUNK):
        found = [picks_of(player, asked[:end]) for player in players]
        if sum(a != b for a, b in zip(*found, strict=True)) >= count:
            break
    return found


def report_of(roller: Roller, compared: Compared, players: Sequence[Player], times: Times) -> str:
    """Errors and times side by side, in markdown."""
    rows = []
    for name, whole, part in compared.lines([player.name for player in players]):
        seconds = f"{1000.0 * times[name]:.2f}" if name in times else ""
        rows.append([name, str(whole), str(part), seconds])
    count, differ = len(compared.differ), int(compared.differ.sum())
    head = f"{count} decisions, {differ} of which differ; rolled out by {roller.name}:\n\n"
    titles = ["contestant", "mEq lost, all", "where they differ", "ms a decision"]
    return head + page.table(titles, rows)


def main() -> None:
    """Rolls out, times and prints."""
    parser = argparse.ArgumentParser(description="Compares two players by rollouts of a third.")
    add_arguments(parser, ("ours1", "sage2"))
    parser.add_argument("--differing", type=int, default=500, help="at least (%(default)s)")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/strength.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    asked, players = asked_of(arguments), players_of(arguments, arguments.processes)
    roller = roller_of(players, arguments.processes)
    mine, theirs = differing(players, asked, arguments.differing)
    apart = [pick for a, b in zip(mine, theirs, strict=True) if a != b for pick in (a, b)]
    compared = Compared.of(mine, theirs, rolled_out(roller, apart))
    seconds = paces(players_of(arguments), [decision.pair for decision in asked[:TIMED]])
    times = {player.name: each for player, each in zip(players, seconds, strict=True)}
    told = report_of(roller, compared, players, times)
    print(told)
    if arguments.record:
        results.append("rollouts", measured(roller, compared, players, times))
    if arguments.docs:
        page.put(" against ".join(arguments.players), told)


def measured(
    roller: Roller, compared: Compared, players: Sequence[Player], times: Times
) -> list[results.Measured]:
    """Rows for the file of results."""
    differ = f"{compared.differ.sum()} of {len(compared.differ)} decisions differ"
    rows = []
    for name, whole, part in compared.lines([player.name for player in players]):
        note = f"± {whole.error:.3f}; where they differ {part}; {differ}; rolled out by the peer"
        rows.append(results.Measured(name, whole.value, "mEq/decision", None, roller.name, note))
    note = f"{TIMED} decisions, one core, in turns"
    return rows + [
        results.Measured(name, 1000.0 * seconds, "ms/decision", note=note)
        for name, seconds in times.items()
    ]


if __name__ == "__main__":
    main()
