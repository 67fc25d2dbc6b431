"""A position file as a match: one game that begins with that board."""

from __future__ import annotations

import msgspec

from fullprime.action import Action, Beavered, Doubled, Raccooned, Resigned, Rolled, Seat
from fullprime.errors import BadFile, FullprimeError
from fullprime.formats.ids.situation import Situation
from fullprime.formats.positions.placed import Placed
from fullprime.match import MONEY, Match, Points, Settings, SetUp
from fullprime.notes import Notes
from fullprime.variant import Variant

OFFERS: tuple[Action, ...] = (Doubled(), Beavered(), Raccooned())


def match_of(placed: Placed) -> Match:
    """The match at this position; the side on roll has seat 0 unless it sits at the top."""
    situation = placed.situation
    seat: Seat = 1 if situation.upper else 0
    try:
        match = Match.start(
            players=_names(placed, seat),
            target=Points(situation.length) if situation.length else MONEY,
            settings=_settings(situation),
            begins=_set_up(placed, seat),
        )
        for action in _actions(situation):
            match = match.apply(action)
    except FullprimeError as error:
        raise BadFile(str(error)) from error
    notes = Notes().comment(placed.comment, game=0)
    return msgspec.structs.replace(match, notes=notes)


def _set_up(placed: Placed, seat: Seat) -> SetUp:
    stakes = placed.situation.stakes.seen_by(seat)
    owned = stakes.value > 1
    mine, theirs = placed.situation.score
    return SetUp(
        position=Variant.load().text(placed.position),
        starter=seat,
        cube=stakes.value,
        owner=(1 if stakes.owner else 0) if owned and stakes.owner is not None else None,
        crawford=stakes.crawford,
        score=(theirs, mine) if seat else (mine, theirs),
    )


def _settings(situation: Situation) -> Settings:
    beavers = max(situation.stakes.animals, situation.offered - 1)
    return Settings(
        jacoby=situation.stakes.jacoby,
        beavers=max(0, beavers),
        skip_closed_out=False,
        house_rules=True,  # a file may have anything
    )


def _names(placed: Placed, seat: Seat) -> tuple[str, str]:
    first, second = (("White", "Black")[side] for side in (seat, 1 - seat))
    mine, theirs = placed.players or ("", "")
    mine, theirs = mine or first, theirs or second
    return (theirs, mine) if seat else (mine, theirs)


def _actions(situation: Situation) -> list[Action]:
    """What has happened on this board already."""
    found: list[Action] = [Rolled(situation.dice)] if situation.dice else []
    found += OFFERS[: situation.offered]
    if situation.resigning:
        found.append(Resigned(situation.resigning))
    return found
