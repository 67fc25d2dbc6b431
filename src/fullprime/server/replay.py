"""A game of a match, action by action, as a page shows it."""

from __future__ import annotations

from typing import Any

from fullprime.server.board import board_json
from fullprime.server.record import NextGame, Record, decode, event_json
from fullprime.server.state import game_json, variant_json
from fullprime.store import Kept

Json = dict[str, Any]


def replay_json(kept: Kept, number: int) -> Json | None:
    """The game of that number, counted from 1; None if it has not begun."""
    start = Record.start(kept)
    found = start if number == 1 else None
    record, steps = start, []
    for event, before, record in start.follow(kept.events):
        if len(record.match.games) != number:
            continue
        if isinstance(decode(event.action), NextGame):
            found = record
        else:
            steps.append({**event_json(event, before), "state": _state(record)})
    if found is None:
        return None
    variant = found.match.variant
    return {
        "games": len(record.match.games),
        "players": list(record.match.players),
        "variant": variant_json(variant),
        "board": board_json(variant),
        "start": _state(found),
        "steps": steps,
    }


def _state(record: Record) -> Json:
    game = record.match.game
    result = game.result._asdict() if game.result else None
    return {
        **game_json(game, record.last),
        "score": list(record.match.shown_score),
        "crawford": game.stakes.crawford,
        "result": result,
    }
