"""What `speed` measures: each subject gives its rate, by processor time, whenever it is asked."""

from __future__ import annotations

import importlib.metadata
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.peers import module_of, rows_of
from benchmarks.positions import Pair
from benchmarks.shipped import pruner_for
from benchmarks.strength.players import VARIANT, Player, Sage, plays_of, sage_boards

from benchmarks import gnubg
from fullprime import Position, Roll, _kernel
from fullprime.engine.bearoff import shared_table
from fullprime.engine.search import Search
from fullprime.engine.weights import load_net

JUDGING: Final = "judging"
LOOKS: Final = ("the bare net", "the other side's rolls", "and one's own")
"""What a program looks at before it decides: 0, 1 and 2 plies as we count, and GNU Backgammon does;
BG Sage counts one more."""
POSITIONS_S: Final = "positions/s"
DECISIONS_S: Final = "decisions/s"
FINDING: Final = "finding the plays included"
ITERATIONS: Final = 100
PER_ITERATION: Final = 1024
"""Positions that GNU Backgammon judges in an iteration of `calibrate`: its own figure times the
time that it takes."""


class Subject(NamedTuple):
    """Something to be measured. `does` says with which others it can be compared, and the
    yardstick is the one that they are compared with."""

    name: str
    does: str
    unit: str
    rate: Callable[[], float]
    note: str = ""
    yardstick: bool = False


def timed(work: Callable[[], object], count: int) -> Callable[[], float]:
    """So many things in a second of this process."""

    def rate() -> float:
        begin = time.process_time()
        work()
        return count / (time.process_time() - begin)

    return rate


def played(player: Player, asked: Sequence[Pair]) -> Callable[[], float]:
    """Decisions in a second of a player, wherever it thinks."""

    def rate() -> float:
        begin = player.clock()
        player.play(asked)
        return len(asked) / (player.clock() - begin)

    return rate


# Ours --------------------------------------------------------------------------------------------


def ours(file: Path, asked: Sequence[Pair], judged: Sequence[Pair]) -> Iterator[Subject]:
    """A net of ours: judging on every path, and deciding on the fastest."""
    lists = list(zip((pair.raw for pair in judged), plays_of(judged), strict=True))
    for path in _kernel.net_paths():
        yield from _judging(load_net(file, VARIANT, path), lists)
    yield from _deciding(file, asked)


def _judging(net: _kernel.Net, lists: Sequence[tuple[bytes, Any]]) -> Iterator[Subject]:
    count = sum(len(plays) for _, plays in lists)

    def each() -> None:
        for _, plays in lists:
            net.evaluate(VARIANT.kernel, plays)

    def together() -> None:
        for base, plays in lists:
            net.evaluate_from(VARIANT.kernel, base, plays)

    name = f"Fullprime, {net.path}"
    yield Subject(f"{name}, each for itself", JUDGING, POSITIONS_S, timed(each, count))
    yield Subject(f"{name}, plays of a roll", JUDGING, POSITIONS_S, timed(together, count))


def _deciding(file: Path, asked: Sequence[Pair]) -> Iterator[Subject]:
    net, pruner, table = load_net(file, VARIANT), pruner_for(file, VARIANT), shared_table()
    questions = [(Position(pair.raw), Roll(*pair.dice)) for pair in asked]

    def rate(plies: int) -> float:
        # A new one remembers nothing.
        search = Search(VARIANT, net, table, pruner=pruner, plies=plies, threads=1)
        begin = time.process_time()
        for position, roll in questions:
            search.plays(position, roll)
        return len(questions) / (time.process_time() - begin)

    for plies, look in enumerate(LOOKS):
        yield Subject(f"Fullprime, {plies} plies", look, DECISIONS_S, partial(rate, plies), FINDING)


# GNU Backgammon ----------------------------------------------------------------------------------


class GnubgSubjects:
    """One process of it, with one thread; its own clock has the processor time.

    It remembers positions, so it has to forget them before every round.
    """

    def __init__(self) -> None:
        self._program = gnubg.Gnubg(1)

    def all(self, asked: Sequence[Pair]) -> Iterator[Subject]:
        """Judging, deciding, and what asking costs by itself."""
        name = self._program.name
        command = {"op": "command", "text": f"calibrate {ITERATIONS}"}
        judging = self._timed([command], ITERATIONS * PER_ITERATION)
        yield Subject(f"{name}, calibrate", JUDGING, POSITIONS_S, judging, yardstick=True)
        sides = [{**gnubg.sides(*rows_of(pair.raw)), "dice": pair.dice} for pair in asked]
        nothing = self._timed([{"op": "nothing", **side} for side in sides], len(asked))
        yield Subject(f"{name}, asked for nothing", "", "questions/s", nothing)
        for plies, look in enumerate(LOOKS):
            best = self._timed(
                [{"op": "best", **side, "plies": plies} for side in sides], len(asked)
            )
            told = f"{name}, {plies} plies"
            yield Subject(told, look, DECISIONS_S, best, f"{FINDING}, and asking", yardstick=True)

    def _timed(self, questions: Sequence[gnubg.Question], count: int) -> Callable[[], float]:
        def rate() -> float:
            self._program.ask([{"op": "command", "text": "clear cache"}])
            begin, *_, end = self._program.ask([{"op": "clock"}, *questions, {"op": "clock"}])
            return float(count / (end - begin))

        return rate


# BG Sage -----------------------------------------------------------------------------------------


def sage(asked: Sequence[Pair], judged: Sequence[Pair]) -> Iterator[Subject]:
    """Its compiled module."""
    name = f"BG Sage {importlib.metadata.version('bgsage')}"
    boards = [board for plays in plays_of(judged) for board in sage_boards(plays)]
    note = "one call, with its cubeful equities"
    rate = timed(_sage_judging(boards), len(boards))
    yield Subject(f"{name}, batch", JUDGING, POSITIONS_S, rate, note)
    for plies, look in enumerate(LOOKS, 1):
        rate = played(Sage(plies), asked)
        yield Subject(f"{name}, {plies} ply", look, DECISIONS_S, rate, FINDING)


def _sage_judging(boards: list[list[int]]) -> Callable[[], object]:
    bot = module_of("bgbot_cpp", "bgsage")
    nets = module_of("bgsage.weights", "bgsage").default_weights()
    bare = bot.create_strategy(nets.strategy_type, nets.weight_paths_list, nets.hidden_sizes_list)
    questions = [(board, bot.CubeOwner.CENTERED) for board in boards]
    return partial(bot.batch_evaluate_post_move, questions, bare, 1, False)
