"""From a checkpoint to the integers that Fullprime plays with.

    python training/export.py DIR/net.safetensors --out models [--variant GAME]
    python training/export.py DIR/net.safetensors --own

`--own` puts the net where the program looks for yours (docs/own-nets.md); one of a variant of your
own carries the rules of that game.
With a GAME the net is for that one, which must have the same features as the one that it was
trained on last. The file is named after its content. All arithmetic is exact, so every machine
gives the same answer; `evaluate` is its definition:

    features x     0..255
    first layer    w1 int16 [FEATURES, H1], b1 int32 [H1], unit 2^-14 per value of a feature
                   a1 = clamp(b1 + x w1, 0, 2^16 - 1) >> 6       10 bits, unit 2^-8, so below 4
    second layer   w2 int16 [H2, H1], unit 2^-12, b2 int32 [H2], unit 2^-20
                   a2 = clamp(b2 + w2 a1, 0, 2^23 - 1) >> 12     11 bits, unit 2^-8, so below 8
    last layer     w3 int16 [6, H2], unit 2^-12, b3 int32 [6], unit 2^-20
                   logits = b3 + w3 a2, then softmax in double

A net with buckets has w2, b2, w3 and b3 once for each, one below the other; the bucket of a
position is that of its features (kernel/bucket.h).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

import tensors
from library import Library, variant_row
from selfplay import CLASSES, Host, buckets_of
from tensors import Array

FIRST = 1 << 14
WEIGHT = 1 << 12
SUM = 1 << 20
BUCKETED = ("buckets", "bucket_version")
"""What is said of a net with buckets alone."""
EQUITY = np.array([1, 2, 3, -1, -2, -3])


def to_int16(weights: Array, name: str, one: int = WEIGHT) -> Array:
    """Rounded; refused if it does not fit."""
    integers = np.rint(weights.astype(np.float64) * one)
    if np.abs(integers).max() > 32767:
        most = 32767 / one
        raise ValueError(f"{name} reaches {np.abs(weights).max():.2f}, at most {most:.2f} fits")
    return integers.astype(np.int16)


def quantised(weights: dict[str, Array], units: Array) -> dict[str, Array]:
    """The integers of a net. Shifts cut off, so the biases carry the halves that round."""
    first = (weights["first.weight"] * units).T
    net = {
        "w1": to_int16(first, "the first layer", FIRST),
        "b1": np.rint(weights["first.bias"].astype(np.float64) * FIRST) + (1 << 5),
        "w2": to_int16(weights["second.weight"], "the second layer"),
        "b2": np.rint(weights["second.bias"].astype(np.float64) * SUM) + (1 << 11),
        "w3": to_int16(weights["last.weight"], "the last layer"),
        "b3": np.rint(weights["last.bias"].astype(np.float64) * SUM),
    }
    return {name: a.astype(np.int32) if name[0] == "b" else a for name, a in net.items()}


def reals(net: dict[str, Array], units: Array) -> dict[str, Array]:
    """The weights that an exported net stands for: `quantised` backwards, but for the rounding."""
    weights = {
        "first.weight": (net["w1"] / FIRST).T / units,
        "first.bias": (net["b1"] - (1 << 5)) / FIRST,
        "second.weight": net["w2"] / WEIGHT,
        "second.bias": (net["b2"] - (1 << 11)) / SUM,
        "last.weight": net["w3"] / WEIGHT,
        "last.bias": net["b3"] / SUM,
    }
    return {name: np.ascontiguousarray(a, np.float32) for name, a in weights.items()}


def most_sums(net: dict[str, Array]) -> dict[str, int]:
    """How far the sums of each layer, and all their parts, can be from 0 for any features.
    No input is negative, so weights of different signs never add up."""
    layers = {
        "first": (net["w1"], net["b1"], 255),
        "second": (net["w2"].T, net["b2"], 1023),
        "last": (net["w3"].T, net["b3"], 2047),
    }
    return {name: max(_reach(*layer), _reach(*layer, -1)) for name, layer in layers.items()}


def _reach(weights: Array, bias: Array, most: int, sign: int = 1) -> int:
    """The largest sum of all that has this sign."""
    kept, more = (np.maximum(sign * part.astype(np.int64), 0) for part in (weights, bias))
    return int((kept.sum(0) * most + more).max())


def evaluate(net: dict[str, Array], features: Array, buckets: Array) -> Array:
    """Class probabilities [n, 6] of features uint8 [n, FEATURES] in buckets [n]."""
    # float64 holds these sums exactly and multiplies faster than integers.
    sums = features.astype(np.float64) @ net["w1"].astype(np.float64) + net["b1"]
    hidden = np.clip(sums, 0, (1 << 16) - 1).astype(np.int64) >> 6
    sums = hidden.astype(np.float64) @ net["w2"].T.astype(np.float64) + net["b2"]
    sums = own(sums, buckets, net["w3"].shape[1])
    hidden = np.clip(sums, 0, (1 << 23) - 1).astype(np.int64) >> 12
    logits = hidden.astype(np.float64) @ net["w3"].T.astype(np.float64) + net["b3"]
    return softmax(own(logits, buckets, CLASSES) / SUM)


def evaluate_real(
    weights: dict[str, Array], units: Array, features: Array, buckets: Array
) -> Array:
    """The same from the weights of a checkpoint."""
    w = {name: weight.astype(np.float64) for name, weight in weights.items()}
    hidden = features * units @ w["first.weight"].T + w["first.bias"]
    hidden = np.clip(hidden, 0, 4) @ w["second.weight"].T + w["second.bias"]
    hidden = np.clip(own(hidden, buckets, w["last.weight"].shape[1]), 0, 8)
    return softmax(own(hidden @ w["last.weight"].T + w["last.bias"], buckets, CLASSES))


def own(sums: Array, buckets: Array, width: int) -> Array:
    """Of the sums of all buckets, `width` for each, those of the row's own."""
    by_bucket = sums.reshape(len(sums), -1, width)
    tail = buckets if by_bucket.shape[1] > 1 else 0
    kept: Array = by_bucket[np.arange(len(sums)), tail]
    return kept


def softmax(logits: Array) -> Array:
    """Along the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    shares: Array = powers / powers.sum(-1, keepdims=True)
    return shares


def differences(
    weights: dict[str, Array], net: dict[str, Array], units: Array, library: Library
) -> dict[str, float]:
    """Integers against reals, on the sample of the checkpoint."""
    features = weights["sample.features"]
    buckets = buckets_of(library, Host(), (features * units).astype(np.float32))
    real = evaluate_real(weights, units, features, buckets) @ EQUITY
    whole = evaluate(net, features, buckets) @ EQUITY
    return {
        "equity_rms": float(np.sqrt(np.mean((real - whole) ** 2))),
        "equity_most": float(np.abs(real - whole).max()),
        "equity_mean": float((whole - real).mean()),
    }


def export(checkpoint: Path, out: Path, variant: str | None = None) -> tuple[Path, dict[str, Any]]:
    """Writes the file, for the game that it was trained on or another; what to say about it."""
    weights, metadata = tensors.read(checkpoint)
    description = json.loads(metadata["net"])
    description["variant"] = variant or description["variant"]
    rules = "" if variant else json.loads(metadata["experiment"]).get("rules", "")
    library = Library("host")
    row = variant_row(description["variant"], rules)
    features, version = library.features(row)
    if description["feature_version"] != version:
        raise ValueError(
            f"the net has seen features {description['feature_version']}, the kernel has {version}"
        )
    if description.get("bucket_version", library.bucket_version) != library.bucket_version:
        raise ValueError(
            f"the net has tails for buckets {description['bucket_version']}, "
            f"the kernel has {library.bucket_version}"
        )
    units = np.array(library.units(row))
    net = quantised(weights, units)
    sums = most_sums(net)
    if max(sums.values()) >= 1 << 31:
        raise ValueError(f"a sum may leave 32 bits: {sums}")
    report = {"sums": sums, "differences": differences(weights, net, units, library)}
    kept = {
        "variant": description["variant"],
        "feature_version": str(description["feature_version"]),
        "sizes": json.dumps([features, *description["sizes"], 6]),
        "classes": "win, win gammon, win backgammon, lose, lose gammon, lose backgammon",
        "recipe": metadata["recipe"],
        "experiment": metadata["experiment"],
        "log": metadata["log"],
        "differences": json.dumps(report["differences"]),
    } | {name: str(description[name]) for name in BUCKETED if name in description}
    kept |= {"rules": rules} if rules else {}
    content = tensors.to_bytes(net, kept)
    digest = hashlib.sha256(content).hexdigest()[:12]
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{description['variant']}-{digest}.safetensors"
    path.write_bytes(content)
    return path, report


def folder_of_own_nets() -> Path:
    """Where the program looks for nets of the user."""
    from fullprime.engine.nets import own_folder

    return own_folder()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--variant", help="the game that it is for")
    parser.add_argument("--own", action="store_true", help="into the folder of your own nets")
    arguments = parser.parse_args()
    path, report = export(
        arguments.checkpoint,
        folder_of_own_nets() if arguments.own else arguments.out,
        arguments.variant,
    )
    print(path)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
