"""The rulebook of a game: chapters, what differs from the standard game, house rules, sources."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from fullprime.data import shipped
from fullprime.errors import sentences
from fullprime.rulebook.words import (
    FIELDS,
    USUAL,
    Sentence,
    fits,
    listed_values,
    matters,
    path_sentence,
    pips_sentence,
    sentence,
    start_sentence,
    texts,
    title,
    together,
    written,
)
from fullprime.series import Series
from fullprime.variant import Choice, Option, Variant
from fullprime.variant.contradictions import contradictions
from fullprime.variant.schema import allowed

TOGETHER: Final = "scoring"
"""The chapter of what values mean only together."""


class Line(msgspec.Struct, frozen=True):
    """A sentence of the rules, the field it is about, and a few words to stand above it."""

    field: str
    title: Sentence
    says: Sentence
    differs: bool = False
    """From the standard game."""


class Rule(msgspec.Struct, frozen=True):
    """A rule by its id, as refusals name it."""

    id: str
    text: str


class Chapter(msgspec.Struct, frozen=True):
    """What the rules say about one subject."""

    id: str
    title: str
    lines: tuple[Line, ...]
    rules: tuple[Rule, ...]


class Value(msgspec.Struct, frozen=True):
    """One of the values that a house rule may have."""

    value: Choice
    says: Sentence
    usual: bool


class HouseRule(msgspec.Struct, frozen=True):
    """A rule that players may agree on, with all its choices; a switch has none but off and on."""

    name: str
    summary: str
    choices: tuple[Value, ...]
    usual: Choice
    allowed: str
    """What it may be, in words."""


class Rulebook(msgspec.Struct, frozen=True):
    """All that there is to know about a game."""

    id: str
    name: str
    aliases: tuple[str, ...]
    summary: str
    description: str
    chosen: dict[str, Choice]
    sections: tuple[Chapter, ...]
    differences: tuple[Line, ...]
    options: tuple[HouseRule, ...]
    modifiers: tuple[HouseRule, ...]
    sources: tuple[str, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules that have an id, in the order of the chapters."""
        return tuple(rule for section in self.sections for rule in section.rules)


class GameInSeries(msgspec.Struct, frozen=True):
    """A game with the options that the series chooses."""

    id: str
    name: str
    summary: str
    chosen: dict[str, Choice]


class SeriesBook(msgspec.Struct, frozen=True):
    """All that there is to know about a series."""

    id: str
    name: str
    aliases: tuple[str, ...]
    summary: str
    description: str
    to: int
    games: tuple[GameInSeries, ...]
    rules: tuple[Rule, ...]
    options: tuple[HouseRule, ...]


def rules_of(variant: Variant) -> Rulebook:
    """The rulebook of a game, also of one of your own."""
    own, modifiers = _house_rules(variant)
    return Rulebook(
        id=variant.id,
        name=variant.name,
        aliases=variant.aliases,
        summary=variant.summary,
        description=variant.description,
        chosen=variant.chosen,
        sections=tuple(_chapter(variant, row) for row in texts("sections")["section"]),
        differences=tuple(_differences(variant)),
        options=own,
        modifiers=modifiers,
        sources=variant.sources,
    )


# Chapters ----------------------------------------------------------------------------------------


def _chapter(variant: Variant, row: Mapping[str, Any]) -> Chapter:
    stated = {name for each in row["stated"] if fits(variant, each) for name in each["ids"]}
    named = [name for name in row["fields"] if name in stated or matters(variant, name)]
    lines = [*_before(variant, row["id"]), *(line for n in named for line in _lines(variant, n))]
    lines += _together(variant) if row["id"] == TOGETHER else ()
    ids = [rule for each in row["rules"] if fits(variant, each) for rule in each["ids"]]
    return Chapter(row["id"], row["title"], tuple(lines), tuple(map(_rule, ids)))


def _lines(variant: Variant, field: str) -> Iterator[Line]:
    differs = matters(variant, field)
    if field == "start":
        head = Sentence("title.start.places", texts("titles")["start"]["places"])
        yield Line(field, head, start_sentence(variant), differs)
        return
    value = getattr(variant, field)
    yield Line(field, title(field, value), sentence(field, value), differs)


def _before(variant: Variant, chapter: str) -> Iterator[Line]:
    """What is not about one field alone: the way, and its length."""
    if chapter == "movement":
        yield Line("geometry", title("geometry", variant.geometry), path_sentence(variant))
        yield Line("start", title("checkers", variant.checkers), pips_sentence(variant))


def _together(variant: Variant) -> Iterator[Line]:
    heads = texts("titles")["together"]
    for says in together(variant):
        name = says.code.rpartition(".")[2]
        yield Line("", Sentence(f"title.together.{name}", heads[name]), says, True)


def _rule(name: str) -> Rule:
    return Rule(name, sentences()[name])


def _differences(variant: Variant) -> Iterator[Line]:
    for field in ("start", *FIELDS):
        if matters(variant, field):
            yield from _lines(variant, field)
    yield from _together(variant)


# House rules -------------------------------------------------------------------------------------


@cache
def _modifiers() -> frozenset[str]:
    return frozenset(tomllib.loads(shipped("modifiers.toml").read_text(encoding="utf-8")))


def _house_rules(variant: Variant) -> tuple[tuple[HouseRule, ...], tuple[HouseRule, ...]]:
    """Its own, and the modifiers that are not in force already."""
    own, modifiers = [], []
    for name, option in variant.options.items():
        if name not in _modifiers():
            own.append(_house_rule(variant, name, option))
        elif _changes_something(variant, name, option):
            modifiers.append(_house_rule(variant, name, option))
    return tuple(own), tuple(modifiers)


def _house_rule(variant: Variant, name: str, option: Option) -> HouseRule:
    if not option.field:
        on = not _changes_something(variant, name, option)
        return HouseRule(name, option.summary, (), on, "off or on")
    usual = getattr(variant, option.field)
    choices = [
        Value(value, sentence(option.field, value), value == usual)
        for value in _choices(variant, option.field)
    ]
    kind = allowed(FIELDS[option.field].type)
    return HouseRule(name, option.summary, tuple(choices), usual, kind)


def _choices(variant: Variant, field: str) -> list[Choice]:
    """The values that the field may have in this game, if each has its own sentence."""
    values = list(listed_values(field))
    if any(written(value) not in texts("sentences")[field] for value in values):
        return []
    game = msgspec.to_builtins(variant)
    return [v for v in values if not list(contradictions({**game, field: v}, USUAL))]


def _changes_something(variant: Variant, name: str, option: Option) -> bool:
    """Is the rule not in force already?"""
    changes = option.changes(name, True, msgspec.structs.asdict(variant))
    return any(getattr(variant, field) != value for field, value in changes.items())


# Series ------------------------------------------------------------------------------------------


def rules_of_series(series: Series) -> SeriesBook:
    """The rulebook of a series: its games have rulebooks of their own."""
    rule = texts("sections")["series"].get(series.id)
    return SeriesBook(
        id=series.id,
        name=series.name,
        aliases=series.aliases,
        summary=series.summary,
        description=series.description,
        to=series.to,
        games=tuple(
            GameInSeries(game.id, game.name, game.summary, game.chosen)
            for game in series.rotation()
        ),
        rules=(_rule(rule),) if rule else (),
        options=tuple(
            HouseRule(name, option.summary, (), False, "off or on")
            for name, option in series.options.items()
        ),
    )
