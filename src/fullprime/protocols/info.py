"""`info` over JSON lines: the version, the nets, the games and the series."""

from __future__ import annotations

import fullprime
from fullprime.analysis.as_json import Json
from fullprime.engine.nets import OwnNet, ShippedNet, net_for, nets, own_nets
from fullprime.errors import BadNet
from fullprime.series import Series, all_series
from fullprime.variant import Variant, variants


def info_as_json(only: Variant | None = None) -> Json:
    """Version, nets, variants and series; or one variant, with the net that serves it."""
    games = variants() if only is None else (only,)
    return {
        "version": fullprime.__version__,
        "nets": [_net(net) for net in _nets(only)],
        "variants": [_variant(variant) for variant in games],
        "series": [_series(series) for series in all_series() if only is None],
    }


def _nets(only: Variant | None) -> list[ShippedNet]:
    """Those of the user that can be used come last."""
    if only:
        return [net for net in [net_for(only)] if net]
    return [*nets(), *(net for net in own_nets() if _is_sound(net))]


def _is_sound(net: OwnNet) -> bool:
    try:
        return bool(net.trained_on and net.card)
    except BadNet:
        return False


def _net(net: ShippedNet) -> Json:
    """Its strength is null until it is measured."""
    metadata, card = net.metadata, net.card
    return {
        "name": net.name,
        "variant": net.variant_id,
        "serves": [variant.id for variant in variants() if net_for(variant) is net],
        "hash": net.hash,
        "sizes": list(metadata.widths),
        "tails": metadata.tails,
        "feature_version": int(metadata.feature_version),
        "recipe": metadata.recipe,
        "experiments": list(card.experiments),
        "gpu_seconds": card.gpu_seconds,
        "positions": card.positions,
        "strength": list(card.strength) or None,
        "pruner": card.pruner,
        "own": isinstance(net, OwnNet),
    }


def _variant(variant: Variant) -> Json:
    return {
        "id": variant.id,
        "name": variant.name,
        "aliases": list(variant.aliases),
        "options": {name: option.summary for name, option in variant.options.items()},
    }


def _series(series: Series) -> Json:
    return {
        "id": series.id,
        "name": series.name,
        "aliases": list(series.aliases),
        "to": series.to,
        "games": list(series.games),
        "options": {name: option.summary for name, option in series.options.items()},
    }
