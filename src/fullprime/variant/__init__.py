"""The games of the family as data: reading a file, checking it, choosing among its options."""

from fullprime.variant.variant import (
    Choice,
    Option,
    Variant,
    VariantLike,
    name_key,
    read_variant,
    unknown_game,
    variants,
)

__all__ = [
    "Choice",
    "Option",
    "Variant",
    "VariantLike",
    "name_key",
    "read_variant",
    "unknown_game",
    "variants",
]
