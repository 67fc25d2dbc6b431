"""Fields of a variant that are right one by one, but do not go together.

A check takes fields by the names of its parameters, and is left out while one of them is itself
faulty; `row` is the start, read. So every fault is listed once, and all are listed together.

>>> list(contradictions({"landing": "pin", "no_hit_and_run": True}, {"no_hit_and_run": False}))
['field no_hit_and_run: got true with landing "pin", expected landing hit']
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fullprime.errors import BadPosition
from fullprime.position import HAND, OFF, START, parse_row
from fullprime.variant.schema import shown

Check = Callable[..., Iterable[str]]
Row = tuple[int, ...]


class Needs(NamedTuple):
    """A field that, unless it is left as it is, needs certain values of another one."""

    field: str
    other: str
    values: tuple[str, ...]


_BOARD: Final = ("contrary", "parallel12", "common")
NEEDS: Final = (
    Needs("mirror_gammon", "goal", ("last_off",)),
    Needs("no_hit_and_run", "landing", ("hit",)),
    Needs("hit_right", "landing", ("hit",)),
    Needs("mother_rule", "landing", ("pin",)),
    Needs("cascade_after", "doublet", ("cascade",)),
    Needs("complement_after_entry", "doublet", ("complement",)),
    Needs("complement_after_entry", "entry", ("free", "all_first")),
    Needs("prime_check", "prime", ("narde", "fevga")),
    Needs("forbidden_wall", "prime", ("fevga",)),
    Needs("must_open_gate", "prime", ("fevga",)),
    Needs("double_one", "geometry", ("ring16",)),
    Needs("consecutive_plain", "geometry", ("ring16",)),
    # On the ring whole rolls are played as patterns and nothing stands in a home or on a head.
    *(
        Needs(field, "geometry", _BOARD)
        for field in (
            "home", "entry", "cap", "doublet", "named_doublet", "bonus_on_doubles", "rest",
            "head_limit", "runner", "prime",
        )
    ),
)  # fmt: skip


def contradictions(
    values: Mapping[str, Any], defaults: Mapping[str, Any], more: Iterable[Check] = ()
) -> Iterator[str]:
    """What does not go together among fields that are right by themselves."""
    known = dict(values)
    if "start" in known and "checkers" in known:
        row, faults = _read_start(known["start"], known["checkers"])
        yield from faults
        if faults:
            del known["start"]
        else:
            known["row"] = row
    for need in NEEDS:
        yield from _unmet(need, known, defaults)
    for check in (*_CHECKS, *more):
        names = inspect.signature(check).parameters
        if names.keys() <= known.keys():
            yield from check(*(known[name] for name in names))


def _read_start(start: str, checkers: int) -> tuple[Row, list[str]]:
    try:
        row = parse_row(start, checkers)
    except BadPosition as error:
        return (), [f"field start: {fault}" for fault in error.faults]
    if "p:" in start:
        return (), ["field start: nothing is pinned before the game, expected words such as 24:2"]
    if row[OFF] and "off" not in start:  # position text leaves out what is off, a start does not
        listed = checkers - row[OFF]
        return (), [f"field start: the side has {listed} checkers, expected {checkers}"]
    return row, []


def _unmet(need: Needs, known: Mapping[str, Any], defaults: Mapping[str, Any]) -> Iterator[str]:
    field, other, values = need
    if field not in known or other not in known or known[field] == defaults[field]:
        return
    if known[other] not in values:
        yield (
            f"field {field}: got {shown(known[field])} with {other} {shown(known[other])}, "
            f"expected {other} {' or '.join(values)}"
        )


def _shared(landing: str, geometry: str) -> Iterator[str]:
    if (landing == "share") != (geometry == "ring16"):
        yield (
            f"field landing: got {shown(landing)} with geometry {shown(geometry)}, "
            "expected share with ring16 and nowhere else"
        )


def _block(block: int, landing: str) -> Iterator[str]:
    # Fewer than that and nothing is ever hit or pinned; more, and enemies would share a point.
    expected = {"none": 1, "hit": 2, "pin": 2}.get(landing, block)
    if block != expected:
        yield f"field block: got {block} with landing {shown(landing)}, expected {expected}"


def _hand(row: Row, entry: str) -> Iterator[str]:
    if row[HAND] and entry == "bar":
        yield 'field entry: got "bar" with checkers in hand, expected free or all_first'
    if entry != "bar" and not row[HAND]:
        yield f"field entry: got {shown(entry)} with no checker in hand at the start, expected bar"


def _head(row: Row, head_limit: int) -> Iterator[str]:
    if head_limit and not row[START]:
        yield (
            f"field head_limit: got {head_limit} with no checker on the {START} of the start, "
            "expected 0"
        )


def _mother(row: Row, mother_rule: str) -> Iterator[str]:
    if mother_rule != "none" and not row[START]:
        yield (
            f"field mother_rule: got {shown(mother_rule)} with no checker on the {START} of the "
            "start, expected none"
        )


def _mirror(mirror_gammon: bool, score: int) -> Iterator[str]:
    if mirror_gammon and score < 2:
        yield f"field mirror_gammon: got true with score {score}, expected score 2 or 3"


def _printable(name: str, summary: str, description: str) -> Iterator[str]:
    for field, text in (("name", name), ("summary", summary), ("description", description)):
        if not text.isprintable():
            yield f"field {field}: got {shown(text)}, expected printable characters only"


def _single_head(head_exception: str, doublet: str, named_doublet: bool) -> Iterator[str]:
    # Whether one checker alone can finish is names of a turn, and these turns have several parts.
    if head_exception == "if_single_cannot_finish" and (doublet != "plain" or named_doublet):
        yield (
            f"field head_exception: got {shown(head_exception)} with turns of several batches, "
            "expected none or first_3_4_6"
        )


def _runner(row: Row, checkers: int, runner: bool) -> Iterator[str]:
    if runner and row[START] != checkers:
        yield f"field runner: got true, expected all {checkers} checkers to start on the {START}"


def _first_doublet(
    first_doublet_plain: bool, doublet: str, bonus_on_doubles: bool
) -> Iterator[str]:
    if first_doublet_plain and doublet != "complement" and not bonus_on_doubles:
        yield (
            f"field first_doublet_plain: got true with doublet {shown(doublet)}, "
            "expected doublet complement or bonus_on_doubles true"
        )


def _bonus_always(bonus_always: bool, bonus_on_doubles: bool, named_doublet: bool) -> Iterator[str]:
    if bonus_always and not (bonus_on_doubles or named_doublet):
        yield (
            "field bonus_always: got true where no roll earns another turn, "
            "expected bonus_on_doubles or named_doublet true"
        )


def _double_before_bonus(
    double_before_bonus: bool, bonus_on_doubles: bool, named_doublet: bool, cube: bool
) -> Iterator[str]:
    if not double_before_bonus:
        return
    if not (bonus_on_doubles or named_doublet):
        yield (
            "field double_before_bonus: got true where no roll earns another turn, "
            "expected bonus_on_doubles or named_doublet true"
        )
    if not cube:
        yield "field double_before_bonus: got true with cube false, expected cube true"


_CHECKS: Final[tuple[Check, ...]] = (
    _printable, _shared, _block, _hand, _head, _mother, _mirror, _runner, _single_head,
    _first_doublet, _bonus_always, _double_before_bonus,
)  # fmt: skip
