"""A variant as a file: found, read and checked, with all its faults listed at once.

The Struct that a file fills comes as a parameter, so that variant.py can stand on this module.

>>> is_path("my_game"), is_path("./my_game"), is_path("my_game.toml")
(False, True, True)
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import msgspec

from fullprime.errors import BadVariant, expected_one_of
from fullprime.files import read_start
from fullprime.shapes import converted
from fullprime.variant.contradictions import Check, contradictions
from fullprime.variant.schema import defaults, faults, fields, plain, shown

MOST_BYTES: Final = 64_000
SET_BY_LOADING: Final = ("id", "chosen")
"""Fields that no file states: the id is the name of the file, options are chosen by the player."""
NO_RULES: Final = (
    *SET_BY_LOADING,
    *("name", "aliases", "order", "summary", "description", "options", "sources"),
)
"""Fields that describe a game; no option can change them."""

OLD_NAMES: Final = {
    "nohr": "no_hit_and_run",
    "p1": "forbidden_wall",
    "p2": "must_open_gate",
}
"""What some fields, and the options called like them, were called before."""

_LONGEST_LINE: Final = 200

Table = dict[str, Any]
T = TypeVar("T", bound=msgspec.Struct)


def is_path(name: str) -> bool:
    """Does this lead to a file, rather than name a variant of the family?"""
    return name.lower().endswith(".toml") or "/" in name or os.sep in name


def read_file(path: Path) -> bytes:
    """What the file holds, up to the first byte too many."""
    try:
        return read_start(path, MOST_BYTES + 1)
    except OSError as error:
        where = plain(str(path), _LONGEST_LINE)
        raise BadVariant(f"{where}: cannot be read: {error.strerror}") from error


def decode(shape: type[T], file: str, data: bytes, checks: Iterable[Check] = ()) -> T:
    """The Struct that the file describes; `checks` look for contradictions, too."""
    label = plain(file)
    table = with_new_names(_parse(label, data))
    told = list(_faults(shape, table, tuple(checks)))
    if told:
        raise BadVariant(*(f"{label}: {fault}" for fault in told))
    return converted(table, shape)


def with_new_names(table: Table) -> Table:
    """The same file with every field under its name of today, also where options change it."""
    found = _renamed(table)
    options = found.get("options")
    if isinstance(options, dict):
        found["options"] = {name: _option(option) for name, option in options.items()}
    return found


def _option(option: Any) -> Any:
    if not isinstance(option, dict):
        return option
    found = dict(option)
    if isinstance(changes := found.get("set"), dict):
        found["set"] = _renamed(changes)
    if isinstance(field := found.get("field"), str):
        found["field"] = OLD_NAMES.get(field, field)
    return found


def _renamed(table: Table) -> Table:
    """A field that is there under both names keeps the old one, which is then unknown."""
    both = {old for old, new in OLD_NAMES.items() if new in table}
    return {
        name if name in both else OLD_NAMES.get(name, name): value for name, value in table.items()
    }


def _parse(label: str, data: bytes) -> Table:
    if len(data) > MOST_BYTES:
        raise BadVariant(f"{label}: too large, expected at most {MOST_BYTES:,} bytes")
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        raise BadVariant(f"{label}: not UTF-8 text, see byte {error.start + 1}") from error
    except RecursionError as error:
        raise BadVariant(f"{label}: nested too deep") from error
    except ValueError as error:
        raise BadVariant(f"{label}: not TOML: {plain(str(error), _LONGEST_LINE)}") from error


def _faults(shape: type[msgspec.Struct], table: Table, checks: tuple[Check, ...]) -> Iterator[str]:
    wrong = faults(shape, table, without=SET_BY_LOADING)
    for lines in wrong.values():
        yield from lines
    usual = defaults(shape)
    right = {name: value for name, value in (usual | table).items() if name not in wrong}
    known = list(contradictions(right, usual, checks))
    yield from known
    for name, option in _tables(table.get("options")):
        path = f"options.{plain(name)}"
        yield from _option_faults(shape, path, option)
        changes = option.get("set")
        if isinstance(changes, dict) and not _wrong_changes(shape, path, changes):
            chosen = contradictions(right | changes, usual, checks)
            yield from (f"option {plain(name)}: {fault}" for fault in chosen if fault not in known)


def _tables(value: object) -> Iterator[tuple[str, Table]]:
    """The entries that can be looked into; the others have been told of already."""
    if isinstance(value, dict):
        yield from ((name, entry) for name, entry in value.items() if isinstance(entry, dict))


def _option_faults(shape: type[msgspec.Struct], path: str, option: Table) -> Iterator[str]:
    option_shape = get_args(fields(shape)["options"].type)[1]
    changes, field = option.get("set"), option.get("field")
    if (changes is None) == (field is None) and not faults(option_shape, option):
        yield f"field {path}: got {'neither' if field is None else 'both'}, expected set or field"
    if isinstance(changes, dict):
        for lines in _wrong_changes(shape, path, changes).values():
            yield from lines
    known = list(fields(shape, without=NO_RULES))
    if isinstance(field, str) and field not in known:
        yield f"field {path}.field: got {shown(field)}, {expected_one_of(known, field)}"


def _wrong_changes(shape: type[msgspec.Struct], path: str, changes: Table) -> dict[str, list[str]]:
    return faults(shape, changes, f"{path}.set.", without=NO_RULES, partial=True)
