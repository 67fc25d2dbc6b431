"""Programs that judge decisions about the cube, all asked in the same form.

All three know the same match equity table, Kazaross-XG2. Programs number their plies differently:
the bare net is 0 plies for us and for GNU Backgammon, and 1 ply for BG Sage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy
from benchmarks.cube.decisions import DATA, Decision
from benchmarks.peers import rows_of
from benchmarks.strength import players
from benchmarks.strength.players import sage_boards
from benchmarks.strength.store import Store

from benchmarks import gnubg
from fullprime.engine.cube import cube_verdict
from fullprime.engine.wager import Wager

FOLDER: Final = DATA / "verdicts"


class Equities(NamedTuple):
    """What the side on roll has; a single game won at the present value of the cube counts 1."""

    no_double: float
    double_take: float
    double_pass: float

    @property
    def doubled(self) -> float:
        """When the other side answers as is best for it."""
        return min(self.double_take, self.double_pass)

    @property
    def doubles(self) -> bool:
        """Should the side on roll double?"""
        return self.doubled > self.no_double

    @property
    def takes(self) -> bool:
        """Should the other side take, if it is doubled?"""
        return self.double_take <= self.double_pass


class Program(Protocol):
    """Judges decisions."""

    @property
    def name(self) -> str:
        """Says which program in which version, and how deep it looks; fit for a file name."""

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""


class Ours:
    """A net of ours with the bear-off table and its pruner, on one thread."""

    def __init__(self, net: Path, plies: int) -> None:
        player = players.Ours(net, plies)
        self.name, self._search = player.name, player.search

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""
        verdicts = (cube_verdict(self._search, each.board, Wager(each.stakes)) for each in asked)
        return [Equities(v.no_double, v.double_take, v.double_pass) for v in verdicts]


class Sage:
    """BG Sage with its bear-off database, on one thread."""

    def __init__(self, plies: int) -> None:
        self._sage = players.Sage(plies)
        self.name = self._sage.name

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""
        return [self._judge(each) for each in asked]

    def _judge(self, asked: Decision) -> Equities:
        sage, owners = self._sage, self._sage.bot.CubeOwner
        [board] = sage_boards(numpy.frombuffer(asked.board.raw, numpy.uint8).reshape(1, 64))
        mine, theirs = asked.away or (0, 0)
        found = sage.bot.cube_decision_nply_unified(
            board,
            asked.value,
            owners.PLAYER if asked.value > 1 else owners.CENTERED,
            sage.plies,
            *sage.nets,
            n_threads=1,
            away1=mine,
            away2=theirs,
            jacoby=False,
            beaver=False,
            bearoff_db=sage.database,
        )
        return Equities(found["equity_nd"], found["equity_dt"], found["equity_dp"])


class Gnubg:
    """GNU Backgammon with its normal filters."""

    def __init__(self, plies: int, processes: int = 1) -> None:
        self._program = gnubg.Gnubg(processes)
        self._plies = plies
        self.name = f"gnubg-{self._program.version}-{plies}ply"

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""
        questions = [
            {
                "op": "cube",
                **gnubg.sides(*rows_of(each.board.raw)),
                "value": each.value,
                "away": each.away,
                "plies": self._plies,
            }
            for each in asked
        ]
        return [Equities(*answer) for answer in self._program.ask(questions)]


class Kept:
    """A program whose answers are kept in a file: none is asked for twice."""

    def __init__(self, program: Program, folder: Path = FOLDER) -> None:
        self._program = program
        self._store = Store(folder / f"{program.name}.tsv")
        self.name = program.name

    def equities(self, asked: Sequence[Decision]) -> list[Equities]:
        """Of each decision."""
        by_key = {each.key: each for each in asked}

        def answer(keys: Sequence[str]) -> list[str]:
            found = self._program.equities([by_key[key] for key in keys])
            return [" ".join(f"{equity:.5f}" for equity in each) for each in found]

        self._store.complete(list(by_key), answer, batch=20)
        return [Equities(*map(float, self._store.known[each.key].split())) for each in asked]


_SPEC: Final = re.compile(r"(?P<program>ours|sage|gnubg)(?P<plies>\d)")


def program_of(spec: str, net: Path, processes: int = 1) -> Program:
    """What is meant by `ours0`, `sage1`, `gnubg2` and the like.

    Peers do not change, so their answers are kept; ours do, with every change of the kernel.
    """
    found = _SPEC.fullmatch(spec)
    if not found:
        raise ValueError(f"unknown program {spec!r}: expected ours0, sage1, gnubg2 or the like")
    plies = int(found["plies"])
    if found["program"] == "ours":
        return Ours(net, plies)
    return Kept(Sage(plies) if found["program"] == "sage" else Gnubg(plies, processes))
