"""Is the GPU right, and how fast is it? One minute, before a long run.

    python training/check.py [--variant V] [--games N]

Plays, features, buckets and heads are compared with the host's, then every stage of a round is
timed. Differences are an error. In games with bonus turns the heads are not compared: there the
network is asked for the view of the other side.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np
import torch

from library import Library, variant_row
from net import Net, Teacher, Torch
from run import GPU_MEMORY
from selfplay import Host, SelfPlay, Settings, buckets_of

MOST_DIFFERENCE = 0.01
"""Of features and of probabilities in half precision."""


class Check:
    """The same games on the machine that trains and on the host."""

    def __init__(self, variant: str, games: int, sizes: tuple[int, int]) -> None:
        self.gpu = torch.cuda.is_available()
        self.arrays = Torch("cuda" if self.gpu else "cpu")
        library = Library("gpu" if self.gpu else "host")
        row = variant_row(variant)
        settings = Settings(games=games, replay=4 * games, **GPU_MEMORY if self.gpu else {})
        self.play = SelfPlay(library, row, self.arrays, settings)
        few = Settings(games=min(games, 256), replay=1024)
        self.host = SelfPlay(Library("host"), row, Host(), few)
        torch.manual_seed(1)
        net = Net(library.units(row), sizes).to(self.arrays.device)
        self.teacher = Teacher(net, self.arrays)
        self.teacher.learn(dict(net.named_parameters()))
        for _ in range(30):
            self.play.round(self.teacher)

    def compare_lists(self) -> int:
        """How many of the first games' lists differ from the host's."""
        m, h = self.play.memory, self.host.memory
        games = self.host.settings.games
        h["game"][:] = m["game"][:games].cpu().numpy()
        self.play.list()
        self.host.list()
        begin, length = (m[name][:, :games].cpu().numpy() for name in ("begin", "length"))
        after = m["after"].cpu().numpy()
        wrong = 0
        for place in np.ndindex(*begin.shape):
            mine = after[begin[place] : begin[place] + length[place]]
            first = h["begin"][place]
            theirs = h["after"][first : first + h["length"][place]]
            wrong += mine.shape != theirs.shape or bool((mine != theirs).any())
        return wrong

    def compare_answers(self, n: int = 20000) -> tuple[float, int, float]:
        """Largest difference of features, how many buckets differ, and the largest difference of
        probabilities from a plain evaluation."""
        positions = self.play.memory["after"][:n]
        features = self.arrays.zeros((n, self.play.features), "real")
        self.play.encode(positions, n, features)
        expected = np.zeros(features.shape, np.float32)
        self.host.encode(positions.cpu().numpy(), n, expected)
        difference = np.abs(features.float().cpu().numpy() - expected).max()
        mine = buckets_of(self.play.compiled, self.arrays, features).cpu().numpy()
        buckets = np.count_nonzero(mine != buckets_of(self.host.compiled, Host(), expected))

        self.play.round(self.teacher)
        self.play.encode(self.play.memory["after"], n, features)
        w = {name: weight.double() for name, weight in self.teacher.weights.items()}
        hidden = (features.double() @ w["first.weight"].T + w["first.bias"]).clamp(0, 4)
        hidden = (hidden @ w["second.weight"].T + w["second.bias"]).clamp(0, 8)
        classes = torch.softmax(hidden @ w["last.weight"].T + w["last.bias"], 1)
        answers = self.play.memory["classes"][:n, :6].double()
        unfinished = answers.min(1).values > 0  # by the network, not by the rules
        wrong = (answers - classes)[unfinished].abs().max()
        return float(difference), int(buckets), float(wrong)

    def seconds(self, work: Callable[[], object], times: int = 3) -> float:
        """Mean time of a stage, the first call not counted."""
        work()
        self._wait()
        began = time.perf_counter()
        for _ in range(times):
            work()
        self._wait()
        return (time.perf_counter() - began) / times

    def _wait(self) -> None:
        if self.gpu:
            torch.cuda.synchronize()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="backgammon")
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--sizes", type=int, nargs=2, default=(1024, 64))
    arguments = parser.parse_args()
    check = Check(arguments.variant, arguments.games, (arguments.sizes[0], arguments.sizes[1]))
    lists = check.compare_lists()
    print("lists that differ from the host's:", lists)
    seen, buckets, answers = check.compare_answers()
    print("largest difference of features and of answers:", seen, answers)
    print("buckets that differ from the host's:", buckets)
    play = check.play
    n = play.list()
    chunk = min(n, len(play._features))
    features = play._features[:chunk]
    encode = check.seconds(lambda: play.encode(play.memory["after"], chunk, play._features))
    stages = [("list", n, check.seconds(play.list)), ("encode", chunk, encode)]
    for name in ("plain", "fused") if check.gpu else ("plain",):
        if name == "fused":
            print("largest difference of equities, plain and fused:", check.teacher.fuse(play))
        layers = check.seconds(lambda: check.teacher(play, 0, features))
        whole = check.seconds(lambda: play.round(check.teacher))
        stages += [(f"layers, {name}", chunk, layers), (f"round, {name}", n, whole)]
    for name, rows, seconds in stages:
        print(f"{name}: {rows} rows, {seconds * 1e3:.2f} ms, {rows / seconds / 1e6:.1f} M/s")
    print("dropped lists:", play.dropped)
    if lists or buckets or max(seen, answers) > MOST_DIFFERENCE:
        sys.exit("the GPU and the host do not agree")


if __name__ == "__main__":
    main()
