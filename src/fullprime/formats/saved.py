"""Fullprime's own file of a match: the settings and the actions, nothing that can be computed.

Reading it plays every action again through `Game.apply`, so a file that loads is a legal match.
"""

from __future__ import annotations

import msgspec

from fullprime.action import Action
from fullprime.errors import BadFile, FullprimeError
from fullprime.match import Match, Settings, Target
from fullprime.variant import Choice, Variant

FORMAT = "fullprime match 1"


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    """One game of the match."""

    actions: list[Action]


class Saved(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The file as it lies on the disk."""

    format: str
    players: tuple[str, str]
    variant: str
    options: dict[str, Choice]
    target: Target
    settings: Settings
    games: list[SavedGame]
    table: dict[str, str | int | None] = {}
    """Whatever the program that saved it wants to find again, such as who plays for whom."""


def dump(match: Match, table: dict[str, str | int | None] | None = None) -> bytes:
    """The match as JSON."""
    saved = Saved(
        format=FORMAT,
        players=match.players,
        variant=match.variant.id,
        options=match.variant.chosen,
        target=match.target,
        settings=match.settings,
        games=[SavedGame(list(game.log)) for game in match.games],
        table=table or {},
    )
    return msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n"


def load(data: bytes) -> tuple[Match, dict[str, str | int | None]]:
    """The match of a file, played again action by action, and its table notes."""
    try:
        saved = msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"not a saved match: {error}") from error
    if saved.format != FORMAT:
        raise BadFile(f"saved as {saved.format[:40]!r}, expected {FORMAT!r}")
    match = Match.start(
        players=saved.players,
        target=saved.target,
        settings=saved.settings,
        variant=Variant.load(saved.variant, saved.options),
    )
    for number, game in enumerate(saved.games, 1):
        for count, action in enumerate(game.actions, 1):
            try:
                match = match.apply(action)
            except FullprimeError as error:
                raise BadFile(f"game {number}, action {count}: {error}") from error
        if number < len(saved.games):
            try:
                match = match.next_game()
            except FullprimeError as error:
                raise BadFile(f"game {number} does not end: {error}") from error
    return match, saved.table
