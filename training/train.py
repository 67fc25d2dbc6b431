"""The trainer: fits a net to the targets of self-play."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from net import MOST_WEIGHT, Net, Torch
from selfplay import CLASSES, STRIDE, SelfPlay, buckets_of


@dataclass(frozen=True, kw_only=True)
class Optimiser:
    """How weights are fitted."""

    batch: int = 16384
    rate: float = 1.5e-3
    last_rate: float = 1e-5
    warm_up: float = 2.0
    """Seconds until the first rate is reached."""
    decay: float = 1e-4
    most_gradient: float = 1.0
    ema: float = 0.998
    equity: float = 0.0
    """How much the square of an error of the equity counts beside the divergence, which takes
    errors of seldom results for worse than they are for whoever chooses a play."""


POINTS = (1.0, 2.0, 3.0, -1.0, -2.0, -3.0)
"""What each class is worth."""


class Batch:
    """Rows of the replay, which several nets can be fitted to."""

    def __init__(self, arrays: Torch, size: int, features: int) -> None:
        self.device, self.size = arrays.device, size
        self.inputs = arrays.zeros((size, features), "real")
        self.targets = arrays.zeros((size, STRIDE), "float32")
        self.buckets = arrays.zeros((size,), "int64")

    def draw(self, play: SelfPlay) -> None:
        """Other rows, at random."""
        first, rows = play.sampled()
        random = torch.randint(0, rows, (self.size,), device=self.device)
        index = (first + random) % play.settings.replay
        play.encode(play.memory["replay"], self.size, self.inputs, index)
        self.buckets.copy_(buckets_of(play.compiled, play.arrays, self.inputs))
        torch.index_select(play.memory["target"], 0, index, out=self.targets)


class Trainer:
    """A net, its optimiser and the moving average of its weights."""

    def __init__(self, net: Net, arrays: Torch, settings: Optimiser, batch: Batch) -> None:
        self.net, self.arrays, self.settings, self.batch = net, arrays, settings, batch
        self.name = net.name + (f"-equity{settings.equity:g}" if settings.equity else "")
        gpu = arrays.device == "cuda"
        self.names = [name for name, _ in net.named_parameters()]
        self.parameters = list(net.parameters())
        self.average = [p.detach().clone() for p in self.parameters]
        self._averaged = 1  # the average counts for so many updates already
        self.rate = torch.tensor(settings.rate, device=arrays.device)
        self.optimiser = torch.optim.AdamW(
            self.parameters,
            lr=self.rate,
            betas=(0.9, 0.99),
            weight_decay=settings.decay,
            fused=gpu,
            capturable=gpu,
        )
        self.updates = 0
        self.points = torch.tensor(POINTS, device=arrays.device)
        self.kl = torch.zeros((), device=arrays.device)
        """A moving average of the divergence from the targets."""
        self._graph: torch.cuda.CUDAGraph | None = None
        self._graph_exact = True

    def fit(self) -> None:
        """One update on the batch."""
        self._update()
        self.updates += 1
        self._averaged += 1
        keep = min(self.settings.ema, (1 + self._averaged) / (10 + self._averaged))
        with torch.no_grad():
            torch._foreach_lerp_(self.average, self.parameters, 1 - keep)

    def set_rate(self, elapsed: float, total: float) -> float:
        """A cosine over the time of the run, after a short rise."""
        s, share = self.settings, min(1.0, elapsed / total)
        cosine = s.last_rate + (s.rate - s.last_rate) * (1 + math.cos(math.pi * share)) / 2
        rate = cosine * min(1.0, 0.05 + elapsed / s.warm_up)
        self.rate.fill_(rate)
        return rate

    def averaged(self) -> dict[str, Tensor]:
        """The weights that play: the moving average."""
        return dict(zip(self.names, self.average, strict=True))

    def live(self) -> dict[str, Tensor]:
        """The weights after the last update."""
        return dict(zip(self.names, self.parameters, strict=True))

    def load(self, weights: dict[str, Tensor]) -> None:
        """Begins with these weights, and trusts them as if they were an average already."""
        with torch.no_grad():
            for name, parameter, average in zip(
                self.names, self.parameters, self.average, strict=True
            ):
                parameter.copy_(weights[name])
                average.copy_(weights[name])
        self._averaged = 10_000

    def _update(self) -> None:
        if self.arrays.device != "cuda":
            self._step()
            return
        if self._graph is None or self._graph_exact != self.net.exact:
            self._capture()
        assert self._graph is not None
        self._graph.replay()

    def _capture(self) -> None:
        """Records the update as one graph; the steps before warm up what cannot be recorded."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream().wait_stream(side)
        self._graph, self._graph_exact = torch.cuda.CUDAGraph(), self.net.exact
        with torch.cuda.graph(self._graph):
            self._step()

    def _step(self) -> None:
        logits = self.net(self.batch.inputs.float(), self.batch.buckets)
        targets = self.batch.targets[:, :CLASSES]
        # Returns can lie a little outside 0..1; the gradient is right all the same.
        entropy = targets * torch.log(targets.clamp_min(1e-9))
        log_chances = functional.log_softmax(logits, 1)
        kl = (entropy - targets * log_chances).sum(1).mean()
        wrong = (log_chances.exp() - targets) @ self.points
        loss = kl + self.settings.equity * wrong.square().mean()
        self.optimiser.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, self.settings.most_gradient, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_clamp_min_(self.parameters, -MOST_WEIGHT)
            torch._foreach_clamp_max_(self.parameters, MOST_WEIGHT)
            self.kl.lerp_(kl.detach(), 0.02)
