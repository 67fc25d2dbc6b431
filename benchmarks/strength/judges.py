"""Judges of plays: programs that look deeper than most contestants.

A judge gives the cubeless money equity of the position that a play leaves, at its full depth,
no matter what it thinks of it at first sight. No judge is fair to itself, so there are two, and
neither is one of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy
from benchmarks.peers import rows_of
from benchmarks.strength import decisions
from benchmarks.strength.players import VARIANT, Gnubg, Player, Sage, sage_boards
from benchmarks.strength.store import Store

from benchmarks import gnubg
from fullprime import Position
from fullprime.formats.ids import from_gnubg_id

FOLDER: Final = decisions.DATA / "verdicts"


class Judge(Protocol):
    """Judges positions that a play has left."""

    @property
    def player(self) -> Player:
        """The same program as a player: what it plays has lost nothing."""

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played; the other side is on roll, no game is over."""


class SageJudge:
    """BG Sage at 3 plies, which is two plies of look-ahead."""

    PLIES = 3

    def __init__(self, threads: int = 1) -> None:
        self.player = Sage(self.PLIES)
        self._threads = threads

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played."""
        raws = b"".join(position.flipped().raw for position in positions)
        boards = sage_boards(numpy.frombuffer(raws, numpy.uint8).reshape(-1, 64))
        return self.player.equities(boards, self._threads)


class GnubgJudge:
    """GNU Backgammon at 2 plies."""

    PLIES = 2

    def __init__(self, processes: int = 1) -> None:
        self.player = Gnubg(self.PLIES, processes)

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played."""
        sides = [gnubg.sides(*rows_of(position.raw)) for position in positions]
        asked = [{"op": "chances", **rows, "plies": self.PLIES} for rows in sides]
        return [-_equity(*chances) for chances in self.player.program.ask(asked)]


JUDGES: Final[dict[str, Callable[[int], Judge]]] = {"sage": SageJudge, "gnubg": GnubgJudge}
"""Made with a number of threads or processes."""


def _equity(win: float, gammon: float, most: float, lost: float, worst: float) -> float:
    return 2.0 * win - 1.0 + gammon + most - lost - worst


def verdicts_of(judge: Judge, picks: Iterable[str], folder: Path = FOLDER) -> dict[str, float]:
    """The equity of every pick for the side that played it."""
    return known_ends(Store(folder / f"{judge.player.name}.tsv"), picks, judge.equities)


def known_ends(
    store: Store,
    picks: Iterable[str],
    equities: Callable[[Sequence[Position]], list[float]],
    batch: int = 50,
) -> dict[str, float]:
    """The equity of every pick: exact where the game is over, else kept in a file."""
    positions = {pick: from_gnubg_id(pick) for pick in picks}
    ends = {pick: VARIANT.end(position) for pick, position in positions.items()}

    def answer(keys: Sequence[str]) -> list[str]:
        return [f"{value:.5f}" for value in equities([positions[key] for key in keys])]

    store.complete([pick for pick, end in ends.items() if end is None], answer, batch)
    return {
        pick: float(store.known[pick]) if end is None else -float(end) for pick, end in ends.items()
    }
