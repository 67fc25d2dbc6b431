"""A series: several games in turn, until a player has the points.

The usual ones are data, and players can make their own by naming the games.

>>> first = variants()[0].id
>>> series = Series.parse(f"{first},{first}+cap5")
>>> [variant.cap for variant in series.rotation()]
[0, 5]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from fullprime.data import shipped
from fullprime.errors import BadVariant, shorten, unknown
from fullprime.variant import Choice, Variant, name_key, unknown_game, variants
from fullprime.variant.file import is_path

Games = Annotated[tuple[str, ...], Meta(min_length=1)]
"""Variants by name or path, each with its options behind it: `name+option+option=value`."""
_GAME: Final = re.compile(r"(?P<name>.*\.toml|[^+]*)(?P<options>.*)", re.DOTALL | re.IGNORECASE)


class SeriesOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named rule of a series: the games that it is made of instead."""

    summary: str
    games: Games


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Games that follow each other, over and over."""

    name: str
    games: Games
    id: str = ""
    """Empty for a list of one's own."""
    aliases: tuple[str, ...] = ()
    order: int = 100
    summary: str = ""
    description: str = ""
    """A few sentences: what it feels like to play it."""
    to: Annotated[int, Meta(ge=1, le=9999)] = 5
    """The points that usually win a match."""
    options: dict[str, SeriesOption] = {}

    @staticmethod
    def load(name: str) -> Series:
        """The series of that name, however it is spelled."""
        series = find_series(name)
        if series is None:
            raise BadVariant(unknown("series", name, sorted(_names(all_series()))))
        return series

    @staticmethod
    def parse(text: str) -> Series:
        """A series by name, or the games of one with commas between them; one game will do."""
        named = find_series(text)
        if named:
            return named
        games = tuple(game.strip() for game in text.split(","))
        for game in games:
            name = _split(game)[0]
            if not is_path(name) and name_key(name) not in _variant_keys():
                raise BadVariant(_unknown_game(name, text, alone=len(games) == 1))
        return Series(name=text, games=games)

    def rotation(self, options: Mapping[str, Choice] | None = None) -> tuple[Variant, ...]:
        """The games with the options chosen; one that is no rule of the series itself goes to
        every game that has it."""
        options = options or {}
        rotation = [_game(text) for text in self._games(options)]
        for name in options:
            if not (name in self.options or any(game.has_option(name) for game in rotation)):
                known = {*self.options, *(name for game in rotation for name in game.options)}
                label = self.id or ",".join(game.id for game in rotation)
                raise BadVariant(unknown(f"option of {label}", name, sorted(known)))
        return tuple(
            game.with_options({name: options[name] for name in options if game.has_option(name)})
            for game in rotation
        )

    def _games(self, options: Mapping[str, Choice]) -> Games:
        games = self.games
        for name, choice in options.items():
            if name not in self.options:
                continue
            if not isinstance(choice, bool):
                raise BadVariant(f"option {name}: expected true or false, got {choice!r}")
            games = self.options[name].games if choice else games
        return games

    @property
    def summaries(self) -> dict[str, str]:
        """Every option that can be chosen, with what it means."""
        of_games = {
            name: option.summary
            for game in self.rotation()
            for name, option in game.options.items()
        }
        return of_games | {name: option.summary for name, option in self.options.items()}


def game_text(variant: Variant) -> str | None:
    """A game of the family as a series names it, with its options; None for one of the user's."""
    options = (f"+{name}={choice}" for name, choice in variant.chosen.items())
    text = f"{variant.id}{''.join(options)}"
    return text if any(each.id == variant.id for each in variants()) else None


def chosen_options(texts: Iterable[str]) -> dict[str, Choice]:
    """`cap5` switches on, `entry=free` gives a value."""
    chosen: dict[str, Choice] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        known = {"true": True, "false": False, "": True if not equals else ""}
        number = re.fullmatch(r"\d{1,9}", value, re.ASCII)
        chosen[name] = int(value) if number else known.get(value.lower(), value)
    return chosen


@cache
def all_series() -> tuple[Series, ...]:
    """The usual ones, in the order in which to offer them."""
    folder = shipped("series")
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    loaded = [read_series(file.name.removesuffix(".toml"), file.read_bytes()) for file in files]
    return tuple(sorted(loaded, key=lambda series: (series.order, series.id)))


def read_series(name: str, data: bytes) -> Series:
    """The series that a file describes."""
    try:
        return msgspec.structs.replace(msgspec.toml.decode(data, type=Series), id=name)
    except msgspec.DecodeError as error:
        raise BadVariant(f"series file {name}.toml: {error}") from error


def find_series(name: str) -> Series | None:
    """The usual series of that name, if there is one."""
    return _by_key().get(name_key(name))


@cache
def _by_key() -> dict[str, Series]:
    return {
        name_key(name): series
        for series in all_series()
        for name in (series.id, series.name, *series.aliases)
    }


@cache
def _variant_keys() -> frozenset[str]:
    return frozenset(
        name_key(name)
        for variant in variants()
        for name in (variant.id, variant.name, *variant.aliases)
    )


def _names(found: Iterable[Series]) -> set[str]:
    return {name for each in found for name in (each.id, *each.aliases)}


def _game(text: str) -> Variant:
    name, options = _split(text)
    return Variant.load(name, chosen_options(options))


def _split(text: str) -> tuple[str, list[str]]:
    """The name and the options; a path may have a plus of its own."""
    game = _GAME.fullmatch(text)
    assert game is not None  # noqa: S101 - everything matches
    return game["name"], game["options"].split("+")[1:]


def _unknown_game(name: str, text: str, alone: bool) -> str:
    if alone:
        return unknown_game(name, also=sorted(_names(all_series())))
    return f"the list {shorten(text, 80)!r}: {unknown_game(name)}"
