"""What else a game of the family could be: other values of its fields, choices of its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect

from fullprime import Variant
from fullprime.variant.contradictions import contradictions
from fullprime.variant.file import NO_RULES
from fullprime.variant.schema import defaults, fields

Choice = bool | int | str

NOT_OFFERED = (("entry", "bar"),)
"""Games in which checkers wait in hand have the option, but this value is none of theirs."""
RULE_FIELDS = tuple(fields(Variant, without=NO_RULES))


def other_values(field: str, now: Any) -> tuple[Any, ...]:
    """What the field may hold besides; of whole numbers the neighbours."""
    kind = fields(Variant)[field].type
    if get_origin(kind) is Literal:
        return tuple(value for value in get_args(kind) if value != now)
    match inspect.type_info(kind):
        case inspect.BoolType():
            return (not now,)
        case inspect.IntType(ge=least, le=most):
            near = (now - 1, now + 1)
            return tuple(n for n in near if (least or 0) <= n <= (99 if most is None else most))
    raise TypeError(f"field {field} is of a kind that has no other values here: {kind}")


def choices(variant: Variant) -> Iterator[tuple[str, Choice]]:
    """Every named option with every value that is not what the game has anyway."""
    for name, option in variant.options.items():
        if option.field:
            values = other_values(option.field, getattr(variant, option.field))
            yield from ((name, value) for value in values if (name, value) not in NOT_OFFERED)
        elif any(getattr(variant, field) != value for field, value in option.set.items()):
            yield name, True


def with_fields(variant: Variant, **changes: Any) -> Variant:
    """The same game with some fields changed, whether it makes sense or not."""
    return msgspec.convert(msgspec.to_builtins(variant) | changes, type=Variant)


def told_against(variant: Variant) -> list[str]:
    """Why the library would refuse a file that describes this game."""
    return list(contradictions(msgspec.to_builtins(variant), defaults(Variant)))
