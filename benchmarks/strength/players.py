"""The contestants: programs that choose plays for cubeless money games.

All are asked in the same form. A question is a position in the kernel's 64 bytes and two dice; the
answer is the position that the play leaves, with the other side on roll. Programs number their
plies differently: the bare net is 0 plies for us and for GNU Backgammon, and 1 ply for BG Sage.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import itertools
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy
from benchmarks.peers import OTHER, Fullprime, gnubg_played, module_of, rows_of
from benchmarks.positions import Pair
from benchmarks.shipped import pruner_for

from benchmarks import gnubg
from fullprime import Position, Roll, Variant, _kernel
from fullprime.engine.bearoff import shared_table
from fullprime.engine.search import FILTERS, KEPT, Search
from fullprime.engine.weights import load_net
from fullprime.position import BAR, PLACES

VARIANT: Final = Variant.load("backgammon")

Array = numpy.ndarray[Any, Any]


class Player(Protocol):
    """Chooses a play for each position and roll."""

    name: str
    """Says which program in which version, and how deep it looks; fit for a file name."""

    def play(self, pairs: Sequence[Pair]) -> list[Position]:
        """What it leaves, the other side on roll."""

    def clock(self) -> float:
        """Processor seconds that it has used, and what runs beside it."""


class Here:
    """A player that thinks in this process."""

    def clock(self) -> float:
        """Processor seconds used so far."""
        return time.process_time()


class Ours(Here):
    """A net of ours with the bear-off table and its pruner, on one thread."""

    def __init__(self, file: Path, plies: int) -> None:
        net, pruner = load_net(file, VARIANT), pruner_for(file, VARIANT)
        self.search = Search(VARIANT, net, shared_table(), pruner=pruner, plies=plies, threads=1)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
        filters = "".join(f"-{each.count}x{each.window}" for each in FILTERS[:plies])
        pruned = f"-kept-{KEPT.count}x{KEPT.window}" if pruner and plies else ""
        self.name = f"fullprime-{plies}ply-{digest}{filters}{pruned}"

    def play(self, pairs: Sequence[Pair]) -> list[Position]:
        """What it leaves, the other side on roll."""
        rankings = [self.search.plays(Position(pair.raw), Roll(*pair.dice)) for pair in pairs]
        return [ranking.candidates[0].position.flipped() for ranking in rankings]


class Sage(Here):
    """BG Sage without the cube, with its bear-off database. Cubeless, so that all contestants
    answer the same question."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self.name = f"bgsage-{importlib.metadata.version('bgsage')}-{plies}ply"
        self.bot = module_of("bgbot_cpp", "bgsage")
        weights = module_of("bgsage.weights", "bgsage")
        nets = weights.default_weights()
        self.nets = nets.strategy_type, nets.weight_paths_list, nets.hidden_sizes_list
        self.database = self.bot.BearoffDB()  # kept here: its search does not keep it alive
        if not self.database.load(weights.bearoff_db_path()):
            raise gnubg.Missing("BG Sage has no bear-off database")
        if plies == 1:
            self._judge = self.bot.BearoffStrategy(
                self.bot.create_strategy(*self.nets), self.database
            )
        else:
            self._judge = self.bot.create_multipy(
                *self.nets, n_plies=plies, parallel_evaluate=False
            )
            self.bot.multipy_set_bearoff_db(self._judge, self.database)

    def play(self, pairs: Sequence[Pair]) -> list[Position]:
        """What it leaves, the other side on roll."""
        befores = sage_boards(Fullprime.arrays(pairs)[0])
        lists = plays_of(pairs)
        return [
            left_by(plays[self._choose(sage_boards(plays), before)])
            for before, plays in zip(befores, lists, strict=True)
        ]

    def equities(self, boards: list[list[int]], threads: int) -> list[float]:
        """Of boards after a play, for the side that played; with more than one ply, since its
        bare net also asks for the board before the play."""
        centred = self.bot.CubeOwner.CENTERED
        asked = [(board, centred) for board in boards]
        found = self.bot.batch_evaluate_post_move(asked, self._judge, threads, jacoby=False)
        self._judge.clear_cache()
        return [float(one["cubeless_equity"]) for one in found]

    def rollouts(self, **settings: int) -> Any:
        """Its rollouts on one thread, cubeless, with variance reduction."""
        found = self.bot.create_rollout(
            *self.nets, n_threads=1, enable_vr=True, cubeful_trial_moves=False, **settings
        )
        self.bot.rollout_set_bearoff_db(found, self.database)
        return found

    def _choose(self, boards: list[list[int]], before: list[int]) -> int:
        if len(boards) == 1:
            return 0
        if self.plies == 1:
            worths = [self._judge.evaluate_board(board, before)["equity"] for board in boards]
            return max(range(len(worths)), key=worths.__getitem__)
        best = int(self._judge.best_move_index(boards, before))
        self._judge.clear_cache()  # as its own analyzer does after each decision
        return best


class Gnubg:
    """GNU Backgammon with its normal filters, without the cube."""

    def __init__(self, plies: int, processes: int = 1) -> None:
        self.program = gnubg.Gnubg(processes)
        self.plies = plies
        self.name = f"gnubg-{self.program.version}-{plies}ply"

    def play(self, pairs: Sequence[Pair]) -> list[Position]:
        """What it leaves, the other side on roll."""
        sides = [rows_of(pair.raw) for pair in pairs]
        questions = [
            {"op": "best", **gnubg.sides(*rows), "dice": pair.dice, "plies": self.plies}
            for pair, rows in zip(pairs, sides, strict=True)
        ]
        told = self.program.ask(questions)
        finals = [gnubg_played(*rows, moves) for rows, moves in zip(sides, told, strict=True)]
        return [Position.of(final[PLACES:], final[:PLACES]) for final in finals]

    def clock(self) -> float:
        """Processor seconds of its processes."""
        return float(sum(self.program.ask([{"op": "clock"}] * self.program.processes)))


_SPEC: Final = re.compile(r"(?P<program>ours|sage|gnubg)(?P<plies>\d)")


def player_of(spec: str, net: Path | None = None, processes: int = 1) -> Player:
    """The contestant that is meant by `ours0`, `sage1`, `gnubg2` and the like."""
    found = _SPEC.fullmatch(spec)
    if not found:
        raise ValueError(f"unknown contestant {spec!r}: expected ours0, sage1, gnubg2 or the like")
    plies = int(found["plies"])
    if found["program"] == "sage":
        return Sage(plies)
    if found["program"] == "gnubg":
        return Gnubg(plies, processes)
    if net is None:
        raise ValueError(f"{spec} plays with a net: say which with --net FILE")
    return Ours(net, plies)


def plays_of(pairs: Sequence[Pair]) -> Iterator[Array]:
    """The final positions [n, 64] of each pair, the mover still first."""
    if not pairs:
        return
    found, _, _, offsets = _kernel.plays_of_many(VARIANT.kernel, *Fullprime.arrays(pairs))
    for begin, end in itertools.pairwise(offsets.tolist()):
        yield found[begin:end]


def left_by(final: Array) -> Position:
    """A final position with the other side on roll."""
    return Position(final.tobytes()).flipped()


def sage_boards(positions: Array) -> list[list[int]]:
    """Positions [n, 64] as BG Sage has them; `peers.BgSage` says how."""
    mover, other = (
        positions[:, :PLACES].astype(int),
        positions[:, OTHER : OTHER + PLACES].astype(int),
    )
    boards = numpy.zeros((len(positions), BAR + 1), int)
    boards[:, 0], boards[:, BAR] = other[:, BAR], mover[:, BAR]
    boards[:, 1:BAR] = mover[:, 1:BAR] - other[:, BAR - 1 : 0 : -1]
    found: list[list[int]] = boards.tolist()
    return found
