"""What the fields of a Struct may hold, read off their types, and what is wrong with given ones.

>>> class Cup(msgspec.Struct):
...     lining: Literal["felt", "leather"]
...     dice: int = 2
>>> faults(Cup, {"lining": "silk"})
{'lining': ['field lining: got "silk", expected one of felt, leather']}
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo

from fullprime.errors import expected_one_of, shorten
from fullprime.shapes import converted

_LONGEST_VALUE = 60

_resolved = cache(msgspec.structs.fields)  # it evaluates every annotation again on each call


def fields(shape: type[msgspec.Struct], without: Collection[str] = ()) -> dict[str, FieldInfo]:
    """The fields by name, in their order."""
    return {field.name: field for field in _resolved(shape) if field.name not in without}


def defaults(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """What the fields hold that need not be given."""
    return {
        name: field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        for name, field in fields(shape).items()
        if not field.required
    }


def faults(
    shape: type[msgspec.Struct],
    table: Mapping[str, Any],
    where: str = "",
    without: Collection[str] = (),
    partial: bool = False,
) -> dict[str, list[str]]:
    """What is wrong with the values of a table, by field; `partial` tables may leave out any."""
    known = fields(shape, without)
    found = {name: _faults_at(where, name, value, known) for name, value in table.items()}
    for name, field in known.items():
        if field.required and name not in table and not partial:
            found[name] = [f"field {where}{name}: missing, expected {allowed(field.type)}"]
    return {name: lines for name, lines in found.items() if lines}


def _faults_at(where: str, name: str, value: Any, known: Mapping[str, FieldInfo]) -> list[str]:
    path = where + plain(name)
    if name not in known:
        return [f"field {path}: unknown, {expected_one_of(list(known), name)}"]
    return _value_faults(path, value, known[name].type)


def _value_faults(path: str, value: Any, kind: Any) -> list[str]:
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [line for lines in faults(kind, value, f"{path}.").values() for line in lines]
    if isinstance(value, dict) and get_origin(kind) is dict:
        inner = get_args(kind)[1]
        entries = ((f"{path}.{plain(name)}", entry) for name, entry in value.items())
        return [line for at, entry in entries for line in _value_faults(at, entry, inner)]
    try:
        converted(value, kind)
    except msgspec.ValidationError:
        return [f"field {path}: got {shown(value)}, expected {allowed(kind)}"]
    return []


def allowed(kind: Any) -> str:
    """What a value of that type may be, in words."""
    if get_origin(kind) is Literal:  # asked first: msgspec would tell the values in another order
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if get_origin(kind) is tuple:
        return f"a list, each entry {allowed(get_args(kind)[0])}"
    match inspect.type_info(kind):
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType():
            return "text"
        case inspect.IntType(ge=least, le=most):
            since = "" if least is None else f" from {least}"
            return f"a whole number{since}{'' if most is None else f' to {most}'}"
    return "a table"


def shown(value: Any) -> str:
    """A value as one short line, much as it was written."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        text = "a huge number"
    return shorten(_printable(text), _LONGEST_VALUE)


def plain(text: str, width: int = 40) -> str:
    """A name that may hold anything, made fit for one line."""
    return shorten(_printable(text), width)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
