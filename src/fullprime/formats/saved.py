"""Fullprime's own file of a match: the settings and the actions, nothing that can be computed.

Reading it plays every action again through `Game.apply`, so a file that loads is a legal match.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Annotated

import msgspec
from msgspec import Meta

from fullprime.action import Action
from fullprime.errors import BadFile, BadVariant, FullprimeError, field_fault, shorten, unknown
from fullprime.match import Match, Settings, SetUp, Target
from fullprime.notes import Notes
from fullprime.series import Series
from fullprime.shapes import decoded
from fullprime.variant import Choice, Variant, variants
from fullprime.variant.file import OLD_NAMES, with_new_names

FORMAT = "fullprime match 3"
BEFORE_NOTES = "fullprime match 2"
"""The format of matches that had no notes, and of which only the first game could be set up."""
ONE_VARIANT = "fullprime match 1"
"""The format of matches before there were rotations."""


class SavedVariant(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One game of the rotation: by name or, if it is not one of ours, with all its rules."""

    variant: str
    """The id of the game."""
    options: dict[str, Choice]
    """The named rules that were chosen."""
    definition: Variant | None = None
    """All rules of a game that is not one of ours."""

    @staticmethod
    def of(variant: Variant) -> SavedVariant:
        """Ours is every variant that its name and options give back exactly."""
        by_name = SavedVariant(variant.id, variant.chosen)
        try:
            ours = by_name.load() == variant
        except BadVariant:
            ours = False
        return by_name if ours else SavedVariant(variant.id, variant.chosen, variant)

    def load(self) -> Variant:
        """The variant with its options; a name never leads to a file."""
        if self.definition:
            return self.definition.checked(f"the variant {self.variant!r} of the file")
        ours = {variant.id: variant for variant in variants()}
        if self.variant not in ours:
            raise BadVariant(unknown("variant", self.variant, sorted(ours)))
        return ours[self.variant].with_options(self.options)


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    """One game of the match."""

    actions: list[Action]
    """In order."""
    begins: SetUp | msgspec.UnsetType = msgspec.UNSET
    """Where it begins, if it was set up."""


class Saved(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The file as it lies on the disk."""

    format: str
    """Its name and version."""
    players: tuple[str, str]
    """The names of seats 0 and 1."""
    series: str | None
    """The name of the rotation, if it has one."""
    rotation: Annotated[list[SavedVariant], Meta(min_length=1)]
    """The games that are played in turn; most often one."""
    target: Target
    """What is played for."""
    settings: Settings
    """What the players agree on."""
    games: list[SavedGame]
    """All games so far."""
    notes: Notes | msgspec.UnsetType = msgspec.UNSET
    """Comments, marks, analysis, and where it was played."""
    table: dict[str, str | int | None] = {}
    """What the program that saved it wants to find again, such as who plays for whom."""


class _Any(msgspec.Struct):
    """A file of any format."""

    format: str


def dump(match: Match, table: dict[str, str | int | None] | None = None) -> bytes:
    """The match as JSON."""
    saved = Saved(
        format=FORMAT,
        players=match.players,
        series=match.series.id if match.series else None,
        rotation=[SavedVariant.of(variant) for variant in match.rotation],
        target=match.target,
        settings=match.settings,
        games=[
            SavedGame(list(game.log), begins or msgspec.UNSET)
            for game, begins in zip_longest(match.games, match.set_ups)
        ],
        notes=msgspec.UNSET if match.notes == Notes() else match.notes,
        table=table or {},
    )
    return msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n"


def load(data: bytes) -> tuple[Match, dict[str, str | int | None]]:
    """The match of a file, played again action by action, and its table notes."""
    saved = _read(data)
    match = Match.start(
        players=saved.players,
        target=saved.target,
        settings=saved.settings,
        series=Series.load(saved.series) if saved.series else None,
        rotation=tuple(variant.load() for variant in saved.rotation),
        begins=saved.games[0].begins or None if saved.games else None,
    )
    for number, game in enumerate(saved.games, 1):
        for count, action in enumerate(game.actions, 1):
            try:
                match = match.apply(action)
            except FullprimeError as error:
                raise BadFile(f"game {number}, action {count}: {error}") from error
        if number < len(saved.games):
            try:
                match = match.next_game(saved.games[number].begins or None)
            except FullprimeError as error:
                raise BadFile(f"game {number} does not end: {error}") from error
    return msgspec.structs.replace(match, notes=saved.notes or Notes()), saved.table


def _read(data: bytes) -> Saved:
    try:
        found = decoded(data, _Any).format
        if found not in (FORMAT, BEFORE_NOTES, ONE_VARIANT):
            raise BadFile(f"saved as {shorten(found, 40)!r}, expected {FORMAT!r}")
        if found == ONE_VARIANT:
            data = _with_rotation(data)
        if found != FORMAT:
            data = _with_set_ups(data)
        if any(f'"{name}"'.encode() in data for name in OLD_NAMES):
            data = _with_new_names(data)
        return decoded(data, Saved)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(f"not a saved match: {field_fault(error)}") from error


def _with_rotation(data: bytes) -> bytes:
    """Once there was one variant for all games of a match."""
    old = decoded(data, dict)
    only = {"variant": old.pop("variant", None), "options": old.pop("options", None)}
    return msgspec.json.encode({**old, "series": None, "rotation": [only]})


def _with_set_ups(data: bytes) -> bytes:
    """Once the set-up of the first game stood beside the games."""
    old = decoded(data, dict)
    begins, games = old.pop("begins", None), old.get("games")
    if begins is not None and isinstance(games, list):
        first = games[0] if games else {"actions": []}
        old["games"] = [{**first, "begins": begins}, *games[1:]]
    return msgspec.json.encode(old)


def _with_new_names(data: bytes) -> bytes:
    """Some fields of a player's own variant had other names once."""
    saved = decoded(data, dict)
    for game in saved.get("rotation") or ():
        if isinstance(game, dict) and isinstance(game.get("definition"), dict):
            game["definition"] = with_new_names(game["definition"])
    return msgspec.json.encode(saved)
