"""A net as an evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fullprime import _kernel
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.weights import load_net
from fullprime.position import Position
from fullprime.variant import Variant


class NetEvaluator(Evaluator):
    """Evaluates the positions of one variant. Pure, and safe to share between threads."""

    def __init__(self, variant: Variant, net: _kernel.Net) -> None:
        super().__init__(variant)
        self.net = net

    @classmethod
    def load(cls, file: Path, variant: Variant) -> NetEvaluator:
        """With the net in a file."""
        return cls(variant, load_net(file, variant))

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling.

        The net evaluates what a side has moved to, so it gets the view of the other side.
        """
        if not positions:
            return []
        raws = b"".join([position.flipped().raw for position in positions])
        rows = memoryview(raws).cast("B", [len(positions), len(raws) // len(positions)])
        chances: list[Any] = self.net.evaluate(self.variant.kernel, rows).tolist()
        return [Outcome(*row).flipped() for row in chances]
