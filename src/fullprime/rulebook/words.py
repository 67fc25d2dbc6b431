"""The sentences of the rules: one for every value of every field.

>>> sentence("cap", 5).text
'No more than five of your checkers may stand on a point, not even in passing.'
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from fullprime.data import shipped
from fullprime.position import BAR, HAND, OFF
from fullprime.variant import Choice, Variant
from fullprime.variant.contradictions import NEEDS
from fullprime.variant.file import NO_RULES
from fullprime.variant.schema import defaults, fields

FIELDS: Final = fields(Variant, without=(*NO_RULES, "start"))
"""The fields that have a sentence for each value; the start is described by its checkers."""
USUAL: Final = defaults(Variant)
NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
)  # fmt: skip


class Sentence(msgspec.Struct, frozen=True):
    """A text with the code by which it is translated, and the values in its gaps."""

    code: str
    text: str
    values: dict[str, Any] = {}


@cache
def texts(name: str) -> dict[str, Any]:
    """A file of the rulebook."""
    return tomllib.loads(shipped("rulebook", f"{name}.toml").read_text(encoding="utf-8"))


def sentence(field: str, value: Choice) -> Sentence:
    """What this value of the field means to a player."""
    return _filled("rulebook", "sentences", field, value)


def title(field: str, value: Choice) -> Sentence:
    """The same in a few words."""
    return _filled("title", "titles", field, value)


def _filled(kind: str, file: str, field: str, value: Choice) -> Sentence:
    known = texts(file)[field]
    key = written(value) if written(value) in known else "other"
    template = str(known[key])
    values = {"n": value} if "{n}" in template else {}
    return said(f"{kind}.{field}.{key}", template, values)


def said(code: str, template: str, values: Mapping[str, Any]) -> Sentence:
    """The sentence with its gaps filled; small numbers are words in English."""
    filled = {name: in_words(value) for name, value in values.items()}
    text = template.format(**filled)
    return Sentence(code, text[:1].upper() + text[1:], dict(values))


def written(value: Choice) -> str:
    """The value as files and commands write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_words(value: Any) -> str:
    """Small numbers as words, lists with an `and`."""
    if isinstance(value, list):
        return enumeration([part.text for part in value])
    if isinstance(value, bool) or not isinstance(value, int):
        return str(value)
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


def enumeration(parts: Sequence[str]) -> str:
    """The parts with commas and an `and`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


# The start and the path --------------------------------------------------------------------------


def start_sentence(variant: Variant) -> Sentence:
    """Where the checkers of a side stand at first."""
    row, words = variant.start_position.mover, texts("sentences")["start"]
    point = "cell" if variant.geometry == "ring16" else "point"
    kinds = {HAND: "hand", BAR: "bar", OFF: "off"}
    spots = [spot for spot in (HAND, *range(BAR, -1, -1)) if row[spot]]
    alone = f"all_{kinds.get(spots[0], point)}"
    if len(spots) == 1 and alone in words:
        where = {"point": str(spots[0])} if alone == "all_point" else {}
        return said(f"rulebook.start.{alone}", words[alone], where)
    places = [_place(words, kinds.get(spot, point), row[spot], spot) for spot in spots]
    return said("rulebook.start.places", words["places"], {"places": places})


def _place(words: Mapping[str, str], kind: str, count: int, spot: int) -> Sentence:
    where = {"point": str(spot)} if kind in ("point", "cell") else {}
    values = {"n": count, **where}
    filled = {name: in_words(value) for name, value in values.items()}
    return Sentence(f"rulebook.start.{kind}", words[kind].format(**filled), values)


def pips_sentence(variant: Variant) -> Sentence:
    """How long the way is."""
    pips = variant.start_position.pips[0]
    return said("rulebook.start.pips", texts("sentences")["start"]["pips"], {"n": pips})


def path_sentence(variant: Variant) -> Sentence:
    """Who moves where."""
    template, home = texts("sentences")["path"][variant.geometry], variant.home
    numbers = {"home": home, "far": 25 - home, "near": 12 + home}
    values = {name: str(n) for name, n in numbers.items() if f"{{{name}}}" in template}
    return said(f"rulebook.path.{variant.geometry}", template, values)


# Which of them a game needs ----------------------------------------------------------------------


def matters(variant: Variant, field: str) -> bool:
    """Does the field differ, or does it only mean something since another one differs?"""
    if field == "start":
        return variant.start != Variant.load().start
    if getattr(variant, field) != USUAL[field]:
        return True
    needs = [need for need in NEEDS if need.field == field]
    met = all(getattr(variant, need.other) in need.values for need in needs)
    return met and any(USUAL[need.other] not in need.values for need in needs)


def together(variant: Variant) -> Iterator[Sentence]:
    """What values mean only together."""
    for row in texts("sentences")["together"]:
        if fits(variant, row):
            yield Sentence(f"rulebook.together.{row['id']}", row["says"])


def fits(variant: Variant, row: Mapping[str, Any]) -> bool:
    """Is the game one of those that the row is `when` and not `unless` about?"""
    when, unless = row.get("when", {}), row.get("unless", {})
    return all(getattr(variant, name) in values for name, values in when.items()) and not any(
        getattr(variant, name) in values for name, values in unless.items()
    )


def listed_values(field: str) -> Sequence[Choice]:
    """All values that the type of the field allows."""
    kind = FIELDS[field].type
    if get_origin(kind) is Literal:
        return get_args(kind)
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return range(least, most + 1)
    return (False, True)
