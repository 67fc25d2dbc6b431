"""The network, and the copy of it that evaluates self-play.

Inputs, H1, H2 and six classes: win, win gammon, win backgammon, lose, lose gammon, lose
backgammon, exclusive, for the side that has just moved. The hidden layers are clipped, so that
they fit into a fixed number of bits (see export.py). A net with buckets has a tail, which is all
behind the first hidden layer, for each kind of position (kernel/bucket.h), one below the other.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from selfplay import CLASSES, TILE, Array, SelfPlay

LIMITS = (4.0, 8.0)
"""Where the hidden layers are clipped."""
MOST_WEIGHT = 7.99
"""What the integers of an exported network can hold."""
FIRST_STEP = 2.0**-14
"""Of a weight of the first layer, for a value of one, in an exported network."""
STEP = 2.0**-8
"""Of a hidden unit, there."""
LAYERS = ("second.weight", "second.bias", "last.weight", "last.bias")
FUSED_WIDTH = 64
MOST_DIFFERENCE = 0.01
"""Of equities, between two orders of summing in half precision."""


def rounded(x: Tensor, step: Tensor | float) -> Tensor:
    """Rounded to multiples of a step; the gradient passes as if it were not."""
    return x + (torch.round(x / step) * step - x).detach()


def of_bucket(x: Tensor, buckets: Tensor, width: int) -> Tensor:
    """Of rows with what every bucket says, that of their own."""
    index = buckets[:, None, None].expand(-1, 1, width)
    return x.unflatten(1, (-1, width)).gather(1, index).squeeze(1)


class Net(nn.Module):
    """Weights and the forward pass."""

    def __init__(self, units: list[float], sizes: tuple[int, int], buckets: int = 1) -> None:
        super().__init__()
        self.sizes, self.buckets = sizes, buckets
        self.name = f"{sizes[0]}-{sizes[1]}" + (f"x{buckets}" if buckets > 1 else "")
        self.exact = True
        """False: with the rounding of the exported network."""
        self.first = nn.Linear(len(units), sizes[0])
        self.second = nn.Linear(sizes[0], buckets * sizes[1])
        self.last = nn.Linear(sizes[1], buckets * CLASSES)
        steps = FIRST_STEP / torch.tensor(units)
        self.register_buffer("steps", steps, persistent=False)

    def first_weights(self) -> Tensor:
        """The weights of the first layer as they count."""
        weights = self.first.weight
        return weights if self.exact else rounded(weights, self.get_buffer("steps"))

    def forward(self, x: Tensor, buckets: Tensor) -> Tensor:
        """Logits of features [n, FEATURES] and the buckets [n] that they belong to."""
        h = functional.linear(x, self.first_weights(), self.first.bias).clamp(0, LIMITS[0])
        h = h if self.exact else rounded(h, STEP)
        h = self._own(self.second(h), buckets, self.sizes[1]).clamp(0, LIMITS[1])
        h = h if self.exact else rounded(h, STEP)
        return self._own(self.last(h), buckets, CLASSES)

    def _own(self, x: Tensor, buckets: Tensor, width: int) -> Tensor:
        return x if self.buckets == 1 else of_bucket(x, buckets, width)


class Torch:
    """Memory of torch, for SelfPlay."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.real = torch.float16 if device == "cuda" else torch.float32

    def zeros(self, shape: tuple[int, ...], dtype: str) -> Array:
        """An array of zeros."""
        kind = self.real if dtype == "real" else getattr(torch, dtype)
        return torch.zeros(shape, dtype=kind, device=self.device)

    def from_bytes(self, data: bytes) -> Array:
        """An array of bytes."""
        return torch.frombuffer(bytearray(data), dtype=torch.uint8).to(self.device)

    def pointer(self, array: Array) -> int:
        """Its address."""
        return int(array.data_ptr())

    def stream(self) -> int:
        """The stream that torch uses now."""
        return torch.cuda.current_stream().cuda_stream if self.device == "cuda" else 0


class Teacher:
    """A frozen copy of a net in half precision, for self-play."""

    def __init__(self, net: Net, arrays: Torch) -> None:
        self.net = net
        self.gpu = arrays.device == "cuda"
        self.fused = False
        """The second layer and the head in one pass, see selfplay.cu."""
        shapes = {name: p.shape for name, p in net.named_parameters()}
        self.weights: dict[str, Any] = {
            name: arrays.zeros(tuple(shape), "float32" if name == "last.bias" else "real")
            for name, shape in shapes.items()
        }

    @torch.no_grad()
    def learn(self, parameters: dict[str, Tensor]) -> None:
        """Takes over weights."""
        for name, weight in parameters.items():
            if name == "first.weight" and not self.net.exact:
                weight = rounded(weight, self.net.get_buffer("steps"))
            self.weights[name].copy_(weight)

    @torch.no_grad()
    def __call__(self, play: SelfPlay, first: int, features: Tensor) -> None:
        """Answers for the afterstates of a round."""
        w, m = self.weights, len(features)
        layers = tuple(w[name] for name in LAYERS)
        if self.fused:
            # Whole tiles: the rows behind the last are old ones, whose answers are never read.
            whole = torch.as_strided(features, (-(-m // TILE) * TILE, features.shape[1]),
                                     features.stride())  # fmt: skip
            h = self._layer(whole, w["first.weight"], w["first.bias"])
            play.tail(first, m, h, layers)
            return
        h = self._layer(features, w["first.weight"], w["first.bias"]).clamp_max_(LIMITS[0])
        h = self._layer(h, layers[0], layers[1])  # clipped by the head
        play.head(first, h, layers[2], layers[3])

    def _layer(self, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        if self.gpu:  # bias and ReLU in the epilogue of the product
            return torch._addmm_activation(bias, x, weight.t(), use_gelu=False)
        return functional.linear(x, weight, bias).relu_()

    def fuse(self, play: SelfPlay) -> float:
        """Takes the fast way if there is one and it gives the same equities here; the largest
        difference."""
        answers = []
        rows = min(play.list(), 1 << 16)
        features = play.arrays.zeros((1 << 16, play.features), "real")
        play.encode(play.memory["after"], rows, features)
        for self.fused in (False, True):
            play.memory["equity"][:] = -9
            try:
                self(play, 0, features[:rows])
            except RuntimeError:  # too wide a net
                if not self.fused:
                    raise
            answers.append(play.memory["equity"][:rows].clone())
        difference = float((answers[0] - answers[1]).abs().max())
        self.fused = difference < MOST_DIFFERENCE
        return difference
