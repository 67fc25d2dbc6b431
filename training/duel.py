"""Tens of thousands of games between two nets of one game, or a net and random play, at 0-ply.

    python training/duel.py plakoto NET --against NET|random [--pairs 10000] [--seed 1]

Every sequence of dice is played twice with seats exchanged, and what the first net wins in both
games together is one observation. The games run where self-play runs, on a GPU if there is one,
with weights in half precision there: `benchmarks/family.py` plays the same duels in the integers
of the product, hundreds of times as slowly. Turns of several batches are played batch by batch.
If the first net is one of a variant of your own, the game is played by the rules that it carries.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import torch

import tensors
from library import Library, variant_row
from net import FUSED_WIDTH, Net, Teacher, Torch
from run import GPU_MEMORY, start_of
from selfplay import Array, SelfPlay, Settings

Mind = Callable[[SelfPlay, int, Any], None]
"""Hands what it thinks of afterstates to self-play."""
RANDOM: Final = "random"
MOST_PLIES: Final = 2000
"""A game that lasts longer counts as drawn."""
AGAIN: Final = 2
"""Of a sequel: the same side rolls again; as in selfplay.cu."""
SURE: Final = 1.96
"""Standard errors on each side of an interval of 95 %."""


class Duel(SelfPlay):
    """One game in every slot; the side that rolls is the first mind's or the second's."""

    known: Array
    """What the first mind thinks of everything that is listed."""

    def begin(self, starter: int) -> None:
        """New games, and who rolls first."""
        device = self.memory["ply"].device
        self.mover = torch.full((self.settings.games,), starter, device=device)
        self.points = torch.full((self.settings.games,), math.nan, device=device)
        """Of the first mind, not a number until the game is over."""

    def round_of(self, minds: tuple[Mind, Mind | None]) -> None:
        """Every game plays one roll; None: a mind that plays anything."""
        self._choose(lambda begin, end: self._think(begin, end, minds))
        self._finish()

    def _think(self, begin: int, end: int, minds: tuple[Mind, Mind | None]) -> None:
        """Each list is judged by the mind whose turn it is; ends of games are known to both."""
        equity = self.memory["equity"]
        mine, other = minds
        self._evaluate(begin, end, mine)
        judged = equity[begin:end].clone()
        self.known = torch.cat([self.known[:begin], judged]) if begin else judged
        if other is None:
            theirs = torch.rand(end - begin, device=equity.device)
        else:
            self._evaluate(begin, end, other)
            theirs = equity[begin:end].clone()
        equity[begin:end] = torch.where(self._rows(begin, end) == 0, self.known[begin:], theirs)

    def _rows(self, begin: int, end: int) -> Array:
        """Who moves in each afterstate of a stage."""
        first, length = self.memory["begin"][0], self.memory["length"][0]
        now = (length > 0) & (first >= begin)
        first, length, mover = first[now].long(), length[now].long(), self.mover[now]
        before = torch.cumsum(length, 0) - length
        inside = torch.arange(int(length.sum()), device=first.device)
        inside -= torch.repeat_interleave(before, length)
        rows = torch.zeros(end - begin, dtype=mover.dtype, device=first.device)
        rows[torch.repeat_interleave(first, length) + inside - begin] = torch.repeat_interleave(
            mover, length
        )
        return rows

    def _finish(self) -> None:
        """Plays the rolls and notes which games are over. A slot that plays on is not counted."""
        best = self.memory["best"][0].long()
        worth, again = self.known[best], self.memory["sequel"][best] & AGAIN != 0
        late = self.memory["ply"] + 1 >= MOST_PLIES
        kept = self.memory["length"][0] > 0
        self._step()
        over = (self.memory["ply"] == 0) & self.points.isnan()
        won = torch.where(self.mover == 0, worth, -worth)
        won = torch.where(late, torch.zeros_like(won), won)
        lost = torch.full_like(won, math.inf)  # there was no memory for its list
        self.points = torch.where(over, torch.where(kept, won, lost), self.points)
        self.mover = torch.where(again, self.mover, 1 - self.mover)


def rules_in(path: Path) -> str:
    """Those that a net carries, if it is one of a variant of your own."""
    _, metadata = tensors.read(path)
    rules: str = json.loads(metadata["experiment"]).get("rules", "")
    return rules


def teacher_of(path: Path, library: Library, row: bytes, arrays: Torch) -> Teacher:
    """A net that plays, from a file of either kind."""
    weights, made = start_of(path, library.units(row))
    if made.get("buckets", 1) > 1:
        raise SystemExit(f"{path}: nets with buckets cannot play here: use benchmarks/family.py")
    sizes = made["sizes"]
    net = Net(library.units(row), (sizes[0], sizes[1]))
    teacher = Teacher(net.to(arrays.device), arrays)
    teacher.learn({name: torch.from_numpy(weights[name].copy()) for name in teacher.weights})
    return teacher


def play(duel: Duel, minds: tuple[Mind, Mind | None], starter: int) -> Array:
    """What the first mind wins in each slot."""
    duel.begin(starter)
    while duel.points.isnan().any():
        duel.round_of(minds)
    return duel.points


def pairs_won(asked: argparse.Namespace) -> Array:
    """What the first net wins in both games of each pair; infinite where one had to be given up."""
    arrays = Torch("cuda" if torch.cuda.is_available() else "cpu")
    library = Library("gpu" if arrays.device == "cuda" else "host")
    row = variant_row(asked.variant, rules_in(asked.net))
    torch.manual_seed(asked.seed)
    nets = [asked.net] + ([] if asked.against == RANDOM else [Path(asked.against)])
    teachers = [teacher_of(path, library, row, arrays) for path in nets]
    minds = (teachers[0], teachers[1] if len(teachers) > 1 else None)
    settings = Settings(
        games=asked.pairs, rolls=1, replay=2 * asked.pairs, seed=asked.seed, random_plays=0,
        random_openings=0, planned=0, scattered=0, most_plies=MOST_PLIES,
        plays_per_roll=asked.plays_per_roll, large_slab=16384,
        **(GPU_MEMORY if arrays.device == "cuda" else {}),
    )  # fmt: skip
    won = []
    for starter in (0, 1):
        duel = Duel(library, row, arrays, settings)
        if arrays.device == "cuda":
            for teacher in teachers:
                if teacher.net.sizes[1] == FUSED_WIDTH:
                    teacher.fuse(duel)
        won.append(play(duel, minds, starter))
    return won[0] + won[1]


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("net", type=Path)
    parser.add_argument("--against", required=True, help="the file of a net, or random")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--plays-per-roll", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    pairs = pairs_won(asked)
    whole = pairs[pairs.isfinite()]
    mean, error = float(whole.mean()) / 2, float(whole.std()) / math.sqrt(len(whole)) / 2
    print(
        f"{asked.variant} {asked.net.stem} against {Path(asked.against).stem}: {mean:+.4f} ± "
        f"{SURE * error:.4f} points a game, {2 * len(whole)} games, "
        f"{2 * (len(pairs) - len(whole))} lost"
    )


if __name__ == "__main__":
    main()
