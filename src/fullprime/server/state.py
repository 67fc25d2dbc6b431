"""A match as a page shows it, as JSON. docs/server.md describes every field."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, Final

import msgspec

from fullprime.action import (
    Action,
    Arranged,
    Beavered,
    Demanded,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Seen,
)
from fullprime.engine.nets import net_for
from fullprime.formats.action_text import notation
from fullprime.formats.stakes_fields import StakesFields
from fullprime.game import Game, Phase
from fullprime.match import Match
from fullprime.notes import ReadingFault
from fullprime.play import HIT, PIN, Place, Step
from fullprime.series import Series
from fullprime.server.board import board_json, rows_json
from fullprime.shapes import decoded
from fullprime.store import Import, Seat
from fullprime.variant import Variant
from fullprime.walk import StepWalk

Json = dict[str, Any]

PHASES: Final = {
    Phase.OPENING: "opening",
    Phase.TO_COLOR: "to_color",
    Phase.TO_ROLL: "to_roll",
    Phase.TO_PLAY: "to_play",
    Phase.TO_NAME: "to_name",
    Phase.OFFERED: "offered",
    Phase.RESIGNING: "resigning",
    Phase.SEEN: "seen",
    Phase.OVER: "over",
}
EVENTS: Final = {HIT: "hit", PIN: "pin"}
OFFERS: Final = (Doubled, Beavered, Raccooned)
"""What raises the cube before it is answered."""


class LastPlay:
    """The last play that was made, and the game before it."""

    def __init__(self, before: Game, action: Played | Seen | Arranged) -> None:
        self._before = before
        self._action = action

    @cached_property
    def json(self) -> Json:
        """Its steps, and what happened at the end of each."""
        before, action = self._before, self._action
        moved: Json = {"seat": before.turn, "dice": list(before.roll or ())}
        if not isinstance(action, Played):
            steps = [list(step) for step in action.steps]
            text = notation(before, action)
            return {**moved, "steps": steps, "events": [None] * len(steps), "text": text}
        play = before.meant(action)
        return {
            **moved,
            "steps": [list(step.wire) for step in play.steps],
            "events": [EVENTS.get(step.event) for step in play.steps],
            "text": str(play) if play.steps else "",
        }


def last_play(before: Game, action: Action, last: LastPlay | None) -> LastPlay | None:
    """The last play once this action has been made; one that must be put right was none."""
    if isinstance(action, Demanded) or (isinstance(action, Arranged) and not action.steps):
        return None
    return LastPlay(before, action) if isinstance(action, Played | Seen | Arranged) else last


def variant_json(variant: Variant) -> Json:
    """The game that is being played; without a net the hand-made evaluation plays it."""
    net = _has_net(variant)
    return {"id": variant.id, "name": variant.name, "net": net, "options": variant.chosen}


@cache
def _has_net(variant: Variant) -> bool:
    return net_for(variant) is not None


def player_json(seat: Seat | None) -> Json:
    """A player; where the seat is empty, it says so."""
    if seat is None:
        return {"name": "", "kind": "person", "level": None, "seated": False}
    kind = "bot" if seat.is_bot else "person"
    return {"name": seat.name, "kind": kind, "level": seat.level, "seated": True}


def import_json(imported: Import | None) -> Json | None:
    """The file that a match comes from; null: it was played here."""
    if imported is None:
        return None
    faults = decoded(imported.faults, Any)
    return {"format": imported.format, "name": imported.file, "faults": faults}


def faults_json(faults: Iterable[ReadingFault]) -> list[Json]:
    """What is wrong with a file."""
    return [
        {"line": each.line, "game": each.game, "action": each.action, "text": each.text}
        for each in faults
    ]


def series_json(series: Series | None) -> Json | None:
    """The series that is played, if it is one."""
    return {"id": series.id, "name": series.name} if series else None


def match_json(match: Match) -> Json:
    """What belongs to the match."""
    return {
        "series": series_json(match.series),
        "target": msgspec.to_builtins(match.target),
        "score": list(match.shown_score),
        "balance": str(match.balance),
        "needed": match.needed,
        "game": len(match.games),
        "settings": msgspec.to_builtins(match.settings),
        "winner": match.winner,
        "results": [
            {**game.result._asdict(), "variant": {"id": game.variant.id, "name": game.variant.name}}
            for game in match.games
            if game.result
        ],
    }


def game_json(game: Game, last: LastPlay | None) -> Json:
    """The board, the dice and the cube."""
    stakes, pips = game.stakes, game.position.pips
    return {
        "phase": PHASES[game.phase],
        "turn": game.turn,
        "white": game.white,
        "dice": list(game.roll) if game.roll else None,
        "left": list(game.numbers.left) if _moves(game) and game.numbers else [],
        "rows": rows_json(game.variant, game.position, game.turn),
        "pips": list(pips[::-1] if game.turn else pips),
        "position": game.variant.text(game.position),
        "stakes": msgspec.to_builtins(StakesFields.of(stakes, game.turn)),
        "cube": {
            "on": stakes.cube,
            "value": stakes.value,
            "owner": stakes.owner,
            "offer": game.offer or passed_cube(game),
            "animals": game.animals,
        },
        "last": last.json if last else None,
    }


def passed_cube(game: Game) -> int:
    """What the cube showed when it was passed; 0: no pass has ended the game."""
    if not game.log or not isinstance(game.log[-1], Dropped):
        return 0
    offers = takewhile(lambda action: isinstance(action, OFFERS), reversed(game.log[:-1]))
    return game.stakes.value << sum(1 for _ in offers)


def play_json(match: Match) -> Json:
    """Who must act, and in which game."""
    game = match.game
    return {
        "variant": variant_json(game.variant),
        "board": board_json(game.variant),
        "crawford": game.stakes.crawford,
        "actor": game.actor,
        "free": _moves(game) and game.table is not None and game.table.illegal_play != "forbid",
        "result": game.result._asdict() if game.result else None,
    }


def _moves(game: Game) -> bool:
    """Are checkers to be moved?"""
    return game.phase is Phase.TO_PLAY and game.numbers is not None


def actor_json(game: Game) -> Json:
    """What only the acting player gets: their verbs, and the ways to their plays."""
    return {
        "can": game.verbs,
        "resignations": game.resignations,
        "walk": walk_json(game) if game.phase is Phase.TO_PLAY else None,
    }


NOTHING_TO_DO: Final[Json] = {"can": [], "resignations": [], "walk": None}


def walk_json(game: Game) -> Json:
    """The legal steps; see `walk`."""
    return {
        "nodes": [
            {
                "done": node.done,
                "next": [[*_edge(step), number] for step, number in node.next],
            }
            for node in StepWalk(game).nodes()
        ]
    }


@cache
def _edge(step: Step) -> tuple[Place, Place, int, str | None]:
    """There are few different steps, and they are shown again and again."""
    return (*step.wire, step.die, EVENTS.get(step.event))
