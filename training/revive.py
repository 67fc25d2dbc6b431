"""Dead units are given another chance, and a net can be given more of them.

A unit of a clipped layer that is never on gets no gradient and stays so. Its weights are drawn
again, and what it says counts for nothing at first, so the net answers as before. A net grows by
units with weights of zero, which are dead and wait to be drawn. One that gets buckets begins with
the same tail in all of them.
"""

from __future__ import annotations

import torch
from torch import Tensor

from net import LIMITS
from selfplay import CLASSES

LEAST_ON = 0.002
"""Of the sample; a unit that is on less often is called dead."""


def buckets_of(weights: dict[str, Tensor]) -> int:
    """How many tails the weights have."""
    return len(weights["last.bias"]) // CLASSES


def by_bucket(weights: dict[str, Tensor], name: str) -> Tensor:
    """A view of weights, the bucket first; the first layer is one for all."""
    buckets = 1 if name.startswith("first.") else buckets_of(weights)
    return weights[name].unflatten(0, (buckets, -1))


def grown(weights: dict[str, Tensor], like: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights in the shapes of a net that is at least as wide; new ones are zero."""
    result = {name: torch.zeros(weight.shape) for name, weight in like.items()}
    for name in weights:
        old, new = by_bucket(weights, name), by_bucket(result, name)
        if len(old) not in (1, len(new)) or any(
            wide < narrow for wide, narrow in zip(new.shape[1:], old.shape[1:], strict=True)
        ):
            raise ValueError(
                f"{name} {list(weights[name].shape)} does not fit into {list(like[name].shape)}"
            )
        new[:, *map(slice, old.shape[1:])] = old  # a single tail goes into every bucket
    return result


def revive(weights: dict[str, Tensor], features: Tensor, buckets: Tensor) -> dict[str, int]:
    """Changes the weights in place; how many units of each layer were dead.

    features: [n, FEATURES] of a sample of self-play; buckets: [n], of the same positions.
    """
    first = _revive(weights["first.weight"], weights["first.bias"], features)
    weights["second.weight"][:, first] = 0
    hidden = (features @ weights["first.weight"].T + weights["first.bias"]).clamp(0, LIMITS[0])
    tails = [by_bucket(weights, name) for name in ("second.weight", "second.bias", "last.weight")]
    dead = 0
    for bucket, (weight, bias, last) in enumerate(zip(*tails, strict=True)):
        met = hidden if len(tails[0]) == 1 else hidden[buckets == bucket]
        second = _revive(weight, bias, met)
        last[:, second] = 0
        dead += len(second)
    return {"first": len(first), "second": dead}


def _revive(weight: Tensor, bias: Tensor, x: Tensor) -> Tensor:
    """Draws the dead units of a layer with these inputs again; which they were."""
    on = (x @ weight.T + bias > 0).float().mean(0)
    dead = torch.nonzero(on < LEAST_ON).flatten()
    # No matter what the layer before says: sums with mean 0 and spread 1, so on half of the time.
    drawn = torch.randn(len(dead), weight.shape[1])
    sums = x @ drawn.T
    spread = (sums - sums.mean(0)).square().mean(0).sqrt()
    weight[dead] = drawn / spread[:, None]
    bias[dead] = -sums.mean(0) / spread
    return dead
