"""Dead units are given another chance, and a net can be given more of them.

A unit of a clipped layer that is never on gets no gradient and stays so. Its weights are drawn
again, and what it says counts for nothing at first, so the net answers as before. A net grows by
units with weights of zero, which are dead and wait to be drawn.
"""

from __future__ import annotations

import torch
from torch import Tensor

from net import LIMITS

LEAST_ON = 0.002
"""Of the sample; a unit that is on less often is called dead."""


def grown(weights: dict[str, Tensor], like: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights in the shapes of a net that is at least as wide; new ones are zero."""
    result = {}
    for name, weight in weights.items():
        shape = like[name].shape
        if any(new < old for new, old in zip(shape, weight.shape, strict=True)):
            raise ValueError(f"{name} {list(weight.shape)} does not fit into {list(shape)}")
        result[name] = torch.zeros(shape)
        result[name][tuple(map(slice, weight.shape))] = weight
    return result


def revive(weights: dict[str, Tensor], features: Tensor) -> dict[str, int]:
    """Changes the weights in place; how many units of each layer were dead.

    features: [n, FEATURES] of a sample of self-play.
    """
    revived, x = {}, features
    for layer, behind, limit in zip(("first", "second"), ("second", "last"), LIMITS, strict=True):
        weight, bias = weights[f"{layer}.weight"], weights[f"{layer}.bias"]
        on = (x @ weight.T + bias > 0).float().mean(0)
        dead = torch.nonzero(on < LEAST_ON).flatten()
        # Whatever the layer before says: sums with mean 0 and spread 1, so on half of the time.
        drawn = torch.randn(len(dead), weight.shape[1])
        sums = x @ drawn.T
        spread = (sums - sums.mean(0)).square().mean(0).sqrt()
        weight[dead] = drawn / spread[:, None]
        bias[dead] = -sums.mean(0) / spread
        weights[f"{behind}.weight"][:, dead] = 0
        revived[layer] = len(dead)
        x = (x @ weight.T + bias).clamp(0, limit)
    return revived
